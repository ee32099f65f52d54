import math

import pytest

from zeitnot.turns import SNAPSHOT_ARMS, Arm, EndgamePly, Iteration, Snapshot


def snapshot_of(*arms: tuple[float, float, int], samples: int = 1000) -> Snapshot:
    top = tuple(Arm(mean_pts=mean, variance=variance, samples=count) for mean, variance, count in arms)
    return Snapshot(arms=len(top), samples=samples, top=top, bag_tiles=20, score_difference_pts=-12.0)


@pytest.mark.source("M7.derived")
def test_a_snapshot_tells_gaps_errors_and_log_samples() -> None:
    snapshot = snapshot_of((30.0, 400.0, 100), (28.0, 400.0, 400), (25.5, 900.0, 100))
    assert (snapshot.gap_pts(2), snapshot.gap_pts(3)) == (2.0, 4.5)
    assert snapshot.largest_standard_error_pts == pytest.approx(3.0)
    assert snapshot.mean_standard_error_pts == pytest.approx(2.0)
    assert snapshot.log_samples == pytest.approx(math.log(1000))
    assert SNAPSHOT_ARMS == 8


@pytest.mark.source("M7.derived")
def test_a_snapshot_of_nothing_is_all_zeros() -> None:
    snapshot = Snapshot(arms=0, samples=0, top=())
    assert snapshot.gap_pts(2) == snapshot.largest_standard_error_pts == snapshot.log_samples == 0.0
    assert snapshot.mean_standard_error_pts == 0.0


def test_an_arm_without_samples_is_wholly_unknown() -> None:
    assert Arm(mean_pts=1.0, variance=4.0, samples=0).standard_error_pts == math.inf


def test_an_arm_with_one_sample_errs_as_much_as_that_sample() -> None:
    assert Arm(mean_pts=1.0, variance=4.0, samples=1).standard_error_pts == 2.0


def test_what_a_search_does_not_report_is_none_or_zero() -> None:
    iteration = Iteration(elapsed_s=0.1, depth=3, score_cp=20.0, best_move="e2e4")
    assert (iteration.nodes, iteration.best_move_changes, iteration.selective_depth) == (0, 0.0, 0)
    assert (iteration.fail_highs, iteration.fail_lows, iteration.soft_stopped) == (0, 0, False)
    assert (iteration.mate_in, iteration.best_move_share, iteration.second_score_cp) == (None, None, None)
    assert Arm(mean_pts=1.0, variance=4.0, samples=9).covariance == 0.0
    snapshot = Snapshot(arms=0, samples=0, top=())
    assert (snapshot.bag_tiles, snapshot.score_difference_pts) == (0, 0.0)
    ply = EndgamePly(elapsed_s=0.1, started_s=0.0, budget_s=1.0, depth=1, value_pts=3.0)
    assert (ply.nodes, ply.line) == (0, ())
