"""Training runs: their options, the state that an interrupted run resumes from, and the data they read."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from zeitnot.cli.console import tell
from zeitnot.cli.options import whole_option
from zeitnot.errors import SettingError

if TYPE_CHECKING:
    from zeitnot.games import Trace

_STATE_SUFFIX = ".state"

ThreadsOption = Annotated[
    int | None, whole_option("--threads", least=1, help="Threads that play at once. Default: all cores.")
]
SeedOption = Annotated[int, whole_option("--seed", help="The same seed gives the same games.")]
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


def state_of(output: Path) -> Path:
    """Return the state file that belongs to an output."""
    return output.with_name(f"{output.name}{_STATE_SUFFIX}")


def check_done(training: Training, state: Path) -> None:
    """End an interrupted run: with exit code 130, as always."""
    if not training.done:
        tell(f"interrupted: {training.games:,} games are kept in {state}; the same command goes on")
        raise KeyboardInterrupt


def read_folders(folders: Sequence[Path]) -> "tuple[str, list[Trace]]":
    """Read folders of one game as one; a position in several of them would be learned from and held out."""
    from zeitnot.learning import read_data

    sets = [read_data(folder) for folder in folders]
    for folder, each in zip(folders, sets, strict=True):
        if each.game != sets[0].game:
            raise SettingError(f"all data must be of one game, {sets[0].game}, got {str(folder)!r}")
    seen: set[str] = set()
    for each in sets:
        places = {trace.position for trace in each.traces}
        if seen & places:
            rule = "folders must have different positions, recorded with another --seed"
            raise SettingError(f"{rule}, got {min(seen & places)!r} in two of them")
        seen |= places
    return sets[0].game, [trace for each in sets for trace in each.traces]
