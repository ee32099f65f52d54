"""Jobs: work in processes that may be killed at any moment, and what must not depend on it."""

import json
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from tests.lab.replay.made_up_data import chess_traces
from zeitnot.lab import RunStore
from zeitnot.lab.store.run_store import is_begun
from zeitnot.learning import read_data, read_head, shard_paths, write_shard

PATIENCE_S = 300.0
"""Longest that a job may take, on a machine that is busy with many others."""
DATA = "made-up.data"
_SHORT_GAMES = ("--clock", "1+0.01", "--hash", "1", "--resign", "1/100", "--draw", "1/100")
_WORK, _LONG_WORK = "2000", "100000"
"""Nodes of a second in work time: games of some tenths of a second, and of some seconds."""
_SAVES_OFTEN = """
import sys
from zeitnot.cli import main
from zeitnot.learning import TrainingState
TrainingState.is_due = property(lambda state: True)
sys.exit(main())
"""
"""A training that is saved after every batch, and not every half minute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A command that can be given again after a crash."""

    name: str
    """Name among the figures."""
    arguments: Callable[[Path], list[str]]
    """Returns what begins the job in its folder, or goes on with it."""
    result: Callable[[Path, str], object]
    """Returns what came of it, from its folder and its output: the same after any number of crashes."""
    kept: Callable[[Path], int] = lambda folder: 0
    """Returns how much is kept in its folder, at any moment; nothing half-written may be read."""
    program: tuple[str, ...] = ("-m", "zeitnot")
    """What Python runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A job in a process of its own."""

    process: "subprocess.Popen[bytes]"
    """The process, which leads a group."""
    log: Path
    """Folder of what it says, beside the folder of the job."""

    def said(self) -> str:
        """Return what was printed."""
        return (self.log / "out").read_text(encoding="utf-8", errors="replace")

    def told(self) -> str:
        """Return what was printed beside the results."""
        return (self.log / "err").read_text(encoding="utf-8", errors="replace")

    def acknowledged(self) -> int:
        """Return the games that were told as finished."""
        return len(re.findall(r"^\d+ of \d+: game ", self.told(), flags=re.MULTILINE))


def started(
    job: Job,
    folder: Path,
    *,
    largest_file: int | None = None,
    environment: dict[str, str] | None = None,
    suffix: str = ".log",
) -> Started:
    """Start or continue a job; with a limit no file can grow beyond it, as on a full disk."""
    log = folder.with_name(f"{folder.name}{suffix}")
    log.mkdir(exist_ok=True)

    def limit() -> None:
        if largest_file is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))

    with (log / "out").open("wb") as out, (log / "err").open("wb") as err:
        process = subprocess.Popen(  # noqa: S603 (this program)
            [sys.executable, *job.program, *job.arguments(folder)],
            cwd=log,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            process_group=0,
            preexec_fn=limit,  # noqa: PLW1509 (no thread that could matter)
        )
    return Started(process=process, log=log)


def make_data(folder: Path) -> None:
    """Put a small data set beside the folders of jobs."""
    data = folder / DATA
    data.mkdir(parents=True, exist_ok=True)
    write_shard(data / "made_up.parquet", chess_traces(40), settings={"made": "up"})


def _match(folder: Path, *, work: str = _WORK) -> list[str]:
    run = folder / "a.run"
    if is_begun(run):
        return ["resume", str(run)]
    how = (*_SHORT_GAMES, "--work", work, "--concurrency", "2")
    return ["match", "uniform", "argo", "--games", "8", *how, "-o", str(run)]


def _recording(folder: Path, *, nodes: str = "3000") -> list[str]:
    return ["learn", "data", "chess", "-n", "12", "--nodes", nodes, "-o", str(folder / "chess.data")]


def _games(folder: Path, _: str) -> object:
    with RunStore.read(folder / "a.run") as store:
        return {
            game.number: [
                (record.move, record.used_s, record.clock_after_s, record.nodes, record.depth)
                for record in store.records(game.number)
            ]
            for game in store.games()
        }


def _kept_games(folder: Path) -> int:
    if not is_begun(folder / "a.run"):
        return 0
    games = _games(folder, "")
    assert isinstance(games, dict)
    return len(games)


def _files(folder: Path, _: str) -> object:
    paths = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".part")
    return {path.name: path.read_bytes() for path in paths}


def _kept_positions(folder: Path) -> int:
    return len({number for path in shard_paths(folder / "chess.data") for number in read_head(path).numbers})


def _positions(folder: Path, _: str) -> object:
    return read_data(folder / "chess.data").traces


def _tuned(_: Path, said: str) -> object:
    form = json.loads(said)
    return {name: form[name] for name in ("settings", "trials", "seen", "held_out")}


JOBS = (
    Job(name="match", arguments=_match, result=_games, kept=_kept_games),
    Job(
        name="recording",
        arguments=_recording,
        result=_files,
        kept=_kept_positions,
    ),
    Job(
        name="training",
        arguments=lambda folder: [
            *("scrabble", "learn", "winpct", "--games", "600", "--processes", "1"),
            *("-o", str(folder / "wins.csv")),
        ],
        result=_files,
        program=("-c", _SAVES_OFTEN),
    ),
    Job(
        name="tuning",
        arguments=lambda folder: [
            *("tune", "uniform", str(folder.parent / DATA), "-p", "turns_left", "--trials", "6"),
            *("--games", "20", "--storage", str(folder / "trials.db"), "--processes", "1", "--json"),
        ],
        result=_tuned,
    ),
)

MATCH, RECORDING = JOBS[:2]
CLUSTER_JOBS = (
    replace(MATCH, arguments=partial(_match, work=_LONG_WORK)),
    replace(RECORDING, arguments=partial(_recording, nodes="60000"), result=_positions),
)
"""Jobs that keep a cluster busy for seconds. Its nodes write shards of their own: positions are compared."""


def on_cluster(job: Job, address: str) -> Job:
    """Return the same job, done by the nodes of a Ray cluster."""
    return replace(job, arguments=lambda folder: [*job.arguments(folder), "--ray", address])
