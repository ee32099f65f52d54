"""Latency stays within its bounds."""

from random import Random

import pytest

from zeitnot.errors import SettingError
from zeitnot.lab import NO_LATENCY, Latency


def test_latency_lies_between_the_fixed_part_and_the_sum_of_all_parts() -> None:
    latency = Latency(fixed_s=0.02, jitter_s=0.01, spike_s=0.1, spike_chance=0.5)
    rng = Random(1)
    drawn = [latency.draw(rng) for _ in range(2000)]
    assert min(drawn) >= 0.02
    assert 0.1 < max(drawn) <= 0.13


def test_spikes_are_as_rare_as_said() -> None:
    latency = Latency(fixed_s=0.0, jitter_s=0.0, spike_s=1.0, spike_chance=0.1)
    rng = Random(2)
    assert sum(latency.draw(rng) > 0 for _ in range(5000)) == pytest.approx(500, abs=80)


def test_no_latency_costs_nothing() -> None:
    assert NO_LATENCY.draw(Random(3)) == 0.0


def test_the_same_seed_draws_the_same_latencies() -> None:
    first, second = Random(4), Random(4)
    assert [Latency().draw(first) for _ in range(50)] == [Latency().draw(second) for _ in range(50)]


@pytest.mark.parametrize("name", ["fixed_s", "jitter_s", "spike_s", "spike_chance"])
def test_a_negative_part_is_refused_by_name(name: str) -> None:
    with pytest.raises(SettingError, match=name):
        Latency(**{name: -0.1})
