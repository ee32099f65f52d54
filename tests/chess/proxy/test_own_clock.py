"""Engines that keep their own clock: their moves are recorded, their faults are told apart."""

import pickle
from contextlib import closing
from pathlib import Path

import chess
import pytest

from tests.chess.proxy.fixtures_proxy import debian_engine, request, scripted, wrapped
from tests.lab.match.scenes import SetTime
from zeitnot.chess.proxy import OwnClockEngine
from zeitnot.errors import DataError, EngineFaultError, StateError
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


@pytest.mark.source("T12.match", "T12.hit", "T12.miss")
def test_an_engine_ponders_by_the_words_of_uci(tmp_path: Path) -> None:
    log = tmp_path / "commands"
    with closing(OwnClockEngine(scripted("logs", "--flag-file", str(log)), ponders=True)) as engine:
        engine.ponder(request(moves="e2e4 e7e5", limits=Limits(ponder=True)))
        answer = engine.ponder_hit(deadline_s=10.0)
        engine.ponder(request(moves="e2e4 c7c5", limits=Limits(ponder=True)))
        engine.ponder_miss()
        engine.inner.ready()
    assert answer.move == "d2d4"
    said = [line for line in log.read_text(encoding="utf-8").splitlines() if "isready" not in line]
    assert said[1] == "setoption name Ponder value true"
    assert said[2:] == [
        "position startpos moves e2e4 e7e5",
        "go ponder wtime 3000 btime 3000",
        "ponderhit",
        "position startpos moves e2e4 c7c5",
        "go ponder wtime 3000 btime 3000",
        "stop",
        "quit",
    ]


@pytest.mark.source("T12.free")
def test_the_time_of_an_engine_that_pondered_counts_from_the_hit(tmp_path: Path) -> None:
    time = SetTime()
    command = scripted("logs", "--flag-file", str(tmp_path / "commands"))
    with closing(OwnClockEngine(command, time=time, ponders=True)) as engine:
        engine.ponder(request(moves="e2e4 e7e5", limits=Limits(ponder=True)))
        time.time_s += 100.0
        assert engine.ponder_hit(deadline_s=10.0).record.used_s == 0.0


def test_an_engine_that_does_not_stop_pondering_is_stalled_and_ended() -> None:
    with closing(OwnClockEngine(scripted("deaf"))) as engine:
        engine.ponder(request(limits=Limits(ponder=True)))
        with pytest.raises(EngineFaultError) as error:
            engine.ponder_miss()
        assert error.value.kind == "stalled"


def test_a_hit_needs_an_engine_that_ponders() -> None:
    with closing(OwnClockEngine(scripted("sound"))) as engine, pytest.raises(StateError, match="ponder hit"):
        engine.ponder_hit()


def test_an_engine_that_knows_no_node_limit_is_stopped_at_it() -> None:
    asked = request(clock_s=None, limits=Limits(nodes=2_000))  # Toga would search on for ever
    with closing(OwnClockEngine([debian_engine("toga2")])) as engine:
        assert engine.think(asked, deadline_s=60.0).record.nodes >= 2_000
    with closing(wrapped([debian_engine("toga2")])) as engine:
        record = engine.think(asked).record
        assert record.nodes >= 2_000
        assert record.reason is Reason.NODES
