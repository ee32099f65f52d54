"""ModelSource: where a policy gets trained models from; handed in, because this room reads no file."""

from typing import Protocol

from zeitnot.monitors import DeepeningLoss, LossEstimator
from zeitnot.policies.mergen_lessons import MergenLessons
from zeitnot.policies.time_values import TimeValues


class ModelSource(Protocol):
    """Finds models by a name that a user wrote: a path, or nothing for the one of the package.

    A policy with a method `with_models(source)` is asked to make itself anew with what it needs.
    """

    def snapshot_loss(self, name: str, /) -> LossEstimator:
        """Give the estimator for simulations."""
        ...

    def deepening_loss(self, name: str, /) -> DeepeningLoss:
        """Give the estimator for iterative deepening."""
        ...

    def time_values(self, game: str, name: str, /) -> TimeValues:
        """Give the time values of a game."""
        ...

    def mergen_lessons(self, name: str, /) -> MergenLessons:
        """Give what `mergen` has learned from past games: in a file, or `mine`, that of the user."""
        ...
