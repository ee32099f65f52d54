"""Knowledge: a player's lexicon and tables, by file name or built in, shared by all its searches."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from zeitnot import _native
from zeitnot.errors import DataError, SettingError
from zeitnot.scrabble.board import Layout
from zeitnot.scrabble.evaluation import RoughLeaves, StaticEvaluation, read_leaves
from zeitnot.scrabble.generation import dictionary_of
from zeitnot.scrabble.letters import LetterDistribution
from zeitnot.scrabble.lexicon import Lexicon, OnBuild
from zeitnot.scrabble.moves import RACK_SIZE
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.win_table import WinTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """Lexicon, static evaluation and win table of a player."""

    lexicon: Lexicon
    evaluation: StaticEvaluation
    wins: WinTable
    """Win probabilities by spread and unseen tiles."""
    layout: Layout = field(default_factory=Layout.standard)
    """Premium squares."""
    chances: _native.WinChances = field(init=False, repr=False, compare=False)
    """Win table in native form."""

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "chances", _native.WinChances(self.wins.native_chances()))
        except ValueError as error:
            raise DataError(f"win table: {error}") from error

    @classmethod
    def built_in(cls) -> "Knowledge":
        """Return the knowledge shipped with the package."""
        return cls(
            lexicon=Lexicon.built_in(), evaluation=StaticEvaluation.built_in(), wins=WinTable.built_in()
        )

    @property
    def dictionary(self) -> _native.Dictionary:
        """Rules and words for native code."""
        return dictionary_of(self.lexicon, self.layout)

    def check(self, position: Position) -> None:
        """Raise a DataError for a position with other letters or squares, or without a rack."""
        if position.distribution != self.lexicon.distribution:
            names = self.lexicon.distribution.name, position.distribution.name
            raise DataError(f"a position must have the letters of the lexicon {names[0]!r}, got {names[1]!r}")
        if position.layout != self.layout:
            raise DataError("a position must have the premium squares of the player, got others")
        if not position.rack:
            raise DataError("a position must have the rack of the player on turn, got none")


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
