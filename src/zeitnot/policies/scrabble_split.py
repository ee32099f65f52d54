"""Scrabble split: a turn's time divided among listing moves, simulating and solving."""

from dataclasses import dataclass

from zeitnot.errors import SettingError
from zeitnot.policies.base import PolicyBase
from zeitnot.policies.parameters import Count, Seconds, Share, check
from zeitnot.turns import Reason, ScrabbleFeatures, Split, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrabbleSplit(PolicyBase):
    """Divides a turn as the MAGPIE document does (M18); base class of policies with its parameters."""

    cushion_share: Share = 0.05
    """Part of a Scrabble turn's time kept in reserve for delays."""
    near_endgame_tiles: Count = 7
    """Number of tiles in the bag up to which most of the time goes to the endgame."""
    near_endgame_simulation: Share = 0.3
    """Part of the time that is simulated with at most `near_endgame_tiles` in the bag; the endgame gets the
    rest."""
    pre_endgame_tiles: Count = 14
    """Number of tiles in the bag up to which the time is shared between simulation and endgame."""
    pre_endgame_simulation: Share = 0.6
    """Part of the time that is simulated with at most `pre_endgame_tiles` in the bag."""
    check_interval_s: Seconds = 0.02
    """Time between two convergence checks: fifty a second cost nothing measurable. Not in the document, nor
    are `least_check_samples` and `most_check_samples`."""
    least_check_samples: Count = 50
    """Fewest samples between two convergence checks."""
    most_check_samples: Count = 10_000
    """Most samples between two convergence checks."""
    inference_share: Share = 0.0
    """Part of the simulation's time for inferring what the opponent kept from the last play; 0 never infers.
    Not in the document, and off until games show that it pays."""
    inference_most_kept: Count = 6
    """Most tiles kept for which inference is expected to pay. A move that keeps more tiles says more, see
    `docs/results.md`; one that keeps all is a pass."""
    inference_least_racks: Count = 200
    """Fewest racks that the time for inference must allow at the measured speed of sampling: with fewer, it
    is left out."""

    def __post_init__(self) -> None:
        check(self)
        if not self.least_check_samples <= self.most_check_samples:
            raise SettingError(
                f"least_check_samples must not exceed most_check_samples, got {self.least_check_samples!r}"
            )

    def split(
        self, turn: Turn, features: ScrabbleFeatures, total_s: float, quick_exit: Reason | None = None
    ) -> Split:
        """Return a turn's time divided by phase of work."""
        movegen_s = min(total_s, max(0.0, turn.calibration.movegen.seconds))
        cushion_s = min(total_s * self.cushion_share, total_s - movegen_s)
        rest_s = 0.0 if quick_exit else total_s - movegen_s - cushion_s
        simulation_s = rest_s * self._simulation_share(features.bag_tiles)
        inference_s = self._inference_s(features, simulation_s, turn.calibration.sample.seconds)
        return Split(
            movegen_s=movegen_s,
            simulation_s=simulation_s - inference_s,
            endgame_s=rest_s - simulation_s,
            cushion_s=cushion_s,
            check_every_samples=self.check_interval_samples(turn.calibration.sample.seconds),
            inference_s=inference_s,
        )

    def check_interval_samples(self, seconds_per_sample: float) -> int:
        """Return the number of samples between two checks: the faster the sampling, the more."""
        if seconds_per_sample <= 0:
            return self.least_check_samples
        wanted = min(self.check_interval_s / seconds_per_sample, self.most_check_samples)
        return max(self.least_check_samples, round(wanted))

    def _inference_s(self, features: ScrabbleFeatures, simulation_s: float, sample_s: float) -> float:
        """Return the time for inference: 0 where it is not expected to pay.

        A rack costs no more than a sample.
        """
        kept = features.opponent_kept
        if kept is None or not 1 <= kept <= self.inference_most_kept:
            return 0.0
        inference_s = simulation_s * self.inference_share
        return inference_s if inference_s >= self.inference_least_racks * max(0.0, sample_s) else 0.0

    def _simulation_share(self, bag_tiles: int) -> float:
        if bag_tiles <= 0:
            return 0.0
        if bag_tiles <= self.near_endgame_tiles:
            return self.near_endgame_simulation
        return self.pre_endgame_simulation if bag_tiles <= self.pre_endgame_tiles else 1.0
