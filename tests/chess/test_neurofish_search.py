"""NeuroFish's rules inside the native search, seen through the engine: default settings, work time."""

import dataclasses
from typing import Any

import chess
import pytest

from tests.chess.fixtures_engine import BLITZ, KIWIPETE, Searched, make_engine
from tests.chess.test_search import CHAIN, EXPLOSION
from zeitnot._native import SearchEnd
from zeitnot.chess.engine import Request
from zeitnot.chess.native_search import native_settings
from zeitnot.turns import Aspiration, Limits, Quiescence, Reason, SearchSettings

COLLAPSE = "r1b1kb1r/1pppnppp/n7/p3p1q1/8/2PPP2P/PP1Q1PP1/RNB1KBNR w KQkq - 1 6"
"""At depth 7 the score falls by nine pawns."""
TURMOIL = "r1b2bn1/1p2kp2/pqnp3r/4p1pp/2P1P1P1/8/PP1PBP1P/R1BNK1NR w - - 2 18"
"""Its score jumps by eight pawns at depth 5 and again at depth 7: no window holds."""
SWING_AT_3 = "r4k2/pb2bp1r/1p1qp2p/3pNp2/3P1P2/2N3P1/PPP1Q2P/2KRR3 w - - 0 1"
"""Its score jumps by six pawns at depth 2 and back again at depth 3."""
EXCHANGES = "3r2k1/2R2ppp/p7/1p6/1n1B2P1/1P2P3/4KP1P/8 b - - 0 29"
"""An endgame whose score drifts with every depth."""


def searched(
    fen: str, *, nodes_per_second: float = 10_000, depth: int | None = None, **settings: Any
) -> Searched:
    engine = make_engine("neurofish", nodes_per_second=nodes_per_second, **settings)
    return Searched(engine, clock=BLITZ, fen=fen, limits=Limits(depth=depth))


def failures(search: Searched) -> list[int]:
    return [report.fail_highs + report.fail_lows for report in search.reports]


def scores(search: Searched) -> list[int]:
    return [report.lines[0].score_cp for report in search.reports]


# Looks at the clock

RARELY: dict[str, Any] = dict.fromkeys(
    ("node_interval", "quiescence_node_interval", "quiescence_move_interval"), 1_000_000
)


@pytest.mark.source("N6.nodes", "N6.quiescence_nodes")
def test_every_node_of_the_main_search_looks_and_every_25th_of_quiescence() -> None:
    result = searched(KIWIPETE, depth=6).result
    in_quiescence = result.last.quiescence_nodes
    assert in_quiescence > 1_000
    assert result.looks.nodes == result.nodes - in_quiescence
    assert result.looks.quiescence_nodes == in_quiescence // 25


@pytest.mark.source("N6.quiescence_nodes", "N19.search", "N20.quiescence_explosion")
def test_the_recipe_against_explosions_looks_every_15_nodes_of_quiescence() -> None:
    result = searched(EXPLOSION, depth=2, preset="quiescence-explosion").result
    assert result.looks.quiescence_nodes == result.last.quiescence_nodes // 15 > 10


@pytest.mark.source("N6.quiescence_nodes")
@pytest.mark.parametrize("interval", [1, 15, 25])
def test_the_hard_stop_is_seen_within_the_interval_of_quiescence(interval: int) -> None:
    rare = RARELY | {"quiescence_node_interval": interval}
    late = [searched(EXPLOSION, nodes_per_second=rate, **rare).late_nodes(rate) for rate in range(200, 215)]
    assert 0.6 * interval <= max(late) <= interval  # and not much sooner


@pytest.mark.source("N6.quiescence_moves", "N19.search")
def test_quiescence_also_looks_every_so_many_moves_of_a_node() -> None:
    def looks(**settings: int) -> int:
        return searched(EXPLOSION, depth=1, **settings).result.looks.quiescence_moves

    assert looks(quiescence_move_interval=1) > looks(quiescence_move_interval=2) > looks() > 0
    assert looks(quiescence_move_interval=11) == 0  # no node has more than 10
    assert looks() == looks(quiescence_move_interval=5)


