"""NeuroFish policy: a move time by regime of the clock, minimum depths, a prediction before each depth."""

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

# The document's names of the diagnostic counters; those of the quiescence are the search's to count.
_SHALLOW = {2: ("shallow_search_d2",), 3: ("shallow_search_d3",)}
_SWING = ("score_instability",)
_FORCED = Verdict(events=("min_depth_forced",))
_EXTENDED = Verdict(clears_soft_stop=True, events=(*_SWING, "tactical_extension"))

_RECIPES: Mapping[str, Mapping[str, Any]] = {
    "flagging": dict(emergency_reserve_s=1.0, reserve_s=2.0, preferred_depth=4, quiescence_share=0.25),
    "shallow-search": dict(preferred_depth=6, tactical_depth=6, safety_margin=0.45, quiescence_depth=25),
    # The document speaks of raising the interval and means more checks: a smaller figure.
    "quiescence-explosion": dict(
        quiescence_depth=18, quiescence_share=0.25, quiescence_moves=(8, 5, 2, 1), quiescence_node_interval=15
    ),
    "score-instability": dict(instability_cp=250.0, aspiration_window_cp=100, aspiration_retries_tactical=4),
}
"""What the document advises against four ills."""
_READINGS: Mapping[str, Mapping[str, Any]] = {
    "cap-of-clock": dict(cap_less_reserve=False),
    "cap-less-reserve": dict(cap_less_reserve=True),
    "stop-between-depths": dict(stops_mid_move=False),
    "stop-mid-move": dict(stops_mid_move=True),
}
"""Two passages in which the document contradicts itself, each read both ways; the first is the default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Neurofish(PolicyBase):
    """Turns the clock into a move time, searches to a minimum depth, then begins only what will finish.

    The figures are the NeuroFish document's unless a field says otherwise.
    """

    name: ClassVar[str] = "neurofish"
    games: ClassVar[tuple[str, ...]] = ("chess",)
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {**_RECIPES, **_READINGS}

    overhead_s: Seconds = 0.5
    """Taken off the move time on a normal or low clock; sized for a network that starts slowly."""
    reserve_s: Seconds = 1.5
    """Never divided among the moves."""
    least_moves: Count = 25
    """Moves the clock is divided by at least, and when the rules do not say how many come."""
    low_below_s: Seconds = 30.0
    """Below this the clock is low."""
    critical_below_s: Seconds = 10.0
    """Below this it is critical."""
    emergency_below_s: Seconds = 3.0
    """Below this it is an emergency."""
    normal_increment_share: Share = 0.8
    """Part of the increment spent on a normal clock."""
    low_increment_share: Share = 0.7
    """Part of the increment spent on a low clock."""
    critical_increment_share: Share = 0.5
    """Part of the increment spent on a critical clock."""
    normal_divisor: Divisor = 10.0
    """A normal clock gives one move at most the clock divided by this."""
    low_divisor: Divisor = 12.0
    """A low clock gives one move at most the clock divided by this."""
    cap_less_reserve: bool = False
    """Whether the reserve is taken off the clock before it is divided for that cap: the document's formula
    leaves it on, its worked example takes it off."""
    critical_divisor: Divisor = 20.0
    """A critical clock less the reserve is divided by this."""
    emergency_divisor: Divisor = 10.0
    """An emergency clock is divided by this."""
    emergency_kept_s: Seconds = 0.5
    """Taken off an emergency clock before it is divided."""
    minimum_move_time_s: Seconds = 0.01
    """Shortest move time; this project's figure, because the document's sums can turn negative."""
    hard_stop_factor: Annotated[float, Range(1.0, 100.0)] = 1.5
    """The hard stop stands at this multiple of the move time, the soft stop at the move time itself."""
    emergency_move_time_s: Seconds = 0.15
    """A shorter move time calls for the emergency search."""
    emergency_grace_s: Seconds = 0.1
    """The emergency search is stopped hard so long after its move time."""
    emergency_depth: Annotated[int, Range(1, 246)] = 2
    """The emergency search goes no deeper."""
    emergency_quiescence_depth: Depth = 1
    """Deepest quiescence ply of the emergency search; this project's figure for a minimal quiescence."""
    absolute_depth: Depth = 3
    """The soft stop waits for this depth whatever the minimums below are set to."""
    preferred_depth: Depth = 5
    """Depth finished in spite of the soft stop in normal positions."""
    tactical_depth: Depth = 5
    """The same in tactical positions."""
    unstable_depth: Depth = 5
    """The same while scores are unstable."""
    stops_mid_move: bool = False
    """Whether the soft stop breaks off a depth beyond every minimum between two root moves; the document lets
    the depth finish, but has the stop looked at inside a depth, too, without saying when."""
    instability_cp: Centipawns = 200.0
    """A larger swing between two depths makes the position unstable and tactical."""
    instability_after_depth: Depth = 2
    """Swings count only at greater depths than this."""
    branching_factor: Multiplier = 4.0
    """The next depth is predicted to take so many times as long as the last."""
    safety_margin: Multiplier = 0.55
    """A depth begins only when this part of its predicted time is left."""
    emergency_reserve_s: Seconds = 0.75
    """With less left of the move time, the preferred depth is enough; so a shorter move time ends there."""
    node_interval: Count = 1
    """Nodes between two looks at the clock; more are fine where a hard stop is still seen within 1 ms."""
    quiescence_depth: Annotated[int, Range(1, 246)] = 22
    """Deepest quiescence ply."""
    quiescence_moves: tuple[Count, Count, Count, Count] = (10, 5, 2, 1)
    """Moves looked at in each band of quiescence depth, shallow to deep."""
    quiescence_divisors: tuple[Divisor, Divisor, Divisor] = (4.0, 2.0, 1.33)
    """The first three bands end at the deepest ply divided by these."""
    quiescence_share: Share = 0.35
    """Share of the move time that quiescence may use before the soft stop is set."""
    quiescence_critical_share: Share = 0.88
    """Share of the move time after which quiescence is restricted."""
    quiescence_critical_moves: Count = 5
    """Moves it then looks at, at most."""
    quiescence_soft_stop_divisor: Divisor = 7.0
    """With the soft stop set, quiescence ends at the deepest ply divided by this."""
    quiescence_check_depth: Depth = 1
    """Quiescence plies in which quiet moves that give check are tried; the document names checks and no
    depth, so this project's figure."""
    quiescence_node_interval: Count = 25
    """Quiescence nodes between two looks at the clock."""
    quiescence_move_interval: Count = 5
    """Moves of one quiescence node between two looks at the clock."""
    aspiration_window_cp: Count = 75
    """Half width of the aspiration window."""
    aspiration_retries: Annotated[int, Range(0, 100)] = 2
    """Aspiration failures allowed before the full window is opened and the position counts as tactical."""
    aspiration_retries_tactical: Annotated[int, Range(0, 100)] = 3
    """The same in tactical positions."""

    def __post_init__(self) -> None:
        check(self)
        regimes = (self.emergency_below_s, self.critical_below_s, self.low_below_s)
        if list(regimes) != sorted(regimes):
            raise SettingError(f"emergency_, critical_ and low_below_s must rise, got {regimes!r}")
        if list(self.quiescence_divisors) != sorted(self.quiescence_divisors, reverse=True):
            raise SettingError(f"quiescence_divisors must fall, got {self.quiescence_divisors!r}")

    def plan(self, turn: Turn) -> Budget:
        """Make the move time the target and stop hard at half as much again."""
        bearable_s = max(0.0, turn.clock.bearable_s)
        target = self._move_time(turn).at_least("shortest move time", self.minimum_move_time_s)
        target = target.at_most("clock", bearable_s)
        # Time that costs later turns nothing is no emergency, however little the regimes grant.
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
        """Decide after every depth whether the next one begins."""
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

    Depths up to the current minimum begin past the soft stop and whatever the prediction: only the hard stop
    bounds them. A score swing takes the soft stop back for one decision: the next depth is then predicted
    against the hard stop, because against the move time it would hardly ever begin. Inside the search
    the soft stop then waits for the hard stop's time until that depth is done.
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
        if self._stopped:  # a search that is slow to obey is counted once
            return Verdict(reason=reason, note=note)
        self._stopped = True
        events += _SHALLOW.get(self._last.depth, ()) if self._last else ()
        events += ("time_overruns",) if elapsed_s > self.target_s else ()
        return Verdict(reason=reason, events=events, note=note)
