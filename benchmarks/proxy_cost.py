"""What a manager costs an engine that shares its core: games by `WrappedEngine`, each turn repeated directly.

A match with as many games as cores leaves no core for Python: what the manager computes comes off the
engine's time. Every turn of a game is searched under `learned`, then by another process of the same engine
with `go nodes` of the same number; the ratio of the times is the cost.

Example: taskset -c 0 python -m benchmarks.proxy_cost --games 3
"""

import argparse
import random
import time

import chess

from benchmarks.proxy_latency import Client
from zeitnot.chess.engine import Request
from zeitnot.chess.proxy import WrappedEngine
from zeitnot.chess.uci.commands import position_line
from zeitnot.clocks import GameClock, TimeControl
from zeitnot.games.engine_process import resolved_command
from zeitnot.models import make_manager

OPENING_PLIES, MOST_PLIES = 8, 110


def opening(rng: random.Random) -> chess.Board:
    """Return a position after some random moves."""
    board = chess.Board()
    while len(board.move_stack) < OPENING_PLIES:
        board.push(rng.choice(list(board.legal_moves)))
        if board.is_game_over():
            board = chess.Board()
    return board


def main() -> None:
    """Play games and print the cost of a turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--policy", default="learned")
    parser.add_argument("--clock", default="3+0.03")
    parser.add_argument("--games", type=int, default=3)
    options = parser.parse_args()
    rng, control = random.Random(1), TimeControl.parse(options.clock)
    direct = Client(resolved_command([options.engine]))
    managed = WrappedEngine([options.engine], make_manager(options.policy, {}))
    turns, managed_s, direct_s, python_s = 0, 0.0, 0.0, 0.0
    for _ in range(options.games):
        clock, board = GameClock(control), opening(rng)
        managed.new_game(initial_s=clock.remaining_s(0))
        direct.ask("ucinewgame\nisready", until=b"readyok")
        while not board.is_game_over() and len(board.move_stack) < MOST_PLIES:
            request = Request(board=board, clock=clock.reading(), opponent=clock.reading(1 - clock.to_move))
            cpu_s, began_s = time.process_time(), time.perf_counter()
            played = managed.think(request)
            used_s = time.perf_counter() - began_s
            python_s += time.process_time() - cpu_s
            clock.spend(min(used_s, clock.clocks[clock.to_move].longest_s))
            direct.ask("isready", until=b"readyok")
            order = f"{position_line(board)}\ngo nodes {played.record.nodes}"
            began_s = time.perf_counter()
            direct.ask(order, until=b"bestmove")
            turns, managed_s, direct_s = (
                turns + 1,
                managed_s + used_s,
                direct_s + time.perf_counter() - began_s,
            )
            board.push_uci(played.move)
    managed.close()
    direct.close()
    print(
        f"{turns} turns of {1000 * managed_s / turns:.1f} ms: {managed_s / direct_s - 1:+.2%} time for"
        f" the same nodes, {1000 * python_s / turns:.2f} ms of Python a turn"
    )


if __name__ == "__main__":
    main()
