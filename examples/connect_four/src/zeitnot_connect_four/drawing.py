"""Drawing of a position as SVG, in colours that can be told apart on light and dark pages."""

from zeitnot_connect_four.board import HEIGHT, WIDTH, Board

SQUARE_PX = 28
"""Width of a square."""
FRAME = "#5c7080"
"""Colour of the board: dark enough for its holes, light enough for a dark page."""
HOLE = "#e8edf1"
"""Colour of an empty square."""
DISCS = ("#e69f00", "#0b3c5d")
"""Colours of the first and the second seat: they differ in lightness as well, for every kind of eye."""
CHOSEN = "#ffffff"
"""Colour of the ring around the disc that is about to be played."""


def board_svg(board: Board, column: int | None = None) -> str:
    """Draw a position; the disc that is about to be played in a column has a ring."""
    to_move = board.plies % 2
    discs = {(x, y): to_move if own else 1 - to_move for x, y, own in board.squares()}
    circles = [
        _circle(x, y, HOLE if (x, y) not in discs else DISCS[discs[x, y]])
        for x in range(WIDTH)
        for y in range(HEIGHT)
    ]
    if column is not None:
        height = sum(1 for x, _ in discs if x == column)
        circles.append(_circle(column, height, DISCS[to_move], ring=True))
    width, height_px = WIDTH * SQUARE_PX, HEIGHT * SQUARE_PX
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height_px}" role="img" '
        f'aria-label="Board with {board.plies} discs">'
        f'<rect width="{width}" height="{height_px}" rx="6" fill="{FRAME}"/>{"".join(circles)}</svg>'
    )


def _circle(x: int, y: int, colour: str, *, ring: bool = False) -> str:
    centre_x, centre_y = (x + 0.5) * SQUARE_PX, (HEIGHT - y - 0.5) * SQUARE_PX
    edge = f' stroke="{CHOSEN}" stroke-width="3"' if ring else ""
    return f'<circle cx="{centre_x:g}" cy="{centre_y:g}" r="{0.4 * SQUARE_PX:g}" fill="{colour}"{edge}/>'
