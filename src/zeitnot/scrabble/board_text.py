"""Board text: a position drawn with rich for a terminal, or as plain text."""

import textwrap
from collections import Counter
from dataclasses import dataclass

from rich.text import Text

from zeitnot.scrabble.board import BOARD_SIZE, EMPTY, SIGN_OF, Layout, Premium
from zeitnot.scrabble.letters import is_blank
from zeitnot.scrabble.moves import COLUMNS
from zeitnot.scrabble.position import Position

_WIDTH = 79
"""Width of the text below the board: that of a terminal, less one column."""
_CELL = 3
"""Width of a square: the widest tile, such as L·L, has three characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """Styles in rich's notation; colours are numbers of the 256-colour palette."""

    tile: str = "bold color(16) on color(222)"
    """Tiles, the colour of wood."""
    blank: str = "bold color(160) on color(222)"
    """Blanks, distinguished by more than their lower-case letters."""
    plain: str = "color(245) on color(238)"
    """Squares without a premium."""
    double_letter: str = "color(16) on color(117)"
    """Double letter squares: light blue, as on most boards."""
    triple_letter: str = "color(231) on color(32)"
    """Triple letter squares: blue."""
    double_word: str = "color(16) on color(218)"
    """Double word squares: pink."""
    triple_word: str = "color(231) on color(160)"
    """Triple word squares: red."""

    def square(self, premium: Premium) -> str:
        """Return the style of an empty square."""
        if premium.word > 1:
            return self.double_word if premium.word == 2 else self.triple_word  # noqa: PLR2004  double
        if premium.letter > 1:
            return self.double_letter if premium.letter == 2 else self.triple_letter  # noqa: PLR2004  double
        return self.plain


def position_text(
    position: Position, palette: Palette | None = None, *, names: tuple[str, str] = ("on turn", "other")
) -> Text:
    """Return a drawing of board, racks, scores, bag and unseen tiles; the first name is on turn."""
    lines = [*board_lines(position, palette), Text(), *(Text(line) for line in _facts(position, names))]
    return Text("\n").join(lines)


def board_lines(position: Position, palette: Palette | None = None) -> list[Text]:
    """Return the lines of the board, with the names of its rows and columns."""
    palette = Palette() if palette is None else palette
    heading = Text("   " + "".join(f"{letter:^{_CELL}}" for letter in COLUMNS).rstrip())
    lines = [heading]
    for row in range(BOARD_SIZE):
        line = Text(f"{row + 1:2} ")
        for column in range(BOARD_SIZE):
            line.append(*_square(position, row, column, palette))
        lines.append(line)
    return lines


def _square(position: Position, row: int, column: int, palette: Palette) -> tuple[str, str]:
    tile = position.board.tile(row, column)
    if tile != EMPTY:
        name = position.distribution.alphabet.text([tile]).strip("[]")
        return f"{name:^{_CELL}}", palette.blank if is_blank(tile) else palette.tile
    premium = position.layout.premiums[row][column]
    return f"{_sign(position.layout, row, column):^{_CELL}}", palette.square(premium)


def _sign(layout: Layout, row: int, column: int) -> str:
    """Return the sign of an empty square: a star on the start square, a dot without a premium."""
    if (row, column) == (layout.start_row, layout.start_column):
        return "*"
    sign = SIGN_OF[layout.premiums[row][column]]
    return "." if sign == " " else sign


def _facts(position: Position, names: tuple[str, str]) -> list[str]:
    rack = position.distribution.alphabet.rack_text
    other = "rack unknown" if position.other_count else "no tiles"
    width = max(len(str(score)) for score in position.scores)
    bag = _counted(position.bag_count, "tile")
    if position.scoreless_turns:
        bag += f", {_counted(position.scoreless_turns, 'turn')} without a score"
    facts = [
        (names[0], f"{position.scores[0]:>{width}}  {rack(position.rack) or 'rack unknown'}"),
        (names[1], f"{position.scores[1]:>{width}}  {rack(position.other_rack) or other}"),
        ("bag", bag),
    ]
    if position.lexicon is not None:
        facts.append(("lexicon", position.lexicon))
    if unseen := Counter(position.unseen):
        facts.append(("unseen", " ".join(rack([tile] * count) for tile, count in sorted(unseen.items()))))
    widest = max(len(name) for name, _ in facts)
    lines = []
    for name, fact in facts:
        head, indent = f"{name:<{widest}}  ", " " * (widest + 2)
        # Only the unseen tiles are longer than a line; they must not be cut.
        lines += textwrap.wrap(fact, _WIDTH, initial_indent=head, subsequent_indent=indent) or [head]
    return lines


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
