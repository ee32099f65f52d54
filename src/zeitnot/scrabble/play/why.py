"""Why: explains the engine's last move, from its clock to what ended its search."""

from zeitnot.scrabble.moves import Move, MoveKind
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.simulation import SimulationState
from zeitnot.scrabble.turn_work import Choice
from zeitnot.turns import end_line, plan_lines

_MOVE_WIDTH = 24
_MOST_MOVES = 5
_PERCENT = 100


def why_lines(choice: Choice, position: Position) -> list[str]:
    """Return the explanation of a move: its budget, what ended the search, and the moves considered."""
    record = choice.record
    loss = record.expected_loss_pts
    stakes = "" if loss is None else f"; {loss:.2f} points expected to be lost by it"
    lines = [*plan_lines(record, move=record.move), f"{end_line(record)}{stakes}"]
    return lines + _considered(choice, position)


def _considered(choice: Choice, position: Position) -> list[str]:
    """Return lines with the moves as the last search valued them."""
    if choice.endgame is not None:
        state = choice.endgame
        proven = "proven" if state.is_complete else f"depth {state.depth}"
        return [
            f"  searched the endgame, {state.nodes:,} nodes: {state.value_pts:+d} points to the end, {proven}"
        ]
    lines = []
    for what, simulation in (("simulated", choice.simulation), ("with endgames solved", choice.solved)):
        if simulation is not None and simulation.samples:
            lines.append(f"  {what}, {simulation.samples:,} samples of {len(simulation.moves)} moves:")
            lines += _arms_lines(simulation, position)
    if lines:
        return lines
    lines = ["  at sight:"]
    for rated in choice.moves[:_MOST_MOVES]:
        text = _move_text(rated.move, position)
        lines.append(f"    {text:<{_MOVE_WIDTH}} {rated.score_pts:>4}  equity {rated.equity_pts:6.1f}")
    return lines


def _arms_lines(state: SimulationState, position: Position) -> list[str]:
    lines = []
    for arm in state.moves[:_MOST_MOVES]:
        text = f"    {_move_text(arm.rated.move, position):<{_MOVE_WIDTH}} {arm.rated.score_pts:>4}"
        found = (
            f"  equity {arm.equity_pts:6.1f}  wins {_PERCENT * arm.win_chance:4.1f} %" if arm.samples else ""
        )
        lines.append(f"{text}{found}")
    return lines


def _move_text(move: Move, position: Position) -> str:
    placed = move.kind is MoveKind.PLACE
    return move.text(position.distribution.alphabet, position.board if placed else None)
