"""Expected loss from a trained network, in the form that policies take."""

import math
from collections.abc import Sequence
from typing import Self

from zeitnot._native import Network
from zeitnot.errors import DataError
from zeitnot.models.model_file import Layer, LossModel
from zeitnot.models.network_inputs import DEEPENING_INPUTS, SNAPSHOT_INPUTS, deepening_inputs, snapshot_inputs
from zeitnot.monitors import SearchContext
from zeitnot.turns import Iteration, Snapshot

LEAST_RATIO, MOST_RATIO = 0.1, 10.0
"""Bounds of the network's ratio to the trend: anything beyond them is learned noise."""
LEAST_OF_LARGEST = 0.5
"""Least estimate of a simulation's loss, in what the closest rival alone could win: small losses, by which
fast machines stop, have few rows to learn from."""
_LARGEST_LOG = 7.0
"""Largest logarithm of a loss: more than any game is worth."""


_SUM, _LARGEST = (SNAPSHOT_INPUTS.index(name) for name in ("log_bonferroni", "log_largest_excess"))


class NetworkLoss:
    """Maps inputs to an expected loss: never negative, always finite."""

    __slots__ = ("_ratio", "_trend")

    def __init__(self, model: LossModel) -> None:
        self._trend = _network(model, (model.trend,))
        self._ratio = _network(model, model.layers)

    def __call__(self, inputs: Sequence[float], /) -> float:
        """Return the estimate."""
        ratio = min(MOST_RATIO, max(LEAST_RATIO, self._ratio.forward(inputs)))
        return math.exp(min(_LARGEST_LOG, self._trend.forward(inputs))) * ratio

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Return the network itself: it keeps no state between estimates."""
        return self


class SnapshotLoss:
    """Expected loss, in points, of stopping a simulation now."""

    __slots__ = ("_network", "_places")

    def __init__(self, model: LossModel) -> None:
        self._places = _places(model, "scrabble", SNAPSHOT_INPUTS)
        self._network = NetworkLoss(model)

    def __call__(self, snapshot: Snapshot, /) -> float:
        """Return the estimate from one snapshot; without a second arm nothing can be lost.

        It stays between half of what the closest rival alone could win and what all rivals could: with
        normal errors the loss lies between that rival's part and the sum.
        """
        if len(snapshot.top) < 2:  # noqa: PLR2004 (no second arm)
            return 0.0
        inputs = snapshot_inputs(snapshot)
        least, most = LEAST_OF_LARGEST * math.exp(inputs[_LARGEST]), math.exp(inputs[_SUM])
        return min(most, max(least, self._network([inputs[place] for place in self._places])))


class DeepeningNetwork:
    """Expected score lost by ending an iterative deepening now."""

    __slots__ = ("_network", "_places")

    def __init__(self, model: LossModel) -> None:
        self._places = _places(model, "chess", DEEPENING_INPUTS)
        self._network = NetworkLoss(model)

    def __call__(self, iterations: Sequence[Iteration], context: SearchContext, /) -> float:
        """Return the estimate from all depths finished so far; never more than a whole game."""
        inputs = deepening_inputs(iterations, context)
        return min(1.0, self._network([inputs[place] for place in self._places]))


def _network(model: LossModel, layers: tuple[Layer, ...]) -> Network:
    try:
        return Network(
            means=model.means.tolist(),
            scales=model.scales.tolist(),
            layers=[(weights.ravel().tolist(), biases.tolist()) for weights, biases in layers],
            reach=model.reach,
        )
    except ValueError as error:  # more units than the native code takes
        raise DataError(f"a model must fit the native network: {error}") from error


def _places(model: LossModel, game: str, known: tuple[str, ...]) -> list[int]:
    """Return where the inputs of a model stand among all inputs of its game."""
    if model.game != game:
        raise DataError(f"a model for {game} is needed, got one for {model.game}")
    if other := sorted(set(model.inputs) - set(known)):
        raise DataError(f"a model must have the inputs of this version, got others: {', '.join(other[:5])}")
    return [known.index(name) for name in model.inputs]
