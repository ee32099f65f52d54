"""Matches in work time whose games take a fraction of a second, and what makes two games the same."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from zeitnot.chess.openings import read_openings
from zeitnot.games import Participant, PlayedGame
from zeitnot.lab import Event, Finished, Fleet, LocalFleet, MatchPlan, chosen_openings

PATIENCE_S = 30.0
"""When something that must happen has not, the test fails."""


def tiny_plan(games: int, *, control: str = "1+0.01", work_per_s: float = 5000.0) -> MatchPlan:
    openings = [opening.line() for opening in read_openings()]
    return MatchPlan(
        participants=(Participant.parse("uniform"), Participant.parse("textbook")),
        control=control,
        games=games,
        openings=chosen_openings(openings, rounds=games, seed=1),
        work_per_s=work_per_s,
    )


class ImpatientFleet(LocalFleet):
    """Has patience until the first participant of a game is to move, and hardly any from then on.

    For one game at a time: the patience is that of the whole fleet.
    """

    def begin(self, number: int) -> None:
        self._patience_s = PATIENCE_S
        super().begin(number)

    def _heard(self, event: Event) -> None:
        super()._heard(event)
        for number, game in self._games.items():
            if self._plan.order(number).sides[game.seat] == 0:
                self._patience_s = 0.5


def told_until(fleet: Fleet, seen: Callable[[Event], bool]) -> Iterator[Event]:
    """Yield the events up to the one that is waited for."""
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        for event in fleet.events(0.5):
            yield event
            if seen(event):
                return
    raise AssertionError("the event did not come")


def played(fleet: Fleet, numbers: range) -> dict[int, PlayedGame]:
    """Play games that nothing happens to."""
    missing = list(numbers)
    games: dict[int, PlayedGame] = {}
    until_s = time.monotonic() + 2 * PATIENCE_S
    while len(games) < len(numbers) and time.monotonic() < until_s:
        while missing and fleet.free:
            fleet.begin(missing.pop(0))
        for event in fleet.events(0.5):
            if isinstance(event, Finished):
                assert event.game.number not in games
                games[event.game.number] = event.game
    return games


def essence(game: PlayedGame) -> tuple[object, ...]:
    """Return all of a game that must not depend on who played it where."""
    turns = [
        (turn.seat, turn.record.move, turn.referee_s, turn.record.clock_after_s, turn.record.nodes)
        for turn in game.turns
    ]
    return game.number, game.half_points, game.words, game.left_s, turns


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found.extend(int(word) for word in task.read_text().split())
    return found


def descendants(pid: int) -> list[int]:
    """Return the processes that a process has started, and those that they have."""
    return [found for child in children(pid) for found in (child, *descendants(child))]


def gone(pids: list[int]) -> bool:
    """Wait until processes have ended; a zombie has."""
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        if not any(_runs(pid) for pid in pids):
            return True
        time.sleep(0.02)
    return False


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"
