"""Pre-endgame: what a play is worth beyond score and leave when it leaves few tiles in the bag."""

import json
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


class ErrorTally:
    """Errors of what plays promised, by tiles left in the bag, the last for all that left more.

    Errors of one game hang together, so their own variance says too little: sums and products are kept for
    each batch of games, and batches differ as chance has it.
    """

    def __init__(self, sizes: int) -> None:
        """Begin with nothing."""
        self.batches = 0
        self.totals = np.zeros(2 * sizes)
        """Plays of each size, then their errors in points."""
        self.products = np.zeros((2 * sizes, 2 * sizes))
        """Of the totals of a batch with each other, summed over batches."""

    def add(self, plays: list[int], errors: list[float]) -> None:
        """Count a batch."""
        batch = np.array([*plays, *errors], dtype=np.float64)
        self.batches += 1
        self.totals += batch
        self.products += np.outer(batch, batch)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreEndgame:
    """Adjustments for plays that leave 0, 1, 2, ... tiles in the bag."""

    plays: tuple[int, ...]
    """Plays seen."""
    adjustments_pts: tuple[float, ...]
    """Mean error of these plays less that of plays that leave more tiles; 0 where none was seen."""
    errors_pts: tuple[float, ...]
    """Standard errors of these."""

    @classmethod
    def of_tally(cls, tally: ErrorTally) -> "PreEndgame":
        """Estimate all of them; the last size is what the others are compared with."""
        sizes = len(tally.totals) // 2
        plays, errors = tally.totals[:sizes], tally.totals[sizes:]
        means = np.divide(errors, plays, out=np.zeros(sizes), where=plays > 0)
        seen = (plays[:-1] > 0) & (plays[-1] > 0)
        slopes = _slopes(plays, means)[:-1] - _slopes(plays, means)[-1]
        variances = np.einsum("ij,jk,ik->i", slopes, tally.products, slopes)
        variances *= tally.batches / max(tally.batches - 1, 1)
        return cls(
            plays=tuple(int(number) for number in plays[:-1]),
            adjustments_pts=tuple(_rounded(np.where(seen, means[:-1] - means[-1], 0.0))),
            errors_pts=tuple(_rounded(np.where(seen, np.sqrt(np.maximum(variances, 0.0)), 0.0))),
        )

    def to_json(self, *, made_by: str) -> str:
        """Write them for machines, with how they were made."""
        form = {
            "made_by": made_by,
            "pre_endgame_pts": self.adjustments_pts,
            "standard_errors_pts": self.errors_pts,
            "plays": self.plays,
        }
        lines = [f"  {json.dumps(name)}: {json.dumps(entry)}" for name, entry in form.items()]
        return "{\n" + ",\n".join(lines) + "\n}\n"


def _slopes(plays: Floats, means: Floats) -> Floats:
    """Return how much each mean changes with each total, to first order."""
    sizes = len(plays)
    share = np.diag(np.divide(1.0, plays, out=np.zeros(sizes), where=plays > 0))
    return np.concatenate([-share * means, share], axis=1)


def _rounded(numbers: Floats) -> list[float]:
    return [round(float(number), 3) + 0.0 for number in numbers]
