"""Positions, choices of the player and analyses as JSON."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zeitnot.cli.scrabble.position import Asked
    from zeitnot.scrabble import Game, GameRecord, Position
    from zeitnot.scrabble.analysis import PlayerSummary, TurnAnalysis
    from zeitnot.scrabble.endgame import EndgameState
    from zeitnot.scrabble.moves import ValuedMove
    from zeitnot.scrabble.simulation import SimulationState
    from zeitnot.scrabble.turn_work import Choice


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


def choice_form(choice: "Choice", position: "Position") -> dict[str, Any]:
    """Return plain values; missing figures are null."""
    from zeitnot.turns import to_json_form

    record = choice.record
    return {
        "move": record.move,
        "score_pts": choice.chosen.score_pts,
        "reason": record.reason.value,
        "note": record.note,
        "expected_loss_pts": record.expected_loss_pts,
        "used_s": record.used_s,
        "simulation": arms_form(choice.simulation, position),
        "solved": arms_form(choice.solved, position),
        "endgame": endgame_form(choice.endgame, position),
        "record": to_json_form(record),
    }


def arms_form(state: "SimulationState | None", position: "Position") -> dict[str, Any] | None:
    """Return the arms, best first."""
    if state is None:
        return None
    alphabet = position.distribution.alphabet
    return {
        "time_s": state.elapsed_s,
        "samples": state.samples,
        "nodes": state.nodes,
        "moves": [
            {
                "move": move.rated.move.text(alphabet, position.board),
                "score_pts": move.rated.score_pts,
                "static_equity_pts": move.rated.equity_pts,
                "samples": move.samples,
                "win_chance": move.win_chance,
                "equity_pts": move.equity_pts,
                "equity_error_pts": move.equity_error_pts if move.samples else None,
                "worth_pts": move.arm.mean_pts,
                "worth_error_pts": move.arm.standard_error_pts if move.samples else None,
            }
            for move in state.moves
        ],
    }


def endgame_form(state: "EndgameState | None", position: "Position") -> dict[str, Any] | None:
    """Return value and line."""
    if state is None:
        return None
    alphabet = position.distribution.alphabet
    return {
        "time_s": state.elapsed_s,
        "depth": state.depth,
        "value_pts": state.value_pts,
        "nodes": state.nodes,
        "proven": state.is_complete,
        "line": [move.text(alphabet) for move in state.line],
    }


def analysis_form(found: "Sequence[TurnAnalysis]", record: "GameRecord") -> dict[str, Any]:
    """Return turns and summaries."""
    from zeitnot.scrabble.analysis import summary_of

    nicks = record.game.nicks
    return {
        "turns": [_turn_form(turn, nicks) for turn in found],
        "players": [_summary_form(summary_of(found, player), nicks) for player in (0, 1)],
    }


def _turn_form(turn: "TurnAnalysis", nicks: tuple[str, str]) -> dict[str, Any]:
    from zeitnot.turns import to_json_form

    position = turn.position
    alphabet = position.distribution.alphabet
    move = turn.event.move
    return {
        "turn": turn.number,
        "player": nicks[turn.player],
        "cgp": position.to_cgp(),
        "move": None if move is None else move.text(alphabet, position.board),
        "played": None if turn.played is None else _move_form(turn.played, position),
        "best": [_move_form(valued, position) for valued in turn.best],
        "is_best": turn.is_best,
        "lost_pts": turn.lost_pts,
        "lost_chance": turn.lost_chance,
        "line": [each.text(alphabet) for each in turn.line],
        "proven": turn.is_proven,
        "note": turn.note,
        "target_s": None if turn.budget is None else turn.budget.target_s,
        "budget": to_json_form(turn.budget),
    }


def _move_form(valued: "ValuedMove", position: "Position") -> dict[str, Any]:
    return {
        "move": valued.move.text(position.distribution.alphabet, position.board),
        "score_pts": valued.score_pts,
        "equity_pts": valued.equity_pts,
        "equity_error_pts": valued.equity_error_pts,
        "win_chance": valued.win_chance,
        "samples": valued.samples,
    }


def _summary_form(summary: "PlayerSummary", nicks: tuple[str, str]) -> dict[str, Any]:
    return {
        "player": nicks[summary.player],
        "turns": summary.turns,
        "valued": summary.valued,
        "best_moves": summary.best_moves,
        "lost_pts": summary.lost_pts,
        "mean_lost_pts": summary.mean_lost_pts,
        "lost_chance": summary.lost_chance,
        "mistakes": [turn.number for turn in summary.mistakes],
    }
