"""Whole games on the clock, with the engine killed at moments chosen at random.

A moment is a turn and a number of reports from there on: however slow the machine is, it comes.
"""

import os
import random
import signal
from contextlib import closing

import chess
import pytest

from tests.chess.proxy.fixtures_proxy import debian_engine, ends, request, wrapped
from zeitnot.turns import Iteration

PLIES = 16


@pytest.mark.parametrize("seed", range(3))
def test_a_game_goes_on_whenever_the_engine_is_killed_and_nothing_is_left(seed: int) -> None:
    rng = random.Random(seed)
    kill_ply, kill_report = rng.randrange(PLIES), rng.randrange(4)
    board = chess.Board()
    pids: set[int] = set()
    faults, reports, killed = "", 0, False
    with closing(wrapped([debian_engine("ethereal-chess")], policy="textbook")) as engine:
        engine.new_game()

        def perhaps_kill(_: Iteration | None = None) -> None:
            nonlocal reports, killed
            if len(board.move_stack) < kill_ply or killed:
                return
            if reports == kill_report and engine.inner.pid is not None:
                os.kill(engine.inner.pid, signal.SIGKILL)
                killed = True
            reports += 1

        for _ in range(PLIES):
            if engine.inner.pid is not None:
                pids.add(engine.inner.pid)
            perhaps_kill()
            played = engine.think(
                request(clock_s=6.0, moves=" ".join(move.uci() for move in board.move_stack)),
                on_report=perhaps_kill,
            )
            faults += played.fault
            board.push_uci(played.move)  # refuses what is not legal
        if engine.inner.pid is not None:
            pids.add(engine.inner.pid)
    assert len(board.move_stack) == PLIES
    assert "signal SIGKILL" in faults
    assert len(pids) == 2
    assert all(ends(pid) for pid in pids)
