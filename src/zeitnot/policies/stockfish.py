"""Stockfish policy: how Stockfish of 2026 allocates and stops, with its figures; a peer to compare with."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from zeitnot.errors import SettingError
from zeitnot.monitors import Monitor, between_depths
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
"""Keeps a factor finite whatever is divided: without end times an optimum of 0 is no number."""
_FALLING = Factor("falling score", 1.0)
_EFFORT = Factor("share of nodes", 1.0)
_STABILITY = Factor("stability", 1.0)
_REDUCTION = Factor("time reduction", 0.0)
_Pair = tuple[float, float]
_Line = tuple[float, float, float, float, float]
"""A point, the slope, and the values between which the line is clamped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StockfishMemory(Memory):
    """What the next turn needs of this one beside its score."""

    time_reduction: float
    """How much the turn was shortened, because its best move had settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stockfish(PolicyBase):
    """Plans by ply and clock; stops by falling score, and by how settled the best move looks."""

    name: ClassVar[str] = "stockfish"
    games: ClassVar[tuple[str, ...]] = ("chess",)
    named_after_engine: ClassVar[bool] = True

    overhead_s: Seconds = 0.01
    """Time lost per move, the option Move Overhead; the measured mean counts when it is larger."""
    ponders: bool = False
    """Whether the engine thinks on the opponent's time, the option Ponder."""
    ponder_factor: Multiplier = 1.25
    """Factor on the optimum of an engine that ponders."""
    horizon_moves: Turns = 50.0
    """Moves planned for, at most."""
    short_clock_s: Seconds = 1.0
    """Below this the horizon shrinks with the clock, unless the rules say how many moves are to go."""
    short_moves_per_s: Turns = 50.0
    """Moves planned for per second of a short clock."""
    spare_overheads: Multiplier = 2.0
    """Overheads kept back beside one for every move planned for."""
    game_slope: Multiplier = 0.3272
    """Weight in the game's factor of the decimal logarithm of the first clock, in ms over the horizon."""
    game_offset: Figure = -0.4141
    """Constant of the game's factor."""
    ply_base: Multiplier = 0.012112
    """Share of the horizon that a move gets at any ply."""
    ply_shift: Multiplier = 3.22713
    """Added to the ply before the power is taken."""
    ply_exponent: Share = 0.46866
    """Power of the ply."""
    ply_weights: tuple[Multiplier, Multiplier, Multiplier] = (0.0029869, 0.00033554, 0.004905)
    """Weight of that power with one second on the clock, its gain with each tenfold clock, and its most."""
    optimum_share: Share = 0.19404
    """Largest part of the clock for the optimum, before the game's factor."""
    maximum_scales: tuple[Multiplier, Multiplier, Multiplier] = (3.3744, 3.0608, 3.1441)
    """Optima in a maximum with one second on the clock, the gain with each tenfold clock, and the least."""
    maximum_plies: Turns = 12.352
    """So many plies make the maximum one optimum larger."""
    maximum_most: Multiplier = 6.873
    """Most optima in a maximum."""
    stage_base: Multiplier = 0.88
    """With moves to go: part of an even share at the start of the game."""
    stage_plies: Turns = 116.4
    """With moves to go: so many plies add one even share."""
    stage_share: Share = 0.88
    """With moves to go: largest part of the clock for the optimum."""
    stage_maximum: tuple[Multiplier, Multiplier] = (1.3, 0.11)
    """With moves to go: optima in a maximum, and what each move to go adds."""
    largest_share: Share = 0.8097
    """Largest part of the clock for the maximum, less the overhead."""
    behind_weight: Share = 0.9
    """Weight of the opponent's lead on the clock, a share of both clocks, that comes off the optimum."""
    falling_base: Multiplier = 11.48
    """Hundredths of the optimum that a steady score is worth."""
    falling_previous: Multiplier = 2.30
    """Hundredths for each unit lost since the previous move."""
    falling_recent: Multiplier = 1.1
    """Hundredths for each unit lost over the last four iterations."""
    falling_range: tuple[Multiplier, Multiplier] = (0.576, 1.728)
    """Clamp of the falling score's factor."""
    units_per_cp: Multiplier = 1.0
    """Score units in a centipawn; Stockfish's own units are finer, so more makes the score weigh more."""
    stable_from: tuple[Figure, Figure] = (4.96, 0.639)
    """Depths since the best move changed, and the time reduction there; first point of the line."""
    stable_to: tuple[Figure, Figure] = (18.79, 1.712)
    """Second point of the line."""
    stable_range: tuple[Multiplier, Multiplier] = (0.629, 1.544)
    """Clamp of the time reduction."""
    stable_carry: tuple[Multiplier, Multiplier] = (1.468, 2.284)
    """Added to the previous move's time reduction, part of which is spent here; divides with the own one."""
    first_reduction: Multiplier = 0.85
    """Previous time reduction on the first move of a game."""
    changes_factor: tuple[Multiplier, Multiplier] = (1.077, 2.229)
    """Factor without changes of the best move, and what each change adds."""
    changes_memory: Share = 0.5
    """Part of the count that is carried to the next iteration."""
    effort_from: tuple[Figure, Figure] = (0.758, 0.969)
    """Best move's share of the nodes, and the factor there; first point of the line."""
    effort_to: tuple[Figure, Figure] = (1.0451, 0.714)
    """Second point of the line."""
    effort_range: tuple[Multiplier, Multiplier] = (0.693, 0.838)
    """Clamp of that factor; a search that does not know the share has the factor 1."""
    one_move_s: Seconds = 0.5
    """Most for the only legal move."""
    mate_moves: tuple[Count, Count] = (2, 1)
    """Giving mate in so many moves or fewer ends the search, and so does being mated in so many."""

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
        """Take over the options Ponder and Move Overhead, which it plans with."""
        if host.overhead_s is None:
            return {"ponders": host.ponders}
        # More than the customary lag is taken off the clock by the guard, for every policy alike.
        return {"ponders": host.ponders, "overhead_s": min(host.overhead_s, CUSTOMARY_LAG_S)}

    def plan(self, turn: Turn) -> Budget:
        """Plan one turn."""
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
        behind = self._behind_factor(turn, left_s)
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
        """Move the target after every iteration, and stop once it is past."""
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
            # Before the first iteration stands the previous score, or 0 on the first move of a game.
            recent_cp=[0.0 if math.isinf(previous_cp) else previous_cp] * 4,
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
        """Tell the factor that Stockfish computes once a game, from the clock the game began with."""
        first_s = turn.initial_s
        if first_s is None or not 0 < first_s < math.inf:
            first_s = left_s
        moves = self._moves(first_s, None)
        first_s += turn.clock.increment_s * (moves - 1) - overhead_s * (self.spare_overheads + moves)
        return self.game_slope * math.log10(max(1.0, first_s / _MS)) + self.game_offset

    def _behind_factor(self, turn: Turn, left_s: float) -> float:
        """Return the factor for a clock behind the opponent's: 1 when ahead, level or not known.

        With one move to go the opponent's clock may already hold the time of the next stage. Stockfish skips
        the rule for nodes as time as well, where it cannot know the opponent's; a clock that counts work here
        counts it for both sides.
        """
        opponent = turn.opponent
        if opponent is None or turn.clock.moves_to_go == 1 or opponent.remaining_s == math.inf:
            return 1.0
        other_s = max(0.0, opponent.remaining_s)
        return 1 + self.behind_weight * min(0.0, (left_s - other_s) / (_MS + left_s + other_s))

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
        most = self.stage_share * clock_share
        return min((self.stage_base + max(0, ply) / self.stage_plies) / moves, most) if moves else most


