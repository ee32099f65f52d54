"""RecordedSimulation: a recorded Scrabble turn, simulation or endgame, replayed at any speed."""

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self

from zeitnot.errors import DataError
from zeitnot.games import Stop, improving
from zeitnot.scrabble.dynamic_leaves import POOL_MOST_UNSEEN
from zeitnot.scrabble.player import PlayerSettings, split_of
from zeitnot.scrabble.recorded_solving import RecordedSolving
from zeitnot.scrabble.recording.trace import (
    JudgedCheck,
    JudgedPly,
    ScrabbleTrace,
    SimulatedRun,
    between_checks,
    is_seen,
)
from zeitnot.scrabble.turn import WorkRates
from zeitnot.turns import (
    EndgamePly,
    Reason,
    ScrabbleFeatures,
    SimulationCheck,
    Snapshot,
    Split,
    Thinking,
    TurnRecord,
)

GROWTH = 1.4
"""Samples grow by this from check to check beyond the record."""
NEAR_END = 0.9
"""A simulation with this part of the samples of the longest was cut short, too."""
PLY_GROWTH = 4.0
"""Nodes grow about so from depth to depth of an endgame."""
_BETWEEN = (0.0, 0.25, 0.5, 0.75)
"""Parts of the way from one check to the next at which a turn can be stopped."""
_PLAYER = PlayerSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordEnds:
    """Where records of a data set were cut short; one that ends well before had nothing left to find."""

    samples: int
    """Samples at which records of simulations end."""
    nodes: int
    """Nodes at which records of endgames end."""

    @classmethod
    def of(cls, traces: Sequence[ScrabbleTrace]) -> Self:
        """Take the longest records for those that were cut."""
        checks = [run.checks[-1] for trace in traces for run in trace.runs if run.checks]
        return cls(
            samples=max((check.snapshot.samples for check in checks), default=0),
            nodes=max((trace.plies[-1].nodes for trace in traces if trace.plies), default=0),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedSimulation:
    """One turn as the player of this package plays it: simulate while there is a bag, else solve.

    Where a recording has the solving before the endgame, it is followed as the simulation is. Where it has
    not, solving too short to prefer a candidate takes its time in vain, as in a game, and longer solving
    counts as simulation.
    """

    features: ScrabbleFeatures
    """The position."""
    snapshots: tuple[Snapshot, ...] = ()
    """Checks of the simulation; none with an empty bag."""
    samples: tuple[int, ...] = ()
    """Samples at each check."""
    losses_pts: tuple[float, ...]
    """Lost by stopping at each check, or after each depth of the endgame."""
    plies: tuple[JudgedPly, ...] = ()
    """Depths of the endgame."""
    rates: WorkRates
    """Speed of the replay."""
    recorded_samples: int = 0
    """Samples of the last check recorded."""
    sight_loss_pts: float
    """Lost by the best static move."""
    is_complete: bool
    """Whether nothing is left to find after the last report."""
    first_seen: int = 0
    """Place of the first check that a player looks at."""
    solving: RecordedSolving | None = None
    """Solving before the endgame, with losses by a judge that solves; None where it was not recorded."""

    @classmethod
    def of(
        cls, trace: ScrabbleTrace, *, rates: WorkRates, longest_s: float, ends: RecordEnds | None = None
    ) -> tuple[Self, ...]:
        """Take a trace: a search for each of its seeds, or one for its endgame."""
        ends = ends or RecordEnds.of([trace])
        if not trace.plies and not any(run.checks for run in trace.runs):
            rule = "a Scrabble trace must have a check or a depth"
            raise DataError(f"{rule}, got none in number {trace.number}")
        most_samples = longest_s * rates.samples_per_s
        if trace.plies:
            return (cls._of_endgame(trace, rates, ends),)
        found = []
        for run in trace.runs:
            if run.checks:
                # A simulation would have gone on; of few tiles all deals are sampled at some time.
                is_cut = run.checks[-1].snapshot.samples >= NEAR_END * ends.samples
                found.append(cls._of_run(trace, rates, run, most_samples if is_cut else 0.0))
        return tuple(found)

    @classmethod
    def _of_endgame(cls, trace: ScrabbleTrace, rates: WorkRates, ends: RecordEnds) -> Self:
        return cls(
            features=trace.features,
            losses_pts=tuple(ply.loss_pts for ply in trace.plies),
            plies=trace.plies,
            rates=rates,
            sight_loss_pts=trace.plies[0].loss_pts,
            # Where the next depth could have been cut off, the endgame was perhaps not solved.
            is_complete=trace.plies[-1].nodes * PLY_GROWTH < ends.nodes,
        )

    @classmethod
    def _of_run(cls, trace: ScrabbleTrace, rates: WorkRates, run: SimulatedRun, most_samples: float) -> Self:
        has_solving = bool(run.solved_losses_pts)
        losses_pts = run.solved_losses_pts or tuple(check.loss_pts for check in run.checks)
        checks = tuple(
            replace(check, loss_pts=loss_pts) for check, loss_pts in zip(run.checks, losses_pts, strict=True)
        )
        all_checks = _continued(checks, most_samples)
        return cls(
            features=trace.features,
            snapshots=tuple(check.snapshot for check in all_checks),
            samples=tuple(check.snapshot.samples for check in all_checks),
            losses_pts=tuple(check.loss_pts for check in all_checks),
            rates=rates,
            recorded_samples=checks[-1].snapshot.samples,
            sight_loss_pts=trace.solved_sight_loss_pts if has_solving else trace.sight_loss_pts,
            is_complete=most_samples == 0,
            first_seen=next((n for n, check in enumerate(all_checks) if is_seen(check.snapshot)), 0),
            solving=RecordedSolving(solvings=run.solvings, rates=rates) if has_solving else None,
        )

    def run(self, thinking: Thinking) -> TurnRecord:
        """Generate moves, then simulate or solve as the budget's split has it."""
        limit_s = thinking.budget.limit_s
        movegen_s = 1 / self.rates.generations_per_s
        exit_reason = self._quick_exit(thinking, movegen_s)
        if exit_reason is not None:
            return thinking.finish(used_s=movegen_s, reason=exit_reason, movegen_s=movegen_s)
        split = split_of(thinking, self.features)
        if self.features.bag_tiles > 0 and self.features.unseen_tiles <= POOL_MOST_UNSEEN:
            leaves_s = _PLAYER.leaves_share * thinking.budget.target_s
            movegen_s = max(movegen_s, min(movegen_s + leaves_s, limit_s))
        simulation_s, reason = 0.0, Reason.TARGET
        if self.snapshots and split.simulation_s > 0:
            until_s = min(movegen_s + split.simulation_s, limit_s)
            most = math.inf if split.samples is None else split.samples
            until_s = min(until_s, movegen_s + most / self.rates.samples_per_s)
            simulation_s, reason = self._simulated(thinking, movegen_s, until_s, worked_s=0.0, budget_s=None)
        endgame_s = 0.0
        if self._solves(split, simulation_s):
            left_s = split.rolled_over(simulation_used_s=simulation_s).endgame_s
            budget_s = min(left_s, limit_s - movegen_s - simulation_s)
            if budget_s > 0:
                endgame_s, reason = self._solved(thinking, movegen_s, simulation_s, budget_s)
        return thinking.finish(
            used_s=movegen_s + simulation_s + endgame_s,
            reason=reason,
            movegen_s=movegen_s,
            simulation_s=simulation_s,
            endgame_s=endgame_s,
            samples=int(simulation_s * self.rates.samples_per_s),
            nodes=int(endgame_s * self.rates.nodes_per_s),
        )

    def loss_at(self, record: TurnRecord) -> float:
        """Return the loss between the checks around the end, or of the last depth solved."""
        losses_pts = self.losses_pts
        if not self.snapshots:
            return losses_pts[max(0, min(record.depth - self.plies[0].depth, len(losses_pts) - 1))]
        samples = self._samples_in(record)
        if samples < self.snapshots[0].arms:
            return self.sight_loss_pts  # not even one sample of each
        loss_pts = between_checks(samples, self.samples, losses_pts)
        return loss_pts if self.solving is None else loss_pts - self.solving.gain_pts(record)

    def is_beyond(self, record: TurnRecord) -> bool:
        """Compare the samples with the last check; what is complete has no beyond."""
        if self.solving is not None and self.solving.is_beyond(record):
            return True
        if self.is_complete:
            return False
        if not self.snapshots:
            return record.nodes > self.plies[-1].nodes
        return self._samples_in(record) > self.recorded_samples

    def stops(self) -> tuple[Stop, ...]:
        """Return the moments that lose less than all before them: at sight, between checks, after depths, and
        at checks of solving."""
        movegen_s = 1 / self.rates.generations_per_s
        if not self.snapshots:
            return improving(
                Stop(used_s=movegen_s + ply.nodes / self.rates.nodes_per_s, loss=ply.loss_pts)
                for ply in self.plies
            )
        found = [Stop(used_s=movegen_s, loss=self.sight_loss_pts)]
        checks = zip(self.samples, self.losses_pts, strict=True)
        for (before, before_pts), (after, after_pts) in pairwise([*checks, (self.samples[-1], 0.0)]):
            for part in _BETWEEN if after > before else _BETWEEN[:1]:
                samples = before * (after / before) ** part
                loss_pts = before_pts + part * (after_pts - before_pts)
                found.append(Stop(used_s=movegen_s + samples / self.rates.samples_per_s, loss=loss_pts))
        if self.solving is not None:
            found += self.solving.stops(movegen_s)
        return improving(sorted(found, key=lambda stop: stop.used_s))

    def _samples_in(self, record: TurnRecord) -> float:
        """Return the samples of a turn, those in the place of solving included where it comes far enough and
        was not recorded."""
        if self.solving is not None:
            return float(record.samples)
        is_enough = record.endgame_s >= self._first_solved_s(record.simulation_s)
        return record.samples + (record.endgame_s * self.rates.samples_per_s if is_enough else 0.0)

    def _quick_exit(self, thinking: Thinking, movegen_s: float) -> Reason | None:
        budget, choices = thinking.budget, self.features.legal_moves
        if budget.quick_exit is not None:
            return budget.quick_exit
        if choices is not None and choices <= 1:
            return Reason.ONE_MOVE
        return Reason.LOW_TIME if movegen_s >= budget.limit_s else None

    def _solves(self, split: Split, simulation_s: float) -> bool:
        """Return whether there is something to solve: an endgame, or candidates that are still too close."""
        if split.endgame_s <= 0 or self.features.bag_tiles > _PLAYER.solved_bag:
            return False
        return not self.snapshots or self._survivors(simulation_s) > 1

    def _survivors(self, simulation_s: float) -> int:
        """Return the number of candidates that are too close to the best for the player to separate."""
        place = bisect_left(self.samples, simulation_s * self.rates.samples_per_s)
        arms = self.snapshots[min(place, len(self.snapshots) - 1)].top
        return sum(_PLAYER.survives(arm, arms[0]) for arm in arms[: _PLAYER.survivors])

    def _first_solved_s(self, simulation_s: float) -> float:
        """Return the time that solving takes before the player looks at it or prefers a candidate."""
        deals = self._survivors(simulation_s) * _PLAYER.solved_samples
        return deals * _PLAYER.solve_nodes / self.rates.nodes_per_s

    def _solved(
        self, thinking: Thinking, movegen_s: float, simulation_s: float, budget_s: float
    ) -> tuple[float, Reason]:
        began_s = movegen_s + simulation_s
        if self.solving is not None:
            samples = simulation_s * self.rates.samples_per_s
            return self.solving.run(thinking, samples=samples, began_s=began_s, budget_s=budget_s)
        if self.snapshots:
            blind_s = self._first_solved_s(simulation_s)
            if blind_s >= budget_s:
                return budget_s, Reason.TARGET
            return self._simulated(
                thinking,
                began_s,
                began_s + budget_s,
                worked_s=simulation_s,
                budget_s=budget_s,
                blind_s=blind_s,
            )
        for ply in self.plies:
            used_s = ply.nodes / self.rates.nodes_per_s
            if used_s >= budget_s:
                return budget_s, Reason.TARGET
            report = EndgamePly(
                elapsed_s=began_s + used_s,
                started_s=began_s,
                budget_s=budget_s,
                depth=ply.depth,
                value_pts=ply.value_pts,
                nodes=ply.nodes,
            )
            reason = thinking.observe(report).reason
            if reason is not None:
                return used_s, reason
        solved_s = self.plies[-1].nodes / self.rates.nodes_per_s
        return (solved_s, Reason.SOLVED) if self.is_complete else (budget_s, Reason.TARGET)

    def _simulated(
        self,
        thinking: Thinking,
        began_s: float,
        until_s: float,
        *,
        worked_s: float,
        budget_s: float | None,
        blind_s: float = 0.0,
    ) -> tuple[float, Reason]:
        """Report the checks in between, after `blind_s`; return the time it took and the reason."""
        rate = self.rates.samples_per_s
        offset_s = began_s - worked_s
        first = max(self.first_seen, bisect_left(self.samples, (worked_s + blind_s) * rate + 1))
        for place in range(first, len(self.samples)):
            elapsed_s = offset_s + self.samples[place] / rate
            if elapsed_s >= until_s:
                break
            check = SimulationCheck(
                elapsed_s=elapsed_s, started_s=began_s, snapshot=self.snapshots[place], budget_s=budget_s
            )
            reason = thinking.observe(check).reason
            if reason is not None:
                return elapsed_s - began_s, reason
        done_s = offset_s + self.samples[-1] / rate
        if self.is_complete and done_s < until_s:
            return max(blind_s, done_s - began_s), Reason.SOLVED
        return max(0.0, until_s - began_s), Reason.TARGET


def _continued(checks: tuple[JudgedCheck, ...], most_samples: float) -> list[JudgedCheck]:
    """Continue beyond the record, with the same means of more samples and the last loss."""
    found = list(checks)
    last = checks[-1].snapshot
    factor = GROWTH
    while found[-1].snapshot.samples < most_samples:
        top = tuple(replace(arm, samples=math.ceil(arm.samples * factor)) for arm in last.top)
        snapshot = replace(last, samples=math.ceil(last.samples * factor), top=top)
        found.append(replace(checks[-1], snapshot=snapshot))
        factor *= GROWTH
    return found
