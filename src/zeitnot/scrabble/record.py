"""GameRecord: a game with the metadata of its file."""

from dataclasses import dataclass, replace

from zeitnot.errors import DataError
from zeitnot.scrabble.game import Game
from zeitnot.scrabble.position import LEXICON_OPTION, Position
from zeitnot.scrabble.rules import off_board


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A game with its players' full names and pragmas."""

    game: Game
    """Game with its events, checked against the rules."""
    names: tuple[str, str] = ("", "")
    """Full names of player 0 and player 1; empty where only the nick is known."""
    pragmas: tuple[tuple[str, str], ...] = ()
    """Other pragmas, as name and value, in order: title, lexicon, id, description and others."""
    racks: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """Racks of players 0 and 1 after the last event, as far as known."""

    def __post_init__(self) -> None:
        """Check that names are single lines and that racks fit the tiles left."""
        for nick in self.game.nicks:
            if not nick or any(sign.isspace() for sign in nick):
                raise DataError(f"a nick must be one word, got {nick!r}")
        if self.game.nicks[0] == self.game.nicks[1]:
            raise DataError(f"players must have nicks of their own, got {self.game.nicks[0]!r} twice")
        off_board(self.game.state.board, self.game.distribution, *self.racks)

    def pragma(self, name: str) -> str | None:
        """Return the value of a pragma, such as `title`; None if there is none."""
        return dict(self.pragmas).get(name)

    @property
    def lexicon(self) -> str | None:
        """Lexicon of the game; None if not recorded."""
        return self.pragma("lexicon")

    @property
    def is_incomplete(self) -> bool:
        """Whether the record is marked as incomplete."""
        return self.pragma("incomplete") is not None

    def position(self) -> Position:
        """Return the position after the last event, with the known racks."""
        on_turn = self.game.state.on_turn
        options = () if self.lexicon is None else ((LEXICON_OPTION, " ".join(self.lexicon.split())),)
        return replace(
            self.game.position(),
            rack=self.racks[on_turn],
            other_rack=self.racks[1 - on_turn],
            options=options,
        )
