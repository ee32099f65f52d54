"""Info lines as engines write them, and as they should not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.chess.proxy.info_line import InfoLine, parse_info

WORDS = ("depth", "score", "cp", "mate", "pv", "multipv", "-3", "7", "x", "nodes", "string", "seldepth")


def test_a_whole_line_is_read() -> None:
    line = "info depth 12 seldepth 18 multipv 2 score cp -31 nodes 5120 nps 640000 time 8 pv e7e5 g1f3"
    assert parse_info(line) == InfoLine(
        depth=12, selective_depth=18, place=2, nodes=5120, score_cp=-31.0, moves=("e7e5", "g1f3")
    )


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
