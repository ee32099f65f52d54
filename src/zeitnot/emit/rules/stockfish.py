"""The manager of Stockfish: plans by ply and clock, and moves the target as the search goes."""

import math
from dataclasses import dataclass
from typing import Annotated

from zeitnot.emit.rules.arrays import zeros
from zeitnot.emit.rules.guard import (
    Guard,
    clock_lead,
    grant,
)
from zeitnot.emit.rules.turn import Iteration
from zeitnot.policies import Stockfish

POLICY = Stockfish()

OVERHEAD_S: float = POLICY.overhead_s
PONDERS: bool = POLICY.ponders
PONDER_FACTOR: float = POLICY.ponder_factor
HORIZON_MOVES: float = POLICY.horizon_moves
SHORT_CLOCK_S: float = POLICY.short_clock_s
SHORT_MOVES_PER_S: float = POLICY.short_moves_per_s
SPARE_OVERHEADS: float = POLICY.spare_overheads
GAME_SLOPE: float = POLICY.game_slope
GAME_OFFSET: float = POLICY.game_offset
PLY_BASE: float = POLICY.ply_base
PLY_SHIFT: float = POLICY.ply_shift
PLY_EXPONENT: float = POLICY.ply_exponent
PLY_WEIGHTS: Annotated[list[float], 3] = list(POLICY.ply_weights)
OPTIMUM_SHARE: float = POLICY.optimum_share
MAXIMUM_SCALES: Annotated[list[float], 3] = list(POLICY.maximum_scales)
MAXIMUM_PLIES: float = POLICY.maximum_plies
MAXIMUM_MOST: float = POLICY.maximum_most
STAGE_BASE: float = POLICY.stage_base
STAGE_PLIES: float = POLICY.stage_plies
STAGE_SHARE: float = POLICY.stage_share
STAGE_MAXIMUM: Annotated[list[float], 2] = list(POLICY.stage_maximum)
LARGEST_SHARE: float = POLICY.largest_share
BEHIND_WEIGHT: float = POLICY.behind_weight
FALLING_BASE: float = POLICY.falling_base
FALLING_PREVIOUS: float = POLICY.falling_previous
FALLING_RECENT: float = POLICY.falling_recent
FALLING_RANGE: Annotated[list[float], 2] = list(POLICY.falling_range)
UNITS_PER_CP: float = POLICY.units_per_cp
STABLE_FROM: Annotated[list[float], 2] = list(POLICY.stable_from)
STABLE_TO: Annotated[list[float], 2] = list(POLICY.stable_to)
STABLE_RANGE: Annotated[list[float], 2] = list(POLICY.stable_range)
STABLE_CARRY: Annotated[list[float], 2] = list(POLICY.stable_carry)
FIRST_REDUCTION: float = POLICY.first_reduction
CHANGES_FACTOR: Annotated[list[float], 2] = list(POLICY.changes_factor)
CHANGES_MEMORY: float = POLICY.changes_memory
EFFORT_FROM: Annotated[list[float], 2] = list(POLICY.effort_from)
EFFORT_TO: Annotated[list[float], 2] = list(POLICY.effort_to)
EFFORT_RANGE: Annotated[list[float], 2] = list(POLICY.effort_range)
ONE_MOVE_S: float = POLICY.one_move_s
MATE_MOVES: Annotated[list[int], 2] = list(POLICY.mate_moves)
MOST_FACTOR: float = 1e9
"""Keeps a factor finite."""
MS: float = 0.001
"""A millisecond."""
RECENT: int = 4
"""Scores of depths that are compared with."""


