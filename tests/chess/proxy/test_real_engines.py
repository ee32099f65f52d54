"""The five engines that Debian ships, each wrapped for real."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing

import chess
import chess.engine
import pytest

from tests.chess.match_runners import obey_runners
from tests.chess.proxy.fixtures_proxy import (
    DEBIAN_ENGINES,
    PATIENCE_S,
    QUIET_OPTIONS,
    debian_engine,
    ends,
    request,
    wrapped,
)
from tests.chess.proxy.test_proxy_session import inner_pids
from tests.chess.uci_process import UciProcess
from zeitnot.chess.engine import PlayedMove
from zeitnot.chess.proxy import WrappedEngine
from zeitnot.turns import Iteration, Limits

MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
LATE = "did not answer `stop` within"
"""What is told of an engine that the machine had no time for: a game goes on."""
ONE_MOVE = "7k/8/8/8/8/8/1r6/K7 w - - 0 1"


def wrap_words(name: str, policy: str = "textbook") -> list[str]:
    """Return the arguments of `zeitnot wrap` for one of the engines."""
    options = [f"--option={key}={value}" for key, value in QUIET_OPTIONS.get(name, {}).items()]
    return ["--engine", debian_engine(name), "--policy", policy, *options]


def is_sound(answer: PlayedMove) -> bool:
    """Return whether nothing was wrong with the engine but that the machine had no time for it."""
    return answer.fault == "" or LATE in answer.fault


@pytest.fixture(scope="module", params=DEBIAN_ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[WrappedEngine]:
    name = str(request.param)
    with closing(wrapped([debian_engine(name)], policy="textbook", **QUIET_OPTIONS.get(name, {}))) as started:
        yield started


def test_a_game_is_played_in_time_and_by_the_rules(engine: WrappedEngine) -> None:
    engine.new_game()
    board, left_s = chess.Board(), 2.0
    for _ in range(12):
        seen: list[Iteration] = []
        asked = request(clock_s=left_s, moves=" ".join(move.uci() for move in board.move_stack))
        answer = engine.think(asked, on_report=seen.append)
        assert is_sound(answer)
        left_s -= answer.record.used_s
        assert left_s > 0
        assert [iteration.depth for iteration in seen] == sorted({iteration.depth for iteration in seen})
        assert all(chess.Move.from_uci(iteration.best_move) in board.legal_moves for iteration in seen)
        board.push_uci(answer.move)


@pytest.mark.parametrize("clock_s", [0.0, -1.0])
def test_a_clock_that_has_run_out_is_answered(engine: WrappedEngine, clock_s: float) -> None:
    assert engine.think(request(clock_s=clock_s)).move


@pytest.mark.parametrize("fen", [MATED, STALEMATE])
def test_finished_positions_have_no_move(engine: WrappedEngine, fen: str) -> None:
    answer = engine.think(request(fen=fen))
    assert (answer.move, answer.fault) == ("", "")


@pytest.mark.parametrize("fen", [MATE_IN_ONE, ONE_MOVE])
def test_positions_that_are_soon_solved_are_answered_once(engine: WrappedEngine, fen: str) -> None:
    answer = engine.think(request(fen=fen, clock_s=20.0))
    assert answer.move == {MATE_IN_ONE: "d1d8", ONE_MOVE: "a1b2"}[fen]
    assert is_sound(answer)
    assert is_sound(engine.think(request(clock_s=20.0)))


def test_the_second_best_move_is_seen_with_two_lines(engine: WrappedEngine) -> None:
    seen: list[Iteration] = []
    two = Limits(depth=6)
    asked = request(clock_s=None, limits=two)
    engine.think(type(asked)(board=asked.board, limits=two, lines=2), on_report=seen.append)
    assert seen[-1].second_score_cp is not None


def test_depth_and_nodes_are_left_to_the_engine(engine: WrappedEngine) -> None:
    answer = engine.think(request(clock_s=None, limits=Limits(depth=5)))
    assert answer.record.depth == 5
    assert engine.think(request(clock_s=None, limits=Limits(move_time_s=0.05))).record.used_s < PATIENCE_S


def test_one_that_is_killed_in_a_search_plays_on(engine: WrappedEngine) -> None:
    engine.new_game()
    killed: list[int] = []

    def kill_once(_: Iteration) -> None:
        pid = engine.inner.pid
        if not killed and pid is not None:
            killed.append(pid)
            os.kill(pid, signal.SIGKILL)

    answer = engine.think(request(clock_s=20.0), on_report=kill_once)
    assert answer.move
    assert "signal SIGKILL" in answer.fault
    assert engine.ready()  # started again, however long a busy machine takes for that
    assert engine.think(request(clock_s=30.0, moves="e2e4 e7e5")).record.depth > 0


@pytest.mark.parametrize("name", DEBIAN_ENGINES)
def test_python_chess_plays_ponders_and_analyses_through_the_proxy(name: str) -> None:
    command = [sys.executable, "-m", "zeitnot", "wrap", *wrap_words(name)]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=PATIENCE_S) as client:
        assert client.id["name"].endswith("+ textbook")
        board = chess.Board()
        limit = chess.engine.Limit(white_clock=1.5, black_clock=1.5, white_inc=0.02, black_inc=0.02)
        for ply in range(8):
            result = client.play(board, limit, game="one", ponder=True)
            assert result.move is not None
            board.push(result.move)
            if board.is_game_over():
                break
            expected = result.ponder or next(iter(board.legal_moves))
            others = [move for move in board.legal_moves if move != expected]
            board.push(others[0] if ply % 2 and others else expected)
            if board.is_game_over():
                break
        with client.analysis(chess.Board(), multipv=2) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 5 and info.get("multipv") == 2:
                    break
        assert analysis.wait().move is not None
        finished = client.analyse(chess.Board(MATED), chess.engine.Limit(depth=3))
        assert finished["score"].white() == chess.engine.Mate(-0)


@pytest.mark.parametrize("name", ["stockfish", "toga2"])
def test_an_idle_engine_ends_with_its_input(name: str) -> None:
    with subprocess.Popen([debian_engine(name)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        process.stdin.write(b"uci\nisready\n")
        process.stdin.close()
        assert process.wait(timeout=PATIENCE_S) == 0


@pytest.mark.parametrize("name", ["stockfish", "toga2"])
def test_a_searching_engine_does_not_outlive_a_proxy_that_is_killed(name: str) -> None:
    process = UciProcess(*wrap_words(name), command="wrap")
    process.ready()
    pids = inner_pids(process)
    process.send("position startpos", "go infinite")
    process.until("info")
    os.kill(process.process.pid, signal.SIGKILL)
    assert len(pids) == 2  # the engine and its watcher
    assert all(ends(pid) for pid in pids)
    process._close()


@pytest.mark.parametrize("name", DEBIAN_ENGINES)
def test_match_runners_get_one_answer_to_each_go_whatever_the_clock(name: str) -> None:
    with UciProcess(*wrap_words(name), command="wrap") as process:
        obey_runners(process)


def test_a_policy_sees_chances_that_the_caller_did_not_ask_for() -> None:
    with closing(wrapped([debian_engine("stockfish")], policy="textbook")) as engine:
        seen: list[Iteration] = []
        lines: list[str] = []
        engine.new_game()
        engine.think(request(limits=Limits(nodes=20_000)), on_report=seen.append, on_line=lines.append)
        assert seen[-1].draw_chance is not None
        assert lines
        assert not any(" wdl " in line for line in lines)
        engine.inner.set_option("UCI_ShowWDL", "true")
        engine.think(request(limits=Limits(nodes=20_000)), on_line=lines.append)
        assert any(" wdl " in line for line in lines)
