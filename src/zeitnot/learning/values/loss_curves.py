"""Loss curves: the estimated and the realised loss of a search over its work, and where it stops."""

import copy
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self

import numpy as np
import numpy.typing as npt

from zeitnot.errors import DataError

Array = npt.NDArray[np.float64]
Kind = Literal["simulation", "deepening", "endgame"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LossCurve:
    """One search. A simulation can stop anywhere, the others after a depth."""

    kind: Kind
    """Kind of search."""
    position: int
    """Number of its position: seeds of one go together."""
    progress: float
    """Progress of the game, in the units of the time values."""
    work: Array
    """Samples or nodes done at each step, rising."""
    expected: Array
    """Estimated loss of stopping there."""
    losses: Array
    """Realised loss of stopping there: noisy."""
    rates: Array
    """Gain of one more unit of work as the policy sees it; multiplied by the decay, except in endgames."""

    def scaled(self, factor: float) -> Self:
        """Return the curve in other units of work."""
        return replace(self, work=np.maximum(factor * self.work, 1.0), rates=self.rates / factor)

    def work_at(self, price: float, *, decay: float, slope: float) -> float:
        """Return the work of a policy that stops when the gain falls below the price of a unit.

        A search that would have gone on is extrapolated: rates fall with the power `slope` of the work.
        """
        rates = self.rates if self.kind == "endgame" else decay * self.rates
        below = np.flatnonzero(rates < price)
        if not len(below):
            # An endgame that ended was solved, or will hardly ever be.
            further = 1.0 if self.kind == "endgame" else (float(rates[-1]) / price) ** (1.0 / slope)
            return float(self.work[-1]) * further
        stop = int(below[0])
        if stop == 0 or self.kind != "simulation":
            return float(self.work[stop])
        before, after = float(rates[stop - 1]), max(float(rates[stop]), 1e-300)
        share = np.log(before / price) / np.log(before / after)
        return float(self.work[stop - 1] * (self.work[stop] / self.work[stop - 1]) ** share)

    def loss_at(self, work: float) -> float:
        """Return the realised loss after this much work; before the first step it is that of the first."""
        if self.kind == "simulation":
            return float(np.interp(np.log(max(work, 1.0)), np.log(self.work), self.losses))
        return float(self.losses[max(0, int(np.searchsorted(self.work, work, side="right")) - 1)])


class CurveTable:
    """Many curves in flat arrays, 32 bytes for each step: a curve is made when it is asked for."""

    def __init__(self, curves: Iterable[LossCurve] = ()) -> None:
        """Keep these curves, in this order."""
        self._kinds: list[Kind] = []
        self._positions = array("q")
        self._progress = array("d")
        self._ends = array("q", [0])
        self._work, self._expected, self._losses, self._rates = (array("d") for _ in range(4))
        self._places: Sequence[int] | None = None
        for curve in curves:
            self.append(curve)

    def append(self, curve: LossCurve) -> None:
        """Keep one more curve, in a table that was not chosen from another."""
        self._kinds.append(curve.kind)
        self._positions.append(curve.position)
        self._progress.append(curve.progress)
        for column, steps in zip(self._columns(), _columns_of(curve), strict=True):
            column.frombytes(steps.tobytes())
        self._ends.append(len(self._work))

    def chosen(self, keep: Callable[[Kind, float], bool]) -> "CurveTable":
        """Return the curves whose kind and progress are to be kept; the arrays are shared."""
        found = copy.copy(self)
        found._places = array(
            "q", (at for at in self._all_places() if keep(self._kinds[at], self._progress[at]))
        )
        return found

    def __len__(self) -> int:
        """Count the curves."""
        return len(self._all_places())

    def __iter__(self) -> Iterator[LossCurve]:
        """Return the curves in their order."""
        return map(self._at, self._all_places())

    def _at(self, place: int) -> LossCurve:
        steps = slice(self._ends[place], self._ends[place + 1])
        work, expected, losses, rates = (np.array(column[steps]) for column in self._columns())
        return LossCurve(
            kind=self._kinds[place],
            position=self._positions[place],
            progress=self._progress[place],
            work=work,
            expected=expected,
            losses=losses,
            rates=rates,
        )

    def _all_places(self) -> Sequence[int]:
        return range(len(self._kinds)) if self._places is None else self._places

    def _columns(self) -> "tuple[array[float], ...]":
        return self._work, self._expected, self._losses, self._rates


def _columns_of(curve: LossCurve) -> tuple[Array, ...]:
    return curve.work, curve.expected, curve.losses, curve.rates


_LEAST_DECAY, _MOST_DECAY = 0.1, 2.0
"""Beyond these bounds the fit has met noise, not a search."""
_LEAST_SLOPE = 1.0
"""Rates fall at least as the work grows, even where the loss does not fall at all."""


def fit_decay(curves: Iterable[LossCurve]) -> tuple[float, float]:
    """Fit the decay: going on gains decay x expected loss for each e-fold of work. Return it with its error.

    Realised gains are compared with what the estimates promise, over all steps of all positions.
    """
    promised, gained, positions = [], [], []
    for curve in curves:
        if curve.kind == "endgame" or len(curve.work) < 2:  # noqa: PLR2004 (a step lies between two)
            continue
        between = 0.5 * (curve.expected[1:] + curve.expected[:-1])
        promised.append(float((between * np.diff(np.log(curve.work))).sum()))
        gained.append(float(curve.losses[0] - curve.losses[-1]))
        positions.append(curve.position)
    if not promised or not sum(promised) > 0:
        raise DataError("time values need searches that were recorded at several steps, got none")
    total = sum(promised)
    decay = sum(gained) / total
    _, group = np.unique(positions, return_inverse=True)
    left = np.bincount(group.ravel(), weights=np.array(gained) - decay * np.array(promised))
    error = float(np.sqrt((left**2).sum())) / total
    return float(np.clip(decay, _LEAST_DECAY, _MOST_DECAY)), error


def fall_of_rates(curves: Iterable[LossCurve]) -> float:
    """Return the power of the work with which rates fall towards the ends of the searches."""
    slopes = []
    for curve in curves:
        half = len(curve.work) // 2
        if curve.kind == "endgame" or half < 1 or not curve.work[-1] > curve.work[half - 1]:
            continue
        rates = np.maximum(curve.rates[[half - 1, -1]], 1e-300)
        slopes.append(np.log(rates[0] / rates[1]) / np.log(curve.work[-1] / curve.work[half - 1]))
    return max(_LEAST_SLOPE, float(np.median(slopes))) if slopes else 1.5


def price_grid(curves: Iterable[LossCurve], *, decay: float, count: int) -> tuple[float, ...]:
    """Return prices, evenly spaced in logarithm, from where hardly any search stops to where nearly all do.

    Samples and nodes have prices of their own, and the table has room for both.
    """
    ends: dict[Kind, list[tuple[float, float]]] = {}
    for curve in curves:
        rates = curve.rates * (1.0 if curve.kind == "endgame" else decay)
        if rates.max() > 0:
            ends.setdefault(curve.kind, []).append((float(rates[rates > 0].min()), float(rates.max())))
    if not ends:
        raise DataError("time values need searches with something to lose, got none")
    low = min(0.1 * float(np.quantile([last for last, _ in each], 0.75)) for each in ends.values())
    high = max(float(np.quantile([first for _, first in each], 0.9)) for each in ends.values())
    high = max(high, 10.0 * low)
    return tuple(float(f"{price:.5g}") for price in np.geomspace(low, high, count))


def work_used(
    curves: Iterable[LossCurve], prices: Sequence[float], *, decay: float, slope: float, idle_share: float
) -> tuple[float, ...]:
    """Return the mean work of a turn at each price; this part of the turns is played without a search."""
    work = array("d")
    for curve in curves:
        work.extend(curve.work_at(price, decay=decay, slope=slope) for price in prices)
    by_price = np.array(work).reshape(-1, len(prices)).T.copy()
    means = [float(np.mean(each)) for each in by_price]
    falling = np.minimum.accumulate(np.array(means)) * (1.0 - idle_share)
    return tuple(float(f"{max(mean, 1.0):.5g}") for mean in falling)
