"""Crashes: jobs that are killed, or cannot write, at random moments, and go on afterwards."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.season.figures import Found, Tally
from benchmarks.season.jobs import JOBS, PATIENCE_S, Job, Started, make_data, started
from benchmarks.season.slices import Slice
from benchmarks.season.volume import Volume, volume
from tests.cli.match.test_faults import others_ended
from zeitnot.errors import ZeitnotError

KILLS = ("killed", "killed with its group")
FILE_LIMIT, FULL, READ_ONLY = "file limit", "full disk", "read-only disk"
CRASHES = 3
"""Most crashes of one job before it runs to its end."""
_LEAST_FILE = 4096
"""Bytes that a file can always have: what a command says must go somewhere."""
_ENDINGS = (0, 1, 2, 3)
"""Exit codes of a command that cannot write; others are crashes of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """A job nothing happened to."""

    job: Job
    folder: Path
    """Where it was done."""
    result: object
    """What came of it."""
    seconds: float
    """Seconds that it took."""
    largest: int
    """Bytes of its largest file."""


def crashes(work: Slice) -> Found:
    """Crash a job several times; in the end its result equals that of a job nothing happened to."""
    tally, rng = Tally(), work.rng
    make_data(work.folder)
    whole = whole_job(JOBS[work.seed % len(JOBS)], work.folder / "whole", tally)
    for number in work.pieces():
        with volume(work.folder / f"crashed{number}") as place:
            crash_and_end(whole, place, tally, rng)
    return tally.found()


def whole_job(job: Job, folder: Path, tally: Tally) -> Whole:
    """Run a job nothing happens to."""
    folder.mkdir()
    began_s = time.monotonic()
    result = ended(job, folder, tally)
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    used_s = time.monotonic() - began_s
    return Whole(job=job, folder=folder, result=result, seconds=used_s, largest=max(sizes, default=0))


def crash_and_end(whole: Whole, place: Volume, tally: Tally, rng: Random) -> None:
    """Crash a job some times, then let it end, and compare."""
    kept = 0
    faults = (*KILLS, FILE_LIMIT, *((FULL, READ_ONLY) if place.is_mounted else ()))
    told = []
    for _ in range(rng.randint(1, CRASHES)):
        told.append(rng.choice(faults))
        kept = _crashed(whole, place, tally, rng, fault=told[-1], kept=kept)
    result = ended(whole.job, place.folder, tally)
    tally.check(result == whole.result, f"{whole.job.name}: another result after {', '.join(told)}")
    tally.counts["jobs"] += 1
    tally.counts["half-written files left, which nobody reads"] += len([*place.folder.rglob("*.part")])


def ended(job: Job, folder: Path, tally: Tally, *, environment: dict[str, str] | None = None) -> object:
    """Let a job end by itself, and return its result."""
    running = started(job, folder, environment=environment)
    code = running.process.wait(timeout=PATIENCE_S)
    look(job, running, tally)
    tally.check(code == 0, f"{job.name} ended with {code}: {running.told()[-300:]}")
    return job.result(folder, running.said()) if code == 0 else None


def _crashed(whole: Whole, place: Volume, tally: Tally, rng: Random, *, fault: str, kept: int) -> int:
    """Begin or continue a job that crashes, and return how much of it is kept then."""
    job = whole.job
    room = rng.randrange(_LEAST_FILE, 2 * max(whole.largest, _LEAST_FILE))
    if fault == FULL:
        place.leave_room(room)
    elif fault == READ_ONLY:
        place.freeze()
    running = started(job, place.folder, largest_file=room if fault == FILE_LIMIT else None)
    tally.faults[f"{job.name}: {fault}"] += 1
    if fault in KILLS:
        _kill(running, fault, rng.uniform(0.0, 1.2 * whole.seconds))
    code = running.process.wait(timeout=PATIENCE_S)
    place.restore()
    if fault not in KILLS:
        tally.check(code in _ENDINGS, f"{job.name}, {fault}, ended with {code}: {running.told()[-300:]}")
    look(job, running, tally)
    try:
        now = job.kept(place.folder)
    except ZeitnotError as error:
        tally.findings.append(f"{job.name} cannot be read after {fault}: {error}")
        return kept
    told = kept + running.acknowledged()
    tally.check(now >= told, f"{job.name}: {told} told, {now} there after {fault}")
    return now


def _kill(running: Started, fault: str, after_s: float) -> None:
    with suppress(subprocess.TimeoutExpired):
        running.process.wait(timeout=after_s)
    with suppress(ProcessLookupError):
        (os.kill if fault == KILLS[0] else os.killpg)(running.process.pid, signal.SIGKILL)


def look(job: Job, running: Started, tally: Tally) -> None:
    """Check that no process is left behind and that no traceback was shown."""
    tally.check(others_ended(running.process.pid), f"{job.name}: processes left behind")
    told = running.told()
    tally.check("Traceback" not in told, f"{job.name}: a traceback: {told[-300:]}")
