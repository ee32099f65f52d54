"""The guard of emitted managers: clocks, measured overhead, and what a turn may take at most.

The same rules as `zeitnot.turns` has, for clocks as UCI describes them.
"""

import math
from dataclasses import dataclass, field, replace

from zeitnot.emit.rules.overhead import (
    CUSTOMARY_S,
    WINDOW,
    Overhead,
    expected_lag_s,
    learn_overhead,
    usual_lag_s,
    worst_spell_s,
)
from zeitnot.emit.rules.turn import Iteration, Turn
from zeitnot.turns import Safety

SAFETY = Safety()

FLOOR_S: float = SAFETY.floor_s
GUARD_LARGEST_SHARE: float = SAFETY.largest_share
TURNS_ASSUMED: float = SAFETY.turns_assumed
SPIKE_SHARE: float = SAFETY.spike_share
LAG_SHARE: float = SAFETY.lag_share
LAGS_KEPT: float = SAFETY.lags_kept
MISSED_SHARE: float = SAFETY.missed_share
UNKNOWN_SHARE: float = SAFETY.unknown_share
UNKNOWN_S: float = SAFETY.unknown_s
SPELLS_KEPT: float = SAFETY.spells_kept
GUARD_LEAST_SHARE: float = SAFETY.least_share
GUARD_LEAST_S: float = SAFETY.least_s
PLIES_PER_TURN: int = 2
"""Half-moves from one own turn to the next."""


@dataclass(slots=True)
class Guard:
    """What is known about the connection, the game and the turn under way."""

    overhead: Overhead = field(default_factory=Overhead)
    """Measured overhead."""
    has_initial: bool = False
    """Whether the first clock of the game is known."""
    initial_s: float = 0.0
    """The own clock when the game began."""
    has_last: bool = False
    """Whether a turn of this game has been finished."""
    last_learned: bool = False
    """Whether the overhead of that turn has been measured."""
    last_clock_s: float = 0.0
    """Clock before that turn, with its increment."""
    last_ply: int = 0
    """Ply of that turn."""
    last_used_s: float = 0.0
    """Time that the turn used."""
    last_late_s: float = 0.0
    """Time that it used beyond its limit."""
    has_score: bool = False
    """Whether that turn had a score."""
    score_cp: float = 0.0
    """Score at the end of that turn."""
    turn: Turn = field(default_factory=Turn)
    """The turn under way, its clock made valid."""
    clock_s: float = 0.0
    """Own clock that is planned with: without the reserve for the lag of later turns."""
    clock_increment_s: float = 0.0
    """Increment that is planned with."""
    other_s: float = 0.0
    """Opponent's clock that is planned with."""
    lag_s: float = 0.0
    """Overhead that is planned with."""
    planned: bool = False
    """Whether the clock alone decides about this turn."""
    target_s: float = 0.0
    """Soft target of the turn."""
    limit_s: float = 0.0
    """Hard limit of the turn."""
    pondering: bool = False
    """Whether the opponent's clock runs."""
    pondered_s: float = 0.0
    """Part of the pondering that does not count: what was beyond the target."""
    ripe: bool = False
    """Whether the search would have been stopped while pondering."""
    seen: int = 0
    """Depths finished in this turn."""
    latest_cp: float = 0.0
    """Score of the last of them."""


def bearable_clock_s(guard: Guard) -> float:
    """Return the time on the own clock; 0 past its end."""
    return guard.turn.remaining_s if guard.turn.remaining_s > 0.0 else 0.0


def turns_to_come(guard: Guard) -> float:
    """Return the own turns that share the clock."""
    return float(guard.turn.moves_to_go) if guard.turn.moves_to_go > 0 else TURNS_ASSUMED


def least_turn_s(guard: Guard) -> float:
    """Return the least time of a turn that is searched."""
    return min(GUARD_LEAST_SHARE * bearable_clock_s(guard), GUARD_LEAST_S)


def later_cost_s(guard: Guard) -> float:
    """Return what each later turn costs beyond the customary lag and the time that it brings."""
    lag_s = expected_lag_s(guard.overhead, turns_to_come(guard)) - CUSTOMARY_S
    return max(0.0, lag_s + min(lag_s, least_turn_s(guard)) - guard.turn.increment_s)


