"""Recorded chess searches, judged move by move."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import chess
import pytest

from tests.chess.proxy.fixtures_proxy import debian_engine, ends, scripted
from zeitnot.chess.recording.recorder import (
    ChessRecorder,
    ChessRecording,
    ChessTrace,
    GamePosition,
    positions_with_a_choice,
)
from zeitnot.chess.recording.searcher import UciSearcher
from zeitnot.errors import DataError, EngineFaultError, SettingError
from zeitnot.turns.json_form import from_json_form, to_json_form

QUICK = ChessRecording(nodes=20_000, judge_nodes=20_000, game_nodes=200)
STOCKFISH = replace(QUICK, engine=(debian_engine("stockfish"),))
ETHEREAL = replace(QUICK, engine=(debian_engine("ethereal-chess"),))
"""It knows neither `go nodes` nor `searchmoves`."""
LEGAL_TRAP = "rn1qkbnr/ppp2pp1/3p3p/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R b KQkq - 0 5"
"""Black may take the queen and is mated in two."""
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"


def position(fen: str) -> GamePosition:
    """Make a position without a game around it."""
    return GamePosition(board=chess.Board(fen), plies_to_come=40)


@pytest.fixture(scope="module")
def traces() -> list[ChessTrace]:
    """Record some positions."""
    recorder = ChessRecorder(QUICK)
    return [recorder.record(number) for number in range(16)]


def test_a_record_depends_on_its_number_alone_whatever_was_recorded_before(traces: list[ChessTrace]) -> None:
    assert ChessRecorder(QUICK).record(15) == traces[15]
    assert len({trace.fen for trace in traces}) == len(traces)


def test_another_seed_gives_other_positions(traces: list[ChessTrace]) -> None:
    other = ChessRecording(seed=2, nodes=1000, judge_nodes=1000, game_nodes=200)
    assert ChessRecorder(other).record(0).fen != traces[0].fen


def test_a_trace_tells_its_search_depth_by_depth_in_work_time(traces: list[ChessTrace]) -> None:
    for trace in traces:
        board = chess.Board(trace.fen)
        iterations = [judged.iteration for judged in trace.iterations]
        assert [each.depth for each in iterations] == list(range(1, len(iterations) + 1))
        assert all(first.nodes <= second.nodes for first, second in pairwise(iterations))
        assert all(each.elapsed_s == pytest.approx(each.nodes / 100_000) for each in iterations)
        assert all(chess.Move.from_uci(each.best_move) in board.legal_moves for each in iterations)
        assert all(each.line[0] == each.best_move for each in iterations)
        assert max(len(each.line) for each in iterations) == 3
        assert trace.features.legal_moves == board.legal_moves.count() > 1
        assert trace.ply == board.ply()
        assert trace.plies_to_come > 0


@pytest.mark.source("M29.loss")
def test_early_depths_lose_more_than_late_ones_and_the_last_nothing(traces: list[ChessTrace]) -> None:
    assert all(trace.iterations[-1].loss == 0 for trace in traces)
    early = [trace.iterations[1].loss for trace in traces]
    late = [trace.iterations[-2].loss for trace in traces]
    assert sum(early) / len(early) > 0.005
    assert sum(early) > 1.5 * sum(late)


@pytest.mark.source("M29.loss")
def test_a_blunder_that_only_depth_sees_through_is_a_loss_until_then() -> None:
    trace = ChessRecorder(QUICK).record_position(0, position(LEGAL_TRAP))
    moves = [judged.iteration.best_move for judged in trace.iterations]
    assert moves[0] == "g4d1"
    assert moves[-1] != "g4d1"
    for judged in trace.iterations:
        if judged.iteration.best_move == "g4d1":
            assert judged.loss > 0.1
    assert trace.iterations[-1].loss == 0


def test_a_search_that_never_changes_its_mind_loses_nothing_and_needs_no_judge() -> None:
    trace = ChessRecorder(QUICK).record_position(0, position(MATE_IN_ONE))
    assert [judged.loss for judged in trace.iterations] == [0.0] * len(trace.iterations)
    assert trace.iterations[-1].iteration.mate_in == 1
    assert len(trace.iterations) < 5  # a mate ends the search
    assert trace.loss_error == 0


def test_the_judge_tells_how_far_it_changed_its_mind(traces: list[ChessTrace]) -> None:
    errors = [trace.loss_error for trace in traces if any(judged.loss for judged in trace.iterations)]
    assert errors
    assert 0 < max(errors) < 0.5


def test_with_two_lines_the_second_score_is_recorded() -> None:
    settings = ChessRecording(nodes=5000, judge_nodes=1000, game_nodes=200, lines=2)
    last = ChessRecorder(settings).record(0).iterations[-1].iteration
    assert last.second_score_cp is not None
    assert last.second_score_cp <= last.score_cp


def test_too_few_nodes_for_a_depth_are_doubled() -> None:
    settings = ChessRecording(nodes=1, judge_nodes=1, game_nodes=200)
    assert ChessRecorder(settings).record(0).iterations[0].iteration.depth == 1


def test_positions_without_a_choice_are_not_drawn() -> None:
    moves = [
        "e2e4",
        "f7f6",
        "d1h5",
        "g7g6",
        "h5g6",
        "h7g6",
    ]  # after the check there are two answers, then one
    found = positions_with_a_choice(moves, after=0)
    assert [each.board.ply() for each in found] == [0, 1, 2, 4]
    assert [each.plies_to_come for each in found] == [6, 5, 4, 2]
    assert [each.board.ply() for each in positions_with_a_choice(moves, after=2)] == [2, 4]


@pytest.mark.parametrize("settings", [STOCKFISH, ETHEREAL], ids=["stockfish", "ethereal"])
def test_another_engine_is_recorded_the_same_way_and_repeats_to_the_bit(settings: ChessRecording) -> None:
    with ChessRecorder(settings) as first, ChessRecorder(settings) as second:
        first.record(1)
        trace = first.record(3)
        assert second.record(3) == trace
    board = chess.Board(trace.fen)
    iterations = [judged.iteration for judged in trace.iterations]
    depths = [each.depth for each in iterations]
    assert depths == sorted(set(depths))
    assert depths[-1] >= 5
    assert iterations[-1].nodes <= settings.nodes
    assert all(first.nodes <= second.nodes for first, second in pairwise(iterations))
    assert all(each.elapsed_s == pytest.approx(each.nodes / 100_000) for each in iterations)
    assert all(chess.Move.from_uci(each.best_move) in board.legal_moves for each in iterations)
    assert trace.iterations[-1].loss == 0


def test_another_engine_falls_into_the_trap_no_longer_than_its_depth_lets_it() -> None:
    with ChessRecorder(STOCKFISH) as recorder:
        trace = recorder.record_position(0, position(LEGAL_TRAP))
    taken = [judged.loss for judged in trace.iterations if judged.iteration.best_move == "g4d1"]
    assert all(loss > 0.1 for loss in taken)
    assert trace.iterations[-1].iteration.best_move != "g4d1"


def test_closing_ends_the_other_engine() -> None:
    recorder = ChessRecorder(STOCKFISH)
    searcher = recorder._searcher
    assert isinstance(searcher, UciSearcher)
    pid = searcher._engine.inner.pid
    assert pid is not None
    recorder.close()
    assert ends(pid)


def test_an_engine_that_fails_is_said_and_leaves_nothing_running() -> None:
    settings = ChessRecording(nodes=1000, game_nodes=200, engine=tuple(scripted("dies-at-go")))
    with pytest.raises(EngineFaultError, match="ended by itself"), ChessRecorder(settings) as recorder:
        recorder.record(0)


def test_an_engine_that_cannot_be_started_is_refused() -> None:
    with pytest.raises(SettingError, match="an engine must be a program"):
        ChessRecorder(ChessRecording(engine=("no-such-engine",)))
    with pytest.raises(DataError, match="an engine must answer"):
        ChessRecorder(ChessRecording(engine=("true",)))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"nodes": 0}, "nodes must be at least 1, got 0"),
        ({"judge_nodes": -1}, "judge_nodes must be at least 1, got -1"),
        ({"lines": 3}, "lines must be 1 or 2, got 3"),
        ({"win_spread_cp": 0.0}, "spread_cp must be above 0 centipawns, got 0.0"),
        ({"patience_s": 0.0}, "patience_s must be above 0, got 0.0"),
        ({"options": (("Hash", "1"),)}, "options are for a UCI engine"),
    ],
)
def test_settings_out_of_range_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingError, match=message):
        ChessRecording(**settings)


def test_settings_survive_the_way_through_json() -> None:
    settings = ChessRecording(seed=3, engine=("stockfish",), options=(("Hash", "1"),))
    assert from_json_form(ChessRecording, to_json_form(settings)) == settings
