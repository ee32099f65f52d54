"""Training runs at the command line: options, the bar, a stop that keeps what was counted."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from zeitnot.cli.numbers import read_whole
from zeitnot.errors import SettingError

if TYPE_CHECKING:
    from rich.progress import Progress

    from zeitnot.learning.loss_data import Trace
    from zeitnot.learning.loss_data.shards import Game

SPEED_S = 600.0
"""The time left is reckoned from what was done in so many last seconds; one thing may take a minute."""
_STATE_SUFFIX = ".state"

ThreadsOption = Annotated[
    str | None, typer.Option(metavar="N", help="Threads that play at once. Default: all cores.")
]
SeedOption = Annotated[str, typer.Option(metavar="N", help="The same seed gives the same games.")]
StateOption = Annotated[
    Path | None,
    typer.Option(
        "--state",
        metavar="FILE",
        help="What an interrupted run goes on from. Default: the output with `.state` behind it.",
    ),
]


class Training(Protocol):
    """What is trained."""

    @property
    def done(self) -> bool:
        """Whether nothing is left to play."""

    @property
    def games(self) -> int:
        """Games played so far."""


def whole(text: str, option: str, *, least: int = 1) -> int:
    """Read a whole number."""
    number = read_whole(text, option=option, least=least)
    return least if number is None else number


def read_threads(text: str | None) -> int:
    """Read how many threads are to play; all cores unless given."""
    from zeitnot.learning.tasks import cores

    return cores() if text is None else whole(text, "--threads")


def check_place(path: Path, option: str = "--output") -> None:
    """Refuse at once what could not be written after hours."""
    if path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise SettingError(f"{option} must be a file in a folder that can be written, got {str(path)!r}")


def state_of(output: Path) -> Path:
    """Name the state that belongs to an output."""
    return output.with_name(f"{output.name}{_STATE_SUFFIX}")


def check_done(training: Training, state: Path) -> None:
    """End an interrupted run: with exit code 130, as always."""
    if not training.done:
        say(f"interrupted: {training.games:,} games are kept in {state}; the same command goes on")
        raise KeyboardInterrupt


def say(text: str) -> None:
    """Say something beside the results."""
    print(text, file=sys.stderr)


@contextmanager
def work_bar(total: int, done: int, *, doing: str = "playing", things: str = "games") -> "Iterator[Progress]":
    """Show what is done and the time left on the error output while it is a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from zeitnot.cli.console import error_output

    text = TextColumn("{task.description}")
    columns = (text, BarColumn(), MofNCompleteColumn(), TextColumn(things), TimeRemainingColumn())
    console = error_output()
    with Progress(
        *columns,
        console=console,
        transient=True,
        disable=not console.is_terminal,
        speed_estimate_period=SPEED_S,
    ) as progress:
        progress.add_task(doing, total=total, completed=done)
        yield progress


def read_folders(folders: Sequence[Path]) -> "tuple[Game, list[Trace]]":
    """Read folders of one game as one; a position in several of them would be learned from and held out."""
    from zeitnot.learning.loss_data import ChessTrace
    from zeitnot.learning.loss_data.shards import read_data

    sets = [read_data(folder) for folder in folders]
    for folder, each in zip(folders, sets, strict=True):
        if each.game != sets[0].game:
            raise SettingError(f"all data must be of one game, {sets[0].game}, got {str(folder)!r}")
    seen: set[str] = set()
    for each in sets:
        places = {trace.fen if isinstance(trace, ChessTrace) else trace.cgp for trace in each.traces}
        if seen & places:
            rule = "folders must have different positions, recorded with another --seed"
            raise SettingError(f"{rule}, got {min(seen & places)!r} in two of them")
        seen |= places
    return sets[0].game, [trace for each in sets for trace in each.traces]
