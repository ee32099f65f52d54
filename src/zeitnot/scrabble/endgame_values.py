"""Endgame values: what each move gains to the end of the game, when the bag is empty."""

from dataclasses import dataclass

from zeitnot.scrabble.endgame import EndgameSearch, EndgameState
from zeitnot.scrabble.generation import RatedMove
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.moves import Move, MoveKind
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.rules import MOST_SCORELESS, going_out_pts
from zeitnot.scrabble.turn import TurnTimer


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterMove:
    """Value of a move to the end of the game."""

    value_pts: int
    """Points that the player on turn gains, the move included."""
    is_proven: bool = True
    """Whether the value is exact."""
    line: tuple[Move, ...] = ()
    """Best play of both sides after the move."""


class EndgameValues:
    """Values moves by solving the endgames that follow them."""

    def __init__(self, knowledge: Knowledge, *, table_mb: int, threads: int) -> None:
        self._search = EndgameSearch(knowledge, table_mb=table_mb)
        self._threads = threads

    def after(self, position: Position, rated: RatedMove, timer: TurnTimer, *, until_s: float) -> AfterMove:
        """Return the value of a move to the end of the game."""
        distribution = position.distribution
        if not rated.leave:
            return AfterMove(value_pts=rated.score_pts + going_out_pts(position.unseen, distribution))
        scoreless_turns = 0 if rated.score_pts else position.scoreless_turns + 1
        if scoreless_turns >= MOST_SCORELESS:
            held_pts = distribution.rack_value(rated.leave)
            return AfterMove(value_pts=distribution.rack_value(position.unseen) - held_pts)
        after = Position(
            board=position.board.with_tiles(position.judge(rated.move).squares)
            if rated.move.kind is MoveKind.PLACE
            else position.board,
            rack=position.unseen,
            other_rack=rated.leave,
            scores=(position.scores[1], position.scores[0] + rated.score_pts),
            scoreless_turns=scoreless_turns,
            distribution=distribution,
            layout=position.layout,
        )
        state = self._solved(after, timer, until_s=until_s)
        return AfterMove(
            value_pts=rated.score_pts - state.value_pts, is_proven=state.is_complete, line=state.line
        )

    def _solved(self, position: Position, timer: TurnTimer, *, until_s: float) -> EndgameState:
        with timer.solving(until_s=until_s) as control:
            return self._search.run(position, control, lambda state: False, threads=self._threads)
