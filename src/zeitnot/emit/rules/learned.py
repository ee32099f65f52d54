"""The learned manager: a search stops when a second gains less than a second costs.

The price is one number for all turns left, chosen on every turn so that they use up the clock. What a second
gains is estimated by a small network from the depths finished so far.
"""

import math
from dataclasses import dataclass, field
from typing import Annotated

from zeitnot.emit.rules.deepening import (
    Deepening,
    follow,
    mate_decides,
    set_score_input,
    set_search_inputs,
    set_turn_inputs,
)
from zeitnot.emit.rules.guard import (
    Guard,
    clock_lead,
    grant,
)
from zeitnot.emit.rules.network import INPUTS, expected_loss
from zeitnot.emit.rules.turn import Iteration
from zeitnot.models import PackageModels
from zeitnot.policies import Learned

POLICY = Learned(chess_values="general", chess_model="general").with_models(PackageModels())
VALUES = POLICY.chess
WORK_LIMITS = (1e-6, 1e15)

PRICE_FACTOR: float = POLICY.price_factor
INCREMENT_SHARE: float = POLICY.increment_share
LIMIT_FACTOR: float = POLICY.limit_factor
LARGEST_SHARE: float = POLICY.largest_share
EVEN_SHARES: float = POLICY.even_shares
COURSE_WEIGHT: float = POLICY.course_weight
COURSE_LEAST: float = POLICY.course_least
COURSE_MOST: float = POLICY.course_most
BEHIND_WEIGHT: float = POLICY.behind_weight
RESERVE_S: float = POLICY.reserve_s
SUDDEN_DEATH_TURNS: float = POLICY.sudden_death_turns
MINIMUM_DEPTH: int = POLICY.minimum_depth
ONE_MOVE_S: float = POLICY.one_move_s
LEAST_BANK_S: float = 1e-4
"""Least time that a price is computed for."""
MOST_BANK_S: float = 1e9
"""Most time that a price is computed for."""
SHORTEST_S: float = 1e-6
"""Shortest time that anything is divided by."""
LEAST_WORK_PER_S: float = WORK_LIMITS[0]
"""Least units of work in a second."""
MOST_WORK_PER_S: float = WORK_LIMITS[1]
"""Most units of work in a second."""
DECAY: float = VALUES.decay
"""Exponent of the loss over time: a second gains the loss times this, divided by the seconds used."""
CHANGE_WEIGHT: float = VALUES.change_weight
"""Part of the gain that each recent change of the best move adds."""
PRICE_SCALE: float = VALUES.price_scale
"""Factor on the price in whole games: below 1 more time is used early."""
USUAL_WORK: float = VALUES.usual_work or 0.0
"""Units of work of a usual turn, which is an even share of the clock."""
LENGTH_EMPTY: float = VALUES.game_end.empty if VALUES.game_end else 0.0
"""How an empty board changes the logarithm of the turns to come."""
LENGTH_DECIDED: float = VALUES.game_end.decided if VALUES.game_end else 0.0
"""The same for a score of ten pawns for either side."""
LENGTH_LEVEL: float = VALUES.game_end.level if VALUES.game_end else 0.0
"""The same for a score of 0."""
MOST_LENGTH_CHANGE: float = 3.0
"""Bound of that logarithm."""
PHASES: int = len(VALUES.phases)
"""Phases of a game."""
PHASE_UNTIL: Annotated[list[float], PHASES] = [phase.until for phase in VALUES.phases]
"""Moves played at the end of each phase."""
PHASE_TURNS: Annotated[list[float], PHASES] = [phase.turns for phase in VALUES.phases]
"""Mean number of own turns in each phase, in games that reach it."""
PHASE_GOES_ON: Annotated[list[float], PHASES] = [phase.goes_on for phase in VALUES.phases]
"""Probability that a game in each phase reaches the next one."""
PRICE_COUNT: int = len(VALUES.prices)
"""Prices in the table."""
PRICES: Annotated[list[float], PRICE_COUNT] = list(VALUES.prices)
"""Prices of a unit of work, rising."""
WORK_COUNT: int = PHASES * PRICE_COUNT
"""Entries of the table of work."""
WORK_USED: Annotated[list[float], WORK_COUNT] = [work for phase in VALUES.phases for work in phase.work_used]
"""Mean work of a turn that stops at each price, phase by phase."""


