"""Mergen with the engine's own search: what its rules come to where a user meets them."""

import pytest

from tests.chess.engine_room import KIWIPETE, Searched, make_engine
from zeitnot.clocks import ClockReading
from zeitnot.turns import Limits, Reason

EIGHT_SECONDS = ClockReading(remaining_s=8.0)


@pytest.mark.source("G7")
def test_a_quick_search_with_8_s_left_uses_its_0_8_s() -> None:
    searched = Searched(make_engine("mergen", nodes_per_second=200_000), clock=EIGHT_SECONDS, fen=KIWIPETE)
    assert searched.record.budget.target_s == pytest.approx(0.8)
    assert searched.depth > 4
    assert 0.4 <= searched.record.used_s <= 1.2


@pytest.mark.source("G7")
def test_a_slow_search_with_8_s_left_ends_at_depth_4() -> None:
    measured = Searched(make_engine("mergen"), limits=Limits(depth=4), fen=KIWIPETE)
    rate = measured.outcome.result.nodes / 0.6  # three quarters of the target
    searched = Searched(make_engine("mergen", nodes_per_second=rate), clock=EIGHT_SECONDS, fen=KIWIPETE)
    assert searched.record.reason is Reason.DEPTH
    assert searched.depth == 4
    assert searched.record.used_s == pytest.approx(0.6, abs=0.01)
