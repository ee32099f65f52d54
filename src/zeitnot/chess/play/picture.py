"""Picture: the board with the players and the last moves next to it."""

from dataclasses import dataclass

import chess

from zeitnot.chess.board_text import BoardStyle, board_lines
from zeitnot.chess.play.ending import side
from zeitnot.chess.play.game import Game
from zeitnot.chess.play.turn_words import numbered_san

PANEL_MOVES = 5
"""Number of full moves shown next to the board, as many as its ranks leave room for."""


@dataclass(slots=True, kw_only=True)
class Picture:
    """Drawing of a game for the terminal."""

    style: BoardStyle
    """Colours and symbols of the board."""
    white: str
    """Name of White."""
    black: str
    """Name of Black."""
    flipped: bool = False
    """Whether the board is seen from Black."""

    def lines(self, game: Game) -> list[str]:
        """Return the lines of the current position."""
        board = board_lines(game.board, self.style, flipped=self.flipped)
        top = chess.WHITE if self.flipped else chess.BLACK
        moves = _last_moves(game)
        empty = [""] * (PANEL_MOVES - len(moves))
        panel = [self._named(top), "", *moves, *empty, self._named(not top), ""]
        return [f"{line}   {beside}".rstrip() for line, beside in zip(board, panel, strict=True)]

    def _named(self, colour: chess.Color) -> str:
        return f"{side(colour)}: {self.white if colour == chess.WHITE else self.black}"


def _last_moves(game: Game) -> list[str]:
    board = game.board.root()
    moves: list[str] = []
    for played in game.played:
        if board.turn == chess.WHITE or not moves:
            moves.append(numbered_san(board, played.move))
        else:
            moves[-1] += f" {board.san(played.move)}"
        board.push(played.move)
    return moves[-PANEL_MOVES:]
