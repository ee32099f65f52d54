"""Small watchers of a running search, each for one question."""

from zeitnot.monitors.deadline import (
    Deadline as Deadline,
    SoftTarget as SoftTarget,
    any_of as any_of,
    between_depths as between_depths,
)
from zeitnot.monitors.depths import (
    EndgameDepths as EndgameDepths,
    MateFound as MateFound,
    RecentChanges as RecentChanges,
    measured_growth as measured_growth,
    next_depth_s as next_depth_s,
)
from zeitnot.monitors.expected_loss import (
    NO_CONTEXT as NO_CONTEXT,
    DeepeningLoss as DeepeningLoss,
    LossEstimator as LossEstimator,
    SearchContext as SearchContext,
    bonferroni as bonferroni,
    difference_error as difference_error,
    exact_independent as exact_independent,
    expected_excess as expected_excess,
    rule_of_thumb as rule_of_thumb,
    two_arm_heuristic as two_arm_heuristic,
)
from zeitnot.monitors.price_of_time import (
    DeepeningPrice as DeepeningPrice,
    EndgamePrice as EndgamePrice,
    LossBelowPrice as LossBelowPrice,
    PriceAt as PriceAt,
    SimulationPrice as SimulationPrice,
)
from zeitnot.turns import Monitor as Monitor