def _line(first: _Pair, second: _Pair, clamp: _Pair) -> _Line:
    return (*first, (second[1] - first[1]) / (second[0] - first[0]), *clamp)


def _at(x: float, line: _Line) -> float:
    x0, y0, slope, low, high = line
    return min(max(y0 + (x - x0) * slope, low), high)


@dataclass(slots=True, kw_only=True)
class _StopRule:
    """Four factors on the optimum, renewed after every iteration."""

    rules: Stockfish
    optimum_s: float
    limit_s: float
    one_move_s: float
    previous_cp: float
    carried: float
    recent_cp: list[float]
    stable_line: _Line
    effort_line: _Line
    seen: int = 0
    best_move: str = ""
    changed_at: int = 0
    changes: float = 0.0
    # Kept from one iteration to the next, because making them is most of the work.
    falling: Factor = _FALLING
    effort: Factor = _EFFORT
    stability: Factor = _STABILITY
    reduction: Factor = _REDUCTION
    memory: StockfishMemory = StockfishMemory(time_reduction=0.0)

    def observe(self, progress: Progress) -> Verdict:
        """Weigh a finished iteration; a tick inside one ends it at the limit only."""
        if not isinstance(progress, Iteration):
            return between_depths(progress, target_s=self.optimum_s, limit_s=self.limit_s)
        falling = self._falling(progress.score_cp)
        instability = self._instability(progress)
        self._reduce(_at(progress.depth - self.changed_at, self.stable_line))
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
        changes = iteration.best_move_changes
        if iteration.best_move != self.best_move:
            if self.best_move and not changes:
                changes = 1.0  # the search does not count inside its iterations
            self.best_move, self.changed_at = iteration.best_move, iteration.depth
        self.changes = self.changes * self.rules.changes_memory + changes
        base, slope = self.rules.changes_factor
        return base + slope * self.changes

    def _reduce(self, reduction: float) -> None:
        if reduction != self.reduction.value:
            self.reduction = Factor(_REDUCTION.name, reduction)
            self.memory = StockfishMemory(time_reduction=reduction)
            self.stability = Factor(_STABILITY.name, min(self.carried / reduction, _MOST_FACTOR))
