"""Fixtures of the proxy: engines to wrap, requests, and checks that no process is left."""

import os
import shutil
import sys
import time
from pathlib import Path

import chess

from zeitnot.chess.engine import Request
from zeitnot.chess.proxy import WrappedEngine
from zeitnot.clocks import ClockReading
from zeitnot.games.engine_process import GAMES_FOLDER
from zeitnot.models import make_manager
from zeitnot.turns import NO_LIMITS, Limits

SCRIPT = Path(__file__).with_name("scripted_engine.py")

DEBIAN_ENGINES = ("stockfish", "ethereal-chess", "toga2", "glaurung", "fairy-stockfish")
QUIET_OPTIONS = {"glaurung": {"Threads": "1"}}
"""Glaurung uses two threads by default, which would wait for each other next to other tests."""

PATIENCE_S = 60.0
"""Far more than anything takes, even on a machine that is busy with something else."""


def debian_engine(name: str) -> str:
    """Return the path of an engine that the tests need; a missing one fails the test."""
    found = shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", ""), GAMES_FOLDER)))
    assert found is not None, (
        f"{name} is missing: apt-get install --no-install-recommends {' '.join(DEBIAN_ENGINES)}"
    )
    return found


def scripted(kind: str, *arguments: str) -> list[str]:
    """Return the command of an engine with one fault."""
    return [sys.executable, "-S", "-E", str(SCRIPT), kind, *arguments]


def wrapped(command: list[str], *, policy: str = "uniform", **options: str) -> WrappedEngine:
    """Start an engine under a policy."""
    return WrappedEngine(command, make_manager(policy), options=options)


def request(
    *, clock_s: float | None = 3.0, moves: str = "", limits: Limits = NO_LIMITS, fen: str = chess.STARTING_FEN
) -> Request:
    """Return a request for a move, by default in the starting position."""
    board = chess.Board(fen)
    for move in moves.split():
        board.push_uci(move)
    clock = None if clock_s is None else ClockReading(remaining_s=clock_s)
    return Request(board=board, clock=clock, opponent=clock, limits=limits)


def runs(pid: int) -> bool:
    """Return whether a process runs and is not a zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2][0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def ends(pid: int) -> bool:
    """Wait for the end of a process that is not a child, and return whether it ended."""
    until_s = time.monotonic() + PATIENCE_S
    while runs(pid) and time.monotonic() < until_s:
        time.sleep(0.005)  # there is no other way to wait for a process that is not a child
    return not runs(pid)
