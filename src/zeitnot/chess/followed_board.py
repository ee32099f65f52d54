"""ChessFollower: a board that follows a game, as squares for a page."""

import chess

from zeitnot.errors import DataError
from zeitnot.games import Grid


class ChessFollower:
    """Plays the moves of a game."""

    def __init__(self, board: chess.Board) -> None:
        """Begin with a position."""
        self._board = board
        self._words = ""

    def play(self, move: str) -> None:
        """Play a move in UCI notation; a DataError says that it is illegal."""
        try:
            played = self._board.parse_uci(move)
        except ValueError as error:
            raise DataError(f"a move must be legal, got {move[:20]!r}") from error
        self._words = self._board.san(played)
        self._board.push(played)

    def grid(self) -> Grid:
        """Return the position, seen from White."""
        board = self._board
        last = board.move_stack[-1] if board.move_stack else None
        return Grid(
            look="chess",
            rows=tuple(
                tuple(_sign(board.piece_at(chess.square(file, rank))) for file in range(8))
                for rank in reversed(range(8))
            ),
            marked=() if last is None else (_place(last.from_square), _place(last.to_square)),
            notation=board.fen(),
            words=self._words,
        )


def _sign(piece: chess.Piece | None) -> str:
    return "" if piece is None else piece.symbol()


def _place(square: chess.Square) -> tuple[int, int]:
    return 7 - chess.square_rank(square), chess.square_file(square)
