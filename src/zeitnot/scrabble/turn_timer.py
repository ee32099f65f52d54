"""Turn timer: the time of a turn, by the wall clock or by work done."""

import math
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, fields

from zeitnot._native import StopControl
from zeitnot.clocks import TimeSource, WallTime, WorkTime
from zeitnot.errors import SettingError

Phase = AbstractContextManager[StopControl]
"""A running search: its control is started on entry, its time counted on exit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkRates:
    """Amounts of work that count as one second on every machine, so that games are reproducible."""

    generations_per_s: float = 1000.0
    """Generated move lists per second; the default is about what one core does."""
    samples_per_s: float = 10_000.0
    """Simulation samples per second; the default is about what one core does."""
    nodes_per_s: float = 200_000.0
    """Endgame solver nodes per second; the default is about what one core does."""

    def __post_init__(self) -> None:
        for name in ("generations_per_s", "samples_per_s", "nodes_per_s"):
            if not 0 < getattr(self, name) < math.inf:
                raise SettingError(f"{name} must be above 0 and finite, got {getattr(self, name)!r}")

    def times(self, factor: float) -> "WorkRates":
        """Return the rates of a machine that is faster by a factor."""
        return WorkRates(**{each.name: getattr(self, each.name) * factor for each in fields(self)})


class TurnTimer:
    """Timer of one turn, whose searches run one after another, each with a stop control."""

    def __init__(self, rates: WorkRates | None = None, source: TimeSource | None = None) -> None:
        """Start counting; with rates, only work counts, plus the time of a source if given."""
        self._rates = rates
        self.counts_work_alone = rates is not None and source is None
        # A work-time source to which no work is reported stands still.
        self._source = source or (WallTime() if rates is None else WorkTime())
        self._began_s = self._source.now_s()
        self._worked_s = 0.0
        self._control: StopControl | None = None
        self.stopped = False

    def stop(self) -> None:
        """Stop the running search and all later ones at once; may be called from any thread."""
        self.stopped = True
        if self._control is not None:
            self._control.stop()

    @property
    def elapsed_s(self) -> float:
        """Seconds since the turn began."""
        return self._worked_s + self._source.now_s() - self._began_s

    def generated(self, lists: int = 1) -> None:
        """Count generated move lists, which are too short to need a stop control."""
        if self._rates is not None:
            self._worked_s += lists / self._rates.generations_per_s

    def sampling(self, *, until_s: float) -> Phase:
        """Return the control of a simulation that ends at `until_s` of the turn."""
        return self._phase(self._rates.samples_per_s if self._rates else 0.0, until_s)

    def solving(self, *, until_s: float) -> Phase:
        """Return the control of an endgame search that ends at `until_s` of the turn."""
        return self._phase(self._rates.nodes_per_s if self._rates else 0.0, until_s)

    def listing(self, *, until_s: float) -> Phase:
        """Return the control of work counted in generated move lists."""
        return self._phase(self._rates.generations_per_s if self._rates else 0.0, until_s)

    @contextmanager
    def _phase(self, work_per_second: float, until_s: float) -> Iterator[StopControl]:
        control = StopControl(work_per_second=work_per_second)
        control.start(soft_s=math.inf, hard_s=max(0.0, until_s - self.elapsed_s))
        self._control = control
        if self.stopped:  # checked last, so that no stop is lost in between
            control.stop()
        try:
            yield control
        finally:
            if self._rates is not None:
                self._worked_s += control.elapsed_s()
