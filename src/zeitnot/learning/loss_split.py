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


def split_rows(
    rows: LossRows, *, held_out_share: float = 0.2, check_share: float = 0.15, seed: int = 1
) -> LossSplit:
    """Split by position: so much is held out (M30), and so much of the rest watched."""
    positions = np.unique(rows.positions)
    if len(positions) < _FEWEST_POSITIONS:
        raise DataError(f"learning needs {_FEWEST_POSITIONS} positions or more, got {len(positions)}")
    shuffled = np.random.default_rng(seed).permutation(positions)
    held = max(1, round(held_out_share * len(positions)))
    checked = max(1, round(check_share * (len(positions) - held)))
    return LossSplit(
        held_out=rows.taken(np.isin(rows.positions, shuffled[:held])),
        check=rows.taken(np.isin(rows.positions, shuffled[held : held + checked])),
        train=rows.taken(np.isin(rows.positions, shuffled[held + checked :])),
    )
