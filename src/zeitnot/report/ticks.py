"""Ticks: the round numbers along an axis."""

import math


def widened(low: float, high: float) -> tuple[float, float]:
    """Return a range that has some width."""
    return (low, high) if high > low else (low, low + max(1.0, abs(low)))


def ticks(low: float, high: float, most: int, *, outward: bool = False) -> list[float]:
    """Return round numbers within the range, or just around it, about as many as asked for."""
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9))
    first, last = low / step, high / step
    if outward:
        ends = math.floor(first + 1e-9), math.ceil(last - 1e-9)
    else:
        ends = math.ceil(first - 1e-9), math.floor(last + 1e-9)
    return [round(number * step, 12) for number in range(ends[0], ends[1] + 1)]
