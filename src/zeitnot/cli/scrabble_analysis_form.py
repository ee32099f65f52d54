"""An analysis as JSON."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zeitnot.scrabble import GameRecord, Position
    from zeitnot.scrabble.analysis import PlayerSummary, TurnAnalysis, ValuedMove


def analysis_form(found: "Sequence[TurnAnalysis]", record: "GameRecord") -> dict[str, Any]:
    """Give turns and summaries."""
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
