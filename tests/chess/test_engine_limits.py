"""Soft and hard limits as the search itself keeps them, in work time."""

import chess
import pytest

from tests.chess.fixtures_engine import BLITZ, KIWIPETE, Searched, make_engine
from zeitnot.chess.diagnostics import counted
from zeitnot.chess.engine import Request
from zeitnot.chess.fixed_searches import POSITIONS
from zeitnot.clocks import ClockReading
from zeitnot.turns import Limits, Reason


@pytest.mark.source("N4.hard", "N5.hard_stop", "N6.nodes")
def test_the_hard_stop_falls_at_half_as_much_again_and_at_the_very_node() -> None:
    # So slow that not even the minimum depth is done: the soft stop waits, the hard stop does not.
    searched = Searched(make_engine("neurofish", nodes_per_second=100), clock=BLITZ, fen=KIWIPETE)
    record = searched.record
    assert record.budget.limit_s == pytest.approx(1.5 * record.budget.target_s)
    assert record.reason is Reason.LIMIT
    assert 0 <= searched.late_nodes(100) <= 1
    assert searched.depth < 5


@pytest.mark.source("N5.soft_stop", "N7.preferred", "N8.minimum", "N8.soft_stop", "N18.min_depth_forced")
@pytest.mark.parametrize("minimum", [5, 6, 7])
def test_the_soft_stop_waits_for_the_minimum_depth_and_no_longer(minimum: int) -> None:
    engine = make_engine(
        "neurofish",
        nodes_per_second=2_000 if minimum == 7 else 1_000,
        preferred_depth=minimum,
        tactical_depth=minimum,
        unstable_depth=minimum,
        quiescence_share=0.05,
        hard_stop_factor=100.0,
    )
    searched = Searched(engine, clock=BLITZ, fen=KIWIPETE)
    assert searched.record.reason is Reason.TARGET
    assert searched.depth == minimum
    assert engine.manager.events["min_depth_forced"] > 0


@pytest.mark.source("N7.absolute")
def test_the_absolute_minimum_depth_holds_when_all_others_are_off() -> None:
    depths = dict.fromkeys(("preferred_depth", "tactical_depth", "unstable_depth"), 0)
    engine = make_engine("neurofish", nodes_per_second=500, quiescence_share=0.0, **depths)
    searched = Searched(engine, clock=BLITZ, fen=KIWIPETE)
    assert (searched.depth, searched.record.reason) == (3, Reason.TARGET)


@pytest.mark.source("N5.prediction", "N8.prediction", "N10.not_begun")
def test_a_depth_that_would_not_finish_is_not_begun() -> None:
    searched = Searched(make_engine("neurofish", branching_factor=100.0), clock=BLITZ)
    record, last, before = searched.record, searched.reports[-1], searched.reports[-2]
    assert record.reason is Reason.UNAFFORDABLE
    left_s = record.budget.target_s - last.elapsed_s
    assert left_s < 0.55 * 100.0 * (last.elapsed_s - before.elapsed_s)


