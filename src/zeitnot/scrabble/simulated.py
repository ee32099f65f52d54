"""Simulated Scrabble: games whose simulations and endgames are made up."""

from bisect import bisect_left
from dataclasses import dataclass
from random import Random

from zeitnot.games import GOLDEN_RATIO, REPORTED_SPAN, VARIANTS, SimulatedPosition, watched
from zeitnot.turns import (
    SNAPSHOT_ARMS,
    Arm,
    EndgamePly,
    Reason,
    ScrabbleFeatures,
    SimulationCheck,
    Snapshot,
    Thinking,
    TurnRecord,
)

TYPICAL_TURNS = 12
"""Turns of a player in a game of typical length: a game of MAGPIE against itself has 23 turns."""
FULL_BAG = 86
"""Tiles in the bag after both racks are drawn."""
RACK = 7
"""Tiles on a full rack."""
TILES_PER_TURN = 4.5
"""Tiles a turn uses on average; from the MAGPIE document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationHabits:
    """How made-up simulations and endgames go; speeds are those of the native core's peers, roughly."""

    movegen_s: tuple[float, float] = (0.0002, 0.05)
    """Least and largest time to generate the moves."""
    samples_per_second: tuple[float, float] = (1_000.0, 20_000.0)
    """Least and largest speed of the simulation."""
    candidates: tuple[int, int] = (2, 15)
    """Least and largest number of moves simulated."""
    first_check: int = 100
    """Samples before the first check; every further check comes at twice the samples."""
    longest_s: float = 20_000.0
    """Checks are made up until one comes later than any turn ends."""
    gap_pts: float = 1.5
    """Mean gap in equity from one candidate to the next."""
    deviation_pts: tuple[float, float] = (20.0, 60.0)
    """Least and largest standard deviation of one sample."""
    first_ply_s: tuple[float, float] = (0.0005, 0.05)
    """Least and largest time of the endgame's first ply."""
    ply_growth: tuple[float, float] = (2.0, 8.0)
    """Least and largest growth from ply to ply; the MAGPIE document has 3 to 10."""
    plies: tuple[int, int] = (3, 14)
    """Least and largest number of plies after which the endgame is solved."""
    nodes_per_second: int = 400_000
    """Endgame nodes per second of MAGPIE, warm."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedAnalysis:
    """A turn's work: moves generated, candidates simulated, the endgame solved when the bag allows it."""

    movegen_s: float
    """Time to generate the moves."""
    checks: tuple[SimulationCheck, ...]
    """Checks of the simulation; none when the bag is empty."""
    ply_times_s: tuple[float, ...]
    """Time at which each ply of the endgame would be finished, counted from the solver's start."""
    ply_values_pts: tuple[float, ...]
    """Value of the best line at each ply."""
    nodes_per_second: int
    """Speed of the solver."""

    def run(self, thinking: Thinking) -> TurnRecord:
        """Simulate, then solve, as the budget's split has it; without a split, the one that fits the bag."""
        budget = thinking.budget
        limit_s = budget.limit_s
        movegen_s = min(self.movegen_s, limit_s)
        if budget.quick_exit is not None or movegen_s >= limit_s:
            reason = budget.quick_exit or Reason.LOW_TIME
            return thinking.finish(used_s=movegen_s, reason=reason, movegen_s=movegen_s)
        split = budget.split
        used_s, reason = movegen_s, Reason.TARGET
        if self.checks and (split is None or split.simulation_s > 0):
            end_s = limit_s if split is None else min(limit_s, movegen_s + split.simulation_s)
            first = bisect_left(self.checks, end_s / REPORTED_SPAN, key=lambda check: check.elapsed_s)
            used_s, stopped = watched(thinking, self.checks[first:], end_s=end_s)
            reason = stopped or Reason.SOLVED
        simulation_s, samples = used_s - movegen_s, 0
        if simulation_s > 0:
            last = self.checks[-1]
            samples = int(simulation_s * last.snapshot.samples / (last.elapsed_s - last.started_s))
        if used_s < limit_s and (not self.checks if split is None else split.endgame_s > 0):
            budget_s = limit_s - used_s
            if split is not None:
                budget_s = min(budget_s, split.rolled_over(simulation_used_s=simulation_s).endgame_s)
            used_s, reason = self._solved(thinking, used_s, budget_s)
        endgame_s = used_s - movegen_s - simulation_s
        return thinking.finish(
            used_s=used_s,
            reason=reason,
            movegen_s=movegen_s,
            simulation_s=simulation_s,
            endgame_s=endgame_s,
            nodes=int(endgame_s * self.nodes_per_second),
            samples=samples,
        )

    def _solved(self, thinking: Thinking, started_s: float, budget_s: float) -> tuple[float, Reason]:
        """Solve ply by ply; give the time and the reason."""
        elapsed_s = started_s
        for depth, (ply_s, value_pts) in enumerate(
            zip(self.ply_times_s, self.ply_values_pts, strict=True), 1
        ):
            if ply_s >= budget_s:
                end_s = min(started_s + budget_s, thinking.budget.limit_s)
                return end_s, Reason.LIMIT if end_s >= thinking.budget.limit_s else Reason.TARGET
            elapsed_s = started_s + ply_s
            ply = EndgamePly(
                elapsed_s=elapsed_s,
                started_s=started_s,
                budget_s=budget_s,
                depth=depth,
                value_pts=value_pts,
                nodes=int(ply_s * self.nodes_per_second),
            )
            reason = thinking.observe(ply).reason
            if reason is not None:
                return elapsed_s, reason
        return elapsed_s, Reason.SOLVED


