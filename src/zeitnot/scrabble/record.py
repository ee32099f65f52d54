"""GameRecord: a game together with what its file says about it."""

from dataclasses import dataclass, replace

from zeitnot.errors import DataError
from zeitnot.scrabble.game import Game
from zeitnot.scrabble.position import LEXICON_OPTION, Position
from zeitnot.scrabble.rules import off_board


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A game, the full names of its players, and remarks."""

    game: Game
    """The events, held to the rules."""
    names: tuple[str, str] = ("", "")
    """Full names of player 0 and player 1; empty where only the nick is known."""
    pragmas: tuple[tuple[str, str], ...] = ()
    """All else about the game, name and value, in order: title, lexicon, id, description and others."""
    racks: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """What players 0 and 1 hold after the last event, as far as known."""

    def __post_init__(self) -> None:
        """Hold names to a line each, and racks to the tiles that are left."""
        for nick in self.game.nicks:
            if not nick or any(sign.isspace() for sign in nick):
                raise DataError(f"a nick must be one word, got {nick!r}")
        if self.game.nicks[0] == self.game.nicks[1]:
            raise DataError(f"players must have nicks of their own, got {self.game.nicks[0]!r} twice")
        off_board(self.game.state.board, self.game.distribution, *self.racks)

    def pragma(self, name: str) -> str | None:
        """Return what the record says under a name, such as `title`; None if nothing."""
        return dict(self.pragmas).get(name)

    @property
    def lexicon(self) -> str | None:
        """The lexicon that the game was played with."""
        return self.pragma("lexicon")

    @property
    def is_incomplete(self) -> bool:
        """Whether the record says that it stops before the end of the game."""
        return self.pragma("incomplete") is not None

    def position(self) -> Position:
        """Return the position after the last event, with the racks that are known."""
        on_turn = self.game.state.on_turn
        options = () if self.lexicon is None else ((LEXICON_OPTION, " ".join(self.lexicon.split())),)
        return replace(
            self.game.position(),
            rack=self.racks[on_turn],
            other_rack=self.racks[1 - on_turn],
            options=options,
        )
