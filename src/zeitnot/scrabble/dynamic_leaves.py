"""Dynamic leaves: what tiles kept are worth with the tiles really unseen, while there is time to find out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from zeitnot._native import FilledWorth, LeaveSampler, StopControl
from zeitnot.errors import SettingError
from zeitnot.scrabble.generation import RatedMove, native_board
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.moves import RACK_SIZE
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.simulation import unseen_counts

Leave = tuple[int, ...]
"""Tiles kept, in the order of a rack; 0 is the blank."""

Values = dict[Leave, float]
"""Worth of leaves in points."""
POOL_MOST_UNSEEN = 50
"""Tiles unseen from which on leaves are valued anew: before, the pool is much like a full bag."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DynamicRating:
    """Moves rated anew, and what it took; without draws they are as they were."""

    moves: tuple[RatedMove, ...]
    """Best first."""
    pool_draws: int = 0
    """Draws valued by the leave table."""
    board_draws: int = 0
    """Draws valued by the best move on the board."""
    spent_s: float = 0.0
    """By the clock of the control; it counts as move generation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DynamicLeaves:
    """Values leaves by draws from the unseen tiles, in two steps.

    The first fills a leave up and asks the leave table, a mean over draws from a full bag, about six tiles:
    that tells what this pool changes. The second, near the end, asks for the best move on the board, and its
    noisy word is weighed against the first. The figures are measured, see "Dynamic leaves" in
    `docs/results.md`.
    """

    knowledge: Knowledge
    """Words and static values."""
    pool_most_unseen: int = POOL_MOST_UNSEEN
    """Tiles unseen from which on the first step pays."""
    pool_draws: int = 400
    """Of the first step: the error of a leave is then some tenths of a point."""
    least_pool_draws: int = 50
    """With fewer, static values stand."""
    board_most_unseen: int = 35
    """Tiles unseen from which on the second step pays: before, the board changes too much until it counts."""
    board_draws: int = 50
    """Of the second step; twice as many gained little and take twice the time."""
    prior_draws: float = 75.0
    """Draws on the board that weigh as much as the word of the first step."""
    margin_pts: float = 10.0
    """The second step looks at the leaves of moves that are so close to the best."""

    def __post_init__(self) -> None:
        """Refuse figures that cannot be meant."""
        for name in ("pool_most_unseen", "board_most_unseen", "board_draws", "margin_pts"):
            if not getattr(self, name) >= 0:
                raise SettingError(f"{name} must be at least 0, got {getattr(self, name)!r}")
        if not 1 <= self.least_pool_draws <= self.pool_draws:
            rule = "least_pool_draws must be from 1 to pool_draws"
            raise SettingError(f"{rule}, got {self.least_pool_draws!r} of {self.pool_draws!r}")
        if not self.prior_draws > 0:
            raise SettingError(f"prior_draws must be above 0, got {self.prior_draws!r}")

    def worthwhile(self, position: Position) -> bool:
        """Tell whether the pool can be told from a full bag, and is still drawn from."""
        return position.bag_count > 0 and len(position.unseen) <= self.pool_most_unseen

    def rate(
        self, position: Position, moves: Sequence[RatedMove], control: StopControl, *, seed: int = 1
    ) -> DynamicRating:
        """Rate the moves of a position anew until the control, which must have been started, stops.

        In work time the control counts lists of moves. Where it is not worthwhile, and where time does not
        permit, static values stand.
        """
        if not moves or not self.worthwhile(position):
            return DynamicRating(moves=tuple(moves))
        began_s = control.elapsed_s()
        draws = _Draws(self.knowledge, position, control, seed)
        pool, pool_draws = draws.values(_leaves_of(moves), FilledWorth.TABLE, self.pool_draws)
        if pool_draws < self.least_pool_draws:
            return DynamicRating(moves=tuple(moves), spent_s=control.elapsed_s() - began_s)
        near = self._near(position, moves, pool)
        board, board_draws = draws.values(
            near, FilledWorth.BEST_MOVE, self.board_draws if len(near) > 1 else 0
        )
        weight = board_draws / (board_draws + self.prior_draws)
        mixed = {leave: pool[leave] + weight * (board[leave] - pool[leave]) for leave in near}
        return DynamicRating(
            moves=_rated(moves, pool | mixed),
            pool_draws=pool_draws,
            board_draws=board_draws,
            spent_s=control.elapsed_s() - began_s,
        )

    def _near(self, position: Position, moves: Sequence[RatedMove], pool: Values) -> set[Leave]:
        """Give the leaves for the second step: none before its time."""
        if len(position.unseen) > self.board_most_unseen:
            return set()
        gained_pts = [move.equity_pts + _change_pts(move, pool) for move in moves]
        least_pts = max(gained_pts) - self.margin_pts
        return _leaves_of([move for move, pts in zip(moves, gained_pts, strict=True) if pts >= least_pts])


class _Draws:
    """Draws for one position."""

    def __init__(self, knowledge: Knowledge, position: Position, control: StopControl, seed: int) -> None:
        knowledge.check(position)
        self._sampler = LeaveSampler(knowledge.dictionary, knowledge.evaluation.native)
        self._position = position
        self._control = control
        self._seed = seed

    def values(self, leaves: set[Leave], worth: FilledWorth, most_draws: int) -> tuple[Values, int]:
        """Value leaves against keeping nothing, as leave tables do; and say how many draws were made."""
        order = sorted(leaves | {()})
        means = self._sampler.measure(
            native_board(self._position),
            [bytes(leave) for leave in order],
            self._control,
            unseen=unseen_counts(self._position),
            bag=self._position.bag_count,
            worth=worth,
            most_draws=most_draws,
            seed=self._seed,
        )
        nothing_pts = means.points[order.index(())]
        values = {leave: pts - nothing_pts for leave, pts in zip(order, means.points, strict=True)}
        return values, means.draws


def _leaves_of(moves: Sequence[RatedMove]) -> set[Leave]:
    """Give what is kept; who keeps a whole rack passes, which no leave can make better."""
    return {move.leave for move in moves if len(move.leave) < RACK_SIZE}


def _change_pts(move: RatedMove, values: Values) -> float:
    return values.get(move.leave, move.leave_pts) - move.leave_pts


def _rated(moves: Sequence[RatedMove], values: Values) -> tuple[RatedMove, ...]:
    """Put new values in the place of static ones."""
    anew = []
    for move in moves:
        change_pts = _change_pts(move, values)
        anew.append(
            replace(move, leave_pts=move.leave_pts + change_pts, equity_pts=move.equity_pts + change_pts)
        )
    return tuple(sorted(anew, key=lambda move: -move.equity_pts))
