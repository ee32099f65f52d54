"""Knowledge files: lexicons, leaves, win tables and boards by file name, by default the built-in ones."""

from collections.abc import Callable
from pathlib import Path

from zeitnot.errors import SettingError
from zeitnot.scrabble.evaluation import StaticEvaluation, read_leaves
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.layout import Layout
from zeitnot.scrabble.letters import LetterDistribution
from zeitnot.scrabble.lexicon import Lexicon, OnBuild
from zeitnot.scrabble.moves import RACK_SIZE
from zeitnot.scrabble.win_table import WinTable

NO_LEAVES = "none"
"""Name for no leave values."""
ROUGH_LEAVES = "rough"
"""Name for leaves by rules of thumb."""
BUILT_IN_LEAVES = "built-in"
"""Name for the leaves of the package."""

OnNote = Callable[[str], None]
"""Called with a sentence about a default used in place of a file that was not named."""


def read_distribution(path: Path | None) -> LetterDistribution:
    """Return the letter distribution of a file, by default the English one."""
    return LetterDistribution.english() if path is None else LetterDistribution.read(path)


def read_layout(path: Path | None) -> Layout:
    """Return the layout of a file, by default the standard one."""
    return Layout.standard() if path is None else Layout.read(path)


def open_lexicon(
    path: Path | None, distribution: LetterDistribution, on_build: OnBuild | None = None
) -> Lexicon:
    """Return the lexicon of a file, by default the built-in one."""
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
    leaves: str | None, distribution: LetterDistribution, on_build: OnBuild | None = None
) -> tuple[str, StaticEvaluation]:
    """Return the static evaluation with the leaves named, and a name for it."""
    if leaves is None:
        if distribution.alphabet == LetterDistribution.english().alphabet:
            return BUILT_IN_LEAVES, StaticEvaluation.built_in()
        leaves = NO_LEAVES  # the built-in ones are for English letters
    if leaves == NO_LEAVES:
        return leaves, StaticEvaluation(opening_vowel_pts=0.0)
    if leaves == ROUGH_LEAVES:
        from zeitnot.scrabble.rough_leaves import RoughLeaves

        if on_build is not None:
            on_build("making rough leaves")
        return leaves, StaticEvaluation.with_leaves(RoughLeaves().table(distribution))
    return leaves, StaticEvaluation.with_leaves(read_leaves(Path(leaves)))


def read_wins(path: Path | None, distribution: LetterDistribution, on_note: OnNote | None = None) -> WinTable:
    """Return the win table of a file; the built-in one is stretched to other numbers of tiles."""
    most_unseen = distribution.tile_count - RACK_SIZE
    if path is not None:
        return WinTable.read(path, most_unseen=most_unseen)
    table = WinTable.built_in()
    if table.most_unseen >= most_unseen:
        return table
    if on_note is not None:
        on_note(
            f"chances to win are those of English with {table.most_unseen + RACK_SIZE} tiles, stretched to "
            f"{distribution.tile_count}; `zeitnot scrabble learn winpct` learns a table for --wins"
        )
    return table.stretched(most_unseen)


def read_knowledge(
    *,
    distribution: LetterDistribution,
    layout: Layout,
    lexicon: Path | None = None,
    leaves: str | None = None,
    wins: Path | None = None,
    on_build: OnBuild | None = None,
    on_note: OnNote | None = None,
) -> tuple[str, Knowledge]:
    """Return a player's knowledge and a name for its leaves; notes are passed to `on_note`."""
    words = open_lexicon(lexicon, distribution, on_build)
    leaves_name, evaluation = read_evaluation(leaves, distribution, on_build)
    chances = read_wins(wins, distribution, on_note)
    return leaves_name, Knowledge(lexicon=words, evaluation=evaluation, wins=chances, layout=layout)
