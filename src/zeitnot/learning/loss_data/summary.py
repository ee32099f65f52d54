"""Summary of a data set: how much it has, and how far its judge may be wrong."""

import math
from dataclasses import dataclass
from pathlib import Path

from zeitnot.learning.loss_data.shards import read_shard, shard_paths
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


def summary_of(folder: Path) -> DataSummary:
    """Sum a data set up, shard by shard: all of it may be more than memory holds."""
    positions = rows = erring = 0
    squares = 0.0
    for path in shard_paths(folder):
        for trace in read_shard(path).traces:
            positions += 1
            rows += _rows(trace)
            if math.isfinite(error := _error(trace)) and error > 0.0:
                erring += 1
                squares += error * error
    return DataSummary(
        positions=positions, rows=rows, loss_error=math.sqrt(squares / erring) if erring else 0.0
    )


def _rows(trace: Trace) -> int:
    if isinstance(trace, ChessTrace):
        return len(trace.iterations)
    return sum(len(run.checks) for run in trace.runs) + len(trace.plies)


def _error(trace: Trace) -> float:
    return trace.loss_error if isinstance(trace, ChessTrace) else trace.loss_error_pts
