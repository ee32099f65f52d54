"""The learned manager: a search stops when a second gains less than a second costs.

The price is one number for all turns left, chosen on every turn so that they use up the clock. What a second
gains is estimated by a small network from the depths finished so far.
"""

import math
from dataclasses import dataclass, field
from typing import Annotated

from zeitnot.emit.rules.arrays import Single, single, zeros
from zeitnot.emit.rules.guard import (
    Guard,
    Iteration,
    Turn,
    begin_turn,
    clock_lead,
    end_turn,
    forget_game,
    grant,
    hit,
    own_time_s,
    past_limit,
    see_depth,
    verdict,
)
from zeitnot.models import GENERAL_INPUTS, LEAST_RATIO, MOST_RATIO, PackageModels
from zeitnot.policies import Learned

POLICY = Learned(chess_values="general", chess_model="general").with_models(PackageModels())
MODEL = PackageModels().general_model()
VALUES = POLICY.chess
LAYERS = (MODEL.trend, *MODEL.layers)
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
"""Exponent of the loss over time: a second gains the expected loss times this, divided by the seconds used."""
CHANGE_WEIGHT: float = VALUES.change_weight
"""Part of the gain that each recent change of the best move adds."""
CHANGES_MEMORY: float = 0.5
"""Part of the count of changes that is carried to the next depth."""
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
PHASE_GAIN: Annotated[list[float], PHASES] = [getattr(phase, "gain_weight", 1.0) for phase in VALUES.phases]
"""Factor on the expected gain of a search in each phase."""
PRICE_COUNT: int = len(VALUES.prices)
"""Prices in the table."""
PRICES: Annotated[list[float], PRICE_COUNT] = list(VALUES.prices)
"""Prices of a unit of work, rising."""
WORK_COUNT: int = PHASES * PRICE_COUNT
"""Entries of the table of work."""
WORK_USED: Annotated[list[float], WORK_COUNT] = [work for phase in VALUES.phases for work in phase.work_used]
"""Mean work of a turn that stops at each price, phase by phase."""
LEAST_PART: float = LEAST_RATIO
"""Least ratio of the network to the trend."""
MOST_PART: float = MOST_RATIO
"""Largest ratio of the network to the trend."""
LARGEST_LOG: float = 7.0
"""Largest logarithm of a loss."""
SCORE_SCALE_CP: float = 300.0
"""Centipawns that count as a clear advantage: the scale on which scores are compressed."""
SCORES: int = 5
"""Depths whose scores are inputs of the network."""
INPUTS: int = len(GENERAL_INPUTS)
"""Inputs of the network."""
REACH: float = MODEL.reach
"""Standard deviations at which inputs are clipped."""
MEANS: Annotated[list[float], INPUTS] = MODEL.means.tolist()
"""Mean of each input in the training data."""
SCALES: Annotated[list[float], INPUTS] = MODEL.scales.tolist()
"""Standard deviation of each input in the training data."""
LAYER_COUNT: int = len(LAYERS)
"""Layers: the trend, which has one, then those of the network."""
LAYER_UNITS: Annotated[list[int], LAYER_COUNT] = [len(biases) for _, biases in LAYERS]
"""Units of each layer."""
MOST_UNITS: int = max(INPUTS, *LAYER_UNITS)
"""Most units of a layer, or inputs."""
BIAS_COUNT: int = sum(LAYER_UNITS)
"""Biases of all layers."""
BIASES: Annotated[list[Single], BIAS_COUNT] = [bias for _, biases in LAYERS for bias in biases.tolist()]
"""Biases of all layers."""
WEIGHT_COUNT: int = sum(weights.size for weights, _ in LAYERS)
"""Weights of all layers."""
WEIGHTS: Annotated[list[Single], WEIGHT_COUNT] = [
    weight for weights, _ in LAYERS for weight in weights.ravel().tolist()
]
"""Weights of all layers, by input, then by unit."""


@dataclass(slots=True)
class Manager:
    """A time manager: everything that it knows, in one value."""

    guard: Guard = field(default_factory=Guard)
    """Clock, overhead, and the turn under way."""
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
    gain_weight: float = 1.0
    """Factor on the expected gain in this phase of the game."""
    share_s: float = 0.0
    """Time of a usual turn of this game."""
    changes: float = 0.0
    """Changes of the best move, the older ones counted in part."""
    best_move: int = 0
    """Best move of the last depth."""
    nodes: int = 0
    """Nodes at the end of the last depth."""
    nodes_before: int = 0
    """Nodes at the end of the depth before it."""
    stable_depths: int = 0
    """Depths for which the best move has been the same."""
    stable_nodes: int = 0
    """Nodes at the first of these depths."""
    switches: int = 0
    """Changes of the best move from depth to depth."""
    switched: Annotated[list[float], SCORES] = zeros(SCORES)
    """1 for each of the last depths that had another best move than the one before, else 0; newest first."""
    scores: Annotated[list[float], SCORES] = zeros(SCORES)
    """Compressed scores of the last depths, newest first."""
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


