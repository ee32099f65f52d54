"""Mergen with the engine's own search: what its rules come to where a user meets them."""

from contextlib import closing
from dataclasses import replace

import pytest

from tests.chess.engine_room import KIWIPETE, Searched, make_engine
from tests.chess.proxy.proxy_room import request, scripted, wrapped
from tests.chess.uci_process import UciProcess
from zeitnot.clocks import ClockReading
from zeitnot.turns import Limits, Reason

MINUTE = ClockReading(remaining_s=60.0)
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


@pytest.mark.source("G13")
def test_the_engine_takes_more_time_for_several_lines() -> None:
    one, three = (
        Searched(make_engine("mergen", nodes_per_second=4_000), clock=MINUTE, lines=lines) for lines in (1, 3)
    )
    assert three.record.budget.target_s == pytest.approx(2 * one.record.budget.target_s)
    assert three.record.used_s > 1.3 * one.record.used_s


@pytest.mark.source("G13")
def test_the_users_multipv_reaches_the_plan_by_uci() -> None:
    with UciProcess("--policy", "mergen", "--option", "Nodes Per Second=4000") as engine:
        engine.send("debug on", "setoption name MultiPV value 3")
        lines = engine.ask("go wtime 60000 btime 60000", until="bestmove")
    assert "3 lines x2" in lines[0]


@pytest.mark.source("G13")
def test_the_users_multipv_reaches_the_plan_in_front_of_another_engine() -> None:
    with closing(wrapped(scripted("sound"), policy="mergen")) as engine:
        thinking = engine.prepare(replace(request(clock_s=60.0), lines=2))
        engine.stop()
        engine.run()
    assert any(step.name == "2 lines" for step in thinking.budget.target.steps)
