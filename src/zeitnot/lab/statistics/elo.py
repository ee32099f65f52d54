"""Elo: differences in strength with 95 % intervals, logistic and normalised, and how likely one is."""

import math
from dataclasses import dataclass, replace

from zeitnot.lab.statistics.outcomes import Moments, Outcomes, moments_of

CONFIDENCE = 1.959963984540054
"""Standard errors to either side that hold 95 % of a normal distribution."""

TAIL = 0.025
"""Chance left beyond either end of the interval."""

NORMALISED_ELO = 800 / math.log(10)
"""Normalised Elo of a game whose mean is one standard deviation above a draw. As defined by fishtest: near
equality, and without draws, it is the same as logistic Elo."""

_ELO_SCALE = 400.0
EVEN = 0.5
"""Share of the points between equals, and the likelihood that nothing speaks for or against."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EloEstimate:
    """A difference in Elo and the interval that holds it with 95 %."""

    elo: float
    """Of the first side over the second; infinite where one side took all points."""
    low: float
    """Lower end of the interval."""
    high: float
    """Upper end; the interval is not symmetrical."""

    @property
    def error(self) -> float:
        """Half of the interval; infinite where an end is."""
        return (self.high - self.low) / 2


def elo_of_share(share: float) -> float:
    """Return a share of the points as logistic Elo; all or none of them are infinite."""
    if share <= 0.0:
        return -math.inf
    if share >= 1.0:
        return math.inf
    return _ELO_SCALE * math.log10(share / (1.0 - share))


def share_of_elo(elo: float) -> float:
    """Return the expected share of the points for logistic Elo."""
    # By way of the hyperbolic tangent, which overflows for no Elo.
    return (1.0 + math.tanh(elo * math.log(10) / (2 * _ELO_SCALE))) / 2


def elo_of(outcomes: Outcomes) -> EloEstimate | None:
    """Estimate logistic Elo; None of no games."""
    moments = moments_of(outcomes)
    if moments is None:
        return None
    if moments.variance:
        reach = CONFIDENCE * moments.share_error
        low, high = moments.share - reach, moments.share + reach
    else:
        low, high = (each.share for each in _extremes(moments))
    return EloEstimate(elo=elo_of_share(moments.share), low=elo_of_share(low), high=elo_of_share(high))


def normalised_elo_of(outcomes: Outcomes) -> EloEstimate | None:
    """Estimate normalised Elo: how far the mean of a game is from a draw, in standard deviations of a game.

    It says how many games show the difference, whatever the share of draws. None of no games.
    """
    moments = moments_of(outcomes)
    if moments is None:
        return None
    elo = _normalised(moments)
    if moments.variance:
        reach = CONFIDENCE * NORMALISED_ELO / math.sqrt(moments.games)
        return EloEstimate(elo=elo, low=elo - reach, high=elo + reach)
    low, high = map(_normalised, _extremes(moments))
    # Outcomes that are all equal and not level are infinitely far from a draw by their own spread.
    return EloEstimate(elo=elo, low=min(low, elo), high=max(high, elo))


def _normalised(moments: Moments) -> float:
    if moments.variance:
        return NORMALISED_ELO * (moments.share - EVEN) / math.sqrt(moments.variance)
    return 0.0 if moments.share == EVEN else math.copysign(math.inf, moments.share - EVEN)


def _extremes(moments: Moments) -> tuple[Moments, Moments]:
    """Return what may still be true, at worst and at best, after outcomes that were all equal.

    They show no spread, yet are not certain: others may come with the chance that leaves 2.5 % to seeing none
    of them so far (the bound of Clopper and Pearson), and could all bring no points, or all of them.
    """
    others = 1.0 - math.pow(TAIL, 1.0 / moments.outcomes)
    spread = others * (1.0 - others) * moments.games / moments.outcomes
    worst, best = (
        replace(
            moments,
            share=moments.share + others * (end - moments.share),
            variance=spread * (end - moments.share) ** 2,
        )
        for end in (0.0, 1.0)
    )
    return worst, best


def normal_share_below(deviations: float) -> float:
    """Return the share of a normal distribution below a number of standard deviations."""
    return math.erfc(-deviations / math.sqrt(2.0)) / 2


def likelihood_of_superiority(outcomes: Outcomes) -> float:
    """Return the chance that the first side is the stronger; one half where nothing speaks for either.

    Outcomes that are all won (or lost) show no spread: then it is the chance by Bayes' rule if every strength
    was as likely before, which is 3/4 after one win and never 1.
    """
    moments = moments_of(outcomes)
    if moments is None or moments.share == EVEN:
        return EVEN
    if moments.variance:
        return normal_share_below((moments.share - EVEN) / moments.share_error)
    doubt = math.pow(EVEN, moments.outcomes + 1)
    return 1.0 - doubt if moments.share > EVEN else doubt
