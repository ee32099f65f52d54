"""Position: what the player on turn sees, and what is known of the opponent's rack."""

from dataclasses import dataclass, field
from typing import Self

from zeitnot.errors import DataError
from zeitnot.scrabble.board import Board
from zeitnot.scrabble.layout import Layout
from zeitnot.scrabble.letters import LetterDistribution
from zeitnot.scrabble.moves import RACK_SIZE, Move
from zeitnot.scrabble.rules import MOST_SCORELESS, IsWord, Play, check_words, judge, off_board

MOST_SCORE_PTS = 99_999
"""Largest valid score, more than any game reaches."""

LEXICON_OPTION = "lex"
"""Name of the option for the lexicon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """An immutable position; tiles that exceed the letter distribution raise a DataError."""

    board: Board = field(default_factory=Board.empty)
    """Board with the tiles played."""
    rack: tuple[int, ...] = ()
    """Tiles of the player on turn, 0 for the blank; may be known in part or not at all."""
    other_rack: tuple[int, ...] = ()
    """Known tiles of the opponent; usually none."""
    scores: tuple[int, int] = (0, 0)
    """Points of the player on turn, then of the opponent."""
    scoreless_turns: int = 0
    """Number of scoreless turns in a row."""
    options: tuple[tuple[str, str], ...] = ()
    """Options of the CGP, as name and value: `("lex", "ENABLE1")`."""
    distribution: LetterDistribution = field(default_factory=LetterDistribution.english)
    """Letter distribution of the game."""
    layout: Layout = field(default_factory=Layout.standard)
    """Premium squares."""

    def __post_init__(self) -> None:
        """Check racks, scores and turns against the rules."""
        for name, rack in (("rack", self.rack), ("other rack", self.other_rack)):
            if len(rack) > RACK_SIZE:
                raise DataError(f"{name} must have at most {RACK_SIZE} tiles, got {self._rack_text(rack)!r}")
        if any(abs(score) > MOST_SCORE_PTS for score in self.scores):
            raise DataError(f"scores must be at most {MOST_SCORE_PTS}, got {self.scores!r}")
        if not 0 <= self.scoreless_turns <= MOST_SCORELESS:
            raise DataError(f"scoreless turns must be 0 to {MOST_SCORELESS}, got {self.scoreless_turns!r}")
        for name, value in self.options:
            clean = name and not any(sign.isspace() or sign == ";" for sign in name)
            if not clean or ";" in value or value != " ".join(value.split()):
                raise DataError(f"an option must be a name and a value without ';', got {(name, value)!r}")
        off_board(self.board, self.distribution, self.rack, self.other_rack)

    @classmethod
    def from_cgp(
        cls, text: str, *, distribution: LetterDistribution | None = None, layout: Layout | None = None
    ) -> "Position":
        """Return the position of a CGP; a DataError names the field and the reason."""
        from zeitnot.scrabble import cgp  # a circular import

        return cgp.read(text, distribution=distribution, layout=layout)

    def to_cgp(self) -> str:
        """Return the position as CGP."""
        from zeitnot.scrabble import cgp

        return cgp.write(self)

    @property
    def lexicon(self) -> str | None:
        """Lexicon named by the options; None if there is none."""
        return dict(self.options).get(LEXICON_OPTION)

    @property
    def unseen(self) -> tuple[int, ...]:
        """Tiles in the bag and on the opponent's rack, unseen by the player on turn; blank first."""
        return off_board(self.board, self.distribution, self.rack)

    @property
    def bag_count(self) -> int:
        """Number of tiles in the bag, with both racks full."""
        return bag_count(self.distribution.tile_count - self.board.tile_count)

    @property
    def other_count(self) -> int:
        """Number of tiles that the opponent holds, known or not."""
        return min(RACK_SIZE, len(self.unseen)) if self.bag_count == 0 else RACK_SIZE

    @property
    def spread_pts(self) -> int:
        """Points by which the player on turn leads."""
        return self.scores[0] - self.scores[1]

    def judge(self, move: Move, is_word: IsWord | None = None) -> Play:
        """Return the play of a placement by the player on turn, whose rack, if known, must have the tiles."""
        return judge(
            move,
            self.board,
            distribution=self.distribution,
            layout=self.layout,
            rack=self.rack or None,
            is_word=is_word,
        )

    def check_words(self, is_word: IsWord) -> Self:
        """Return the position if every word on the board is in the lexicon; else raise a DataError."""
        check_words((self.distribution.alphabet.word(run) for run in self.board.runs()), is_word)
        return self

    def _rack_text(self, rack: tuple[int, ...]) -> str:
        return self.distribution.alphabet.rack_text(rack)


def bag_count(off_board_count: int) -> int:
    """Return the tiles in the bag from those off the board; racks are full while possible."""
    return max(0, off_board_count - 2 * RACK_SIZE)