@pytest.mark.source("N6.root_moves")
def test_the_clock_is_looked_at_between_root_moves_however_rare_other_looks_are() -> None:
    search = searched(KIWIPETE, nodes_per_second=100, **RARELY)
    assert search.record.reason is Reason.LIMIT
    assert search.result.looks.root_moves > 0
    assert search.late_nodes(100) < 1_000
    assert search.result.looks.nodes == 1  # the first node


# Aspiration


@pytest.mark.source("N16.retries", "N16.full_window", "N19.search")
@pytest.mark.parametrize("retries", [2, 3])
def test_the_full_window_is_opened_once_the_retries_are_used_up(retries: int) -> None:
    search = searched(TURMOIL, nodes_per_second=8_000, aspiration_retries=retries)
    assert failures(search)[4] == retries + 1
    other = searched(TURMOIL, nodes_per_second=8_000, aspiration_retries=5 - retries)
    assert search.reports[4].nodes != other.reports[4].nodes


@pytest.mark.source("N16.tactical_retries", "N16.mark")
def test_used_up_retries_grant_one_more_from_then_on() -> None:
    settings: dict[str, Any] = {"aspiration_window_cp": 8, "instability_cp": 10_000.0}  # no swing marks it
    assert failures(searched(EXCHANGES, **settings))[4:6] == [3, 4]
    assert failures(searched(EXCHANGES, aspiration_retries_tactical=2, **settings))[4:6] == [3, 3]


@pytest.mark.source("N16.swing", "N9.swing", "N9.small_depths", "N9.marks")
@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, 4),
        ({"instability_after_depth": 3}, 3),
        ({"instability_cp": 600.0}, 3),
        ({"instability_cp": 550.0}, 4),
    ],
)
def test_a_swing_grants_the_retries_of_a_tactical_position(settings: dict[str, Any], expected: int) -> None:
    search = searched(SWING_AT_3, aspiration_window_cp=4, **settings)
    assert (scores(search)[:3], failures(search)[4]) == ([75, 696, 125], expected)


@pytest.mark.source("N16.widening")
def test_every_retry_has_twice_the_window() -> None:
    endless: dict[str, Any] = {"aspiration_retries": 100, "aspiration_retries_tactical": 100}
    search = searched(TURMOIL, nodes_per_second=8_000, aspiration_window_cp=1, **endless)
    assert abs(scores(search)[4] - scores(search)[3]) > 500
    assert max(failures(search)) <= 10  # 1 cp, doubled ten times, is ten pawns


@pytest.mark.source("N16.window", "N19.search", "N20.score_instability")
def test_the_recipe_against_instability_has_wider_windows_and_one_more_retry() -> None:
    settings = searched(TURMOIL, preset="score-instability", depth=5).record.budget.settings.aspiration
    assert (settings.window_cp, settings.retries_tactical, settings.tactical_swing_cp) == (100, 4, 250.0)
    narrow, wide = (searched(KIWIPETE, aspiration_window_cp=window_cp) for window_cp in (10, 100))
    assert sum(failures(wide)) < sum(failures(narrow))


# The soft stop


@pytest.mark.source("N9.soft_stop")
def test_after_a_swing_the_search_goes_on_past_the_move_time_without_a_soft_stop() -> None:
    rate = 2_700
    search = searched(COLLAPSE, nodes_per_second=rate)
    target_s = search.record.budget.target_s
    assert scores(search)[6] < scores(search)[5] - 200
    before, last = search.reports[-2:]
    assert (before.depth, last.depth) == (7, 8)
    assert before.elapsed_s < target_s < last.elapsed_s
    assert not last.soft_stopped
    calm = searched(COLLAPSE, nodes_per_second=rate, instability_cp=10_000.0, branching_factor=1.0)
    assert calm.reports[-1].elapsed_s > target_s
    assert calm.reports[-1].soft_stopped


@pytest.mark.source("N9.soft_stop")
def test_a_soft_stop_that_is_set_already_is_taken_back_for_one_depth() -> None:
    settings: dict[str, Any] = {"unstable_depth": 8, "hard_stop_factor": 4.0, "quiescence_share": 0.25}
    search = searched(TURMOIL, nodes_per_second=1_500, **settings)
    by_depth = {report.depth: report for report in search.reports}
    assert by_depth[7].soft_stopped
    assert abs(scores(search)[6] - scores(search)[5]) > 200
    assert by_depth[8].elapsed_s > search.record.budget.target_s
    assert by_depth[8].quiescence_nodes / 1_500 > 0.25 * search.record.budget.limit_s  # which sets it once
    assert not by_depth[8].soft_stopped


