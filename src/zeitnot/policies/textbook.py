"""Textbook policies: a soft limit that the search's behaviour moves, under a hard limit that stays."""

from dataclasses import dataclass, field
from typing import ClassVar

from zeitnot.monitors import Monitor, between_depths
from zeitnot.policies.parameters import Centipawns, Count, Depth, Multiplier, Seconds, Share, Turns, check
from zeitnot.turns import (
    GO_ON,
    Budget,
    Factor,
    Iteration,
    Progress,
    Reason,
    SearchSettings,
    Trail,
    Turn,
    Verdict,
    counted,
)

_DROP, _CHANGES, _STABLE, _EASY = "score drop", "best move changes", "best move stable", "easy move"


@dataclass(frozen=True, slots=True, kw_only=True)
class Textbook:
    """Basic allocation with rules for time trouble and dynamic adjustment; all figures are the textbook's."""

    name: ClassVar[str] = "textbook"
    games: ClassVar[tuple[str, ...]] = ("chess",)

    moves_left: Turns = 30.0
    """Moves assumed when the rules do not say how many come."""
    soft_share: Multiplier = 0.6
    """Soft limit as a part of the base time."""
    hard_share: Multiplier = 2.0
    """Hard limit as a multiple of the base time."""
    largest_share: Share = 0.25
    """Largest part of the clock that the hard limit may be."""
    margin_s: Seconds = 0.05
    """Safety margin taken off both limits."""
    least_s: Seconds = 0.01
    """Neither limit goes below this."""
    low_s: Seconds = 30.0
    """Time trouble begins below this."""
    low_soft_share: Share = 1 / 15
    """Largest part of the clock for the soft limit in time trouble."""
    low_hard_share: Share = 0.2
    """The same for the hard limit."""
    emergency_s: Seconds = 10.0
    """The emergency begins below this."""
    emergency_increment_share: Share = 0.8
    """Largest part of the increment for the soft limit in an emergency: the clock itself is kept."""
    emergency_hard_share: Share = 1 / 3
    """Largest part of the clock for the hard limit then; it binds only when time trouble is set looser."""
    drop_cp: Centipawns = 50.0
    """A score that fell by more than this since the depth before makes the position tricky."""
    drop_factor: Multiplier = 1.5
    """Factor on the soft limit at each such fall."""
    free_changes: Count = 2
    """Changes of the best move that cost nothing."""
    change_factor: Multiplier = 1.3
    """Factor at each change beyond these."""
    stable_iterations: Count = 5
    """Iterations in a row that confirm the best move of the one before them."""
    stable_depth: Depth = 10
    """Stability counts from this depth on."""
    stable_factor: Multiplier = 0.7
    """Factor when the best move is stable."""
    stable_repeats: bool = True
    """Whether every further stable iteration shortens again, as in the listing; else once per best move."""
    easy_cp: Centipawns = 150.0
    """A best move more than this ahead of the second is easy."""
    easy_factor: Multiplier = 0.5
    """Factor for an easy move, once a turn: at every depth it would leave no time at all."""
    node_interval: Count = 2048
    """Nodes between two looks at the hard limit."""

    def __post_init__(self) -> None:
        check(self)

    def plan(self, turn: Turn) -> Budget:
        """Plan one turn."""
        clock = turn.clock
        left_s = max(0.0, clock.remaining_s)
        base = _base(turn, left_s, self.moves_left)
        soft = base.times("soft share", self.soft_share).plus("margin", -self.margin_s)
        hard = base.times("hard share", self.hard_share)
        hard = hard.at_most("share of the clock", left_s * self.largest_share).plus("margin", -self.margin_s)
        if left_s < self.low_s:
            soft = soft.at_most("time trouble", left_s * self.low_soft_share, f"below {self.low_s:g} s")
            hard = hard.at_most("time trouble", left_s * self.low_hard_share, f"below {self.low_s:g} s")
        if left_s < self.emergency_s:
            increment_s = clock.increment_s * self.emergency_increment_share
            soft = soft.at_most("emergency", increment_s, f"below {self.emergency_s:g} s: increment only")
            hard = hard.at_most("emergency", left_s * self.emergency_hard_share)
        return _budget(turn, soft, hard, self.least_s, self.node_interval)

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Move the soft limit by what the search does, and begin no new depth after it."""
        return _Dynamic(rules=self, soft=_SoftLimit(soft_s=budget.target_s, hard_s=budget.limit_s))


@dataclass(frozen=True, slots=True, kw_only=True)
class TextbookComplete:
    """The complete manager at the end of the textbook's chapter, with figures of its own."""

    name: ClassVar[str] = "textbook-complete"
    games: ClassVar[tuple[str, ...]] = ("chess",)

    moves_left: Turns = 40.0
    """Moves assumed when the rules do not say how many come."""
    margin_s: Seconds = 0.05
    """Safety margin taken off the optimal time."""
    least_s: Seconds = 0.01
    """Neither limit goes below this."""
    largest_share: Share = 0.25
    """Largest part of the clock that one move may take."""
    maximum_factor: Multiplier = 5.0
    """Maximum as a multiple of the optimal time."""
    drop_cp: Centipawns = 30.0
    """A score that fell by more than this since the depth before makes the position tricky."""
    drop_factor: Multiplier = 1.4
    """Factor on the soft limit at each such fall."""
    change_factor: Multiplier = 1.2
    """Factor at each change of the best move."""
    node_interval: Count = 2048
    """Nodes between two looks at the hard limit."""

    def __post_init__(self) -> None:
        check(self)

    def plan(self, turn: Turn) -> Budget:
        """Plan one turn."""
        left_s = max(0.0, turn.clock.remaining_s)
        optimal = _base(turn, left_s, self.moves_left).plus("margin", -self.margin_s)
        optimal = optimal.at_least("floor", self.least_s)
        maximum = optimal.times("maximum", self.maximum_factor)
        maximum = maximum.at_most("share of the clock", left_s * self.largest_share)
        return _budget(turn, optimal, maximum, self.least_s, self.node_interval)

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Move the soft limit by what the search does, and begin no new depth after it."""
        return _Complete(rules=self, soft=_SoftLimit(soft_s=budget.target_s, hard_s=budget.limit_s))


def _base(turn: Turn, left_s: float, moves_left: float) -> Trail:
    moves = turn.clock.moves_to_go or moves_left
    trail = Trail.start("even share", left_s / moves, f"{counted(moves, 'move')} to come")
    return trail.plus("increment", turn.clock.increment_s) if turn.clock.increment_s else trail


def _budget(turn: Turn, soft: Trail, hard: Trail, least_s: float, node_interval: int) -> Budget:
    # The floor comes after the emergency, which without an increment would leave nothing.
    hard = hard.at_least("floor", least_s).at_most("clock", max(0.0, turn.clock.bearable_s))
    soft = soft.at_least("floor", least_s).at_most("hard limit", hard.seconds)
    return Budget(target=soft, limit=hard, settings=SearchSettings(node_interval=node_interval))


@dataclass(slots=True, kw_only=True)
class _SoftLimit:
    """The soft limit of a running turn, and what has moved it so far."""

    soft_s: float
    hard_s: float
    products: dict[str, float] = field(default_factory=dict)

    def scale(self, name: str, factor: float) -> None:
        """Multiply, and stay within the hard limit."""
        self.soft_s = min(self.soft_s * factor, self.hard_s)
        self.products[name] = self.products.get(name, 1.0) * factor

    def verdict(self, iteration: Iteration, *, moved: bool) -> Verdict:
        """Stop after a finished depth past the soft limit."""
        elapsed_s = iteration.elapsed_s
        reason = None
        if elapsed_s >= self.hard_s:
            reason = Reason.LIMIT
        elif elapsed_s >= self.soft_s and iteration.depth >= 1:
            reason = Reason.TARGET
        if not moved and reason is None:
            return GO_ON
        factors = tuple(Factor(name, product) for name, product in self.products.items())
        return Verdict(reason=reason, target_s=self.soft_s, factors=factors)


@dataclass(slots=True, kw_only=True)
class _Dynamic:
    """The four rules of dynamic adjustment."""

    rules: Textbook
    soft: _SoftLimit
    last: Iteration | None = None
    changes: int = 0
    stable: int = 0
    shortened: bool = False
    easy: bool = False

    def observe(self, progress: Progress) -> Verdict:
        """Apply the rules to a finished depth, then compare the time."""
        if not isinstance(progress, Iteration):
            return between_depths(progress, target_s=self.soft.soft_s, limit_s=self.soft.hard_s)
        rules, soft, last = self.rules, self.soft, self.last
        self.last = progress
        moved = False
        if last is not None:
            if progress.score_cp < last.score_cp - rules.drop_cp:
                soft.scale(_DROP, rules.drop_factor)
                moved = True
            moved |= self._follow_move(progress, changed=progress.best_move != last.best_move)
        second_cp = progress.second_score_cp
        if second_cp is not None and not self.easy and progress.score_cp > second_cp + rules.easy_cp:
            self.easy = moved = True
            soft.scale(_EASY, rules.easy_factor)
        return soft.verdict(progress, moved=moved)

    def _follow_move(self, iteration: Iteration, *, changed: bool) -> bool:
        rules = self.rules
        if changed:
            self.stable, self.shortened = 0, False
            self.changes += 1
            if self.changes <= rules.free_changes:
                return False
            self.soft.scale(_CHANGES, rules.change_factor)
            return True
        self.stable += 1
        if self.stable < rules.stable_iterations or iteration.depth < rules.stable_depth:
            return False
        if self.shortened and not rules.stable_repeats:
            return False
        self.shortened = True
        self.soft.scale(_STABLE, rules.stable_factor)
        return True


@dataclass(slots=True, kw_only=True)
class _Complete:
    """The two rules of the complete manager; both may apply to one depth."""

    rules: TextbookComplete
    soft: _SoftLimit
    last: Iteration | None = None

    def observe(self, progress: Progress) -> Verdict:
        """Apply the rules to a finished depth, then compare the time."""
        if not isinstance(progress, Iteration):
            return between_depths(progress, target_s=self.soft.soft_s, limit_s=self.soft.hard_s)
        last, self.last = self.last, progress
        moved = False
        if last is not None:
            if progress.score_cp < last.score_cp - self.rules.drop_cp:
                self.soft.scale(_DROP, self.rules.drop_factor)
                moved = True
            if progress.best_move != last.best_move:
                self.soft.scale(_CHANGES, self.rules.change_factor)
                moved = True
        return self.soft.verdict(progress, moved=moved)
