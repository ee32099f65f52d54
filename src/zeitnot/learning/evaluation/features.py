"""Features: what the evaluation counts in many positions, and what weights make of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

from zeitnot.chess.self_play import load_native
from zeitnot.errors import DataError
from zeitnot.learning.evaluation.weights import FEATURES, Weights

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
        return Features(
            counts=self.counts[rows],
            middle_share=self.middle_share[rows],
            end_share=self.end_share[rows],
            phase=self.phase[rows],
        )

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
