"""Endgames to record: what the solver would have played after every depth, and what that loses."""

from zeitnot.learning.loss_data.traces import JudgedPly
from zeitnot.scrabble.endgame import EndgameSearch, EndgameState
from zeitnot.scrabble.endgame_values import EndgameValues
from zeitnot.scrabble.generation import Generator
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.turn_timer import TurnTimer, WorkRates


def solved_plies(
    position: Position, knowledge: Knowledge, generator: Generator, *, nodes: int, table_mb: int
) -> tuple[tuple[JudgedPly, ...], float]:
    """Solve a position, then what follows every move that was best for a while; the error is 0 if proven.

    All moves are valued in the same way, the last one too: cut short, a search of the whole position and one
    of what follows a move can differ. That difference is the error.
    """
    states, final = _deepened(position, knowledge, nodes=nodes, table_mb=table_mb)
    values = EndgameValues(knowledge, table_mb=table_mb, threads=1)
    rated = {each.move: each for each in generator.moves(position)}
    gained_pts = {}
    for move in {state.line[0]: None for state in [*states, final]}:
        timer = TurnTimer(rates := WorkRates())
        after = values.after(position, rated[move], timer, until_s=nodes / rates.nodes_per_s)
        gained_pts[move] = after.value_pts
    best_pts = max(gained_pts.values())
    plies = tuple(
        JudgedPly(
            depth=state.depth,
            nodes=state.nodes,
            value_pts=float(state.value_pts),
            loss_pts=float(best_pts - gained_pts[state.line[0]]),
        )
        for state in states
    )
    return plies, float(abs(final.value_pts - gained_pts[final.line[0]]))


def _deepened(
    position: Position, knowledge: Knowledge, *, nodes: int, table_mb: int
) -> tuple[list[EndgameState], EndgameState]:
    """Search with a table of its own, so that nothing solved before makes it quicker."""
    states: list[EndgameState] = []

    def kept(state: EndgameState) -> bool:
        states.append(state)
        return False

    rates = WorkRates()
    with TurnTimer(rates).solving(until_s=nodes / rates.nodes_per_s) as control:
        final = EndgameSearch(knowledge, table_mb=table_mb).run(position, control, kept)
    return states, final
