"""MatchProgress: where a match stands while it is played, for those who watch it."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from zeitnot.games import GameOrder, PlayedGame
from zeitnot.lab.fleet.work_queue import Event, Finished, Lost, Moved
from zeitnot.lab.match.plan import MatchPlan
from zeitnot.lab.match.standings import MatchStandings, standings_of
from zeitnot.lab.store.rows import GameRow


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningGame:
    """A game under way."""

    order: GameOrder
    """The game: who plays whom."""
    moved: Moved
    """The last turn."""


class MatchProgress:
    """Counts games as they end; standings are made anew with each."""

    def __init__(self, plan: MatchPlan, games: Iterable[GameRow]) -> None:
        """Begin with the games that were played before."""
        self.plan = plan
        self.rows = list(games)
        self.running: dict[int, RunningGame] = {}
        self.faults: list[str] = []
        self.standings: MatchStandings = standings_of(plan, self.rows)
        self._began_s = time.perf_counter()

    def saw(self, event: Event) -> None:
        """Take in what happened."""
        match event:
            case Moved():
                order = self.plan.order(event.number)
                self.running[event.number] = RunningGame(order=order, moved=event)
            case Finished(game=game):
                self.running.pop(game.number, None)
                self.rows.append(GameRow.of(game, self.plan.order(game.number)))
                self.standings = standings_of(self.plan, self.rows)
                self.faults.extend(_faults(game, self.plan))
            case Lost():
                self.running.pop(event.number, None)
                self.faults.append(
                    f"game {event.number + 1} was lost, by no fault of its players: {event.words}"
                )

    @property
    def total(self) -> int:
        """Games of the whole match."""
        return self.plan.total_games

    @property
    def used_s(self) -> float:
        """Seconds since the match began, or was resumed."""
        return time.perf_counter() - self._began_s

    def names(self, order: GameOrder) -> tuple[str, str]:
        """Return the names of the sides of a game, by seat."""
        first, second = (self.plan.participants[side].name for side in order.sides)
        return first, second


class MatchObserver(Protocol):
    """Watches a match; `play_match` calls it from its own thread."""

    def begin(self, progress: MatchProgress) -> None:
        """Take the progress of a match that begins or goes on; it changes while the match is played."""

    def saw(self, event: Event) -> None:
        """Take an event: a turn, a finished or a lost game. The run and the progress already have it."""


def _faults(game: PlayedGame, plan: MatchPlan) -> list[str]:
    """Return what went wrong in a game, beside the moves."""
    words = list(game.notes[:1])
    if game.hiccups:
        words.append("begun anew because this machine had stopped")
    if game.fault is not None and game.fault_seat is not None:
        name = plan.participants[plan.order(game.number).sides[game.fault_seat]].name
        words.append(f"{name} {game.fault.value}")
    return [f"game {game.number + 1}: {each}" for each in words]
