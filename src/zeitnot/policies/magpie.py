"""MAGPIE policy: bank time while it is cheap, spend it where thinking pays, stop when it no longer does."""

import math
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, TypeVar

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
from zeitnot.policies.model_source import ModelSource
from zeitnot.policies.parameters import Count, Multiplier, Points, Seconds, Share, Turns, check
from zeitnot.policies.time_values import TimeValues
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
    counted,
)

M = TypeVar("M")

_MOST_SAMPLES = 1_000_000_000
_LONGEST_S = 1e9


@dataclass(frozen=True, slots=True, kw_only=True)
class Magpie:
    """A share with a reserve, scaled by complexity and phase, after the MAGPIE document."""

    name: ClassVar[str] = "magpie"
    games: ClassVar[tuple[str, ...]] = ("scrabble",)
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "document": {"figures_for_s": 0.0, "tiles_per_turn": 4.5, "last_turns": 0.0}
    }

    reserve_share: Share = 0.2
    """Part of the clock held back until the last turns."""
    reserve_turns: Turns = 3.0
    """When so few turns are left, the reserve is released."""
    tiles_per_turn: Turns = TILES_PER_TURN
    """Tiles used on an average turn, of either player; counted in games at sight, the document has 4.5."""
    last_turns: Multiplier = LAST_TURNS
    """Turns beyond that count, likewise; the document has none."""
    turns_without_tiles: Turns = 30.0
    """Turns assumed when no Scrabble position tells; not of the document, which knows one game only."""
    increment_share: Share = 0.9
    """Part of an increment spent on the turn that earns it; the document does not say how it is used."""
    figures_for_s: Seconds = 1500.0
    """First clock that `low_time_s`, `safety_s` and `floor_margin_s` are written for: the document's 25
    minutes. On a shorter one they are the same share of the clock; 0: they hold as written on every clock."""
    least_reserve_s: Seconds = 0.2
    """Least that a short clock makes of `low_time_s` and `safety_s`: a move at sight is in time with it."""
    spare_turns: Count = 3
    """Turns beyond those expected that a short clock can still play at sight, besides `safety_s`."""
    floor_margin_s: Seconds = 0.1
    """A turn gets at least the time of a move generation and this."""
    gap_steps_pts: tuple[Points, Points, Points] = (5.0, 2.0, 0.5)
    """Gap between the two best moves: above the first and second, below the third, a factor applies."""
    gap_factors: tuple[Multiplier, Multiplier, Multiplier] = (0.3, 0.6, 1.5)
    """Factors for these gaps."""
    many_moves: Count = 10
    """More competitive moves than this make the decision harder."""
    many_factor: Multiplier = 1.3
    """Factor for many competitive moves."""
    few_moves: Count = 2
    """As many competitive moves as this or fewer make it easier."""
    few_factor: Multiplier = 0.7
    """Factor for few competitive moves."""
    close_game_pts: Points = 20.0
    """A score difference below this makes the game close."""
    close_factor: Multiplier = 1.2
    """Factor for a close game."""
    small_bag_tiles: Count = 15
    """With fewer tiles in the bag simulations converge faster."""
    small_bag_factor: Multiplier = 0.8
    """Factor for a small bag."""
    least_complexity: Multiplier = 0.2
    """Lower clamp of the product of these factors."""
    most_complexity: Multiplier = 3.0
    """Upper clamp of the product of these factors."""
    phase_tiles: tuple[Count, Count, Count, Count] = (80, 50, 25, 14)
    """The phases begin with more unseen tiles than these."""
    phase_factors: tuple[Multiplier, Multiplier, Multiplier, Multiplier, Multiplier, Multiplier] = (
        0.6,
        0.8,
        1.0,
        1.5,
        2.0,
        2.5,
    )
    """Factors of the phases; the last two are for few unseen tiles with and without a bag."""
    cushion_share: Share = 0.05
    """Part of a turn's time kept for what goes wrong."""
    near_endgame_tiles: Count = 7
    """Up to so many tiles in the bag most of the time goes to the endgame."""
    near_endgame_simulation: Share = 0.3
    """Part that is simulated then."""
    pre_endgame_tiles: Count = 14
    """Up to so many tiles in the bag the time is shared."""
    pre_endgame_simulation: Share = 0.6
    """Part that is simulated then."""
    value_tiles: tuple[Count, Count, Count] = (60, 30, 14)
    """The prices of a second change at these numbers of unseen tiles."""
    value_pts_per_s: tuple[Points, Points, Points, Points, Points] = (0.01, 0.03, 0.08, 0.15, 0.25)
    """Value of a second on a later turn; the last is for the empty bag."""
    value_sample_s: Seconds = 0.001
    """These values are for a machine that takes so long for a sample: the document's own first guess."""
    value_samples: Count = 2_000
    """And for turns of so many samples, some seconds of that machine. The loss falls with the root of the
    samples, so what one more saves falls with the power 1.5: a second of a long turn is worth less."""
    first_unseen: Count = 93
    """Tiles unseen on the first turn of a game."""
    rack_tiles: Count = 7
    """Tiles on a full rack."""
    most_unspent: Share = 0.1
    """Part of the first clock that may be saved beyond plan; what is saved on top of it could not be used any
    more, so a second is worth nothing then and turns go on to their target."""
    most_catch_up: Multiplier = 2.0
    """When more of the clock is left than planned, turns get more in proportion, at most by this factor: the
    multipliers above are below 1 on average, and time left over at the end was saved for nothing."""
    low_time_s: Seconds = 5.0
    """With less on the clock the best static move is played."""
    static_loss_pts: Points = 2.0
    """What a turn loses that is played at sight; see `docs/results.md`."""
    overtime_margin: Multiplier = 3.0
    """An overtime period is bought when what it saves on the turns to come is so many times its price. The
    saving is a guess and the price is not; going over on a close guess is no way to win."""
    safety_s: Seconds = 2.0
    """What one turn always leaves on the clock."""
    quick_exit_gap_pts: Points = 10.0
    """A best move this far ahead is played without a simulation."""
    quick_exit_alone: bool = False
    """Whether a best move is also played when no other is within two points of it. The document says so, but
    then its ten points never decide anything, and half of all turns go unsimulated; see `docs/results.md`."""
    default_samples: Count = 10_000
    """Samples when no rate is known."""
    check_interval_s: Seconds = 0.02
    """Time between two convergence checks: some fifty a second cost nothing measurable."""
    least_check_samples: Count = 50
    """Fewest samples between two checks."""
    most_check_samples: Count = 10_000
    """Most samples between two checks."""
    plateau_checks: Count = 3
    """Checks over which the expected loss must fall faster than a second is worth."""
    plateau_growth: Multiplier = 1.5
    """Growth of the samples from one of these checks to the next; neighbours differ by noise alone."""
    endgame_safety_factor: Multiplier = 1.5
    """The predicted time of the next endgame depth is taken this much larger."""
    endgame_first_growth: Multiplier = 3.0
    """Growth from depth to depth assumed before two depths are done: the low end of 3 to 10."""
    endgame_stable_depths: Count = 2
    """So many depths in a row with one value end the endgame search."""
    model: str = "two-arm"
    """What estimates the loss of stopping: `two-arm` as in the document without a model, `bonferroni`,
    `exact`, or a trained file; empty: the package's own."""
    estimator: LossEstimator = two_arm_heuristic
    """That estimator; it is handed in from above."""
    values: str = "document"
    """What a second is worth later: `document` for the figures above, or a file that `zeitnot learn values`
    has made; empty: the package's own."""
    trained: TimeValues | None = None
    """Those values; they are handed in from above."""

    alpha: Share = 0.3
    """Weight of a new measurement of the machine's speed (M15)."""

    def __post_init__(self) -> None:
        check(self)
        if not self.least_complexity <= self.most_complexity:
            raise SettingError(
                f"least_complexity must not exceed most_complexity, got {self.least_complexity!r}"
            )
        if not self.least_check_samples <= self.most_check_samples:
            raise SettingError(
                f"least_check_samples must not exceed most_check_samples, got {self.least_check_samples!r}"
            )

    def with_models(self, source: ModelSource) -> Self:
        """Make the policy anew with the estimator that it names."""
        trained = None if self.values == "document" else source.time_values("scrabble", self.values)
        return replace(self, estimator=source.snapshot_loss(self.model), trained=trained)

    def calibration(self) -> Calibration:
        """Give the calibration to begin with: the guesses of the document, and how fast they give way."""
        return Calibration(alpha=self.alpha)

    def plan(self, turn: Turn) -> Budget:
        """Plan one turn."""
        features = turn.features if isinstance(turn.features, ScrabbleFeatures) else None
        floor_s = max(0.0, turn.calibration.movegen.seconds) + self.floor_margin_s * self._clock_share(turn)
        periods = self._periods_bought(turn, features)
        trail = self._base(turn, periods, floor_s)
        if features is not None:
            complexity, why = self._complexity(features)
            trail = trail.times("complexity", complexity, why)
            trail = trail.times("phase", self._phase(features), f"{features.unseen_tiles} unseen")
            trail = self._caught_up(trail, turn, features)
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

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Watch the simulation by price, the endgame by depth, anything else by the target."""
        simulation_s = budget.split.simulation_s if budget.split else budget.target_s
        price = LossBelowPrice(
            simulation_s=simulation_s,
            price_pts_per_s=self._trained_price(turn)
            or self.price_pts_per_s(turn) * self.worth_of_a_second(turn, budget),
            estimator=self.estimator,
            plateau_checks=self.plateau_checks,
            plateau_growth=self.plateau_growth,
        )
        endgame = EndgameDepths(
            safety_factor=self.endgame_safety_factor,
            first_growth=self.endgame_first_growth,
            stable_depths=self.endgame_stable_depths,
        )
        return any_of(price, endgame, SoftTarget(target_s=budget.target_s, breaks_off=True))

    def turns_left(self, turn: Turn) -> float:
        """Estimate the own turns to come: half of what the tiles in the bag and on both racks make."""
        if isinstance(turn.features, ScrabbleFeatures):
            return turn.features.own_turns(tiles_per_turn=self.tiles_per_turn, last_turns=self.last_turns)
        return float(turn.clock.moves_to_go or self.turns_without_tiles)

    def price_pts_per_s(self, turn: Turn) -> float:
        """Tell what a second is worth on a later turn."""
        features = turn.features
        if not isinstance(features, ScrabbleFeatures):
            return self.value_pts_per_s[0]
        if features.bag_tiles <= 0:
            return self.value_pts_per_s[-1]
        return self.value_pts_per_s[_band(self.value_tiles, features.unseen_tiles)]

    def worth_of_a_second(self, turn: Turn, budget: Budget) -> float:
        """Tell what a second of this machine saves, on turns as long as this one, of what the values say."""
        rate_s, turn_s = turn.calibration.sample.seconds, budget.target_s
        if rate_s <= 0 or not 0 < turn_s < math.inf:
            return 1.0
        return self._use_of_a_second(turn) * self._gain_of_a_second(turn_s, rate_s)

    def _trained_price(self, turn: Turn) -> float | None:
        """Tell what a second is worth later by the trained values (M21), where there are any."""
        features, rate_s = turn.features, turn.calibration.sample.seconds
        if self.trained is None or not isinstance(features, ScrabbleFeatures) or rate_s <= 0:
            return None
        worth = self.trained.worth_of_a_second(
            turns_left=self.turns_left(turn),
            bag=features.bag_tiles,
            complexity=math.log(max(1, features.competitive_moves or 1)),
            time_left_s=max(0.0, min(turn.clock.remaining_s, _LONGEST_S)),
            work_per_s=1.0 / rate_s,
        )
        return None if worth is None else worth * self._use_of_a_second(turn)

    def planned_share(self, unseen_tiles: int) -> float:
        """Tell what part of the first clock is left by plan when so many tiles are unseen."""
        left, unseen = 1.0, float(self.first_unseen)
        while unseen > unseen_tiles:
            tiles_left = unseen + min(unseen, self.rack_tiles)
            turns_left = max(1.0, tiles_left / self.tiles_per_turn / 2 + self.last_turns)
            share = (1 - self.reserve_share if turns_left > self.reserve_turns else 1.0) / turns_left
            left *= max(0.0, 1 - share * self.phase_factors[_band(self.phase_tiles, round(unseen))])
            unseen -= 2 * self.tiles_per_turn
        return left

    def _caught_up(self, trail: Trail, turn: Turn, features: ScrabbleFeatures) -> Trail:
        """Spend what earlier turns have saved while there is something to simulate."""
        if not turn.initial_s or turn.initial_s == math.inf or features.bag_tiles <= 0:
            return trail
        left, planned = turn.clock.remaining_s / turn.initial_s, self.planned_share(features.unseen_tiles)
        if not left > planned > 0:
            return trail
        note = f"{left:.0%} of the clock left, {planned:.0%} planned"
        return trail.times("ahead of plan", min(left / planned, self.most_catch_up), note)

    def _use_of_a_second(self, turn: Turn) -> float:
        """Tell how likely a second saved now is used at all: the less, the more are unspent already."""
        features, initial_s = turn.features, turn.initial_s
        if not isinstance(features, ScrabbleFeatures) or not initial_s or self.most_unspent <= 0:
            return 1.0
        unspent = turn.clock.remaining_s / initial_s - self.planned_share(features.unseen_tiles)
        return min(1.0, max(0.0, 1 - unspent / self.most_unspent))

    def _gain_of_a_second(self, turn_s: float, rate_s: float) -> float:
        samples = max(1.0, turn_s / rate_s)
        return min(1.0, self.value_sample_s / rate_s * math.pow(self.value_samples / samples, 1.5))

    def _clock_share(self, turn: Turn) -> float:
        """Return how much of the clock that the figures are written for this game began with, at most 1."""
        if not turn.initial_s or self.figures_for_s <= 0:
            return 1.0
        return min(1.0, max(0.0, turn.initial_s / self.figures_for_s))

    def _on_this_clock(self, figure_s: float, turn: Turn) -> float:
        """Return a figure of the document as this clock has it; a move at sight stays in time with it."""
        return min(figure_s, max(figure_s * self._clock_share(turn), self.least_reserve_s))

    def _kept_s(self, turn: Turn) -> float:
        """Return what this turn leaves on the clock: on a short one also for turns at sight to come."""
        at_sight_s = max(0.0, turn.calibration.movegen.seconds) + max(0.0, turn.overhead.mean_s)
        later_s = (self.turns_left(turn) - 1 + self.spare_turns) * at_sight_s
        # However slow the turns to come, this one gets its part of the clock.
        later_s = min(later_s, turn.clock.bearable_s / 2)
        return min(self.safety_s, self._on_this_clock(self.safety_s, turn) + later_s)

    def _periods_bought(self, turn: Turn, features: ScrabbleFeatures | None) -> int:
        """Go over on purpose when playing the rest at sight would lose much more than the period costs."""
        clock, low_time_s = turn.clock, self._on_this_clock(self.low_time_s, turn)
        # On a short clock what is kept back can be more than the time that counts as low.
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
            note = f"{turn.clock.overtime.points} pts for {counted(turns_left, 'turn')} not played at sight"
            trail = trail.plus("overtime bought", turn.clock.buyable_s(periods), note)
        if turns_left > self.reserve_turns:
            trail = trail.times("reserve", 1 - self.reserve_share, "held for the last turns")
        trail = trail.times("share", 1 / turns_left, f"{counted(turns_left, 'turn')} to come")
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
        band = _band(self.phase_tiles, features.unseen_tiles)
        last_phase = band == len(self.phase_tiles)
        return self.phase_factors[band + (last_phase and features.bag_tiles <= 0)]

    def _quick_exit(self, turn: Turn, features: ScrabbleFeatures | None, periods: int) -> Reason | None:
        if features is not None:
            if features.legal_moves is not None and features.legal_moves <= 1:
                return Reason.ONE_MOVE
            ahead = features.gap_pts is not None and features.gap_pts > self.quick_exit_gap_pts
            alone = self.quick_exit_alone and features.competitive_moves == 1
            if features.bag_tiles > 0 and (ahead or alone):
                return Reason.CLEAR_BEST
            # A period that is there on every turn is short, but nothing is gained by leaving it.
            low_time_s = self._on_this_clock(self.low_time_s, turn)
            low = turn.clock.bearable_s < low_time_s and turn.clock.lasting_s <= 0
            if low and not periods:
                return Reason.LOW_TIME
        return None

    def split(
        self, turn: Turn, features: ScrabbleFeatures, total_s: float, quick_exit: Reason | None = None
    ) -> Split:
        """Divide a turn's time by phase of work."""
        movegen_s = min(total_s, max(0.0, turn.calibration.movegen.seconds))
        cushion_s = min(total_s * self.cushion_share, total_s - movegen_s)
        rest_s = 0.0 if quick_exit else total_s - movegen_s - cushion_s
        simulation_s = rest_s * self._simulation_share(features.bag_tiles)
        rate_s = turn.calibration.sample.seconds
        return Split(
            movegen_s=movegen_s,
            simulation_s=simulation_s,
            endgame_s=rest_s - simulation_s,
            cushion_s=cushion_s,
            samples=self.sample_budget(simulation_s, rate_s),
            check_every_samples=self.check_interval_samples(rate_s),
        )

    def _simulation_share(self, bag_tiles: int) -> float:
        if bag_tiles <= 0:
            return 0.0
        if bag_tiles <= self.near_endgame_tiles:
            return self.near_endgame_simulation
        return self.pre_endgame_simulation if bag_tiles <= self.pre_endgame_tiles else 1.0

    def sample_budget(self, simulation_s: float, seconds_per_sample: float) -> int:
        """Turn simulation time into samples at the measured rate."""
        if seconds_per_sample <= 0:
            return self.default_samples
        return int(min(simulation_s / seconds_per_sample, _MOST_SAMPLES))

    def check_interval_samples(self, seconds_per_sample: float) -> int:
        """Choose how many samples lie between two checks: fast sampling is checked more rarely."""
        if seconds_per_sample <= 0:
            return self.least_check_samples
        wanted = min(self.check_interval_s / seconds_per_sample, self.most_check_samples)
        return max(self.least_check_samples, round(wanted))


def final_choice(*, proven: M | None, simulated: M | None, static: M) -> M:
    """Pick the move: one proven by the endgame solver, else the best simulated, else the best static one."""
    if proven is not None:
        return proven
    return simulated if simulated is not None else static


def _band(steps: tuple[int, ...], tiles: int) -> int:
    """Find how many of the falling steps the tiles do not exceed."""
    return len(steps) - bisect_left(steps[::-1], tiles)
