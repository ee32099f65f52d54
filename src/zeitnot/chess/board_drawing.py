"""Board drawing: a position as SVG, in the look of the pages."""

import chess
import chess.svg

BOARD_PX = 200
"""Width of a drawn board."""
_COLOURS = {
    "square light": "#eceff1",
    "square dark": "#b9c5cf",
    "square light lastmove": "#f3e3b3",
    "square dark lastmove": "#dcc483",
}
_BETTER = "#2f6f8fcc"


def drawn_board(board: chess.Board, *, played: chess.Move, better: chess.Move | None = None) -> str:
    """Draw a position from the side to move: the played move is marked, a better one is an arrow."""
    arrows = [] if better is None else [chess.svg.Arrow(better.from_square, better.to_square, color=_BETTER)]
    return str(
        chess.svg.board(
            board,
            orientation=board.turn,
            lastmove=played,
            arrows=arrows,
            size=BOARD_PX,
            coordinates=False,
            colors=_COLOURS,
        )
    )
