"""Loss of power: stores written under strace, and what their readers say of any disk that may remain.

`python -m benchmarks.season.power_loss KIND FOLDER` is the process that writes.
"""

import shutil
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from benchmarks.season.disk_log import Call, Disk, is_traceable, told_before, traced
from benchmarks.season.figures import Found, Tally
from benchmarks.season.slices import Slice
from tests.lab.match.scenes import played, small_plan
from tests.lab.tiny_tasks import SETTINGS, made_up
from zeitnot.atomic_file import write_atomically
from zeitnot.errors import ZeitnotError
from zeitnot.games import PlayedGame
from zeitnot.lab import RunStore, ShardStore
from zeitnot.lab.store.run_store import is_begun
from zeitnot.learning import read_data

STATES = 40
"""Disks that are made of one moment's choice before the time is looked at."""
_PLAN = small_plan(games=4)


@cache
def _games() -> list[PlayedGame]:
    return played(_PLAN)


def write_run(folder: Path) -> None:
    """Keep the games of a match, and tell each."""
    with RunStore.create(folder / "a.run", _PLAN) as store:
        print("kept -1", flush=True)
        for game in _games():
            store.add(game)
            print(f"kept {game.number}", flush=True)


def read_run(folder: Path) -> set[int]:
    """Return the games that a run has; a game that is there must be there whole."""
    path = folder / "a.run"
    if not is_begun(path):
        return set()
    with RunStore.resume(path) as store:
        for game in store.games():
            assert store.records(game.number) == [turn.record for turn in _games()[game.number].turns]
        return {-1, *(game.number for game in store.games())}


def write_shards(folder: Path) -> None:
    """Record positions, each in a file before the next."""
    with ShardStore(folder, game="chess", settings=SETTINGS, save_every_s=0.0) as store:
        for number in range(6):
            store.add(made_up(number))
            print(f"kept {number}", flush=True)


def read_shards(folder: Path) -> set[int]:
    """Return the positions of a data set."""
    with ShardStore(folder, game="chess", settings=SETTINGS) as store:
        numbers = store.numbers
    if numbers:
        assert read_data(folder).traces == tuple(made_up(number) for number in sorted(numbers))
    return numbers


def write_file(folder: Path) -> None:
    """Replace one file again and again, as games in the browser, models and pages are."""
    for number in range(6):
        write_atomically(folder / "game.pgn", f"{number} " * 2000)
        print(f"kept {number}", flush=True)


def read_file(folder: Path) -> set[int]:
    """Return the versions up to that in the file."""
    path = folder / "game.pgn"
    if not path.exists():
        return set()
    text = path.read_text()
    number = int(text.split()[0])
    assert text == f"{number} " * 2000
    return set(range(number + 1))


KINDS: dict[str, tuple[Callable[[Path], None], Callable[[Path], set[int]]]] = {
    "run": (write_run, read_run),
    "shards": (write_shards, read_shards),
    "file": (write_file, read_file),
}


def power_loss(work: Slice) -> Found:
    """Cut the power at random moments of a writer; what it told is there, and nothing half-written is."""
    tally, rng = Tally(), work.rng
    if not is_traceable():
        tally.counts["slices without strace"] += 1
        return tally.found()
    kind = [*KINDS][work.seed % len(KINDS)]
    home = work.folder / "home"
    home.mkdir()
    command = [sys.executable, "-m", "benchmarks.season.power_loss", kind, str(home)]
    calls = traced(command, work.folder / "calls")
    begun = next(place for place, call in enumerate(calls) if call.path.startswith(str(home)))
    calls = calls[begun:]  # what was imported before is of no concern
    for piece in work.pieces():
        for number in range(STATES):
            moment = rng.randint(0, len(calls))
            folder = work.folder / f"{piece}-{number}"
            folder.mkdir()
            disk_after(calls, moment, home).write_crashed(folder, rng)
            tally.faults[f"power lost: {kind}"] += 1
            check_disk(kind, calls, moment, folder, tally)
            shutil.rmtree(folder)
    return tally.found()


def disk_after(calls: list[Call], moment: int, home: Path) -> Disk:
    """Return the disk at a moment."""
    disk = Disk(home)
    for call in calls[:moment]:
        disk.play(call)
    return disk


def check_disk(kind: str, calls: list[Call], moment: int, folder: Path, tally: Tally) -> None:
    """Let the reader look at a disk."""
    told = {int(line.split()[1]) for line in told_before(calls, moment) if line.startswith("kept ")}
    where = f"{kind}, call {moment} of {len(calls)}"
    try:
        found = KINDS[kind][1](folder)
    except AssertionError:
        tally.findings.append(f"{where}: something half-written was read")
    except ZeitnotError as error:
        tally.findings.append(f"{where}: it cannot be read: {error}")
    else:
        tally.check(told <= found, f"{where}: {sorted(told)} told, {sorted(found)} there")


if __name__ == "__main__":
    KINDS[sys.argv[1]][0](Path(sys.argv[2]))