@dataclass(slots=True)
class State:
    """What the rules of this policy know of the game and of the turn under way."""

    has_reduction: bool = False
    """Whether the turn before had a time reduction."""
    reduction: float = 0.0
    """How much the turn before was shortened because its best move was stable."""
    latest_reduction: float = 0.0
    """The same for the turn under way."""
    optimum_s: float = 0.0
    """Target as planned."""
    one_move_s: float = 0.0
    """Longest time of the turn, if it has only one legal move; otherwise infinite."""
    carried: float = 0.0
    """Part of the time saved before that is spent on this turn."""
    recent_cp: Annotated[list[float], RECENT] = zeros(RECENT)
    """Scores of the last depths."""
    changes: float = 0.0
    """Changes of the best move, the older ones counted in part."""
    changed_at: int = 0
    """Depth at which the best move changed last."""
    best_move: int = 0
    """Best move of the last depth."""


def planned_moves(left_s: float, moves_to_go: int) -> float:
    """Return the number of moves planned for."""
    if moves_to_go > 0:
        return min(float(moves_to_go), HORIZON_MOVES)
    if left_s < SHORT_CLOCK_S:
        return math.floor(SHORT_MOVES_PER_S * left_s + 1e-9)
    return HORIZON_MOVES


def game_factor(guard: Guard, left_s: float, overhead_s: float) -> float:
    """Return the factor that depends on the first clock of the game."""
    first_s = left_s
    if guard.has_initial and guard.initial_s > 0.0 and guard.initial_s < math.inf:
        first_s = guard.initial_s
    moves = planned_moves(first_s, 0)
    first_s += guard.clock_increment_s * (moves - 1.0) - overhead_s * (SPARE_OVERHEADS + moves)
    return GAME_SLOPE * math.log10(max(1.0, first_s / MS)) + GAME_OFFSET


def ply_share(ply: float, left_s: float, clock_share: float) -> float:
    """Return the share of the horizon that a turn gets by its ply."""
    power = math.pow(ply + PLY_SHIFT, PLY_EXPONENT)
    weight = min(PLY_WEIGHTS[0] + PLY_WEIGHTS[1] * math.log10(left_s), PLY_WEIGHTS[2])
    return min(PLY_BASE + power * weight, OPTIMUM_SHARE * clock_share)


def maximum_scale(ply: float, left_s: float) -> float:
    """Return the limit in optima."""
    scale = max(MAXIMUM_SCALES[0] + MAXIMUM_SCALES[1] * math.log10(left_s), MAXIMUM_SCALES[2])
    return min(MAXIMUM_MOST, scale + ply / MAXIMUM_PLIES)


def plan(state: State, guard: Guard) -> None:
    """Plan the turn by its ply and its clock."""
    left_s = max(MS, guard.clock_s)
    overhead_s = max(OVERHEAD_S, guard.lag_s)
    to_go = guard.turn.moves_to_go
    moves = planned_moves(left_s, to_go)
    horizon_s = left_s + guard.clock_increment_s * (moves - 1.0)
    horizon_s = max(horizon_s + -overhead_s * (SPARE_OVERHEADS + moves), MS)
    clock_share = left_s / horizon_s
    ply = float(max(0, guard.turn.ply))
    optimum_s = horizon_s
    scale = maximum_scale(ply, left_s)
    if to_go > 0:
        optimum_s *= min((STAGE_BASE + ply / STAGE_PLIES) / moves, STAGE_SHARE * clock_share)
        scale = STAGE_MAXIMUM[0] + STAGE_MAXIMUM[1] * moves
    else:
        optimum_s *= game_factor(guard, left_s, overhead_s)
        optimum_s *= ply_share(ply, left_s, clock_share)
    behind = 1.0 + BEHIND_WEIGHT * min(0.0, clock_lead(guard))
    optimum_s = max(optimum_s * behind, 0.0)
    limit_s = min(optimum_s * scale, LARGEST_SHARE * left_s - overhead_s)
    limit_s = min(max(limit_s, optimum_s), max(0.0, guard.clock_s))
    if PONDERS:
        optimum_s *= PONDER_FACTOR
    grant(guard, min(optimum_s, limit_s), limit_s)
    watch(state, guard)


