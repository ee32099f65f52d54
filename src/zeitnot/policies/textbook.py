"""Textbook policies: a soft limit that the search's behaviour moves, under a fixed hard limit."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from zeitnot.monitors import Monitor, between_depths
from zeitnot.policies.base import PolicyBase
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
    pluralised,
)

_LEAST_FACTOR, _MOST_FACTOR = 1e-6, 1e6
"""Bounds of factors that are applied again after every depth."""
_DROP, _CHANGES, _STABLE, _EASY = "score drop", "best move changes", "best move stable", "easy move"


@dataclass(frozen=True, slots=True, kw_only=True)
class Textbook(PolicyBase):
    """Basic allocation with rules for time trouble and dynamic adjustment; all figures are the textbook's.

    The textbook's listings multiply the soft limit again after every depth, which leaves nothing of it after
    a dozen quick ones. Here each rule describes a state of the search, and its factor applies once while the
    state lasts. The preset `listing` follows the listings to the letter.
    """

    name: ClassVar[str] = "textbook"
    games: ClassVar[tuple[str, ...]] = ("chess",)
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"listing": {"repeats": True}}

    moves_left: Turns = 30.0
    """Number of moves left assumed when the rules do not say."""
    soft_share: Multiplier = 0.6
    """Soft limit as a part of the base time."""
    hard_share: Multiplier = 2.0
    """Hard limit as a multiple of the base time."""
    largest_share: Share = 0.25
    """Largest part of the clock that the hard limit may be."""
    margin_s: Seconds = 0.05
    """Safety margin taken off both limits."""
    least_s: Seconds = 0.01
    """Least soft and hard limit."""
    low_s: Seconds = 30.0
    """Time below which there is time trouble."""
    low_soft_share: Share = 1 / 15
    """Largest part of the clock for the soft limit in time trouble."""
    low_hard_share: Share = 0.2
    """Largest part of the clock for the hard limit in time trouble."""
    emergency_s: Seconds = 10.0
    """Time below which it is an emergency."""
    emergency_increment_share: Share = 0.8
    """Largest part of the increment for the soft limit in an emergency: the clock itself is saved."""
    emergency_hard_share: Share = 1 / 3
    """Largest part of the clock for the hard limit in an emergency; it has an effect only if `low_hard_share`
    is larger."""
    drop_cp: Centipawns = 50.0
    """Fall of the score since the previous depth above which the position is difficult."""
    drop_factor: Multiplier = 1.5
    """Factor on the soft limit once the score has fallen by more than `drop_cp`."""
    free_changes: Count = 2
    """Number of changes of the best move without effect."""
    change_factor: Multiplier = 1.3
    """Factor on the soft limit after more changes than `free_changes`."""
    stable_iterations: Count = 5
    """Number of consecutive iterations that must confirm a best move for it to be stable."""
    stable_depth: Depth = 10
    """First depth at which a best move can be stable."""
    stable_factor: Multiplier = 0.7
    """Factor on the soft limit while the best move is stable."""
    easy_cp: Centipawns = 150.0
    """Lead over the second-best move above which the best move is easy."""
    easy_factor: Multiplier = 0.5
    """Factor on the soft limit while the best move is easy."""
    repeats: bool = False
    """Whether a factor is applied again after every depth that calls for it, as in the textbook's
    listings."""
    node_interval: Count = 2048
    """Nodes between two checks of the hard limit."""

    def __post_init__(self) -> None:
        check(self)

    def plan(self, turn: Turn) -> Budget:
        """Return the time budget of one turn."""
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
        gap_cp = math.floor(self.easy_cp) if self.easy_factor != 1.0 else 0
        settings = SearchSettings(node_interval=self.node_interval, gap_cp=gap_cp)
        budget = _budget(turn, soft, hard, self.least_s, settings)
        return replace(budget, emergency=left_s < self.emergency_s)

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Return a monitor that moves the soft limit with the search, and begins no new depth after it."""
        return _Dynamic(rules=self, soft=_SoftLimit(planned_s=budget.target_s, hard_s=budget.limit_s))


