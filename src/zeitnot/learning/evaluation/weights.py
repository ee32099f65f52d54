"""Weights of the evaluation: the table in native/chess/weights.cpp, and what it makes of features."""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

from zeitnot.chess import load_native
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


Floats = npt.NDArray[np.float32]

FULL_PHASE = 24
FULL_SCALE = 64
FIFTY_MOVE_SPAN = 220
"""Denominator by which the evaluation fades over the plies of the fifty-move rule, as in evaluation.cpp."""
ROWS_AT_ONCE = 16_384
"""Rows widened to floats at a time, so that a million positions fit into memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Features:
    """Counts of each feature in each position, white's less black's, and what they weigh in both phases."""

    counts: npt.NDArray[np.int8]
    """Positions by features."""
    middle_share: Floats
    """What a middle-game centipawn adds to the evaluation."""
    end_share: Floats
    """What an endgame centipawn adds to the evaluation."""
    phase: Floats
    """1 with all pieces on the board, 0 with pawns only."""

    def __len__(self) -> int:
        return len(self.counts)

    def __getitem__(self, rows: npt.NDArray[np.bool_]) -> "Features":
        return Features(**{each.name: getattr(self, each.name)[rows] for each in fields(self)})

    @classmethod
    def of_fens(cls, fens: npt.NDArray[np.bytes_], *, build: Path | None = None) -> Self:
        """Count the features of positions, by the installed native module or another build."""
        position = load_native(build).Position
        rows = np.empty((len(fens), FEATURES + 2), dtype=np.int8)
        clocks = np.empty(len(fens), dtype=np.float32)
        for index, fen in enumerate(fens):
            text = fen.decode()
            row = np.frombuffer(position(text).feature_counts(), dtype=np.int16)
            if len(row) != FEATURES + 2:
                raise DataError(f"the evaluation must have {FEATURES} features, got {len(row) - 2}")
            rows[index] = row
            clocks[index] = int(text.split()[4])
        fading = (FIFTY_MOVE_SPAN - np.minimum(clocks, 100)) / FIFTY_MOVE_SPAN
        phase = rows[:, FEATURES].astype(np.float32) / FULL_PHASE
        scale = rows[:, FEATURES + 1].astype(np.float32) / FULL_SCALE
        return cls(
            counts=np.ascontiguousarray(rows[:, :FEATURES]),
            middle_share=(fading * phase).astype(np.float32),
            end_share=(fading * scale * (1 - phase)).astype(np.float32),
            phase=phase.astype(np.float32),
        )

    def chunks(self) -> Iterator[tuple[slice, Floats]]:
        """Yield slices of rows with their shares of the middle-game weights beside those of the endgame."""
        for start in range(0, len(self), ROWS_AT_ONCE):
            rows = slice(start, start + ROWS_AT_ONCE)
            wide = self.counts[rows].astype(np.float32)
            yield (
                rows,
                np.hstack([wide * self.middle_share[rows, None], wide * self.end_share[rows, None]]),
            )

    def evaluations_cp(self, weights: Weights) -> Floats:
        """Evaluate every position from white with the given weights."""
        flat = weights.astype(np.float32)
        result = np.empty(len(self), dtype=np.float32)
        for start in range(0, len(self), ROWS_AT_ONCE):
            rows = slice(start, start + ROWS_AT_ONCE)
            both = self.counts[rows].astype(np.float32) @ flat
            result[rows] = both[:, 0] * self.middle_share[rows] + both[:, 1] * self.end_share[rows]
        return result