@dataclass(slots=True)
class State:
    """What the rules of this policy know of the game and of the turn under way."""

    has_usage: bool = False
    """Whether the turn before was planned by the price."""
    usage_ratio: float = 1.0
    """Time that turns of this game use, relative to the average of such turns."""
    usual_s: float = 0.0
    """Time that the turn before was expected to use, given that ratio."""
    planned_ratio: float = 1.0
    """That ratio at the turn under way."""
    planned_s: float = 0.0
    """Time that the turn under way is expected to use."""
    price_per_s: float = 0.0
    """Price of a second."""
    share_s: float = 0.0
    """Time of a usual turn of this game."""
    deepening: Deepening = field(default_factory=Deepening)
    """The depths of the turn under way."""
    expected_loss: float = 0.0
    """Expected score lost by stopping after the last depth."""


def expected_turns(guard: Guard, turns: list[float]) -> None:
    """Set the expected number of own turns in each phase, including the current one."""
    progress = float(max(0, guard.turn.ply)) / 2.0
    if guard.turn.has_features:
        progress = float(max(0, guard.turn.move_number - 1))
    now = 0
    while now < PHASES - 1 and PHASE_UNTIL[now] <= progress:
        now += 1
    began = PHASE_UNTIL[now - 1] if now > 0 else 0.0
    reached = 1.0
    for phase in range(PHASES):
        turns[phase] = 0.0
        if phase >= now:
            left = 1.0
            if phase == now and PHASE_UNTIL[phase] < math.inf:
                left = (PHASE_UNTIL[phase] - progress) / (PHASE_UNTIL[phase] - began)
            expected = PHASE_TURNS[phase] * left
            turns[phase] = reached * (max(1.0, expected) if phase == now else expected)
            reached *= math.pow(PHASE_GOES_ON[phase], left)


def length_ratio(guard: Guard) -> float:
    """Return the turns to come, relative to all games of this length: by the pieces and the last score."""
    if not guard.has_last or not guard.has_score or not guard.turn.has_features:
        return 1.0
    size_cp = math.fabs(guard.score_cp)
    gone = float(max(0, 32 - guard.turn.pieces)) / 32.0
    decided = gone * min(size_cp, 1000.0) / 1000.0
    level = gone * math.exp(-size_cp / 25.0)
    change = LENGTH_EMPTY * gone + LENGTH_DECIDED * decided + LENGTH_LEVEL * level
    return math.exp(min(MOST_LENGTH_CHANGE, max(-MOST_LENGTH_CHANGE, change)))


def sum_of(numbers: list[float]) -> float:
    """Return the sum over all phases."""
    total = 0.0
    for phase in range(PHASES):
        total += numbers[phase]
    return total


def set_turns(guard: Guard, turns: list[float]) -> None:
    """Set the number of own turns to come in each phase; moves to go are the total where they are known."""
    expected_turns(guard, turns)
    ratio = length_ratio(guard)
    if ratio != 1.0:
        ratio = max(ratio, 1.0 / sum_of(turns))
        for phase in range(PHASES):
            turns[phase] *= ratio
    if guard.turn.moves_to_go > 0:
        left = float(guard.turn.moves_to_go)
        for phase in range(PHASES):
            turns[phase] = min(turns[phase], left)
            left -= turns[phase]
    elif guard.clock_increment_s <= 0.0:
        expected = sum_of(turns)
        if expected < SUDDEN_DEATH_TURNS:
            for phase in range(PHASES):
                turns[phase] = turns[phase] * SUDDEN_DEATH_TURNS / expected


def current_usage(state: State, guard: Guard) -> float:
    """Return the time that turns of this game use, relative to the average of such turns."""
    if not guard.has_last or not state.has_usage:
        return 1.0
    used = min(guard.last_used_s / max(state.usual_s, LEAST_BANK_S), LIMIT_FACTOR)
    ratio = state.usage_ratio * (1.0 + COURSE_WEIGHT * (used - 1.0))
    return min(max(ratio, COURSE_LEAST), COURSE_MOST)


def bank_s(guard: Guard, turns: float, usage_ratio: float) -> float:
    """Return the time that all turns left can use together."""
    coming_s = (turns - 1.0) * (INCREMENT_SHARE * guard.clock_increment_s)
    spent_s = turns * guard.lag_s + RESERVE_S
    clock_s = max(0.0, guard.clock_s)
    return min(max((clock_s + coming_s - spent_s) / usage_ratio, LEAST_BANK_S), MOST_BANK_S)


def used_at(turns: list[float], place: int, work_per_s: float) -> float:
    """Return the time that the turns to come use at one of the prices."""
    used_s = 0.0
    for phase in range(PHASES):
        if turns[phase] > 0.0:
            used_s += turns[phase] * WORK_USED[phase * PRICE_COUNT + place] / work_per_s
    return used_s


