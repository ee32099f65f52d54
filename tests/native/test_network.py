"""The native network: its figures against the same sums in numpy, and what it refuses."""

import itertools
import math
import random
import threading
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot._native import Network

Layers = list[tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]]


def random_layers(*sizes: int, seed: int = 1) -> Layers:
    draw = np.random.default_rng(seed)
    return [
        (
            draw.normal(size=(a, b)).astype(np.float32) / np.float32(math.sqrt(a)),
            draw.normal(size=b).astype(np.float32),
        )
        for a, b in itertools.pairwise(sizes)
    ]


def network_of(
    layers: Layers,
    *,
    means: list[float] | None = None,
    scales: list[float] | None = None,
    reach: float = 100.0,
) -> Network:
    inputs = layers[0][0].shape[0]
    return Network(
        means=means or [0.0] * inputs,
        scales=scales or [1.0] * inputs,
        layers=[(w.ravel().tolist(), b.tolist()) for w, b in layers],
        reach=reach,
    )


def expected(layers: Layers, z: npt.NDArray[np.float64]) -> float:
    for number, (weights, biases) in enumerate(layers):
        z = z @ weights.astype(np.float64) + biases
        if number < len(layers) - 1:
            z = np.maximum(z, 0.0)
    return float(z[0])


@pytest.mark.parametrize(
    "sizes", [(30, 64, 32, 1), (1, 1), (3, 1), (27, 32, 32, 1), (256, 256, 256, 1), (2, 7, 1)]
)
def test_a_pass_gives_what_the_same_sums_give(sizes: tuple[int, ...]) -> None:
    layers = random_layers(*sizes)
    network = network_of(layers)
    for seed in range(20):
        inputs = np.random.default_rng(seed).normal(size=sizes[0])
        assert network.forward(inputs.tolist()) == pytest.approx(expected(layers, inputs), abs=2e-5, rel=1e-5)


def test_inputs_are_standardised() -> None:
    layers = random_layers(2, 4, 1)
    network = network_of(layers, means=[10.0, -3.0], scales=[2.0, 0.5])
    assert network.forward([14.0, -3.5]) == pytest.approx(expected(layers, np.array([2.0, -1.0])), abs=1e-6)


def test_an_input_beyond_the_reach_counts_as_its_edge() -> None:
    network = network_of(random_layers(2, 4, 1), reach=3.0)
    assert network.forward([1e300, -math.inf]) == network.forward([3.0, -3.0])


def test_what_is_not_a_number_counts_as_the_mean() -> None:
    network = network_of(random_layers(2, 4, 1), means=[5.0, 1.0])
    assert network.forward([math.nan, 2.0]) == network.forward([5.0, 2.0])


@given(st.lists(st.floats(), min_size=4, max_size=4))
def test_any_inputs_give_a_finite_output(inputs: list[float]) -> None:
    assert math.isfinite(network_of(random_layers(4, 8, 1), reach=8.0).forward(inputs))


def test_all_sequences_of_numbers_will_do() -> None:
    network = network_of(random_layers(3, 4, 1))
    values = [1.0, 2.0, 3.0]
    assert network.forward(values) == network.forward((1, 2, 3)) == network.forward(np.array(values))  # type: ignore[arg-type]


@pytest.mark.parametrize("inputs", [[], [1.0], [1.0, 2.0, 3.0]])
def test_a_wrong_number_of_inputs_is_refused(inputs: list[float]) -> None:
    with pytest.raises(ValueError, match=f"2 inputs must be given as many, got {len(inputs)}"):
        network_of(random_layers(2, 1)).forward(inputs)


@pytest.mark.parametrize("inputs", [["a", 1.0], None, 3, [None, 1.0]])
def test_inputs_that_are_no_numbers_are_a_type_error(inputs: Any) -> None:
    with pytest.raises(TypeError):
        network_of(random_layers(2, 1)).forward(inputs)


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("1 to 256 inputs", {"means": [], "scales": []}),
    ("1 to 256 inputs", {"means": [0.0] * 257, "scales": [1.0] * 257}),
    ("a mean and a scale", {"scales": [1.0]}),
    ("means and scales must be finite", {"means": [0.0, math.nan]}),
    ("scales must be above 0", {"scales": [1.0, 0.0]}),
    ("reach must be above 0", {"reach": 0.0}),
    ("reach must be above 0", {"reach": math.inf}),
    ("must have a layer", {"layers": []}),
    ("1 to 256 units", {"layers": [([], [])]}),
    ("1 to 256 units", {"layers": [([0.0] * 514, [0.0] * 257)]}),
    ("a weight for every input and unit", {"layers": [([1.0], [0.0])]}),
    ("weights must be finite", {"layers": [([1.0, math.inf], [0.0])]}),
    ("one unit", {"layers": [([1.0] * 4, [0.0, 0.0])]}),
]


@pytest.mark.parametrize(("rule", "change"), WRONG)
def test_a_network_that_cannot_be_is_refused(rule: str, change: dict[str, Any]) -> None:
    good: dict[str, Any] = {
        "means": [0.0, 0.0],
        "scales": [1.0, 1.0],
        "layers": [([1.0, 1.0], [0.0])],
        "reach": 8.0,
    }
    Network(**good)
    with pytest.raises(ValueError, match=rule):
        Network(**{**good, **change})


def test_the_parameters_are_counted() -> None:
    network = network_of(random_layers(30, 64, 32, 1))
    assert network.inputs == 30
    assert network.parameters == 30 * 64 + 64 + 64 * 32 + 32 + 32 + 1


def test_the_time_of_a_pass_is_told() -> None:
    network = network_of(random_layers(30, 64, 32, 1))
    assert 0.0 < network.forward_s([0.1] * 30, repeats=10) < 1.0
    with pytest.raises(ValueError, match="repeats"):
        network.forward_s([0.1] * 30, repeats=0)


def test_many_threads_may_ask_one_network() -> None:
    network = network_of(random_layers(8, 32, 1))
    cases = [[random.Random(i).random() for _ in range(8)] for i in range(50)]
    alone = [network.forward(case) for case in cases]
    together: list[list[float]] = []

    def ask() -> None:
        together.append([network.forward(case) for case in cases])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert together == [alone] * 4
