"""Picture: a position drawn for a terminal, with the players and the last moves next to it."""

from dataclasses import dataclass

import chess

from zeitnot.chess.play.game import Game, side
from zeitnot.chess.play.turn_words import numbered_san

RESET = "\x1b[0m"


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """Colours, by their numbers in the 256-colour palette."""

    light: int = 108
    """Light squares."""
    dark: int = 65
    """Dark squares; both are of medium brightness, so that white and black pieces stand out equally."""
    light_moved: int = 179
    """Light squares of the last move."""
    dark_moved: int = 136
    """Dark squares of the last move."""
    checked: int = 167
    """The square of a king in check."""
    white: int = 231
    """White pieces."""
    black: int = 16
    """Black pieces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardStyle:
    """How a board is drawn; without a palette the last move is in brackets and a checked king in ( )."""

    symbols: dict[str, str]
    """Symbol of each piece, by its FEN letter."""
    empty: str = " "
    """Symbol of an empty square."""
    palette: Palette | None = None
    """Colours; None for a terminal without them."""


_OUTLINED = {piece: chess.UNICODE_PIECE_SYMBOLS[piece] for piece in "KQRBNPkqrbnp"}
_FILLED = {piece: chess.UNICODE_PIECE_SYMBOLS[piece.lower()] for piece in "KQRBNPkqrbnp"}

COLOURED = BoardStyle(symbols=_FILLED, palette=Palette())
"""Style with colour, where both sides use the filled symbols, which are easier to see."""
UNICODE = BoardStyle(symbols=_OUTLINED, empty="·")
"""Style without colour: white pieces are outlined, black ones filled."""
ASCII = BoardStyle(symbols={piece: piece for piece in "KQRBNPkqrbnp"}, empty=".")
"""Style in plain ASCII: white pieces are upper case, black ones lower case."""


def board_lines(board: chess.Board, style: BoardStyle, *, flipped: bool = False) -> list[str]:
    """Return the lines of a drawn position: eight ranks and the files, seen from White unless flipped."""
    files = range(8) if not flipped else range(7, -1, -1)
    ranks = range(7, -1, -1) if not flipped else range(8)
    lines = []
    for rank in ranks:
        squares = (_square_text(board, chess.square(file, rank), style) for file in files)
        lines.append(f" {rank + 1} {''.join(squares)}{RESET if style.palette else ''}")
    lines.append(f"   {''.join(f' {chess.FILE_NAMES[file]} ' for file in files)}")
    return lines


def _square_text(board: chess.Board, square: chess.Square, style: BoardStyle) -> str:
    piece = board.piece_at(square)
    sign = style.empty if piece is None else style.symbols[piece.symbol()]
    last = board.peek() if board.move_stack else None
    moved = last is not None and square in (last.from_square, last.to_square)
    checked = board.is_check() and square == board.king(board.turn)
    if style.palette is None:
        left, right = ("(", ")") if checked else ("[", "]") if moved else (" ", " ")
        return f"{left}{sign}{right}"
    palette = style.palette
    light = bool(chess.BB_LIGHT_SQUARES & chess.BB_SQUARES[square])
    ground = palette.light if light else palette.dark
    if checked:
        ground = palette.checked
    elif moved:
        ground = palette.light_moved if light else palette.dark_moved
    ink = palette.white if piece is not None and piece.color else palette.black
    return f"\x1b[38;5;{ink};48;5;{ground}m {sign} "


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