@pytest.mark.source("N5.caller")
def test_the_callers_stop_ends_the_search_at_once_before_any_minimum_depth() -> None:
    engine = make_engine("neurofish")
    request = Request(board=chess.Board(KIWIPETE), clock=BLITZ)
    outcome = engine.think(request, on_report=lambda report: engine.stop() if report.depth == 2 else None)
    assert (outcome.record.reason, outcome.record.depth) == (Reason.CALLER, 2)
    assert engine.result.nodes == engine.result.last.nodes


@pytest.mark.source("N5.mid_move", "N8.soft_stop")
def test_the_soft_stop_can_break_off_a_depth_between_root_moves() -> None:
    settings: dict[str, Any] = {"nodes_per_second": 4_000, "branching_factor": 1.0, "quiescence_share": 1.0}
    whole = searched(KIWIPETE, **settings)
    broken = searched(KIWIPETE, preset="stop-mid-move", **settings)
    target_s = whole.record.budget.target_s
    assert (whole.record.reason, broken.record.reason) == (Reason.TARGET, Reason.TARGET)
    assert whole.result.end is SearchEnd.CALLBACK
    assert broken.result.end is SearchEnd.SOFT_STOP
    assert whole.depth == broken.result.last.depth + 1
    assert broken.result.last.elapsed_s < target_s < broken.record.used_s < whole.record.used_s
    assert chess.Move.from_uci(broken.outcome.move) in chess.Board(KIWIPETE).legal_moves


@pytest.mark.source("N5.mid_move", "N8.minimum")
def test_no_depth_up_to_the_minimum_is_broken_off() -> None:
    search = searched(KIWIPETE, nodes_per_second=250, preset="stop-mid-move", hard_stop_factor=20.0)
    assert search.reports[3].elapsed_s > search.record.budget.target_s
    assert (search.depth, search.record.reason) == (5, Reason.TARGET)


# Quiescence


@pytest.mark.source("N13.beyond", "N13.below", "N18.qs_budget_exceeded", "N19.search")
@pytest.mark.parametrize("share", [0.35, 0.25])
def test_quiescence_sets_the_soft_stop_just_beyond_its_share(share: float) -> None:
    changed: dict[str, Any] = {} if share == 0.35 else {"quiescence_share": share}
    free = searched(KIWIPETE, depth=7, quiescence_share=1.0).reports[-1]
    target_s = 5.5625
    for part, soft_stopped in ((0.99, False), (1.01, True)):
        rate = free.quiescence_nodes / (part * share * target_s)
        search = searched(KIWIPETE, nodes_per_second=rate, depth=7, emergency_reserve_s=0.0, **changed)
        last = search.reports[-1]
        assert (last.depth, last.soft_stopped) == (7, soft_stopped)
        assert last.elapsed_s < target_s
        assert search.result.cuts.budget_exceeded is soft_stopped


@pytest.mark.source("N12.depth", "N19.search")
@pytest.mark.parametrize("plies", [1, 3, 5])
def test_quiescence_ends_at_its_deepest_ply(plies: int) -> None:
    search = searched(CHAIN, depth=1, quiescence_depth=plies, quiescence_moves=(64, 64, 64, 64))
    assert search.reports[0].lines[0].selective_depth == 1 + 1 + plies
    assert search.result.cuts.by_depth > 0


@pytest.mark.source("N12.moves", "N19.search")
def test_moves_beyond_the_limit_of_a_ply_are_left_out() -> None:
    def cuts(*moves: int) -> int:
        return searched(EXPLOSION, depth=1, quiescence_moves=moves).result.cuts.by_moves

    assert cuts(256, 256, 256, 256) == 0
    assert cuts(10, 256, 256, 256) > 0
    assert cuts(256, 256, 2, 256) > 0


