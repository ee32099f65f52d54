"""A player's choice as JSON: the move, why it stopped, and all that was found."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zeitnot.scrabble import Position
    from zeitnot.scrabble.endgame import EndgameState
    from zeitnot.scrabble.simulation import SimulationState
    from zeitnot.scrabble.turn_work import Choice


def choice_form(choice: "Choice", position: "Position") -> dict[str, Any]:
    """Give plain values; figures that are missing are null."""
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
    """Give the arms, best first."""
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
    """Give value and line."""
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
