"""Board text: a position drawn for a terminal, in colour, in Unicode or in plain ASCII."""

from dataclasses import dataclass

import chess

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
