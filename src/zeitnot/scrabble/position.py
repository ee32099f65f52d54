"""Position: what the player on turn sees, and its text form, CGP.

    <rows joined by /> <rack>/<other rack> <score>/<other score> <scoreless turns> [<options>]

Numbers are empty squares, small letters blanks, `?` the blank on a rack, `[CH]` a tile of several letters;
options look like `lex ENABLE1;`. `ld polish;` names the tiles and `bdn super;` the board of the package.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Self, TypeVar

from zeitnot.errors import DataError
from zeitnot.scrabble.board import EMPTY, Board, Layout
from zeitnot.scrabble.letters import Alphabet, LetterDistribution
from zeitnot.scrabble.moves import RACK_SIZE, Move
from zeitnot.scrabble.rules import BINGO_PTS, MOST_SCORELESS, IsWord, Play, judge, off_board
from zeitnot.untrusted import placed

MOST_SCORE_PTS = 99_999
"""Largest valid score, more than any game reaches."""

LEXICON_OPTION = "lex"
"""Name of the option for the lexicon."""

_Found = TypeVar("_Found")
_FIELDS = 4
_SQUARES = re.compile(r"[0-9]+|\[[^\[\]]*\]|.", re.DOTALL)
_EMPTY_COUNT = re.compile(r"[1-9][0-9]?")
_SCORE = re.compile(r"[+-]?[0-9]{1,5}")
_TURNS = re.compile(r"[0-9]{1,2}")

_FIXED_OPTIONS: dict[str, tuple[str, ...]] = {
    "var": ("classic",),
    "bb": (str(BINGO_PTS),),
    "mcnz": (str(MOST_SCORELESS),),
}
"""Options that change the rules, with the values that leave them unchanged."""


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
    layout: Layout = field(default_factory=Layout.standard)
    """Premium squares."""

    def __post_init__(self) -> None:
        if self.board.size != self.layout.size:
            rule = f"a board must have the {self.layout.size} rows of its layout"
            raise DataError(f"{rule}, got {self.board.size}")
        for name, rack in (("rack", self.rack), ("other rack", self.other_rack)):
            if len(rack) > RACK_SIZE:
                text = self.distribution.alphabet.rack_text(rack)
                raise DataError(f"{name} must have at most {RACK_SIZE} tiles, got {text!r}")
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
    ) -> Self:
        """Return the position of a CGP; a DataError names the field and the reason.

        Tiles and board are those that the options name, by default English and standard.
        """
        fields = text.split(maxsplit=_FIELDS)
        if len(fields) < _FIELDS:
            raise DataError(f"a CGP must have a board, racks, scores and scoreless turns, got {text!r}")
        board, racks, scores, turns, *rest = fields
        options = _options(*rest)
        for name, value in options:
            if name in _FIXED_OPTIONS and value not in _FIXED_OPTIONS[name]:
                raise DataError(f"CGP option {name!r} must be {_FIXED_OPTIONS[name][0]!r}, got {value!r}")
        named = dict(options)
        if layout is None:
            layout = _named(Layout.named, "bdn", named.get("bdn", "standard"))
        if distribution is None:
            distribution = usual_tiles(layout)
            if "ld" in named:
                distribution = _named(LetterDistribution.named, "ld", named["ld"])
        rack, other_rack = _racks(racks, distribution.alphabet)
        told = dict(unusual_rules(distribution, layout))  # written again from the position
        try:
            return cls(
                board=_board(board, distribution.alphabet, layout.size),
                rack=rack,
                other_rack=other_rack,
                scores=_scores(scores),
                scoreless_turns=_scoreless_turns(turns),
                options=tuple((name, value) for name, value in options if name not in told),
                distribution=distribution,
                layout=layout,
            )
        except DataError as error:
            if str(error).startswith("CGP"):
                raise
            raise DataError(f"CGP: {error}") from error

    def to_cgp(self) -> str:
        """Return the position as CGP, which `from_cgp` reads back."""
        alphabet = self.distribution.alphabet
        board = "/".join(_row_text(row, alphabet) for row in self.board.rows)
        racks = "/".join(alphabet.rack_text(rack) for rack in (self.rack, self.other_rack))
        scores = "/".join(str(score) for score in self.scores)
        named = (*self.options, *unusual_rules(self.distribution, self.layout))
        options = "".join(f" {name} {value}".rstrip() + ";" for name, value in named)
        return f"{board} {racks} {scores} {self.scoreless_turns}{options}"

    def move_text(self, move: Move) -> str:
        """Return a move as text, with the tiles that it plays through in parentheses."""
        return move.text(self.distribution.alphabet, self.board)

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

    def follows(self, earlier: "Position") -> bool:
        """Return whether the same player is on turn later in an endgame, judged by the tiles alone."""
        same = all(
            old in (EMPTY, new)
            for row, earlier_row in zip(self.board.rows, earlier.board.rows, strict=True)
            for new, old in zip(row, earlier_row, strict=True)
        )
        is_later = self.board.tile_count > earlier.board.tile_count and earlier.bag_count == 0
        kept = Counter(self.rack) <= Counter(earlier.rack) and Counter(self.unseen) <= Counter(earlier.unseen)
        return same and is_later and kept

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


def usual_tiles(layout: Layout) -> LetterDistribution:
    """Return the English tiles that belong to a board: Super Scrabble has more of them."""
    tiles = LetterDistribution.named("english_super") if layout == Layout.named("super") else None
    return tiles or LetterDistribution.english()


def unusual_rules(
    distribution: LetterDistribution, layout: Layout, names: tuple[str, str] = ("ld", "bdn")
) -> list[tuple[str, str]]:
    """Return tiles and board by what a text calls them: tiles that are not the usual ones, and with an
    unusual board always both, because a board has tiles of its own."""
    tiles, board = (names[0], distribution.name), (names[1], layout.name)
    if layout.name != "standard":
        return [tiles, board]
    return [tiles] if distribution.name != "english" else []


def bag_count(off_board_count: int) -> int:
    """Return the tiles in the bag from those off the board; racks are full while possible."""
    return max(0, off_board_count - 2 * RACK_SIZE)


def _named(find: Callable[[str], _Found | None], option: str, name: str) -> _Found:
    """Return what an option names, if the package has it."""
    found = find(name)
    if found is None:
        rule = "--language or --distribution" if option == "ld" else "--board or --layout"
        raise DataError(f"CGP option {option!r} must be known, or {rule} name it, got {name!r}")
    return found


def _board(text: str, alphabet: Alphabet, size: int) -> Board:
    rows = text.split("/")
    if len(rows) != size:
        raise DataError(f"CGP board must have {size} rows, got {len(rows)}")
    read_rows = []
    for number, row in enumerate(rows, start=1):
        with placed(f"CGP board, row {number}"):
            read_rows.append(_row(row, alphabet, size))
    return Board(tuple(read_rows))


def _row(text: str, alphabet: Alphabet, size: int) -> tuple[int, ...]:
    squares: list[int] = []
    for sign in _SQUARES.findall(text):
        if not sign[0].isdecimal():
            squares.append(alphabet.tile(sign))
        elif _EMPTY_COUNT.fullmatch(sign):
            squares += [EMPTY] * int(sign)
        else:
            raise DataError(f"empty squares must be a number from 1 to {size}, got {sign!r}")
    if len(squares) != size:
        raise DataError(f"a row must have {size} squares, got {len(squares)} in {text!r}")
    return tuple(squares)


def _row_text(row: tuple[int, ...], alphabet: Alphabet) -> str:
    return "".join(
        str(len(list(squares))) if empty else alphabet.text(squares)
        for empty, squares in groupby(row, key=lambda tile: tile == EMPTY)
    )


def _racks(text: str, alphabet: Alphabet) -> tuple[tuple[int, ...], tuple[int, ...]]:
    racks = text.split("/")
    if len(racks) != 2:  # noqa: PLR2004  two players
        raise DataError(f"CGP racks must be two with '/' between them, got {text!r}")
    with placed("CGP racks"):
        return alphabet.rack(racks[0]), alphabet.rack(racks[1])


def _scores(text: str) -> tuple[int, int]:
    scores = text.split("/")
    if len(scores) != 2 or not all(_SCORE.fullmatch(score) for score in scores):  # noqa: PLR2004  two players
        raise DataError(f"CGP scores must be two whole numbers with '/' between them, got {text!r}")
    return int(scores[0]), int(scores[1])


def _scoreless_turns(text: str) -> int:
    if not _TURNS.fullmatch(text) or int(text) > MOST_SCORELESS:
        raise DataError(f"CGP scoreless turns must be a number from 0 to {MOST_SCORELESS}, got {text!r}")
    return int(text)


def _options(text: str = "") -> tuple[tuple[str, str], ...]:
    parts = filter(None, map(str.split, text.split(";")))
    return tuple((name, " ".join(words)) for name, *words in parts)
