"""The native search: what it finds, what it obeys, and that it repeats itself."""

import math
import threading
from itertools import pairwise

import chess
import pytest

from tests.chess.suites import bratko_kopec
from zeitnot._native import (
    Bound,
    ChessSearch,
    ChessSearchSettings,
    Position,
    QuiescenceSettings,
    Report,
    SearchEnd,
    SearchResult,
    StopControl,
)

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATE_IN_TWO = "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1"
EXPLOSION = "q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1"
"""Queens on every line: every capture opens more captures."""
CHAIN = "k7/pp1r4/3r4/2nrn3/3p4/2NRN3/PP1R4/KB1R4 w - - 0 1"
"""Pieces that take each other on a few squares, far from the kings: no capture gives check."""
NODES_PER_SECOND = 100_000.0


def run(
    fen: str,
    *,
    search: ChessSearch | None = None,
    settings: ChessSearchSettings | None = None,
    soft_s: float = math.inf,
    hard_s: float = math.inf,
    reports: list[Report] | None = None,
    depth: int = 245,
    nodes: int = 2**64 - 1,
    mate: int = 0,
    search_moves: tuple[str, ...] = (),
) -> SearchResult:
    control = StopControl(work_per_second=NODES_PER_SECOND)
    control.start(soft_s=soft_s, hard_s=hard_s)

    def on_iteration(report: Report) -> bool:
        if reports is not None:
            reports.append(report)
        return False

    return (search or ChessSearch()).run(
        Position(fen),
        settings or ChessSearchSettings(),
        control,
        on_iteration,
        depth=depth,
        nodes=nodes,
        mate=mate,
        search_moves=list(search_moves),
    )


def tight_quiescence(**changes: object) -> ChessSearchSettings:
    quiescence = QuiescenceSettings()
    for name, value in changes.items():
        setattr(quiescence, name, value)
    settings = ChessSearchSettings()
    settings.quiescence = quiescence
    return settings


@pytest.mark.parametrize(
    ("fen", "mate_in"),
    [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
        (MATE_IN_TWO, 2),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
    ],
)
def test_forced_mates_are_found_with_their_length(fen: str, mate_in: int) -> None:
    result = run(fen, depth=9)
    assert result.last.lines[0].mate_in == mate_in
    board = chess.Board(fen)
    for move in result.last.lines[0].moves:
        board.push_uci(move)
    assert board.is_checkmate()


@pytest.mark.source("T2.beyond")
def test_a_search_for_a_mate_ends_when_it_is_found() -> None:
    result = run(MATE_IN_TWO, mate=2)
    assert result.end is SearchEnd.MATE
    assert result.last.depth < 12


def test_being_mated_is_a_negative_distance() -> None:
    result = run("7k/8/5KR1/8/8/8/8/8 b - - 0 1", depth=8)
    assert result.last.lines[0].mate_in < 0


@pytest.mark.parametrize("nodes_per_second", [50.0, 300.0, 5000.0])
def test_a_slow_search_in_work_time_stops_when_its_time_is_up(nodes_per_second: float) -> None:
    control = StopControl(work_per_second=nodes_per_second)
    control.start(soft_s=math.inf, hard_s=2.0)
    result = ChessSearch().run(Position(KIWIPETE), ChessSearchSettings(), control, lambda _: False)
    due = 2 * nodes_per_second
    assert due <= result.nodes <= due + max(32, 0.02 * nodes_per_second)


def test_one_thread_repeats_itself_to_the_node() -> None:
    first, second = (run(KIWIPETE, depth=9) for _ in range(2))
    assert (first.nodes, first.best, first.last.lines[0].moves) == (
        second.nodes,
        second.best,
        second.last.lines[0].moves,
    )


def test_a_new_game_forgets_everything() -> None:
    search = ChessSearch()
    fresh = run(KIWIPETE, search=search, depth=8)
    assert run(KIWIPETE, search=search, depth=8).nodes != fresh.nodes  # the table helps
    search.new_game()
    assert run(KIWIPETE, search=search, depth=8).nodes == fresh.nodes


