"""Why: the engine's last move explained, from the clock it had to what ended its search."""

from zeitnot.clocks import clock_text, seconds_text
from zeitnot.scrabble.moves import Move, MoveKind
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.simulation import SimulationState
from zeitnot.scrabble.turn_work import Choice
from zeitnot.turns import Budget, Reason, TurnRecord

_NAME_WIDTH = 26
"""Columns of a step's name: what eighty leave beside its figures."""
_WIDTH = 80
_MOVE_WIDTH = 24
_MOST_MOVES = 5
_PERCENT = 100


def why_lines(choice: Choice, position: Position) -> list[str]:
    """Explain a move: its budget step by step, what ended the search, and what was considered."""
    record = choice.record
    before_s = record.clock_before_s
    clock = "no clock" if before_s is None else f"{clock_text(before_s)} on the clock"
    lines = [f"{record.move}: planned by {record.policy}, {clock}"]
    lines += _steps_lines(record.budget)
    if record.fault:
        lines.append(f"  the policy failed, uniform stood in: {record.fault}")
    lines.append(_end_line(record))
    return lines + _considered(choice, position)


def _steps_lines(budget: Budget) -> list[str]:
    lines = []
    for step in budget.target.steps:
        figure = "" if step.operation == "start" else step.figure_text
        row = _row(step.name, figure, seconds_text(step.result_s))
        note = f"  ({step.note})" if step.note else ""
        fits = len(row) + len(note) <= _WIDTH
        lines += [row + note] if fits else [row, f"    {note}"]
    lines.append(_row("granted", "", seconds_text(budget.target_s)))
    if budget.limit_s != budget.target_s:
        lines.append(_row("at most", "", seconds_text(budget.limit_s)))
    return lines


def _row(name: str, figure: str, result: str) -> str:
    return f"  {name:<{_NAME_WIDTH}} {figure:>9} {result:>9}".rstrip()


def _end_line(record: TurnRecord) -> str:
    words = "you pressed Enter" if record.reason is Reason.CALLER else record.reason.value
    note = f" ({record.note})" if record.note else ""
    loss = record.expected_loss_pts
    stakes = "" if loss is None else f"; {loss:.2f} points expected to be lost by it"
    return f"  ended after {seconds_text(record.used_s)}: {words}{note}{stakes}"


def _considered(choice: Choice, position: Position) -> list[str]:
    """List what the moves looked like to the last search that valued them."""
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
