"""MAGPIE allocation: how long a turn may take, and how its time is divided by phase of work."""

import math
from bisect import bisect_left
from dataclasses import dataclass, replace

from zeitnot.errors import SettingError
from zeitnot.policies.parameters import Count, Multiplier, Points, Seconds, Share, Turns
from zeitnot.policies.scrabble_split import ScrabbleSplit
from zeitnot.turns import (
    LAST_TURNS,
    TILES_PER_TURN,
    Budget,
    Reason,
    ScrabbleFeatures,
    Split,
    Trail,
    Turn,
    pluralised,
)

_MOST_WORK = 1_000_000_000
"""Largest number of samples or nodes: more than any turn has time for."""
_LEAST_MEAN = 0.1
"""Least mean complexity: a smaller one would give one turn everything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MagpieAllocation(ScrabbleSplit):
    """A share of the clock with a reserve, scaled by complexity and phase, divided by phase of work."""

    reserve_share: Share = 0.2
    """Part of the clock that is reserved for the last turns."""
    reserve_turns: Turns = 3.0
    """Number of turns left at which the reserve is released."""
    tiles_per_turn: Turns = TILES_PER_TURN
    """Mean number of tiles that a turn uses, counted in static games; the document has 4.5."""
    last_turns: Multiplier = LAST_TURNS
    """Turns in addition to the number that the tiles make, counted in static games; the document has none."""
    turns_without_tiles: Turns = 30.0
    """Number of turns assumed without a Scrabble position; not in the document, which covers one game
    only."""
    increment_share: Share = 0.9
    """Part of an increment spent on the turn that earns it; the document does not specify it."""
    figures_for_s: Seconds = 1500.0
    """First clock that `low_time_s`, `safety_s` and `floor_margin_s` are meant for: the document's 25
    minutes. On a shorter clock they are the same share of it; 0 to use them unchanged on every clock."""
    least_reserve_s: Seconds = 0.2
    """Least value of `low_time_s` and `safety_s` on a short clock: enough for a static move. Not in the
    document."""
    spare_turns: Count = 3
    """Number of turns beyond the expected ones for which a short clock reserves time for a static move, in
    addition to `safety_s`. Not in the document."""
    floor_margin_s: Seconds = 0.1
    """Margin on the least time of a turn, which is one move generation plus this."""
    gap_steps_pts: tuple[Points, Points, Points] = (5.0, 2.0, 0.5)
    """Gaps between the two best moves: a factor applies above the first, above the second, and below the
    third."""
    gap_factors: tuple[Multiplier, Multiplier, Multiplier] = (0.3, 0.6, 1.5)
    """Factors for the gaps of `gap_steps_pts`."""
    many_moves: Count = 10
    """Number of competitive moves above which the decision is harder."""
    many_factor: Multiplier = 1.3
    """Factor for many competitive moves."""
    few_moves: Count = 2
    """Number of competitive moves up to which the decision is easier."""
    few_factor: Multiplier = 0.7
    """Factor for few competitive moves."""
    close_game_pts: Points = 20.0
    """Score difference below which the game is close."""
    close_factor: Multiplier = 1.2
    """Factor for a close game."""
    small_bag_tiles: Count = 15
    """Number of tiles in the bag below which simulations converge faster."""
    small_bag_factor: Multiplier = 0.8
    """Factor for a small bag."""
    least_complexity: Multiplier = 0.2
    """Lower bound of the product of the complexity factors."""
    most_complexity: Multiplier = 3.0
    """Upper bound of the product of the complexity factors."""
    phase_tiles: tuple[Count, Count, Count, Count] = (80, 50, 25, 14)
    """Numbers of unseen tiles above which the phases begin."""
    phase_factors: tuple[Multiplier, Multiplier, Multiplier, Multiplier, Multiplier, Multiplier] = (
        0.6,
        0.8,
        1.0,
        1.5,
        2.0,
        2.5,
    )
    """Factors of the phases; the last two are for few unseen tiles, with and without tiles in the bag."""
    first_unseen: Count = 93
    """Number of unseen tiles on the first turn of a game."""
    rack_tiles: Count = 7
    """Number of tiles on a full rack."""
    endgame_share: Share = 0.003
    """Planned part of the first clock that is left when the bag is empty: endgames are solved quickly. Not in
    the document."""
    plan_parts: tuple[Multiplier, Multiplier, Multiplier, Multiplier, Multiplier] = (
        0.65,
        1.0,
        1.0,
        0.75,
        0.4,
    )
    """Part of its factor that each phase before the empty bag has in that plan, by what games use: many
    first turns are clear, many games skip the last phases, and the last tiles of the bag are searched
    quickly. Not in the document."""
    mean_complexity: tuple[Multiplier, Multiplier, Multiplier, Multiplier, Multiplier] = (
        0.85,
        0.6,
        0.6,
        0.55,
        0.5,
    )
    """Mean complexity by phase in 120 static games, where a quick exit counts as 0."""
    most_catch_up: Multiplier = 6.0
    """Largest factor for turns when more of the clock is left than planned: the complexity factors are below
    1 on average, and time left over at the end is wasted. Not in the document."""
    least_kept: Share = 0.85
    """Part of the time planned for later turns that a turn leaves for them when it gets more than its share:
    else one hard turn takes the time of a whole phase. Not in the document."""
    low_time_s: Seconds = 5.0
    """Time on the clock below which the best static move is played."""
    static_loss_pts: Points = 2.0
    """Expected loss of a turn that is played without a search; see `docs/results.md`."""
    overtime_margin: Multiplier = 3.0
    """An overtime period is bought when it saves this many times its price on the turns left. The saving is
    an estimate and the price is not, so a close estimate is not enough. Not in the document, which never goes
    into overtime on purpose."""
    safety_s: Seconds = 2.0
    """Time that one turn always leaves on the clock."""
    quick_exit_gap_pts: Points = 10.0
    """Lead of a best move that is played without a simulation."""
    quick_exit_alone: bool = False
    """Whether a best move is also played without a simulation when no other is within two points of it. The
    document says so, but then the ten points of `quick_exit_gap_pts` never decide anything, and half of all
    turns are not simulated; see `docs/results.md`."""
    default_samples: Count = 10_000
    """Number of samples when no rate is known."""
    work_margin: Multiplier = 10.0
    """Factor on the samples and nodes that fit into the time at the measured rate: a machine that was busy
    may be faster now, and the time ends a search anyway. The document has none."""

    def __post_init__(self) -> None:
        ScrabbleSplit.__post_init__(self)
        if not self.least_complexity <= self.most_complexity:
            raise SettingError(
                f"least_complexity must not exceed most_complexity, got {self.least_complexity!r}"
            )

    def plan(self, turn: Turn) -> Budget:
        """Return the time budget of one turn."""
        features = turn.features if isinstance(turn.features, ScrabbleFeatures) else None
        floor_s = max(0.0, turn.calibration.movegen.seconds) + self.floor_margin_s * self._clock_share(turn)
        periods = self._periods_bought(turn, features)
        trail = self._base(turn, periods, floor_s)
        if features is not None:
            complexity, why = self._complexity(features)
            plain_s = trail.seconds * self._phase(features)
            trail = trail.times("complexity", complexity, why)
            trail = trail.times("phase", self._phase(features), f"{features.unseen_tiles} unseen")
            trail = self._caught_up(trail, turn, features, plain_s=plain_s)
        quick_exit = self._quick_exit(turn, features, periods)
        if quick_exit is not None:
            trail = trail.at_most("quick exit", floor_s, quick_exit.value)
        safety_s = self._kept_s(turn)
        cap_s = max(0.0, turn.clock.bearable_s + turn.clock.buyable_s(periods) - safety_s)
        trail = trail.at_most(f"clock - {safety_s:.2g} s", cap_s)
        return Budget(
            target=trail,
            limit=trail,
            split=None if features is None else self.split(turn, features, trail.seconds, quick_exit),
            periods_bought=periods,
            quick_exit=quick_exit,
        )

    def turns_left(self, turn: Turn) -> float:
        """Return the expected number of own turns left, from the tiles in the bag and on both racks."""
        if isinstance(turn.features, ScrabbleFeatures):
            return turn.features.own_turns(tiles_per_turn=self.tiles_per_turn, last_turns=self.last_turns)
        return float(turn.clock.moves_to_go or self.turns_without_tiles)

    def planned_share(self, unseen_tiles: float) -> float:
        """Return the planned part of the first clock that is left: it is spent tile by tile, by phase
        factors."""
        to_come, total = (self._weight_to_come(tiles) for tiles in (unseen_tiles, self.first_unseen))
        return self.endgame_share + (1 - self.endgame_share) * (min(1.0, to_come / total) if total > 0 else 0)

    def _weight_to_come(self, unseen_tiles: float) -> float:
        """Return the sum of the phase factors of the tiles still to be drawn; 0 with an empty bag."""
        weight, end = 0.0, float(self.rack_tiles)
        for begin, factor, part in zip(
            (*self.phase_tiles[::-1], math.inf),
            self.phase_factors[-2::-1],
            self.plan_parts[::-1],
            strict=True,
        ):
            weight += factor * part * max(0.0, min(unseen_tiles, begin) - end)
            end = begin
        return weight

    def _caught_up(self, trail: Trail, turn: Turn, features: ScrabbleFeatures, *, plain_s: float) -> Trail:
        """Return the trail with what earlier turns have saved, while there is something to simulate."""
        if not turn.initial_s or turn.initial_s == math.inf or features.bag_tiles <= 0 or plain_s <= 0:
            return trail
        left = turn.clock.remaining_s / turn.initial_s
        planned = self.planned_share(features.unseen_tiles - 2 * self.tiles_per_turn)
        mean = self.mean_complexity[band(self.phase_tiles, features.unseen_tiles)]
        wanted_s = (left - planned) * turn.initial_s / max(mean, _LEAST_MEAN)
        most_s = (left - self.least_kept * planned) * turn.initial_s
        factor = min(wanted_s / plain_s, most_s / trail.seconds, self.most_catch_up)
        if factor <= 1:
            return trail
        return trail.times("ahead of plan", factor, f"{left:.0%} left, {planned:.0%} planned after this turn")

    def _clock_share(self, turn: Turn) -> float:
        """Return the first clock of this game relative to the one that the figures are meant for, at most
        1."""
        if not turn.initial_s or self.figures_for_s <= 0:
            return 1.0
        return min(1.0, max(0.0, turn.initial_s / self.figures_for_s))

    def _on_this_clock(self, figure_s: float, turn: Turn) -> float:
        """Return a figure of the document scaled to this clock, but still enough for a static move."""
        return min(figure_s, max(figure_s * self._clock_share(turn), self.least_reserve_s))

    def _kept_s(self, turn: Turn) -> float:
        """Return what this turn leaves on the clock: on a short one also the time for later static moves."""
        at_sight_s = max(0.0, turn.calibration.movegen.seconds) + turn.overhead.mean_s
        later_s = (self.turns_left(turn) - 1 + self.spare_turns) * at_sight_s
        # However slow the later turns are, this one gets its part of the clock.
        later_s = min(later_s, turn.clock.bearable_s / 2)
        return min(self.safety_s, self._on_this_clock(self.safety_s, turn) + later_s)

    def _periods_bought(self, turn: Turn, features: ScrabbleFeatures | None) -> int:
        """Return how many overtime periods to buy: one if playing the rest statically loses much more than it
        costs."""
        clock, low_time_s = turn.clock, self._on_this_clock(self.low_time_s, turn)
        # On a short clock the reserve can exceed the time that counts as low.
        spent_s = max(low_time_s, 2 * self._kept_s(turn))
        if features is None or clock.overtime is None or clock.bearable_s >= spent_s:
            return 0
        saved_pts = self.static_loss_pts * self.turns_left(turn)
        worthwhile = saved_pts >= self.overtime_margin * clock.overtime.points
        return 1 if worthwhile and clock.buyable_s() >= low_time_s else 0

    def _base(self, turn: Turn, periods: int, floor_s: float) -> Trail:
        turns_left = self.turns_left(turn)
        trail = Trail.start("clock", turn.clock.bearable_s)
        if periods and turn.clock.overtime is not None:
            note = (
                f"{turn.clock.overtime.points} pts for {pluralised(turns_left, 'turn')} not played statically"
            )
            trail = trail.plus("overtime bought", turn.clock.buyable_s(periods), note)
        if turns_left > self.reserve_turns:
            trail = trail.times("reserve", 1 - self.reserve_share, "held for the last turns")
        trail = trail.times("share", 1 / turns_left, f"{pluralised(turns_left, 'turn')} to come")
        if turn.clock.increment_s:
            trail = trail.plus("increment", turn.clock.increment_s * self.increment_share)
        return trail.at_least("floor", floor_s, "one move generation and a margin")

    def _complexity(self, features: ScrabbleFeatures) -> tuple[float, str]:
        factors = [
            *self._gap_factor(features.gap_pts),
            *self._moves_factor(features.competitive_moves),
        ]
        if abs(features.score_difference_pts) < self.close_game_pts:
            factors.append((self.close_factor, "close game"))
        if features.bag_tiles < self.small_bag_tiles:
            factors.append((self.small_bag_factor, f"bag of {features.bag_tiles}"))
        product = 1.0
        for factor, _ in factors:
            product *= factor
        clamped = min(max(product, self.least_complexity), self.most_complexity)
        return clamped, ", ".join(f"{why} x{factor:g}" for factor, why in factors)

    def _gap_factor(self, gap_pts: float | None) -> list[tuple[float, str]]:
        if gap_pts is None:
            return []
        clear_pts, likely_pts, tight_pts = self.gap_steps_pts
        clear, likely, tight = self.gap_factors
        if gap_pts > clear_pts:
            return [(clear, f"gap {gap_pts:.2g} pts")]
        if gap_pts > likely_pts:
            return [(likely, f"gap {gap_pts:.2g} pts")]
        return [(tight, f"gap {gap_pts:.2g} pts")] if gap_pts < tight_pts else []

    def _moves_factor(self, moves: int | None) -> list[tuple[float, str]]:
        if moves is None:
            return []
        if moves > self.many_moves:
            return [(self.many_factor, f"{moves} close moves")]
        return [(self.few_factor, f"{moves} close moves")] if moves <= self.few_moves else []

    def _phase(self, features: ScrabbleFeatures) -> float:
        phase = band(self.phase_tiles, features.unseen_tiles)
        last_phase = phase == len(self.phase_tiles)
        return self.phase_factors[phase + (last_phase and features.bag_tiles <= 0)]

    def _quick_exit(self, turn: Turn, features: ScrabbleFeatures | None, periods: int) -> Reason | None:
        if features is not None:
            if features.legal_moves is not None and features.legal_moves <= 1:
                return Reason.ONE_MOVE
            ahead = features.gap_pts is not None and features.gap_pts > self.quick_exit_gap_pts
            alone = self.quick_exit_alone and features.competitive_moves == 1
            if features.bag_tiles > 0 and (ahead or alone):
                return Reason.CLEAR_BEST
            # A period that every turn has is short, but nothing is gained by not using it.
            low_time_s = self._on_this_clock(self.low_time_s, turn)
            low = turn.clock.bearable_s < low_time_s and turn.clock.lasting_s <= 0
            if low and not periods:
                return Reason.LOW_TIME
        return None

    def split(
        self, turn: Turn, features: ScrabbleFeatures, total_s: float, quick_exit: Reason | None = None
    ) -> Split:
        """Return a turn's time divided by phase of work, with the samples and nodes that fit into it."""
        split = ScrabbleSplit.split(self, turn, features, total_s, quick_exit)
        node = turn.calibration.node
        return replace(
            split,
            samples=self.sample_budget(
                self.work_margin * split.simulation_s, turn.calibration.sample.seconds
            ),
            nodes=self.node_budget(self.work_margin * split.endgame_s, node.seconds)
            if node.measurements
            else None,
        )

    def sample_budget(self, simulation_s: float, seconds_per_sample: float) -> int:
        """Return the number of samples that fit into the simulation time at the measured rate."""
        if seconds_per_sample <= 0:
            return self.default_samples
        return int(min(simulation_s / seconds_per_sample, _MOST_WORK))

    def node_budget(self, endgame_s: float, seconds_per_node: float) -> int | None:
        """Return the number of nodes that fit into the endgame time at the measured rate; None if it is
        unknown."""
        return int(min(endgame_s / seconds_per_node, _MOST_WORK)) if seconds_per_node > 0 else None


def band(steps: tuple[int, ...], tiles: int) -> int:
    """Return how many of the falling steps the tiles do not exceed."""
    return len(steps) - bisect_left(steps[::-1], tiles)
