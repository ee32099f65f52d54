"""Turn words: messages about clocks, turns and the end of a game."""

import math

from zeitnot.clocks import clock_face, time_text
from zeitnot.scrabble.endgame import EndgameState
from zeitnot.scrabble.events import EventKind
from zeitnot.scrabble.moves import MoveKind
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.pre_endgame import PreEndgameState
from zeitnot.scrabble.simulation import SimulationState
from zeitnot.scrabble.table import Table
from zeitnot.scrabble.turn import Choice, SearchState
from zeitnot.turns import end_line, plan_lines, pluralised

_PERCENT = 100
_MOVE_WIDTH = 24
_MOST_MOVES = 5


def both_clocks(table: Table, human: int) -> str:
    """Return both clocks as text, the human's first; empty without clocks."""
    if not table.control.has_clock:
        return ""
    faces = [
        f"{table.game.nicks[seat]} {clock_face(table.clock.remaining_s(seat))}" for seat in (human, 1 - human)
    ]
    return "  ".join(faces)


def move_words(choice: Choice, position: Position) -> str:
    """Return the chosen move in words."""
    move = choice.chosen.move
    if move.kind is MoveKind.PASS:
        return "passes"
    if move.kind is MoveKind.EXCHANGE:
        return f"exchanges {pluralised(move.count, 'tile')}"
    return f"plays {position.move_text(move)} for {choice.chosen.score_pts}"


def engine_line(nick: str, choice: Choice, position: Position, left_s: float) -> str:
    """Return the line for an engine move: the move, its time and what ended the search."""
    record = choice.record
    work = ""
    if record.samples:
        work = f", {record.samples:,} samples"
    if record.nodes:
        work += f", {record.nodes:,} nodes"
    left = f", {clock_face(left_s)} left" if math.isfinite(left_s) else ""
    stopped = f"stopped: {record.reason.value}"
    return f"{nick} {move_words(choice, position)}: {time_text(record.used_s)}{work}{left} ({stopped})"


def search_words(state: SearchState | None, position: Position) -> str:
    """Describe the progress of a running search."""
    if state is None:
        return "thinks"
    if isinstance(state, EndgameState):
        return f"solves the endgame: depth {state.depth}, {state.nodes:,} nodes"
    if isinstance(state, PreEndgameState):
        return f"solves deals: {state.deals:,} of {len(state.moves)} moves"
    return f"simulates: {state.samples:,} samples of {len(state.moves)} moves"


def advice_line(choice: Choice, position: Position) -> str:
    """Return the line with a hint for the human."""
    move = choice.chosen.move
    text = "pass" if move.kind is MoveKind.PASS else position.move_text(move)
    if move.kind is MoveKind.EXCHANGE:
        text = f"exchange {position.distribution.alphabet.rack_text(move.tiles)}"
    found = ""
    if choice.endgame is not None:
        found = f", {choice.endgame.value_pts:+d} points to the end"
    elif choice.simulation is not None and choice.simulation.has_each(1):
        best = next(arm for arm in choice.simulation.moves if arm.rated.move == move)
        found = f", equity {best.equity_pts:.1f}, wins {_PERCENT * best.win_chance:.0f} %"
    return f"Hint: {text} for {choice.chosen.score_pts}{found}"


def end_lines(table: Table) -> list[str]:
    """Return the lines about tiles left and overtime."""
    rack = table.game.distribution.alphabet.rack_text
    lines = []
    for event in table.game.events:
        nick = table.game.nicks[event.player]
        if event.kind is EventKind.END_RACK:
            lines.append(f"{nick} {event.points:+d} for {rack(event.rack)}")
        elif event.kind is EventKind.TIME_PENALTY:
            over_s = table.clock.clocks[event.player].overtime_s
            lines.append(f"{nick} {event.points:+d} for {time_text(over_s)} over time")
    return lines


def result_line(table: Table) -> str:
    """Return the line with the result."""
    nicks, scores = table.game.nicks, table.game.state.scores
    score = f"{nicks[0]} {scores[0]}, {nicks[1]} {scores[1]}"
    for seat, what in ((table.resigned, "resigned"), (table.forfeited, "forfeited on time")):
        if seat is not None:
            return f"{nicks[seat]} {what}: {nicks[1 - seat]} won ({score})"
    if not table.is_over:
        return f"Game put aside ({score})"
    if scores[0] == scores[1]:
        return f"A draw: {score}"
    winner = 0 if scores[0] > scores[1] else 1
    return f"{nicks[winner]} won by {abs(scores[0] - scores[1])}: {score}"


def why_lines(choice: Choice, position: Position) -> list[str]:
    """Return the explanation of a move: its budget, what ended the search, and the moves considered."""
    record = choice.record
    loss = record.expected_loss_pts
    stakes = "" if loss is None else f"; {loss:.2f} points expected to be lost by it"
    lines = [*plan_lines(record, move=record.move), f"{end_line(record)}{stakes}"]
    return lines + considered_lines(choice, position)


def considered_lines(choice: Choice, position: Position) -> list[str]:
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
        text = position.move_text(rated.move)
        lines.append(f"    {text:<{_MOVE_WIDTH}} {rated.score_pts:>4}  equity {rated.equity_pts:6.1f}")
    return lines


def _arms_lines(state: SimulationState, position: Position) -> list[str]:
    lines = []
    for arm in state.moves[:_MOST_MOVES]:
        text = f"    {position.move_text(arm.rated.move):<{_MOVE_WIDTH}} {arm.rated.score_pts:>4}"
        found = (
            f"  equity {arm.equity_pts:6.1f}  wins {_PERCENT * arm.win_chance:4.1f} %" if arm.samples else ""
        )
        lines.append(f"{text}{found}")
    return lines
