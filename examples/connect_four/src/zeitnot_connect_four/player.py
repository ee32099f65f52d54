"""Player: the search under a time manager, by the clock on the wall or in work time."""

import math

from zeitnot.clocks import ClockReading, TimeSource, WallTime
from zeitnot.turns import BoardFeatures, Reason, Thinking, TimeManager, TurnRecord
from zeitnot_connect_four.board import SQUARES, Board
from zeitnot_connect_four.search import HASH_MB, Found, Search

LOOK_NODES = 256
"""Nodes between two looks at the clock on the wall: about five milliseconds of Python."""


def features_of(board: Board) -> BoardFeatures:
    """Return what a policy may know before the search."""
    empty = SQUARES - board.plies
    return BoardFeatures(
        move_number=board.plies // 2 + 1,
        legal_moves=len(board.legal_columns()),
        # Half of what is empty at most; games between equals that end earlier do so late.
        turns_to_come=(empty + 1) / 2,
    )


class Player:
    """Thinks about one position at a time; its table and its manager stay for a whole game."""

    def __init__(
        self,
        manager: TimeManager,
        *,
        work_per_s: float | None = None,
        hash_mb: int = HASH_MB,
        source: TimeSource | None = None,
    ) -> None:
        """Take a manager; with work per second, time is counted in nodes and games repeat to the bit."""
        self.manager = manager
        self._work_per_s = work_per_s
        self._source = source or WallTime()
        self._search = Search(hash_mb=hash_mb)
        self._began_s = 0.0

    def new_game(self, *, initial_s: float | None = None) -> None:
        """Forget the last game."""
        self._search.forget()
        self.manager.new_game(initial_s=initial_s)

    def think(
        self, board: Board, *, clock: ClockReading | None = None, opponent: ClockReading | None = None
    ) -> TurnRecord:
        """Choose a move in a position that is not over; the record has the move, the time and the reason."""
        self._began_s, self._search.nodes = self._source.now_s(), 0
        thinking = self.manager.begin(
            clock=clock,
            opponent=opponent,
            ply=board.plies,
            features=features_of(board),
            wall_time=self._work_per_s is None,
        )
        reason = self._searched(board, thinking)
        used_s = self._elapsed_s()
        if self._work_per_s is not None:
            # The first depth, which is always finished, is the only one that can be over; it is not charged.
            used_s = min(used_s, max(0.0, thinking.hard_deadline_s))
        return thinking.finish(used_s=used_s, reason=reason, nodes=self._search.nodes)

    def _searched(self, board: Board, thinking: Thinking) -> Reason:
        """Report every finished depth to the turn, and return what ended the search."""
        for found in self._search.deepen(board, lambda nodes: self._nodes_to_go(thinking, nodes)):
            verdict = thinking.observe(found.iteration(self._elapsed_s()))
            reason = verdict.reason or _own_reason(board, thinking, found)
            if reason is not None:
                return reason
        return Reason.LIMIT

    def _elapsed_s(self) -> float:
        if self._work_per_s is not None:
            return self._search.nodes / self._work_per_s
        return self._source.now_s() - self._began_s

    def _nodes_to_go(self, thinking: Thinking, nodes: int) -> int:
        """Return the nodes until the next look at the clock; 0 at the hard limit."""
        most_s = thinking.hard_deadline_s
        if self._work_per_s is not None and most_s < math.inf:
            return math.ceil(most_s * self._work_per_s) - nodes
        step = min(LOOK_NODES, thinking.budget.settings.node_interval)
        return step if self._elapsed_s() < most_s else 0


def _own_reason(board: Board, thinking: Thinking, found: Found) -> Reason | None:
    """Return why the search itself has no more to do after a depth; None if it has."""
    budget = thinking.budget
    if found.solved:
        return Reason.SOLVED if found.win_in is None else Reason.MATE
    if len(board.legal_columns()) == 1:
        return Reason.ONE_MOVE
    if budget.quick_exit is not None:
        return budget.quick_exit
    most = budget.settings.maximum_depth
    return Reason.DEPTH if most is not None and found.depth >= most else None
