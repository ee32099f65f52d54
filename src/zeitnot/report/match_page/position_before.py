"""The position before a turn: a FEN with its board, or a CGP."""

import io
from dataclasses import dataclass

from zeitnot.errors import ZeitnotError
from zeitnot.lab.match import GameKind
from zeitnot.report.match_page.run_data import LongTurn, RunData

BOARD_PX = 200
"""Width of a board on the page."""
_BOARD_COLOURS = {
    "square light": "#eceff1",
    "square dark": "#b9c5cf",
    "square light lastmove": "#f3e3b3",
    "square dark lastmove": "#dcc483",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionBefore:
    """Where a turn was played."""

    notation: str
    """FEN or CGP."""
    move: str
    """The move as players write it."""
    board: str = ""
    """A drawing, as SVG; empty: none."""


def position_before(data: RunData, turn: LongTurn) -> PositionBefore | None:
    """Find the position in the text of the game; None where the text does not have it."""
    if data.plan.game is GameKind.CHESS:
        return _chess_position(turn)
    return _scrabble_position(data, turn)


def _chess_position(turn: LongTurn) -> PositionBefore | None:
    import chess.pgn
    import chess.svg

    class QuietBuilder(chess.pgn.GameBuilder[chess.pgn.Game]):
        """Keeps what is wrong with a damaged game to itself, where the library would log it."""

        def handle_error(self, error: Exception) -> None:
            self.game.errors.append(error)

    game = chess.pgn.read_game(io.StringIO(turn.text), Visitor=QuietBuilder)
    if game is None or game.errors:
        return None
    # The turns are the moves after the opening: those that carry a time.
    nodes = [node for node in game.mainline() if node.emt() is not None]
    if turn.row.place >= len(nodes) or nodes[turn.row.place].move.uci() != turn.row.move:
        return None
    node = nodes[turn.row.place]
    board = node.parent.board()
    drawing = chess.svg.board(
        board,
        orientation=board.turn,
        lastmove=node.move,
        size=BOARD_PX,
        coordinates=False,
        colors=_BOARD_COLOURS,
    )
    return PositionBefore(notation=board.fen(), move=board.san(node.move), board=drawing)


def _scrabble_position(data: RunData, turn: LongTurn) -> PositionBefore | None:
    from zeitnot.lab.match.scrabble_table import read_tiles
    from zeitnot.scrabble import EventKind, gcg

    try:
        distribution, layout = read_tiles(data.plan.scrabble)
        game = gcg.parse(turn.text, distribution=distribution, layout=layout).game
    except ZeitnotError:  # files that the plan names may have gone
        return None
    turns = [number for number, event in enumerate(game.events) if event.kind is EventKind.MOVE]
    if turn.row.place >= len(turns):
        return None
    return PositionBefore(notation=game.position(turns[turn.row.place]).to_cgp(), move=turn.row.move)
