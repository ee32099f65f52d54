"""Info lines as engines write them, and as they should not, put together to iterations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.chess.proxy.search_reports import InfoLine, SearchReports, parse_info, without_wdl
from zeitnot.turns import Iteration

WORDS = ("depth", "score", "cp", "mate", "pv", "multipv", "-3", "7", "x", "nodes", "string", "seldepth")


def test_a_whole_line_is_read() -> None:
    line = "info depth 12 seldepth 18 multipv 2 score cp -31 nodes 5120 nps 640000 time 8 pv e7e5 g1f3"
    assert parse_info(line) == InfoLine(
        depth=12, selective_depth=18, place=2, nodes=5120, score_cp=-31.0, moves=("e7e5", "g1f3")
    )


def test_the_hash_table_the_chances_and_the_moves_to_come_are_read_where_an_engine_reports_them() -> None:
    line = "info depth 9 score cp 35 wdl 120 850 30 nodes 99 hashfull 250 movesleft 41 pv e2e4 e7e5"
    info = parse_info(line)
    assert info is not None
    assert (info.hash_full, info.win_chance, info.draw_chance, info.moves_left) == (0.25, 0.12, 0.85, 41.0)
    iteration = SearchReports().take(info, elapsed_s=0.5)
    assert iteration is not None
    assert (iteration.hash_full, iteration.win_chance) == (0.25, 0.12)
    assert (iteration.draw_chance, iteration.moves_left) == (0.85, 41.0)


@pytest.mark.parametrize(
    "words", ["wdl 1 2 3", "wdl 500 500", "wdl x y z", "wdl -100 1000 100", "hashfull 1001"]
)
def test_chances_and_parts_that_cannot_be_are_left_out(words: str) -> None:
    info = parse_info(f"info depth 9 score cp 35 {words} pv e2e4")
    assert info is not None
    assert (info.win_chance, info.draw_chance, info.hash_full, info.moves) == (None, None, None, ("e2e4",))


def test_chances_that_nobody_asked_for_are_taken_out_of_a_line() -> None:
    line = "info depth 9 score cp 35 wdl 120 850 30 nodes 99 pv e2e4"
    assert without_wdl(line) == "info depth 9 score cp 35 nodes 99 pv e2e4"
    assert without_wdl("info depth  9 pv e2e4") == "info depth  9 pv e2e4"


@pytest.mark.parametrize(
    ("score", "score_cp", "mate_in", "bound"),
    [
        ("cp 20 lowerbound", 20.0, None, "lower"),
        ("cp 20 upperbound", 20.0, None, "upper"),
        ("mate 3", 99_997.0, 3, ""),
        ("mate -2", -99_998.0, -2, ""),
        ("mate 0", -100_000.0, None, ""),
        ("cp much", None, None, ""),
        ("cp", None, None, ""),
        ("cp 9999999999999999999", None, None, ""),
    ],
)
def test_scores_with_bounds_mates_and_nonsense(
    score: str, score_cp: float | None, mate_in: int | None, bound: str
) -> None:
    info = parse_info(f"info depth 3 score {score} pv e2e4")
    assert info is not None
    assert (info.score_cp, info.mate_in, info.bound) == (score_cp, mate_in, bound)


def test_a_line_without_nodes_or_with_wrong_ones_has_none() -> None:
    for line in ("info depth 3 score cp 1 pv e2e4", "info depth 3 nodes many score cp 1 pv e2e4"):
        info = parse_info(line)
        assert info is not None
        assert info.nodes is None
        assert info.moves == ("e2e4",)


@pytest.mark.parametrize("line", ["info string depth 3 score cp 1 pv e2e4", "bestmove e2e4", "", "info3"])
def test_words_for_people_and_other_lines_say_nothing(line: str) -> None:
    assert parse_info(line) is None


@pytest.mark.parametrize(
    ("line", "announces"),
    [
        ("info depth 4", True),
        ("info depth 4 seldepth 12 time 7 nodes 1910 nps 0", True),
        ("info depth 4 currmove e2e4 currmovenumber 1", False),
        ("info depth 4 score cp 3 pv e2e4", False),
        ("info nodes 300 nps 2", False),
    ],
)
def test_a_depth_is_announced_by_a_line_with_nothing_found(line: str, announces: bool) -> None:
    info = parse_info(line)
    assert info is not None
    assert info.announces_depth is announces


@given(st.lists(st.sampled_from(WORDS)))
def test_nothing_that_an_engine_writes_raises(words: list[str]) -> None:
    parse_info(f"info {' '.join(words)}")


def iterations(reports: SearchReports, *lines: str) -> list[Iteration]:
    """Feed lines that come a second apart."""
    found = []
    for second, line in enumerate(lines, start=1):
        info = parse_info(f"info {line}")
        assert info is not None
        iteration = reports.take(info, elapsed_s=float(second))
        if iteration is not None:
            found.append(iteration)
    return found


def depths(found: list[Iteration]) -> list[tuple[int, float]]:
    return [(iteration.depth, iteration.elapsed_s) for iteration in found]


def test_a_variation_without_bound_finishes_its_depth() -> None:
    found = iterations(
        SearchReports(),
        "depth 1 seldepth 2 score cp 10 nodes 50 pv e2e4 e7e5",
        "depth 2 score cp 40 lowerbound nodes 90 pv d2d4",
        "depth 2 currmove d2d4 currmovenumber 1",
        "depth 2 score cp 35 nodes 120 pv d2d4 d7d5",
    )
    assert depths(found) == [(1, 1.0), (2, 4.0)]
    assert found[0].line == ("e2e4", "e7e5")
    assert found[1].best_move == "d2d4"
    assert found[1].score_cp == 35
    assert found[1].nodes == 120
    assert found[1].best_move_changes == 1.0
    assert found[1].fail_highs == 1
    assert found[1].best_move_share is None


def test_with_several_variations_the_last_finishes_the_depth() -> None:
    found = iterations(
        SearchReports(lines=2),
        "depth 5 multipv 1 score cp 30 pv e2e4",
        "depth 5 multipv 2 score cp 10 pv d2d4",
        "depth 6 multipv 1 score cp 31 pv e2e4",
    )
    assert depths(found) == [(5, 2.0)]
    assert found[0].second_score_cp == 10


def test_variations_of_the_depth_before_do_not_count_again() -> None:
    found = iterations(
        SearchReports(lines=2),
        "depth 5 multipv 1 score cp 30 pv e2e4",
        "depth 5 multipv 2 score cp 10 pv d2d4",
        "depth 6 multipv 1 score cp 31 pv e2e4",
        "depth 5 multipv 2 score cp 10 pv d2d4",
        "depth 6 multipv 2 score cp 12 pv d2d4",
    )
    assert depths(found) == [(5, 2.0), (6, 5.0)]


def test_where_depths_are_announced_each_best_move_is_only_a_change() -> None:
    reports = SearchReports()
    found = iterations(
        reports,
        "depth 1",
        "depth 1 score cp 6 nodes 2 pv b1a3",
        "depth 1 score cp 38 nodes 3 pv b1c3",
        "depth 1 score cp 40 nodes 13 pv d2d4",
        "depth 1 seldepth 1 time 0 nodes 21 nps 0",
        "depth 2",
        "depth 2 score cp 20 nodes 45 pv d2d4 d7d5",
        "depth 3",
    )
    assert depths(found) == [(1, 5.0), (2, 8.0)]
    assert found[0].best_move_changes == 2.0
    assert found[0].nodes == 21
    assert found[1].best_move_changes == 0.0
    assert reports.announces


def test_a_search_that_ends_by_itself_has_finished_its_depth() -> None:
    reports = SearchReports(announces=True)
    iterations(reports, "depth 3", "depth 3 score cp 5 pv e2e4")
    last = reports.end(elapsed_s=3.0)
    assert last is not None
    assert last.depth == 3
    assert reports.end(elapsed_s=4.0) is None


def test_an_engine_without_nodes_reports_none() -> None:
    found = iterations(SearchReports(), "depth 1 score cp 10 pv e2e4")
    assert found[0].nodes == 0


def test_a_mate_is_told_with_its_score() -> None:
    found = iterations(SearchReports(), "depth 9 score mate 2 pv h5f7")
    assert found[0].mate_in == 2
    assert found[0].score_cp == 99_998
