"""A search that is stopped in mid-iteration: the move it answers with is one that it has reported."""

import chess
import pytest

from tests.chess.fixtures_engine import KIWIPETE, Searched, make_engine
from tests.chess.uci_process import UciProcess, number
from zeitnot._native import Bound, ChessSearch, ChessSearchSettings, Position, SearchResult, StopControl
from zeitnot.chess.fixed_searches import POSITIONS
from zeitnot.turns import Limits

STOPS = [(fen, nodes) for fen in POSITIONS[:8] for nodes in range(600, 8_000, 400)]
"""Some of these searches are stopped between a new best move and the end of its iteration."""


def stopped_after(nodes: int, fen: str, *, lines: int = 1) -> SearchResult:
    control = StopControl(work_per_second=1e5)
    control.start(soft_s=1e9, hard_s=1e9)
    settings = ChessSearchSettings()
    settings.multi_pv = lines
    return ChessSearch(hash_mb=1).run(Position(fen), settings, control, lambda _: False, nodes=nodes)


@pytest.mark.parametrize("lines", [1, 3])
def test_a_new_best_move_of_an_unfinished_iteration_comes_with_its_line_and_score(lines: int) -> None:
    results = [stopped_after(nodes, fen, lines=lines) for fen, nodes in STOPS]
    broken_off = [result for result in results if result.unfinished is not None]
    assert broken_off
    for result in broken_off:
        assert result.unfinished is not None
        (line,) = result.unfinished.lines
        assert result.unfinished.depth == result.last.depth + 1
        assert result.best == line.moves[0] != result.last.lines[0].moves[0]
        assert result.ponder == (line.moves[1] if len(line.moves) > 1 else "")
        assert abs(line.score_cp) < 1_000
        assert line.bound in {Bound.EXACT, Bound.LOWER}
        assert result.unfinished.nodes == result.nodes
    for result in results:
        assert result.unfinished is not None or result.best == result.last.lines[0].moves[0]


def test_a_finished_search_has_nothing_unfinished() -> None:
    control = StopControl(work_per_second=1e5)
    control.start(soft_s=1e9, hard_s=1e9)
    result = ChessSearch(hash_mb=1).run(
        Position(chess.STARTING_FEN), ChessSearchSettings(), control, lambda _: False, depth=6
    )
    assert result.unfinished is None


def test_a_move_that_was_never_searched_has_no_line_to_tell() -> None:
    result = stopped_after(1, KIWIPETE)
    assert result.best
    assert (result.unfinished, result.last.depth) == (None, 0)


def test_the_engine_reports_it_last_and_its_record_has_the_score_of_the_move_played() -> None:
    broken_off = 0
    for fen, nodes in STOPS:
        searched = Searched(make_engine(), fen=fen, limits=Limits(nodes=nodes))
        (best, *_) = searched.reports[-1].lines
        assert best.moves[0] == searched.outcome.move == searched.record.move
        assert best.score_cp == searched.record.score_cp
        if searched.result.unfinished is not None:
            broken_off += 1
            assert searched.record.depth == searched.reports[-1].depth - 1  # the deepest one finished
    assert broken_off


def test_the_last_info_line_before_bestmove_begins_with_that_move() -> None:
    broken_off = 0
    with UciProcess("--hash", "1") as engine:
        for fen, nodes in STOPS:
            engine.send("ucinewgame", f"position fen {fen}")
            lines = engine.ask(f"go nodes {nodes}", until="bestmove")
            infos = [line for line in lines if line.startswith("info depth")]
            *_, before, last = infos
            assert last.split(" pv ")[1].split()[0] == lines[-1].split()[1]
            assert " score cp " in last
            assert number(last, "depth") == number(before, "depth") + 1
            broken_off += (
                before.split(" pv ")[1].split()[0] != lines[-1].split()[1] and number(last, "nodes") == nodes
            )
    assert broken_off
