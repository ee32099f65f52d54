"""The guard of emitted managers: clocks, measured overhead, and what a turn may take at most.

The same rules as `zeitnot.turns` has, for clocks as UCI describes them.
"""

import math
from dataclasses import dataclass, field, replace
from typing import Annotated

from zeitnot.emit.rules.arrays import zeros
from zeitnot.turns import CUSTOMARY_LAG_S, Overhead, Safety

SAFETY = Safety()
OVERHEAD = Overhead()

CUSTOMARY_S: float = CUSTOMARY_LAG_S
"""Lag that the rules of planning already allow for: the usual Move Overhead of chess engines."""
FLOOR_S: float = SAFETY.floor_s
GUARD_LARGEST_SHARE: float = SAFETY.largest_share
TURNS_ASSUMED: float = SAFETY.turns_assumed
SPIKE_SHARE: float = SAFETY.spike_share
LAG_SHARE: float = SAFETY.lag_share
LAGS_KEPT: float = SAFETY.lags_kept
UNKNOWN_SHARE: float = SAFETY.unknown_share
UNKNOWN_S: float = SAFETY.unknown_s
SPELLS_KEPT: float = SAFETY.spells_kept
GUARD_LEAST_SHARE: float = SAFETY.least_share
GUARD_LEAST_S: float = SAFETY.least_s
FIRST_MEAN_S: float = OVERHEAD.mean_s
"""Overhead that is planned with until something is measured."""
FIRST_WORST_S: float = OVERHEAD.worst_s
WINDOW: int = OVERHEAD.window
MEAN_WINDOW: int = OVERHEAD.mean_window
MARGIN: float = OVERHEAD.margin
FORGETTING: float = OVERHEAD.forgetting
OUTAGE_S: float = OVERHEAD.outage_s
STRETCH: int = 4
"""Turns that are compared with as many before them to see whether the lag grows."""
RISE_WINDOW: int = 12
"""Turns in which a growing lag shows: three stretches."""
PLIES_PER_TURN: int = 2
"""Half-moves from one own turn to the next."""


@dataclass(slots=True)
class Turn:
    """A turn as it begins: the words after UCI's `go`, and features of the position.

    Fields that are not known stay zero.
    """

    has_clock: bool = False
    """Whether the own clock is known."""
    remaining_s: float = 0.0
    """Time on the own clock; it may be zero or negative."""
    increment_s: float = 0.0
    """Time added after the move."""
    moves_to_go: int = 0
    """Moves before more time is added; 0 if the rules do not say."""
    has_opponent: bool = False
    """Whether the opponent's clock is known."""
    opponent_s: float = 0.0
    """Time on the opponent's clock."""
    has_move_time: bool = False
    """Whether the time to think is given, as by `go movetime`."""
    move_time_s: float = 0.0
    """Time to think."""
    infinite: bool = False
    """Whether to think until stopped, as by `go infinite`."""
    ponder: bool = False
    """Whether to think on the opponent's time, as by `go ponder`; `ponder_hit` ends that."""
    ply: int = 0
    """Half-moves played in the game; a ply that does not rise begins a new game."""
    has_features: bool = False
    """Whether the features of the position, below, are known."""
    move_number: int = 0
    """Full-move number, from 1."""
    legal_moves: int = 0
    """Legal moves of the side to move."""
    pieces: int = 0
    """Pieces of both colours, including kings and pawns."""
    captures: int = 0
    """Legal captures."""
    checks: int = 0
    """Legal moves that give check."""
    in_check: bool = False
    """Whether the side to move is in check."""


