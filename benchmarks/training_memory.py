"""Memory and time of learning from data sets of growing size, made up of simulated searches.

Each size has a process of its own, so that its peak is its own. Training makes few passes: their number
changes the time and not the memory. With --values it is `zeitnot learn values` that is measured. With --nodes
the shards are as so many workers write them at the same time: their numbers alternate.

Example: python -m benchmarks.training_memory --positions 400 --times 1 10 100
"""

import argparse
import contextlib
import io
import json
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from tests.learning.made_up_traces import scrabble_trace
from zeitnot.cli.app import run
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
    parser.add_argument("--values", action="store_true", help="time values instead of a network")
    parser.add_argument("--nodes", type=int, default=1, help="workers that wrote the shards")
    parser.add_argument("--folder", type=Path, default=None, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.folder is not None:
        print(json.dumps((_learned_values if given.values else _trained)(given.folder)))
        return
    heads = ["rows", "rows made, s", "peak then, MB", "trained, s", "peak at the end, MB"]
    heads = ["positions", "data, MB", *(["learned, s", "peak, MB"] if given.values else heads)]
    print(f"| {' | '.join(heads)} |")
    print("|---" * len(heads) + "|")
    for times in given.times:
        with tempfile.TemporaryDirectory() as folder:
            size = _write(Path(folder), times * given.positions, nodes=given.nodes)
            command = [sys.executable, "-m", "benchmarks.training_memory", "--folder", folder]
            command += ["--values"] * given.values
            done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 (our own)
            figures = [f"{times * given.positions:,}", f"{size / 1e6:.0f}"]
            figures += [f"{figure:,.0f}" for figure in json.loads(done.stdout)]
            print(f"| {' | '.join(figures)} |", flush=True)


def _write(folder: Path, positions: int, *, nodes: int = 1) -> int:
    """Write shards, and return their bytes."""
    searches = [scrabble_trace(number) for number in range(min(_DISTINCT, positions))]
    for node in range(nodes):
        mine = range(node, positions, nodes)
        for start in range(0, len(mine), _SHARD):
            numbers = mine[start : start + _SHARD]
            traces = [replace(searches[number % len(searches)], number=number) for number in numbers]
            write_shard(folder / f"positions-{numbers[0]:08}.parquet", traces, settings={"made": "up"})
    return sum(path.stat().st_size for path in folder.iterdir())


def _learned_values(folder: Path) -> list[float]:
    """Run the command, and return its seconds and its peak."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as place, contextlib.redirect_stdout(io.StringIO()):
        if code := run(["learn", "values", str(folder), "-o", str(Path(place) / "values.json")]):
            raise SystemExit(code)
    return [time.perf_counter() - began, _peak_mb()]


def _trained(folder: Path) -> list[float]:
    """Train, and return rows, seconds and peak while they are made, and seconds and peak of the training."""
    began = time.perf_counter()
    rows = loss_rows(open_data(folder))
    made, rows_mb = time.perf_counter(), _peak_mb()
    train_loss(rows, LossTraining(epochs=_PASSES, restarts=1))
    return [len(rows), made - began, rows_mb, time.perf_counter() - made, _peak_mb()]


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
