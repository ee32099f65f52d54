"""A position, and the game that it is from, as JSON."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zeitnot.cli.scrabble_position import Asked
    from zeitnot.scrabble import Game, GameRecord, Position


def asked_form(asked: "Asked") -> dict[str, Any]:
    """Return plain values; of a game also its players, the turn asked about and all events."""
    form = _position_form(asked.position)
    if asked.record is None:
        return form
    from zeitnot.scrabble import EventKind

    game, played = asked.record.game, None
    if asked.turn is not None:
        moves = [index for index, event in enumerate(game.events) if event.kind is EventKind.MOVE]
        played = _event_form(game, moves[asked.turn - 1])
    return {
        **form,
        "turn": asked.turn,
        "turns": asked.turns,
        "on_turn": game.nicks[asked.on_turn],
        "played": played,
        "game": _game_form(asked.record),
    }


def _position_form(position: "Position") -> dict[str, Any]:
    alphabet = position.distribution.alphabet
    return {
        "cgp": position.to_cgp(),
        "rack": alphabet.rack_text(position.rack),
        "other_rack": alphabet.rack_text(position.other_rack),
        "scores_pts": list(position.scores),
        "scoreless_turns": position.scoreless_turns,
        "bag_tiles": position.bag_count,
        "unseen": alphabet.rack_text(position.unseen),
        "lexicon": position.lexicon,
    }


def _game_form(record: "GameRecord") -> dict[str, Any]:
    game = record.game
    players = zip(game.nicks, record.names, game.state.scores, strict=True)
    return {
        "players": [{"nick": nick, "name": name, "score_pts": score} for nick, name, score in players],
        "over": game.is_over,
        "pragmas": [list(pragma) for pragma in record.pragmas],
        "events": [_event_form(game, index) for index in range(len(game.events))],
    }


def _event_form(game: "Game", index: int) -> dict[str, Any]:
    event, alphabet = game.events[index], game.distribution.alphabet
    board = game.states[index].board
    return {
        "player": game.nicks[event.player],
        "kind": event.kind.value,
        "move": None if event.move is None else event.move.text(alphabet, board),
        "points": event.points,
        "total": game.states[index + 1].scores[event.player],
        "rack": alphabet.rack_text(event.rack),
        "used_s": event.used_s,
        "note": event.note,
    }