@pytest.mark.source("T2.depth", "T2.beyond", "A8.depth", "A8.nodes")
def test_depth_and_node_limits_end_the_search_exactly() -> None:
    result = run(KIWIPETE, depth=6)
    assert (result.end, result.last.depth) == (SearchEnd.DEPTH, 6)
    limited = run(KIWIPETE, nodes=20_000)
    assert limited.end is SearchEnd.NODES
    assert 20_000 <= limited.nodes <= 20_001


@pytest.mark.source("T2.beyond")
def test_only_the_moves_asked_for_are_searched() -> None:
    reports: list[Report] = []
    result = run(chess.STARTING_FEN, depth=6, search_moves=("a2a3", "h2h3"), reports=reports)
    assert result.best in {"a2a3", "h2h3"}
    assert all(report.lines[0].moves[0] in {"a2a3", "h2h3"} for report in reports)


def test_several_lines_differ_in_their_first_move_and_fall_in_score() -> None:
    settings = ChessSearchSettings()
    settings.multi_pv = 4
    lines = run(KIWIPETE, settings=settings, depth=7).last.lines
    assert len({line.moves[0] for line in lines}) == 4
    scores = [line.score_cp for line in lines]
    assert scores == sorted(scores, reverse=True)


def test_reports_tell_how_the_iteration_went() -> None:
    reports: list[Report] = []
    run(KIWIPETE, depth=10, reports=reports)
    assert [report.depth for report in reports] == list(range(1, 11))
    assert all(0 < report.best_move_share <= 1 for report in reports)
    assert all(a.nodes < b.nodes and a.elapsed_s < b.elapsed_s for a, b in pairwise(reports))
    assert all(report.lines[0].selective_depth >= report.depth for report in reports[3:])
    assert all(report.lines[0].bound is Bound.EXACT for report in reports)
    assert sum(report.best_move_changes for report in reports) > 0
    assert sum(report.fail_highs + report.fail_lows for report in reports) > 0
    board = chess.Board(KIWIPETE)
    for move in reports[-1].lines[0].moves:
        board.push_uci(move)  # raises when a variation holds an illegal move


@pytest.mark.source("N4.soft", "N5.hard_stop", "T4.hard", "A1.deadline")
def test_the_hard_deadline_stops_inside_a_depth_and_the_soft_one_does_not() -> None:
    hard = run(KIWIPETE, hard_s=0.5)
    assert hard.end is SearchEnd.STOPPED
    assert 50_000 <= hard.nodes < 50_000 + 1100  # one look at the clock every 1,024 nodes
    assert hard.best
    soft = run(KIWIPETE, soft_s=0.1, depth=9)
    assert soft.end is SearchEnd.DEPTH
    assert soft.last.soft_stopped


@pytest.mark.source("N6.nodes", "A10")
@pytest.mark.parametrize("interval", [1, 100, 1024])
def test_the_clock_is_looked_at_every_so_many_nodes(interval: int) -> None:
    settings = ChessSearchSettings()
    settings.node_interval = interval
    result = run(KIWIPETE, settings=settings, hard_s=0.2)
    assert 20_000 <= result.nodes <= 20_000 + interval


@pytest.mark.source("N6.quiescence_nodes")
def test_quiescence_has_an_interval_of_its_own() -> None:
    result = run(EXPLOSION, settings=tight_quiescence(node_interval=25), hard_s=0.2)
    assert 20_000 <= result.nodes <= 20_025


@pytest.mark.source("N6.one_ms")
def test_by_the_wall_clock_a_hard_stop_is_seen_within_a_millisecond_however_rare_the_looks() -> None:
    settings = tight_quiescence(node_interval=1_000_000)
    settings.node_interval = 1_000_000
    search = ChessSearch(hash_mb=1)

    def late_s() -> float:
        control = StopControl()
        control.start(soft_s=math.inf, hard_s=0.01)
        result = search.run(Position(EXPLOSION), settings, control, lambda _: False)
        search.settle()
        return result.elapsed_s - 0.01

    # A busy machine may keep any one search from running: that one of many is in time is enough.
    assert any(0.0 <= late_s() < 0.001 for _ in range(100))


