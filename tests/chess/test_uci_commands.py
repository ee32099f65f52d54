"""Conversations as match runners and interfaces hold them, with a real process."""

import subprocess
import sys
from collections.abc import Iterator

import chess
import pytest

from tests.chess.uci_process import PATIENCE_S, UciProcess, count, number

MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
CLOCKS = "wtime 60000 btime 60000 winc 500 binc 500"


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


def test_the_engine_introduces_itself_and_every_option_is_well_formed(engine: UciProcess) -> None:
    lines = engine.ask("uci", until="uciok")
    assert lines[0].startswith("id name Zeitnot ")
    assert count(lines, "id author ") == 1
    options = [line for line in lines if line.startswith("option ")]
    names = [line.removeprefix("option name ").partition(" type ")[0] for line in options]
    assert len({name.lower() for name in names}) == len(names)
    for line in options:
        kind = line.partition(" type ")[2].split()[0]
        assert (" default " in line) is (kind != "button")
    assert {"Policy", "Move Overhead", "Hash", "Threads", "MultiPV", "Ponder", "OwnBook", "BookFile"} <= set(
        names
    )
    assert {"UCI_Chess960", "UCI_ShowWDL", "Clear Hash", "Nodes Per Second", "UCI_EngineAbout"} <= set(names)


@pytest.mark.source("T2.depth", "A8.depth")
def test_a_depth_is_searched_and_answered_once(engine: UciProcess) -> None:
    lines = engine.ask("go depth 6", until="bestmove")
    depths = [int(line.split()[2]) for line in lines if line.startswith("info depth")]
    assert depths == [1, 2, 3, 4, 5, 6]
    fields = lines[-2].split()
    assert {"depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time", "pv"} <= set(fields)
    assert number(lines[-2], "nodes") > 0
    assert fields[fields.index("pv") + 1] == lines[-1].split()[1]
    assert count(engine.ready(), "bestmove") == 0


@pytest.mark.source("T2.beyond", "A8.nodes")
def test_nodes_end_a_search(engine: UciProcess) -> None:
    lines = engine.ask("go nodes 20000", until="bestmove")
    nodes = [number(line, "nodes") for line in lines if " nodes " in line]
    assert 0 < max(nodes) <= 20_000


@pytest.mark.source("T2.beyond")
def test_a_mate_that_was_asked_for_ends_the_search(engine: UciProcess) -> None:
    lines = engine.ask(f"position fen {MATE_IN_ONE}", "go mate 2", until="bestmove")
    assert " score mate 1 " in lines[-2]
    assert lines[-1].split()[1] == "d1d8"


@pytest.mark.source("T2.beyond")
def test_only_the_moves_asked_for_are_searched(engine: UciProcess) -> None:
    lines = engine.ask("go searchmoves a2a3 h2h3 depth 5", until="bestmove")
    firsts = {line.partition(" pv ")[2].split()[0] for line in lines if " pv " in line}
    assert firsts <= {"a2a3", "h2h3"}
    assert lines[-1].split()[1] in firsts


@pytest.mark.source(
    "N1.time",
    "N1.increment",
    "N1.moves_to_go",
    "T1.sudden_death",
    "T1.increment",
    "T1.moves_to_go",
    "T2.clocks",
    "G13.uci",
    "A15.clock",
    "A15.moves_to_go",
)
@pytest.mark.parametrize(
    "words",
    [
        "wtime 400 btime 400",
        "wtime 300 btime 300 winc 100 binc 100",
        "wtime 400 btime 400 movestogo 5",
        "wtime 300 btime 300 winc 50 binc 50 movestogo 1",
        "winc 100 binc 100 wtime 100 btime 100",
    ],
)
def test_clocks_of_every_kind_are_answered_before_they_run_out(engine: UciProcess, words: str) -> None:
    lines = engine.ask(f"go {words}", until="bestmove")
    assert chess.Move.from_uci(lines[-1].split()[1]) in chess.Board().legal_moves
    times_ms = [number(line, "time") for line in lines if " time " in line]
    assert max(times_ms) < number(words, "wtime")


@pytest.mark.source("T2.infinite", "A1.cancel", "A12.infinite")
def test_infinite_answers_isready_and_ends_by_stop_alone(engine: UciProcess) -> None:
    engine.send("go infinite")
    engine.until("info depth 8")
    assert count(engine.ready(), "bestmove") == 0
    assert count(engine.ask("stop", until="bestmove"), "bestmove") == 1


@pytest.mark.source("A1.cancel", "A1.unlimited")
def test_go_without_words_runs_until_it_is_cancelled(engine: UciProcess) -> None:
    engine.send("go")
    engine.until("info depth 8")
    assert count(engine.ready(), "bestmove") == 0
    engine.ask("stop", until="bestmove")


@pytest.mark.parametrize("words", ["infinite", f"ponder {CLOCKS}", CLOCKS, "movetime 50000", "depth 200"])
def test_stop_on_the_heels_of_go_is_not_lost(engine: UciProcess, words: str) -> None:
    for _ in range(5):
        move = engine.best_move(f"go {words}", "stop")
        assert chess.Move.from_uci(move) in chess.Board().legal_moves
    assert count(engine.ready(), "bestmove") == 0


