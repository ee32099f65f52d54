"""Endgame values: what each move gains to the end of the game, when the bag is empty."""

from dataclasses import dataclass

from zeitnot.scrabble.endgame import EndgameSearch, EndgameState
from zeitnot.scrabble.generation import RatedMove
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.moves import Move, MoveKind, ValuedMove
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.rules import MOST_SCORELESS, going_out_pts
from zeitnot.scrabble.turn import TurnTimer

_SHARE = 0.5
"""Share of the time for the best line; the rest is for the move played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndgameFound:
    """Values of a position and of the move played in it."""

    best: tuple[ValuedMove, ...]
    played: ValuedMove | None
    line: tuple[Move, ...]
    """Best play of both sides."""
    is_proven: bool
    """Whether both values are exact."""


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

    def valued(
        self,
        position: Position,
        moves: tuple[RatedMove, ...],
        played: RatedMove | None,
        timer: TurnTimer,
        *,
        time_s: float,
    ) -> EndgameFound:
        """Solve the position, given all its moves, then the one after the move played if not the best."""
        root = self._solved(position, timer, until_s=_SHARE * time_s)
        best = next(rated for rated in moves if rated.move == root.line[0])
        value_pts, is_proven, line = root.value_pts, root.is_complete, root.line
        played_pts = value_pts
        if played is not None and played.move != best.move:
            after = self.after(position, played, timer, until_s=time_s)
            is_proven, played_pts = is_proven and after.is_proven, after.value_pts
            # A move as good as the best is a best move; a better one was missed by an interrupted search.
            if played_pts >= value_pts:
                best, value_pts, line = played, played_pts, (played.move, *after.line)
        return EndgameFound(
            best=(_valued(position, best, value_pts),),
            played=None if played is None else _valued(position, played, played_pts),
            line=line,
            is_proven=is_proven,
        )

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


def _valued(position: Position, rated: RatedMove, value_pts: int) -> ValuedMove:
    """Return a move valued by the points it gains to the end, which decide the game."""
    spread_pts = position.spread_pts + value_pts
    return ValuedMove(
        move=rated.move,
        score_pts=rated.score_pts,
        equity_pts=float(value_pts),
        win_chance=0.5 if spread_pts == 0 else float(spread_pts > 0),
    )
