"""Solver: the best move of a position with an empty or nearly empty bag, proven where time suffices."""

from dataclasses import dataclass

from zeitnot._native import KeptTiles
from zeitnot.errors import DataError
from zeitnot.scrabble.endgame import EndgameSearch, EndgameState
from zeitnot.scrabble.generation import Generator
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.pre_endgame import MOST_BAG, PreEndgameSearch, PreEndgameState
from zeitnot.scrabble.turn import OnState, TurnTimer

_DECIDING_SHARE = 0.5
"""Share of the time for the question who wins, when the bag is empty; the rest is for the exact value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SolverSettings:
    """Limits and choices of a solver."""

    candidates: int = 40
    """Number of best static moves that are solved before the endgame."""
    kept: KeptTiles | None = None
    """Tiles that the opponent may have kept, with weights; None: every unseen tile is equally likely."""
    all_spreads: bool = False
    """Whether every candidate is solved on every deal with its exact spread, even if it cannot be best."""
    most_nodes: int | None = None
    """Most nodes to visit; None for no limit."""
    threads: int = 1
    seed: int = 1
    """Seed of the order in which deals come."""
    table_mb: int = 64
    """Size of the table of positions."""
    check_s: float = 0.1
    """Time between two reports."""


def solve(
    position: Position,
    knowledge: Knowledge,
    timer: TurnTimer,
    on_state: OnState,
    *,
    time_s: float,
    settings: SolverSettings | None = None,
) -> PreEndgameState | EndgameState:
    """Return the state of the search when the position is solved or the time or the timer ends it."""
    settings = settings or SolverSettings()
    knowledge.check(position)
    if position.bag_count > MOST_BAG:
        rule = f"a position must have at most {MOST_BAG} tiles in the bag to be solved"
        raise DataError(f"{rule}, got {position.bag_count}")
    if position.bag_count == 0:
        return _endgame(position, knowledge, timer, on_state, time_s=time_s, settings=settings)
    generator = Generator.make(knowledge.lexicon, knowledge.evaluation, knowledge.layout)
    moves = generator.moves(position, settings.candidates)
    search = PreEndgameSearch(knowledge, table_mb=settings.table_mb)

    def look(state: PreEndgameState) -> bool:
        on_state(state)
        return False

    with timer.solving(until_s=time_s) as control:
        return search.run(
            position,
            moves,
            control,
            look,
            kept=settings.kept,
            seed=settings.seed,
            threads=settings.threads,
            most_nodes=settings.most_nodes,
            check_s=settings.check_s,
            eliminates=not settings.all_spreads,
            spreads=settings.all_spreads,
        )


def _endgame(
    position: Position,
    knowledge: Knowledge,
    timer: TurnTimer,
    on_state: OnState,
    *,
    time_s: float,
    settings: SolverSettings,
) -> EndgameState:
    """Ask first who wins, then for the exact value, with what the first search found."""
    if not position.unseen:
        raise DataError("a position must have tiles on both racks to be solved, got none unseen")
    search = EndgameSearch(knowledge, table_mb=settings.table_mb)

    def look(state: EndgameState) -> bool:
        on_state(state)
        return False

    threads, most_nodes = settings.threads, settings.most_nodes
    with timer.solving(until_s=_DECIDING_SHARE * time_s) as control:
        decided = search.run(position, control, look, threads=threads, most_nodes=most_nodes, decides=True)
    with timer.solving(until_s=time_s) as control:
        state = search.run(position, control, look, threads=threads, most_nodes=most_nodes, keeps_table=True)
    # A proven win is worth more than a higher value that is not proven.
    return state if state.is_complete or decided.win_chance is None else decided
