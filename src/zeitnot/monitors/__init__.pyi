"""Small watchers of a running search, each for one question."""

from zeitnot.monitors.affordable import (
    EndgameDepths as EndgameDepths,
    measured_growth as measured_growth,
    next_depth_s as next_depth_s,
)
from zeitnot.monitors.combined import any_of as any_of
from zeitnot.monitors.deadline import (
    Deadline as Deadline,
    SoftTarget as SoftTarget,
    between_depths as between_depths,
)
from zeitnot.monitors.deepening_loss import (
    NO_CONTEXT as NO_CONTEXT,
    DeepeningLoss as DeepeningLoss,
    SearchContext as SearchContext,
    rule_of_thumb as rule_of_thumb,
)
from zeitnot.monitors.expected_loss import (
    LossEstimator as LossEstimator,
    bonferroni as bonferroni,
    difference_error as difference_error,
    exact_independent as exact_independent,
    expected_excess as expected_excess,
    two_arm_heuristic as two_arm_heuristic,
)
from zeitnot.monitors.loss_price import LossBelowPrice as LossBelowPrice
from zeitnot.monitors.mate import MateFound as MateFound
from zeitnot.monitors.price_of_time import (
    DeepeningPrice as DeepeningPrice,
    EndgamePrice as EndgamePrice,
    PriceAt as PriceAt,
    SimulationPrice as SimulationPrice,
)
from zeitnot.turns import Monitor as Monitor
