"""An engine that gets less than it is set to: it says so once, and plays on with what there is."""

import sys

import pytest

from tests.chess.uci_process import UciProcess
from tests.native.scarce_system import SANITIZED
from zeitnot.chess.uci.settings import largest_hash_mb

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="limits are set as Linux has them"),
    pytest.mark.skipif(SANITIZED, reason="no limit on addresses can be set"),
]

ENGINE = """
import zeitnot.chess.uci.search_runner, zeitnot.chess.uci.session, zeitnot.models
from tests.native.scarce_system import give_memory, give_threads
from zeitnot.cli import main
{limit}
main()
"""
HASH_MB = 1024
LITTLE = ENGINE.format(limit="give_memory(256 << 20)")
ANSWER = "option Hash must fit into memory, got"


def said(lines: list[str], words: str) -> list[str]:
    return [line for line in lines if words in line]


@pytest.mark.skipif(largest_hash_mb() < HASH_MB, reason="it is not in the range that is announced here")
@pytest.mark.parametrize("first", [(), ("isready",)], ids=["from the start", "later"])
def test_a_hash_that_is_not_to_be_had_leaves_the_old_one(first: tuple[str, ...]) -> None:
    with UciProcess("--policy", "uniform", program=("-c", LITTLE)) as engine:
        engine.send(*first)
        told = engine.ask(*first, f"setoption name Hash value {HASH_MB}", "isready", until="info string")
        told += engine.ready()
        assert len(said(told, f"{ANSWER} {HASH_MB}: it stays at 16")) == 1
        assert engine.best_move("go depth 4") != "0000"
        engine.send("ucinewgame", "setoption name Hash value 32")
        told = engine.ask("isready", "go depth 3", until="bestmove")
        assert said(told, "readyok")
        assert not said(told, ANSWER)


@pytest.mark.skipif(largest_hash_mb() < HASH_MB, reason="it is not in the range that is announced here")
def test_an_order_to_search_needs_no_hash_either() -> None:
    with UciProcess("--policy", "uniform", "--hash", str(HASH_MB), program=("-c", LITTLE)) as engine:
        told = engine.ask("go depth 4", until="bestmove")
        assert said(told, f"{ANSWER} {HASH_MB}: it stays at 16")
        assert said(told, "depth 4 ")


def engine_with(threads: int, *, to_python: bool) -> UciProcess:
    limit = f"give_threads({threads}, to_python={to_python})"
    return UciProcess("--policy", "uniform", program=("-c", ENGINE.format(limit=limit)))


def test_threads_that_the_system_does_not_give_are_told_of_once() -> None:
    with engine_with(2, to_python=True) as engine:
        engine.send("setoption name Threads value 128")
        told = engine.ask("isready", "go movetime 100", until="bestmove")
        told += engine.ask("go movetime 100", until="bestmove")
        told += engine.ready()
        assert len(said(told, "option Threads must be what the system gives, got 128: 2 searched")) == 1
        assert len(said(told, "bestmove")) == 2


@pytest.mark.parametrize("order", ["go movetime 50", "go infinite", "go ponder wtime 1000 btime 1000"])
def test_without_any_thread_the_conversation_waits_for_the_search(order: str) -> None:
    with engine_with(0, to_python=False) as engine:
        for _ in range(2):
            told = engine.ask("isready", order, until="bestmove")
            assert said(told, "info depth 1 ")
            assert not said(told, "failed")
