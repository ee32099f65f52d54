"""RecordedSolving: the solving of close candidates before the endgame, replayed at any speed."""

import math
from dataclasses import dataclass

from zeitnot.games import Stop
from zeitnot.scrabble.player import PlayerSettings
from zeitnot.scrabble.recording.trace import Solving, between_checks
from zeitnot.scrabble.turn import WorkRates
from zeitnot.turns import Reason, SimulationCheck, Thinking, TurnRecord

_ROUNDING = 1e-9
"""Nodes that went through seconds and back are not one too few at the check where a turn ended."""
_DEAL_NODES = PlayerSettings().solve_nodes


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedSolving:
    """What solving made of one recorded simulation after some numbers of its samples."""

    solvings: tuple[Solving, ...]
    """In the order of the samples; none where the simulation left nothing to solve."""
    rates: WorkRates
    """Speed of the replay."""

    def run(
        self, thinking: Thinking, *, samples: float, began_s: float, budget_s: float
    ) -> tuple[float, Reason]:
        """Report the checks; return the time it took and the reason.

        In work time no deal is begun whose nodes may not fit, so the rest of the budget is left.
        """
        rate = self.rates.nodes_per_s
        last_begin = budget_s * rate - _DEAL_NODES
        if last_begin < 0:
            return 0.0, Reason.TARGET
        solving = self._after(samples)
        checks = () if solving is None else solving.checks
        deal_nodes = checks[0].nodes / checks[0].snapshot.samples if checks else _DEAL_NODES
        until = last_begin + deal_nodes / 2
        for check in checks:
            if check.nodes > until:
                return until / rate, Reason.TARGET
            used_s = check.nodes / rate
            report = SimulationCheck(
                elapsed_s=began_s + used_s, started_s=began_s, snapshot=check.snapshot, budget_s=budget_s
            )
            reason = thinking.observe(report).reason
            if reason is not None:
                return used_s, reason
        if checks and solving is not None and solving.is_complete:
            return checks[-1].nodes / rate, Reason.SOLVED
        return until / rate, Reason.TARGET

    def gain_pts(self, record: TurnRecord) -> float:
        """Return how much less a turn loses by its solving; nothing before the player may choose by it."""
        solving = self._after(record.samples)
        nodes = record.endgame_s * self.rates.nodes_per_s * (1 + _ROUNDING)
        if solving is None or not solving.checks or nodes < solving.checks[0].nodes:
            return 0.0
        works, losses_pts = zip(*((check.nodes, check.loss_pts) for check in solving.checks), strict=True)
        return solving.start_loss_pts - between_checks(nodes, works, losses_pts)

    def is_beyond(self, record: TurnRecord) -> bool:
        """Return whether solving went on after the end of the record."""
        solving = self._after(record.samples)
        if solving is None or not solving.checks or solving.is_complete:
            return False
        return record.nodes > solving.checks[-1].nodes

    def stops(self, movegen_s: float) -> list[Stop]:
        """Return the moments at which solving can be stopped, after a list of moves."""
        rates = self.rates
        return [
            Stop(
                used_s=movegen_s + solving.samples / rates.samples_per_s + check.nodes / rates.nodes_per_s,
                loss=check.loss_pts,
            )
            for solving in self.solvings
            for check in solving.checks
        ]

    def _after(self, samples: float) -> Solving | None:
        """Return the solving that began after about as many samples; None where nothing was solved."""
        if not self.solvings or samples <= 0:
            return None
        return min(self.solvings, key=lambda solving: abs(math.log(solving.samples / samples)))
