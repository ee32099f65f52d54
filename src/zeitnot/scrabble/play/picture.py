"""Picture: the board with scores, rack, unseen tiles and the last moves next to it."""

import textwrap
from collections import Counter

from rich.text import Text

from zeitnot.scrabble.board_text import board_lines
from zeitnot.scrabble.events import Event, EventKind
from zeitnot.scrabble.game import Game
from zeitnot.scrabble.moves import MoveKind
from zeitnot.scrabble.play.table import Table

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
    unseen = " ".join(rack([tile] * count) for tile, count in sorted(Counter(position.unseen).items()))
    bag = f"bag {position.bag_count}, unseen {len(position.unseen)}:"
    return [
        f"{own}  {rack(position.rack)}"[:PANEL_WIDTH],
        other[:PANEL_WIDTH],
        "",
        *(move_line(table.game, index)[:PANEL_WIDTH] for index in _last_moves(table.game)),
        "",
        bag,
        *textwrap.wrap(unseen, PANEL_WIDTH),
    ]


def _last_moves(game: Game) -> list[int]:
    moves = [index for index, event in enumerate(game.events) if event.kind is EventKind.MOVE]
    return moves[-_LAST_MOVES:]


def move_line(game: Game, index: int) -> str:
    """Return a line with a move of the game and its score."""
    event: Event = game.events[index]
    alphabet, nick = game.distribution.alphabet, game.nicks[event.player]
    if event.move is None or event.move.kind is MoveKind.PASS:
        return f"{nick} passed"
    if event.move.kind is MoveKind.EXCHANGE:
        return f"{nick} exchanged {event.move.count}"
    return f"{nick} {event.move.text(alphabet, game.states[index].board)} {event.points:+d}"