def kept_for_unknown_s(guard: Guard) -> float:
    """Return the time reserved for a lag that has not been seen yet."""
    if guard.overhead.measurements >= WINDOW or not guard.has_initial:
        return 0.0
    if guard.initial_s <= 0.0 or math.isinf(guard.initial_s):
        return 0.0
    return min(UNKNOWN_SHARE * guard.initial_s, UNKNOWN_S)


def bearable_s(guard: Guard) -> float:
    """Return the longest that this turn may take: never a future increment, never the overhead."""
    clock_s = bearable_clock_s(guard)
    # A single bad turn is not worth more than half of a short clock, a recurring one is worth most of it,
    # and the usual overhead is reserved in full. The last turn of a stage reserves most for both.
    worst_share = LAG_SHARE if guard.turn.moves_to_go == 1 else SPIKE_SHARE
    kept_s = max(
        min(guard.overhead.worst_s, worst_share * clock_s),
        min(guard.overhead.recurring_s, LAG_SHARE * clock_s),
    )
    kept_s = max(kept_s, usual_lag_s(guard.overhead))
    kept_s = max(kept_s, min(kept_for_unknown_s(guard), LAG_SHARE * clock_s))
    left_s = clock_s - kept_s - FLOOR_S
    # Later turns lose time as well; this one still gets half of an even share of what is left.
    turns = turns_to_come(guard)
    later_s = (turns - 1.0) * later_cost_s(guard)
    granted_s = max(left_s - later_s, left_s / (2.0 * turns))
    granted_s = max(granted_s, min(left_s, least_turn_s(guard)))
    return max(0.0, min(GUARD_LARGEST_SHARE * clock_s, granted_s))


def kept_for_lag_s(guard: Guard) -> float:
    """Return the time reserved for the lag of later turns; never the whole clock."""
    remaining_s = guard.turn.remaining_s
    if remaining_s <= 0.0 or math.isinf(remaining_s):
        return 0.0
    spell_s = 0.0
    if guard.overhead.recurring_s > usual_lag_s(guard.overhead):
        spell_s = guard.overhead.recurring_s + SPELLS_KEPT * worst_spell_s(
            guard.overhead, guard.turn.increment_s
        )
    kept_s = max(
        turns_to_come(guard) * later_cost_s(guard), LAGS_KEPT * (guard.overhead.mean_s - CUSTOMARY_S)
    )
    if guard.turn.moves_to_go > 0:
        untouched_s = usual_lag_s(guard.overhead) + FLOOR_S
        if untouched_s >= MISSED_SHARE * remaining_s / float(guard.turn.moves_to_go):
            kept_s = max(kept_s, untouched_s)
    return min(max(kept_s, spell_s), LAG_SHARE * remaining_s)


def take_turn(guard: Guard, turn: Turn) -> None:
    """Begin a turn: make its clock valid, and measure the overhead of the turn before."""
    if guard.has_last and turn.ply <= guard.last_ply:
        forget_game(guard)
    guard.turn = replace(turn)
    if not turn.has_clock:
        guard.turn.remaining_s = math.inf
        guard.turn.increment_s = 0.0
        guard.turn.moves_to_go = 0
    elif not turn.remaining_s > -math.inf:
        guard.turn.remaining_s = 0.0
    if not turn.opponent_s > -math.inf:
        guard.turn.opponent_s = 0.0
    if not turn.increment_s >= 0.0 or math.isinf(turn.increment_s):
        guard.turn.increment_s = 0.0
    if guard.has_last and not guard.last_learned:
        guard.last_learned = True
        if turn.ply == guard.last_ply + PLIES_PER_TURN:
            charged_s = guard.last_clock_s - guard.turn.remaining_s
            learn_overhead(guard.overhead, charged_s - guard.last_used_s + guard.last_late_s)
    if turn.has_clock and not guard.has_initial:
        guard.has_initial = True
        guard.initial_s = guard.turn.remaining_s


