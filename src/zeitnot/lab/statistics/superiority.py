"""Superiority: how likely it is that the first side is the stronger one."""

import math

from zeitnot.lab.statistics.outcomes import Outcomes, moments_of

EVEN = 0.5
"""Share of the points between equals, and the likelihood that nothing speaks for or against."""


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
    doubt = EVEN ** (moments.outcomes + 1)
    return 1.0 - doubt if moments.share > EVEN else doubt
