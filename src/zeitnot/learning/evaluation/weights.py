"""The table of weights: how native/chess/weights.cpp is laid out, read and written."""

import re
import textwrap
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from zeitnot.errors import DataError
from zeitnot.untrusted import read_text

Weights = npt.NDArray[np.float64]
"""One row a feature: its weight in the middle game and in the endgame, in centipawns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Neighbouring features of one kind, as native/chess/evaluation.h lists them."""

    name: str
    """Name in the comment above the run."""
    size: int
    """Number of features."""
    columns: int = 8
    """Weights a line."""
    ordered: bool = False
    """Whether neighbours mean nearly the same, so that their weights should move together."""


PIECES = ("pawn", "knight", "bishop", "rook", "queen", "king")
SQUARES = 32
"""Squares of half a board: files are mirrored."""


def _ranks(name: str) -> Run:
    return Run(name=f"{name}, by rank", size=8)


RUNS: tuple[Run, ...] = (
    Run(name="material: pawn, knight, bishop, rook, queen", size=5),
    *(Run(name=f"placement of a {piece}, a line a rank", size=SQUARES, columns=4) for piece in PIECES),
    Run(name="mobility of a knight, by safe squares", size=9, columns=9, ordered=True),
    Run(name="mobility of a bishop", size=14, columns=7, ordered=True),
    Run(name="mobility of a rook", size=15, ordered=True),
    Run(name="mobility of a queen", size=28, columns=7, ordered=True),
    Run(name="pair of bishops", size=1),
    Run(name="rook on an open file, on a half-open file", size=2),
    Run(name="outpost of a knight, of a bishop", size=2),
    Run(name="doubled pawn", size=1),
    Run(name="isolated pawn on a closed file, on a half-open file", size=2),
    Run(name="backward pawn on a closed file, on a half-open file", size=2),
    _ranks("pawn in a phalanx"),
    _ranks("supported pawn"),
    _ranks("passed pawn"),
    _ranks("blocked passed pawn"),
    _ranks("passed pawn with a free way"),
    Run(name="passed pawn, by distance of the own king", size=8, ordered=True),
    Run(name="passed pawn, by distance of the enemy king", size=8, ordered=True),
    Run(name="shelter: rank of the own pawn, a line a file from the edge", size=32),
    Run(name="storm: rank of the enemy pawn, a line a file from the edge", size=32),
    Run(name="danger to the king, by units of attack", size=40, ordered=True),
    Run(name="safe check of a knight, bishop, rook, queen", size=4),
    Run(name="threat of a pawn to a knight, bishop, rook, queen", size=4),
    Run(name="threat of a minor piece to a loose pawn, a minor piece, a rook, a queen", size=4),
    Run(name="threat of a rook to a loose minor piece, to a queen", size=2),
    Run(name="hanging piece of the enemy", size=1),
    Run(name="threat by a push of a pawn", size=1),
    Run(name="king on a file without own pawns", size=1),
    Run(name="own pawn on the colour of a bishop", size=1),
    Run(name="right to move", size=1),
)
FEATURES = sum(run.size for run in RUNS)


def _run_at(index: int) -> slice:
    start = sum(run.size for run in RUNS[:index])
    return slice(start, start + RUNS[index].size)


PIECE_PARTS: tuple[tuple[int | None, slice], ...] = (
    *((index, _run_at(1 + index)) for index in range(5)),
    *((index, _run_at(6 + index)) for index in range(1, 5)),
    (None, _run_at(6)),
)
"""Runs of which one feature counts for each piece, with the index of its material; kings have none."""

POSSIBLE = np.ones(FEATURES)
"""0 for features that no position has: pawns on the first and the last rank."""
POSSIBLE[5:9] = POSSIBLE[33:37] = 0.0

COMMENT_WIDTH = 90
"""Characters of the command on a line of the comment, so that clang-format leaves it alone."""

_PAIR = re.compile(r"\{\s*(-?\d+)\s*,\s*(-?\d+)\s*\}")
_HEAD = """\
// Weights of the evaluation in centipawns, {{middle game, endgame}}, learned from the engine's own games by
{command}
// which writes this file.

#include "chess/evaluation.h"

namespace zeitnot::chess {{

// clang-format off
const std::array<Weight, feature::count> weights = {{{{
"""
_TAIL = """}};
// clang-format on

}  // namespace zeitnot::chess
"""


def parse_weights(text: str) -> Weights:
    """Read the table out of the text of weights.cpp."""
    pairs = _PAIR.findall(re.sub(r"//.*", "", text))
    if len(pairs) != FEATURES:
        raise DataError(f"a table of weights must have {FEATURES} pairs, got {len(pairs)}")
    return np.array(pairs, dtype=np.float64)


def read_weights(path: Path) -> Weights:
    """Read weights.cpp."""
    return parse_weights(read_text(path, what="weights"))


def weights_text(weights: Weights, *, command: str) -> str:
    """Write weights.cpp: whole centipawns, a comment for each run."""
    lines = []
    start = 0
    for run in RUNS:
        lines.append(f"    // {run.name}")
        pairs = [f"{{{round(middle)}, {round(end)}}}," for middle, end in weights[start : start + run.size]]
        start += run.size
        lines += ["    " + " ".join(pairs[at : at + run.columns]) for at in range(0, len(pairs), run.columns)]
    wrapped = textwrap.wrap(command, COMMENT_WIDTH, break_long_words=False, break_on_hyphens=False)
    comment = "\n".join(f"//     {part}" for part in wrapped)
    return _HEAD.format(command=comment) + "\n".join(lines) + "\n" + _TAIL
