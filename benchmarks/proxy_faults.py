"""Games of a wrapped engine that is killed at random moments: flags, illegal moves, processes left behind.

Example: python -m benchmarks.proxy_faults --engine stockfish --games 100 --base 2 --increment 0.05
"""

import argparse
import os
import random
import signal
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import chess

from zeitnot.chess.engine import Request
from zeitnot.chess.openings import read_openings
from zeitnot.chess.proxy import WrappedEngine
from zeitnot.clocks import ClockReading
from zeitnot.models import make_manager
from zeitnot.turns import autopsy_of

PLIES_OF_A_DRAW = 300
FLAG_BY = "flag by the "
"""Begins how a game ended that was lost on time; the place that took the time follows."""


@dataclass
class Findings:
    """What happened in all games."""

    endings: Counter[str] = field(default_factory=Counter)
    kills: int = 0
    turns: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    least_left_s: float = float("inf")
    pids: set[int] = field(default_factory=set)


class Assassin:
    """Kills the engine at random moments of a game, so many times."""

    def __init__(self, engine: WrappedEngine, moments_s: list[float], found: Findings) -> None:
        """Begin to wait."""
        self._engine, self._found = engine, found
        self._timers = [threading.Timer(moment_s, self._kill) for moment_s in moments_s]
        for timer in self._timers:
            timer.start()

    def end(self) -> None:
        """Kill no more."""
        for timer in self._timers:
            timer.cancel()

    def _kill(self) -> None:
        pid = self._engine.inner.pid
        if pid is not None:
            self._found.pids.add(pid)
            with suppress(ProcessLookupError):  # it was being started again
                os.kill(pid, signal.SIGKILL)
                self._found.kills += 1


def play_game(
    engine: WrappedEngine, board: chess.Board, found: Findings, *, base_s: float, increment_s: float
) -> str:
    """Let the engine play both sides, and tell how it ended."""
    clocks_s = {chess.WHITE: base_s, chess.BLACK: base_s}
    engine.new_game(initial_s=base_s)
    while board.outcome(claim_draw=True) is None and board.ply() < PLIES_OF_A_DRAW:
        side = board.turn
        clock, opponent = (
            ClockReading(remaining_s=clocks_s[each], increment_s=increment_s) for each in (side, not side)
        )
        began_s = time.perf_counter()
        played = engine.think(Request(board=board, clock=clock, opponent=opponent))
        used_s = time.perf_counter() - began_s
        clocks_s[side] -= used_s
        found.turns += 1
        found.least_left_s = min(found.least_left_s, clocks_s[side])
        found.faults.update(part.split(" (")[0] for part in played.fault.split("; ") if part)
        if engine.inner.pid is not None:
            found.pids.add(engine.inner.pid)
        if clocks_s[side] < 0:
            record = played.record
            print(
                f"flag: {clock.remaining_s:.3f} s on the clock, limit {record.budget.limit_s:.3f} s, used"
                f" {record.used_s:.3f} s, over by {-clocks_s[side]:.3f} s; {played.fault or 'no fault'}"
            )
            autopsy = autopsy_of(record, referee_s=used_s, flagged=True)
            return "flag" if autopsy is None else f"{FLAG_BY}{autopsy.cause}: {autopsy.words}"
        move = chess.Move.from_uci(played.move)
        if move not in board.legal_moves:
            return "illegal move"
        clocks_s[side] += increment_s
        board.push(move)
    return "to its end"


def killed_game(
    engine: WrappedEngine,
    board: chess.Board,
    found: Findings,
    *,
    moments_s: list[float],
    base_s: float,
    increment_s: float,
) -> str:
    """Play one game while the engine is killed at these moments, and tell how it ended."""
    assassin = Assassin(engine, moments_s, found)
    try:
        ending = play_game(engine, board, found, base_s=base_s, increment_s=increment_s)
    finally:
        assassin.end()
    found.endings[ending] += 1
    return ending


def left_behind(found: Findings) -> list[int]:
    """Return the engines that still run."""
    return [pid for pid in found.pids if Path(f"/proc/{pid}").exists()]


def main() -> None:
    """Play the games, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--policy", default="textbook")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--base", type=float, default=2.0)
    parser.add_argument("--increment", type=float, default=0.05)
    parser.add_argument("--kills", type=int, default=1, help="times in a game")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    openings = [opening.board() for opening in read_openings(None)]
    found = Findings()
    engine = WrappedEngine([options.engine], make_manager(options.policy))
    try:
        for number in range(1, options.games + 1):
            moments_s = [rng.uniform(0.0, 1.5 * options.base) for _ in range(options.kills)]
            board = rng.choice(openings).copy()
            times = {"base_s": options.base, "increment_s": options.increment}
            killed_game(engine, board, found, moments_s=moments_s, **times)
            if number % 10 == 0 or number == options.games:
                print(
                    f"{number} games: {dict(found.endings)}, {found.turns} turns, {found.kills} kills,"
                    f" least on a clock {found.least_left_s:.3f} s",
                    flush=True,
                )
    finally:
        engine.close()
    print(dict(found.faults))
    print(f"processes left behind: {len(left_behind(found))} of {len(found.pids)}")


if __name__ == "__main__":
    main()
