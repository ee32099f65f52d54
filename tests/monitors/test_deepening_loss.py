import pytest

from zeitnot.monitors import NO_CONTEXT, rule_of_thumb
from zeitnot.turns import Iteration


def depth(number: int, move: str, share: float | None = None) -> Iteration:
    return Iteration(elapsed_s=1.0, depth=number, score_cp=0.0, best_move=move, best_move_share=share)


def test_the_loss_falls_with_the_share_of_the_best_move_its_age_and_the_depth() -> None:
    depths = [depth(2, "e2e4"), depth(3, "d2d4"), depth(4, "d2d4", 0.7)]
    # 0.1 x (1.2 - 0.7) / (1 + 0.3 x 2 depths with this move) / sqrt(4)
    assert rule_of_thumb(depths, NO_CONTEXT) == pytest.approx(0.015625)


def test_a_move_that_comes_back_has_the_age_of_its_return() -> None:
    depths = [depth(7, "e2e4"), depth(8, "d2d4"), depth(9, "e2e4", 0.7)]
    assert rule_of_thumb(depths, NO_CONTEXT) == pytest.approx(0.1 * 0.5 / 1.3 / 3)


def test_an_unknown_share_counts_as_three_fifths() -> None:
    assert rule_of_thumb([depth(1, "e2e4")], NO_CONTEXT) == pytest.approx(0.1 * 0.6 / 1.3)
