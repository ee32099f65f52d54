"""Whatever is sent: an answer in words or a clean end, and never a lost game."""

import subprocess
import sys
from collections.abc import Iterator

import chess
import pytest

from tests.chess.uci_process import PATIENCE_S, UciProcess, count


@pytest.fixture(scope="module")
def process() -> Iterator[UciProcess]:
    with UciProcess() as started:
        yield started


@pytest.fixture
def engine(process: UciProcess) -> UciProcess:
    """One process for many conversations, in the state of a new one."""
    process.send("stop", "debug off", "ucinewgame", "position startpos")
    process.ready()
    return process


@pytest.mark.parametrize(
    "words",
    [
        "wtime 0 btime 0",
        "wtime -1 btime -5000",
        "wtime -2147483648 btime 1 winc 0 binc 0",
        "wtime 1 btime 1 winc 0 binc 0 movestogo 0",
        "wtime 0 btime 0 winc 100 binc 100 movestogo -3",
        "movetime 0",
        "movetime -10",
        "depth 0",
        "depth -3",
        "nodes 0",
        "nodes 1",
        "winc 5",
        "btime 200",
        "wtime 99999999999999999999999999 btime 1 depth 2",
        "depth 999999999999999999999 nodes 500",
    ],
)
def test_nonsense_numbers_are_answered_with_a_legal_move(engine: UciProcess, words: str) -> None:
    move = engine.best_move(f"go {words}")
    assert chess.Move.from_uci(move) in chess.Board().legal_moves


@pytest.mark.parametrize("words", ["wtime 0 btime 0", "movetime 0", "nodes 1", "wtime -100 btime 0"])
def test_a_move_without_time_was_still_looked_at(engine: UciProcess, words: str) -> None:
    hanging_queen = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"
    lines = engine.ask(f"position fen {hanging_queen}", f"go {words}", until="bestmove")
    assert lines[-1].split()[1] == "e4d5"
    assert count(lines, "info depth 1 ") == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nonsense", "a command must be one of uci,"),
        ("position", "position takes `startpos` or `fen`"),
        ("position fen", "position takes `startpos` or `fen`"),
        ("position fen 8/8/8/8 w - - 0 1", "a position must be a FEN such as"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "can occur in a game; white has no king"),
        ("position startpos moves e2e5", "a move must be legal and written like e2e4 or e7e8q, got 'e2e5'"),
        ("position startpos moves e2e4 0000", "a move must be legal"),
        ("position startpos moves e2e4 junk", "a move must be legal"),
        ("setoption", "setoption takes `name`"),
        ("setoption name Hsah value 5", "did you mean 'Hash'?"),
        ("setoption name Hash value 0", "option Hash must be a whole number from 1"),
        ("setoption name Hash value lots", "option Hash must be a whole number from 1"),
        ("setoption name Threads value 100000", "option Threads must be a whole number from 1 to 256"),
        ("setoption name Ponder value maybe", "option Ponder must be true or false, got 'maybe'"),
        ("setoption name Policy value none", "option Policy must be one of uniform,"),
        ("setoption name neurofish.overhead_s value -1", "overhead_s must be a number from 0"),
        ("setoption name Preset value no-such", "got 'no-such'"),
        ("debug", "debug takes `on` or `off`"),
    ],
)
def test_bad_input_is_answered_with_the_rule_and_changes_nothing(
    engine: UciProcess, line: str, said: str
) -> None:
    engine.send("position startpos moves e2e4 e7e5 g1f3", line)
    answers = engine.ready()
    assert len(answers) == 1
    assert answers[0].startswith("info string ")
    assert said in answers[0]
    board = chess.Board()
    for move in ("e2e4", "e7e5", "g1f3"):
        board.push_uci(move)
    assert chess.Move.from_uci(engine.best_move("go depth 3")) in board.legal_moves


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("depth", "go depth must be followed by a whole number"),
        ("depth x", "go depth must be followed by a whole number, got 'x'"),
        ("depth 3 depth 2", "go takes depth once"),
        ("dpeth 3", "go does not know 'dpeth'"),
        ("searchmoves e2e5", "go searchmoves must name a legal move"),
        ("depth -1", "go depth must be 1 or more, got -1"),
        ("btime 1000", "go with btime is for the other side"),
    ],
)
def test_nonsense_after_go_is_said_and_the_rest_obeyed(engine: UciProcess, words: str, said: str) -> None:
    lines = engine.ask(f"go nodes 2000 {words}", until="bestmove")
    assert any(line.startswith("info string ") and said in line for line in lines)


def test_an_output_that_nobody_reads_ends_the_engine_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "zeitnot", "uci"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        process.stdin.write(b"isready\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"readyok\n"
        process.stdout.close()
        process.stdin.write(b"go infinite\n")
        process.stdin.flush()  # and the input stays open: only the output tells
        assert process.wait(timeout=PATIENCE_S) == 1
        assert process.stderr.read() == b""
