"""Guard: the limits that every budget must obey, whatever policy made it."""

import math
from dataclasses import dataclass, replace

from zeitnot.errors import check_each
from zeitnot.turns.budget import Budget
from zeitnot.turns.calibration import CUSTOMARY_LAG_S
from zeitnot.turns.features import BoardFeatures, ScrabbleFeatures
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
"""Reasons that stop a search only to save time; they do not apply while time is free."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Safety:
    """How far a turn stays from the end of the clock."""

    floor_s: float = 0.02
    """Time that always stays on the clock: two ticks of a coarse scheduler."""
    largest_share: float = 0.8
    """Largest part of what the clock can bear that one turn may take, as in Stockfish (0.81)."""
    free_share: float = 0.95
    """Largest part of a byoyomi period that is used: the rest is lost, but a late move loses more."""
    turns_assumed: float = 40.0
    """Number of turns left assumed when it is unknown: the moves of a typical chess game."""
    spike_share: float = 0.5
    """Largest part of what the clock can bear that is reserved for the worst overhead seen."""
    lag_share: float = 0.95
    """Largest part of the clock that is reserved for the lag of all later turns."""
    lags_kept: float = 20.0
    """Number of ordinary lags that are reserved even if increments cover them: lag may grow."""
    unknown_share: float = 0.08
    """Part of the first clock that no turn touches while the connection is unknown, because the first spike
    comes without warning."""
    unknown_s: float = 6.0
    """Upper bound of the time from `unknown_share`."""
    missed_share: float = 0.1
    """Part of an even share of a stage that its last turn would miss: what no turn may touch is that much."""
    spells_kept: float = 2.0
    """Number of recent worst spells of lag that the clock is kept ready for."""
    least_share: float = 0.005
    """Least part of the clock for a turn that is searched, as long as it does not exceed `least_s`."""
    least_s: float = 0.01
    """Upper bound of the time from `least_share`: enough for some depths, too little to be missed."""

    def __post_init__(self) -> None:
        check_each(self, "0 or more seconds", lambda floor_s: 0 <= floor_s < math.inf, "floor_s")
        check_each(self, "from 0 to 1", lambda share: 0 <= share <= 1, "unknown_share", "missed_share")
        check_each(self, "from 0 to inf", lambda unknown_s: unknown_s >= 0, "unknown_s")
        shares = ("largest_share", "free_share", "spike_share", "lag_share")
        check_each(self, "above 0 and at most 1", lambda share: 0 < share <= 1, *shares)

    def bearable_s(self, turn: Turn, *, periods_bought: int = 0) -> float:
        """Return the longest that this turn may take: never a future increment, never the overhead."""
        bearable_s = turn.clock.bearable_s + turn.clock.buyable_s(periods_bought)
        overhead = turn.overhead
        share_s = max(self.largest_share * bearable_s, self.free_share * turn.clock.free_s)
        # A single bad turn is not worth more than half of a short clock, a recurring one is worth most of
        # it, and the usual overhead is reserved in full. The last turn of a stage reserves most for both:
        # new time comes only after it, and only if it is in time.
        worst_share = self.lag_share if turn.clock.moves_to_go == 1 else self.spike_share
        kept_s = max(
            min(overhead.worst_s, worst_share * bearable_s),
            min(overhead.recurring_s, self.lag_share * bearable_s),
            overhead.usual_s,
            min(self._kept_for_unknown_s(turn), self.lag_share * bearable_s),
        )
        left_s = bearable_s - kept_s - self.floor_s
        # Later turns lose time as well; this one still gets half of an even share of what is left.
        turns = self._turns_to_come(turn)
        later_s = (turns - 1) * self._cost_s(turn) + _later_lists_s(turn)
        return max(
            0.0, min(share_s, max(left_s - later_s, left_s / (2 * turns), min(left_s, self._least_s(turn))))
        )

    def planning_turn(self, turn: Turn) -> Turn:
        """Return the turn as a policy sees it: with the reserve for future lag already off the clock.

        A policy allows for the customary lag by itself. Lag beyond that comes off the increment first; the
        rest comes off the clock, and off the opponent's as well, so that the two stay comparable.
        """
        kept_s, lag_s = self.kept_for_lag_s(turn), turn.overhead.mean_s - CUSTOMARY_LAG_S
        if kept_s <= 0 and lag_s <= 0:
            return turn
        clock = turn.clock
        shown = replace(
            clock,
            remaining_s=clock.remaining_s - kept_s,
            increment_s=max(0.0, clock.increment_s - max(0.0, lag_s)),
        )
        other = turn.opponent
        if other is not None:
            other = replace(other, remaining_s=other.remaining_s - kept_s)
        mean_s = min(turn.overhead.mean_s, CUSTOMARY_LAG_S)
        return replace(turn, clock=shown, opponent=other, overhead=replace(turn.overhead, mean_s=mean_s))

    def kept_for_lag_s(self, turn: Turn) -> float:
        """Return the time reserved for the lag of later turns; never the whole clock.

        Where few seconds are shared by the moves to go, that is all that no turn may touch: planned with, it
        would be missing from the last ones.
        """
        clock, overhead = turn.clock, turn.overhead
        remaining_s = clock.remaining_s
        if not 0 < remaining_s < math.inf:
            return 0.0
        untouched_s = 0.0
        if clock.moves_to_go is not None and not clock.free_s:
            untouched_s = overhead.usual_s + self.floor_s
            if untouched_s < self.missed_share * remaining_s / clock.moves_to_go:
                untouched_s = 0.0
        spell_s = 0.0
        if overhead.recurring_s > overhead.usual_s:
            brought_s = clock.increment_s + clock.lasting_s
            spell_s = overhead.recurring_s + self.spells_kept * overhead.worst_spell_s(brought_s=brought_s)
        kept_s = max(
            self._turns_to_come(turn) * self._cost_s(turn),
            self.lags_kept * (overhead.mean_s - CUSTOMARY_LAG_S),
            spell_s,
            untouched_s,
        )
        return min(kept_s, self.lag_share * remaining_s)

    def _cost_s(self, turn: Turn) -> float:
        """Return what each later turn costs beyond the customary lag and the time that it brings."""
        clock = turn.clock
        lag_s = turn.overhead.expected_s(self._turns_to_come(turn)) - CUSTOMARY_LAG_S
        brought_s = clock.increment_s + clock.lasting_s
        return max(0.0, lag_s + min(lag_s, self._least_s(turn)) - brought_s)

    def _least_s(self, turn: Turn) -> float:
        return min(self.least_share * turn.clock.bearable_s, self.least_s)

    def _kept_for_unknown_s(self, turn: Turn) -> float:
        """Return the time reserved for a lag that has not been seen yet; none where a period comes again."""
        initial_s = turn.initial_s or 0.0
        if turn.overhead.is_known or turn.clock.lasting_s > 0 or not 0 < initial_s < math.inf:
            return 0.0
        kept_s = min(self.unknown_share * initial_s, self.unknown_s)
        if isinstance(turn.features, ScrabbleFeatures):
            # What was not seen on some turns is the less likely to come on the few that are left.
            turns = self._turns_to_come(turn)
            kept_s *= turns / (turns + turn.overhead.measurements)
        return kept_s

    def guarded(self, turn: Turn, budget: Budget) -> Budget:
        """Return the budget clipped to what the clock can bear; time that is free or comes again is used."""
        bearable_s = self.bearable_s(turn, periods_bought=budget.periods_bought)
        free_s = min(bearable_s, turn.clock.free_s)
        period_s = min(bearable_s, turn.clock.period_s)
        limit = budget.limit.at_most("what the clock can bear", bearable_s)
        target = budget.target
        if budget.quick_exit is None:
            least_s = min(self._least_s(turn), bearable_s)
            limit = limit.at_least("least share", least_s)
            target = target.at_least("least share", least_s)
        limit = limit.at_least("free time", free_s, "lost when not used")
        target = target.at_least("free time", free_s, "lost when not used")
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
        """Return a budget for when even the fallback has none."""
        bearable_s = self.bearable_s(turn)
        return Budget.same_target_and_limit(
            Trail.start("last resort", bearable_s / self._turns_to_come(turn))
        )

    def _turns_to_come(self, turn: Turn) -> float:
        if turn.clock.moves_to_go is not None:
            return turn.clock.moves_to_go
        if isinstance(turn.features, ScrabbleFeatures):
            return turn.features.own_turns()
        if isinstance(turn.features, BoardFeatures) and turn.features.turns_to_come is not None:
            return max(1.0, turn.features.turns_to_come)
        return self.turns_assumed


def _later_lists_s(turn: Turn) -> float:
    """Return the time that later Scrabble turns need to list their moves: much on a slow machine."""
    movegen = turn.calibration.movegen
    if not isinstance(turn.features, ScrabbleFeatures) or not movegen.measurements:
        return 0.0
    return (turn.features.most_own_turns - 1) * max(0.0, movegen.seconds)