@dataclass(slots=True)
class Iteration:
    """A depth that iterative deepening has finished."""

    elapsed_s: float = 0.0
    """Time since the turn began."""
    depth: int = 0
    """The depth just finished."""
    score_cp: float = 0.0
    """Score in centipawns for the side to move; for a mate in n moves 100,000 - n, or -100,000 + n."""
    mate_in: int = 0
    """Moves to mate, negative when being mated; 0 if there is no mate."""
    best_move: int = 0
    """The best move, as any number that differs from move to move."""
    nodes: int = 0
    """Nodes visited since the turn began."""
    best_move_changes: float = 0.0
    """Changes of the best move inside this iteration; 0 if they are not counted."""
    fail_highs: int = 0
    """Aspiration windows of this iteration that failed high."""
    fail_lows: int = 0
    """Aspiration windows of this iteration that failed low."""
    has_share: bool = False
    """Whether the best move's share of the nodes is known."""
    best_move_share: float = 0.0
    """Share of the root's nodes spent on the best move, 0 to 1."""
    has_second: bool = False
    """Whether the score of the second-best move is known."""
    second_score_cp: float = 0.0
    """Score of the second-best move, or a bound that shows how far it is behind."""


@dataclass(slots=True)
class Guard:
    """What is known about the connection, the game and the turn under way."""

    mean_s: float = FIRST_MEAN_S
    """Mean overhead of the last turns, with the largest one reduced to the second largest."""
    rough_s: float = 0.0
    """Mean of the worse half of all recent overheads."""
    rising_s: float = 0.0
    """How much the overhead grows with every turn; 0 unless it has been growing steadily."""
    recurring_s: float = 0.0
    """Overhead that was reached twice recently and may come again."""
    worst_s: float = FIRST_WORST_S
    """Worst case of the overhead."""
    measurements: int = 0
    """Overheads measured."""
    recent_s: Annotated[list[float], WINDOW] = zeros(WINDOW)
    """Latest overheads, oldest first, after the first guess while it is as recent."""
    recent: int = 0
    """Number of latest overheads."""
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


def expected_lag_s(guard: Guard, turns: float) -> float:
    """Return the mean overhead expected on the next turns."""
    return max(guard.mean_s + guard.rising_s * (float(MEAN_WINDOW) + turns) / 2.0, guard.rough_s)


def usual_lag_s(guard: Guard) -> float:
    """Return the overhead that any turn may have."""
    return max(FIRST_WORST_S, MARGIN * guard.mean_s)


def worst_spell_s(guard: Guard, brought_s: float) -> float:
    """Return the most that consecutive recent turns lost beyond the mean, when each brings some time."""
    usual_s = max(guard.mean_s, CUSTOMARY_S + brought_s)
    if guard.recurring_s <= usual_s:
        return 0.0
    spell_s = 0.0
    worst_s = 0.0
    for place in range(guard.recent):
        lag_s = min(guard.recent_s[place], guard.recurring_s)
        spell_s = max(0.0, spell_s + lag_s - usual_s)
        worst_s = max(worst_s, spell_s)
    return worst_s


def sort_lags(lags_s: list[float], count: int) -> None:
    """Sort the first of these lags, the smallest first."""
    for place in range(1, count):
        lag_s = lags_s[place]
        to = place
        while to > 0 and lags_s[to - 1] > lag_s:
            lags_s[to] = lags_s[to - 1]
            to -= 1
        lags_s[to] = lag_s


def mean_of_sorted(lags_s: list[float], first: int, count: int) -> float:
    """Return the mean of two or more sorted lags, with the largest one reduced to the second largest."""
    total_s = 0.0
    for place in range(first, first + count - 2):
        total_s += lags_s[place]
    second_s = lags_s[first + count - 2]
    return (total_s + second_s + second_s) / float(count)


def rise_s(lags_s: list[float], first: int) -> float:
    """Return the growth for each turn if three stretches from here on lie one above the other, or 0."""
    first_s = 0.0
    third_s = 0.0
    most_first_s = lags_s[first]
    least_second_s = lags_s[first + STRETCH]
    most_second_s = lags_s[first + STRETCH]
    least_third_s = lags_s[first + 2 * STRETCH]
    for place in range(STRETCH):
        second_s = lags_s[first + STRETCH + place]
        first_s += lags_s[first + place]
        third_s += lags_s[first + 2 * STRETCH + place]
        most_first_s = max(most_first_s, lags_s[first + place])
        least_second_s = min(least_second_s, second_s)
        most_second_s = max(most_second_s, second_s)
        least_third_s = min(least_third_s, lags_s[first + 2 * STRETCH + place])
    if most_first_s >= least_second_s or most_second_s >= least_third_s:
        return 0.0
    return (third_s - first_s) / float(2 * STRETCH * STRETCH)


