"""Simulated searches: the reports of a search without the search, so that a game takes milliseconds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from zeitnot.turns import Features, Iteration, Reason, SimulationCheck, Thinking, Tick, TurnRecord

REPORTED_SPAN = 60.0
"""Reports that come before this part of the limit are left out: a search is past them before anyone looks."""
VARIANTS = 16
"""Positions made up for each turn of a game; games draw from them."""
GOLDEN_RATIO = 0.618033988749895
"""Steps of this length fill an interval evenly, whatever their number."""


class SimulatedSearch(Protocol):
    """How a search on one position would go."""

    def run(self, thinking: Thinking) -> TurnRecord:
        """Report to a turn until it ends, at the hard limit at the latest, and finish it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedPosition:
    """A position to move in."""

    features: Features
    """What a policy may know of the position."""
    search: SimulatedSearch
    """How the search goes."""


def watched(
    thinking: Thinking, reports: Sequence[Iteration] | Sequence[SimulationCheck], *, end_s: float
) -> tuple[float, Reason | None]:
    """Report until the turn stops or the end comes; return the time and the reason, None if reports ran out.

    A search looks at the clock all the time; here it does when the target passes between two reports.
    """
    elapsed_s = ticked_s = 0.0
    for report in reports:
        target_s = thinking.target_s
        if ticked_s < target_s < report.elapsed_s and target_s < end_s:
            ticked_s = target_s
            elapsed_s = max(elapsed_s, target_s)
            reason = thinking.observe(Tick(elapsed_s=elapsed_s)).reason
            if reason is not None:
                return elapsed_s, reason
        if report.elapsed_s >= end_s:
            return end_s, Reason.LIMIT if end_s >= thinking.budget.limit_s else Reason.TARGET
        elapsed_s = report.elapsed_s
        reason = thinking.observe(report).reason
        if reason is not None:
            return elapsed_s, reason
    return elapsed_s, None
