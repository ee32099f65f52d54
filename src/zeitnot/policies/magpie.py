"""MAGPIE policy: save time while it is cheap, spend it where thinking pays, stop when it no longer does."""

import math
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from zeitnot.errors import SettingError
from zeitnot.monitors import (
    EndgameDepths,
    LossBelowPrice,
    LossEstimator,
    Monitor,
    SoftTarget,
    any_of,
    two_arm_heuristic,
)
from zeitnot.policies.base import ModelSource
from zeitnot.policies.parameters import Count, Multiplier, Points, Seconds, Share, Turns
from zeitnot.policies.scrabble_split import ScrabbleSplit
from zeitnot.policies.time_values import TimeValues, progress_of
from zeitnot.turns import (
    LAST_TURNS,
    TILES_PER_TURN,
    Budget,
    Calibration,
    Reason,
    ScrabbleFeatures,
    Split,
    Trail,
    Turn,
    pluralised,
)

_ByPhase = tuple[Multiplier, Multiplier, Multiplier, Multiplier, Multiplier]
"""A figure for each phase before the empty bag."""

_LONGEST_S = 1e9
_MOST_WORK = 1_000_000_000
"""Largest number of samples or nodes: more than any turn has time for."""
_LEAST_MEAN = 0.1
"""Least mean complexity: a smaller one would give one turn everything."""

