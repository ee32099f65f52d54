"""Small watchers of a running search, each for one question."""

from zeitnot.monitors.affordable import EndgameDepths, measured_growth, next_depth_s
from zeitnot.monitors.combined import any_of
from zeitnot.monitors.deadline import Deadline, SoftTarget, between_depths
from zeitnot.monitors.deepening_loss import DeepeningLoss, rule_of_thumb
from zeitnot.monitors.expected_loss import (
    LossEstimator,
    bonferroni,
    difference_error,
    exact_independent,
    expected_excess,
    two_arm_heuristic,
)
from zeitnot.monitors.loss_price import LossBelowPrice
from zeitnot.monitors.mate import MateFound
from zeitnot.monitors.price_of_time import DeepeningPrice, EndgamePrice, PriceAt, SimulationPrice
from zeitnot.turns import Monitor

__all__ = [
    "Deadline",
    "DeepeningLoss",
    "DeepeningPrice",
    "EndgameDepths",
    "EndgamePrice",
    "LossBelowPrice",
    "LossEstimator",
    "MateFound",
    "Monitor",
    "PriceAt",
    "SimulationPrice",
    "SoftTarget",
    "any_of",
    "between_depths",
    "bonferroni",
    "difference_error",
    "exact_independent",
    "expected_excess",
    "measured_growth",
    "next_depth_s",
    "rule_of_thumb",
    "two_arm_heuristic",
]
