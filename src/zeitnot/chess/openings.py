"""Openings: starting positions for games, from opening lists, EPD and PGN files."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import chess
import chess.pgn

from zeitnot.chess.features import board_of_fen
from zeitnot.chess.play.ending import ending_of
from zeitnot.errors import DataError
from zeitnot.untrusted import UNREADABLE, cause_of, read_text, unreadable

BUILT_IN = Path(__file__).parent / "data" / "openings.txt"
"""List shipped with the package; its first lines name the command that made it."""

COMMENT = "#"
"""Sign that begins a comment."""

_PGN_SUFFIX = ".pgn"
_MOVES = "moves"
"""Word between a position and the moves that follow from it, as in UCI."""
_WHAT = "openings"
_EPD_FIELDS = 4
_FEN_FIELDS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """Start of a game: a position and the moves that follow from it."""

    moves: tuple[str, ...] = ()
    """Moves in UCI notation."""
    fen: str = chess.STARTING_FEN
    """Position before the moves."""

    def board(self) -> chess.Board:
        """Return the board after the moves, which are on its stack."""
        board = chess.Board(self.fen)
        for move in self.moves:
            board.push_uci(move)
        return board

    def line(self) -> str:
        """Return the opening as a line of a list: moves with their SAN as a comment, or a position."""
        if self.fen != chess.STARTING_FEN:
            return f"{self.fen} {_MOVES} {' '.join(self.moves)}" if self.moves else self.fen
        start = chess.Board(self.fen)
        san = start.variation_san([chess.Move.from_uci(move) for move in self.moves])
        return f"{' '.join(self.moves)}  {COMMENT} {san}"


def read_openings(path: Path | None = None, *, plies: int | None = None) -> tuple[Opening, ...]:
    """Read a list of openings, by default the built-in one; of PGN games, the main line up to `plies`.

    Each line of a list holds UCI moves from the starting position, or an EPD or FEN, optionally followed by
    `moves` and moves; `#` begins a comment.
    A DataError names the file, the line or game, and the fault; an opening that ends its game is refused.
    """
    path = BUILT_IN if path is None else path
    openings = tuple(_pgn_openings(path, plies) if path.suffix.lower() == _PGN_SUFFIX else _lines(path))
    if not openings:
        raise DataError(f"a list of openings must hold at least one, got none in {str(path)!r}")
    return openings


@cache
def built_in_lines() -> tuple[str, ...]:
    """Return the lines of the built-in list, read and checked once."""
    return tuple(opening.line() for opening in read_openings())


def _lines(path: Path) -> Iterator[Opening]:
    text = read_text(path, what=_WHAT)
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split(COMMENT)[0].strip()
        if not words:
            continue
        try:
            yield parse_opening(words)
        except DataError as error:
            raise DataError(f"{path}, line {number}: {error}") from error


def parse_opening(line: str) -> Opening:
    """Return the opening of a list's line; an invalid line raises a DataError."""
    words = line.split(COMMENT, maxsplit=1)[0].strip()
    fen = chess.STARTING_FEN
    if "/" in words:
        setup, _, words = words.partition(f" {_MOVES} ")
        fen = board_of_fen(_fen(setup)).fen()
    return _checked(Opening(moves=tuple(words.split()), fen=fen))


def _checked(opening: Opening) -> Opening:
    """Raise a DataError for an opening that is illegal or ends the game."""
    board = chess.Board(opening.fen)
    for text in opening.moves:
        try:
            move = board.parse_uci(text)
            if not move:
                raise ValueError("a null move")
        except ValueError as error:
            rule = "an opening must be legal UCI moves, such as e2e4 e7e5, or an EPD"
            raise DataError(f"{rule}, got {text[:20]!r} after {len(board.move_stack)} half moves") from error
        board.push(move)
    ending = ending_of(board)
    if ending is not None:
        raise DataError(f"an opening must leave a game to play, got one that is over ({ending.words})")
    return opening


def _fen(words: str) -> str:
    """Return the FEN of an EPD, without its operations and with fresh counters."""
    fields = words.split(";", maxsplit=1)[0].split()
    numbers = fields[_EPD_FIELDS:_FEN_FIELDS]
    counted = len(numbers) == _FEN_FIELDS - _EPD_FIELDS and all(number.isdigit() for number in numbers)
    return " ".join([*fields[:_EPD_FIELDS], *(numbers if counted else ["0", "1"])])


class QuietGameBuilder(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Game builder that keeps errors in the game without logging them, as python-chess would."""

    def handle_error(self, error: Exception) -> None:
        """Store the error in the game."""
        self.game.errors.append(error)


def _pgn_openings(path: Path, plies: int | None) -> Iterator[Opening]:
    number = 0
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            for number in itertools.count(1):
                game = chess.pgn.read_game(file, Visitor=QuietGameBuilder)
                if game is None:
                    return
                yield _pgn_opening(game, plies, place=f"{path}, game {number}")
    except IndexError as error:  # python-chess fails on an unmatched bracket
        raise DataError(f"{path}, game {number}: brackets must match") from error
    except (OSError, *UNREADABLE) as error:
        if isinstance(error, DataError):
            raise
        raise unreadable(path, what=_WHAT, error=error) from error


def _pgn_opening(game: chess.pgn.Game, plies: int | None, *, place: str) -> Opening:
    try:
        if game.errors:
            raise DataError(f"openings must be legal games, got {cause_of(game.errors[0])}")
        fen = board_of_fen(game.board().fen()).fen()
        moves = itertools.islice(game.mainline_moves(), plies)
        return _checked(Opening(moves=tuple(move.uci() for move in moves), fen=fen))
    except UNREADABLE as error:
        raise DataError(f"{place}: {cause_of(error)}") from error