@pytest.mark.source("N12.in_check")
def test_all_answers_to_a_check_are_searched_whatever_the_limits() -> None:
    fen = "3qkbn1/8/8/8/1Q6/8/8/7K w - - 0 1"
    limits = Limits(depth=1, search_moves=("b4e7",))  # which four pieces can take
    engine = make_engine("neurofish", quiescence_depth=1, quiescence_moves=(1, 1, 1, 1))
    result = Searched(engine, clock=BLITZ, fen=fen, limits=limits).result
    assert result.last.quiescence_nodes == 1 + 4
    assert result.cuts.by_moves == 0


@pytest.mark.source("N14.share", "N14.moves", "N19.search")
def test_quiescence_is_restricted_past_88_percent_of_the_move_time() -> None:
    free: dict[str, Any] = {"quiescence_share": 1.0, "quiescence_moves": (256,) * 4, "hard_stop_factor": 1.0}
    whole = searched(EXPLOSION, nodes_per_second=2_000, **free).result
    assert whole.cuts.by_moves > 0
    late: dict[str, Any] = {"quiescence_critical_share": 0.99}
    assert (
        searched(EXPLOSION, nodes_per_second=2_000, **free, **late).result.cuts.by_moves < whole.cuts.by_moves
    )
    many: dict[str, Any] = {"quiescence_critical_moves": 256}
    assert searched(EXPLOSION, nodes_per_second=2_000, **free, **many).result.cuts.by_moves == 0


@pytest.mark.source("N15.depth", "N15.soft_stop", "N19.search")
@pytest.mark.parametrize(("divisor", "deepest"), [(7.0, 3), (11.0, 2), (22.0, 1)])
def test_the_soft_stop_ends_quiescence_at_a_part_of_its_depth(divisor: float, deepest: int) -> None:
    wide: dict[str, Any] = {
        "quiescence_moves": (64,) * 4,
        "quiescence_soft_stop_divisor": divisor,
        "depth": 1,
    }
    stopped = searched(CHAIN, quiescence_share=0.0, quiescence_node_interval=1, **wide)
    assert stopped.reports[0].lines[0].selective_depth == 1 + 1 + deepest + 1
    assert stopped.result.cuts.by_soft_stop > 0
    free = searched(CHAIN, **wide)
    assert free.reports[0].lines[0].selective_depth > 1 + 1 + deepest + 1
    assert free.result.cuts.by_soft_stop == 0


BACK_RANK = "3r2k1/p4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"


@pytest.mark.source("N12.checks")
def test_quiescence_sees_the_mate_that_a_quiet_check_gives() -> None:
    assert searched(BACK_RANK, depth=1, quiescence_check_depth=0).outcome.move == "a1a7"
    search = searched(BACK_RANK, depth=1)
    assert search.outcome.move != "a1a7"
    greedy = make_engine("neurofish")
    limits = Limits(depth=1, search_moves=("a1a7",))
    assert Searched(greedy, clock=BLITZ, fen=BACK_RANK, limits=limits).reports[0].lines[0].mate_in == -1


# The way of the settings


def with_changes(value: Any, changes: dict[str, Any]) -> Any:
    return dataclasses.replace(value, **changes)


def other_than(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(type(each)(each / 2) for each in value)
    return (not value) if isinstance(value, bool) else 3


@pytest.mark.source("N19.search")
def test_every_setting_of_a_budget_reaches_the_native_side() -> None:
    for group, kind in (("quiescence", Quiescence), ("aspiration", Aspiration)):
        for field in dataclasses.fields(kind):
            wanted = other_than(field.default)
            settings = with_changes(SearchSettings(), {group: with_changes(kind(), {field.name: wanted})})
            native = getattr(getattr(native_settings(settings), group), field.name)
            assert (tuple(native) if isinstance(wanted, tuple) else native) == wanted, field.name
    for name in ("node_interval", "maximum_depth", "break_off_depth"):
        assert getattr(native_settings(with_changes(SearchSettings(), {name: 3})), name) == 3


# Counters


@pytest.mark.source("N18.time_overruns")
@pytest.mark.parametrize(("rate", "overruns"), [(100, 1), (20_000, 0)])
def test_a_turn_longer_than_its_move_time_is_an_overrun(rate: float, overruns: int) -> None:
    engine = make_engine("neurofish", nodes_per_second=rate)
    record = Searched(engine, clock=BLITZ, fen=KIWIPETE).record
    assert (record.used_s > record.budget.target_s) is bool(overruns)
    assert engine.manager.events["time_overruns"] == overruns
