"""Other engines in work time: their nodes are their time, whatever the machine does meanwhile."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from tests.chess.proxy.fixtures_proxy import debian_engine, request, scripted
from tests.lab.match.scenes import played, small_plan
from zeitnot.chess.match.table import margin_of
from zeitnot.chess.proxy import WorkTimeEngine, own_clock_in_work_time
from zeitnot.chess.proxy.work_time import check_own_clock
from zeitnot.clocks import TimeControl
from zeitnot.errors import EngineFaultError, SettingError
from zeitnot.games import RefereeRules
from zeitnot.models import make_manager
from zeitnot.turns import NO_CONNECTION, Limits, Reason

NODES_PER_S = 100_000.0
SHARP = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9"


def managed(engine: str, policy: str = "uniform") -> WorkTimeEngine:
    """Start an engine of Debian under a policy, in work time."""
    manager = make_manager(policy, overhead=NO_CONNECTION)
    return WorkTimeEngine([debian_engine(engine)], manager, nodes_per_s=NODES_PER_S, options={"Hash": "16"})


@pytest.fixture
def stockfish() -> Iterator[WorkTimeEngine]:
    """Stockfish under even shares of the clock."""
    with closing(managed("stockfish")) as engine:
        engine.new_game(initial_s=3.0)
        yield engine


def test_the_nodes_of_a_search_are_its_time_and_the_engine_keeps_the_limit(stockfish: WorkTimeEngine) -> None:
    record = stockfish.think(request(fen=SHARP, clock_s=3.0)).record
    assert record.used_s == record.nodes / NODES_PER_S
    limit = record.budget.limit_s * NODES_PER_S
    assert limit <= record.nodes <= 1.1 * limit
    assert record.reason is Reason.LIMIT
    assert record.timings is None


def test_less_time_is_fewer_nodes(stockfish: WorkTimeEngine) -> None:
    nodes = [stockfish.think(request(fen=SHARP, clock_s=clock_s)).record.nodes for clock_s in (8.0, 1.0)]
    assert nodes[0] > 4 * nodes[1] > 0


def test_the_policy_ends_a_search_after_a_depth() -> None:
    with closing(managed("stockfish", "learned")) as engine:
        engine.new_game(initial_s=60.0)
        forced = "7k/8/5K2/6Q1/8/8/8/8 b - - 0 1"  # every move is as good as any
        record = engine.think(request(fen=forced, clock_s=60.0)).record
        assert record.reason not in (Reason.LIMIT, Reason.CALLER)
        assert record.depth > 0
        assert record.nodes < record.budget.limit_s * NODES_PER_S


def test_an_engine_that_does_not_report_what_it_breaks_off_pays_for_its_limit() -> None:
    with closing(managed("ethereal-chess")) as engine:
        engine.new_game(initial_s=3.0)
        record = engine.think(request(fen=SHARP, clock_s=3.0)).record
        assert record.nodes >= int(record.budget.limit_s * NODES_PER_S)


def test_a_limit_of_the_caller_counts_as_well(stockfish: WorkTimeEngine) -> None:
    record = stockfish.think(request(fen=SHARP, clock_s=60.0, limits=Limits(nodes=2_000))).record
    assert 2_000 <= record.nodes < 2_500


def test_a_search_that_ends_at_its_depth_pays_for_what_it_searched(stockfish: WorkTimeEngine) -> None:
    record = stockfish.think(request(fen=SHARP, clock_s=60.0, limits=Limits(depth=3))).record
    assert 0 < record.nodes < record.budget.limit_s * NODES_PER_S / 4


def test_a_game_that_is_over_has_no_move(stockfish: WorkTimeEngine) -> None:
    answer = stockfish.think(request(fen="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"))
    assert (answer.move, answer.record.nodes) == ("", 0)


def test_an_engine_that_does_not_answer_is_stalled_by_the_wall() -> None:
    engine = WorkTimeEngine(scripted("deaf"), make_manager("uniform"), nodes_per_s=NODES_PER_S)
    with closing(engine), pytest.raises(EngineFaultError, match="must give a move within") as error:
        engine.think(request(), deadline_s=0.1)
    assert error.value.kind == "stalled"


def test_an_engine_on_its_own_clock_counts_its_nodes_itself() -> None:
    command = [debian_engine("stockfish")]
    with closing(own_clock_in_work_time(command, nodes_per_s=NODES_PER_S, options={})) as engine:
        assert engine.inner.options.value("nodestime") == "100"
        assert engine.inner.options.value("Move Overhead") == "1000"  # 10 ms, in nodes
        engine.new_game()
        record = engine.think(request(clock_s=3.0), deadline_s=60.0).record
        assert record.used_s == record.nodes / NODES_PER_S
        assert 0 < record.used_s < 1.0
        assert record.timings is None


def test_an_overhead_that_the_user_names_is_left_alone() -> None:
    options = {"Move Overhead": "7"}
    engine = own_clock_in_work_time([debian_engine("stockfish")], nodes_per_s=NODES_PER_S, options=options)
    with closing(engine):
        assert engine.inner.options.value("Move Overhead") == "7"


def test_an_overhead_stays_within_what_the_engine_takes() -> None:
    engine = own_clock_in_work_time([debian_engine("stockfish")], nodes_per_s=1_000_000.0, options={})
    with closing(engine):
        assert engine.inner.options.value("Move Overhead") == "5000"


def test_engines_that_cannot_count_their_clock_in_nodes_are_refused() -> None:
    with pytest.raises(SettingError, match="must have the option nodestime, as Stockfish has, got 'Ethereal"):
        own_clock_in_work_time([debian_engine("ethereal-chess")], nodes_per_s=NODES_PER_S, options={})


@pytest.mark.parametrize("nodes_per_s", [500.0, 1_500.0, 20_000_000.0])
def test_a_speed_that_their_option_cannot_hold_is_refused(nodes_per_s: float) -> None:
    with pytest.raises(SettingError, match="whole thousands of nodes a second, at most 10,000,000, got"):
        own_clock_in_work_time([debian_engine("stockfish")], nodes_per_s=nodes_per_s, options={})


@pytest.mark.parametrize("text", ["40/0:10", "*5", "60 d5", "600 byo 5x30", "40/60+1:30+1"])
def test_a_clock_that_they_do_not_count_is_refused(text: str) -> None:
    with pytest.raises(SettingError, match="must have one time for the game, with or without an increment"):
        check_own_clock(TimeControl.parse(text))


@pytest.mark.parametrize("text", ["3+0.03", "10+0"])
def test_a_clock_that_they_count_is_taken(text: str) -> None:
    check_own_clock(TimeControl.parse(text))


def test_a_match_between_a_manager_and_the_engines_own_clock_is_played_in_nodes() -> None:
    plan = small_plan("stockfish+learned", "stockfish", control="0:01+0.01", work_per_s=NODES_PER_S)
    games = played(plan)
    assert [game.fault for game in games] == [None, None]
    for game in games:
        turns = [turn.record for turn in game.turns]
        assert all(record.used_s == record.nodes / NODES_PER_S for record in turns)
        seats = {0: 0.0, 1: 0.0}
        for turn in game.turns:
            seats[turn.seat] += turn.record.used_s
        moves = len(game.turns) / 2
        assert all(0.3 < used_s <= 1 + 0.01 * (moves + 1) + 0.02 for used_s in seats.values())


def test_an_own_clock_in_nodes_may_be_over_by_what_is_searched_between_two_looks() -> None:
    plan = small_plan("stockfish+learned", "stockfish", control="0:01+0.01", work_per_s=NODES_PER_S)
    assert [margin_of(plan, number) for number in (0, 1)] == [0.0, 0.015]
    wide = replace(plan, rules=RefereeRules(margins_s=(0.5,)))
    assert margin_of(wide, 1) == 0.5
    assert margin_of(replace(plan, work_per_s=None), 1) == 0.0


def test_a_match_with_an_engine_that_cannot_take_part_is_refused_before_it_begins() -> None:
    plan = small_plan("uniform", "ethereal-chess", control="0:01+0.01", work_per_s=NODES_PER_S)
    with pytest.raises(SettingError, match="nodestime"):
        plan.played_game.check_engines(plan)
    plan = small_plan("uniform", "stockfish", control="40/0:10", work_per_s=NODES_PER_S)
    with pytest.raises(SettingError, match="one time for the game"):
        plan.played_game.check_engines(plan)
