"""Memory and time of training on data sets of growing size, made up of simulated searches.

Each size has a process of its own, so that its peak is its own. Training makes few passes: their number
changes the time and not the memory.

Example: python -m benchmarks.training_memory --positions 400 --times 1 10 100
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from tests.learning.made_up_traces import scrabble_trace
from zeitnot.learning import LossTraining, loss_rows, open_data, train_loss, write_shard

_SHARD = 32
_DISTINCT = 400
"""Searches that are made up; larger data sets have each of them several times, under other numbers."""
_PASSES = 2


def main() -> None:
    """Make data sets, train on each, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--times", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--train", type=Path, default=None, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.train is not None:
        print(json.dumps(_trained(given.train)))
        return
    print("| positions | data, MB | rows | rows made, s | peak then, MB | trained, s | peak at the end, MB |")
    print("|---|---|---|---|---|---|---|")
    for times in given.times:
        with tempfile.TemporaryDirectory() as folder:
            size = _write(Path(folder), times * given.positions)
            command = [sys.executable, "-m", "benchmarks.training_memory", "--train", folder]
            done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 (our own)
            told = json.loads(done.stdout)
            figures = [
                f"{times * given.positions:,}",
                f"{size / 1e6:.0f}",
                f"{told['rows']:,}",
                f"{told['rows_s']:.0f}",
                f"{told['rows_mb']:.0f}",
                f"{told['trained_s']:.0f}",
                f"{told['trained_mb']:.0f}",
            ]
            print(f"| {' | '.join(figures)} |", flush=True)


def _write(folder: Path, positions: int) -> int:
    """Write shards, and return their bytes."""
    searches = [scrabble_trace(number) for number in range(min(_DISTINCT, positions))]
    for first in range(0, positions, _SHARD):
        numbers = range(first, min(first + _SHARD, positions))
        traces = [replace(searches[number % len(searches)], number=number) for number in numbers]
        write_shard(folder / f"positions-{first:08}.parquet", traces, settings={"made": "up"})
    return sum(path.stat().st_size for path in folder.iterdir())


def _trained(folder: Path) -> dict[str, float]:
    began = time.perf_counter()
    rows = loss_rows(open_data(folder))
    made, rows_mb = time.perf_counter(), _peak_mb()
    train_loss(rows, LossTraining(epochs=_PASSES, restarts=1))
    return {
        "rows": len(rows),
        "rows_s": made - began,
        "rows_mb": rows_mb,
        "trained_s": time.perf_counter() - made,
        "trained_mb": _peak_mb(),
    }


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