def watch(state: State, guard: Guard) -> None:
    """Make ready for the depths of a turn."""
    one_move = guard.turn.has_features and guard.turn.legal_moves == 1
    known = guard.has_last and state.has_reduction
    reduction = state.reduction if known else FIRST_REDUCTION
    previous_cp = guard.score_cp if has_previous(state, guard) else 0.0
    state.optimum_s = guard.target_s
    state.one_move_s = ONE_MOVE_S if one_move else math.inf
    state.carried = (STABLE_CARRY[0] + reduction) / STABLE_CARRY[1]
    # The first depth is compared with the previous score, or with 0 on the first turn of a game.
    for place in range(RECENT):
        state.recent_cp[place] = previous_cp
    state.changes = 0.0
    state.changed_at = 0


def has_previous(state: State, guard: Guard) -> bool:
    """Return whether the turn before had a score."""
    return guard.has_last and guard.has_score


def falling(state: State, guard: Guard, score_cp: float) -> float:
    """Return the factor for a falling score."""
    place = guard.seen - 1 - (guard.seen - 1) // RECENT * RECENT
    recent_cp = state.recent_cp[place]
    state.recent_cp[place] = score_cp
    if not has_previous(state, guard):
        return FALLING_RANGE[1]
    lost = FALLING_PREVIOUS * (guard.score_cp - score_cp)
    lost += FALLING_RECENT * (recent_cp - score_cp)
    factor = (FALLING_BASE + lost * UNITS_PER_CP) / 100.0
    return min(max(factor, FALLING_RANGE[0]), FALLING_RANGE[1])


def count_changes(state: State, guard: Guard, iteration: Iteration) -> None:
    """Count changes of the best move; a change counts less with every depth that follows it."""
    first = guard.seen == 1
    changes = iteration.best_move_changes
    if first or iteration.best_move != state.best_move:
        if not first and changes == 0.0:
            # The search does not count inside its iterations.
            changes = 1.0
        state.best_move = iteration.best_move
        state.changed_at = iteration.depth
    state.changes = state.changes * CHANGES_MEMORY + changes


def on_line(x: float, start: list[float], end: list[float], clamp: list[float]) -> float:
    """Return the value of a line through two points, clamped."""
    slope = (end[1] - start[1]) / (end[0] - start[0])
    return min(max(start[1] + (x - start[0]) * slope, clamp[0]), clamp[1])


def mate_decides(iteration: Iteration) -> bool:
    """Return whether a mate ends the search."""
    if iteration.mate_in == 0:
        return False
    return iteration.mate_in <= MATE_MOVES[0] and iteration.mate_in >= -MATE_MOVES[1]


def moved_target_s(state: State, guard: Guard, iteration: Iteration) -> float:
    """Return the target after a finished depth: four factors on the optimum."""
    score_factor = falling(state, guard, iteration.score_cp)
    count_changes(state, guard, iteration)
    instability = CHANGES_FACTOR[0] + CHANGES_FACTOR[1] * state.changes
    depths = float(iteration.depth - state.changed_at)
    reduction = on_line(depths, STABLE_FROM, STABLE_TO, STABLE_RANGE)
    state.latest_reduction = reduction
    stability = min(state.carried / reduction, MOST_FACTOR)
    effort = 1.0
    if iteration.has_share:
        effort = on_line(iteration.best_move_share, EFFORT_FROM, EFFORT_TO, EFFORT_RANGE)
    factor_s = state.optimum_s * score_factor * stability * instability * effort
    return min(factor_s, guard.limit_s)


def wants_to_stop(state: State, guard: Guard, depth: Iteration, own_s: float) -> bool:
    """Return whether a finished depth ends the search, and move the target."""
    target_s = moved_target_s(state, guard, depth)
    guard.target_s = min(target_s, state.one_move_s)
    return mate_decides(depth) or own_s > target_s or own_s > state.one_move_s


def keep(state: State, guard: Guard) -> None:
    """Keep what the next turn needs of a turn that was played: how much it was shortened."""
    state.has_reduction = guard.planned and guard.seen > 0
    state.reduction = state.latest_reduction
