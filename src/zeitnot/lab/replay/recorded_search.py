"""Recorded searches: how a recorded turn would have gone under any policy."""

from dataclasses import dataclass
from typing import Protocol

from zeitnot.lab.simulated_search import SimulatedPosition
from zeitnot.turns import Thinking, TurnRecord


class RecordedSearch(Protocol):
    """A search that was recorded; it reports as it did then, at the speed that it is replayed with."""

    def run(self, thinking: Thinking) -> TurnRecord:
        """Report to a turn until it ends, at the hard limit at the latest, and finish it."""
        ...

    def loss_at(self, record: TurnRecord) -> float:
        """Return what was lost by ending the turn there: expected score in chess, points in Scrabble."""
        ...

    def is_beyond(self, record: TurnRecord) -> bool:
        """Return whether the turn went on after the end of the record."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedPosition(SimulatedPosition):
    """A position with its recorded search."""

    search: RecordedSearch
    """The recorded search."""
    trace: int
    """Number of the trace in its data set."""
