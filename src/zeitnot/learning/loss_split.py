"""Splits of loss rows by position: rows of one position are alike, and must not stand on both sides."""

from dataclasses import dataclass

import numpy as np

from zeitnot.errors import DataError
from zeitnot.learning.loss_rows import LossRows

_FEWEST_POSITIONS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class LossSplit:
    """Rows to learn from, rows that say when to stop learning, and rows that judge."""

    train: LossRows
    """Learned from."""
    check: LossRows
    """Watched while learning."""
    held_out: LossRows
    """Not looked at before the end."""


FOLDS = 5
"""Parts of the positions; each in turn can be held out, a fifth as the MAGPIE document has it (M30)."""


def split_rows(rows: LossRows, *, fold: int = 0, check_share: float = 0.15, seed: int = 1) -> LossSplit:
    """Split by position: one fold is held out, and this part of the rest watched."""
    positions = np.unique(rows.positions)
    if len(positions) < _FEWEST_POSITIONS:
        raise DataError(f"learning needs {_FEWEST_POSITIONS} positions or more, got {len(positions)}")
    parts = np.array_split(np.random.default_rng(seed).permutation(positions), FOLDS)
    rest = np.concatenate([part for number, part in enumerate(parts) if number != fold])
    checked = max(1, round(check_share * len(rest)))
    return LossSplit(
        held_out=rows.taken(np.isin(rows.positions, parts[fold])),
        check=rows.taken(np.isin(rows.positions, rest[:checked])),
        train=rows.taken(np.isin(rows.positions, rest[checked:])),
    )