@pytest.mark.source("N17.depth")
def test_a_maximum_depth_ends_an_emergency_search() -> None:
    settings = tight_quiescence(depth_limit=1)
    settings.maximum_depth = 2
    result = run(KIWIPETE, settings=settings)
    assert (result.end, result.last.depth) == (SearchEnd.DEPTH, 2)
    assert result.cuts.by_depth > 0


@pytest.mark.source("N12.moves")
def test_move_limits_tame_an_explosion_of_captures() -> None:
    free = run(EXPLOSION, depth=3)
    limits = tight_quiescence(depth_limit=22, move_limits=[10, 5, 2, 1], band_ends=[1 / 4, 1 / 2, 1 / 1.33])
    limited = run(EXPLOSION, settings=limits, depth=3)
    assert free.cuts.by_moves == 0
    assert limited.cuts.by_moves > 0
    assert limited.last.quiescence_nodes < free.last.quiescence_nodes


@pytest.mark.source("N12.bands")
@pytest.mark.parametrize(("band", "first_ply"), [(0, 0), (1, 3), (2, 5), (3, 7)])
def test_the_move_limits_change_at_a_quarter_at_half_and_at_three_quarters_of_the_depth(
    band: int, first_ply: int
) -> None:
    moves = [256] * 4
    moves[band] = 0
    limits = tight_quiescence(depth_limit=8, move_limits=moves, band_ends=[1 / 4, 1 / 2, 1 / 1.33])
    result = run(CHAIN, settings=limits, depth=1)
    assert result.last.lines[0].selective_depth == 1 + 1 + first_ply
    assert result.cuts.by_moves > 0


@pytest.mark.source("N12.in_check")
def test_answers_to_a_check_have_no_limits() -> None:
    takes = "3qkbn1/8/8/8/1Q6/8/8/7K w - - 0 1"
    nothing = tight_quiescence(depth_limit=0, move_limits=[0] * 4, soft_stop_depth=0, node_interval=1)
    result = run(takes, settings=nothing, soft_s=0.0, depth=1, search_moves=("b4e7",))
    assert result.last.soft_stopped
    assert result.last.quiescence_nodes == 1 + 4  # four pieces can take the queen


@pytest.mark.source("N13.beyond")
def test_quiescence_that_uses_up_its_share_raises_the_soft_stop() -> None:
    settings = tight_quiescence(budget_share=0.35, node_interval=25)
    reports: list[Report] = []
    result = run(EXPLOSION, settings=settings, soft_s=0.5, hard_s=0.49, reports=reports)
    assert result.cuts.budget_exceeded
    calm = run(EXPLOSION, settings=tight_quiescence(node_interval=25), soft_s=0.5, hard_s=0.49)
    assert not calm.cuts.budget_exceeded


@pytest.mark.source("N14.moves")
def test_critical_time_restricts_the_moves_of_quiescence() -> None:
    settings = tight_quiescence(critical_share=0.0, critical_moves=1, node_interval=25)
    restricted = run(EXPLOSION, settings=settings, soft_s=10.0, depth=3)
    assert restricted.cuts.by_moves > 0
    late = tight_quiescence(critical_share=0.88, critical_moves=1, node_interval=25)
    assert run(EXPLOSION, settings=late, soft_s=1000.0, depth=3).cuts.by_moves == 0


@pytest.mark.source("N14.share")
@pytest.mark.parametrize(("end_s", "restricted"), [(0.87, False), (0.90, True)])
def test_time_is_critical_past_88_percent_of_the_soft_deadline(end_s: float, restricted: bool) -> None:
    settings = tight_quiescence(critical_share=0.88, critical_moves=1, node_interval=25)
    result = run(EXPLOSION, settings=settings, soft_s=1.0, hard_s=end_s)
    assert (result.cuts.by_moves > 0) is restricted