class SimulatedScrabble:
    """Makes up Scrabble games; what is made for a turn is kept and drawn from again."""

    def __init__(self, rng: Random, habits: SimulationHabits | None = None) -> None:
        """Draw everything from one generator."""
        self._rng = rng
        self._habits = habits or SimulationHabits()
        self._positions: list[list[SimulatedPosition]] = []

    def game(self) -> list[SimulatedPosition]:
        """Draw the positions of one player in a game; a few turns more or less than the typical number."""
        rng = self._rng
        turns = TYPICAL_TURNS + rng.randint(-2, 4)
        while len(self._positions) < turns:
            index = len(self._positions)
            self._positions.append([self._position(index) for _ in range(VARIANTS)])
        return [variants[int(rng.random() * VARIANTS)] for variants in self._positions[:turns]]

    def _position(self, index: int) -> SimulatedPosition:
        rng, habits = self._rng, self._habits
        bag_tiles, opponent_tiles = _tiles(index, rng.uniform(-0.4, 0.4))
        gaps_pts = [rng.expovariate(1 / habits.gap_pts) for _ in range(rng.randint(*habits.candidates) - 1)]
        features = ScrabbleFeatures(
            bag_tiles=bag_tiles,
            opponent_tiles=opponent_tiles,
            own_tiles=opponent_tiles,
            score_difference_pts=round(rng.gauss(0, 20 + 5 * index)),
            legal_moves=rng.choice((0, 1, 2, 5, 50, 300, 800, 800, 800)),
            gap_pts=gaps_pts[0],
            competitive_moves=_competitive(gaps_pts),
        )
        return SimulatedPosition(features=features, search=_drawn(rng, habits, features, gaps_pts))


def typical_scrabble_game(*, turns: int = TYPICAL_TURNS, variant: int = 0) -> list[SimulatedPosition]:
    """Return the positions of a game without chance; variants differ in how close the candidates are."""
    return [_typical_position(index * TYPICAL_TURNS / turns, variant) for index in range(turns)]


