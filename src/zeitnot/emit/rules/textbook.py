"""The textbook manager: a soft limit that the search's behaviour moves, under a fixed hard limit."""

from dataclasses import dataclass, field
from typing import Annotated

from zeitnot.emit.rules.arrays import zeros
from zeitnot.emit.rules.guard import (
    Guard,
    begin_turn,
    end_turn,
    forget_game,
    grant,
    hit,
    own_time_s,
    past_limit,
    see_depth,
    set_score,
    verdict,
)
from zeitnot.emit.rules.turn import Iteration, Turn
from zeitnot.policies import Textbook

POLICY = Textbook()

MOVES_LEFT: float = POLICY.moves_left
SOFT_SHARE: float = POLICY.soft_share
HARD_SHARE: float = POLICY.hard_share
LARGEST_SHARE: float = POLICY.largest_share
MARGIN_S: float = POLICY.margin_s
LEAST_S: float = POLICY.least_s
LOW_S: float = POLICY.low_s
LOW_SOFT_SHARE: float = POLICY.low_soft_share
LOW_HARD_SHARE: float = POLICY.low_hard_share
EMERGENCY_S: float = POLICY.emergency_s
EMERGENCY_INCREMENT_SHARE: float = POLICY.emergency_increment_share
EMERGENCY_HARD_SHARE: float = POLICY.emergency_hard_share
DROP_CP: float = POLICY.drop_cp
DROP_FACTOR: float = POLICY.drop_factor
FREE_CHANGES: int = POLICY.free_changes
CHANGE_FACTOR: float = POLICY.change_factor
STABLE_ITERATIONS: int = POLICY.stable_iterations
STABLE_DEPTH: int = POLICY.stable_depth
STABLE_FACTOR: float = POLICY.stable_factor
EASY_CP: float = POLICY.easy_cp
EASY_FACTOR: float = POLICY.easy_factor
REPEATS: bool = POLICY.repeats
LEAST_FACTOR: float = 1e-6
"""Lower bound of a factor that is applied again and again."""
MOST_FACTOR: float = 1e6
"""Upper bound of a factor that is applied again and again."""
DROP: int = 0
"""The rule about a falling score."""
CHANGES: int = 1
"""The rule about changes of the best move."""
STABLE: int = 2
"""The rule about a stable best move."""
EASY: int = 3
"""The rule about an easy move."""
RULES: int = 4
"""Number of rules."""


@dataclass(slots=True)
class Manager:
    """A time manager: everything that it knows, in one value."""

    guard: Guard = field(default_factory=Guard)
    """Clock, overhead, and the turn under way."""
    soft_s: float = 0.0
    """Soft limit as planned, before its factors."""
    applied: Annotated[list[int], RULES] = zeros(RULES)
    """Rules whose factors apply, in the order in which they came."""
    factors: Annotated[list[float], RULES] = zeros(RULES)
    """Their factors, in the same order."""
    count: int = 0
    """Number of these factors."""
    score_cp: float = 0.0
    """Score of the last depth."""
    best_move: int = 0
    """Best move of the last depth."""
    changes: int = 0
    """Changes of the best move."""
    stable: int = 0
    """Consecutive depths that confirmed the best move."""


def plan(manager: Manager) -> None:
    """Plan the turn: a part of an even share, and less in time trouble."""
    clock_s = manager.guard.clock_s
    increment_s = manager.guard.clock_increment_s
    left_s = max(0.0, clock_s)
    moves = float(manager.guard.turn.moves_to_go) if manager.guard.turn.moves_to_go > 0 else MOVES_LEFT
    base_s = left_s / moves + increment_s
    soft_s = base_s * SOFT_SHARE - MARGIN_S
    hard_s = min(base_s * HARD_SHARE, left_s * LARGEST_SHARE) - MARGIN_S
    if left_s < LOW_S:
        soft_s = min(soft_s, left_s * LOW_SOFT_SHARE)
        hard_s = min(hard_s, left_s * LOW_HARD_SHARE)
    if left_s < EMERGENCY_S:
        soft_s = min(soft_s, increment_s * EMERGENCY_INCREMENT_SHARE)
        hard_s = min(hard_s, left_s * EMERGENCY_HARD_SHARE)
    # The floor comes after the emergency, which would leave nothing without an increment.
    hard_s = min(max(hard_s, LEAST_S), left_s)
    soft_s = min(max(soft_s, LEAST_S), hard_s)
    grant(manager.guard, soft_s, hard_s)
    manager.soft_s = manager.guard.target_s
    manager.count = 0
    manager.changes = 0
    manager.stable = 0


