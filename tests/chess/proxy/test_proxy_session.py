"""Conversations with `zeitnot wrap` as interfaces and match runners hold them, a scripted engine behind."""

import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from tests.chess.proxy.fixtures_proxy import PATIENCE_S, ends, runs, scripted
from tests.chess.uci_process import UciProcess, count
from zeitnot.cli.app import run

CLOCKS = "wtime 600 btime 600"
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


def wrap(kind: str, *arguments: str, script: tuple[str, ...] = (), policy: str = "uniform") -> UciProcess:
    """Start the proxy in front of a scripted engine."""
    program, *words = scripted(kind, *script)
    engine_arguments = [f"--engine-arg={word}" for word in words]
    return UciProcess("--engine", program, *engine_arguments, "--policy", policy, *arguments, command="wrap")


def inner_pids(process: UciProcess) -> list[int]:
    """Find the processes that the proxy has started."""
    tasks = Path(f"/proc/{process.process.pid}/task").iterdir()
    return [int(pid) for task in tasks for pid in (task / "children").read_text(encoding="utf-8").split()]


@pytest.fixture(scope="module")
def process() -> Iterator[UciProcess]:
    with wrap("sound") as started:
        yield started


@pytest.fixture
def engine(process: UciProcess) -> UciProcess:
    """One process for many conversations, in the state of a new one."""
    process.send("stop", "debug off", "ucinewgame", "position startpos")
    process.ready()
    return process


def test_options_of_both_sides_are_announced_and_the_overhead_only_once(engine: UciProcess) -> None:
    lines = engine.ask("uci", until="uciok")
    assert lines[0] == "id name Scripted + uniform"
    names = [
        line.removeprefix("option name ").partition(" type ")[0]
        for line in lines
        if line.startswith("option ")
    ]
    assert len({name.lower() for name in names}) == len(names)
    assert {"Policy", "Move Overhead", "uniform.turns_left"} <= set(names)
    assert {"Ponder", "Hash", "MultiPV", "Clear Hash"} <= set(names)
    assert "option name Move Overhead type spin default 10 min 0 max 60000" in lines
    assert "Threads" not in names


@pytest.mark.parametrize("words", [CLOCKS, f"{CLOCKS} winc 10 binc 10", f"{CLOCKS} movestogo 2"])
def test_clocks_of_every_kind_get_one_answer(engine: UciProcess, words: str) -> None:
    lines = engine.ask(f"go {words}", until="bestmove")
    assert lines[-1].startswith("bestmove d2d4")
    assert count(lines, "info depth 1 ") == 1
    assert count(engine.ready(), "bestmove") == 0


def test_an_answer_that_is_not_the_move_last_reported_comes_after_its_own_variation() -> None:
    with wrap("takes-back") as process:
        process.send("go infinite")
        process.until("info depth 3 ")
        lines = process.ask("stop", until="bestmove")
    assert lines[-2:] == ["info depth 1 score cp 20 nodes 100 pv d2d4", "bestmove d2d4 ponder e7e5"]
    assert lines.count(lines[-2]) == 1


def test_an_answer_that_is_the_move_last_reported_repeats_nothing(engine: UciProcess) -> None:
    lines = engine.ask(f"go {CLOCKS}", until="bestmove")
    assert count(lines, "info depth ") == len({line for line in lines if line.startswith("info depth ")})


@pytest.mark.parametrize("words", ["wtime 0 btime 0", "wtime -5 btime -5"])
def test_clocks_that_have_run_out_get_one_answer_too(engine: UciProcess, words: str) -> None:
    lines = engine.ask(f"go {words}", until="bestmove")
    # Whether the engine had the time to say anything is for the machine to decide.
    assert chess.Move.from_uci(lines[-1].split()[1]) in chess.Board().legal_moves
    assert count(engine.ready(), "bestmove") == 0


def test_what_concerns_the_clock_is_explained_with_debug(engine: UciProcess) -> None:
    lines = engine.ask("debug on", f"go {CLOCKS}", until="bestmove")
    assert any(line.startswith("info string plan by uniform: target") for line in lines)
    assert any(line.startswith("info string stopped by ") for line in lines)
    assert any(re.match(r"info string stop lag of Scripted: mean [0-9.]+ ms, worst", line) for line in lines)


def test_stop_on_the_heels_of_go_is_not_lost(engine: UciProcess) -> None:
    for words in ("infinite", f"ponder {CLOCKS}", CLOCKS, "movetime 50000", "depth 100"):
        assert engine.best_move(f"go {words}", "stop") == "d2d4"
    assert count(engine.ready(), "bestmove") == 0


def test_go_while_a_search_runs_answers_the_first_search_too(engine: UciProcess) -> None:
    engine.send("go infinite", f"go {CLOCKS}")
    engine.until("bestmove")
    engine.until("bestmove")
    assert count(engine.ready(), "bestmove") == 0


def test_a_ponder_hit_begins_the_clock_and_a_miss_ends_the_search(engine: UciProcess) -> None:
    engine.send("position startpos moves e2e4 e7e5", f"go ponder {CLOCKS}")
    engine.until("info depth 2 ")
    assert count(engine.ready(), "bestmove") == 0
    engine.ask("ponderhit", until="bestmove")
    engine.send("position startpos", f"go ponder {CLOCKS}")
    engine.until("info depth 2 ")
    assert count(engine.ask("stop", until="bestmove"), "bestmove") == 1


