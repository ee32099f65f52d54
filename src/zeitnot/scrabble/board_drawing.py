"""Board drawing: a position as SVG, in the look of the pages, with a move and a better one."""

from html import escape

from zeitnot.scrabble.board import EMPTY, SIGN_OF
from zeitnot.scrabble.letters import is_blank, letter_of
from zeitnot.scrabble.moves import THROUGH, Move, MoveKind
from zeitnot.scrabble.position import Position

SQUARE = 20
"""Width of a square in units of the drawing."""
_GROUND = "#eceff1"
_PREMIUMS = {
    **{"'": "#cfe3f1", '"': "#8fbfe0", "^": "#5f9fcb"},
    **{"-": "#f6d5dc", "=": "#e6a0a0", "~": "#d27474"},
}
"""Colours of premium squares by their signs: letters in blues, words in pink and red, as on most boards."""
_TILE, _PLAYED, _INK, _BLANK_INK = "#f2dfae", "#e3b04b", "#1d2327", "#b03a2e"
_BETTER = "#2f6f8f"
_GAP = 6


def drawn_position(position: Position, *, played: Move, better: Move | None = None) -> str:
    """Draw board and rack: tiles of the played move stand out, squares of a better one have a frame."""
    size = position.board.size
    width, height = size * SQUARE, (size + 1) * SQUARE + _GAP
    laid = _laid(played)
    parts = [
        _square(position, row, column, laid.get((row, column)))
        for row in range(size)
        for column in range(size)
    ]
    for place, tile in _laid(better).items():
        parts.append(_frame(place, tile, position, is_laid=place in laid))
    parts += _rack(position)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" text-anchor="middle">{"".join(parts)}</svg>'
    )


def _laid(move: Move | None) -> dict[tuple[int, int], int]:
    """Return the tiles that a move lays, by square."""
    if move is None or move.kind is not MoveKind.PLACE:
        return {}
    return {place: tile for place, tile in zip(move.squares(), move.tiles, strict=True) if tile != THROUGH}


def _square(position: Position, row: int, column: int, laid: int | None) -> str:
    x, y = column * SQUARE, row * SQUARE
    tile = position.board.tile(row, column)
    if tile == EMPTY and laid is None:
        colour = _PREMIUMS.get(SIGN_OF[position.layout.premiums[row][column]], _GROUND)
        return _ground(x, y, colour)
    if laid is None:
        return _tile(x, y, tile, position, _TILE)
    return _tile(x, y, laid, position, _PLAYED)


def _ground(x: float, y: float, colour: str) -> str:
    side = SQUARE - 1
    return f'<rect x="{x + 0.5}" y="{y + 0.5}" width="{side}" height="{side}" rx="2" fill="{colour}"/>'


def _tile(x: float, y: float, tile: int, position: Position, colour: str) -> str:
    letter = position.distribution.alphabet.capitals[letter_of(tile) - 1] if letter_of(tile) else ""
    ink = _BLANK_INK if is_blank(tile) else _INK
    size = SQUARE * (0.68 if len(letter) == 1 else 0.4)
    return (
        f'{_ground(x, y, colour)}<text x="{x + SQUARE / 2}" y="{y + SQUARE * 0.75}" '
        f'font-size="{size:.1f}" font-weight="600" fill="{ink}">{escape(letter)}</text>'
    )


def _frame(place: tuple[int, int], tile: int, position: Position, *, is_laid: bool) -> str:
    """Frame a square of the better move, with its letter: small in the corner of a tile that was played."""
    x, y, side = place[1] * SQUARE, place[0] * SQUARE, SQUARE - 3
    letter = position.distribution.alphabet.capitals[letter_of(tile) - 1]
    right, down, size = (0.76, 0.42, 0.4) if is_laid else (0.5, 0.74, 0.62 if len(letter) == 1 else 0.4)
    return (
        f'<rect x="{x + 1.5}" y="{y + 1.5}" width="{side}" height="{side}" rx="2" fill="none" '
        f'stroke="{_BETTER}" stroke-width="2"/><text x="{x + SQUARE * right:.1f}" '
        f'y="{y + SQUARE * down:.1f}" font-size="{SQUARE * size:.1f}" font-weight="700" '
        f'fill="{_BETTER}">{escape(letter)}</text>'
    )


def _rack(position: Position) -> list[str]:
    size = position.board.size
    y = size * SQUARE + _GAP
    first = (size - len(position.rack)) / 2 * SQUARE
    return [
        _tile(first + place * SQUARE, y, tile, position, _TILE) for place, tile in enumerate(position.rack)
    ]
