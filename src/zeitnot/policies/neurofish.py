"""NeuroFish policy: a move time by clock regime, minimum depths, a prediction before each depth."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from zeitnot.errors import SettingError
from zeitnot.monitors import Monitor, between_depths
from zeitnot.policies.base import PolicyBase
from zeitnot.policies.parameters import Centipawns, Count, Depth, Multiplier, Range, Seconds, Share, check
from zeitnot.turns import (
    GO_ON,
    Aspiration,
    Budget,
    Iteration,
    Progress,
    Quiescence,
    Reason,
    SearchSettings,
    Trail,
    Turn,
    Verdict,
    seconds_text,
)

Divisor = Annotated[float, Range(1.0, 1_000.0)]
Events = tuple[str, ...]

# The document's names of the diagnostic counters; the search counts those of the quiescence itself.
_SHALLOW = {2: ("shallow_search_d2",), 3: ("shallow_search_d3",)}
_SWING = ("score_instability",)
_FORCED = Verdict(events=("min_depth_forced",))
_EXTENDED = Verdict(clears_soft_stop=True, events=(*_SWING, "tactical_extension"))

_RECIPES: Mapping[str, Mapping[str, Any]] = {
    "flagging": dict(emergency_reserve_s=1.0, reserve_s=2.0, preferred_depth=4, quiescence_share=0.25),
    "shallow-search": dict(preferred_depth=6, tactical_depth=6, safety_margin=0.45, quiescence_depth=25),
    # The document says to raise the interval, but means more checks: a smaller figure.
    "quiescence-explosion": dict(
        quiescence_depth=18, quiescence_share=0.25, quiescence_moves=(8, 5, 2, 1), quiescence_node_interval=15
    ),
    "score-instability": dict(instability_cp=250.0, aspiration_window_cp=100, aspiration_retries_tactical=4),
}
"""The document's recipes for four problems."""
_READINGS: Mapping[str, Mapping[str, Any]] = {
    "cap-of-clock": dict(cap_less_reserve=False),
    "cap-less-reserve": dict(cap_less_reserve=True),
    "stop-between-depths": dict(stops_mid_move=False),
    "stop-mid-move": dict(stops_mid_move=True),
}
"""Both readings of two passages in which the document contradicts itself; the first is the default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Neurofish(PolicyBase):
    """Plans a move time, searches to a minimum depth, then begins only depths that will finish.

    The figures are those of the NeuroFish document unless a field says otherwise.
    """

    name: ClassVar[str] = "neurofish"
    games: ClassVar[tuple[str, ...]] = ("chess",)
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {**_RECIPES, **_READINGS}

    overhead_s: Seconds = 0.5
    """Time taken off the move time on a normal or low clock; meant for a network that starts slowly."""
    reserve_s: Seconds = 1.5
    """Reserve that is never divided among the moves."""
    least_moves: Count = 25
    """Least number of moves that the clock is divided by, also used when the rules do not say."""
    low_below_s: Seconds = 30.0
    """Time below which the clock is low."""
    critical_below_s: Seconds = 10.0
    """Time below which the clock is critical."""
    emergency_below_s: Seconds = 3.0
    """Time below which the clock is an emergency."""
    normal_increment_share: Share = 0.8
    """Part of the increment spent on a normal clock."""
    low_increment_share: Share = 0.7
    """Part of the increment spent on a low clock."""
    critical_increment_share: Share = 0.5
    """Part of the increment spent on a critical clock."""
    normal_divisor: Divisor = 10.0
    """On a normal clock, one move gets at most the clock divided by this."""
    low_divisor: Divisor = 12.0
    """On a low clock, one move gets at most the clock divided by this."""
    cap_less_reserve: bool = False
    """Whether the reserve is subtracted before the clock is divided for that cap: not in the document's
    formula, but in its worked example."""
    critical_divisor: Divisor = 20.0
    """Divisor of a critical clock, after the reserve is subtracted."""
    emergency_divisor: Divisor = 10.0
    """Divisor of an emergency clock."""
    emergency_kept_s: Seconds = 0.5
    """Time subtracted from an emergency clock before it is divided."""
    minimum_move_time_s: Seconds = 0.01
    """Shortest move time; this project's figure, because the document's sums can become negative."""
    hard_stop_factor: Annotated[float, Range(1.0, 100.0)] = 1.5
    """Hard stop as a multiple of the move time; the soft stop is the move time itself."""
    emergency_move_time_s: Seconds = 0.15
    """Move time below which the emergency search is used."""
    emergency_grace_s: Seconds = 0.1
    """Time from the end of the move time to the hard stop of the emergency search."""
    emergency_depth: Annotated[int, Range(1, 246)] = 2
    """Depth limit of the emergency search."""
    emergency_quiescence_depth: Depth = 1
    """Deepest quiescence ply of the emergency search; this project's figure for a minimal quiescence."""
    absolute_depth: Depth = 3
    """Depth that the soft stop always waits for, whatever the other minimum depths are."""
    preferred_depth: Depth = 5
    """Depth that is finished in normal positions in spite of the soft stop."""
    tactical_depth: Depth = 5
    """Depth that is finished in tactical positions in spite of the soft stop."""
    unstable_depth: Depth = 5
    """Depth that is finished with unstable scores in spite of the soft stop."""
    stops_mid_move: bool = False
    """Whether the soft stop ends a depth beyond every minimum between two root moves; the document lets the
    depth finish, but also checks the stop inside a depth, without saying when."""
    instability_cp: Centipawns = 200.0
    """Score swing between two depths above which the position is unstable and tactical."""
    instability_after_depth: Depth = 2
    """Depth up to which score swings do not count."""
    branching_factor: Multiplier = 4.0
    """Predicted time of the next depth as a multiple of the last."""
    safety_margin: Multiplier = 0.55
    """Part of the predicted time of a depth that must be left for it to begin."""
    emergency_reserve_s: Seconds = 0.75
    """Time left of the move time below which the preferred depth is enough; a shorter move time always ends
    there."""
    node_interval: Count = 1
    """Nodes between two clock checks; more are fine as long as a hard stop is noticed within 1 ms."""
    quiescence_depth: Annotated[int, Range(1, 246)] = 22
    """Deepest quiescence ply."""
    quiescence_moves: tuple[Count, Count, Count, Count] = (10, 5, 2, 1)
    """Moves searched in each band of quiescence depth, from shallow to deep."""
    quiescence_divisors: tuple[Divisor, Divisor, Divisor] = (4.0, 2.0, 1.33)
    """Divisors of the deepest quiescence ply that give the ends of the first three bands."""
    quiescence_share: Share = 0.35
    """Share of the move time that quiescence may use before the soft stop is set."""
    quiescence_critical_share: Share = 0.88
    """Share of the move time after which quiescence is restricted."""
    quiescence_critical_moves: Count = 5
    """Largest number of moves that restricted quiescence searches in a position."""
    quiescence_soft_stop_divisor: Divisor = 7.0
    """Divisor of the deepest quiescence ply that gives its end once the soft stop is set."""
    quiescence_check_depth: Depth = 1
    """Quiescence plies in which quiet checking moves are searched; this project's figure, because the
    document mentions checks without a depth."""
    quiescence_node_interval: Count = 25
    """Quiescence nodes between two clock checks."""
    quiescence_move_interval: Count = 5
    """Moves of one quiescence node between two clock checks."""
    aspiration_window_cp: Count = 75
    """Half width of the aspiration window."""
    aspiration_retries: Annotated[int, Range(0, 100)] = 2
    """Aspiration failures before the full window is opened and the position counts as tactical."""
    aspiration_retries_tactical: Annotated[int, Range(0, 100)] = 3
    """Aspiration failures before the full window is opened in tactical positions."""

    def __post_init__(self) -> None:
        check(self)
        regimes = (self.emergency_below_s, self.critical_below_s, self.low_below_s)
        if list(regimes) != sorted(regimes):
            raise SettingError(f"emergency_, critical_ and low_below_s must rise, got {regimes!r}")
        if list(self.quiescence_divisors) != sorted(self.quiescence_divisors, reverse=True):
            raise SettingError(f"quiescence_divisors must fall, got {self.quiescence_divisors!r}")

    def plan(self, turn: Turn) -> Budget:
        """Return a budget with the move time as target and a multiple of it as hard stop."""
        bearable_s = max(0.0, turn.clock.bearable_s)
        target = self._move_time(turn).at_least("shortest move time", self.minimum_move_time_s)
        target = target.at_most("clock", bearable_s)
        # Free time is no emergency, however little the regimes grant.
        emergency = max(target.seconds, turn.clock.lasting_s) < self.emergency_move_time_s
        limit = target.times("hard stop", self.hard_stop_factor)
        if emergency:
            limit = target.plus("emergency hard stop", self.emergency_grace_s)
        return Budget(
            target=target,
            limit=limit.at_most("clock", bearable_s),
            minimum_depth=min(self.absolute_depth, self.emergency_depth)
            if emergency
            else self.absolute_depth,
            settings=self._settings(emergency=emergency),
            emergency=emergency or turn.clock.remaining_s < self.emergency_below_s,
        )

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Return a monitor that decides after every depth whether the next one begins."""
        depth = budget.settings.maximum_depth
        return _DepthFlow(policy=self, target_s=budget.target_s, limit_s=budget.limit_s, maximum_depth=depth)

    def _move_time(self, turn: Turn) -> Trail:
        left_s, increment_s = turn.clock.remaining_s, turn.clock.increment_s
        if left_s < self.emergency_below_s:
            trail = Trail.start("emergency clock", left_s).plus("kept back", -self.emergency_kept_s)
            return trail.times("share of a move", 1.0 / self.emergency_divisor)
        moves: float = max(turn.clock.moves_to_go or 0, self.least_moves)
        part = None
        capped_s = left_s - self.reserve_s if self.cap_less_reserve else left_s
        if left_s < self.critical_below_s:
            regime, share, moves = "critical", self.critical_increment_share, self.critical_divisor
        elif left_s < self.low_below_s:
            regime, share, part = "low", self.low_increment_share, capped_s / self.low_divisor
        else:
            regime, share, part = "normal", self.normal_increment_share, capped_s / self.normal_divisor
        trail = Trail.start(f"{regime} clock", left_s).plus("reserve", -self.reserve_s)
        trail = trail.times("share of a move", 1.0 / moves, f"{moves:g} moves")
        if increment_s:
            trail = trail.plus("increment", increment_s * share)
        if part is not None:
            trail = trail.at_most("part of the clock", part).plus("overhead", -self.overhead_s)
        return trail

    def _settings(self, *, emergency: bool) -> SearchSettings:
        depth, (first, second, third) = self.quiescence_depth, self.quiescence_divisors
        quiescence = Quiescence(
            depth_limit=min(depth, self.emergency_quiescence_depth) if emergency else depth,
            move_limits=self.quiescence_moves,
            band_ends=(1.0 / first, 1.0 / second, 1.0 / third),
            budget_share=self.quiescence_share,
            critical_share=self.quiescence_critical_share,
            critical_moves=self.quiescence_critical_moves,
            soft_stop_depth=int(depth / self.quiescence_soft_stop_divisor),
            check_depth=0 if emergency else self.quiescence_check_depth,
            node_interval=self.quiescence_node_interval,
            move_interval=self.quiescence_move_interval,
        )
        aspiration = Aspiration(
            window_cp=self.aspiration_window_cp,
            retries=self.aspiration_retries,
            retries_tactical=self.aspiration_retries_tactical,
            widens_later=True,
            tactical_swing_cp=self.instability_cp,
            swing_after_depth=self.instability_after_depth,
        )
        minimums = (self.absolute_depth, self.preferred_depth, self.tactical_depth, self.unstable_depth)
        return SearchSettings(
            node_interval=self.node_interval,
            maximum_depth=self.emergency_depth if emergency else None,
            break_off_depth=max(minimums) if self.stops_mid_move else None,
            quiescence=quiescence,
            aspiration=aspiration,
        )


@dataclass(slots=True, kw_only=True)
class _DepthFlow:
    """Decides after every depth: hard stop, minimum depth, soft stop, prediction, reserve, in this order.

    Depths up to the current minimum begin even after the soft stop and against the prediction: only the hard
    stop limits them. A score swing clears the soft stop for one decision: the next depth is then predicted
    against the hard stop, because against the move time it would hardly ever begin. Inside the search the
    soft stop is then delayed to the hard stop until that depth is done.
    """

    policy: Neurofish
    target_s: float
    limit_s: float
    maximum_depth: int | None
    _last: Iteration | None = None
    _tactical: bool = False
    _unstable: bool = False
    _stopped: bool = False

    def observe(self, progress: Progress) -> Verdict:
        """Judge a finished depth; between depths only the hard stop counts."""
        elapsed_s = progress.elapsed_s
        if not isinstance(progress, Iteration):
            reason = between_depths(progress, target_s=self.target_s, limit_s=self.limit_s).reason
            return GO_ON if reason is None else self._stop(reason, elapsed_s)
        before, self._last = self._last, progress
        swing = self._swing(before, progress)
        if elapsed_s >= self.limit_s:
            return self._stop(Reason.LIMIT, elapsed_s, swing)
        if self.maximum_depth is not None and progress.depth >= self.maximum_depth:
            return self._stop(Reason.DEPTH, elapsed_s, swing)
        depth_s = elapsed_s - before.elapsed_s if before else elapsed_s
        return self._next_depth(progress, depth_s, swing)

    def _swing(self, before: Iteration | None, now: Iteration) -> Events:
        policy = self.policy
        if now.fail_highs + now.fail_lows > policy.aspiration_retries:
            self._tactical = True
        if before is None or now.depth <= policy.instability_after_depth:
            return ()
        if abs(now.score_cp - before.score_cp) <= policy.instability_cp:
            return ()
        self._unstable = self._tactical = True
        return _SWING

    def _next_depth(self, now: Iteration, depth_s: float, swing: Events) -> Verdict:
        policy, elapsed_s = self.policy, now.elapsed_s
        soft_stop = not swing and (now.soft_stopped or elapsed_s >= self.target_s)
        if now.depth < self._minimum_depth():
            return _FORCED if soft_stop else _EXTENDED if swing else GO_ON
        if soft_stop:
            return self._stop(Reason.TARGET, elapsed_s)
        left_s = (self.limit_s if swing else self.target_s) - elapsed_s
        next_s = depth_s * policy.branching_factor
        if left_s < next_s * policy.safety_margin:
            note = f"the next depth would take about {seconds_text(next_s)}, {seconds_text(left_s)} are left"
            return self._stop(Reason.UNAFFORDABLE, elapsed_s, swing, note)
        if swing:
            return _EXTENDED
        if left_s < policy.emergency_reserve_s and now.depth >= policy.preferred_depth:
            return self._stop(Reason.RESERVE, elapsed_s, ("emergency_reserve_stop",))
        return GO_ON

    def _minimum_depth(self) -> int:
        policy = self.policy
        depth = policy.tactical_depth if self._tactical else policy.preferred_depth
        return max(policy.unstable_depth if self._unstable else depth, policy.absolute_depth)

    def _stop(self, reason: Reason, elapsed_s: float, events: Events = (), note: str = "") -> Verdict:
        if self._stopped:  # a search that is slow to stop is counted once
            return Verdict(reason=reason, note=note)
        self._stopped = True
        events += _SHALLOW.get(self._last.depth, ()) if self._last else ()
        events += ("time_overruns",) if elapsed_s > self.target_s else ()
        return Verdict(reason=reason, events=events, note=note)
