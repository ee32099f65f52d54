"""How many own turns a phase of a game has, from games of which single turns were recorded."""

import math
from collections.abc import Sequence

import numpy as np

from zeitnot.chess.recording.trace import ChessTrace
from zeitnot.policies import progress_of
from zeitnot.scrabble.recording.trace import ScrabbleTrace

_FEWEST_TURNS = 0.1
_FEWEST_GAMES = 5
_LAST_TURNS = 1.5
"""Own turns with an empty bag, where there are too few games to estimate them."""


def chess_lengths(traces: Sequence[ChessTrace], ends: Sequence[float]) -> list[tuple[float, float]]:
    """Return for each phase the mean own turns of games that come to it, and the chance to come further."""
    moves = np.array([(trace.ply + trace.plies_to_come + 1) / 2 for trace in traces])
    phases, began = [], 0.0
    for end in ends:
        here = moves[moves > began]
        if len(here) < _FEWEST_GAMES:
            phases.append((5.0 if math.isinf(end) else 0.5 * (end - began), 0.5))
        else:
            turns = float(np.minimum(here, end).mean() - began)
            goes_on = 1.0 if math.isinf(end) else float((here > end).mean())
            phases.append((max(_FEWEST_TURNS, turns), goes_on))
        began = end
    return phases


def scrabble_lengths(traces: Sequence[ScrabbleTrace], ends: Sequence[float]) -> list[tuple[float, float]]:
    """Return the same figures for Scrabble, where every game goes through all phases.

    Own turns to come fall with the tiles seen; a line from end to end of each phase is fitted to them.
    """
    with_bag = [trace for trace in traces if trace.features.bag_tiles > 0]
    knots = np.array([0.0, *(end for end in ends if math.isfinite(end))])
    if len(with_bag) < _FEWEST_GAMES * len(knots):
        return [(max(_FEWEST_TURNS, turns), 1.0) for turns in _by_tiles(ends)]
    progress = np.array([progress_of(trace.features, trace.ply) for trace in with_bag])
    to_come = np.array([0.5 * (trace.plies_to_come + 1) for trace in with_bag])
    hats = np.stack([np.interp(progress, knots, row) for row in np.eye(len(knots))], axis=1)
    # A whisper of smoothness, for knots that no position is near.
    bend = 0.1 * np.diff(np.eye(len(knots)), n=2, axis=0)
    left, right = np.vstack([hats, bend]), np.append(to_come, np.zeros(len(bend)))
    at_knots = np.linalg.lstsq(left, right, rcond=None)[0]
    last = float(at_knots[-1]) if at_knots[-1] > 1.0 else _LAST_TURNS
    return [(max(_FEWEST_TURNS, float(turns)), 1.0) for turns in (*-np.diff(at_knots), last)]


def _by_tiles(ends: Sequence[float]) -> list[float]:
    """Return own turns by phase at 4.5 tiles a turn, as in the MAGPIE document (M4)."""
    finite = [end for end in ends if math.isfinite(end)]
    widths = np.diff([0.0, *finite])
    return [*(float(width) / 4.5 / 2 for width in widths), _LAST_TURNS]