def begin_turn(guard: Guard, turn: Turn) -> bool:
    """Begin a turn, and return whether the clock alone decides about it; otherwise its limit is set."""
    take_turn(guard, turn)
    guard.pondering = turn.ponder
    guard.pondered_s = 0.0
    guard.ripe = False
    guard.seen = 0
    guard.planned = not turn.infinite and not turn.has_move_time and guard.turn.remaining_s < math.inf
    if not guard.planned:
        guard.limit_s = math.inf
        if turn.has_move_time:
            guard.limit_s = min(turn.move_time_s, bearable_s(guard))
        guard.target_s = guard.limit_s
        return False
    # Lag beyond the customary one comes off the increment first; the rest comes off both clocks, so that
    # they stay comparable.
    kept_s = kept_for_lag_s(guard)
    guard.clock_s = guard.turn.remaining_s - kept_s
    guard.clock_increment_s = max(0.0, guard.turn.increment_s - max(0.0, guard.overhead.mean_s - CUSTOMARY_S))
    guard.other_s = guard.turn.opponent_s - kept_s
    guard.lag_s = min(guard.overhead.mean_s, CUSTOMARY_S)
    return True


def clock_lead(guard: Guard) -> float:
    """Return the time ahead of the opponent, as a share of both clocks; 0 if that is unknown."""
    if not guard.turn.has_opponent or guard.turn.moves_to_go == 1 or math.isinf(guard.other_s):
        return 0.0
    own_s = max(0.001, guard.clock_s)
    other_s = max(0.0, guard.other_s)
    return (own_s - other_s) / (0.001 + own_s + other_s)


def grant(guard: Guard, target_s: float, limit_s: float) -> None:
    """Set what the turn may take, clipped to what the clock can bear."""
    most_s = bearable_s(guard)
    least_s = min(least_turn_s(guard), most_s)
    guard.limit_s = max(min(limit_s, most_s), least_s)
    guard.target_s = min(max(target_s, least_s), guard.limit_s)


def own_time_s(guard: Guard, elapsed_s: float) -> float:
    """Return the time that counts: while pondering, it stops at the target."""
    if guard.pondering:
        return max(0.0, min(elapsed_s, guard.target_s))
    return max(0.0, elapsed_s - guard.pondered_s) if guard.pondered_s > 0.0 else elapsed_s


def see_depth(guard: Guard, iteration: Iteration) -> None:
    """Remember a finished depth."""
    guard.seen += 1
    guard.latest_cp = iteration.score_cp


def verdict(guard: Guard, own_s: float, wants_to_stop: bool) -> bool:
    """Return whether the search stops: nothing stops it while pondering, and the limit always does."""
    if guard.pondering:
        guard.ripe = wants_to_stop
        return False
    return wants_to_stop or own_s >= guard.limit_s


def past_limit(guard: Guard, elapsed_s: float) -> bool:
    """Return whether the hard limit has passed."""
    return not guard.pondering and own_time_s(guard, elapsed_s) >= guard.limit_s


def hit(guard: Guard, elapsed_s: float) -> bool:
    """End pondering, and return whether the search stops at once; pondering counts up to the target."""
    if not guard.pondering:
        return False
    guard.pondering = False
    guard.pondered_s = elapsed_s - min(elapsed_s, guard.target_s)
    return guard.ripe


def end_turn(guard: Guard, used_s: float) -> bool:
    """End a turn, and return whether it was played: one that ends while pondering was not."""
    if guard.pondering:
        return False
    guard.has_last = True
    guard.last_learned = False
    guard.last_clock_s = guard.turn.remaining_s + guard.turn.increment_s
    guard.last_ply = guard.turn.ply
    guard.last_used_s = used_s
    guard.last_late_s = max(0.0, used_s - guard.limit_s)
    guard.has_score = guard.seen > 0
    guard.score_cp = guard.latest_cp
    return True


def set_score(guard: Guard, score_cp: float) -> None:
    """Set the score at the end of the last turn."""
    guard.has_score = True
    guard.score_cp = score_cp


def forget_game(guard: Guard) -> None:
    """Begin a new game; measurements of the connection are kept."""
    guard.has_last = False
    guard.has_initial = False
    guard.has_score = False
