"""Courses: the turns of one side in a game, drawn from recorded ones."""

import itertools
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, Protocol, TypeVar

from zeitnot.lab.replay.recorded_search import RecordedPosition

P = TypeVar("P")

NEIGHBOURS = 32
"""Traces that a turn is drawn from: those nearest to it in the course of the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The turns of one side, in their order."""

    first_ply: int
    """Half moves before the first of them."""
    positions: tuple[RecordedPosition, ...]
    """What there was to think about."""


class Courses(Protocol):
    """Draws games."""

    def draw(self, rng: Random) -> Course:
        """Draw the turns of one side of a game."""
        ...


class NearTraces(Generic[P]):
    """Traces by their place in the course of a game; neighbours are drawn by their weight."""

    def __init__(
        self, items: Sequence[P], *, place: Callable[[P], float], weight: Callable[[P], float]
    ) -> None:
        """Sort them."""
        self._items = sorted(items, key=place)
        self._places = [place(item) for item in self._items]
        self._sums = [0.0, *itertools.accumulate(weight(item) for item in self._items)]

    def draw(self, rng: Random, place: float) -> P:
        """Draw one of the nearest."""
        places, sums = self._places, self._sums
        first = bisect_left(places, place)
        last = first
        most = min(NEIGHBOURS, len(places))
        first = max(0, min(first - most // 2, len(places) - most))
        last = first + most
        # The ends of the window are not equally far; as long as there is something nearer, it moves.
        while last < len(places) and places[last] - place < place - places[first]:
            first, last = first + 1, last + 1
        while first > 0 and place - places[first - 1] < places[last - 1] - place:
            first, last = first - 1, last - 1
        found = bisect_left(sums, sums[first] + rng.random() * (sums[last] - sums[first])) - 1
        return self._items[min(max(found, first), last - 1)]
