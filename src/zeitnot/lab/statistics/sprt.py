"""SPRT: a match that goes on until one of two hypotheses about the strength is proved."""

import math
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from zeitnot.errors import SettingError
from zeitnot.lab.statistics.elo import NORMALISED_ELO, share_of_elo
from zeitnot.lab.statistics.likelihood_ratio import mean_ratio, t_value_ratio
from zeitnot.lab.statistics.outcomes import Outcomes

EloModel = Literal["normalised", "logistic"]
"""Which Elo the hypotheses are stated in."""

FARTHEST_ELO = 200.0
"""Of a hypothesis. The search for its likeliest distribution begins at even chances, and finds no way from
there beyond some 230 normalised Elo; such differences show in a few dozen games without a test."""


class SprtVerdict(Enum):
    """What a likelihood ratio says."""

    GO_ON = "go on"
    """Nothing yet."""
    H0 = "H0"
    """The difference is elo0 rather than elo1."""
    H1 = "H1"
    """The difference is elo1 rather than elo0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprt:
    """Sequential probability ratio test of H1 (the first side is better by elo1) against H0 (by elo0)."""

    elo0: float
    """Difference under H0."""
    elo1: float
    """Difference under H1, the larger."""
    alpha: float = 0.05
    """Chance of accepting H1 though H0 holds."""
    beta: float = 0.05
    """Chance of accepting H0 though H1 holds."""
    model: EloModel = "normalised"
    """What elo0 and elo1 are."""

    def __post_init__(self) -> None:
        """Refuse hypotheses and chances that make no test."""
        if not -FARTHEST_ELO <= self.elo0 < self.elo1 <= FARTHEST_ELO:
            raise SettingError(
                f"elo0 must be below elo1, both within {FARTHEST_ELO:g} of 0, "
                f"got {self.elo0!r} and {self.elo1!r}"
            )
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0.0 < chance < 0.5:  # noqa: PLR2004  a coin does as well
                raise SettingError(f"{name} must be above 0 and below 0.5, got {chance!r}")
        if self.model not in {"normalised", "logistic"}:
            raise SettingError(f"model must be 'normalised' or 'logistic', got {self.model!r}")

    @property
    def lower(self) -> float:
        """Log-likelihood ratio at which H0 is accepted."""
        return math.log(self.beta / (1.0 - self.alpha))

    @property
    def upper(self) -> float:
        """Log-likelihood ratio at which H1 is accepted."""
        return math.log((1.0 - self.beta) / self.alpha)

    def llr(self, outcomes: Outcomes) -> float:
        """Return the log-likelihood ratio of H1 against H0; 0 of no games."""
        if self.model == "logistic":
            return mean_ratio(outcomes.counts, share_of_elo(self.elo0), share_of_elo(self.elo1))
        # The mean of a pair has the standard deviation of a game divided by the root of its games.
        scale = math.sqrt(outcomes.games_each) / NORMALISED_ELO
        return t_value_ratio(outcomes.counts, self.elo0 * scale, self.elo1 * scale)

    def verdict(self, llr: float) -> SprtVerdict:
        """Judge a log-likelihood ratio. Ask after every pair, and stop at the first answer."""
        if llr >= self.upper:
            return SprtVerdict.H1
        return SprtVerdict.H0 if llr <= self.lower else SprtVerdict.GO_ON
