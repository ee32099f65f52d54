"""Stockfish policy: how Stockfish of 2026 allocates time and stops, with its figures, for comparison."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from zeitnot.errors import SettingError
from zeitnot.monitors import Monitor, RecentChanges, between_depths
from zeitnot.policies.base import Host, PolicyBase
from zeitnot.policies.parameters import Count, Figure, Multiplier, Seconds, Share, Turns, check
from zeitnot.turns import (
    CUSTOMARY_LAG_S,
    Budget,
    ChessFeatures,
    Factor,
    Iteration,
    Memory,
    Progress,
    Reason,
    Trail,
    Turn,
    Verdict,
    pluralised,
)

_MS = 0.001
_MOST_FACTOR = 1e9
"""Keeps a factor finite: infinity times an optimum of 0 is not a number."""
_FALLING = Factor("falling score", 1.0)
_EFFORT = Factor("share of nodes", 1.0)
_STABILITY = Factor("stability", 1.0)
_REDUCTION = Factor("time reduction", 0.0)
_Pair = tuple[float, float]
_Line = tuple[float, float, float, float, float]
"""A point, the slope, and the values between which the line is clamped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StockfishMemory(Memory):
    """What the next turn needs from this one besides its score."""

    time_reduction: float
    """How much the turn was shortened because its best move was stable."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stockfish(PolicyBase):
    """Plans by ply and clock; stops by falling score, and by how stable the best move is."""

    name: ClassVar[str] = "stockfish"
    games: ClassVar[tuple[str, ...]] = ("chess",)
    named_after_engine: ClassVar[bool] = True

    overhead_s: Seconds = 0.01
    """Time lost per move, the option Move Overhead; the measured mean is used if it is larger."""
    ponders: bool = False
    """Whether the engine thinks on the opponent's time, the option Ponder."""
    ponder_factor: Multiplier = 1.25
    """Factor on the optimum of an engine that ponders."""
    horizon_moves: Turns = 50.0
    """Largest number of moves planned for."""
    short_clock_s: Seconds = 1.0
    """Time below which the horizon shrinks with the clock, unless the rules give the moves to go."""
    short_moves_per_s: Turns = 50.0
    """Number of moves planned for per second of a short clock."""
    spare_overheads: Multiplier = 2.0
    """Number of overheads reserved in addition to one for every move planned for."""
    game_slope: Multiplier = 0.3272
    """Weight of the decimal logarithm of the first clock, in ms over the horizon, in the game's factor."""
    game_offset: Figure = -0.4141
    """Constant of the game's factor."""
    ply_base: Multiplier = 0.012112
    """Share of the horizon that a move gets at any ply."""
    ply_shift: Multiplier = 3.22713
    """Added to the ply before the power is taken."""
    ply_exponent: Share = 0.46866
    """Power of the ply."""
    ply_weights: tuple[Multiplier, Multiplier, Multiplier] = (0.0029869, 0.00033554, 0.004905)
    """Weight of that power with one second on the clock, its increase with each tenfold clock, and its
    maximum."""
    optimum_share: Share = 0.19404
    """Largest part of the clock for the optimum, before the game's factor."""
    maximum_scales: tuple[Multiplier, Multiplier, Multiplier] = (3.3744, 3.0608, 3.1441)
    """Maximum in optima with one second on the clock, its increase with each tenfold clock, and its
    minimum."""
    maximum_plies: Turns = 12.352
    """Number of plies that make the maximum one optimum larger."""
    maximum_most: Multiplier = 6.873
    """Largest maximum, in optima."""
    stage_base: Multiplier = 0.88
    """With moves to go: part of an even share at the start of the game."""
    stage_plies: Turns = 116.4
    """With moves to go: number of plies that add one even share."""
    stage_share: Share = 0.88
    """With moves to go: largest part of the clock for the optimum."""
    stage_maximum: tuple[Multiplier, Multiplier] = (1.3, 0.11)
    """With moves to go: maximum in optima, and what each move to go adds."""
    largest_share: Share = 0.8097
    """Largest part of the clock for the maximum, minus the overhead."""
    behind_weight: Share = 0.9
    """Weight of the opponent's lead on the clock, as a share of both clocks, that is taken off the
    optimum."""
    falling_base: Multiplier = 11.48
    """Hundredths of the optimum for a steady score."""
    falling_previous: Multiplier = 2.30
    """Hundredths of the optimum for each score unit lost since the previous move."""
    falling_recent: Multiplier = 1.1
    """Hundredths of the optimum for each score unit lost over the last four iterations."""
    falling_range: tuple[Multiplier, Multiplier] = (0.576, 1.728)
    """Bounds of the factor for a falling score."""
    units_per_cp: Multiplier = 1.0
    """Score units per centipawn; Stockfish's own units are finer, so a larger value gives the score more
    weight."""
    stable_from: tuple[Figure, Figure] = (4.96, 0.639)
    """First point of the stability line: depths since the best move changed, and the time reduction there."""
    stable_to: tuple[Figure, Figure] = (18.79, 1.712)
    """Second point of the stability line: depths since the best move changed, and the time reduction
    there."""
    stable_range: tuple[Multiplier, Multiplier] = (0.629, 1.544)
    """Bounds of the time reduction."""
    stable_carry: tuple[Multiplier, Multiplier] = (1.468, 2.284)
    """Added to the previous move's time reduction, and divisor together with this move's: part of the saved
    time is spent here."""
    first_reduction: Multiplier = 0.85
    """Previous time reduction on the first move of a game."""
    changes_factor: tuple[Multiplier, Multiplier] = (1.077, 2.229)
    """Factor without changes of the best move, and what each change adds."""
    changes_memory: Share = 0.5
    """Part of the number of changes that is carried to the next iteration."""
    effort_from: tuple[Figure, Figure] = (0.758, 0.969)
    """First point of the effort line: the best move's share of the nodes, and the factor there."""
    effort_to: tuple[Figure, Figure] = (1.0451, 0.714)
    """Second point of the effort line: the best move's share of the nodes, and the factor there."""
    effort_range: tuple[Multiplier, Multiplier] = (0.693, 0.838)
    """Bounds of the effort factor; it is 1 if the search does not report the share."""
    one_move_s: Seconds = 0.5
    """Longest time for the only legal move."""
    mate_moves: tuple[Count, Count] = (2, 1)
    """A mate for the engine in at most this many moves ends the search, and a mate against it in at most this
    many."""

    def __post_init__(self) -> None:
        check(self)
        for name in ("stable", "effort"):
            xs = getattr(self, f"{name}_from")[0], getattr(self, f"{name}_to")[0]
            if xs[0] == xs[1]:
                raise SettingError(f"{name}_from and {name}_to must differ in their first value, got {xs!r}")
        if not min(divisors := (*self.stable_range, self.stable_carry[1])) > 0:
            raise SettingError(f"stable_range and the divisor stable_carry must be above 0, got {divisors!r}")

    @classmethod
    def implied_settings(cls, host: Host, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Use the options Ponder and Move Overhead, which the plan depends on."""
        if host.overhead_s is None:
            return {"ponders": host.ponders}
        # The guard takes lag beyond the customary one off the clock, for all policies.
        return {"ponders": host.ponders, "overhead_s": min(host.overhead_s, CUSTOMARY_LAG_S)}

    def plan(self, turn: Turn) -> Budget:
        """Return the time budget of one turn."""
        clock = turn.clock
        left_s = max(_MS, clock.remaining_s)
        overhead_s = max(self.overhead_s, turn.overhead.mean_s)
        to_go = clock.moves_to_go
        moves = self._moves(left_s, to_go)
        horizon = Trail.start("clock", left_s, f"for {moves:g} moves")
        if clock.increment_s:
            horizon = horizon.plus("increments to come", clock.increment_s * (moves - 1))
        horizon = horizon.plus("overhead", -overhead_s * (self.spare_overheads + moves))
        horizon = horizon.at_least("floor", _MS)
        clock_share = left_s / horizon.seconds
        if to_go is None:
            optimum = horizon.times("game", self._game_factor(turn, left_s, overhead_s), "by the first clock")
            optimum = optimum.times("share", self._share(turn.ply, left_s, clock_share), f"at ply {turn.ply}")
            scale = self._maximum_scale(turn.ply, left_s)
        else:
            share = self._stage_share(turn.ply, moves, clock_share)
            optimum = horizon.times("share", share, f"{pluralised(to_go, 'move')} to go")
            scale = self.stage_maximum[0] + self.stage_maximum[1] * moves
        # Stockfish skips this with nodes as time: it cannot know the opponent's. Work time counts for both.
        behind = 1 + self.behind_weight * min(0.0, turn.clock_lead)
        if behind < 1:
            optimum = optimum.times("opponent's clock", behind, "has more time")
        optimum = optimum.at_least("floor", 0.0)
        limit = optimum.times("maximum", scale)
        limit = limit.at_most("share of the clock", self.largest_share * left_s - overhead_s)
        limit = limit.at_least("optimum", optimum.seconds).at_most("clock", max(0.0, clock.bearable_s))
        if self.ponders:
            optimum = optimum.times("pondering", self.ponder_factor)
        return Budget(target=optimum.at_most("limit", limit.seconds), limit=limit)

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Return a monitor that moves the target after every iteration, and stops once it has passed."""
        previous = turn.previous
        previous_cp = math.inf if previous is None or previous.score_cp is None else previous.score_cp
        memory = turn.remembered(StockfishMemory)
        reduction = self.first_reduction if memory is None else memory.time_reduction
        one_move = isinstance(turn.features, ChessFeatures) and turn.features.legal_moves == 1
        return _StopRule(
            rules=self,
            optimum_s=budget.target_s,
            limit_s=budget.limit_s,
            one_move_s=self.one_move_s if one_move or len(turn.limits.search_moves) == 1 else math.inf,
            previous_cp=previous_cp,
            carried=(self.stable_carry[0] + reduction) / self.stable_carry[1],
            # The first iteration is compared with the previous score, or with 0 on the first move of a game.
            recent_cp=[0.0 if math.isinf(previous_cp) else previous_cp] * 4,
            changes=RecentChanges(memory=self.changes_memory),
            stable_line=_line(self.stable_from, self.stable_to, self.stable_range),
            effort_line=_line(self.effort_from, self.effort_to, self.effort_range),
        )

    def _moves(self, left_s: float, to_go: int | None) -> float:
        if to_go is not None:
            return min(to_go, self.horizon_moves)
        if left_s < self.short_clock_s:
            return float(math.floor(self.short_moves_per_s * left_s + 1e-9))
        return self.horizon_moves

    def _game_factor(self, turn: Turn, left_s: float, overhead_s: float) -> float:
        """Return the factor that Stockfish computes once a game, from the first clock."""
        first_s = turn.initial_s
        if first_s is None or not 0 < first_s < math.inf:
            first_s = left_s
        moves = self._moves(first_s, None)
        first_s += turn.clock.increment_s * (moves - 1) - overhead_s * (self.spare_overheads + moves)
        return self.game_slope * math.log10(max(1.0, first_s / _MS)) + self.game_offset

    def _share(self, ply: int, left_s: float, clock_share: float) -> float:
        base, slope, most = self.ply_weights
        power = math.pow(max(0, ply) + self.ply_shift, self.ply_exponent)
        share = self.ply_base + power * min(base + slope * math.log10(left_s), most)
        return min(share, self.optimum_share * clock_share)

    def _maximum_scale(self, ply: int, left_s: float) -> float:
        base, slope, least = self.maximum_scales
        scale = max(base + slope * math.log10(left_s), least) + max(0, ply) / self.maximum_plies
        return min(self.maximum_most, scale)

    def _stage_share(self, ply: int, moves: float, clock_share: float) -> float:
        share = (self.stage_base + max(0, ply) / self.stage_plies) / moves
        return min(share, self.stage_share * clock_share)


def _line(first: _Pair, second: _Pair, clamp: _Pair) -> _Line:
    return (*first, (second[1] - first[1]) / (second[0] - first[0]), *clamp)


def _at(x: float, line: _Line) -> float:
    x0, y0, slope, low, high = line
    return min(max(y0 + (x - x0) * slope, low), high)


@dataclass(slots=True, kw_only=True)
class _StopRule:
    """Four factors on the optimum, updated after every iteration."""

    rules: Stockfish
    optimum_s: float
    limit_s: float
    one_move_s: float
    previous_cp: float
    carried: float
    recent_cp: list[float]
    changes: RecentChanges
    stable_line: _Line
    effort_line: _Line
    seen: int = 0
    # Kept from one iteration to the next, because creating them is most of the work.
    falling: Factor = _FALLING
    effort: Factor = _EFFORT
    stability: Factor = _STABILITY
    reduction: Factor = _REDUCTION
    memory: StockfishMemory = StockfishMemory(time_reduction=0.0)

    def observe(self, progress: Progress) -> Verdict:
        """Judge a finished iteration; a tick inside one stops it only at the limit."""
        if not isinstance(progress, Iteration):
            return between_depths(progress, target_s=self.optimum_s, limit_s=self.limit_s)
        falling = self._falling(progress.score_cp)
        instability = self._instability(progress)
        self._reduce(_at(progress.depth - self.changes.changed_at, self.stable_line))
        share = progress.best_move_share
        effort = 1.0 if share is None else _at(share, self.effort_line)
        if effort != self.effort.value:
            self.effort = Factor(_EFFORT.name, effort)
        if falling != self.falling.value:
            self.falling = Factor(_FALLING.name, falling)
        target_s = min(self.optimum_s * falling * self.stability.value * instability * effort, self.limit_s)
        reason = self._reason(progress, target_s)
        changes = Factor("best move changes", instability)
        factors = (self.falling, self.stability, changes, self.effort, self.reduction)
        return Verdict(
            reason=reason, target_s=min(target_s, self.one_move_s), factors=factors, memory=self.memory
        )

    def _reason(self, iteration: Iteration, target_s: float) -> Reason | None:
        giving, taking = self.rules.mate_moves
        if iteration.mate_in is not None and -taking <= iteration.mate_in <= giving:
            return Reason.MATE
        if iteration.elapsed_s > target_s:
            return Reason.LIMIT if target_s >= self.limit_s else Reason.TARGET
        return Reason.ONE_MOVE if iteration.elapsed_s > self.one_move_s else None

    def _falling(self, score_cp: float) -> float:
        rules, place = self.rules, self.seen & 3
        recent_cp, self.recent_cp[place] = self.recent_cp[place], score_cp
        self.seen += 1
        low, high = rules.falling_range
        if self.previous_cp == math.inf:
            return high  # Stockfish's previous score is infinite on the first move of a game
        lost = rules.falling_previous * (self.previous_cp - score_cp)
        lost += rules.falling_recent * (recent_cp - score_cp)
        return min(max((rules.falling_base + lost * rules.units_per_cp) / 100, low), high)

    def _instability(self, iteration: Iteration) -> float:
        base, slope = self.rules.changes_factor
        return base + slope * self.changes.after(iteration)

    def _reduce(self, reduction: float) -> None:
        if reduction != self.reduction.value:
            self.reduction = Factor(_REDUCTION.name, reduction)
            self.memory = StockfishMemory(time_reduction=reduction)
            self.stability = Factor(_STABILITY.name, min(self.carried / reduction, _MOST_FACTOR))