@pytest.mark.source("N17.depth", "N17.quiescence")
@pytest.mark.parametrize("fen", [KIWIPETE, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"])
def test_the_emergency_search_sees_two_plies_and_hardly_any_quiescence(fen: str) -> None:
    clock = ClockReading(remaining_s=1.2)
    searched = Searched(make_engine("neurofish"), clock=clock, fen=fen)
    record = searched.record
    assert record.budget.target_s == pytest.approx(0.07)
    assert record.budget.limit_s == pytest.approx(0.17)
    assert searched.depth == 2
    # Two plies, one of quiescence, and answers to checks, which are no choice.
    full = Searched(make_engine("uniform"), limits=Limits(depth=2), fen=fen)
    assert searched.reports[-1].lines[0].selective_depth <= 4
    assert searched.reports[-1].quiescence_nodes <= full.reports[-1].quiescence_nodes


@pytest.mark.source("N17.hard_stop")
def test_the_emergency_search_stops_hard_a_tenth_of_a_second_after_its_time() -> None:
    searched = Searched(
        make_engine("neurofish", nodes_per_second=300), clock=ClockReading(remaining_s=1.2), fen=KIWIPETE
    )
    assert searched.record.reason is Reason.LIMIT
    assert searched.record.used_s == pytest.approx(0.17, abs=2 / 300)


@pytest.mark.source("A10", "A1.deadline")
def test_argos_deadline_is_seen_within_1024_nodes() -> None:
    # An optimum that is never past before the maximum.
    engine = make_engine("argo", nodes_per_second=1_000, optimum_branch=100.0, settled_factor=1.0)
    searched = Searched(engine, clock=BLITZ, fen=KIWIPETE)
    assert searched.record.budget.settings.node_interval == 1024
    assert searched.record.reason is Reason.LIMIT
    assert 0 <= searched.late_nodes(1_000) <= 1024


@pytest.mark.source("T4.hard", "T4.interval")
def test_the_textbooks_hard_limit_is_looked_at_every_2048_nodes() -> None:
    engine = make_engine("textbook-complete", nodes_per_second=20_000, maximum_factor=1.0)
    searched = Searched(engine, clock=ClockReading(remaining_s=60.0), fen=KIWIPETE)
    assert searched.record.budget.settings.node_interval == 2048
    assert searched.record.reason is Reason.LIMIT
    assert 0 <= searched.late_nodes(20_000) <= 2048


@pytest.mark.source("T4.soft", "T1.sudden_death", "T1.increment", "T1.moves_to_go")
@pytest.mark.parametrize(
    "clock",
    [
        ClockReading(remaining_s=60.0),
        ClockReading(remaining_s=30.0, increment_s=1.0),
        ClockReading(remaining_s=30.0, moves_to_go=12),
    ],
    ids=["sudden death", "increment", "moves to go"],
)
def test_no_depth_begins_after_the_soft_limit(clock: ClockReading) -> None:
    searched = Searched(make_engine("textbook"), clock=clock, fen=POSITIONS[1])
    record = searched.record
    assert record.reason is Reason.TARGET
    assert searched.reports[-1].elapsed_s >= record.target_s
    assert searched.reports[-2].elapsed_s < record.target_s


@pytest.mark.source("T2.depth", "T2.beyond", "A8.depth", "A8.nodes")
@pytest.mark.parametrize("policy", ["argo", "textbook"])
def test_depth_and_nodes_end_a_search_to_the_number(policy: str) -> None:
    deep = Searched(make_engine(policy), limits=Limits(depth=6))
    assert (deep.depth, deep.record.reason) == (6, Reason.DEPTH)
    wide = Searched(make_engine(policy), limits=Limits(nodes=4_321))
    assert wide.record.reason is Reason.NODES
    assert 4_321 <= wide.result.nodes <= 4_322  # the node that finds out may be counted


@pytest.mark.source("T2.beyond", "A9.short")
def test_a_mate_ends_a_search() -> None:
    mate_in_two = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1"
    asked = Searched(make_engine(), limits=Limits(mate=1), fen=mate_in_two)
    assert (asked.outcome.move, asked.record.reason) == ("b1b8", Reason.MATE)
    found = Searched(make_engine("argo"), clock=BLITZ, fen=mate_in_two)
    assert found.record.reason is Reason.MATE
    assert found.record.used_s < found.record.budget.target_s


@pytest.mark.source("N18.qs_time_cutoff", "N18.qs_budget_exceeded", "N18.time_overruns")
def test_the_search_counts_what_no_monitor_can_see() -> None:
    engine = make_engine("neurofish", nodes_per_second=100)
    Searched(engine, clock=BLITZ, fen=KIWIPETE)
    events = engine.manager.events
    assert events["qs_time_cutoff"] > 0
    assert events["qs_budget_exceeded"] == 1
    assert events["time_overruns"] == 1


@pytest.mark.source("N18.shallow_search_d2", "N18.shallow_search_d3", "N17.depth")
@pytest.mark.parametrize("depth", [2, 3])
def test_moves_from_shallow_searches_are_counted(depth: int) -> None:
    engine = make_engine("neurofish", emergency_depth=depth)
    for _ in range(3):
        Searched(engine, clock=ClockReading(remaining_s=1.2))
    assert engine.manager.events == {f"shallow_search_d{depth}": 3}
    Searched(engine, limits=Limits(depth=depth))  # asked for, so no cause for concern
    assert engine.manager.events == {f"shallow_search_d{depth}": 3}


@pytest.mark.source("N18.time_overruns")
@pytest.mark.parametrize(("late_s", "look_s", "overruns"), [(0.0005, 0, 0), (0.002, 0, 1), (0.002, 0.01, 0)])
def test_a_search_later_than_a_look_at_the_clock_is_an_overrun(
    late_s: float, look_s: float, overruns: int
) -> None:
    engine = make_engine("argo")
    thinking = engine.prepare(Request(board=chess.Board(), clock=BLITZ))
    engine.run()
    used_s = thinking.target_s + late_s
    assert counted(thinking, engine.result, used_s=used_s, look_s=look_s).get("time_overruns", 0) == overruns
