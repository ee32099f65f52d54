"""Recording on more cores and on more nodes: positions a second, and what a task costs besides its work.

A node of the cluster has one CPU; all nodes are on this machine, so that more of them than cores share these.
Nodes write shards of their own, as they do in a folder that they share; processes send what they record.
What a task costs is measured both ways. With --writing only the CPU time is measured that a worker needs to
write a position, with made-up simulations of five seeds: other work on the machine does not change it much.

Example: python -m benchmarks.recording_scale --positions 48
"""

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.learning.made_up_traces import scrabble_trace
from zeitnot.lab import DataRun, Done, Event, Fleet, LocalTasks, RayTasks, ShardStore, recording_task
from zeitnot.lab.store.node_shards import NodeShards
from zeitnot.learning import write_shard
from zeitnot.scrabble import ScrabbleRecording
from zeitnot.turns import to_json_form

_STORE_BYTES = 80 * 2**20
_WORK = ScrabbleRecording(samples=4_000, long_samples=0, seeds=2, judge_samples=4_000, endgame_nodes=100_000)
"""A position takes about a second of one core."""
_NO_WORK = ScrabbleRecording(samples=30, long_samples=0, seeds=1, judge_samples=30, endgame_nodes=100)
"""A position takes next to nothing: what is left is the way there and back."""


def main() -> None:
    """Record the same positions in all ways, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--positions", type=int, default=48)
    parser.add_argument("--tasks", type=int, default=400, help="positions that take next to nothing")
    parser.add_argument("--writing", action="store_true", help="only the CPU time of writing")
    given = parser.parse_args()
    if given.writing:
        print(f"a position that a worker writes takes {_writing_ms(given.positions):.1f} ms of CPU time")
        return
    print("| where | start, s | positions a second | ratio | a task without work, sent, ms | written, ms |")
    print("|---|---|---|---|---|---|")
    first = 0.0
    for name, nodes, processes in (
        ("1 process", 0, 1),
        ("2 processes", 0, 2),
        ("Ray, 1 node", 1, 1),
        ("Ray, 2 nodes", 2, 2),
        ("Ray, 4 nodes", 4, 4),
    ):
        with _cluster(nodes) as address:
            start_s, used_s = _recorded(_WORK, given.positions, address, processes, writes=nodes > 0)
            idle_s = [
                _recorded(_NO_WORK, given.tasks, address, processes, writes=writes)[1]
                for writes in (False, True)
            ]
        rate = (given.positions - 1) / used_s
        first = first or rate
        sent_ms, written_ms = (1000 * each / (given.tasks - 1) for each in idle_s)
        figures = f"{start_s:.1f} | {rate:.2f} | {rate / first:.2f} | {sent_ms:.1f} | {written_ms:.1f}"
        print(f"| {name} | {figures} |", flush=True)


def _recorded(
    settings: ScrabbleRecording, positions: int, address: str | None, processes: int, *, writes: bool
) -> tuple[float, float]:
    """Record positions; return the seconds until the first is there, and from then on."""
    times = [time.perf_counter()]

    def on_event(event: Event) -> None:
        if isinstance(event, Done):
            times.append(time.perf_counter())

    with tempfile.TemporaryDirectory() as folder:
        place, form = Path(folder) / "data", to_json_form(settings)
        with ShardStore(place, game="scrabble", settings=form) as store:
            make = recording_task("scrabble", settings, shared=store.share() if writes else None)
            fleet: Fleet = (
                LocalTasks(make, processes=processes) if address is None else RayTasks(make, address=address)
            )
            with closing(fleet):
                run = DataRun(store=store, fleet=fleet, positions=positions, on_event=on_event)
                run.run()
                run.close()
    return times[1] - times[0], times[-1] - times[1]


def _writing_ms(positions: int) -> float:
    traces = [scrabble_trace(number, seeds=5, first=100) for number in range(positions)]
    with tempfile.TemporaryDirectory() as folder:
        write_shard(Path(folder) / "first.parquet", traces, settings={})  # what is loaded once is loaded here
        shards = NodeShards(Path(folder), {"made": "up"})
        began_s = time.process_time()
        for trace in traces:
            shards.kept(trace)
        return 1000 * (time.process_time() - began_s) / positions


@contextmanager
def _cluster(nodes: int) -> Iterator[str | None]:
    if not nodes:
        yield None
        return
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster()
    try:
        for _ in range(nodes):
            cluster.add_node(num_cpus=1, object_store_memory=_STORE_BYTES, include_dashboard=False)
        yield str(cluster.address)
    finally:
        ray.shutdown()
        cluster.shutdown()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
