"""What the commands of Scrabble share: options, and the things that they name."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zeitnot.cli.console import tell

if TYPE_CHECKING:
    from zeitnot.lab.match import ScrabblePlan
    from zeitnot.scrabble import Layout, LetterDistribution, Lexicon, Position, StaticEvaluation
    from zeitnot.scrabble.lexicon import OnBuild
    from zeitnot.scrabble.player_settings import PlayerSettings


_RULES = "Rules"

LexiconOption = Annotated[
    Path | None,
    typer.Option("--lexicon", "-l", metavar="FILE.kwg", help="The words. Default: ENABLE1, built in."),
]
LeavesOption = Annotated[
    str | None,
    typer.Option(
        "--leaves",
        metavar="FILE.klv2",
        help="What kept tiles are worth; also `none` (score only), `rough` (rules of thumb). "
        "Default: built in.",
    ),
]
DistributionOption = Annotated[
    Path | None,
    typer.Option(
        "--distribution", metavar="FILE.csv", help="The tiles. Default: English.", rich_help_panel=_RULES
    ),
]
LayoutOption = Annotated[
    Path | None,
    typer.Option(
        "--layout",
        metavar="FILE",
        help="The premium squares. Default: those of the standard board.",
        rich_help_panel=_RULES,
    ),
]


def read_distribution(path: Path | None) -> "LetterDistribution":
    """Read the tiles, English ones unless named."""
    from zeitnot.scrabble import knowledge_files

    return knowledge_files.read_distribution(path)


def read_layout(path: Path | None) -> "Layout":
    """Read the premium squares, the standard ones unless named."""
    from zeitnot.scrabble import knowledge_files

    return knowledge_files.read_layout(path)


def open_lexicon(
    path: Path | None, distribution: "LetterDistribution", on_build: "OnBuild | None" = None
) -> "Lexicon":
    """Open the words, the built-in ones unless named."""
    from zeitnot.scrabble import knowledge_files

    return knowledge_files.open_lexicon(path, distribution, on_build)


def read_evaluation(
    leaves: str | None, distribution: "LetterDistribution", on_build: "OnBuild | None" = None
) -> "tuple[str, StaticEvaluation]":
    """Read what kept tiles are worth, with a name for it."""
    from zeitnot.scrabble import knowledge_files

    return knowledge_files.read_evaluation(leaves, distribution, on_build)


def note_lexicon(position: "Position", lexicon: "Lexicon") -> None:
    """Print a note if the position names another lexicon than the one used."""
    if position.lexicon is not None and position.lexicon.lower() != lexicon.name.lower():
        note = f"the position names the lexicon {position.lexicon}, {lexicon.name} was used"
        tell(f"zeitnot: {note}; --lexicon names another")


@contextmanager
def build_status() -> "Iterator[OnBuild]":
    """Show on the error output what is being made, while it is a terminal; quick openings show nothing."""
    from zeitnot.cli.console import error_output

    console = error_output()
    if not console.is_terminal:
        yield lambda what: None
        return
    status = console.status("")

    def show(what: str) -> None:
        status.update(f"{what} ...")
        status.start()

    try:
        yield show
    finally:
        status.stop()


_NO_FILES = ("none", "rough")
"""Names of leaves that are not files."""


def scrabble_plan(
    *,
    lexicon: Path | None = None,
    leaves: str | None = None,
    distribution: Path | None = None,
    layout: Path | None = None,
    settings: "PlayerSettings | None" = None,
) -> "ScrabblePlan":
    """Return the Scrabble part of a plan, with its files opened once.

    A file that is none is refused before anything is written, and what is made at first use is shown.
    """
    from zeitnot.lab.match import ScrabblePlan
    from zeitnot.lab.match.scrabble_table import opened_knowledge

    plan = ScrabblePlan(
        lexicon=_whole(lexicon),
        leaves=leaves if leaves is None or leaves in _NO_FILES else _whole(Path(leaves)),
        distribution=_whole(distribution),
        layout=_whole(layout),
        plies=None if settings is None else settings.simulation.plies,
        candidates=None if settings is None else settings.simulation.candidates,
    )
    with build_status() as on_build:
        opened_knowledge(plan, on_build)
    return plan


def _whole(path: Path | None) -> str | None:
    """Write a path from the root: a run may be resumed from another folder."""
    return None if path is None else str(path.resolve())
