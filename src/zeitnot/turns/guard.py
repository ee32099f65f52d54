"""Guards: what any budget must obey, whatever policy made it."""

import math
from dataclasses import dataclass, replace

from zeitnot.errors import SettingError
from zeitnot.turns.budget import Budget
from zeitnot.turns.trail import Trail
from zeitnot.turns.turn import Turn
from zeitnot.turns.verdict import Reason

ECONOMIES = frozenset(
    {
        Reason.TARGET,
        Reason.UNAFFORDABLE,
        Reason.RESERVE,
        Reason.STABLE,
        Reason.LOSS_BELOW_PRICE,
        Reason.PLATEAU,
    }
)
"""Reasons that stop only to save time; they are void while time is free."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Safety:
    """How far from the edge of the clock a turn stays."""

    floor_s: float = 0.02
    """What is left on the clock in any case: two ticks of a coarse scheduler."""
    largest_share: float = 0.8
    """Largest part of what the clock can bear that one turn may take, as in Stockfish (0.81)."""
    free_share: float = 0.95
    """Largest part of a byoyomi period that is used: the rest is lost, but a late move loses more."""

    def __post_init__(self) -> None:
        if not 0 <= self.floor_s < math.inf:
            raise SettingError(f"floor_s must be 0 or more seconds, got {self.floor_s!r}")
        for name in ("largest_share", "free_share"):
            if not 0 < getattr(self, name) <= 1:
                raise SettingError(f"{name} must be above 0 and at most 1, got {getattr(self, name)!r}")

    def bearable_s(self, turn: Turn) -> float:
        """Tell the longest that this turn may take: never an increment to come, never the worst overhead."""
        bearable_s = turn.clock.bearable_s
        share_s = max(self.largest_share * bearable_s, self.free_share * turn.clock.free_s)
        return max(0.0, min(share_s, bearable_s - turn.overhead.worst_s - self.floor_s))

    def guarded(self, turn: Turn, budget: Budget) -> Budget:
        """Clip a budget to what the clock can bear; time that is lost otherwise, or comes again, is used."""
        bearable_s = self.bearable_s(turn)
        free_s = min(bearable_s, turn.clock.free_s)
        period_s = min(bearable_s, turn.clock.extra_s)
        limit = budget.limit.at_most("what the clock can bear", bearable_s)
        target = budget.target
        if free_s > 0:
            limit = limit.at_least("free time", free_s, "lost when not used")
            target = target.at_least("free time", free_s, "lost when not used")
        if period_s > free_s:
            limit = limit.at_least("period to come", period_s, "later turns have as much")
            target = target.at_least("period to come", period_s, "later turns have as much")
        target = target.at_most("limit", limit.seconds)
        if target is budget.target and limit is budget.limit:
            return budget
        split = budget.split
        if split is not None and budget.target_s > 0 and target.seconds != budget.target_s:
            factor = target.seconds / budget.target_s
            split = split.scaled(factor) if math.isfinite(factor) else None
        return replace(budget, target=target, limit=limit, split=split)


def nonsense(budget: object) -> str:
    """Say what is wrong with a policy's answer; empty when nothing is."""
    if not isinstance(budget, Budget):
        return f"plan must return a Budget, got {budget!r:.80}"
    for name, trail in (("target", budget.target), ("limit", budget.limit)):
        if not isinstance(trail, Trail):
            return f"the {name} must be a Trail, got {trail!r:.80}"
        if not trail.seconds >= 0:
            return f"the {name} must be 0 or more seconds, got {trail.seconds!r}"
    return ""
