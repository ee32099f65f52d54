"""Mergen with the engine's own search: what its rules come to where a user meets them."""

from contextlib import closing
from dataclasses import replace

import chess
import pytest

from tests.chess.fixtures_engine import KIWIPETE, Searched, make_engine
from tests.chess.proxy.fixtures_proxy import request, scripted, wrapped
from tests.chess.uci_process import UciProcess
from zeitnot.chess.engine import Request
from zeitnot.clocks import ClockReading
from zeitnot.turns import Limits, Reason

RAPID = ClockReading(remaining_s=600.0)
EIGHT_SECONDS = ClockReading(remaining_s=8.0)


@pytest.mark.source("G7.share", "G7.used")
def test_a_quick_search_with_8_s_left_uses_its_0_8_s() -> None:
    searched = Searched(make_engine("mergen", nodes_per_second=200_000), clock=EIGHT_SECONDS, fen=KIWIPETE)
    assert searched.record.budget.target_s == pytest.approx(0.8)
    assert searched.depth > 4
    assert 0.56 <= searched.record.used_s <= 1.2


@pytest.mark.source("G7.depth")
def test_a_slow_search_with_8_s_left_ends_at_depth_4() -> None:
    measured = Searched(make_engine("mergen"), limits=Limits(depth=4), fen=KIWIPETE)
    rate = measured.result.nodes / 0.6  # three quarters of the target
    searched = Searched(make_engine("mergen", nodes_per_second=rate), clock=EIGHT_SECONDS, fen=KIWIPETE)
    assert searched.record.reason is Reason.DEPTH
    assert searched.depth == 4
    assert searched.record.used_s == pytest.approx(0.6, abs=0.01)


@pytest.mark.source("G13.lines")
def test_the_engine_takes_more_time_for_several_lines() -> None:
    one, three = (
        Searched(make_engine("mergen", nodes_per_second=400), clock=RAPID, lines=lines) for lines in (1, 3)
    )
    assert three.record.budget.target_s == pytest.approx(2 * one.record.budget.target_s)
    assert three.record.used_s > 1.3 * one.record.used_s


@pytest.mark.source("G13.lines")
def test_the_users_multipv_reaches_the_plan_by_uci() -> None:
    with UciProcess("--policy", "mergen", "--option", "Nodes Per Second=400") as engine:
        engine.send("debug on", "setoption name MultiPV value 3")
        lines = engine.ask("go wtime 600000 btime 600000", until="bestmove")
    assert "3 lines x2" in lines[0]


@pytest.mark.source("G13.lines")
def test_the_users_multipv_reaches_the_plan_in_front_of_another_engine() -> None:
    with closing(wrapped(scripted("sound"), policy="mergen")) as engine:
        thinking = engine.prepare(replace(request(clock_s=600.0), lines=2))
        engine.stop()
        engine.run()
    assert any(step.name == "2 lines" for step in thinking.budget.target.steps)


@pytest.mark.source("G9.mode", "G9.emergency", "G13.uci")
def test_uci_announces_the_kind_of_game_and_the_time_left_and_an_emergency() -> None:
    with UciProcess("--policy", "mergen", "--option", "Nodes Per Second=2000") as engine:
        engine.send("debug on")
        blitz = engine.ask("go wtime 180000 btime 180000 winc 2000 binc 2000", until="bestmove")
        late = engine.ask("go wtime 8000 btime 8000 winc 2000 binc 2000", until="bestmove")
    assert "clock 180 s" in blitz[0]
    assert "kind of game x0.9: blitz" in blitz[0]
    assert "emergency share 0.8 s: below 10 s" in late[0]


MIDDLEGAME = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 20"
PAWN_ENDING = "8/5k2/8/8/4K3/4P3/8/8 w - - 0 60"


@pytest.mark.source(
    "G1.factors",
    "G2.opening",
    "G2.middlegame",
    "G2.endgame",
    "G3.factor",
    "G4.opening",
    "G5.even",
    "G6.target",
)
@pytest.mark.parametrize(
    ("fen", "phase", "factor", "moves_left"),
    [
        (chess.STARTING_FEN, "opening", 0.7, 40),
        (MIDDLEGAME, "middlegame", 1.2, 30 - 10 * 9 / 24),
        (PAWN_ENDING, "endgame", 1.0, 20 - 10 * 6 / 7),
    ],
)
def test_real_positions_are_planned_by_kind_phase_and_complexity(
    fen: str, phase: str, factor: float, moves_left: float
) -> None:
    clock = ClockReading(remaining_s=180.0, increment_s=2.0)
    budget = make_engine("mergen").prepare(Request(board=chess.Board(fen), clock=clock)).budget
    steps = {step.name: step for step in budget.target.steps}
    assert steps["kind of game"].figure == 0.9
    assert (steps["phase"].note, steps["phase"].figure) == (phase, factor)
    assert steps["even share"].figure == pytest.approx(1 / moves_left)
    complexity = steps["complexity"].figure
    assert 0.8 <= complexity <= 1.2
    assert budget.target_s == pytest.approx((180 * 0.8 / moves_left + 0.9) * 0.9 * factor * complexity)


@pytest.mark.source("G13.pressure")
def test_time_pressure_is_noticed_in_a_game_where_it_is_set() -> None:
    engine = make_engine("mergen", pressure_share=0.25)
    engine.manager.new_game(initial_s=180.0)
    clock = ClockReading(remaining_s=40.0)
    steps = engine.prepare(Request(board=chess.Board(), clock=clock)).budget.target.steps
    assert any(step.name == "time pressure" for step in steps)


@pytest.mark.source("G13.instability")
def test_a_search_that_wavers_gets_more_time_where_it_is_set() -> None:
    calm, wavering = (
        Searched(
            make_engine("mergen", nodes_per_second=2_000, unstable_factor=factor), clock=RAPID, fen=KIWIPETE
        )
        for factor in (1.0, 2.5)
    )
    assert wavering.record.factors[0].name == "unstable evaluation"
    assert wavering.record.target_s > calm.record.target_s
    assert wavering.record.used_s > calm.record.used_s
