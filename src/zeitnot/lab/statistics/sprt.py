"""SPRT: a match that goes on until one of two hypotheses about the strength is proved.

The likelihood ratio is the generalised one: each hypothesis fixes the strength alone and is given the
distribution that suits the outcomes best. Both ways of fixing it are those of M. Van den Bergh's notes for
fishtest: "Comparing the approximations for the generalized log likelihood ratio of a multinomial
distribution" (the mean) and "Comments on normalized Elo" (how far the mean is from a draw in standard
deviations, here the t-value).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from zeitnot.errors import SettingError
from zeitnot.lab.statistics.elo import NORMALISED_ELO, share_of_elo
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
            return _ratio(outcomes.counts, _fit_mean, share_of_elo(self.elo0), share_of_elo(self.elo1))
        # The mean of a pair has the standard deviation of a game divided by the root of its games.
        scale = math.sqrt(outcomes.games_each) / NORMALISED_ELO
        return _ratio(outcomes.counts, _fit_t_value, self.elo0 * scale, self.elo1 * scale)

    def verdict(self, llr: float) -> SprtVerdict:
        """Judge a log-likelihood ratio. Ask after every pair, and stop at the first answer."""
        if llr >= self.upper:
            return SprtVerdict.H1
        return SprtVerdict.H0 if llr <= self.lower else SprtVerdict.GO_ON


EMPTY = 1e-3
"""Weight of an outcome that never came, as in fishtest and fastchess: no outcome is impossible."""

_DRAW = 0.5
_ROOT_STEPS = 200
_ROOT_PRECISION = 1e-13
_FIT_STEPS = 200
_FIT_PRECISION = 1e-10


Fit = Callable[[Sequence[float], Sequence[float], float], list[float]]
"""The likeliest distribution over values, given what was seen of each and what is to hold."""


def _ratio(counts: Sequence[int], fit: Fit, hypothesis0: float, hypothesis1: float) -> float:
    if not any(counts):
        return 0.0
    weights = [each or EMPTY for each in counts]
    total = sum(weights)
    seen = [each / total for each in weights]
    values = [step / (len(counts) - 1) for step in range(len(counts))]
    chances0, chances1 = (fit(values, seen, each) for each in (hypothesis0, hypothesis1))
    return sum(w * math.log(one / nil) for w, one, nil in zip(weights, chances1, chances0, strict=True))


def _fit(excess: Sequence[float], seen: Sequence[float]) -> list[float]:
    """Return the likeliest distribution under which the mean of the excess is 0.

    Every chance is what was seen of it, divided by a line in the excess that is 1 at 0. The line is known by
    its height at the end that has to gain, which is above 0 and at most 1.
    """
    surplus = sum(share * each for share, each in zip(seen, excess, strict=True))
    end = min(excess) if surplus > 0.0 else max(excess)
    parts = [each / end for each in excess]
    height = _height(parts, seen)
    return [share / ((1.0 - part) + height * part) for part, share in zip(parts, seen, strict=True)]


def _fit_mean(values: Sequence[float], seen: Sequence[float], share: float) -> list[float]:
    """Return the likeliest distribution with this expected share."""
    return _fit([value - share for value in values], seen)


def _fit_t_value(values: Sequence[float], seen: Sequence[float], t: float) -> list[float]:
    """Return the likeliest distribution with this t-value, by a row of problems that fix a mean instead.

    Each replaces the standard deviation by its tangent at the solution before it.
    """
    chances = [1.0 / len(values)] * len(values)
    for _ in range(_FIT_STEPS):
        before = chances
        mean = sum(v * p for v, p in zip(values, chances, strict=True))
        deviation = math.sqrt(sum((v - mean) ** 2 * p for v, p in zip(values, chances, strict=True)))
        excess = [v - _DRAW - t / 2 * (deviation + (v - mean) ** 2 / deviation) for v in values]
        chances = _fit(excess, seen)
        if max(abs(a - b) for a, b in zip(before, chances, strict=True)) < _FIT_PRECISION:
            break
    return chances


def _height(parts: Sequence[float], seen: Sequence[float]) -> float:
    """Solve sum(seen * part / (1 - part + y * part)) = 0, which falls as y goes from 0 to 1.

    By Newton's steps, and by halving where a step leaves the interval: y may be tiny.
    """
    low, high, height = 0.0, 1.0, 1.0
    for _ in range(_ROOT_STEPS):
        terms = [part / ((1.0 - part) + height * part) for part in parts]
        value = sum(share * term for share, term in zip(seen, terms, strict=True))
        slope = sum(share * term * term for share, term in zip(seen, terms, strict=True))
        low, high = (height, high) if value > 0.0 else (low, height)
        newton = height + value / slope
        # Not onto 0 itself, where the line would leave nothing to divide by.
        fits = newton > 0.0 and low <= newton <= high
        before, height = height, newton if fits else (low + high) / 2
        if abs(height - before) <= _ROOT_PRECISION * height:
            break
    return height
