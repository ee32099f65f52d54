"""Knowledge: a player's lexicon and tables, by file, by language or built in, shared by all its searches."""

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
from zeitnot.scrabble.position import Position, usual_tiles
from zeitnot.scrabble.rules import NARROW_LETTERS
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
        """Raise a DataError for a position with other letters or squares, or with a player without tiles."""
        if position.distribution != self.lexicon.distribution:
            names = self.lexicon.distribution.name, position.distribution.name
            raise DataError(f"a position must have the letters of the lexicon {names[0]!r}, got {names[1]!r}")
        if position.layout != self.layout:
            raise DataError("a position must have the premium squares of the player, got others")
        if not position.rack:
            raise DataError("a position must have the rack of the player on turn, got none")
        if not position.unseen:
            raise DataError("a position must leave the opponent a tile, got none: the game is over")


WORD_LISTS = Path("/usr/share/dict")
"""Folder in which systems keep word lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language of the package."""

    name: str
    """Name of its letter distribution."""
    tiles: int
    """Tiles of a full bag, as published."""
    package: str | None = None
    """Debian package with a word list; None if there is none."""
    list_name: str | None = None
    """File name of that list, if it is not the name of the language."""
    has_capital_words: bool = False
    """Whether words that are no names begin with a capital, too; elsewhere such words are left out."""

    @property
    def word_list(self) -> Path:
        """Where the word list is, if it is installed."""
        return WORD_LISTS / (self.list_name or self.name)

    def takes(self, word: str) -> bool:
        """Return whether a word of the list may be played, as far as its capitals say."""
        return word.islower() or (self.has_capital_words and word[1:].islower())


LANGUAGES = {
    language.name: language
    for language in (
        Language(name="catalan", tiles=100, package="wcatalan"),
        Language(name="danish", tiles=100, package="wdanish"),
        Language(name="dutch", tiles=102, package="wdutch"),
        Language(name="finnish", tiles=101),
        Language(name="french", tiles=102, package="wfrench"),
        Language(name="german", tiles=102, package="wngerman", list_name="ngerman", has_capital_words=True),
        Language(name="italian", tiles=120, package="witalian"),
        Language(name="norwegian", tiles=100, package="wnorwegian", list_name="bokmaal"),
        Language(name="polish", tiles=100, package="wpolish"),
        Language(name="portuguese", tiles=120, package="wportuguese"),
        Language(name="romanian", tiles=100),
        Language(name="spanish", tiles=100, package="wspanish"),
        Language(name="swedish", tiles=100, package="wswedish"),
    )
}
"""Languages by name, besides English, which has words of its own."""


NO_LEAVES = "none"
"""Name for no leave values."""
ROUGH_LEAVES = "rough"
"""Name for leaves by rules of thumb."""
BUILT_IN_LEAVES = "built-in"
"""Name for the leaves of the package."""

OnNote = Callable[[str], None]
"""Called with a sentence about a default used in place of a file that was not named."""


def read_distribution(path: Path | None) -> LetterDistribution:
    """Return the tiles of a file, or of a language by its name; by default English."""
    if path is None:
        return LetterDistribution.english()
    return LetterDistribution.named(str(path)) or LetterDistribution.read(path)


def read_layout(path: Path | None) -> Layout:
    """Return the board of a file, or `standard` or `super` by its name; by default the standard one."""
    return Layout.standard() if path is None else Layout.named(str(path)) or Layout.read(path)


def read_rules(distribution: Path | None, layout: Path | None) -> tuple[LetterDistribution, Layout]:
    """Return tiles and board by name or file; a board has its own English tiles unless others are named."""
    board = read_layout(layout)
    return usual_tiles(board) if distribution is None else read_distribution(distribution), board


def open_lexicon(
    path: Path | None, distribution: LetterDistribution, on_build: OnBuild | None = None
) -> Lexicon:
    """Return the lexicon of a file; by default the built-in one, or a word list that the system has."""
    if path is None:
        english = LetterDistribution.english()
        if distribution == english:
            return Lexicon.built_in(on_build)
        if (language := language_of(distribution)) is not None:
            return _listed(language, distribution, on_build)
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


def language_of(distribution: LetterDistribution) -> Language | None:
    """Return the language with these tiles; None for English, and for tiles of other files."""
    known = distribution == LetterDistribution.named(distribution.name)
    return LANGUAGES.get(distribution.name) if known else None


def _listed(language: Language, distribution: LetterDistribution, on_build: OnBuild | None) -> Lexicon:
    """Return the words of the system's list."""
    if not language.word_list.is_file():
        rule = f"--lexicon must name a KWG file of {language.name} words"
        if language.package is not None:
            rule += f", or {language.word_list} be installed (`apt install {language.package}`)"
        raise SettingError(f"{rule}, got neither")
    return Lexicon.of_list(
        language.word_list, distribution=distribution, takes=language.takes, on_build=on_build
    )


def read_evaluation(
    leaves: str | None, distribution: LetterDistribution, on_build: OnBuild | None = None
) -> tuple[str, StaticEvaluation]:
    """Return the static evaluation with the leaves named, and a name for it."""
    if leaves is None:
        if (
            distribution.alphabet == LetterDistribution.english().alphabet
            and language_of(distribution) is None
        ):
            return BUILT_IN_LEAVES, StaticEvaluation.built_in()
        leaves = NO_LEAVES  # the built-in ones are for English words
    if leaves == NO_LEAVES:
        return leaves, StaticEvaluation(opening_vowel_pts=0.0)
    if leaves == ROUGH_LEAVES:
        if on_build is not None:
            on_build("making rough leaves")
        return leaves, StaticEvaluation.with_leaves(RoughLeaves().table(distribution))
    table = read_leaves(Path(leaves))
    if table.highest_letter > len(distribution.alphabet) or table.highest_letter <= NARROW_LETTERS < len(
        distribution.alphabet
    ):
        rule = f"{leaves}: a leave table must have the letters of {distribution.name!r}"
        raise DataError(f"{rule}, {len(distribution.alphabet)}, got {table.highest_letter}")
    return leaves, StaticEvaluation.with_leaves(table)


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