def price_of_second(turns: list[float], time_s: float, work_per_s: float) -> float:
    """Return the price of a second at which the turns to come use up this time."""
    low = 0
    high = PRICE_COUNT - 1
    while high - low > 1:
        middle = (low + high) // 2
        if used_at(turns, middle, work_per_s) > time_s:
            low = middle
        else:
            high = middle
    first = PRICES[low] * work_per_s
    last = PRICES[high] * work_per_s
    most_s = used_at(turns, low, work_per_s)
    least_s = used_at(turns, high, work_per_s)
    if time_s <= 0.0 or most_s <= least_s or least_s <= 0.0:
        return last
    # Computed from logarithms, because a ratio of extremes may be 0.
    most = math.log(most_s)
    least = math.log(least_s)
    share = (most - math.log(time_s)) / (most - least) if most > least else 0.0
    return first * math.pow(last / first, min(20.0, max(-20.0, share)))


def work_at(phase: int, price: float) -> float:
    """Return the mean work of a turn at a price per unit of work; beyond the table it is extrapolated."""
    place = 1
    while place < PRICE_COUNT - 1 and PRICES[place] < price:
        place += 1
    used = WORK_USED[phase * PRICE_COUNT + place]
    before = WORK_USED[phase * PRICE_COUNT + place - 1]
    slope = math.log(used / before) / math.log(PRICES[place] / PRICES[place - 1])
    return used * math.pow(min(1e60, max(1e-60, price / PRICES[place])), slope)


def plan(state: State, guard: Guard) -> None:
    """Plan the turn: the price of a second, what such turns use at it, and the most that this one may use."""
    state.deepening.depths = 0
    turns: Annotated[list[float], PHASES] = [0.0] * PHASES
    set_turns(guard, turns)
    count = sum_of(turns)
    ratio = current_usage(state, guard)
    time_s = bank_s(guard, count, ratio)
    behind = 1.0 + BEHIND_WEIGHT * min(0.0, clock_lead(guard))
    state.share_s = time_s / count
    work_per_s = min(MOST_WORK_PER_S, max(LEAST_WORK_PER_S, USUAL_WORK / state.share_s))
    price = price_of_second(turns, time_s * behind, work_per_s) * (PRICE_FACTOR * PRICE_SCALE)
    now = 0
    while now < PHASES - 1 and turns[now] <= 0.0:
        now += 1
    usual_s = work_at(now, price / work_per_s) / work_per_s * ratio
    clock_s = max(0.0, guard.clock_s)
    share = min(1.0, max(LARGEST_SHARE, EVEN_SHARES / count))
    limit_s = min(usual_s * LIMIT_FACTOR, share * clock_s)
    if guard.turn.moves_to_go > 0:
        to_go = float(guard.turn.moves_to_go)
        limit_s = min(limit_s, (to_go + 1.0) / (2.0 * to_go) * clock_s)
    if guard.turn.has_features and guard.turn.legal_moves == 1:
        limit_s = min(limit_s, ONE_MOVE_S)
    state.price_per_s = price
    state.planned_ratio = ratio
    state.planned_s = usual_s
    grant(guard, min(usual_s, limit_s), limit_s)


def gain_is_small(state: State, guard: Guard, iteration: Iteration, own_s: float) -> bool:
    """Return whether the next second gains less than a second costs."""
    used_s = max(SHORTEST_S, own_s)
    inputs: Annotated[list[float], INPUTS] = [0.0] * INPUTS
    set_search_inputs(state.deepening, iteration, inputs)
    set_turn_inputs(guard, own_s, state.share_s, inputs)
    set_score_input(guard, state.deepening, inputs)
    state.expected_loss = expected_loss(inputs)
    gain = DECAY * state.expected_loss * (1.0 + CHANGE_WEIGHT * state.deepening.changes)
    return gain / used_s < state.price_per_s


def wants_to_stop(state: State, guard: Guard, depth: Iteration, own_s: float) -> bool:
    """Return whether a finished depth ends the search."""
    follow(state.deepening, depth)
    stops = mate_decides(depth) or own_s >= guard.limit_s
    if depth.depth >= MINIMUM_DEPTH and gain_is_small(state, guard, depth, own_s):
        stops = True
    return stops


def keep(state: State, guard: Guard) -> None:
    """Keep what the next turn needs of a turn that was played: what it was expected to use."""
    state.has_usage = guard.planned
    state.usage_ratio = state.planned_ratio
    state.usual_s = state.planned_s