def add_recent(guard: Guard, overhead_s: float) -> None:
    """Add an overhead to the latest ones."""
    if guard.recent == 0:
        guard.recent_s[0] = guard.mean_s
        guard.recent = 1
    if guard.recent == WINDOW:
        for place in range(WINDOW - 1):
            guard.recent_s[place] = guard.recent_s[place + 1]
        guard.recent = WINDOW - 1
    guard.recent_s[guard.recent] = overhead_s
    guard.recent += 1


def learn_overhead(guard: Guard, overhead_s: float) -> None:
    """Learn from the overhead of one turn; a negative or infinite one is ignored.

    A single bad turn is not a pattern: it raises the worst case, which the hard limit leaves room for, and
    changes nothing that is planned with.
    """
    if not math.isfinite(overhead_s) or overhead_s < 0.0:
        return
    add_recent(guard, overhead_s)
    lags_s: Annotated[list[float], WINDOW] = [0.0] * WINDOW
    latest = min(guard.recent, MEAN_WINDOW)
    for place in range(latest):
        lags_s[place] = guard.recent_s[guard.recent - latest + place]
    sort_lags(lags_s, latest)
    mean_s = mean_of_sorted(lags_s, 0, latest)
    for place in range(guard.recent):
        lags_s[place] = guard.recent_s[place]
    sort_lags(lags_s, guard.recent)
    half = (guard.recent - 1) // 2
    guard.rough_s = mean_of_sorted(lags_s, half, guard.recent - half)
    guard.rising_s = 0.0
    if guard.recent >= RISE_WINDOW:
        guard.rising_s = rise_s(guard.recent_s, guard.recent - RISE_WINDOW)
    recurring_s = lags_s[guard.recent - 2]
    counted_s = overhead_s
    # The first turn that lost far more than a working connection does is an outage, and ignored.
    if overhead_s > max(OUTAGE_S, guard.worst_s) and overhead_s > MARGIN * recurring_s:
        counted_s = recurring_s
    elif guard.measurements == 0:
        # A single measurement cannot be told from a pattern.
        recurring_s = overhead_s
    worst_s = max(MARGIN * counted_s, FORGETTING * guard.worst_s)
    guard.worst_s = max(max(worst_s, FIRST_WORST_S), mean_s)
    guard.mean_s = mean_s
    guard.recurring_s = recurring_s
    guard.measurements += 1


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
    lag_s = expected_lag_s(guard, turns_to_come(guard)) - CUSTOMARY_S
    return max(0.0, lag_s + min(lag_s, least_turn_s(guard)) - guard.turn.increment_s)


def kept_for_unknown_s(guard: Guard) -> float:
    """Return the time reserved for a lag that has not been seen yet."""
    if guard.measurements >= WINDOW or not guard.has_initial:
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
        min(guard.worst_s, worst_share * clock_s), min(guard.recurring_s, LAG_SHARE * clock_s)
    )
    kept_s = max(kept_s, usual_lag_s(guard))
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
    if guard.recurring_s > usual_lag_s(guard):
        spell_s = guard.recurring_s + SPELLS_KEPT * worst_spell_s(guard, guard.turn.increment_s)
    kept_s = max(
        turns_to_come(guard) * later_cost_s(guard), LAGS_KEPT * (guard.mean_s - CUSTOMARY_S)
    )
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
            learn_overhead(guard, charged_s - guard.last_used_s + guard.last_late_s)
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
    guard.clock_increment_s = max(
        0.0, guard.turn.increment_s - max(0.0, guard.mean_s - CUSTOMARY_S)
    )
    guard.other_s = guard.turn.opponent_s - kept_s
    guard.lag_s = min(guard.mean_s, CUSTOMARY_S)
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


def forget_game(guard: Guard) -> None:
    """Begin a new game; measurements of the connection are kept."""
    guard.has_last = False
    guard.has_initial = False
    guard.has_score = False
