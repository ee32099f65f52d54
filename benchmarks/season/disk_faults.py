"""Disk faults: jobs whose disk has a quota or few inodes, fails, vanishes, or has a second writer."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

from benchmarks.season.crashes import Whole, ended, look, whole_job
from benchmarks.season.disk import Disk, can_make, disk
from benchmarks.season.figures import Found, Tally
from benchmarks.season.jobs import JOBS, PATIENCE_S, Started, make_data, started
from benchmarks.season.slices import Slice
from benchmarks.season.volume import Volume, volume
from zeitnot.errors import ZeitnotError
from zeitnot.turns import error_words

QUOTA, INODES, FAILED, UNMOUNTED = "quota", "few files allowed", "disk failed", "disk unmounted"
TWO_WRITERS = "second writer"
FAULTS = (QUOTA, INODES, FAILED, UNMOUNTED, TWO_WRITERS)
_KINDS = {QUOTA: "btrfs", FAILED: "ext4", UNMOUNTED: "ext4"}
"""File systems of the disks that have these faults; root can make them."""
_ENDINGS = (1, 2, 3)
"""Exit codes of a command that cannot go on; others are crashes of its own."""
_MOST_FILES = 4
"""Most files and folders that a disk has room for."""
_LEAST_ROOM = 1 << 15
"""Least bytes of a quota: the file system itself needs some."""
_LOOK_S = 0.05


def disk_faults(work: Slice) -> Found:
    """Take the disk of jobs away; they end with one line, and go on once it is back."""
    tally, rng = Tally(), work.rng
    make_data(work.folder)
    whole = whole_job(JOBS[work.seed % len(JOBS)], work.folder / "whole", tally)
    faults = [fault for fault in FAULTS if fault == TWO_WRITERS or can_make(_KINDS.get(fault, "ext4"))]
    rng.shuffle(faults)
    for number in work.pieces():
        fault, folder = faults[number % len(faults)], work.folder / f"disk{number}"
        with _place(fault, folder) as place:
            _fault(whole, folder, place, tally, rng, fault=fault)
            result = ended(whole.job, folder, tally)
        tally.check(result == whole.result, f"{whole.job.name}: another result after {fault}")
        tally.counts["jobs"] += 1
    return tally.found()


@contextmanager
def _place(fault: str, folder: Path) -> Iterator[Disk | Volume]:
    """Make a folder that can have this fault."""
    if fault in _KINDS:
        with disk(folder, _KINDS[fault]) as made:
            yield made
    else:
        with volume(folder) as place:
            yield place


def _fault(
    whole: Whole, folder: Path, place: Disk | Volume, tally: Tally, rng: Random, *, fault: str
) -> None:
    """Run a job into its fault, take the fault away, and look at what is left."""
    name = f"{whole.job.name}, {fault}"
    tally.faults[f"{whole.job.name}: {fault}"] += 1
    if fault == TWO_WRITERS:
        _second_writer(whole, folder, tally)
        return
    running = _run_into(whole, folder, place, rng, fault=fault)
    code = running.process.wait(timeout=PATIENCE_S)
    _restore(place, fault)
    check_ending(name, code, running, tally)
    look(whole.job, running, tally)
    try:
        now = whole.job.kept(folder)
        if code == 0:
            there = whole.job.result(folder, running.said()) == whole.result
            tally.check(there, f"{name}: ended with 0, and its result is not there")
    except (OSError, ZeitnotError) as error:
        tally.findings.append(f"{name}: cannot be read: {error_words(error)}")
        return
    tally.check(now >= running.acknowledged(), f"{name}: {running.acknowledged()} told, {now} there")


def _run_into(whole: Whole, folder: Path, place: Disk | Volume, rng: Random, *, fault: str) -> Started:
    if isinstance(place, Volume):
        place.leave_files(rng.randrange(_MOST_FILES))
        return started(whole.job, folder)
    if fault == QUOTA:
        place.allow(rng.randrange(_LEAST_ROOM, 2 * whole.largest + 2 * _LEAST_ROOM))
        return started(whole.job, folder)
    running = started(whole.job, folder)
    with suppress(subprocess.TimeoutExpired):
        running.process.wait(timeout=rng.uniform(0.2, 1.0) * whole.seconds)
    if fault == UNMOUNTED:  # a command that finds only the folder below writes there, and is right to
        until_s = time.monotonic() + PATIENCE_S
        while not any(folder.iterdir()) and running.process.poll() is None and time.monotonic() < until_s:
            time.sleep(_LOOK_S)
    (place.fail if fault == FAILED else place.detach)()
    return running


def _restore(place: Disk | Volume, fault: str) -> None:
    if isinstance(place, Volume):
        place.restore()
    elif fault == QUOTA:
        place.allow_all()
    else:
        place.attach()


def check_ending(name: str, code: int, running: Started, tally: Tally) -> None:
    """Check that a command ended well, or with a line that says what would be right."""
    told = running.told()
    lines = [line for line in told.splitlines() if line.strip()]
    refused = code in _ENDINGS and bool(lines) and lines[-1].startswith("zeitnot: ")
    tally.check(code == 0 or refused, f"{name}: ended with {code}: {told[-300:]}")
    tally.counts["commands that ended with one line"] += refused


def _second_writer(whole: Whole, folder: Path, tally: Tally) -> None:
    """Run the same command twice; the second is refused or does no harm, and the first goes on."""
    first = started(whole.job, folder)
    until_s = time.monotonic() + PATIENCE_S
    while not any(folder.iterdir()) and first.process.poll() is None and time.monotonic() < until_s:
        time.sleep(_LOOK_S)
    second = started(whole.job, folder, suffix=".second")
    for writer, words in ((first, "the first writer"), (second, "the second writer")):
        code = writer.process.wait(timeout=PATIENCE_S)
        name = f"{whole.job.name}, {words} of two"
        if writer is first:
            tally.check(code == 0, f"{name}: ended with {code}: {writer.told()[-300:]}")
        else:
            check_ending(name, code, writer, tally)
        look(whole.job, writer, tally)
