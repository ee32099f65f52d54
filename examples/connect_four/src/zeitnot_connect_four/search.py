"""Search: negamax with alpha-beta and iterative deepening, in plain Python."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from zeitnot.turns import Iteration
from zeitnot_connect_four.board import BOTTOM, CENTRE_FIRST, COLUMNS, FULL, SQUARES, Board, completing

WIN_CP = 100_000
"""Score of a win on the board; every half move before it costs one."""
LEAST_WIN_CP = WIN_CP - SQUARES
"""Scores from here on are wins that were seen to their end."""
THREAT_CP = 30
"""Worth of an empty square that would complete four."""
CENTRE_CP = 6
"""Worth of a disc in the middle column."""
ENTRY_BYTES = 250
"""Memory of one position in the transposition table, with its share of the dictionary."""
HASH_MB = 16
"""Memory of the table where nobody says otherwise."""

_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2
_COLUMNS = tuple(COLUMNS[column] for column in CENTRE_FIRST)
_MIDDLE = COLUMNS[3]
_NO_LOOK = 1 << 62

Look = Callable[[int], int]
"""Called with the nodes visited; returns the nodes until the next look at the clock, 0 to stop now."""


class OutOfTimeError(Exception):
    """The search was stopped in the middle of a depth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Result of a finished depth."""

    depth: int
    """The depth just finished."""
    score_cp: int
    """Score for the side to move."""
    column: int
    """Best column, counted from 0."""
    nodes: int
    """Nodes visited since the search began."""
    share: float
    """Share of this depth's nodes spent on the best move."""
    changes: int
    """Changes of the best move within this depth."""
    solved: bool
    """Whether nothing is left to find: a win was seen to its end, or the search reached the full board."""

    @property
    def win_in(self) -> int | None:
        """Own moves until the win, negative until the loss; None if neither was seen."""
        plies = WIN_CP - abs(self.score_cp)
        if plies > SQUARES:
            return None
        return (plies + 1) // 2 if self.score_cp > 0 else -(plies // 2)

    def iteration(self, elapsed_s: float) -> Iteration:
        """Return the depth as a policy sees it."""
        return Iteration(
            elapsed_s=elapsed_s,
            depth=self.depth,
            score_cp=float(self.score_cp),
            best_move=str(self.column + 1),
            mate_in=self.win_in,
            nodes=self.nodes,
            best_move_share=self.share,
            best_move_changes=float(self.changes),
            selective_depth=self.depth,
        )


class Search:
    """Searches one position at a time; what it has seen stays in its table until `forget`."""

    def __init__(self, *, hash_mb: int = HASH_MB) -> None:
        """Start with an empty table."""
        self.nodes = 0
        self._most_entries = hash_mb * 2**20 // ENTRY_BYTES
        self._table: dict[int, tuple[int, int, int, int]] = {}
        self._history: dict[int, int] = {}
        self._look: Look = _go_on
        self._next_look = _NO_LOOK

    def forget(self) -> None:
        """Empty the table: the next search depends on its position alone."""
        self._table.clear()
        self._history.clear()

    def deepen(self, board: Board, look: Look) -> Iterator[Found]:
        """Search a position that is not over, depth by depth, until it is solved or the look says stop.

        The first depth is always finished: it takes no longer than a look, and there must be a move.
        """
        self.nodes, self._look, self._next_look = 0, look, _NO_LOOK
        for depth in range(1, SQUARES - board.plies + 1):
            try:
                if depth > 1:
                    self._look_now()
                found = self._root(board, depth)
            except OutOfTimeError:
                return
            yield found
            if found.solved:
                return

    def _look_now(self) -> None:
        nodes = self._look(self.nodes)
        if nodes <= 0:
            raise OutOfTimeError
        self._next_look = self.nodes + nodes

    def _root(self, board: Board, depth: int) -> Found:
        own, taken = board.own, board.taken
        other, free, wins = own ^ taken, (taken + BOTTOM) & FULL, completing(own, taken)
        began, alpha, best, below_best, changes = self.nodes, -WIN_CP, 0, 0, 0
        for move in self._ordered(free, self._table.get(own + taken)):
            before = self.nodes
            if move & wins:
                score = WIN_CP - board.plies - 1
            else:
                score = -self._value(other, taken | move, depth - 1, -WIN_CP, -alpha)
            if score > alpha:
                changes += best != 0
                alpha, best, below_best = score, move, self.nodes - before
        self._keep(own + taken, (depth, _EXACT, alpha, best))
        won = abs(alpha) >= LEAST_WIN_CP
        return Found(
            depth=depth,
            # Within the search a win counts all discs on the board: so it is the same on every path to it.
            score_cp=alpha + (board.plies if alpha > 0 else -board.plies) if won else alpha,
            column=next(column for column in CENTRE_FIRST if COLUMNS[column] & best),
            nodes=self.nodes,
            share=below_best / max(1, self.nodes - began),
            changes=changes,
            solved=won or depth >= SQUARES - board.plies,
        )

    def _value(self, own: int, taken: int, depth: int, alpha: int, beta: int) -> int:  # noqa: C901 (one loop)
        """Return the score of a position for the side to move; wins count the discs on the board."""
        self.nodes += 1
        if self.nodes >= self._next_look:
            self._look_now()
        free, wins = (taken + BOTTOM) & FULL, completing(own, taken)
        if wins & free:
            return WIN_CP - taken.bit_count() - 1
        if not free:
            return 0
        other = own ^ taken
        threats = completing(other, taken)
        forced = threats & free
        # A square below one of the other side's wins is lost, and so is a second square to stop.
        choice = (forced or free) & ~(threats >> 1)
        if not choice or forced & (forced - 1):
            return taken.bit_count() + 2 - WIN_CP
        if depth <= 0:
            return THREAT_CP * (wins.bit_count() - threats.bit_count()) + CENTRE_CP * (
                (own & _MIDDLE).bit_count() - (other & _MIDDLE).bit_count()
            )
        entry = self._table.get(own + taken)
        if entry is not None and entry[0] >= depth:
            bound, score = entry[1], entry[2]
            if bound == _EXACT or (score >= beta if bound == _AT_LEAST else score <= alpha):
                return score
        best, best_move, floor = -WIN_CP, 0, alpha
        for move in self._ordered(choice, entry):
            score = -self._value(other, taken | move, depth - 1, -beta, -alpha)
            if score > best:
                best, best_move = score, move
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        self._history[move] = self._history.get(move, 0) + depth * depth
                        break
        bound = _AT_LEAST if best >= beta else _EXACT if best > floor else _AT_MOST
        self._keep(own + taken, (depth, bound, best, best_move))
        return best

    def _ordered(self, free: int, entry: tuple[int, int, int, int] | None) -> list[int]:
        """Return the moves: the table's first, then those that refuted most, of equals the centre first."""
        moves = [move for column in _COLUMNS if (move := free & column)]
        if len(moves) > 1:
            history = self._history
            moves.sort(key=lambda move: -history.get(move, 0))
            if entry is not None and entry[3] in moves:
                moves.remove(entry[3])
                moves.insert(0, entry[3])
        return moves

    def _keep(self, key: int, entry: tuple[int, int, int, int]) -> None:
        if len(self._table) >= self._most_entries:
            self._table.clear()
        self._table[key] = entry


def _go_on(nodes: int) -> int:
    return _NO_LOOK
