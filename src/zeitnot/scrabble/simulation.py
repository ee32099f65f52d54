"""Simulation: candidate moves played out on shared deals of the unseen tiles, until somebody says stop."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from zeitnot import _native
from zeitnot._native import Sampling, StopControl
from zeitnot.errors import SettingError
from zeitnot.scrabble.generation import RatedMove, native_board
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.position import Position
from zeitnot.turns import SNAPSHOT_ARMS, Arm, Snapshot

_MOST = 2**64 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationSettings:
    """How candidates are sampled and what a sample is worth."""

    plies: int = 2
    """Turns played after the candidate, by best static moves."""
    candidates: int = 15
    """Best static moves that are simulated."""
    threads: int = 1
    """How many sample at once; in work time they change nothing but the wait."""
    first_samples: int = 50
    """Of every arm, before any of them is preferred."""
    sampling: Sampling = Sampling.BY_LOSS
    """How samples are shared among the arms; chosen by measurement, see `benchmarks/README.md`."""
    win_pts: float = 200.0
    """What a won game is worth in points: on the first turn about as much as the points that win it."""
    spread_weight: float = 0.25
    """What a point counts beside the chance to win that it brings."""

    def __post_init__(self) -> None:
        for name in ("plies", "candidates", "threads", "first_samples"):
            if getattr(self, name) < 1:
                raise SettingError(f"{name} must be at least 1, got {getattr(self, name)!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedMove:
    """A candidate with what its samples say."""

    rated: RatedMove
    """The move."""
    samples: int
    """Drawn so far."""
    equity_pts: float
    """Mean points gained, what stays on the racks included."""
    equity_error_pts: float
    """Standard error of that mean."""
    win_chance: float
    """Mean chance to win, 0 to 1."""
    arm: Arm
    """The utility that chooses, in points, as monitors see it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationState:
    """A simulation at a checkpoint, or at its end."""

    elapsed_s: float
    """Since its control was started."""
    samples: int
    """Over all arms."""
    moves: tuple[SimulatedMove, ...]
    """Best first."""
    nodes: int = 0
    """Visited by the endgame solver, where samples are solved."""
    deals: int | None = None
    """Deals that there are at all, when they are few enough to be gone through one by one."""
    threads: int = 1
    """Threads that sample: fewer than were asked for where the system gave no more."""

    @property
    def has_all_deals(self) -> bool:
        """Whether every arm was sampled on every deal that there is: nothing is left to chance."""
        return self.deals is not None and all(move.samples >= self.deals for move in self.moves)

    def has_each(self, samples: int) -> bool:
        """Return whether every arm has so many samples, or all that there are."""
        wanted = samples if self.deals is None else min(samples, self.deals)
        return all(move.samples >= wanted for move in self.moves)

    def snapshot(self, position: Position) -> Snapshot:
        """Return what a monitor may know (M7)."""
        return Snapshot(
            arms=len(self.moves),
            samples=self.samples,
            top=tuple(move.arm for move in self.moves[:SNAPSHOT_ARMS]),
            bag_tiles=position.bag_count,
            score_difference_pts=position.spread_pts,
        )


OnCheck = Callable[[SimulationState], bool]
"""Told at every checkpoint; True ends the simulation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulator:
    """Simulates positions with one knowledge."""

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
    ) -> SimulationState:
        """Sample until the control, the samples or the callback end it; checks come every so many seconds.

        With nodes to solve, a sample is played until the bag is empty and its endgame searched; the control
        then counts nodes.
        """
        knowledge, settings = self.knowledge, self.settings
        native = _native.Simulation(knowledge.dictionary, knowledge.evaluation.native, knowledge.chances)
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
        )
        return state_of(report, candidates)


def unseen_counts(position: Position) -> bytes:
    """Count the tiles in the bag and on the other rack, as native code reads them."""
    counts = Counter(position.unseen)
    return bytes(counts[tile] for tile in range(len(position.distribution.counts)))


def state_of(report: _native.SimulationReport, candidates: Sequence[RatedMove]) -> SimulationState:
    """Read a native report on these candidates."""
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
