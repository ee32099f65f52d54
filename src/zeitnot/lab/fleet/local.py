"""LocalFleet: processes of this machine, each of which plays one game at a time."""

import math
from dataclasses import dataclass, field
from functools import partial

from zeitnot.clocks import Clock
from zeitnot.lab.fleet.events import Begun, Event, Finished, Moved
from zeitnot.lab.fleet.game_job import GRACE_S, GameJob
from zeitnot.lab.fleet.process_fleet import ProcessFleet
from zeitnot.lab.match.hiccups import HiccupWatch
from zeitnot.lab.match.participant import GameKind
from zeitnot.lab.match.plan import MatchPlan
from zeitnot.lab.match.stalled import stalled_game

SILENCE_S = 60.0
"""How long a worker may be silent beyond what its clocks allow: it starts, opens files, starts engines."""
OVERTIME_S = 3600.0
"""Overtime that a turn is given where the rules give it any."""
SLOWEST_PER_S = {GameKind.CHESS: 10_000.0, GameKind.SCRABBLE: 100.0}
"""Nodes or samples in a second that even a slow machine with much else to do gets done."""


@dataclass(slots=True)
class _GameSoFar:
    """A game under way, as far as it was told."""

    seat: int
    left_s: tuple[float, float]
    moves: list[str] = field(default_factory=list)


class LocalFleet(ProcessFleet):
    """Plays the games of a plan. A player that never answers loses its game, even if its process hangs."""

    def __init__(self, plan: MatchPlan, *, concurrency: int = 1, patience_s: float | None = None) -> None:
        """Start the workers, and one watch for hiccups that serves them all.

        Without a patience a worker may be silent as long as a turn can take.
        """
        self._plan = plan
        self._games: dict[int, _GameSoFar] = {}
        self._hiccups = HiccupWatch()
        if plan.game is GameKind.CHESS and plan.work_per_s is None:
            self._hiccups = HiccupWatch.started()
        make = partial(GameJob, plan.to_json(), hiccups_file=self._hiccups.file)
        patience_s = _patience_s(plan) if patience_s is None else patience_s
        try:
            super().__init__(make, concurrency=concurrency, grace_s=GRACE_S, patience_s=patience_s)
        except BaseException:
            self._hiccups.close()
            raise

    def close(self) -> list[Event]:
        """End what is under way, the workers and the watch, and return what was still to tell."""
        try:
            return super().close()
        finally:
            self._hiccups.close()

    def begin(self, number: int) -> None:
        """Begin a game."""
        self._games.pop(number, None)  # it may have been begun before, and lost with its process
        super().begin(number)

    def _heard(self, event: Event) -> None:
        match event:
            case Begun():
                first_s = Clock(self._plan.time_control).remaining_s
                self._games[event.number] = _GameSoFar(event.seat, (first_s, first_s))
            case Moved() if event.number in self._games:
                game = self._games[event.number]
                game.seat, game.left_s = 1 - event.seat, event.left_s
                game.moves.append(event.move)
            case Finished(game=finished):
                self._games.pop(finished.number, None)

    def _given_up(self, number: int, words: str) -> Event:
        """Judge a silent game: whoever was to move has lost it, if it had begun."""
        game = self._games.pop(number, None)
        if game is None:
            return super()._given_up(number, words)
        return Finished(
            game=stalled_game(
                self._plan, number, seat=game.seat, moves=game.moves, left_s=game.left_s, note=words
            )
        )


def _patience_s(plan: MatchPlan) -> float:
    """Return how long a worker may be silent; in work time, as long as a slow machine takes for the work."""
    clock = Clock(plan.time_control)
    longest_s = clock.longest_s if math.isfinite(clock.longest_s) else clock.remaining_s + OVERTIME_S
    if plan.work_per_s is not None:
        longest_s *= max(1.0, plan.work_per_s / SLOWEST_PER_S[plan.game])
    # Increments make a clock longer than it was at first.
    return 2 * longest_s + max(plan.rules.margins_s) + plan.rules.stall_s + SILENCE_S
