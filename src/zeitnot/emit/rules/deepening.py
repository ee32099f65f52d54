"""What the depths of a search have shown so far, and what the network is told of it."""

import math
from dataclasses import dataclass
from typing import Annotated

from zeitnot.emit.rules.arrays import zeros
from zeitnot.emit.rules.guard import Guard
from zeitnot.emit.rules.turn import Iteration

CHANGES_MEMORY: float = 0.5
"""Part of the count of changes that is carried to the next depth."""
SCORE_SCALE_CP: float = 300.0
"""Centipawns that count as a clear advantage: the scale on which scores are compressed."""
SCORES: int = 5
"""Depths whose scores are inputs of the network."""


@dataclass(slots=True)
class Deepening:
    """The depths of the turn under way."""

    depths: int = 0
    """Depths finished."""
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


def follow(deepening: Deepening, iteration: Iteration) -> None:
    """Count a finished depth: scores, nodes, and changes of the best move."""
    deepening.depths += 1
    first = deepening.depths == 1
    same = not first and iteration.best_move == deepening.best_move
    changes = iteration.best_move_changes
    if not first and not same and changes == 0.0:
        # The search does not count inside its iterations.
        changes = 1.0
    deepening.changes = changes if first else deepening.changes * CHANGES_MEMORY + changes
    for back in range(SCORES - 1):
        to = SCORES - 1 - back
        deepening.scores[to] = deepening.scores[to - 1]
        deepening.switched[to] = 0.0 if first else deepening.switched[to - 1]
    deepening.scores[0] = math.tanh(iteration.score_cp / SCORE_SCALE_CP)
    deepening.switched[0] = 1.0 if not first and not same else 0.0
    deepening.nodes_before = iteration.nodes if first else deepening.nodes
    deepening.nodes = iteration.nodes
    if same:
        deepening.stable_depths += 1
    else:
        deepening.stable_depths = 1
        deepening.stable_nodes = iteration.nodes
        deepening.switches = 0 if first else deepening.switches + 1
    deepening.best_move = iteration.best_move


def set_search_inputs(deepening: Deepening, iteration: Iteration, inputs: list[float]) -> None:
    """Set the inputs of the network that come from the search.

    From 0 on: growth of the nodes; the score, its size, its change over one, two and four depths, its unrest;
    depths and nodes for which the best move has been stable; its changes in all, recently, and inside of the
    depth; windows that failed high and low. And at 20: whether there is a mate.
    """
    nodes = max(1, deepening.nodes)
    inputs[0] = 0.0
    if deepening.nodes >= deepening.nodes_before:
        inputs[0] = math.log(float(nodes) / float(max(1, deepening.nodes_before)))
    score = deepening.scores[0]
    known = min(deepening.depths, SCORES)
    inputs[1] = score
    inputs[2] = math.fabs(score)
    inputs[3] = score - deepening.scores[1] if known > 1 else 0.0
    inputs[4] = score - deepening.scores[2] if known > 2 else 0.0
    inputs[5] = score - deepening.scores[known - 1]
    unrest = 0.0
    recent = 0.0
    for back in range(known - 1):
        # From the oldest to the newest.
        newer = known - 2 - back
        unrest += math.fabs(deepening.scores[newer + 1] - deepening.scores[newer])
        recent += deepening.switched[newer]
    inputs[6] = unrest / float(known - 1) if known > 1 else 0.0
    inputs[7] = math.log(float(deepening.stable_depths))
    since = max(1, min(deepening.stable_nodes, deepening.nodes))
    inputs[8] = math.log(float(nodes) / float(since))
    inputs[9] = math.log1p(float(deepening.switches))
    inputs[10] = recent
    inputs[11] = min(4.0, iteration.best_move_changes)
    inputs[12] = min(4.0, float(iteration.fail_highs))
    inputs[13] = min(4.0, float(iteration.fail_lows))
    inputs[20] = 1.0 if iteration.mate_in != 0 else 0.0


def set_score_input(guard: Guard, deepening: Deepening, inputs: list[float]) -> None:
    """Set the input of the network that compares the score with that of the turn before."""
    inputs[22] = math.nan
    if guard.has_last and guard.has_score:
        inputs[22] = deepening.scores[0] - math.tanh(guard.score_cp / SCORE_SCALE_CP)


def set_turn_inputs(guard: Guard, used_s: float, share_s: float, inputs: list[float]) -> None:
    """Set the inputs of the network that come from the position and the clock; NaN if they are not known.

    From 14 on: legal moves, captures, checks, whether in check, pieces, move number. And at 21: the time so
    far, relative to a usual turn.
    """
    for place in range(14, 20):
        inputs[place] = math.nan
    if guard.turn.has_features:
        inputs[14] = math.log(float(max(1, guard.turn.legal_moves)))
        inputs[15] = float(min(12, guard.turn.captures))
        inputs[16] = float(min(6, guard.turn.checks))
        inputs[17] = 1.0 if guard.turn.in_check else 0.0
        inputs[18] = float(guard.turn.pieces)
        inputs[19] = float(min(100, guard.turn.move_number))
    inputs[21] = math.log(used_s) - math.log(share_s) if used_s > 0.0 else math.nan


def mate_decides(iteration: Iteration) -> bool:
    """Return whether a mate is so certain that further search changes nothing."""
    if iteration.mate_in == 0:
        return False
    moves = iteration.mate_in if iteration.mate_in > 0 else -iteration.mate_in
    plies = 2 * moves - 1 if iteration.mate_in > 0 else 2 * moves
    return moves <= 5 or plies <= iteration.depth - 5
