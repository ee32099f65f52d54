"""A real engine process under a plug-in that hangs, exits or talks nonsense."""

import io
from pathlib import Path

import chess
import pytest

from tests.chess.proxy.fixtures_proxy import debian_engine
from tests.chess.uci_process import PATIENCE_S, UciProcess, count
from tests.turns.awkward import installed
from zeitnot.chess.native_search import stand_in_move
from zeitnot.chess.uci.session import Session
from zeitnot.chess.uci.settings import EngineSettings
from zeitnot.games.streams import Writer

GO = "go wtime 2000 btime 2000 winc 20 binc 20"
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"


def started(command: str, folder: Path, *, hook: str, how: str) -> UciProcess:
    wrapped = ["--engine", debian_engine("stockfish")] if command == "wrap" else []
    settings = ["--policy", "awkward", "--set", f"hook={hook}", "--set", f"how={how}"]
    return UciProcess(*wrapped, *settings, command=command, environ=installed(folder))


def ended_well(engine: UciProcess) -> None:
    """Wait for the end; nothing but the log's one line is on the error output."""
    assert engine.process.wait(timeout=PATIENCE_S) == 0
    engine.process.kill()
    engine._close()
    said = engine.stderr.decode().splitlines()
    assert len(said) <= 1
    assert all("failed, the fallback stood in" in line for line in said)


@pytest.mark.parametrize(
    ("command", "hook", "how"),
    [
        ("uci", "plan", "wait"),
        ("uci", "observe", "spin"),
        ("uci", "observe", "exit"),
        ("uci", "plan", "interrupt"),
        ("uci", "monitor", "odd"),
        ("uci", "observe", "recursion"),
        ("uci", "monitor", "deadlock"),
        ("uci", "observe", "nothing"),
        ("uci", "plan", "chatty"),
        ("uci", "plan", "hoard"),
        ("wrap", "plan", "wait"),
        ("wrap", "observe", "exit"),
        ("wrap", "observe", "chatty"),
        ("wrap", "monitor", "hoard"),
    ],
)
def test_every_go_is_answered_and_the_fault_is_told_once(
    command: str, hook: str, how: str, tmp_path: Path
) -> None:
    engine = started(command, tmp_path / "site", hook=hook, how=how)
    said: list[str] = []
    for moves in ("e2e4 e7e5", "e2e4 e7e5 g1f3 b8c6"):
        said += engine.ask(f"position startpos moves {moves}", GO, until="bestmove")
    engine.send("quit")
    assert count(said, "info string the policy failed and was replaced") == 1
    assert count(said, "info string the search failed") == 0
    ended_well(engine)


@pytest.mark.parametrize("command", ["uci", "wrap"])
@pytest.mark.parametrize(
    ("hook", "how", "end"), [("plan", "spin", "quit"), ("observe", "wait", "end of input")]
)
def test_quit_and_the_end_of_input_end_the_process_while_a_policy_hangs(
    command: str, hook: str, how: str, end: str, tmp_path: Path
) -> None:
    engine = started(command, tmp_path / "site", hook=hook, how=how)
    engine.ready()
    engine.send("position startpos", "go wtime 3600000 btime 3600000")
    if end == "quit":
        engine.send("quit")
    engine.end_input()
    assert count(engine.rest(), "bestmove") == 1
    ended_well(engine)


def test_nonsense_leaves_the_engine_fit_for_the_next_search(tmp_path: Path) -> None:
    engine = started("uci", tmp_path / "site", hook="plan", how="huge")
    for first in ("debug on", "ucinewgame"):
        said = engine.ask(first, f"position fen {MATE_IN_ONE}", GO, until="bestmove")
        assert count(said, "info string the search failed") == 0
        assert count(said, "info depth 1 ") == 1
        assert said[-1].split()[1] == "d1d8"
    engine.send("quit")
    ended_well(engine)


def test_a_search_that_cannot_begin_is_answered_by_a_stand_in_and_the_next_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    output = io.BytesIO()
    session = Session(EngineSettings(), Writer(output), debug=True)

    def fail(*_: object) -> str:
        raise SystemError("out of order")

    with monkeypatch.context() as broken:
        broken.setattr("zeitnot.chess.uci.search_runner.plan_text", fail)
        session.obey_all([f"position fen {MATE_IN_ONE}", GO])
    session.obey_all([GO])
    session.obey_all(["go depth 4"])
    said = output.getvalue().decode().splitlines()
    assert count(said, "info string the search failed, which should not happen: SystemError: out of ord") == 1
    assert [line.split()[1] for line in said if line.startswith("bestmove")] == ["d1d8"] * 3


def test_a_stand_in_looks_for_a_move_and_does_not_take_the_first() -> None:
    board = chess.Board(MATE_IN_ONE)
    assert stand_in_move(board) == "d1d8" != next(iter(board.legal_moves)).uci()
    assert stand_in_move(board, ("g2g3", "h2h3")) in ("g2g3", "h2h3")
