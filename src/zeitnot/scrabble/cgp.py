"""CGP: a position in one line of text, read and written.

    <15 rows joined by /> <rack>/<other rack> <score>/<other score> <scoreless turns> [<options>]

Numbers are empty squares, small letters blanks, `?` the blank on a rack; options look like `lex ENABLE1;`.
"""

import re
from itertools import groupby

from zeitnot.errors import DataError
from zeitnot.scrabble.board import BOARD_SIZE, EMPTY, Board
from zeitnot.scrabble.layout import Layout
from zeitnot.scrabble.letters import Alphabet, LetterDistribution
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.rules import BINGO_PTS, MOST_SCORELESS

_FIELDS = 4
_SQUARES = re.compile(r"[0-9]+|\[[^\[\]]*\]|.", re.DOTALL)
_EMPTY_COUNT = re.compile(r"[1-9][0-9]?")
_SCORE = re.compile(r"[+-]?[0-9]{1,5}")
_TURNS = re.compile(r"[0-9]{1,2}")

ENGLISH_NAMES: tuple[str, ...] = ("english",)
"""Names of the English distribution in the option `ld`."""

STANDARD_NAMES = ("standard", "standard15", "CrosswordGame")
"""Names of the standard layout in the option `bdn`."""

_FIXED_OPTIONS: dict[str, tuple[str, ...]] = {
    "var": ("classic",),
    "bb": (str(BINGO_PTS),),
    "mcnz": (str(MOST_SCORELESS),),
}
"""Options that change the rules, with the values that leave them unchanged."""


def read(
    text: str, *, distribution: LetterDistribution | None = None, layout: Layout | None = None
) -> Position:
    """Return a position, by default English and standard; a DataError names the field and the reason."""
    fields = text.split(maxsplit=_FIELDS)
    if len(fields) < _FIELDS:
        raise DataError(f"a CGP must have a board, racks, scores and scoreless turns, got {text!r}")
    board, racks, scores, turns = fields[:_FIELDS]
    options = _options(fields[_FIELDS] if len(fields) > _FIELDS else "")
    known = _FIXED_OPTIONS.copy()
    if distribution is None:
        distribution = LetterDistribution.english()
        known["ld"] = ENGLISH_NAMES
    if layout is None:
        layout = Layout.standard()
        known["bdn"] = STANDARD_NAMES
    _check_options(options, known)
    rack, other_rack = _racks(racks, distribution.alphabet)
    try:
        return Position(
            board=_board(board, distribution.alphabet),
            rack=rack,
            other_rack=other_rack,
            scores=_scores(scores),
            scoreless_turns=_scoreless_turns(turns),
            options=options,
            distribution=distribution,
            layout=layout,
        )
    except DataError as error:
        if str(error).startswith("CGP"):
            raise
        raise DataError(f"CGP: {error}") from error


def write(position: Position) -> str:
    """Return a position as CGP, which `read` reads back."""
    alphabet = position.distribution.alphabet
    board = "/".join(_row_text(row, alphabet) for row in position.board.rows)
    racks = "/".join(alphabet.rack_text(rack) for rack in (position.rack, position.other_rack))
    scores = "/".join(str(score) for score in position.scores)
    options = "".join(f" {name} {value}".rstrip() + ";" for name, value in position.options)
    return f"{board} {racks} {scores} {position.scoreless_turns}{options}"


def _board(text: str, alphabet: Alphabet) -> Board:
    rows = text.split("/")
    if len(rows) != BOARD_SIZE:
        raise DataError(f"CGP board must have {BOARD_SIZE} rows, got {len(rows)}")
    read_rows = []
    for number, row in enumerate(rows, start=1):
        try:
            read_rows.append(_row(row, alphabet))
        except DataError as error:
            raise DataError(f"CGP board, row {number}: {error}") from error
    return Board(tuple(read_rows))


def _row(text: str, alphabet: Alphabet) -> tuple[int, ...]:
    squares: list[int] = []
    for sign in _SQUARES.findall(text):
        if not sign[0].isdecimal():
            squares.append(alphabet.tile(sign))
        elif _EMPTY_COUNT.fullmatch(sign):
            squares += [EMPTY] * int(sign)
        else:
            raise DataError(f"empty squares must be a number from 1 to {BOARD_SIZE}, got {sign!r}")
    if len(squares) != BOARD_SIZE:
        raise DataError(f"a row must have {BOARD_SIZE} squares, got {len(squares)} in {text!r}")
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
    try:
        return alphabet.rack(racks[0]), alphabet.rack(racks[1])
    except DataError as error:
        raise DataError(f"CGP racks: {error}") from error


def _scores(text: str) -> tuple[int, int]:
    scores = text.split("/")
    if len(scores) != 2 or not all(_SCORE.fullmatch(score) for score in scores):  # noqa: PLR2004  two players
        raise DataError(f"CGP scores must be two whole numbers with '/' between them, got {text!r}")
    return int(scores[0]), int(scores[1])


def _scoreless_turns(text: str) -> int:
    if not _TURNS.fullmatch(text) or int(text) > MOST_SCORELESS:
        raise DataError(f"CGP scoreless turns must be a number from 0 to {MOST_SCORELESS}, got {text!r}")
    return int(text)


def _options(text: str) -> tuple[tuple[str, str], ...]:
    options = []
    for part in text.split(";"):
        if words := part.split():
            options.append((words[0], " ".join(words[1:])))
    return tuple(options)


def _check_options(options: tuple[tuple[str, str], ...], known: dict[str, tuple[str, ...]]) -> None:
    for name, value in options:
        if name in known and value not in known[name]:
            raise DataError(f"CGP option {name!r} must be {known[name][0]!r}, got {value!r}")
