"""Fleets that play the games of a match: processes of this machine, or a Ray cluster."""

import datetime
import gc
import math
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from zeitnot.clocks import Clock, TimeControl
from zeitnot.games import Fault, HiccupWatch, PlayedGame
from zeitnot.lab.fleet.affinity import shared_cores
from zeitnot.lab.fleet.cluster_fleet import ClusterFleet
from zeitnot.lab.fleet.process_fleet import ProcessFleet, StoppedError, Tell
from zeitnot.lab.fleet.work_queue import Begun, Event, Finished, Moved, Planned
from zeitnot.lab.match.plan import MatchPlan
from zeitnot.turns import Budget, PlayedTurn

GRACE_S = 3.0
"""Seconds before the process of a game that was asked to stop is ended; the game stops at its next turn."""
SILENCE_S = 60.0
"""How long a worker may be silent beyond what its clocks allow: it starts, opens files, starts engines."""
OVERTIME_S = 3600.0
"""Overtime that a turn is given where the rules give it any."""


SEEN_S = 0.1
"""Shortest target that is told when a turn begins: a shorter turn is over before anybody has seen its bar."""


class GameJob:
    """Plays one game after the other at the same table, and reports every turn."""

    def __init__(self, plan_text: str, *, hiccups_file: Path | None = None) -> None:
        """Take the plan as plain text, as a file would hold it, and the watch of this machine, if any."""
        self._plan = MatchPlan.from_json(plan_text)
        self._table = self._plan.played_game.table(self._plan, hiccups_file=hiccups_file)

    def do(self, number: int, given: object, tell: Tell) -> Event:
        """Play a game."""

        def on_turn(turn: PlayedTurn, left_s: tuple[float, float]) -> None:
            tell(_moved(number, turn, left_s))

        def on_begin(seat: int) -> None:
            _leave_no_garbage()
            tell(Begun(number=number, seat=seat))

        def on_plan(seat: int, budget: Budget) -> None:
            if budget.target_s >= SEEN_S:
                with suppress(StoppedError):  # the game ends with the turn, not in the middle of a plan
                    tell(_planned(number, seat, budget))

        told = None if self._plan.work_per_s is not None else on_plan  # work time passes unseen
        return Finished(game=self._table.play(self._plan.order(number), on_turn, on_begin, told))

    def close(self) -> None:
        """Leave nothing behind."""
        self._table.close()


def _leave_no_garbage() -> None:
    """Collect what earlier games left, and keep all that is loaded out of later collections: one over all
    modules takes 15 to 30 ms off the clock of the turn that it happens in."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def _planned(number: int, seat: int, budget: Budget) -> Planned:
    return Planned(
        number=number,
        seat=seat,
        target_s=budget.target_s,
        limit_s=budget.limit_s,
        price_per_s=budget.price_per_s,
    )


def _moved(number: int, turn: PlayedTurn, left_s: tuple[float, float]) -> Moved:
    record = turn.record
    return Moved(
        number=number,
        ply=record.ply,
        seat=turn.seat,
        move=record.move,
        left_s=left_s,
        used_s=turn.referee_s,
        target_s=record.target_s,
        limit_s=record.budget.limit_s,
        price_per_s=record.budget.price_per_s,
        reason=record.reason.value,
        note=record.note,
    )


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
        if plan.played_game.excuses_hiccups and plan.work_per_s is None:
            self._hiccups = HiccupWatch.started()
        make = partial(GameJob, plan.to_json(), hiccups_file=self._hiccups.file)
        patience_s = _patience_s(plan) if patience_s is None else patience_s
        try:
            super().__init__(
                make,
                concurrency=concurrency,
                grace_s=GRACE_S,
                patience_s=patience_s,
                cores=shared_cores(plan.affinity, games=concurrency, cores_each=plan.cores),
            )
        except BaseException:
            self._hiccups.close()
            raise

    def close(self) -> list[Event]:
        """End what is under way, the workers and the watch, and return the events that were left."""
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
                sides = self._plan.order(event.number).sides
                first_s, second_s = (Clock(self._plan.control_of(side)).remaining_s for side in sides)
                self._games[event.number] = _GameSoFar(event.seat, (first_s, second_s))
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
        return Finished(game=_stalled_game(self._plan, number, game, note=words))


class RayFleet(ClusterFleet):
    """Plays the games of a plan on a cluster that is running, each CPU as a `LocalFleet` of its own would."""

    def __init__(self, plan: MatchPlan, *, address: str = "auto", concurrency: int | None = None) -> None:
        """Connect to the cluster and start the players, each on as many CPUs as a game keeps busy."""
        super().__init__(
            partial(LocalFleet, plan),
            kin=lambda number: frozenset(plan.order(number).sides),
            address=address,
            cpus=plan.cores,
            concurrency=concurrency,
        )


def _patience_s(plan: MatchPlan) -> float:
    """Return how long a worker may be silent; in work time, as long as a slow machine takes for the work."""
    longest_s = max(_longest_s(plan.control_of(number)) for number in range(len(plan.participants)))
    if plan.work_per_s is not None:
        longest_s *= max(1.0, plan.work_per_s / plan.played_game.slowest_work_per_s)
    # Increments make a clock longer than it was at first.
    return 2 * longest_s + max(plan.rules.margins_s) + plan.rules.stall_s + SILENCE_S


def _longest_s(control: TimeControl) -> float:
    clock = Clock(control)
    if math.isfinite(clock.longest_s):
        return clock.longest_s
    return OVERTIME_S + (clock.remaining_s if math.isfinite(clock.remaining_s) else 0.0)


def _stalled_game(plan: MatchPlan, number: int, so_far: _GameSoFar, *, note: str) -> PlayedGame:
    """Make a lost game for the seat on turn; its moves are known, the records of its turns are not."""
    order, now, seat = plan.order(number), datetime.datetime.now(datetime.UTC), so_far.seat
    words = f"{plan.participants[order.sides[seat]].name} did not answer"
    game = plan.played_game
    scores_pts = None
    if game.has_points:
        scores_pts = (-1, 0) if seat == 0 else (0, -1)  # as one that is forfeited
    return PlayedGame(
        number=number,
        half_points=0 if seat == 0 else 2,
        words=words,
        fault=Fault.STALL,
        fault_seat=seat,
        scores_pts=scores_pts,
        left_s=so_far.left_s,
        notes=(note,),
        text=game.stalled_text(plan, order, seat=seat, moves=so_far.moves, words=words),
        began=now.isoformat(timespec="seconds"),
    )
