"""Knowledge: a player's lexicon and tables, made once and shared by all its searches."""

from dataclasses import dataclass, field

from zeitnot import _native
from zeitnot.errors import DataError
from zeitnot.scrabble.evaluation import StaticEvaluation
from zeitnot.scrabble.generation import dictionary_of
from zeitnot.scrabble.layout import Layout
from zeitnot.scrabble.lexicon import Lexicon
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.win_table import WinTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """Lexicon, static evaluation and win table of a player."""

    lexicon: Lexicon
    """Lexicon."""
    evaluation: StaticEvaluation
    """Static evaluation of moves."""
    wins: WinTable
    """Win probabilities by spread and unseen tiles."""
    layout: Layout = field(default_factory=Layout.standard)
    """Premium squares."""
    chances: _native.WinChances = field(init=False, repr=False, compare=False)
    """Win table in native form."""

    def __post_init__(self) -> None:
        """Pass the win table to native code."""
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
