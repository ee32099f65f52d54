"""What `zeitnot wrap` adds to a move: the same orders to an engine directly and through the proxy, in turn.

Example: python -m benchmarks.proxy_latency --rounds 100
"""

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence

import chess

from benchmarks.timings import print_table
from zeitnot.chess.engine import Request
from zeitnot.chess.proxy import WrappedEngine
from zeitnot.clocks import ClockReading
from zeitnot.games.engine_process import resolved_command
from zeitnot.models import make_manager

ENGINES = ("stockfish", "ethereal-chess", "toga2", "glaurung", "fairy-stockfish")
ORDERS = ("go depth 1", "go movetime 30")
GAME = (
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6a5 b3c2 c7c5"
    " d2d4 d8c7 b1d2 c5d4 c3d4 a5c6 d2b3 a6a5 c1e3 a5a4 b3d2 c8d7 a1c1 c7b7"
)


class Client:
    """An engine process with blocking lines, so that nothing but the engine is measured."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it, with one thread."""
        self.process = subprocess.Popen(  # noqa: S603 (the engines named above)
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        assert self.process.stdout is not None
        self._output = open(self.process.stdout.fileno(), "rb", closefd=False)  # noqa: SIM115 (closed below)
        lines = self.ask("uci", until=b"uciok")
        if any(line.startswith(b"option name Threads ") for line in lines):
            self.send("setoption name Threads value 1")
        self.ask("ucinewgame\nisready", until=b"readyok")

    def send(self, text: str) -> None:
        """Send lines."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n".encode())

    def ask(self, text: str, *, until: bytes) -> list[bytes]:
        """Send lines and read the answer."""
        self.send(text)
        lines = [self._output.readline()]
        while lines[-1] and not lines[-1].startswith(until):
            lines.append(self._output.readline())
        return lines

    def timed(self, order: str) -> float:
        """Give the time of one order, after the position."""
        self.ask("isready", until=b"readyok")
        began_s = time.perf_counter()
        self.ask(f"position startpos moves {GAME}\n{order}", until=b"bestmove")
        return time.perf_counter() - began_s

    def close(self) -> None:
        """End it."""
        self.send("quit")
        self.process.wait()
        self._output.close()


def added(engine: str, rounds: int) -> list[str]:
    """Measure one engine, directly and through the proxy by turns."""
    command = resolved_command([engine])
    began_s = time.perf_counter()
    proxy = Client([sys.executable, "-m", "zeitnot", "wrap", "--engine", engine])
    start_s = time.perf_counter() - began_s
    direct = Client(command)
    cells = []
    for order in ORDERS:
        pairs = [(direct.timed(order), proxy.timed(order)) for _ in range(rounds)]
        direct_s = statistics.median(first for first, _ in pairs)
        added_s = statistics.median(second - first for first, second in pairs)
        cells.append(f"{1000 * direct_s:.2f} {1000 * added_s:+.2f}")
    direct.close()
    proxy.close()
    return [engine, *cells, *way_back(engine, rounds), f"{start_s:.2f}"]


def way_back(engine: str, rounds: int) -> list[str]:
    """Measure from the engine's best move to ours, and the lag of stops, under a clock."""
    wrapped = WrappedEngine([engine], make_manager("textbook"))
    try:
        if wrapped.inner.options.has("Threads"):
            wrapped.inner.set_option("Threads", "1")
        board = chess.Board()
        for move in GAME.split():
            board.push_uci(move)
        ways_s = []
        for _ in range(rounds):
            wrapped.think(Request(board=board, clock=ClockReading(remaining_s=2.0)))
            now_s = time.perf_counter()
            if wrapped.inner.best is not None:  # else the machine was too busy, and the engine answered for
                ways_s.append(now_s - wrapped.inner.best.at_s)
        lag = wrapped.inner.lag
        way = f"{1000 * statistics.median(ways_s):.2f} ({1000 * statistics.quantiles(ways_s, n=20)[-1]:.2f})"
        return [way, f"{1000 * lag.mean_s:.1f} / {1000 * lag.worst_s:.1f}"]
    finally:
        wrapped.close()


def main() -> None:
    """Measure all engines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--engine", action="append", help="one or more; default: the five of Debian")
    options = parser.parse_args()
    head = ["engine, ms", *(f"`{order}`, direct + added" for order in ORDERS)]
    print_table(
        [*head, "way back (95 %)", "stop lag, mean / worst assumed", "start, s"],
        (added(engine, options.rounds) for engine in options.engine or ENGINES),
    )


if __name__ == "__main__":
    main()
