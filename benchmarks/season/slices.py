"""Slices: the parts of a season, the time that each gets, and which comes next."""

import itertools
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.season.figures import Figures, Found


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """Time for a part, and what it may draw from."""

    seed: int
    """Number of earlier slices of the part: each draws other games and moments."""
    seconds: float
    """Seconds after which no new piece of work begins."""
    folder: Path
    """Empty folder for files of the slice."""

    @property
    def rng(self) -> random.Random:
        """The same numbers for the same seed."""
        return random.Random(f"season {self.seed}")

    def pieces(self) -> Iterator[int]:
        """Yield the numbers of pieces of work until the time is over; there is at least one."""
        until_s = time.monotonic() + self.seconds
        for number in itertools.count():
            yield number
            if time.monotonic() >= until_s:
                return


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of the season."""

    name: str
    """Name on the command line and on the page."""
    words: str
    """What it does and what must hold, in a sentence."""
    run: Callable[[Slice], Found]
    """Runs a slice of it."""


def next_part(parts: Sequence[Part], kept: Iterable[Figures]) -> tuple[Part, int]:
    """Return the part that has had the least time so far, and the number of slices that it has had."""
    seconds: defaultdict[str, float] = defaultdict(float)
    slices: defaultdict[str, int] = defaultdict(int)
    for each in kept:
        seconds[each.part] += each.seconds
        slices[each.part] += 1
    part = min(parts, key=lambda part: (seconds[part.name], slices[part.name]))
    return part, slices[part.name]
