"""Pre-endgame: chances to win of candidate moves with 1 to 6 tiles in the bag, over every possible deal."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zeitnot import _native
from zeitnot._native import KeptTiles, StopControl
from zeitnot.errors import DataError
from zeitnot.scrabble.generation import RatedMove, native_board
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.moves import RACK_SIZE
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.simulation import unseen_counts
from zeitnot.turns import SNAPSHOT_ARMS, Arm, Snapshot

MOST_BAG = RACK_SIZE - 1
"""Most tiles in the bag: with fewer than a rack nobody may exchange."""

_MOST = 2**64 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PreEndgameMove:
    """A candidate with what is known of its chance to win; a draw counts as half a win."""

    rated: RatedMove
    low: float
    """Proven lower bound of the chance to win, 0 to 1."""
    high: float
    """Proven upper bound of the chance to win, 0 to 1."""
    win_chance: float
    """Estimated chance to win between the bounds; exact when every deal is solved."""
    spread_pts: float
    """Mean final spread of the deals with an exact spread; without any, of a few shallow searches."""
    deals: int
    """Number of deals that are won, drawn or lost for certain."""
    all_deals: int
    """Number of all deals that differ for this candidate."""
    spread_deals: int
    """Number of deals whose final spread is exact."""
    share: float
    """Probability of the deals solved, 0 to 1."""
    is_eliminated: bool
    """Whether another candidate is certainly better, so that this one is not searched further."""

    @property
    def is_solved(self) -> bool:
        """Whether every deal is solved, so that the chance to win is exact."""
        return self.deals == self.all_deals

    @property
    def has_exact_spread(self) -> bool:
        """Whether the mean spread is exact."""
        return self.spread_deals == self.all_deals

    @property
    def variance(self) -> float:
        """Squared standard error of the chance to win: none when all deals are solved."""
        if not self.deals:
            return float("inf")
        return self.win_chance * (1.0 - self.win_chance) * (1.0 - self.share) / self.deals


@dataclass(frozen=True, slots=True, kw_only=True)
class PreEndgameState:
    """State of a pre-endgame search at a checkpoint or at its end."""

    elapsed_s: float
    """Seconds since the control was started."""
    nodes: int
    """Number of nodes visited."""
    deals: int
    """Number of deals solved over all candidates."""
    moves: tuple[PreEndgameMove, ...]
    """Candidates, best first; eliminated ones last."""
    is_complete: bool
    """Whether nothing is left to solve: the first candidate is the best by chance to win, then by spread."""
    threads: int = 1
    """Number of threads that searched; fewer than requested where the system allowed no more."""

    @property
    def rivals(self) -> tuple[PreEndgameMove, ...]:
        """Candidates that may still be the best."""
        return tuple(move for move in self.moves if not move.is_eliminated)

    @property
    def is_proven(self) -> bool:
        """Whether the first candidate is the best for certain, even if its chance to win is not exact yet."""
        return self.is_complete or len(self.rivals) == 1

    def has_each(self, deals: int) -> bool:
        """Return whether every rival is solved on at least `deals` deals, or on all."""
        return all(move.deals >= min(deals, move.all_deals) for move in self.rivals)

    def snapshot(self, position: Position, *, win_pts: float, spread_weight: float) -> Snapshot:
        """Return the rivals as arms of a simulation for monitors, a win worth so many points."""
        arms = tuple(
            Arm(
                mean_pts=win_pts * move.win_chance + spread_weight * move.spread_pts,
                variance=win_pts**2 * move.variance * move.deals if move.deals else 0.0,
                samples=move.deals,
            )
            for move in self.rivals
        )
        return Snapshot(
            arms=len(self.moves),
            samples=self.deals,
            top=tuple(sorted(arms, key=lambda arm: -arm.mean_pts))[:SNAPSHOT_ARMS],
            bag_tiles=position.bag_count,
            score_difference_pts=position.spread_pts,
        )


OnDeals = Callable[[PreEndgameState], bool]
"""Called at every checkpoint; returning True stops the search."""


def is_pre_endgame(position: Position) -> bool:
    """Return whether a position has few enough tiles in the bag, and a full rack."""
    return 1 <= position.bag_count <= MOST_BAG and len(position.rack) == RACK_SIZE


class PreEndgameSearch:
    """Pre-endgame solver whose tables are shared by the candidates and deals of a position."""

    def __init__(self, knowledge: Knowledge, *, table_mb: int = 64) -> None:
        dictionary = knowledge.dictionary
        self._core = dictionary.core
        self._native: _native.PreEndgameSolver = self._core.PreEndgameSolver(dictionary, table_mb=table_mb)

    def run(
        self,
        position: Position,
        candidates: Sequence[RatedMove],
        control: StopControl,
        on_deals: OnDeals,
        *,
        kept: KeptTiles | None = None,
        seed: int = 1,
        threads: int = 1,
        most_nodes: int | None = None,
        check_s: float = 0.02,
        eliminates: bool = True,
        spreads: bool = False,
    ) -> PreEndgameState:
        """Solve deals until the best candidate is proven or the control, a limit or the callback stops it.

        `kept` weighs what the opponent may have kept, as for a simulation; without it every unseen tile is as
        likely as any other, except that tiles which the position names on the opponent's rack are there.
        Without `eliminates` every candidate is solved on every deal; with `spreads` the mean spread is found
        even where chances to win decide. In work time one thread searches.
        """
        if not is_pre_endgame(position):
            tiles = f"{position.bag_count} in the bag and {len(position.rack)} on the rack"
            rule = f"a pre-endgame must have 1 to {MOST_BAG} tiles in the bag and {RACK_SIZE} on the rack"
            raise DataError(f"{rule}, got {tiles}")
        if kept is None and position.other_rack:
            kept = self._core.KeptTiles([(bytes(position.other_rack), 1.0)])
        try:
            report = self._native.solve(
                native_board(position),
                bytes(position.rack),
                [rated.native for rated in candidates],
                control,
                lambda report: on_deals(_state(report, candidates)),
                unseen=unseen_counts(position),
                bag=position.bag_count,
                spread=position.spread_pts,
                scoreless_turns=position.scoreless_turns,
                kept=kept,
                seed=seed,
                threads=threads if control.work_per_second == 0 else 1,
                most_nodes=_MOST if most_nodes is None else max(1, most_nodes),
                check_s=check_s,
                eliminates=eliminates,
                spreads=spreads,
            )
        except ValueError as error:
            raise DataError(str(error)) from error
        return _state(report, candidates)


def _state(report: _native.PreEndgameReport, candidates: Sequence[RatedMove]) -> PreEndgameState:
    return PreEndgameState(
        elapsed_s=report.elapsed_s,
        nodes=report.nodes,
        deals=report.deals,
        moves=tuple(_move(each, candidates[each.index]) for each in report.candidates),
        is_complete=report.complete,
        threads=report.threads,
    )


def _move(state: _native.PreEndgameCandidate, rated: RatedMove) -> PreEndgameMove:
    return PreEndgameMove(
        rated=rated,
        low=state.low,
        high=state.high,
        win_chance=state.win,
        spread_pts=state.spread,
        deals=state.deals,
        all_deals=state.all_deals,
        spread_deals=state.spread_deals,
        share=state.share,
        is_eliminated=state.eliminated,
    )
