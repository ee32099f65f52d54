"""Round numbers along an axis."""

import pytest

from zeitnot.report.ticks import ticks, widened


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        (0.0, 10.0, 5, [0, 2, 4, 6, 8, 10]),
        (1.0, 40.0, 6, [10, 20, 30, 40]),
        (0.0, 0.7, 4, [0, 0.2, 0.4, 0.6]),
        (-3.0, 3.0, 3, [-2, 0, 2]),
        (0.0, 1500.0, 3, [0, 500, 1000, 1500]),
    ],
)
def test_ticks_are_round_and_within_the_range(
    low: float, high: float, most: int, expected: list[float]
) -> None:
    assert ticks(low, high, most) == expected


@pytest.mark.parametrize(
    ("low", "high", "expected"), [(0.0, 7.9, [0, 2, 4, 6, 8]), (-0.1, 7.9, [-2, 0, 2, 4, 6, 8])]
)
def test_outward_ticks_enclose_the_range(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high, 5, outward=True) == expected


@pytest.mark.parametrize("value", [0.0, 5.0, -5.0, 1e17])
def test_a_range_without_width_gets_some(value: float) -> None:
    low, high = widened(value, value)
    assert low == value < high


def test_a_range_with_width_stays() -> None:
    assert widened(1.0, 2.0) == (1.0, 2.0)