def place_of(manager: Manager, rule: int) -> int:
    """Return the place of a rule among those that apply; -1 if it does not."""
    for place in range(manager.count):
        if manager.applied[place] == rule:
            return place
    return -1


def apply_rule(manager: Manager, rule: int, factor: float) -> None:
    """Apply the factor of a rule once more."""
    place = place_of(manager, rule)
    if place < 0:
        place = manager.count
        manager.applied[place] = rule
        manager.factors[place] = 1.0
        manager.count += 1
    manager.factors[place] = min(max(manager.factors[place] * factor, LEAST_FACTOR), MOST_FACTOR)


def end_rule(manager: Manager, rule: int) -> None:
    """Apply the factor of a rule no longer."""
    first = place_of(manager, rule)
    if first >= 0:
        manager.count -= 1
        for place in range(first, manager.count):
            manager.applied[place] = manager.applied[place + 1]
            manager.factors[place] = manager.factors[place + 1]


def judge(manager: Manager, rule: int, factor: float, now: bool, ends: bool) -> None:
    """Apply the factor of a rule while it holds: once, or again after every depth where factors repeat."""
    if now:
        if REPEATS or place_of(manager, rule) < 0:
            apply_rule(manager, rule, factor)
    elif ends and not REPEATS:
        end_rule(manager, rule)


def follow(manager: Manager, iteration: Iteration) -> None:
    """Apply the four rules to a finished depth."""
    dropped = False
    changed = False
    if manager.guard.seen > 1:
        dropped = iteration.score_cp < manager.score_cp - DROP_CP
        changed = iteration.best_move != manager.best_move
        manager.stable = 0 if changed else manager.stable + 1
        if changed:
            manager.changes += 1
    # Events stay in effect; states of the search may end again.
    judge(manager, DROP, DROP_FACTOR, dropped, False)
    many = changed and manager.changes > FREE_CHANGES
    judge(manager, CHANGES, CHANGE_FACTOR, many, False)
    stable = manager.stable >= STABLE_ITERATIONS and iteration.depth >= STABLE_DEPTH
    judge(manager, STABLE, STABLE_FACTOR, stable, True)
    easy = iteration.has_second and iteration.score_cp > iteration.second_score_cp + EASY_CP
    judge(manager, EASY, EASY_FACTOR, easy, True)
    manager.score_cp = iteration.score_cp
    manager.best_move = iteration.best_move


def moved_target_s(manager: Manager) -> float:
    """Return the soft limit with all factors, within the hard limit."""
    product = 1.0
    for place in range(manager.count):
        product *= manager.factors[place]
    return min(manager.soft_s * product, manager.guard.limit_s)


def new_game(manager: Manager) -> None:
    """Begin a new game; measurements of the connection are kept."""
    forget_game(manager.guard)


def begin(manager: Manager, turn: Turn) -> None:
    """Begin a turn: afterwards `guard.target_s` and `guard.limit_s` say what it may take.

    The time of the turn is counted from here on.
    """
    planned = begin_turn(manager.guard, turn)
    if planned:
        plan(manager)


def iteration(manager: Manager, depth: Iteration) -> bool:
    """Return whether the search stops after a depth that it has finished."""
    own_s = own_time_s(manager.guard, depth.elapsed_s)
    see_depth(manager.guard, depth)
    stops = False
    if manager.guard.planned:
        follow(manager, depth)
        target_s = moved_target_s(manager)
        manager.guard.target_s = target_s
        stops = own_s >= manager.guard.limit_s or (own_s >= target_s and depth.depth >= 1)
    return verdict(manager.guard, own_s, stops)


def should_stop(manager: Manager, elapsed_s: float) -> bool:
    """Return whether the hard limit has passed, for checks inside of a depth; it changes nothing."""
    return past_limit(manager.guard, elapsed_s)


def ponder_hit(manager: Manager, elapsed_s: float) -> bool:
    """Begin the turn proper after pondering, and return whether the search stops at once."""
    return hit(manager.guard, elapsed_s)


def finish(manager: Manager, used_s: float) -> None:
    """End the turn with the time that it took of the own clock; a ponder miss ends it as well."""
    end_turn(manager.guard, used_s)


def correct_score(manager: Manager, score_cp: float) -> None:
    """Set the score of the move played, after `finish`, where a depth that was not finished had found it."""
    set_score(manager.guard, score_cp)
