"""RecordEnds: which records were cut short, and which had nothing left to find."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from zeitnot.learning import JudgedCheck, JudgedPly, ScrabbleTrace

NEAR_END = 0.9
"""A simulation with this part of the samples of the longest was cut short, too."""
PLY_GROWTH = 4.0
"""Nodes grow about so from depth to depth of an endgame."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordEnds:
    """Where records of a data set were cut short; one that ends well before had nothing left to find."""

    samples: int
    """Samples at which records of simulations end."""
    nodes: int
    """Nodes at which records of endgames end."""

    @classmethod
    def of(cls, traces: Sequence[ScrabbleTrace]) -> Self:
        """Take the longest records for those that were cut."""
        checks = [run.checks[-1] for trace in traces for run in trace.runs if run.checks]
        return cls(
            samples=max((check.snapshot.samples for check in checks), default=0),
            nodes=max((trace.plies[-1].nodes for trace in traces if trace.plies), default=0),
        )

    def cut_simulation(self, checks: tuple[JudgedCheck, ...]) -> bool:
        """Return whether a simulation would have gone on; of few tiles all deals are sampled at some time."""
        return checks[-1].snapshot.samples >= NEAR_END * self.samples

    def cut_endgame(self, plies: tuple[JudgedPly, ...]) -> bool:
        """Return whether the next depth could have been cut off, instead of the endgame being solved."""
        return plies[-1].nodes * PLY_GROWTH >= self.nodes