def current_usage(manager: Manager) -> float:
    """Return the time that turns of this game use, relative to the average of such turns."""
    if not manager.guard.has_last or not manager.has_usage:
        return 1.0
    used = min(manager.guard.last_used_s / max(manager.usual_s, LEAST_BANK_S), LIMIT_FACTOR)
    ratio = manager.usage_ratio * (1.0 + COURSE_WEIGHT * (used - 1.0))
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


def plan(manager: Manager) -> None:
    """Plan the turn: the price of a second, what such turns use at it, and the most that this one may use."""
    turns: Annotated[list[float], PHASES] = [0.0] * PHASES
    set_turns(manager.guard, turns)
    count = sum_of(turns)
    ratio = current_usage(manager)
    time_s = bank_s(manager.guard, count, ratio)
    behind = 1.0 + BEHIND_WEIGHT * min(0.0, clock_lead(manager.guard))
    manager.share_s = time_s / count
    work_per_s = min(MOST_WORK_PER_S, max(LEAST_WORK_PER_S, USUAL_WORK / manager.share_s))
    price = price_of_second(turns, time_s * behind, work_per_s) * (PRICE_FACTOR * PRICE_SCALE)
    now = 0
    while now < PHASES - 1 and turns[now] <= 0.0:
        now += 1
    usual_s = work_at(now, price / work_per_s) / work_per_s * ratio
    clock_s = max(0.0, manager.guard.clock_s)
    share = min(1.0, max(LARGEST_SHARE, EVEN_SHARES / count))
    limit_s = min(usual_s * LIMIT_FACTOR, share * clock_s)
    if manager.guard.turn.has_features and manager.guard.turn.legal_moves == 1:
        limit_s = min(limit_s, ONE_MOVE_S)
    manager.price_per_s = price
    manager.gain_weight = PHASE_GAIN[now]
    manager.planned_ratio = ratio
    manager.planned_s = usual_s
    grant(manager.guard, min(usual_s, limit_s), limit_s)


def follow(manager: Manager, iteration: Iteration) -> None:
    """Count a finished depth: scores, nodes, and changes of the best move."""
    first = manager.guard.seen == 1
    same = not first and iteration.best_move == manager.best_move
    changes = iteration.best_move_changes
    if not first and not same and changes == 0.0:
        # The search does not count inside its iterations.
        changes = 1.0
    manager.changes = changes if first else manager.changes * CHANGES_MEMORY + changes
    for back in range(SCORES - 1):
        to = SCORES - 1 - back
        manager.scores[to] = manager.scores[to - 1]
        manager.switched[to] = 0.0 if first else manager.switched[to - 1]
    manager.scores[0] = math.tanh(iteration.score_cp / SCORE_SCALE_CP)
    manager.switched[0] = 1.0 if not first and not same else 0.0
    manager.nodes_before = iteration.nodes if first else manager.nodes
    manager.nodes = iteration.nodes
    if same:
        manager.stable_depths += 1
    else:
        manager.stable_depths = 1
        manager.stable_nodes = iteration.nodes
        manager.switches = 0 if first else manager.switches + 1
    manager.best_move = iteration.best_move


def set_search_inputs(manager: Manager, iteration: Iteration, inputs: list[float]) -> None:
    """Set the inputs of the network that come from the search."""
    nodes = max(1, manager.nodes)
    inputs[0] = 0.0
    if manager.nodes >= manager.nodes_before:
        inputs[0] = math.log(float(nodes) / float(max(1, manager.nodes_before)))
    score = manager.scores[0]
    known = min(manager.guard.seen, SCORES)
    inputs[1] = score
    inputs[2] = math.fabs(score)
    inputs[3] = score - manager.scores[1] if known > 1 else 0.0
    inputs[4] = score - manager.scores[2] if known > 2 else 0.0
    inputs[5] = score - manager.scores[known - 1]
    unrest = 0.0
    recent = 0.0
    for back in range(known - 1):
        # From the oldest to the newest.
        newer = known - 2 - back
        unrest += math.fabs(manager.scores[newer + 1] - manager.scores[newer])
        recent += manager.switched[newer]
    inputs[6] = unrest / float(known - 1) if known > 1 else 0.0
    inputs[7] = math.log(float(manager.stable_depths))
    since = max(1, min(manager.stable_nodes, manager.nodes))
    inputs[8] = math.log(float(nodes) / float(since))
    inputs[9] = math.log1p(float(manager.switches))
    inputs[10] = recent
    inputs[11] = min(4.0, iteration.best_move_changes)
    inputs[12] = min(4.0, float(iteration.fail_highs))
    inputs[13] = min(4.0, float(iteration.fail_lows))
    inputs[20] = 1.0 if iteration.mate_in != 0 else 0.0


