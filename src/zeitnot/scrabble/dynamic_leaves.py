"""Dynamic leaves: leave values for the tiles actually unseen, computed while time permits."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from zeitnot._native import FilledWorth, LeaveSampler, StopControl
from zeitnot.errors import SettingError, check_above, check_least
from zeitnot.scrabble.generation import RatedMove, native_board
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.moves import RACK_SIZE
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.simulation import unseen_counts

Leave = tuple[int, ...]
"""Tiles kept, in rack order; 0 is the blank."""

Values = dict[Leave, float]
"""Values of leaves in points."""
POOL_MOST_UNSEEN = 50
"""Most unseen tiles for which leaves are revalued: with more, the pool resembles a full bag."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DynamicRating:
    """Moves with revalued leaves and the work it took; without draws they are unchanged."""

    moves: tuple[RatedMove, ...]
    """Moves, best first."""
    pool_draws: int = 0
    """Number of draws valued by the leave table."""
    board_draws: int = 0
    """Number of draws valued by the best move on the board."""
    spent_s: float = 0.0
    """Time spent, by the control's clock; it counts as move generation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DynamicLeaves:
    """Values leaves by draws from the unseen tiles, in two steps.

    The first fills a leave to six tiles and looks it up in the leave table, a mean over draws from a full
    bag: that shows what this pool changes. The second, near the end, generates the best move on the board,
    and its noisy value is weighted against the first. The figures are measured, see "Dynamic leaves" in
    `docs/results.md`.
    """

    knowledge: Knowledge
    """Lexicon and static values."""
    pool_most_unseen: int = POOL_MOST_UNSEEN
    """Most unseen tiles for which the first step pays off."""
    pool_draws: int = 400
    """Draws of the first step: the error of a leave is then some tenths of a point."""
    least_pool_draws: int = 50
    """Fewest draws of the first step; with fewer, static values are kept."""
    board_most_unseen: int = 35
    """Most unseen tiles for which the second step pays off: with more, the board changes too much."""
    board_draws: int = 50
    """Draws of the second step; twice as many gained little and take twice the time."""
    prior_draws: float = 75.0
    """Draws of the second step that weigh as much as the value of the first."""
    margin_pts: float = 10.0
    """The second step values the leaves of moves within this distance of the best."""

    def __post_init__(self) -> None:
        check_least(self, 0, "pool_most_unseen", "board_most_unseen", "board_draws", "margin_pts")
        if not 1 <= self.least_pool_draws <= self.pool_draws:
            rule = "least_pool_draws must be from 1 to pool_draws"
            raise SettingError(f"{rule}, got {self.least_pool_draws!r} of {self.pool_draws!r}")
        check_above(self, 0, "prior_draws")

    def worthwhile(self, position: Position) -> bool:
        """Return whether the pool differs enough from a full bag and tiles are still drawn."""
        return position.bag_count > 0 and len(position.unseen) <= self.pool_most_unseen

    def rate(
        self, position: Position, moves: Sequence[RatedMove], control: StopControl, *, seed: int = 1
    ) -> DynamicRating:
        """Return the moves with revalued leaves; stop when the control, which must be started, says so.

        In work time the control counts generated move lists. Where it is not worthwhile or time is short,
        static values are kept.
        """
        if not moves or not self.worthwhile(position):
            return DynamicRating(moves=tuple(moves))
        began_s = control.elapsed_s()
        values = partial(self._values, position, control, seed=seed)
        pool, pool_draws = values(_leaves_of(moves), FilledWorth.TABLE, self.pool_draws)
        if pool_draws < self.least_pool_draws:
            return DynamicRating(moves=tuple(moves), spent_s=control.elapsed_s() - began_s)
        near = self._near(position, moves, pool)
        board, board_draws = values(near, FilledWorth.BEST_MOVE, self.board_draws if len(near) > 1 else 0)
        weight = board_draws / (board_draws + self.prior_draws)
        mixed = {leave: pool[leave] + weight * (board[leave] - pool[leave]) for leave in near}
        return DynamicRating(
            moves=_rated(moves, pool | mixed),
            pool_draws=pool_draws,
            board_draws=board_draws,
            spent_s=control.elapsed_s() - began_s,
        )

    def _near(self, position: Position, moves: Sequence[RatedMove], pool: Values) -> set[Leave]:
        """Return the leaves for the second step: none while too many tiles are unseen."""
        if len(position.unseen) > self.board_most_unseen:
            return set()
        gained_pts = [move.equity_pts + _change_pts(move, pool) for move in moves]
        least_pts = max(gained_pts) - self.margin_pts
        return _leaves_of([move for move, pts in zip(moves, gained_pts, strict=True) if pts >= least_pts])

    def _values(
        self,
        position: Position,
        control: StopControl,
        leaves: set[Leave],
        worth: FilledWorth,
        most_draws: int,
        *,
        seed: int,
    ) -> tuple[Values, int]:
        """Return leave values relative to keeping nothing, as in leave tables, and the number of draws."""
        self.knowledge.check(position)
        order = sorted(leaves | {()})
        dictionary = self.knowledge.dictionary
        sampler: LeaveSampler = dictionary.core.LeaveSampler(dictionary, self.knowledge.evaluation.native)
        means = sampler.measure(
            native_board(position),
            [bytes(leave) for leave in order],
            control,
            unseen=unseen_counts(position),
            bag=position.bag_count,
            worth=worth,
            most_draws=most_draws,
            seed=seed,
        )
        nothing_pts = means.points[order.index(())]
        values = {leave: pts - nothing_pts for leave, pts in zip(order, means.points, strict=True)}
        return values, means.draws


def _leaves_of(moves: Sequence[RatedMove]) -> set[Leave]:
    """Return the leaves of the moves; a whole rack kept is a pass, which no leave improves."""
    return {move.leave for move in moves if len(move.leave) < RACK_SIZE}


def _change_pts(move: RatedMove, values: Values) -> float:
    return values.get(move.leave, move.leave_pts) - move.leave_pts


def _rated(moves: Sequence[RatedMove], values: Values) -> tuple[RatedMove, ...]:
    """Return the moves with new leave values in place of static ones."""
    anew = []
    for move in moves:
        change_pts = _change_pts(move, values)
        anew.append(
            replace(move, leave_pts=move.leave_pts + change_pts, equity_pts=move.equity_pts + change_pts)
        )
    return tuple(sorted(anew, key=lambda move: -move.equity_pts))
