"""Time values: what a second is worth, learned from recorded searches."""

from zeitnot.learning.values.gains import (
    BUDGETS_S,
    BudgetGains,
    GainFit,
)
from zeitnot.learning.values.loss_curves import (
    LossCurve,
    chess_curves,
    scrabble_curves,
)
from zeitnot.learning.values.training import (
    LearnedValues,
    learn_values,
)

__all__ = [
    "BUDGETS_S",
    "BudgetGains",
    "GainFit",
    "LearnedValues",
    "LossCurve",
    "chess_curves",
    "learn_values",
    "scrabble_curves",
]