def set_turn_inputs(manager: Manager, used_s: float, inputs: list[float]) -> None:
    """Set the inputs of the network that come from the position and the clock; NaN if they are not known."""
    for place in range(14, 20):
        inputs[place] = math.nan
    if manager.guard.turn.has_features:
        inputs[14] = math.log(float(max(1, manager.guard.turn.legal_moves)))
        inputs[15] = float(min(12, manager.guard.turn.captures))
        inputs[16] = float(min(6, manager.guard.turn.checks))
        inputs[17] = 1.0 if manager.guard.turn.in_check else 0.0
        inputs[18] = float(manager.guard.turn.pieces)
        inputs[19] = float(min(100, manager.guard.turn.move_number))
    inputs[21] = math.log(used_s) - math.log(manager.share_s) if used_s > 0.0 else math.nan
    inputs[22] = math.nan
    if manager.guard.has_last and manager.guard.has_score:
        inputs[22] = manager.scores[0] - math.tanh(manager.guard.score_cp / SCORE_SCALE_CP)


def apply_layer(layer: int, count: int, units: list[Single]) -> None:
    """Replace the values of some units by those of the next layer, before its ReLU."""
    first_bias = 0
    first_weight = 0
    for before in range(layer):
        # The trend and the network both begin at the inputs.
        first_weight += LAYER_UNITS[before] * (LAYER_UNITS[before - 1] if before > 1 else INPUTS)
        first_bias += LAYER_UNITS[before]
    sums: Annotated[list[Single], MOST_UNITS] = [0.0] * MOST_UNITS
    for unit in range(LAYER_UNITS[layer]):
        sums[unit] = BIASES[first_bias + unit]
    for source in range(count):
        value = units[source]
        row = first_weight + source * LAYER_UNITS[layer]
        for unit in range(LAYER_UNITS[layer]):
            sums[unit] = single(sums[unit] + single(value * WEIGHTS[row + unit]))
    for unit in range(LAYER_UNITS[layer]):
        units[unit] = sums[unit]


def standardise(inputs: list[float], units: list[Single]) -> None:
    """Set the inputs in standard deviations from their means; one that is not known counts as its mean."""
    for place in range(INPUTS):
        z = (inputs[place] - MEANS[place]) / SCALES[place]
        units[place] = single(0.0 if math.isnan(z) else min(max(z, -REACH), REACH))


def expected_loss(inputs: list[float]) -> float:
    """Return the score that is lost on average by stopping now: a trend times what the network makes of it."""
    units: Annotated[list[Single], MOST_UNITS] = [0.0] * MOST_UNITS
    standardise(inputs, units)
    apply_layer(0, INPUTS, units)
    trend = math.exp(min(LARGEST_LOG, float(units[0])))
    standardise(inputs, units)
    count = INPUTS
    for layer in range(1, LAYER_COUNT):
        apply_layer(layer, count, units)
        count = LAYER_UNITS[layer]
        if layer < LAYER_COUNT - 1:
            for unit in range(count):
                if units[unit] < single(0.0):
                    units[unit] = single(0.0)
    ratio = min(MOST_PART, max(LEAST_PART, float(units[0])))
    return min(1.0, trend * ratio)


def mate_decides(iteration: Iteration) -> bool:
    """Return whether a mate is so certain that further search changes nothing."""
    if iteration.mate_in == 0:
        return False
    moves = iteration.mate_in if iteration.mate_in > 0 else -iteration.mate_in
    plies = 2 * moves - 1 if iteration.mate_in > 0 else 2 * moves
    return moves <= 5 or plies <= iteration.depth - 5


def gain_is_small(manager: Manager, iteration: Iteration, own_s: float) -> bool:
    """Return whether the next second gains less than a second costs."""
    used_s = max(SHORTEST_S, own_s)
    inputs: Annotated[list[float], INPUTS] = [0.0] * INPUTS
    set_search_inputs(manager, iteration, inputs)
    set_turn_inputs(manager, own_s, inputs)
    manager.expected_loss = expected_loss(inputs)
    weight = manager.gain_weight * DECAY * manager.expected_loss
    return weight * (1.0 + CHANGE_WEIGHT * manager.changes) / used_s < manager.price_per_s


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
    follow(manager, depth)
    stops = False
    if manager.guard.planned:
        stops = mate_decides(depth) or own_s >= manager.guard.limit_s
        if depth.depth >= MINIMUM_DEPTH and gain_is_small(manager, depth, own_s):
            stops = True
    return verdict(manager.guard, own_s, stops)


def should_stop(manager: Manager, elapsed_s: float) -> bool:
    """Return whether the hard limit has passed, for checks inside of a depth; it changes nothing."""
    return past_limit(manager.guard, elapsed_s)


def ponder_hit(manager: Manager, elapsed_s: float) -> bool:
    """Begin the turn proper after pondering, and return whether the search stops at once."""
    return hit(manager.guard, elapsed_s)


def finish(manager: Manager, used_s: float) -> None:
    """End the turn with the time that it took of the own clock; a ponder miss ends it as well."""
    played = end_turn(manager.guard, used_s)
    if played:
        manager.has_usage = manager.guard.planned
        manager.usage_ratio = manager.planned_ratio
        manager.usual_s = manager.planned_s


def correct_score(manager: Manager, score_cp: float) -> None:
    """Set the score of the move played, after `finish`, where a depth that was not finished had found it."""
    manager.guard.has_score = True
    manager.guard.score_cp = score_cp
