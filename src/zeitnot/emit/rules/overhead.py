"""The overhead of emitted managers: what the clock loses besides the search, measured as elsewhere."""

import math
from dataclasses import dataclass
from typing import Annotated

from zeitnot import turns
from zeitnot.emit.rules.arrays import zeros

OVERHEAD = turns.Overhead()

CUSTOMARY_S: float = turns.CUSTOMARY_LAG_S
"""Lag that the rules of planning already allow for: the usual Move Overhead of chess engines."""
FIRST_MEAN_S: float = OVERHEAD.mean_s
"""Overhead that is planned with until something is measured."""
FIRST_WORST_S: float = OVERHEAD.worst_s
WINDOW: int = OVERHEAD.window
MEAN_WINDOW: int = OVERHEAD.mean_window
MARGIN: float = OVERHEAD.margin
FORGETTING: float = OVERHEAD.forgetting
OUTAGE_S: float = OVERHEAD.outage_s
STRETCH: int = 4
"""Turns that are compared with as many before them to see whether the lag grows."""
RISE_WINDOW: int = 12
"""Turns in which a growing lag shows: three stretches."""


@dataclass(slots=True)
class Overhead:
    """Time that the clock loses besides the search: transmission, scheduling, a late stop."""

    mean_s: float = FIRST_MEAN_S
    """Mean overhead of the last turns, with the largest one reduced to the second largest."""
    rough_s: float = 0.0
    """Mean of the worse half of all recent overheads."""
    rising_s: float = 0.0
    """How much the overhead grows with every turn; 0 unless it has been growing steadily."""
    recurring_s: float = 0.0
    """Overhead that was reached twice recently and may come again."""
    worst_s: float = FIRST_WORST_S
    """Worst case of the overhead."""
    measurements: int = 0
    """Overheads measured."""
    recent_s: Annotated[list[float], WINDOW] = zeros(WINDOW)
    """Latest overheads, oldest first, after the first guess while it is as recent."""
    recent: int = 0
    """Number of latest overheads."""


def expected_lag_s(overhead: Overhead, turns: float) -> float:
    """Return the mean overhead expected on the next turns."""
    return max(overhead.mean_s + overhead.rising_s * (float(MEAN_WINDOW) + turns) / 2.0, overhead.rough_s)


def usual_lag_s(overhead: Overhead) -> float:
    """Return the overhead that any turn may have."""
    return max(FIRST_WORST_S, MARGIN * overhead.mean_s)


def worst_spell_s(overhead: Overhead, brought_s: float) -> float:
    """Return the most that consecutive recent turns lost beyond the mean, when each brings some time."""
    usual_s = max(overhead.mean_s, CUSTOMARY_S + brought_s)
    if overhead.recurring_s <= usual_s:
        return 0.0
    spell_s = 0.0
    worst_s = 0.0
    for place in range(overhead.recent):
        lag_s = min(overhead.recent_s[place], overhead.recurring_s)
        spell_s = max(0.0, spell_s + lag_s - usual_s)
        worst_s = max(worst_s, spell_s)
    return worst_s


def sort_lags(lags_s: list[float], count: int) -> None:
    """Sort the first of these lags, the smallest first."""
    for place in range(1, count):
        lag_s = lags_s[place]
        to = place
        while to > 0 and lags_s[to - 1] > lag_s:
            lags_s[to] = lags_s[to - 1]
            to -= 1
        lags_s[to] = lag_s


def mean_of_sorted(lags_s: list[float], first: int, count: int) -> float:
    """Return the mean of two or more sorted lags, with the largest one reduced to the second largest."""
    total_s = 0.0
    for place in range(first, first + count - 2):
        total_s += lags_s[place]
    second_s = lags_s[first + count - 2]
    return (total_s + second_s + second_s) / float(count)


def rise_s(lags_s: list[float], first: int) -> float:
    """Return the growth for each turn if three stretches from here on lie one above the other, or 0."""
    first_s = 0.0
    third_s = 0.0
    most_first_s = lags_s[first]
    least_second_s = lags_s[first + STRETCH]
    most_second_s = lags_s[first + STRETCH]
    least_third_s = lags_s[first + 2 * STRETCH]
    for place in range(STRETCH):
        second_s = lags_s[first + STRETCH + place]
        first_s += lags_s[first + place]
        third_s += lags_s[first + 2 * STRETCH + place]
        most_first_s = max(most_first_s, lags_s[first + place])
        least_second_s = min(least_second_s, second_s)
        most_second_s = max(most_second_s, second_s)
        least_third_s = min(least_third_s, lags_s[first + 2 * STRETCH + place])
    if most_first_s >= least_second_s or most_second_s >= least_third_s:
        return 0.0
    return (third_s - first_s) / float(2 * STRETCH * STRETCH)


def add_recent(overhead: Overhead, overhead_s: float) -> None:
    """Add an overhead to the latest ones."""
    if overhead.recent == 0:
        overhead.recent_s[0] = overhead.mean_s
        overhead.recent = 1
    if overhead.recent == WINDOW:
        for place in range(WINDOW - 1):
            overhead.recent_s[place] = overhead.recent_s[place + 1]
        overhead.recent = WINDOW - 1
    overhead.recent_s[overhead.recent] = overhead_s
    overhead.recent += 1


def learn_overhead(overhead: Overhead, overhead_s: float) -> None:
    """Learn from the overhead of one turn; a negative or infinite one is ignored.

    A single bad turn is not a pattern: it raises the worst case, which the hard limit leaves room for, and
    changes nothing that is planned with.
    """
    if not math.isfinite(overhead_s) or overhead_s < 0.0:
        return
    add_recent(overhead, overhead_s)
    lags_s: Annotated[list[float], WINDOW] = [0.0] * WINDOW
    latest = min(overhead.recent, MEAN_WINDOW)
    for place in range(latest):
        lags_s[place] = overhead.recent_s[overhead.recent - latest + place]
    sort_lags(lags_s, latest)
    mean_s = mean_of_sorted(lags_s, 0, latest)
    for place in range(overhead.recent):
        lags_s[place] = overhead.recent_s[place]
    sort_lags(lags_s, overhead.recent)
    half = (overhead.recent - 1) // 2
    overhead.rough_s = mean_of_sorted(lags_s, half, overhead.recent - half)
    overhead.rising_s = 0.0
    if overhead.recent >= RISE_WINDOW:
        overhead.rising_s = rise_s(overhead.recent_s, overhead.recent - RISE_WINDOW)
    recurring_s = lags_s[overhead.recent - 2]
    counted_s = overhead_s
    # The first turn that lost far more than a working connection does is an outage, and ignored.
    if overhead_s > max(OUTAGE_S, overhead.worst_s) and overhead_s > MARGIN * recurring_s:
        counted_s = recurring_s
    elif overhead.measurements == 0:
        # A single measurement cannot be told from a pattern.
        recurring_s = overhead_s
    forgotten_s = FORGETTING * overhead.worst_s
    overhead.worst_s = max(MARGIN * counted_s, forgotten_s, FIRST_WORST_S, mean_s)
    overhead.mean_s = mean_s
    overhead.recurring_s = recurring_s
    overhead.measurements += 1
