"""What the commands of Scrabble share: options, and the things that they name."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zeitnot.errors import SettingError

if TYPE_CHECKING:
    from zeitnot.scrabble import Layout, LetterDistribution, Lexicon, Position, StaticEvaluation
    from zeitnot.scrabble.lexicon import OnBuild

_RULES = "Rules"
NO_LEAVES = "none"
ROUGH_LEAVES = "rough"
BUILT_IN_LEAVES = "built-in"

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
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


def read_distribution(path: Path | None) -> "LetterDistribution":
    """Read the tiles, English ones unless named."""
    from zeitnot.scrabble import LetterDistribution

    return LetterDistribution.english() if path is None else LetterDistribution.read(path)


def read_layout(path: Path | None) -> "Layout":
    """Read the premium squares, the standard ones unless named."""
    from zeitnot.scrabble import Layout

    return Layout.standard() if path is None else Layout.read(path)


def open_lexicon(
    path: Path | None, distribution: "LetterDistribution", on_build: "OnBuild | None" = None
) -> "Lexicon":
    """Open the words, the built-in ones unless named."""
    from zeitnot.scrabble import LetterDistribution, Lexicon

    if path is None:
        english = LetterDistribution.english()
        if distribution == english:
            return Lexicon.built_in(on_build)
        if distribution.alphabet == english.alphabet:
            return Lexicon.built_in(on_build).with_tiles(distribution)
        rule = f"--lexicon must name the words for the tiles {distribution.name!r}"
        raise SettingError(f"{rule}, got none, and the built-in ones are English")
    if path.suffix == ".txt":
        raise SettingError(
            "--lexicon must be a KWG file, which `zeitnot scrabble lexicon build` makes of a word list, "
            f"got {str(path)!r}"
        )
    return Lexicon.open(path, distribution=distribution, on_build=on_build)


def read_evaluation(
    leaves: str | None, distribution: "LetterDistribution", on_build: "OnBuild | None" = None
) -> "tuple[str, StaticEvaluation]":
    """Read what kept tiles are worth, with a name for it."""
    from zeitnot.scrabble import LetterDistribution, StaticEvaluation, read_leaves

    if leaves is None:
        if distribution.alphabet == LetterDistribution.english().alphabet:
            return BUILT_IN_LEAVES, StaticEvaluation.built_in()
        leaves = NO_LEAVES  # the built-in ones speak of English letters
    if leaves == NO_LEAVES:
        return leaves, StaticEvaluation(opening_vowel_pts=0.0)
    if leaves == ROUGH_LEAVES:
        from zeitnot.scrabble.rough_leaves import RoughLeaves

        if on_build is not None:
            on_build("making rough leaves")
        return leaves, StaticEvaluation.with_leaves(RoughLeaves().table(distribution))
    return leaves, StaticEvaluation.with_leaves(read_leaves(Path(leaves)))


def note_lexicon(position: "Position", lexicon: "Lexicon") -> None:
    """Say so where a position names another lexicon than the one used."""
    if position.lexicon is not None and position.lexicon.lower() != lexicon.name.lower():
        note = f"the position names the lexicon {position.lexicon}, {lexicon.name} was used"
        typer.echo(f"zeitnot: {note}; --lexicon names another", err=True)


@contextmanager
def build_status() -> "Iterator[OnBuild]":
    """Show on the error output what is being made, while it is a terminal; quick openings show nothing."""
    from rich.console import Console

    console = Console(stderr=True)
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
