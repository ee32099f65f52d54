"""Board text: a position, or a game in progress, drawn with rich for a terminal or as plain text."""

import textwrap
from collections import Counter

from rich.text import Text

from zeitnot.scrabble.board import EMPTY, SIGN_OF
from zeitnot.scrabble.events import EventKind
from zeitnot.scrabble.game import Game
from zeitnot.scrabble.letters import is_blank
from zeitnot.scrabble.moves import COLUMNS, MoveKind
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.table import Table
from zeitnot.turns import pluralised

_WIDTH = 79
"""Width of the text below the board: that of a terminal, less one column."""
_CELL = 3
"""Width of a square: the widest tile, such as L·L, has three characters."""


# Styles in rich's notation, with numbers of the 256-colour palette.
TILE_STYLE = "bold color(16) on color(222)"
"""Tiles, the colour of wood."""
BLANK_STYLE = "bold color(160) on color(222)"
"""Blanks, distinguished by more than their lower-case letters."""
SQUARE_STYLES = {
    " ": "color(245) on color(238)",
    "'": "color(16) on color(117)",
    '"': "color(231) on color(32)",
    "-": "color(16) on color(218)",
    "=": "color(231) on color(160)",
    "^": "color(231) on color(24)",
    "~": "color(231) on color(88)",
}
"""Empty squares by the sign of their premium: letters in blues, words in pink and red, as on most boards."""


def position_text(position: Position, *, names: tuple[str, str] = ("on turn", "other")) -> Text:
    """Return a drawing of board, racks, scores, bag and unseen tiles; the first name is on turn."""
    lines = [*board_lines(position), Text(), *(Text(line) for line in _facts(position, names))]
    return Text("\n").join(lines)


def board_lines(position: Position) -> list[Text]:
    """Return the lines of the board, with the names of its rows and columns."""
    size = position.board.size
    lines = [Text("   " + "".join(f"{letter:^{_CELL}}" for letter in COLUMNS[:size]).rstrip())]
    for row in range(size):
        line = Text(f"{row + 1:2} ")
        for column in range(size):
            line.append(*_square(position, row, column))
        lines.append(line)
    return lines


def _square(position: Position, row: int, column: int) -> tuple[str, str]:
    """Return text and style of a square; an empty one has a star at the start, a dot without a premium."""
    tile, layout = position.board.tile(row, column), position.layout
    if tile != EMPTY:
        name = position.distribution.alphabet.text([tile]).strip("[]")
        return f"{name:^{_CELL}}", BLANK_STYLE if is_blank(tile) else TILE_STYLE
    sign = SIGN_OF[layout.premiums[row][column]]
    shown = "*" if (row, column) == (layout.start_row, layout.start_column) else sign.replace(" ", ".")
    return f"{shown:^{_CELL}}", SQUARE_STYLES[sign]


def _facts(position: Position, names: tuple[str, str]) -> list[str]:
    rack = position.distribution.alphabet.rack_text
    other = "rack unknown" if position.other_count else "no tiles"
    width = max(len(str(score)) for score in position.scores)
    bag = pluralised(position.bag_count, "tile")
    if position.scoreless_turns:
        bag += f", {pluralised(position.scoreless_turns, 'turn')} without a score"
    facts = [
        (names[0], f"{position.scores[0]:>{width}}  {rack(position.rack) or 'rack unknown'}"),
        (names[1], f"{position.scores[1]:>{width}}  {rack(position.other_rack) or other}"),
        ("bag", bag),
    ]
    if position.lexicon is not None:
        facts.append(("lexicon", position.lexicon))
    if unseen := unseen_text(position):
        facts.append(("unseen", unseen))
    widest = max(len(name) for name, _ in facts)
    lines = []
    for name, fact in facts:
        head, indent = f"{name:<{widest}}  ", " " * (widest + 2)
        # Only the unseen tiles are longer than a line; they must not be cut.
        lines += textwrap.wrap(fact, _WIDTH, initial_indent=head, subsequent_indent=indent) or [head]
    return lines


def unseen_text(position: Position) -> str:
    """Return the unseen tiles, grouped by letter."""
    text = position.distribution.alphabet.rack_text
    return " ".join(text([tile] * count) for tile, count in sorted(Counter(position.unseen).items()))


PANEL_WIDTH = 29
"""Width of the panel next to the board: what eighty columns leave."""

_GAP = "   "
_NICK_WIDTH = 14
_LAST_MOVES = 4


def picture(table: Table, human: int) -> list[Text]:
    """Return the drawing of the game for the human."""
    board, panel = board_lines(table.position(human)), _panel(table, human)
    width = max(line.cell_len for line in board)
    lines = []
    for number, line in enumerate(board):
        beside = panel[number] if number < len(panel) else ""
        line.pad_right(width - line.cell_len if beside else 0)
        lines.append(Text.assemble(line, _GAP if beside else "", beside))
    return lines


def _panel(table: Table, human: int) -> list[str]:
    position = table.position(human)
    rack = position.distribution.alphabet.rack_text
    nicks = table.game.nicks
    widest = max(map(len, nicks))
    own, other = (
        f"{nicks[seat]:<{widest}} {table.game.state.scores[seat]:>4}" for seat in (human, 1 - human)
    )
    shown = EventKind.MOVE, EventKind.WITHDRAWAL
    moves = [index for index, event in enumerate(table.game.events) if event.kind in shown]
    bag = f"bag {position.bag_count}, unseen {len(position.unseen)}:"
    return [
        f"{own}  {rack(position.rack)}"[:PANEL_WIDTH],
        other[:PANEL_WIDTH],
        "",
        *(_move_line(table.game, index)[:PANEL_WIDTH] for index in moves[-_LAST_MOVES:]),
        "",
        bag,
        *textwrap.wrap(unseen_text(position), PANEL_WIDTH),
    ]


def _move_line(game: Game, index: int) -> str:
    event = game.events[index]
    alphabet, nick = game.distribution.alphabet, game.nicks[event.player]
    if event.kind is EventKind.WITHDRAWAL:
        return f"{nick} challenged off {event.points}"
    if event.is_lost_turn:
        return f"{nick} lost a turn"
    if event.move is None or event.move.kind is MoveKind.PASS:
        return f"{nick} passed"
    if event.move.kind is MoveKind.EXCHANGE:
        return f"{nick} exchanged {event.move.count}"
    return f"{nick} {event.move.text(alphabet, game.states[index].board)} {event.points:+d}"