@dataclass(frozen=True, slots=True, kw_only=True)
class TextbookComplete(PolicyBase):
    """The complete manager at the end of the textbook's chapter, with its own figures."""

    name: ClassVar[str] = "textbook-complete"
    games: ClassVar[tuple[str, ...]] = ("chess",)

    moves_left: Turns = 40.0
    """Number of moves left assumed when the rules do not say."""
    margin_s: Seconds = 0.05
    """Safety margin taken off the optimal time."""
    least_s: Seconds = 0.01
    """Least soft and hard limit."""
    largest_share: Share = 0.25
    """Largest part of the clock that one move may take."""
    maximum_factor: Multiplier = 5.0
    """Hard limit as a multiple of the optimal time."""
    drop_cp: Centipawns = 30.0
    """Fall of the score since the previous depth above which the position is difficult."""
    drop_factor: Multiplier = 1.4
    """Factor on the soft limit at each fall by more than `drop_cp`."""
    change_factor: Multiplier = 1.2
    """Factor on the soft limit at each change of the best move."""
    node_interval: Count = 2048
    """Nodes between two checks of the hard limit."""

    def __post_init__(self) -> None:
        check(self)

    def plan(self, turn: Turn) -> Budget:
        """Return the time budget of one turn."""
        left_s = max(0.0, turn.clock.remaining_s)
        optimal = _base(turn, left_s, self.moves_left).plus("margin", -self.margin_s)
        optimal = optimal.at_least("floor", self.least_s)
        maximum = optimal.times("maximum", self.maximum_factor)
        maximum = maximum.at_most("share of the clock", left_s * self.largest_share)
        return _budget(turn, optimal, maximum, self.least_s, SearchSettings(node_interval=self.node_interval))

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Return a monitor that moves the soft limit with the search, and begins no new depth after it."""
        return _Complete(rules=self, soft=_SoftLimit(planned_s=budget.target_s, hard_s=budget.limit_s))


def _base(turn: Turn, left_s: float, moves_left: float) -> Trail:
    moves = turn.clock.moves_to_go or moves_left
    trail = Trail.start("even share", left_s / moves, f"{pluralised(moves, 'move')} to come")
    return trail.plus("increment", turn.clock.increment_s) if turn.clock.increment_s else trail


def _budget(turn: Turn, soft: Trail, hard: Trail, least_s: float, settings: SearchSettings) -> Budget:
    # The floor comes after the emergency, which would leave nothing without an increment.
    hard = hard.at_least("floor", least_s).at_most("clock", max(0.0, turn.clock.bearable_s))
    soft = soft.at_least("floor", least_s).at_most("hard limit", hard.seconds)
    return Budget(target=soft, limit=hard, settings=settings)


@dataclass(slots=True, kw_only=True)
class _SoftLimit:
    """The soft limit of a running turn, and the factors that currently apply."""

    planned_s: float
    hard_s: float
    factors: dict[str, float] = field(default_factory=dict)

    @property
    def soft_s(self) -> float:
        """The planned limit with all factors, within the hard limit."""
        return min(self.planned_s * math.prod(self.factors.values()), self.hard_s)

    def multiply(self, name: str, factor: float) -> None:
        """Apply a factor once more."""
        product = self.factors.get(name, 1.0) * factor
        self.factors[name] = min(max(product, _LEAST_FACTOR), _MOST_FACTOR)

    def verdict(self, iteration: Iteration, *, moved: bool) -> Verdict:
        """Return a verdict that stops after a finished depth past the soft limit."""
        soft_s, elapsed_s = self.soft_s, iteration.elapsed_s
        reason = None
        if elapsed_s >= self.hard_s:
            reason = Reason.LIMIT
        elif elapsed_s >= soft_s and iteration.depth >= 1:
            reason = Reason.TARGET
        if not moved and reason is None:
            return GO_ON
        factors = tuple(Factor(name, factor) for name, factor in self.factors.items())
        return Verdict(reason=reason, target_s=soft_s, factors=factors)


@dataclass(slots=True, kw_only=True)
class _Watch:
    """Moves the soft limit by rules that follow the depths."""

    soft: _SoftLimit
    last: Iteration | None = None

    def observe(self, progress: Progress) -> Verdict:
        """Apply the rules to a finished depth, then compare the time."""
        if not isinstance(progress, Iteration):
            return between_depths(progress, target_s=self.soft.soft_s, limit_s=self.soft.hard_s)
        before = dict(self.soft.factors)
        self._follow(progress)
        self.last = progress
        return self.soft.verdict(progress, moved=self.soft.factors != before)

    def _follow(self, iteration: Iteration) -> None:
        raise NotImplementedError


@dataclass(slots=True, kw_only=True)
class _Dynamic(_Watch):
    """The four rules of dynamic adjustment."""

    rules: Textbook
    changes: int = 0
    stable: int = 0

    def _follow(self, iteration: Iteration) -> None:
        rules, last = self.rules, self.last
        dropped = changed = False
        if last is not None:
            dropped = iteration.score_cp < last.score_cp - rules.drop_cp
            changed = iteration.best_move != last.best_move
            self.changes += changed
            self.stable = 0 if changed else self.stable + 1
        second_cp = iteration.second_score_cp
        # Events stay in effect; states of the search may end again.
        self._apply(_DROP, rules.drop_factor, now=dropped, ends=False)
        many = changed and self.changes > rules.free_changes
        self._apply(_CHANGES, rules.change_factor, now=many, ends=False)
        stable = self.stable >= rules.stable_iterations and iteration.depth >= rules.stable_depth
        self._apply(_STABLE, rules.stable_factor, now=stable, ends=True)
        easy = second_cp is not None and iteration.score_cp > second_cp + rules.easy_cp
        self._apply(_EASY, rules.easy_factor, now=easy, ends=True)

    def _apply(self, name: str, factor: float, *, now: bool, ends: bool) -> None:
        if now and (self.rules.repeats or name not in self.soft.factors):
            self.soft.multiply(name, factor)
        elif not now and ends and not self.rules.repeats:
            self.soft.factors.pop(name, None)


@dataclass(slots=True, kw_only=True)
class _Complete(_Watch):
    """The two rules of the complete manager; both may apply to one depth."""

    rules: TextbookComplete

    def _follow(self, iteration: Iteration) -> None:
        if self.last is not None and iteration.score_cp < self.last.score_cp - self.rules.drop_cp:
            self.soft.multiply(_DROP, self.rules.drop_factor)
        if self.last is not None and iteration.best_move != self.last.best_move:
            self.soft.multiply(_CHANGES, self.rules.change_factor)
