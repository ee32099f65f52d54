"""Game: the board as the `position` commands describe it."""

import chess

from zeitnot.chess.engine import position_of
from zeitnot.chess.features import faults_of
from zeitnot.errors import DataError

_CLEANED = chess.STATUS_BAD_CASTLING_RIGHTS | chess.STATUS_INVALID_EP_SQUARE
"""Faults that are corrected: impossible castling rights and en passant squares are dropped."""
_HARMLESS = _CLEANED | chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK
"""Faults that do not affect a search."""

_USE = "position takes `startpos` or `fen` with a FEN, then perhaps `moves` with moves such as e2e4"


class Game:
    """A board that follows `position` commands; an invalid command leaves it unchanged."""

    def __init__(self) -> None:
        """Start with the starting position."""
        self.board = chess.Board()
        self._start = (chess.STARTING_FEN, False)
        self._moves: list[str] = []

    def set(self, words: list[str], *, chess960: bool) -> str:
        """Follow the words after `position` and return what was corrected; raise a DataError if invalid."""
        setup, moves = words, []
        if "moves" in words:
            place = words.index("moves")
            setup, moves = words[:place], words[place + 1 :]
        match setup:
            case ["startpos"]:
                fen = chess.STARTING_FEN
            case ["fen", _, *_]:
                fen = " ".join(setup[1:])
            case _:
                raise DataError(f"{_USE}, got {' '.join(words)[:80]!r}")
        if (fen, chess960) == self._start:
            self._follow(moves)
            return ""
        board, notice = _board_of(fen, chess960=chess960)
        before = self.board, self._start, self._moves
        self.board, self._start, self._moves = board, (fen, chess960), []
        try:
            self._follow(moves)
        except DataError:
            self.board, self._start, self._moves = before
            raise
        return notice

    def _follow(self, moves: list[str]) -> None:
        """Play only the moves that differ from the last command: late in a game, all would take long."""
        common = 0
        for old, new in zip(self._moves, moves, strict=False):
            if old != new:
                break
            common += 1
        undone = [self.board.pop() for _ in self._moves[common:]]
        try:
            for text in moves[common:]:
                self.board.push(legal_move(self.board, text))
        except DataError:
            while len(self.board.move_stack) > common:
                self.board.pop()
            for move in reversed(undone):
                self.board.push(move)
            raise
        self._moves = moves


def legal_move(board: chess.Board, text: str) -> chess.Move:
    """Return a move from UCI notation; an illegal one raises a DataError."""
    try:
        move = board.parse_uci(text)
    except ValueError as error:
        raise _illegal(board, text) from error
    if not move:  # python-chess lets the side to move pass
        raise _illegal(board, text)
    return move


def _illegal(board: chess.Board, text: str) -> DataError:
    return DataError(
        f"a move must be legal and written like e2e4 or e7e8q, got {text[:20]!r} in {board.fen()}"
    )


def _board_of(fen: str, *, chess960: bool) -> tuple[chess.Board, str]:
    try:
        board = chess.Board(fen, chess960=chess960)
    except ValueError as error:
        # python-chess repeats the whole text at the end of its message; once is enough.
        cause = str(error).split(": ")[0]
        raise DataError(
            f"a position must be a FEN such as {chess.STARTING_FEN!r}; {cause}, got {fen[:100]!r}"
        ) from error
    status = board.status()
    if status & ~_HARMLESS:
        raise DataError(
            f"a position must be one that can occur in a game; {faults_of(status)}, got {fen[:100]!r}"
        )
    position_of(board)
    return board, faults_of(status & _CLEANED) and f"{faults_of(status & _CLEANED)}: dropped"
