"""Simulation: candidate moves played out on shared deals of the unseen tiles until stopped."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from zeitnot import _native
from zeitnot._native import KeptTiles, Sampling, StopControl
from zeitnot.errors import check_least
from zeitnot.scrabble.generation import RatedMove, native_board
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.letters import LetterDistribution
from zeitnot.scrabble.position import Position
from zeitnot.turns import SNAPSHOT_ARMS, Arm, Snapshot

_MOST = 2**64 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationSettings:
    """Settings of sampling and of a sample's utility."""

    plies: int = 2
    """Number of turns played after the candidate, by best static moves."""
    candidates: int = 15
    """Number of best static moves that are simulated."""
    threads: int = 1
    """Number of threads; in work time they change only the waiting time."""
    first_samples: int = 20
    """Samples of every arm before any is preferred and before a policy looks; with 50, moves chosen after 400
    to 900 samples lose more, see `docs/results.md`."""
    sampling: Sampling = Sampling.BY_LOSS
    """How samples are distributed among the arms; chosen by measurement, see `benchmarks/README.md`."""
    win_pts: float = 200.0
    """Value of a win in points: on the first turn about as much as the points that win a game."""
    spread_weight: float = 0.25
    """Weight of a point besides its effect on the win probability."""

    def __post_init__(self) -> None:
        check_least(self, 1, "plies", "candidates", "threads", "first_samples")


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedMove:
    """A candidate with the statistics of its samples."""

    rated: RatedMove
    samples: int
    """Number of samples so far."""
    equity_pts: float
    """Mean equity, including the leaves."""
    equity_error_pts: float
    """Standard error of the mean equity."""
    win_chance: float
    """Mean win probability, 0 to 1."""
    arm: Arm
    """Utility in points by which moves are chosen, as monitors see it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationState:
    """State of a simulation at a checkpoint or at its end."""

    elapsed_s: float
    """Seconds since the control was started."""
    samples: int
    """Number of samples over all arms."""
    moves: tuple[SimulatedMove, ...]
    """Candidates, best first."""
    nodes: int = 0
    """Nodes visited by the endgame solver, where samples are solved."""
    deals: int | None = None
    """Number of possible deals, when they are few enough to enumerate; else None."""
    threads: int = 1
    """Number of threads that sample; fewer than requested where the system allowed no more."""

    @property
    def has_all_deals(self) -> bool:
        """Whether every arm was sampled on every possible deal, so that the values are exact."""
        return self.deals is not None and all(move.samples >= self.deals for move in self.moves)

    def has_each(self, samples: int) -> bool:
        """Return whether every arm has at least `samples` samples, or all possible deals."""
        wanted = samples if self.deals is None else min(samples, self.deals)
        return all(move.samples >= wanted for move in self.moves)

    def snapshot(self, position: Position) -> Snapshot:
        """Return the snapshot for monitors (M7)."""
        return Snapshot(
            arms=len(self.moves),
            samples=self.samples,
            top=tuple(move.arm for move in self.moves[:SNAPSHOT_ARMS]),
            bag_tiles=position.bag_count,
            score_difference_pts=position.spread_pts,
        )


OnCheck = Callable[[SimulationState], bool]
"""Called at every checkpoint; returning True stops the simulation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulator:
    """Simulator of positions with one player's knowledge."""

    knowledge: Knowledge
    settings: SimulationSettings = field(default_factory=SimulationSettings)

    def run(
        self,
        position: Position,
        candidates: Sequence[RatedMove],
        control: StopControl,
        on_check: OnCheck,
        *,
        seed: int = 1,
        most_samples: int | None = None,
        check_s: float = 0.02,
        solve_nodes: int = 0,
        first_samples: int | None = None,
        kept: KeptTiles | None = None,
    ) -> SimulationState:
        """Sample until the control, the sample limit or the callback stops it; checks come every `check_s`.

        With `solve_nodes`, a sample is played until the bag is empty and its endgame searched; the control
        then counts nodes. `kept` weighs what the opponent may have kept; without it all deals are alike.
        """
        knowledge, settings = self.knowledge, self.settings
        dictionary = knowledge.dictionary
        native: _native.Simulation = dictionary.core.Simulation(
            dictionary, knowledge.evaluation.native, knowledge.chances
        )
        report = native.run(
            native_board(position),
            bytes(position.rack),
            [rated.native for rated in candidates],
            control,
            lambda report: on_check(state_of(report, candidates)),
            unseen=unseen_counts(position),
            spread=position.spread_pts,
            scoreless_turns=position.scoreless_turns,
            plies=settings.plies,
            threads=settings.threads,
            seed=seed,
            most_samples=_MOST if most_samples is None else most_samples,
            first_samples=settings.first_samples if first_samples is None else first_samples,
            batch_s=check_s,
            solve_nodes=solve_nodes,
            sampling=settings.sampling,
            win_pts=settings.win_pts,
            spread_weight=settings.spread_weight,
            kept=kept,
        )
        return state_of(report, candidates)


def unseen_counts(position: Position) -> bytes:
    """Return the counts of unseen tiles in native form."""
    return tile_counts(position.unseen, position.distribution)


def tile_counts(tiles: Iterable[int], distribution: LetterDistribution) -> bytes:
    """Return the counts of tiles in native form, blank first."""
    counts = Counter(tiles)
    return bytes(counts[tile] for tile in range(len(distribution.counts)))


def state_of(report: _native.SimulationReport, candidates: Sequence[RatedMove]) -> SimulationState:
    """Return the state of a native report on these candidates."""
    return SimulationState(
        elapsed_s=report.elapsed_s,
        samples=report.samples,
        moves=tuple(_simulated(arm, candidates[arm.index]) for arm in report.arms),
        nodes=report.nodes,
        deals=report.deals or None,
        threads=report.threads,
    )


def _simulated(arm: _native.ArmState, rated: RatedMove) -> SimulatedMove:
    return SimulatedMove(
        rated=rated,
        samples=arm.samples,
        equity_pts=arm.equity_mean,
        equity_error_pts=(arm.equity_variance / arm.samples) ** 0.5 if arm.samples else float("inf"),
        win_chance=arm.win_mean,
        arm=Arm(
            mean_pts=arm.utility_mean,
            variance=arm.utility_variance,
            samples=arm.samples,
            covariance=arm.covariance,
        ),
    )
