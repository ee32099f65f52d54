import pytest

from zeitnot.monitors import MateFound
from zeitnot.turns import GO_ON, Iteration, Reason, Tick


def depth(number: int, mate_in: int | None) -> Iteration:
    return Iteration(elapsed_s=1.0, depth=number, score_cp=0.0, best_move="e2e4", mate_in=mate_in)


@pytest.mark.source("A9.short", "A9.both_sides")
@pytest.mark.parametrize("mate_in", [1, 5, -1, -5])
def test_a_mate_in_five_or_less_ends_the_search_at_any_depth(mate_in: int) -> None:
    assert MateFound().observe(depth(1, mate_in)).reason is Reason.MATE


@pytest.mark.source("A9.horizon", "A9.both_sides")
@pytest.mark.parametrize(("mate_in", "plies"), [(6, 11), (10, 19), (-6, 12), (-10, 20)])
def test_a_longer_mate_ends_it_five_plies_past_its_horizon(mate_in: int, plies: int) -> None:
    assert MateFound().observe(depth(plies + 4, mate_in)) is GO_ON
    assert MateFound().observe(depth(plies + 5, mate_in)).reason is Reason.MATE


def test_without_a_mate_it_says_nothing() -> None:
    assert MateFound().observe(depth(60, None)) is GO_ON
    assert MateFound().observe(Tick(elapsed_s=9.0)) is GO_ON


def test_a_mate_in_one_is_one_ply_deep() -> None:
    assert MateFound(within_moves=0).observe(depth(5, 1)) is GO_ON
    assert MateFound(within_moves=0).observe(depth(6, 1)).reason is Reason.MATE
