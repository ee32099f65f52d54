"""Move input: what a human types or lays on the board, and the command or the move that it is."""

from zeitnot.errors import DataError
from zeitnot.scrabble.board import EMPTY, Board
from zeitnot.scrabble.letters import Alphabet
from zeitnot.scrabble.moves import RACK_SIZE, THROUGH, Move, MoveKind, coordinates, parse_coordinates

_NAMES = ("hint", "moves", "board", "shuffle", "rack", "unseen", "clock", "why", "resign", "help", "quit")
COMMANDS = {
    **{name: name for name in _NAMES},
    **{"exit": "quit", "?": "help", "why?": "why", "bag": "unseen", "tiles": "unseen"},
}
"""Names of the commands that can be typed instead of a move, by what is typed."""
_CHECK, _CHALLENGE = "check", "challenge"

HELP = (
    "A move: 8D WORD goes across from row 8, column D; D8 WORD goes down. Name the whole word;",
    "small letters are blanks: 8D wORD. What lies on the board may stand as . or in ( ).",
    "exchange ABC  give tiles back     pass     do nothing",
    "hint    what a second of simulation finds best",
    "moves   the best moves at sight    board    draw the board again",
    "rack    your tiles                 shuffle  in another order",
    "unseen  tiles in the bag and with the other     clock  both clocks",
    "check WORD  whether a word is good; several words are fine",
    "challenge   the engine's last play, or only its words named: challenge QUIZ (see --challenge)",
    "why     how the engine's last move was planned, and what ended it",
    "resign  give up                    quit     leave; the game is kept and --resume goes on with it",
    "While the engine thinks, Enter makes it move at once.",
)
"""Lines that `help` shows."""


def read_check(text: str) -> list[str] | None:
    """Return the words of `check QUIZ ZAX` in upper case; None when the text is something else."""
    first, *words = text.split()
    if first.lower() != _CHECK:
        return None
    if not words:
        raise DataError("check must name words, such as check QUIZ ZAX, got none")
    return [word.upper() for word in words]


def read_challenge(text: str) -> list[str] | None:
    """Return the words of `challenge QUIZ` in upper case, none for all of a play; None for another text."""
    first, *words = text.split()
    return [word.upper() for word in words] if first.lower() == _CHALLENGE else None


_FORM = "Not understood; a move looks like 8D WORD (across), D8 WORD (down), exchange ABC or pass"


def read_move(text: str, alphabet: Alphabet) -> Move:
    """Return the move typed, which may be illegal; what is none raises a DataError."""
    words = text.split()
    if words[0].lower() in {"exchange", "exch", "pass"}:
        words = [words[0].lower(), *(word.upper() for word in words[1:])]
    elif words[0].startswith("-"):
        words = [word.upper() for word in words]
    elif len(words) != 2 or parse_coordinates(words[0]) is None:  # noqa: PLR2004 (place and word)
        raise DataError(f"{_FORM}, got {text!r}; help tells more")
    else:
        # Input all in lower case has no blanks.
        word = words[1].upper() if words[1].islower() else words[1]
        words[1] = alphabet.bracketed(word)
    return Move.parse(" ".join(words), alphabet)


def parse_laid(text: str, board: Board, alphabet: Alphabet) -> Move:
    """Return the placement of tiles such as `8D=W 8E=o 8G=D`; a small letter is a blank.

    The tiles may stand in any order; letters of the board between, before and behind them belong to the move.
    """
    laid: dict[tuple[int, int], int] = {}
    for part in text.split():
        place, _, name = part.partition("=")
        square = parse_coordinates(place)
        if square is None or not name or square[:2] in laid or len(laid) == RACK_SIZE:
            raise DataError(f"tiles must look like 8D=W 8E=o, at most {RACK_SIZE}, got {text[:80]!r}")
        laid[square[:2]] = alphabet.tile(name)
    if not laid:
        raise DataError("a play must put down at least one tile, got none")
    across = _is_across(laid, board)
    line = sorted(laid)
    if len({row if across else column for row, column in line}) > 1:
        raise DataError("all tiles must lie in one row or one column, got several")
    down, right = (0, 1) if across else (1, 0)
    row, column = line[0]
    while board.tile(row - down, column - right) != EMPTY:
        row, column = row - down, column - right
    first, tiles = (row, column), list[int]()
    while (row, column) in laid or board.tile(row, column) != EMPTY or (row, column) < line[-1]:
        if (row, column) not in laid and board.tile(row, column) == EMPTY:
            raise DataError(f"a play must have no gaps, got one at {coordinates(row, column)}")
        tiles.append(laid.get((row, column), THROUGH))
        row, column = row + down, column + right
    return Move.place(row=first[0], column=first[1], across=across, tiles=tiles)


def laid_text(move: Move, alphabet: Alphabet) -> str:
    """Return a move as a hand would make it: `8D=W 8E=o` for `parse_laid`, `-ABC`, or `-` for a pass."""
    if move.kind is not MoveKind.PLACE:
        return move.text(alphabet)
    placed = zip(move.squares(), move.tiles, strict=True)
    return " ".join(
        f"{coordinates(row, column)}={alphabet.text([tile])}"
        for (row, column), tile in placed
        if tile != THROUGH
    )


def _is_across(laid: dict[tuple[int, int], int], board: Board) -> bool:
    """Return whether the tiles form a row; a single tile belongs to the row if it touches letters there."""
    if len(laid) > 1:
        return len({row for row, _ in laid}) == 1
    ((row, column),) = laid
    beside = (board.tile(row, column + step) != EMPTY for step in (-1, 1))
    above = (board.tile(row + step, column) != EMPTY for step in (-1, 1))
    return any(beside) or not any(above)
