"""Spending: thinking curves fall, and the best division of time is the best."""

import itertools
import math
from functools import partial
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.review import JudgedStep, Pace, ThinkingCurve, best_spending, pace_of
from zeitnot.review.spending import spent

PACE = Pace(work_per_s=100.0, usual_s=10.0)


def curve(*losses: float) -> ThinkingCurve:
    """Return the curve of a search whose steps take ten times the work of the one before each."""
    return ThinkingCurve.of(
        [JudgedStep(work=10.0**n, move="e4", loss=loss) for n, loss in enumerate(losses, 1)]
    )


chess_pace = partial(pace_of, usual_work=2000.0, least_work=50.0)

losses = st.lists(st.floats(-0.1, 1.0), min_size=1, max_size=6)


@given(losses)
def test_more_effort_never_loses_more(found: list[float]) -> None:
    made = curve(*found)
    expected = made.expected(np.geomspace(1e-3, 1e9, 60))
    assert all(after <= before + 1e-9 for before, after in itertools.pairwise(expected))
    assert expected.min() >= -1e-9
    assert expected.max() <= max(0.0, *found) + 1e-9


def test_a_loss_that_rises_with_depth_counts_as_the_mean() -> None:
    assert curve(0.4, 0.0, 0.2, 0.0).losses == pytest.approx((0.4, 0.1, 0.1, 0.0))


def test_effort_is_uncertain_by_a_factor_of_e() -> None:
    made = curve(0.4, 0.0)
    assert made.at(100.0) == pytest.approx(0.2)
    assert made.at(100.0 * math.e) == pytest.approx(0.4 * (1 - 0.8413), abs=1e-4)


def test_time_goes_where_thinking_gains() -> None:
    curves = [curve(0.0, 0.0, 0.0), curve(0.3, 0.3, 0.0), curve(0.01, 0.01, 0.0)]
    found = best_spending(curves, PACE, least_s=[1.0] * 3, given_s=[math.inf] * 3, total_s=60.0)
    assert found.times_s[0] == 1.0
    assert found.times_s[1] > found.times_s[2]
    assert sum(found.times_s) <= 60.0 + 1e-9
    assert found.price_per_s > 0


def test_no_move_uses_what_the_clock_had_not_given_yet() -> None:
    curves = [curve(0.3, 0.3, 0.3, 0.0), curve(0.3, 0.3, 0.0)]
    found = best_spending(curves, PACE, least_s=[1.0, 1.0], given_s=[20.0, 100.0], total_s=90.0)
    assert found.times_s[0] <= 20.0 + 1e-9
    assert sum(found.times_s) <= 90.0 + 1e-9


@given(st.lists(losses, min_size=2, max_size=4), st.floats(5.0, 100.0), st.randoms(use_true_random=False))
def test_no_other_division_of_the_same_total_loses_less(
    rows: list[list[float]], total_s: float, rng: Random
) -> None:
    curves = [curve(*row) for row in rows]
    least_s = [0.5] * len(curves)
    best = best_spending(curves, PACE, least_s=least_s, given_s=[math.inf] * len(curves), total_s=total_s)
    for _ in range(20):
        parts = [rng.random() + 1e-9 for _ in curves]
        free_s = total_s - sum(least_s)
        times_s = [0.5 + free_s * part / sum(parts) for part in parts]
        assert best.loss <= sum(spent(curves, times_s, PACE)) + 0.02  # a time between two that are considered


def test_the_pace_is_that_at_which_the_engine_loses_as_much_as_the_player() -> None:
    curves = [curve(0.3, 0.2, 0.1, 0.05, 0.0)] * 2000
    used_s = [10.0] * 2000
    for loss in (0.25, 0.12, 0.06):
        pace = chess_pace(curves, used_s, [loss] * 2000, most_work=1e6)
        assert curves[0].at(pace.usual_work) == pytest.approx(loss, abs=0.005)
    few = chess_pace(curves[:5], used_s[:5], [0.25] * 5, most_work=1e6)
    assert few.usual_work > chess_pace(curves, used_s, [0.25] * 2000, most_work=1e6).usual_work


def test_a_pace_stays_within_what_was_recorded() -> None:
    curves = [curve(0.3, 0.2, 0.1)] * 40
    best = chess_pace(curves, [10.0] * 40, [0.0] * 40, most_work=8000.0)
    worst = chess_pace(curves, [10.0] * 40, [1.0] * 40, most_work=8000.0)
    assert best.usual_work == pytest.approx(1000.0, rel=1e-3)
    assert worst.usual_work == pytest.approx(50.0, rel=1e-3)