_DOCUMENT: Mapping[str, Any] = {
    "tiles_per_turn": 4.5,
    "last_turns": 0.0,
    "figures_for_s": 0.0,
    "most_catch_up": 1.0,
    "work_margin": 1.0,
    "overtime_margin": 100.0,
    "quick_exit_alone": True,
    "scaled_price": False,
    "price_of_whole_turn": True,
    "plateau_growth": 1.0,
    "plateau_of_rises": True,
    "model": "two-arm",
    "values": "document",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Magpie(ScrabbleSplit):
    """A share of the clock with a reserve, scaled by complexity and phase, after the MAGPIE document.

    The figures are the document's unless a field says otherwise. The rules differ from it where games showed
    better ones; the preset `document` follows it to the letter, `document-trained` with the trained network
    and values of a second by phase in place of its initial heuristic and values.
    """

    name: ClassVar[str] = "magpie"
    games: ClassVar[tuple[str, ...]] = ("scrabble",)
    only_in: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("inference_share", "inference_most_kept", "inference_least_racks"), "scrabble"
    )
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "document": _DOCUMENT,
        "document-trained": {**_DOCUMENT, "model": "", "values": "", "values_by_phase": True},
    }

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
    plan_parts: _ByPhase = (0.1, 1.0, 1.2, 0.5, 0.3)
    """Part of its factor that each phase before the empty bag has in that plan, by what games by the wall
    clock use: first turns are soon decided, many games skip the last phases, and the last tiles of the bag
    are searched quickly. Not in the document."""
    mean_complexity: _ByPhase = (0.85, 0.6, 0.6, 0.55, 0.5)
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
    value_tiles: tuple[Count, Count, Count] = (60, 30, 14)
    """Numbers of unseen tiles at which the value of a second changes."""
    value_pts_per_s: tuple[Points, Points, Points, Points, Points] = (0.01, 0.03, 0.08, 0.15, 0.25)
    """Value of a second on a later turn, by number of unseen tiles; the last is for the empty bag."""
    scaled_price: bool = True
    """Whether the value of a second is scaled to the machine, to the length of the turn and to the unspent
    time. The document uses the same values on every machine, and then most simulations end at their first
    check."""
    price_of_whole_turn: bool = False
    """Whether the time left is that of the turn, as in the document, instead of that of the simulation."""
    value_sample_s: Seconds = 0.001
    """Time per sample of the machine that the values of a second are for: the document's own first guess."""
    value_samples: Count = 2_000
    """Samples per turn that the values of a second are for, some seconds of that machine. The loss falls with
    the square root of the samples, so what one more saves falls with the power 1.5: a second of a long turn
    is worth less. Not in the document."""
    most_unspent: Share = 0.05
    """Part of the first clock that may be saved beyond the plan; time saved on top of it could not be used
    any more, so a second is then worth nothing and turns continue to their target. Not in the document."""
    plateau_checks: Count = 3
    """Number of checks over which the expected loss must fall faster than a second is worth."""
    plateau_growth: Multiplier = 1.5
    """Growth of the samples from one plateau check to the next: neighbouring checks differ only by noise. In
    the document every check counts."""
    plateau_of_rises: bool = False
    """Whether a rising loss counts as a plateau, as in the document."""
    endgame_safety_factor: Multiplier = 1.5
    """Factor on the predicted time of the next endgame depth."""
    endgame_first_growth: Multiplier = 3.0
    """Growth from depth to depth assumed before two depths are done: the low end of 3 to 10."""
    endgame_stable_depths: Count = 2
    """Number of consecutive depths with the same value that end the endgame search."""
    model: str = ""
    """Estimator of the loss of stopping: `two-arm` as in the document before training, `bonferroni`, `exact`,
    or a model file; empty for the package's own network, see `docs/results.md`."""
    estimator: LossEstimator = two_arm_heuristic
    """The loss estimator; `with_models` replaces it by the one that `model` names."""
    values: str = "document"
    """Value of a second on a later turn: `document` for `value_pts_per_s`, or a file made by `zeitnot learn
    values`; empty for the package's own."""
    values_by_phase: bool = False
    """Whether trained values are read by phase, as in the document's simple model, instead of by position, as
    in its advanced one."""
    trained: TimeValues | None = None
    """Trained time values; `with_models` loads the ones that `values` names."""
    alpha: Share = 0.3
    """Weight of a new measurement of the machine's speed (M15)."""

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
        budget = Budget(
            target=trail,
            limit=trail,
            split=None if features is None else self.split(turn, features, trail.seconds, quick_exit),
            periods_bought=periods,
            quick_exit=quick_exit,
        )
        return budget if features is None else replace(budget, price_per_s=self._price(turn, budget))

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
        factors = tuple(self._complexity_factors(features))
        product = math.prod((factor for factor, _ in factors), start=1.0)
        clamped = min(max(product, self.least_complexity), self.most_complexity)
        return clamped, ", ".join(f"{why} x{factor:g}" for factor, why in factors)

    def _complexity_factors(self, features: ScrabbleFeatures) -> Iterator[tuple[float, str]]:
        gap_pts, moves = features.gap_pts, features.competitive_moves
        if gap_pts is not None:
            clear_pts, likely_pts, tight_pts = self.gap_steps_pts
            holds = (gap_pts > clear_pts, gap_pts > likely_pts, gap_pts < tight_pts)
            if any(holds):
                yield self.gap_factors[holds.index(True)], f"gap {gap_pts:.2g} pts"
        if moves is not None and (moves > self.many_moves or moves <= self.few_moves):
            yield self.many_factor if moves > self.many_moves else self.few_factor, f"{moves} close moves"
        if abs(features.score_difference_pts) < self.close_game_pts:
            yield self.close_factor, "close game"
        if features.bag_tiles < self.small_bag_tiles:
            yield self.small_bag_factor, f"bag of {features.bag_tiles}"

    def _phase(self, features: ScrabbleFeatures) -> float:
        phase = band(self.phase_tiles, features.unseen_tiles)
        last_phase = phase == len(self.phase_tiles)
        return self.phase_factors[phase + (last_phase and features.bag_tiles <= 0)]

    def _quick_exit(self, turn: Turn, features: ScrabbleFeatures | None, periods: int) -> Reason | None:
        if features is None:
            return None
        if features.legal_moves is not None and features.legal_moves <= 1:
            return Reason.ONE_MOVE
        ahead = features.gap_pts is not None and features.gap_pts > self.quick_exit_gap_pts
        alone = self.quick_exit_alone and features.competitive_moves == 1
        if features.bag_tiles > 0 and (ahead or alone):
            return Reason.CLEAR_BEST
        # A period that every turn has is short, but nothing is gained by not using it.
        low = turn.clock.bearable_s < self._on_this_clock(self.low_time_s, turn) and turn.clock.lasting_s <= 0
        return Reason.LOW_TIME if low and not periods else None

    def split(
        self, turn: Turn, features: ScrabbleFeatures, total_s: float, quick_exit: Reason | None = None
    ) -> Split:
        """Return a turn's time divided by phase of work, with the samples and nodes that fit into it."""
        split = ScrabbleSplit.split(self, turn, features, total_s, quick_exit)
        sample, node = turn.calibration.sample, turn.calibration.node
        samples = work_within(self.work_margin * split.simulation_s, sample.seconds)
        nodes = work_within(self.work_margin * split.endgame_s, node.seconds) if node.measurements else None
        return replace(split, samples=self.default_samples if samples is None else samples, nodes=nodes)

    def with_models(self, source: ModelSource) -> Self:
        """Return the policy with the estimator and values that it names."""
        trained = None if self.values == "document" else source.time_values("scrabble", self.values)
        return replace(self, estimator=source.snapshot_loss(self.model), trained=trained)

    def calibration(self) -> Calibration:
        """Return the first calibration: the document's guesses, and the weight of new measurements."""
        return Calibration(alpha=self.alpha)

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Return a monitor that judges the simulation by price, the endgame by depth, anything else by the
        target."""
        simulation_s = budget.split.simulation_s if budget.split else budget.target_s
        price = LossBelowPrice(
            simulation_s=simulation_s,
            turn_s=budget.target_s if self.price_of_whole_turn else None,
            price_pts_per_s=self._price(turn, budget),
            estimator=self.estimator,
            plateau_checks=self.plateau_checks,
            plateau_growth=self.plateau_growth,
            plateau_of_rises=self.plateau_of_rises,
        )
        endgame = EndgameDepths(
            safety_factor=self.endgame_safety_factor,
            first_growth=self.endgame_first_growth,
            stable_depths=self.endgame_stable_depths,
        )
        return any_of(price, endgame, SoftTarget(target_s=budget.target_s, breaks_off=True))

    def _price(self, turn: Turn, budget: Budget) -> float:
        """Return the price of a second by which the simulation is judged."""
        return self._trained_price(turn) or self.price_pts_per_s(turn) * self.price_scale(turn, budget)

    def price_pts_per_s(self, turn: Turn) -> float:
        """Return the value of a second on a later turn."""
        features = turn.features
        if not isinstance(features, ScrabbleFeatures):
            return self.value_pts_per_s[0]
        if features.bag_tiles <= 0:
            return self.value_pts_per_s[-1]
        return self.value_pts_per_s[band(self.value_tiles, features.unseen_tiles)]

    def price_scale(self, turn: Turn, budget: Budget) -> float:
        """Return the factor on the value of a second for this machine and the length of this turn."""
        rate_s, turn_s = turn.calibration.sample.seconds, budget.target_s
        if not self.scaled_price or rate_s <= 0 or not 0 < turn_s < math.inf:
            return 1.0
        return self._use_of_a_second(turn) * self._gain_of_a_second(turn_s, rate_s)

    def _trained_price(self, turn: Turn) -> float | None:
        """Return the trained value of a second on a later turn (M20, M21); None without one."""
        features, rate_s = turn.features, turn.calibration.sample.seconds
        if self.trained is None or not isinstance(features, ScrabbleFeatures) or rate_s <= 0:
            return None
        if self.values_by_phase:
            return self.trained.gain_of_phase(progress_of(features, turn.ply), work_per_s=1.0 / rate_s)
        worth = self.trained.worth_of_a_second(
            turns_left=self.turns_left(turn),
            bag=features.bag_tiles,
            complexity=math.log(max(1, features.competitive_moves or 1)),
            time_left_s=max(0.0, min(turn.clock.remaining_s, _LONGEST_S)),
            work_per_s=1.0 / rate_s,
        )
        return None if worth is None else worth * self._use_of_a_second(turn)

    def _use_of_a_second(self, turn: Turn) -> float:
        """Return how likely a second saved now is ever used: the less, the more time is unspent already."""
        features, initial_s = turn.features, turn.initial_s
        if not isinstance(features, ScrabbleFeatures) or not initial_s or self.most_unspent <= 0:
            return 1.0
        unspent = turn.clock.remaining_s / initial_s - self.planned_share(features.unseen_tiles)
        return min(1.0, max(0.0, 1 - unspent / self.most_unspent))

    def _gain_of_a_second(self, turn_s: float, rate_s: float) -> float:
        samples = max(1.0, turn_s / rate_s)
        return min(1.0, self.value_sample_s / rate_s * math.pow(self.value_samples / samples, 1.5))


def work_within(time_s: float, unit_s: float) -> int | None:
    """Return the samples or nodes that fit into a time at the measured rate; None if that is unknown."""
    return int(min(time_s / unit_s, _MOST_WORK)) if unit_s > 0 else None


def band(steps: tuple[int, ...], tiles: int) -> int:
    """Return how many of the falling steps the tiles do not exceed."""
    return len(steps) - bisect_left(steps[::-1], tiles)