@pytest.mark.parametrize("fen", [MATE_IN_ONE, MATED, STALEMATE])
def test_infinite_holds_its_answer_back_however_early_the_search_ends(engine: UciProcess, fen: str) -> None:
    engine.send(f"position fen {fen}", "go infinite depth 3")
    for _ in range(3):
        assert count(engine.ready(), "bestmove") == 0
    engine.ask("stop", until="bestmove")


@pytest.mark.source("T12.uci", "T12.hit", "G13.pondering")
def test_ponder_holds_its_answer_back_until_the_hit(engine: UciProcess) -> None:
    engine.send("position startpos moves e2e4 e7e5", "go ponder depth 4 wtime 60000 btime 60000")
    engine.until("info depth 4 ")
    for _ in range(3):
        assert count(engine.ready(), "bestmove") == 0
    engine.ask("ponderhit", until="bestmove")
    assert count(engine.ready(), "bestmove") == 0


@pytest.mark.source("T12.uci", "T12.miss", "G13.pondering")
def test_on_a_miss_pondering_stops_at_once_and_the_game_goes_on(engine: UciProcess) -> None:
    engine.send("position startpos moves e2e4 e7e5", f"go ponder {CLOCKS}")
    engine.until("info depth 5 ")
    engine.ask("stop", until="bestmove")
    board = chess.Board()
    for move in ("e2e4", "c7c5"):
        board.push_uci(move)
    engine.send("position startpos moves e2e4 c7c5")
    assert chess.Move.from_uci(engine.best_move("go depth 5")) in board.legal_moves


def test_a_second_go_answers_the_first_search_before_it_begins(engine: UciProcess) -> None:
    engine.send("go infinite")
    engine.until("info depth 6 ")
    engine.send("position startpos moves e2e4", "go depth 3")
    first, second = engine.until("bestmove")[-1], engine.until("bestmove")[-1]
    assert chess.Move.from_uci(first.split()[1]) in chess.Board().legal_moves
    board = chess.Board()
    board.push_uci("e2e4")
    assert chess.Move.from_uci(second.split()[1]) in board.legal_moves
    assert count(engine.ready(), "bestmove") == 0


def test_every_command_may_come_while_a_search_runs(engine: UciProcess) -> None:
    engine.send("go infinite")
    engine.until("info depth 4 ")
    engine.ask("uci", until="uciok")
    engine.send("debug on", "debug off", "setoption name Hash value 17", "register later", "ponderhit")
    engine.send("position startpos moves d2d4", "setoption name Clear Hash", "nonsense", "go nonsense")
    first = engine.until("bestmove")  # the second go ends the first search
    assert count(engine.ready(), "bestmove") == 0
    assert count(first, "info string a command must be one of") == 1
    engine.send("ucinewgame")
    engine.until("bestmove")
    engine.send("setoption name Hash value 16", "stop", "stop", "ponderhit")
    assert count(engine.ready(), "bestmove") == 0


@pytest.mark.parametrize(("fen", "score"), [(MATED, "mate 0"), (STALEMATE, "cp 0")])
def test_without_a_legal_move_the_answer_is_the_null_move(engine: UciProcess, fen: str, score: str) -> None:
    lines = engine.ask(f"position fen {fen}", f"go {CLOCKS}", until="bestmove")
    assert lines[-2:] == [f"info depth 0 score {score}", "bestmove 0000"]


def test_unknown_words_before_a_command_are_passed_over(engine: UciProcess) -> None:
    assert engine.ask("joho isready", until="readyok") == ["readyok"]


def test_quit_while_searching_answers_and_ends() -> None:
    with UciProcess() as engine:
        engine.send("go infinite")
        engine.until("info depth 6 ")
        engine.send("quit")
        assert count(engine.rest(), "bestmove") == 1


@pytest.mark.parametrize("last", ["", "go infinite", "go ponder wtime 1000 btime 1000", "position startpos"])
def test_the_end_of_the_input_is_quit(last: str) -> None:
    with UciProcess() as engine:
        engine.ready()
        engine.send_bytes(last.encode())
        engine.end_input()
        assert count(engine.rest(), "bestmove") == (1 if last.startswith("go") else 0)


def test_the_engine_introduces_itself_first_and_is_loaded_before_the_next_command() -> None:
    script = (
        "import io, sys\n"
        "from zeitnot.chess.uci.session import Session\n"
        "from zeitnot.chess.uci.settings import EngineSettings\n"
        "from zeitnot.games.streams import Writer\n"
        "def heavy(): return {'chess', 'zeitnot._native'} & set(sys.modules)\n"
        "class Output(io.BytesIO):\n"
        "    def write(self, line):\n"
        "        assert not heavy(), line\n"
        "Session(EngineSettings(), Writer(Output())).obey('uci')\n"
        "assert len(heavy()) == 2\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=PATIENCE_S)
