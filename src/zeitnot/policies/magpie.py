"""MAGPIE policy: save time while it is cheap, spend it where thinking pays, stop when it no longer does."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, TypeVar

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
from zeitnot.policies.magpie_allocation import MagpieAllocation, band
from zeitnot.policies.parameters import Count, Multiplier, Points, Seconds, Share
from zeitnot.policies.time_values import TimeValues, progress_of
from zeitnot.turns import Budget, Calibration, ScrabbleFeatures, Turn

M = TypeVar("M")

_LONGEST_S = 1e9

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
class Magpie(MagpieAllocation):
    """A share of the clock with a reserve, scaled by complexity and phase, after the MAGPIE document.

    The figures are the document's unless a field says otherwise. The rules differ from it where games showed
    better ones; the preset `document` follows it to the letter, `document-trained` with the trained network
    and values of a second by phase in place of its initial heuristic and values.
    """

    name: ClassVar[str] = "magpie"
    games: ClassVar[tuple[str, ...]] = ("scrabble",)
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "document": _DOCUMENT,
        "document-trained": {**_DOCUMENT, "model": "", "values": "", "values_by_phase": True},
    }

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
            price_pts_per_s=self._trained_price(turn)
            or self.price_pts_per_s(turn) * self.price_scale(turn, budget),
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


def final_choice(*, proven: M | None, simulated: M | None, static: M) -> M:
    """Return the move to play: proven by the endgame solver, else the best simulated, else the best
    static."""
    if proven is not None:
        return proven
    return simulated if simulated is not None else static
