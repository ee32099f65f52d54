"""Ray faults: the driver, the head or a node of a cluster is killed in the middle of a job, which goes on."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.season.crashes import Whole, ended, look, whole_job
from benchmarks.season.figures import Found, Tally
from benchmarks.season.jobs import CLUSTER_JOBS, PATIENCE_S, Started, on_cluster, started
from benchmarks.season.ray_nodes import HEAD, WORKER, RayNodes, ray_nodes
from benchmarks.season.slices import Slice
from zeitnot.errors import ZeitnotError

DRIVER = "driver"
VICTIMS = (DRIVER, HEAD, WORKER)
FAULTS = 2
"""Most faults of one job before it runs to its end."""
CONNECT_S = 8.0
"""Seconds that a driver is given to connect, where the fault is to come before anything is done."""
LATER_S = 0.5
"""Most seconds between something kept and the fault: a game takes about that."""
_LOOK_S = 0.1
_REGISTERING = "Failed to register worker to Raylet"
"""What Ray says when it ends a process whose cluster goes away while it connects: nobody can hinder it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """When a fault comes: once this much is kept, and a little later."""

    kept: int
    later_s: float

    @classmethod
    def drawn(cls, rng: Random, most: int) -> "Moment":
        """Draw a moment out of the whole run of a job."""
        kept = rng.randrange(most)
        return cls(kept=kept, later_s=rng.uniform(0.0, LATER_S if kept else CONNECT_S))


def ray_faults(work: Slice) -> Found:
    """Kill parts of a cluster in the middle of jobs; their results equal those of jobs on this machine."""
    tally, rng = Tally(), work.rng
    whole = whole_job(CLUSTER_JOBS[work.seed % len(CLUSTER_JOBS)], work.folder / "whole", tally)
    victims = list(VICTIMS)
    rng.shuffle(victims)
    with ray_nodes(work.folder) as nodes:
        for number in work.pieces():
            folder = work.folder / f"ray{number}"
            folder.mkdir()
            fault_and_end(whole, folder, nodes, tally, rng, first=victims[number % len(victims)])
    return tally.found()


def fault_and_end(
    whole: Whole, folder: Path, nodes: RayNodes, tally: Tally, rng: Random, *, first: str
) -> None:
    """Kill something some times, then let the job end on a whole cluster, and compare."""
    most, kept, told = whole.job.kept(whole.folder), 0, [first]
    told.extend(rng.choice(VICTIMS) for _ in range(rng.randrange(FAULTS)))
    for victim in told:
        nodes.start()
        kept = _faulty(whole, folder, nodes, tally, victim=victim, moment=Moment.drawn(rng, most), kept=kept)
    nodes.start()
    result = ended(on_cluster(whole.job, nodes.address), folder, tally)
    words = f"{whole.job.name} on Ray: another result after a killed {', '.join(told)}"
    tally.check(result == whole.result, words)
    tally.counts["jobs"] += 1


def _faulty(
    whole: Whole, folder: Path, nodes: RayNodes, tally: Tally, *, victim: str, moment: Moment, kept: int
) -> int:
    """Begin or continue a job, kill a part of its cluster, and return how much is kept then."""
    job = on_cluster(whole.job, nodes.address)
    running = started(job, folder)
    _wait_for(whole, folder, running, moment)
    name = f"{job.name} on Ray, {victim} killed"
    tally.faults[f"{job.name}: {victim} killed"] += running.process.poll() is None
    if victim == DRIVER:
        with suppress(ProcessLookupError):
            os.kill(running.process.pid, signal.SIGKILL)
    else:
        nodes.kill(victim)
    try:
        code = running.process.wait(timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        running.process.kill()
        code = running.process.wait()
        tally.findings.append(f"{name}: the driver did not end: {running.told()[-300:]}")
    _check_ending(name, victim, code, running, tally)
    look(job, running, tally)
    try:
        now = job.kept(folder)
    except ZeitnotError as error:
        tally.findings.append(f"{name}: cannot be read: {error}")
        return kept
    told = kept + running.acknowledged()
    tally.check(now >= told, f"{name}: {told} told, {now} there")
    return now


def _wait_for(whole: Whole, folder: Path, running: Started, moment: Moment) -> None:
    """Wait until the moment of a fault, or the end of the job."""
    until_s = time.monotonic() + PATIENCE_S
    while whole.job.kept(folder) < moment.kept and time.monotonic() < until_s:
        if running.process.poll() is not None:
            return
        time.sleep(_LOOK_S)
    with suppress(subprocess.TimeoutExpired):
        running.process.wait(timeout=moment.later_s)


def _check_ending(name: str, victim: str, code: int, running: Started, tally: Tally) -> None:
    """Check how the driver ended: a lost worker costs nothing, a lost head is told in one line."""
    told = running.told()
    if victim == WORKER:
        tally.check(code == 0, f"{name}: ended with {code}: {told[-300:]}")
    elif victim == HEAD and code == 1 and _REGISTERING in told:
        tally.counts["drivers that Ray itself ended while they connected"] += 1
    elif victim == HEAD and code:
        lines = [line for line in told.splitlines() if line.strip()]
        one_line = bool(lines) and lines[-1].startswith("zeitnot: ")
        tally.check(one_line and code > 0, f"{name}: ended with {code}: {told[-300:]}")
