"""The textbook manager: a soft limit that the search's behaviour moves, under a fixed hard limit."""

from dataclasses import dataclass
from typing import Annotated

from zeitnot.emit.rules.arrays import zeros
from zeitnot.emit.rules.guard import (
    Guard,
    grant,
)
from zeitnot.emit.rules.turn import Iteration
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
class State:
    """What the rules of this policy know of the game and of the turn under way."""

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


def plan(state: State, guard: Guard) -> None:
    """Plan the turn: a part of an even share, and less in time trouble."""
    clock_s = guard.clock_s
    increment_s = guard.clock_increment_s
    left_s = max(0.0, clock_s)
    moves = float(guard.turn.moves_to_go) if guard.turn.moves_to_go > 0 else MOVES_LEFT
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
    grant(guard, soft_s, hard_s)
    state.soft_s = guard.target_s
    state.count = 0
    state.changes = 0
    state.stable = 0


def place_of(state: State, rule: int) -> int:
    """Return the place of a rule among those that apply; -1 if it does not."""
    for place in range(state.count):
        if state.applied[place] == rule:
            return place
    return -1


def apply_rule(state: State, rule: int, factor: float) -> None:
    """Apply the factor of a rule once more."""
    place = place_of(state, rule)
    if place < 0:
        place = state.count
        state.applied[place] = rule
        state.factors[place] = 1.0
        state.count += 1
    state.factors[place] = min(max(state.factors[place] * factor, LEAST_FACTOR), MOST_FACTOR)


def end_rule(state: State, rule: int) -> None:
    """Apply the factor of a rule no longer."""
    first = place_of(state, rule)
    if first >= 0:
        state.count -= 1
        for place in range(first, state.count):
            state.applied[place] = state.applied[place + 1]
            state.factors[place] = state.factors[place + 1]


def judge(state: State, rule: int, factor: float, now: bool, ends: bool) -> None:
    """Apply the factor of a rule while it holds: once, or again after every depth where factors repeat."""
    if now:
        if REPEATS or place_of(state, rule) < 0:
            apply_rule(state, rule, factor)
    elif ends and not REPEATS:
        end_rule(state, rule)


def follow(state: State, guard: Guard, iteration: Iteration) -> None:
    """Apply the four rules to a finished depth."""
    dropped = False
    changed = False
    if guard.seen > 1:
        dropped = iteration.score_cp < state.score_cp - DROP_CP
        changed = iteration.best_move != state.best_move
        state.stable = 0 if changed else state.stable + 1
        if changed:
            state.changes += 1
    # Events stay in effect; states of the search may end again.
    judge(state, DROP, DROP_FACTOR, dropped, False)
    many = changed and state.changes > FREE_CHANGES
    judge(state, CHANGES, CHANGE_FACTOR, many, False)
    stable = state.stable >= STABLE_ITERATIONS and iteration.depth >= STABLE_DEPTH
    judge(state, STABLE, STABLE_FACTOR, stable, True)
    easy = iteration.has_second and iteration.score_cp > iteration.second_score_cp + EASY_CP
    judge(state, EASY, EASY_FACTOR, easy, True)
    state.score_cp = iteration.score_cp
    state.best_move = iteration.best_move


def moved_target_s(state: State, guard: Guard) -> float:
    """Return the soft limit with all factors, within the hard limit."""
    product = 1.0
    for place in range(state.count):
        product *= state.factors[place]
    return min(state.soft_s * product, guard.limit_s)


def wants_to_stop(state: State, guard: Guard, depth: Iteration, own_s: float) -> bool:
    """Return whether a finished depth ends the search, and move the target."""
    follow(state, guard, depth)
    target_s = moved_target_s(state, guard)
    guard.target_s = target_s
    return own_s >= guard.limit_s or (own_s >= target_s and depth.depth >= 1)


def keep(state: State, guard: Guard) -> None:
    """Keep what the next turn needs of a turn that was played: nothing, by these rules."""
