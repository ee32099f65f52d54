"""ArGO policy: deadline and optimum from one formula, and a difficulty that moves the optimum."""

import math
from dataclasses import dataclass
from typing import Annotated, ClassVar

from zeitnot.errors import SettingError
from zeitnot.monitors import MateFound, Monitor, any_of, between_depths
from zeitnot.policies.base import PolicyBase
from zeitnot.policies.parameters import Centipawns, Count, Depth, Multiplier, Range, Seconds, Share, check
from zeitnot.turns import (
    GO_ON,
    Budget,
    ChessFeatures,
    Factor,
    Iteration,
    Progress,
    Reason,
    SearchSettings,
    Trail,
    Turn,
    Verdict,
)

Positive = Annotated[float, Range(0.01, 100.0)]
Enlargement = Annotated[float, Range(1.0, 100.0)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Argo(PolicyBase):
    """Stops at a deadline, and after a depth at an optimum that rises with the difficulty of the position.

    The figures are those of the ArGO document unless a field says otherwise.
    """

    name: ClassVar[str] = "argo"
    games: ClassVar[tuple[str, ...]] = ("chess",)

    overhead_s: Seconds = 0.3
    """Time taken off the clock; the rest is the main time."""
    minimum_s: Annotated[float, Range(0.0001, 60.0)] = 0.001
    """Least main time, and least time for a move."""
    most_moves: Count = 40
    """Number of moves assumed when the rules do not say, and the most that are planned for."""
    optimum_branch: Positive = 0.75
    """Branch factor of the optimum."""
    maximum_branch: Positive = 1.5
    """Branch factor of the deadline; it also weighs this move against the later ones."""
    first_difficulty: Positive = 1.0
    """Difficulty when the search begins."""
    least_difficulty: Positive = 0.8
    """Least difficulty; stable depths do not lower it further."""
    most_difficulty: Positive = 2.0
    """Greatest difficulty; nothing raises it further, and the deadline assumes it."""
    low_below_s: Seconds = 60.0
    """Main time below which the clock is low."""
    low_factor: Share = 0.5
    """Factor on the time when the clock is low."""
    very_low_below_s: Seconds = 30.0
    """Main time below which the clock is very low."""
    very_low_factor: Share = 0.3
    """Factor on the time when the clock is very low."""
    early_above_moves: Count = 30
    """Number of remaining moves above which the game is in its early phase."""
    early_factor: Multiplier = 2 / 3
    """Factor on the time in the early phase."""
    late_below_moves: Count = 10
    """Number of remaining moves below which the time control is near."""
    late_factor: Multiplier = 4 / 3
    """Factor on the time when the time control is near."""
    emergency_below_s: Seconds = 10.0
    """Main time below which a move gets a fixed share of it."""
    emergency_share: Share = 0.2
    """Share of the main time for a move below `emergency_below_s`."""
    critical_below_s: Seconds = 5.0
    """Main time below which a move gets a fixed short time."""
    critical_time_s: Seconds = 0.01
    """Time for a move below `critical_below_s`."""
    adapt_from_depth: Depth = 5
    """First depth that can move the difficulty."""
    drop_cp: Centipawns = 50.0
    """Loss of score between two depths above which it is a drop."""
    drop_factor: Enlargement = 1.3
    """Factor on the difficulty after a drop."""
    change_factor: Enlargement = 1.2
    """Factor on the difficulty when the best move changed."""
    change_difficulty: Positive = 1.5
    """Upper bound for the difficulty after a changed best move; a higher difficulty is not lowered."""
    stable_factor: Share = 0.8
    """Factor on the difficulty when there was neither a drop nor a change."""
    settled_from_depth: Depth = 10
    """First depth at which an unchanged result counts as settled."""
    settled_cp: Centipawns = 10.0
    """Change of score below which the result counts as unchanged."""
    settled_factor: Share = 0.75
    """Factor on the optimum of a settled result."""
    tactical_factor: Enlargement = 1.5
    """Factor on the difficulty for each of the three signs of a tactical position."""
    tactical_moves: Count = 8
    """First sign of a tactical position: number of captures and checks before the search; this project's
    figure."""
    tactical_swing_cp: Centipawns = 100.0
    """Second sign of a tactical position: a larger score swing between two depths; this project's figure."""
    tactical_changes: Count = 3
    """Third sign of a tactical position: number of changes of the best move; this project's figure."""
    mate_within_moves: Count = 5
    """A mate in at most this many moves ends the search."""
    mate_horizon_plies: Depth = 5
    """A longer mate ends the search when it is this many plies deeper than the mate."""
    node_interval: Count = 1024
    """Nodes between two clock checks."""

    def __post_init__(self) -> None:
        check(self)
        if not self.least_difficulty <= self.first_difficulty <= self.most_difficulty:
            rule = "first_difficulty must lie between least_difficulty and most_difficulty"
            raise SettingError(f"{rule}, got {self.first_difficulty!r}")

    def plan(self, turn: Turn) -> Budget:
        """Return a budget with the formula's maximum as limit and its optimum as target."""
        formula = _Formula.of(self, turn)
        limit = formula.trail(difficulty=self.most_difficulty, branch=self.maximum_branch)
        difficulty = self._start(turn)
        why = "tactical position, " if difficulty > self.first_difficulty else ""
        target = formula.trail(difficulty=difficulty, branch=self.optimum_branch, why=why)
        return Budget(
            target=target.at_most("limit", limit.seconds),
            limit=limit,
            settings=SearchSettings(node_interval=self.node_interval),
            emergency=formula.fixed,
        )

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Return a monitor that stops at a mate, at the deadline, and after a depth past the optimum."""
        mate = MateFound(within_moves=self.mate_within_moves, horizon_plies=self.mate_horizon_plies)
        return any_of(mate, _Formula.of(self, turn).watch(self._start(turn), limit_s=budget.limit_s))

    def _start(self, turn: Turn) -> float:
        features, difficulty = turn.features, self.first_difficulty
        if isinstance(features, ChessFeatures) and features.captures + features.checks >= self.tactical_moves:
            difficulty = min(difficulty * self.tactical_factor, self.most_difficulty)
        return difficulty


@dataclass(frozen=True, slots=True, kw_only=True)
class _Formula:
    """The document's time limit for one clock: a function of difficulty and branch factor."""

    policy: Argo
    total: Trail
    """Main time and future increments; on an emergency clock the result itself."""
    fixed: bool
    moves: int
    main_s: float
    bearable_s: float
    scales: tuple[tuple[str, float], ...]

    @classmethod
    def of(cls, policy: Argo, turn: Turn) -> "_Formula":
        clock = turn.clock
        trail = Trail.start("clock", clock.remaining_s).plus("overhead", -policy.overhead_s)
        trail = trail.at_least("least main time", policy.minimum_s)
        main_s = trail.seconds
        moves = min(clock.moves_to_go or policy.most_moves, policy.most_moves)
        fixed = main_s < max(policy.critical_below_s, policy.emergency_below_s)
        # The tighter test comes first: in the document's order it would never be reached.
        if main_s < policy.critical_below_s:
            trail = Trail.start("critical clock", policy.critical_time_s)
        elif main_s < policy.emergency_below_s:
            trail = trail.times("emergency clock", policy.emergency_share)
        elif clock.increment_s:
            trail = trail.plus("increments to come", (moves - 1) * clock.increment_s, f"{moves} moves")
        return cls(
            policy=policy,
            total=trail,
            fixed=fixed,
            moves=moves,
            main_s=main_s,
            bearable_s=max(0.0, clock.bearable_s),
            scales=_scales(policy, main_s=main_s, moves=moves),
        )

    def trail(self, *, difficulty: float, branch: float, why: str = "") -> Trail:
        """Return the steps of the formula."""
        trail = self.total
        if not self.fixed:
            note = f"{why}difficulty {difficulty:.3g}, {self.moves} moves"
            trail = trail.times("share of this move", self._share(difficulty, branch), note)
            for name, factor in self.scales:
                trail = trail.times(name, factor)
            trail = trail.at_most("main time", self.main_s).at_least("least time", self.policy.minimum_s)
        return trail.at_most("clock", self.bearable_s)

    def watch(self, difficulty: float, *, limit_s: float) -> "_MovingOptimum":
        """Return the monitor, with the formula reduced to what is needed after every depth."""
        most_s = min(self.total.seconds if self.fixed else self.main_s, self.bearable_s, limit_s)
        return _MovingOptimum(
            policy=self.policy,
            weight_s=self.total.seconds * self.policy.optimum_branch * math.prod(f for _, f in self.scales),
            moves_after=self.moves - 1,
            least_s=most_s if self.fixed else min(self.policy.minimum_s, most_s),
            most_s=most_s,
            limit_s=limit_s,
            difficulty=difficulty,
        )

    def _share(self, difficulty: float, branch: float) -> float:
        return difficulty * branch / (difficulty * self.policy.maximum_branch + self.moves - 1)


def _scales(policy: Argo, *, main_s: float, moves: int) -> tuple[tuple[str, float], ...]:
    scales = []
    if main_s < policy.very_low_below_s:
        scales.append(("very low clock", policy.very_low_factor))
    elif main_s < policy.low_below_s:
        scales.append(("low clock", policy.low_factor))
    if moves > policy.early_above_moves:
        scales.append(("young game", policy.early_factor))
    elif moves < policy.late_below_moves:
        scales.append(("near time control", policy.late_factor))
    return tuple(scales)


@dataclass(slots=True, kw_only=True)
class _MovingOptimum:
    """Stops the search after a depth past the optimum, which follows the difficulty.

    The second and third sign of a tactical position (a large swing, frequent changes) count once in a search:
    a position does not become more tactical with every depth.
    """

    policy: Argo
    weight_s: float
    moves_after: int
    least_s: float
    most_s: float
    limit_s: float
    difficulty: float
    _optimum_s: float = 0.0
    _last: Iteration | None = None
    _changes: int = 0
    _swung: bool = False

    def __post_init__(self) -> None:
        self._optimum_s = self._formula_s()

    def observe(self, progress: Progress) -> Verdict:
        """Judge a finished depth; inside a depth only the deadline counts."""
        elapsed_s = progress.elapsed_s
        if not isinstance(progress, Iteration) or elapsed_s >= self.limit_s:
            return between_depths(progress, target_s=self._optimum_s, limit_s=self.limit_s)
        before, self._last = self._last, progress
        if before is None:
            return self._judge(elapsed_s, settled=False)
        if progress.depth >= self.policy.adapt_from_depth:
            self._adapt(before, progress)
        return self._judge(elapsed_s, settled=self._settled(before, progress))

    def _judge(self, elapsed_s: float, *, settled: bool) -> Verdict:
        known_s, optimum_s = self._optimum_s, self._formula_s()
        if settled:
            optimum_s *= self.policy.settled_factor
        if elapsed_s < optimum_s == known_s:
            return GO_ON
        self._optimum_s = optimum_s
        reason = Reason.TARGET if elapsed_s >= optimum_s else None
        factors = (Factor("settled", self.policy.settled_factor),) if settled else ()
        factors = (Factor("difficulty", self.difficulty), *factors)
        return Verdict(reason=reason, target_s=optimum_s, factors=factors)

    def _formula_s(self) -> float:
        weight = self.difficulty * self.policy.maximum_branch + self.moves_after
        return min(max(self.difficulty * self.weight_s / weight, self.least_s), self.most_s)

    def _adapt(self, before: Iteration, now: Iteration) -> None:
        policy, difficulty = self.policy, self.difficulty
        changed = now.best_move != before.best_move
        if before.score_cp - now.score_cp > policy.drop_cp:
            difficulty *= policy.drop_factor
        elif changed:
            difficulty = max(difficulty, min(difficulty * policy.change_factor, policy.change_difficulty))
        else:
            difficulty = max(difficulty * policy.stable_factor, policy.least_difficulty)
        if not self._swung and abs(now.score_cp - before.score_cp) > policy.tactical_swing_cp:
            self._swung = True
            difficulty *= policy.tactical_factor
        self._changes += changed
        if changed and self._changes == policy.tactical_changes:
            difficulty *= policy.tactical_factor
        self.difficulty = min(difficulty, policy.most_difficulty)

    def _settled(self, before: Iteration, now: Iteration) -> bool:
        if now.depth < self.policy.settled_from_depth or now.best_move != before.best_move:
            return False
        return abs(now.score_cp - before.score_cp) < self.policy.settled_cp
