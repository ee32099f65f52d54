"""Openings: starting positions for games, one a line, from lists of our own, EPD and PGN files."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.pgn

from zeitnot.chess.features import board_of_fen
from zeitnot.errors import DataError

BUILT_IN = Path(__file__).parent / "data" / "openings.txt"
"""The list that comes with the package; its first lines name the command that made it."""

COMMENT = "#"
"""What follows is for people."""

_PGN_SUFFIX = ".pgn"
_MOVES = "moves"
"""Stands between a position and the moves that lead on from it, as in UCI."""
_EPD_FIELDS = 4
_FEN_FIELDS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """Where a game begins: a position, and the moves that lead on from it."""

    moves: tuple[str, ...] = ()
    """In UCI notation."""
    fen: str = chess.STARTING_FEN
    """The position before the moves."""

    def board(self) -> chess.Board:
        """Set it up, with the moves on the stack."""
        board = chess.Board(self.fen)
        for move in self.moves:
            board.push_uci(move)
        return board

    def line(self) -> str:
        """Write the line of a list: moves, with the same for people; or a position, perhaps with moves."""
        if self.fen != chess.STARTING_FEN:
            return f"{self.fen} {_MOVES} {' '.join(self.moves)}" if self.moves else self.fen
        start = chess.Board(self.fen)
        san = start.variation_san([chess.Move.from_uci(move) for move in self.moves])
        return f"{' '.join(self.moves)}  {COMMENT} {san}"


def read_openings(path: Path | None = None, *, plies: int | None = None) -> tuple[Opening, ...]:
    """Read a list, or the built-in one; of PGN games the main line, up to so many half moves.

    Each line of a list holds UCI moves from the first position, or an EPD or FEN, perhaps with `moves` and
    moves behind it; `#` begins a comment.
    A DataError names the file, the line and the fault.
    """
    path = BUILT_IN if path is None else path
    openings = tuple(_pgn_openings(path, plies) if path.suffix.lower() == _PGN_SUFFIX else _lines(path))
    if not openings:
        raise DataError(f"a list of openings must hold at least one, got none in {str(path)!r}")
    return openings


def _lines(path: Path) -> Iterator[Opening]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(path, error) from error
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split(COMMENT)[0].strip()
        if not words:
            continue
        try:
            yield parse_opening(words)
        except DataError as error:
            raise DataError(f"{path}, line {number}: {error}") from error


def parse_opening(line: str) -> Opening:
    """Read the line of a list; a DataError says what is wrong with it."""
    words = line.split(COMMENT, maxsplit=1)[0].strip()
    fen = chess.STARTING_FEN
    if "/" in words:
        setup, _, words = words.partition(f" {_MOVES} ")
        fen = board_of_fen(_fen(setup)).fen()
    board = chess.Board(fen)
    for move in words.split():
        try:
            board.push_uci(move)
        except ValueError as error:
            rule = "an opening must be legal UCI moves, such as e2e4 e7e5, or an EPD"
            raise DataError(f"{rule}, got {move!r} after {len(board.move_stack)} half moves") from error
    return Opening(moves=tuple(words.split()), fen=fen)


def _fen(words: str) -> str:
    """Complete an EPD: its operations fall away, and the counters start afresh."""
    fields = words.split(";", maxsplit=1)[0].split()
    numbers = fields[_EPD_FIELDS:_FEN_FIELDS]
    counted = len(numbers) == _FEN_FIELDS - _EPD_FIELDS and all(number.isdigit() for number in numbers)
    return " ".join([*fields[:_EPD_FIELDS], *(numbers if counted else ["0", "1"])])


def _pgn_openings(path: Path, plies: int | None) -> Iterator[Opening]:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            while (game := chess.pgn.read_game(file)) is not None:
                if game.errors:
                    raise DataError(f"{path} must hold legal games only, got {game.errors[0]}")
                moves = [move.uci() for move in game.mainline_moves()]
                yield Opening(moves=tuple(moves[:plies]), fen=game.board().fen())
    except (OSError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: Exception) -> DataError:
    cause = (getattr(error, "strerror", None) or "not UTF-8 text").lower()
    return DataError(f"openings must be a file that can be read ({cause}), got {str(path)!r}")
