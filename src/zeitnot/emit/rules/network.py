"""The network of the learned manager: the expected loss of stopping, from what the search has shown."""

import math
from typing import Annotated

from zeitnot.emit.rules.arrays import Single, single
from zeitnot.models import GENERAL_INPUTS, LEAST_RATIO, MOST_RATIO, PackageModels

MODEL = PackageModels().general_model()
LAYERS = (MODEL.trend, *MODEL.layers)

LEAST_PART: float = LEAST_RATIO
"""Least ratio of the network to the trend."""
MOST_PART: float = MOST_RATIO
"""Largest ratio of the network to the trend."""
LARGEST_LOG: float = 7.0
"""Largest logarithm of a loss."""
INPUTS: int = len(GENERAL_INPUTS)
"""Inputs of the network."""
REACH: float = MODEL.reach
"""Standard deviations at which inputs are clipped."""
MEANS: Annotated[list[float], INPUTS] = MODEL.means.tolist()
"""Mean of each input in the training data."""
SCALES: Annotated[list[float], INPUTS] = MODEL.scales.tolist()
"""Standard deviation of each input in the training data."""
LAYER_COUNT: int = len(LAYERS)
"""Layers: the trend, which has one, then those of the network."""
LAYER_UNITS: Annotated[list[int], LAYER_COUNT] = [len(biases) for _, biases in LAYERS]
"""Units of each layer."""
MOST_UNITS: int = max(INPUTS, *LAYER_UNITS)
"""Most units of a layer, or inputs."""
BIAS_COUNT: int = sum(LAYER_UNITS)
"""Biases of all layers."""
BIASES: Annotated[list[Single], BIAS_COUNT] = [bias for _, biases in LAYERS for bias in biases.tolist()]
"""Biases of all layers."""
WEIGHT_COUNT: int = sum(weights.size for weights, _ in LAYERS)
"""Weights of all layers."""
WEIGHTS: Annotated[list[Single], WEIGHT_COUNT] = [
    weight for weights, _ in LAYERS for weight in weights.ravel().tolist()
]
"""Weights of all layers, by input, then by unit."""


def apply_layer(layer: int, count: int, units: list[Single]) -> None:
    """Replace the values of some units by those of the next layer, before its ReLU."""
    first_bias = 0
    first_weight = 0
    for before in range(layer):
        # The trend and the network both begin at the inputs.
        first_weight += LAYER_UNITS[before] * (LAYER_UNITS[before - 1] if before > 1 else INPUTS)
        first_bias += LAYER_UNITS[before]
    sums: Annotated[list[Single], MOST_UNITS] = [0.0] * MOST_UNITS
    for unit in range(LAYER_UNITS[layer]):
        sums[unit] = BIASES[first_bias + unit]
    for source in range(count):
        value = units[source]
        row = first_weight + source * LAYER_UNITS[layer]
        for unit in range(LAYER_UNITS[layer]):
            sums[unit] = single(sums[unit] + single(value * WEIGHTS[row + unit]))
    for unit in range(LAYER_UNITS[layer]):
        units[unit] = sums[unit]


def standardise(inputs: list[float], units: list[Single]) -> None:
    """Set the inputs in standard deviations from their means; one that is not known counts as its mean."""
    for place in range(INPUTS):
        z = (inputs[place] - MEANS[place]) / SCALES[place]
        units[place] = single(0.0 if math.isnan(z) else min(max(z, -REACH), REACH))


def expected_loss(inputs: list[float]) -> float:
    """Return the score lost on average by stopping now: a trend times what the network makes of it."""
    units: Annotated[list[Single], MOST_UNITS] = [0.0] * MOST_UNITS
    standardise(inputs, units)
    apply_layer(0, INPUTS, units)
    trend = math.exp(min(LARGEST_LOG, float(units[0])))
    standardise(inputs, units)
    count = INPUTS
    for layer in range(1, LAYER_COUNT):
        apply_layer(layer, count, units)
        count = LAYER_UNITS[layer]
        if layer < LAYER_COUNT - 1:
            for unit in range(count):
                if units[unit] < single(0.0):
                    units[unit] = single(0.0)
    ratio = min(MOST_PART, max(LEAST_PART, float(units[0])))
    return min(1.0, trend * ratio)
