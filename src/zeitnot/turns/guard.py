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
    turns_assumed: float = 40.0
    """Turns to come when nothing says how many: moves of a typical chess game."""
    spike_share: float = 0.5
    """Largest part of what the clock can bear that is kept back for the one worst overhead seen."""

    def __post_init__(self) -> None:
        if not 0 <= self.floor_s < math.inf:
            raise SettingError(f"floor_s must be 0 or more seconds, got {self.floor_s!r}")
        for name in ("largest_share", "free_share", "spike_share"):
            if not 0 < getattr(self, name) <= 1:
                raise SettingError(f"{name} must be above 0 and at most 1, got {getattr(self, name)!r}")

    def bearable_s(self, turn: Turn, *, periods_bought: int = 0) -> float:
        """Tell the longest that this turn may take: never an increment to come, never the overhead."""
        bearable_s = turn.clock.bearable_s + turn.clock.buyable_s(periods_bought)
        overhead = turn.overhead
        share_s = max(self.largest_share * bearable_s, self.free_share * turn.clock.free_s)
        # A single bad turn is not worth more than a part of a short clock; what is usual is kept back whole.
        kept_s = max(min(overhead.worst_s, self.spike_share * bearable_s), overhead.usual_s)
        return max(0.0, min(share_s, bearable_s - kept_s - self.floor_s))

    def guarded(self, turn: Turn, budget: Budget) -> Budget:
        """Clip a budget to what the clock can bear; time that is lost otherwise, or comes again, is used."""
        bearable_s = self.bearable_s(turn, periods_bought=budget.periods_bought)
        free_s = min(bearable_s, turn.clock.free_s)
        period_s = min(bearable_s, turn.clock.period_s)
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

    def last_resort(self, turn: Turn) -> Budget:
        """Make a budget where not even the fallback has one."""
        bearable_s, turns = self.bearable_s(turn), turn.clock.moves_to_go or self.turns_assumed
        return Budget.same_target_and_limit(Trail.start("last resort", bearable_s / turns))
