"""Engines that keep their own clock: their moves are recorded, their faults are told apart."""

import pickle
from contextlib import closing

import chess
import pytest

from tests.chess.proxy.proxy_room import debian_engine, request, scripted
from zeitnot.chess.proxy import OwnClockEngine
from zeitnot.errors import DataError, EngineFaultError
from zeitnot.turns import Limits, Reason


def test_the_engine_gets_the_clocks_and_its_turn_is_recorded() -> None:
    with closing(OwnClockEngine([debian_engine("stockfish")], options={"Hash": "16"})) as engine:
        engine.new_game(initial_s=1.0)
        answer = engine.think(request(clock_s=1.0, moves="e2e4"), deadline_s=10.0)
        board = chess.Board()
        board.push_uci("e2e4")
        assert chess.Move.from_uci(answer.move) in board.legal_moves
        assert answer.record.policy == "own clock"
        assert answer.record.reason is Reason.OTHER
        assert answer.record.clock_before_s == 1.0
        assert 0 < answer.record.used_s < 1.0
        assert answer.record.depth > 0
        assert answer.record.nodes > 0
        assert answer.record.score_cp is not None


def test_an_engine_that_plays_what_is_not_legal_is_at_fault() -> None:
    with closing(OwnClockEngine(scripted("answers-early", "--move", "e1e8"))) as engine:
        with pytest.raises(EngineFaultError, match="must answer with a legal move, got 'e1e8'") as error:
            engine.think(request())
        assert error.value.kind == "illegal"


def test_an_engine_that_does_not_move_by_the_deadline_is_stalled_and_ended() -> None:
    with closing(OwnClockEngine(scripted("deaf"))) as engine:
        with pytest.raises(EngineFaultError, match=r"must give a move within 0.100 s") as error:
            engine.think(request(), deadline_s=0.1)
        assert error.value.kind == "stalled"
        assert not engine.inner.alive
        with pytest.raises(EngineFaultError) as second:
            engine.think(request())
        assert second.value.kind == "crashed"
        engine.new_game()
        assert engine.inner.alive


def test_an_engine_that_ends_is_crashed_and_runs_again_in_the_next_game() -> None:
    with closing(OwnClockEngine(scripted("dies-in-search"))) as engine:
        with pytest.raises(EngineFaultError, match="exit code 4") as error:
            engine.think(request())
        assert error.value.kind == "crashed"
        engine.new_game()
        assert engine.inner.alive


def test_a_position_without_moves_is_not_asked_about() -> None:
    with closing(OwnClockEngine(scripted("sound"))) as engine:
        assert engine.think(request(fen="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")).move == ""


def test_moves_that_were_not_asked_for_are_illegal() -> None:
    with closing(OwnClockEngine(scripted("answers-early"))) as engine, pytest.raises(EngineFaultError):
        engine.think(request(limits=Limits(search_moves=("a2a3",))))


def test_a_program_that_cannot_be_started_is_refused() -> None:
    with pytest.raises(DataError, match="exit code 127"):
        OwnClockEngine(scripted("dies-at-once"))


def test_a_fault_survives_the_way_between_processes() -> None:
    fault = pickle.loads(pickle.dumps(EngineFaultError("it fell", kind="crashed")))  # noqa: S301 (made here)
    assert (str(fault), fault.kind) == ("it fell", "crashed")
