"""Connection: who can be compared with whom, when some took all points of others.

A participant whom nobody in a group took a point from is infinitely better than the group by what was seen;
a finite difference needs points in both directions, directly or by way of others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zeitnot.lab.statistics.score import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """Who took points from whom, directly or by way of others."""

    beaten: Mapping[str, frozenset[str]]
    """Participants that each took points from, directly or through others."""

    @classmethod
    def of(cls, names: Sequence[str], scores: Mapping[tuple[str, str], Score]) -> "Connection":
        """Follow the points; only games that estimates are made from count."""
        direct: dict[str, set[str]] = {name: set() for name in names}
        for (first, second), score in scores.items():
            if score.judged.points > 0:
                direct[first].add(second)
            if score.judged.points < score.judged.games:
                direct[second].add(first)
        return cls(beaten={name: _reached(name, direct) for name in names})

    def group(self, name: str) -> frozenset[str]:
        """Return the participants at a finite distance from one, itself included."""
        return frozenset({name} | {other for other in self.beaten[name] if name in self.beaten[other]})

    def is_above(self, name: str, others: frozenset[str]) -> bool:
        """Return whether a participant took points from any of these."""
        return not self.beaten[name].isdisjoint(others)

    def is_below(self, name: str, others: frozenset[str]) -> bool:
        """Return whether any of these took points from a participant."""
        return any(name in self.beaten[other] for other in others)


def _reached(name: str, direct: Mapping[str, set[str]]) -> frozenset[str]:
    reached: set[str] = set()
    open_names = set(direct[name])
    while open_names:
        reached |= open_names
        open_names = {each for other in open_names for each in direct[other]} - reached
    return frozenset(reached)
