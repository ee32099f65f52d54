"""Summary of a data set: how much it has, and how far its judge may be wrong."""

import math
from dataclasses import dataclass

from zeitnot.learning.loss_data.shards import DataSet
from zeitnot.learning.loss_data.traces import ChessTrace, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSummary:
    """What a data set comes to."""

    positions: int
    """Positions recorded."""
    rows: int
    """Moments at which a search could have been stopped, each with its loss."""
    loss_error: float
    """Standard error of a judged loss, in points or expected score: root mean square over the positions where
    the judge can err at all."""


def summary_of(data: DataSet) -> DataSummary:
    """Sum a data set up."""
    errors = [error for trace in data.traces if math.isfinite(error := _error(trace)) and error > 0.0]
    return DataSummary(
        positions=len(data.traces),
        rows=sum(_rows(trace) for trace in data.traces),
        loss_error=math.sqrt(sum(error * error for error in errors) / len(errors)) if errors else 0.0,
    )


def _rows(trace: Trace) -> int:
    if isinstance(trace, ChessTrace):
        return len(trace.iterations)
    return sum(len(run.checks) for run in trace.runs) + len(trace.plies)


def _error(trace: Trace) -> float:
    return trace.loss_error if isinstance(trace, ChessTrace) else trace.loss_error_pts