@pytest.mark.source("N15.soft_stop")
def test_deep_quiescence_returns_the_evaluation_once_the_soft_stop_is_set() -> None:
    settings = tight_quiescence(soft_stop_depth=3, node_interval=25)
    assert run(EXPLOSION, settings=settings, soft_s=0.05, depth=4).cuts.by_soft_stop > 0
    assert run(EXPLOSION, settings=settings, soft_s=1e9, depth=4).cuts.by_soft_stop == 0


@pytest.mark.source("N16.window")
def test_wide_windows_fail_less_often_than_narrow_ones() -> None:
    def failures(window_cp: int) -> int:
        settings = ChessSearchSettings()
        aspiration = settings.aspiration
        aspiration.window_cp = window_cp
        settings.aspiration = aspiration
        reports: list[Report] = []
        run(KIWIPETE, settings=settings, depth=11, reports=reports)
        return sum(report.fail_highs + report.fail_lows for report in reports)

    assert failures(500) < failures(3)


@pytest.mark.source("N16.later")
def test_a_failure_widens_the_windows_of_later_depths() -> None:
    def reports_with(*, widens_later: bool) -> list[Report]:
        settings = ChessSearchSettings()
        aspiration = settings.aspiration
        aspiration.window_cp, aspiration.widens_later = 8, widens_later
        settings.aspiration = aspiration
        reports: list[Report] = []
        run(KIWIPETE, settings=settings, depth=11, reports=reports)
        return reports

    narrow, wide = reports_with(widens_later=False), reports_with(widens_later=True)
    first = next(i for i, report in enumerate(narrow) if report.fail_highs + report.fail_lows)
    assert [report.nodes for report in wide[: first + 1]] == [report.nodes for report in narrow[: first + 1]]
    later = slice(first + 1, None)
    assert sum(r.fail_highs + r.fail_lows for r in wide[later]) < sum(
        r.fail_highs + r.fail_lows for r in narrow[later]
    )


@pytest.mark.source("A1.cancel")
def test_a_stop_from_another_thread_ends_an_endless_search() -> None:
    control = StopControl()
    control.start(soft_s=math.inf, hard_s=math.inf)
    begun = threading.Event()
    results: list[SearchResult] = []

    def think() -> None:
        def on_iteration(_: Report) -> bool:
            begun.set()
            return False

        results.append(
            ChessSearch(threads=2).run(Position(KIWIPETE), ChessSearchSettings(), control, on_iteration)
        )

    thread = threading.Thread(target=think)
    thread.start()
    assert begun.wait(timeout=60)
    control.stop()
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert results[0].end is SearchEnd.STOPPED
    assert results[0].best in Position(KIWIPETE).legal_moves()


def test_an_error_in_the_callback_comes_out_and_leaves_no_thread_searching() -> None:
    control = StopControl()
    control.start(soft_s=math.inf, hard_s=math.inf)

    def fail(_: Report) -> bool:
        raise RuntimeError("callback")

    with pytest.raises(RuntimeError, match="callback"):
        ChessSearch(threads=2).run(Position(KIWIPETE), ChessSearchSettings(), control, fail)


@pytest.mark.parametrize("fen", ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"])
def test_a_finished_game_has_no_move(fen: str) -> None:
    result = run(fen)
    assert (result.end, result.best, result.last.depth) == (SearchEnd.NO_MOVES, "", 0)


def test_two_threads_find_the_mate_that_one_finds() -> None:
    search = ChessSearch(threads=2)
    result = run(MATE_IN_TWO, search=search, depth=8)
    assert result.last.lines[0].mate_in == 2


def test_at_least_twelve_of_the_bratko_kopec_positions_are_solved_in_300_000_nodes() -> None:
    solved = 0
    for epd in bratko_kopec():
        board, operations = chess.Board.from_epd(epd)
        best = run(board.fen(), nodes=300_000).best
        wanted = operations["bm"]
        assert isinstance(wanted, list)
        solved += chess.Move.from_uci(best) in wanted
    assert solved >= 12