def test_infinite_in_a_finished_position_waits_for_stop(engine: UciProcess) -> None:
    engine.send(f"position fen {MATED}", "go infinite")
    assert count(engine.ready(), "bestmove") == 0
    assert engine.ask("stop", until="bestmove")[-2:] == ["info depth 0 score mate 0", "bestmove 0000"]


def test_isready_is_answered_while_the_engine_searches(engine: UciProcess) -> None:
    engine.send("go infinite")
    engine.until("info depth 1 ")
    engine.ready()
    engine.ask("stop", until="bestmove")


def test_unknown_commands_and_options_are_for_the_engine(engine: UciProcess) -> None:
    assert engine.ask("hello there", until="hello to you")[-1] == "hello to you"
    assert "info string option Hash value 32" in engine.ask(
        "setoption name Hash value 32", until="info string option Hash"
    )
    engine.send("setoption name Hush value 3")
    assert "did you mean 'hash'?" in engine.until("info string no option of the engine")[-1]


def test_options_of_the_clock_are_not_for_the_engine(engine: UciProcess) -> None:
    engine.send("setoption name Move Overhead value 77", "setoption name Policy value textbook")
    assert not [line for line in engine.ready() if "info string option" in line]
    lines = engine.ask("debug on", f"go {CLOCKS}", until="bestmove")
    assert any("plan by textbook" in line for line in lines)
    engine.send("setoption name Policy value uniform", "setoption name Policy value nobody")
    assert "option Policy must be one of" in engine.until("info string option Policy")[-1]


def test_nothing_that_is_sent_ends_the_proxy(engine: UciProcess) -> None:
    engine.send_bytes(b"\n\xff\xfe\x00\nposition\nposition fen x\nsetoption\ndebug\ngo depth x\nstop\n")
    engine.until("bestmove")
    engine.ready()


@pytest.mark.parametrize(
    ("kind", "clock_ms", "message"),
    [
        ("deaf", 1_500, "did not answer `stop` within"),
        ("dies-in-search", 60_000, "the engine ended by itself (exit code 4)"),
        ("dies-at-go", 60_000, "exit code 3: out of luck"),
        ("illegal", 1_500, "which is not legal here"),
        ("floods", 3_000, "the engine babbles"),
    ],
)
def test_every_fault_gets_a_legal_move_and_a_message(kind: str, clock_ms: int, message: str) -> None:
    with wrap(kind) as engine:
        lines = engine.ask("position startpos", f"go wtime {clock_ms} btime 1000", until="bestmove")
        assert chess.Move.from_uci(lines[-1].split()[1]) in chess.Board().legal_moves
        assert any(message in line for line in lines if line.startswith("info string"))


@pytest.mark.parametrize("kind", ["sound", "stubborn-deaf"])
@pytest.mark.parametrize("ending", ["quit", "end of input", "killed"])
def test_the_engine_ends_with_the_proxy_however_it_ends(kind: str, ending: str) -> None:
    engine = wrap(kind)
    engine.ready()
    pids = inner_pids(engine)
    assert len(pids) == 2  # the engine and its watcher
    if ending == "quit":
        engine.send("quit")
    elif ending == "end of input":
        engine.end_input()
    else:
        os.kill(engine.process.pid, signal.SIGKILL)
    engine.process.wait(timeout=PATIENCE_S)
    try:
        assert all(ends(pid) for pid in pids)
    finally:
        for pid in filter(runs, pids):
            os.kill(pid, signal.SIGKILL)
        engine._close()


@pytest.mark.parametrize(
    "words",
    [
        f"{word} {'9' * digits}"
        for word in ("movetime", "depth", "nodes", "mate", "wtime", "movestogo")
        for digits in (15, 25, 5_000)
    ],
)
def test_numbers_of_any_size_make_a_search_that_can_be_stopped(engine: UciProcess, words: str) -> None:
    engine.send("position startpos", f"go {words}")
    lines = engine.ask("stop", until="bestmove")
    assert not any("failed" in line for line in lines)
    assert lines[-1].startswith("bestmove d2d4")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--engine", "stockfsh"], "did you mean 'stockfish'?"),
        (["--engine", "/nowhere/engine"], "an engine must be a program on the path, in /usr/games or"),
        (["--engine", "true"], "an engine must answer with 'uciok', got its end (exit code 0)"),
        (["--engine", "stockfish", "--policy", "nobody"], "nobody"),
        (["--engine", "stockfish", "--option", "Hush=3"], "did you mean 'hash'?"),
        (["--engine", "stockfish", "--option", "Hush"], "Hush"),
        ([], "missing option '--engine'"),
    ],
)
def test_bad_arguments_are_answered_in_one_line(
    arguments: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    with open(os.devnull, encoding="utf-8") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        assert run(["wrap", *arguments]) == 2
    errors = capfd.readouterr().err
    assert message in errors
    assert errors.count("\n") == 1
