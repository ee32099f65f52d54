"""Board view: board, rack and score sheet of a game as plain values, for a page to show."""

from collections.abc import Mapping
from typing import Any

from zeitnot.games import MoveView
from zeitnot.scrabble.board import Board, Layout
from zeitnot.scrabble.board_text import unseen_text
from zeitnot.scrabble.events import EventKind
from zeitnot.scrabble.game import Game
from zeitnot.scrabble.knowledge import language_of
from zeitnot.scrabble.letters import LetterDistribution, is_blank, letter_of, plain_spelling
from zeitnot.scrabble.moves import THROUGH, MoveKind, coordinates
from zeitnot.scrabble.play.choices import title_of
from zeitnot.scrabble.table import Table

_PREMIUMS = {(2, 1): "2L", (3, 1): "3L", (4, 1): "4L", (1, 2): "2W", (1, 3): "3W", (1, 4): "4W"}
"""Names of the premium squares by the factors of letter and word."""
_BOARDS = {"super": "Super Scrabble"}
"""Names for people of boards that are not the standard one."""


def board_view(table: Table, human: int) -> Mapping[str, Any]:
    """Return what the human sees of board, rack and bag."""
    game, position = table.game, table.position(human)
    distribution, layout = game.distribution, game.layout
    alphabet = distribution.alphabet
    names = zip(alphabet.capitals, alphabet.smalls, strict=True)
    return {
        "size": layout.size,
        "tiles": _tiles(game.state.board, distribution),
        "premiums": _premiums(layout),
        "start": coordinates(layout.start_row, layout.start_column),
        "rack": [[alphabet.rack_text([tile]), distribution.score(tile)] for tile in position.rack],
        "letters": [[capital, small, plain_spelling(capital.strip("[]"))] for capital, small in names],
        "bag": game.state.bag_count,
        "unseen": unseen_text(position),
        "last": _last_squares(game),
        "rules": rules_words(game),
        "lexicon": table.lexicon.name,
    }


def rules_words(game: Game) -> str:
    """Return the language and the board of a game; empty for English on the standard board."""
    language = language_of(game.distribution)
    names = "" if language is None else title_of(language), _BOARDS.get(game.layout.name, "")
    return ", ".join(filter(None, names))


def move_views(game: Game) -> list[MoveView]:
    """Return the lines of the score sheet."""
    return [_move_view(game, index) for index in range(len(game.events))]


def _move_view(game: Game, index: int) -> MoveView:
    event, alphabet = game.events[index], game.distribution.alphabet
    if event.kind is EventKind.WITHDRAWAL:
        text = "challenged off"
    elif event.is_lost_turn:
        text = "loses a turn by a challenge"
    elif event.move is None:
        text = f"{event.kind.value} {alphabet.rack_text(event.rack)}".strip()
    elif event.move.kind is MoveKind.PASS:
        text = "passes"
    elif event.move.kind is MoveKind.EXCHANGE:
        text = f"exchanges {event.move.count}"
    else:
        text = event.move.text(alphabet, game.states[index].board)
    total = game.states[index + 1].scores[event.player]
    return MoveView(seat=event.player, text=text, used_s=event.used_s, points=event.points, total=total)


def _tiles(board: Board, distribution: LetterDistribution) -> dict[str, list[Any]]:
    """Return letter, value and whether it is a blank, by square."""
    capitals = distribution.alphabet.capitals
    return {
        coordinates(row, column): [
            capitals[letter_of(tile) - 1],
            0 if is_blank(tile) else distribution.score(tile),
            is_blank(tile),
        ]
        for row, line in enumerate(board.rows)
        for column, tile in enumerate(line)
        if tile
    }


def _premiums(layout: Layout) -> dict[str, str]:
    return {
        coordinates(row, column): _PREMIUMS[premium.letter, premium.word]
        for row, line in enumerate(layout.premiums)
        for column, premium in enumerate(line)
        if (premium.letter, premium.word) in _PREMIUMS
    }


def _last_squares(game: Game) -> list[str]:
    moves = [event.move for event in game.events if event.kind is EventKind.MOVE]
    is_withdrawn = bool(game.events) and game.events[-1].kind is EventKind.WITHDRAWAL
    if is_withdrawn or not moves or moves[-1] is None or moves[-1].kind is not MoveKind.PLACE:
        return []
    placed = zip(moves[-1].squares(), moves[-1].tiles, strict=True)
    return [coordinates(row, column) for (row, column), tile in placed if tile != THROUGH]