def _typical_position(index: float, variant: int) -> SimulatedPosition:
    """Play with the means of the habits and with no noise in the samples."""
    habits = SimulationHabits()
    bag_tiles, opponent_tiles = _tiles(index, 0.0)
    spread = 0.25 + 1.5 * ((index * GOLDEN_RATIO + variant * GOLDEN_RATIO**2) % 1.0)
    gaps_pts = [habits.gap_pts * spread] * 9
    features = ScrabbleFeatures(
        bag_tiles=bag_tiles,
        opponent_tiles=opponent_tiles,
        own_tiles=opponent_tiles,
        legal_moves=300,
        gap_pts=gaps_pts[0],
        competitive_moves=_competitive(gaps_pts),
    )
    checks = _checks(habits, features, gaps_pts, movegen_s=0.01, speed=5_000.0, deviation_pts=40.0, rng=None)
    plies = range(1, habits.plies[1] + 1)
    search = SimulatedAnalysis(
        movegen_s=0.01,
        checks=checks,
        ply_times_s=tuple(0.005 * 3.0**ply for ply in plies),
        ply_values_pts=tuple(10.0 + 20.0 / ply for ply in plies),
        nodes_per_second=habits.nodes_per_second,
    )
    return SimulatedPosition(features=features, search=search)


def _drawn(
    rng: Random, habits: SimulationHabits, features: ScrabbleFeatures, gaps_pts: list[float]
) -> SimulatedAnalysis:
    movegen_s, speed = rng.uniform(*habits.movegen_s), rng.uniform(*habits.samples_per_second)
    deviation_pts = rng.uniform(*habits.deviation_pts)
    checks = _checks(
        habits, features, gaps_pts, movegen_s=movegen_s, speed=speed, deviation_pts=deviation_pts, rng=rng
    )
    growth, first_s = rng.uniform(*habits.ply_growth), rng.uniform(*habits.first_ply_s)
    plies, settled = rng.randint(*habits.plies), rng.randint(1, 6)
    return SimulatedAnalysis(
        movegen_s=movegen_s,
        checks=checks,
        ply_times_s=tuple(first_s * growth**ply * rng.uniform(1.0, 1.5) for ply in range(plies)),
        ply_values_pts=tuple(round(rng.gauss(10, 15)) if ply < settled else 12.0 for ply in range(plies)),
        nodes_per_second=habits.nodes_per_second,
    )


def _checks(
    habits: SimulationHabits,
    features: ScrabbleFeatures,
    gaps_pts: list[float],
    *,
    movegen_s: float,
    speed: float,
    deviation_pts: float,
    rng: Random | None,
) -> tuple[SimulationCheck, ...]:
    """Check at doubling numbers of samples; the arms' means come closer to the truth as the samples grow."""
    if features.bag_tiles == 0:
        return ()
    truths_pts = [30.0]
    for gap_pts in gaps_pts[: SNAPSHOT_ARMS - 1]:
        truths_pts.append(truths_pts[-1] - gap_pts)
    checks = []
    samples = habits.first_check
    while (elapsed_s := movegen_s + samples / speed) < habits.longest_s:
        each = max(1, samples // (len(gaps_pts) + 1))
        error_pts = deviation_pts / each**0.5
        means_pts = [mean_pts + rng.gauss(0, error_pts) if rng else mean_pts for mean_pts in truths_pts]
        top = tuple(
            Arm(mean_pts=mean_pts, variance=deviation_pts**2, samples=each)
            for mean_pts in sorted(means_pts, reverse=True)
        )
        snapshot = Snapshot(
            arms=len(gaps_pts) + 1,
            samples=samples,
            top=top,
            bag_tiles=features.bag_tiles,
            score_difference_pts=features.score_difference_pts,
        )
        checks.append(SimulationCheck(elapsed_s=elapsed_s, started_s=movegen_s, snapshot=snapshot))
        samples *= 2
    return tuple(checks)


def _tiles(index: float, shift: float) -> tuple[int, int]:
    """Return the tiles in the bag and on the opponent's rack, which shrinks once the bag is empty."""
    unseen = FULL_BAG + RACK - 2 * TILES_PER_TURN * max(0.0, index + shift)
    return max(0, round(unseen) - RACK), max(1, min(RACK, round(unseen)))


def _competitive(gaps_pts: list[float]) -> int:
    """Count the moves within two points of the best, the best included."""
    behind_pts, count = 0.0, 1
    for gap_pts in gaps_pts:
        behind_pts += gap_pts
        count += behind_pts <= 2.0  # noqa: PLR2004 (the feature's own definition)
    return count
