"""The engine of examples/emitted_engine against the same search under the Python manager, move by move.

Both play the same games in work time, each turn by both; then they play some by the wall, for their speed.

Example: python benchmarks/emitted_engine.py --games 20 --engine examples/emitted_engine/build/engine
"""

import argparse
import subprocess
import sys
import time
from dataclasses import dataclass

import chess

from zeitnot import ClockReading, make_manager
from zeitnot._native import Report
from zeitnot.chess.engine import Engine, Request
from zeitnot.chess.openings import read_openings

_GENERAL = {"chess_model": "general", "chess_values": "general"}


class Process:
    """The engine without Python."""

    def __init__(self, path: str, work: int) -> None:
        self._process = subprocess.Popen(  # noqa: S603 (the engine that was built)
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._send(f"setoption name Work value {work}")

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def new_game(self) -> None:
        self._send("ucinewgame")

    def move(self, board: chess.Board, words: str) -> tuple[str, int]:
        """Return the move, and the nodes of the last depth that was finished."""
        moves = " ".join(move.uci() for move in board.move_stack)
        self._send(f"position fen {board.root().fen()} moves {moves}")
        self._send(f"go {words}")
        assert self._process.stdout is not None
        nodes = 0
        for line in self._process.stdout:
            found = line.split()
            if found[:1] == ["bestmove"]:
                return found[1], nodes
            nodes = int(found[found.index("nodes") + 1])
        raise EOFError("the engine has ended")

    def close(self) -> None:
        self._send("quit")
        self._process.wait()


@dataclass
class Counts:
    """What was compared."""

    turns: int = 0
    other_moves: int = 0
    other_nodes: int = 0


def main() -> None:
    """Play the games and print how many turns differ, and how many nodes a second both search."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="examples/emitted_engine/build/engine")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--work", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    counts = Counts()
    clocks = [(60.0, 0.6, 0), (20.0, 0.0, 0), (30.0, 0.0, 20), (180.0, 2.0, 0)]
    for number, opening in enumerate(_openings(options.games, options.seed)):
        play(options, opening, clocks[number % len(clocks)], counts)
        print(f"{number + 1} games, {counts}", flush=True)
    for name, nodes_per_s in speeds(options).items():
        print(f"{name}: {nodes_per_s:,.0f} nodes a second")
    sys.exit(1 if counts.other_moves or counts.other_nodes else 0)


def _openings(count: int, seed: int) -> list[chess.Board]:
    found = read_openings()
    return [found[(seed * 7 + number * 13) % len(found)].board() for number in range(count)]


def play(
    options: argparse.Namespace, board: chess.Board, clock: tuple[float, float, int], counts: Counts
) -> None:
    """Play one game; every turn is searched by both, and the move of the first is played."""
    base_s, increment_s, stage = clock
    python = [Engine(make_manager("learned", _GENERAL), nodes_per_second=options.work) for _ in range(2)]
    native = [Process(options.engine, options.work) for _ in range(2)]
    left_ms = [round(base_s * 1000)] * 2
    while not board.is_game_over(claim_draw=True) and len(board.move_stack) < 160:
        seat = 0 if board.turn else 1
        to_go = stage - len(board.move_stack) // 2 % stage if stage else None
        reports: list[Report] = []
        readings = [
            ClockReading(remaining_s=ms / 1000, increment_s=increment_s, moves_to_go=to_go) for ms in left_ms
        ]
        request = Request(board=board, clock=readings[seat], opponent=readings[1 - seat])
        played = python[seat].think(request, on_report=reports.append)
        used_s = played.record.used_s
        words = f"wtime {left_ms[0]} btime {left_ms[1]}"
        increment_ms = round(increment_s * 1000)
        words += f" winc {increment_ms} binc {increment_ms}" + (f" movestogo {to_go}" if to_go else "")
        move, nodes = native[seat].move(board, words)
        counts.turns += 1
        counts.other_moves += move != played.move
        counts.other_nodes += nodes != (reports[-1].nodes if reports else 0)
        left_ms[seat] += increment_ms - round(used_s * 1000)
        if to_go == 1:
            left_ms[seat] += round(base_s * 1000)
        board.push_uci(played.move)
    for each in native:
        each.close()


def speeds(options: argparse.Namespace) -> dict[str, float]:
    """Return the nodes a second of both, on turns of half a second, in turn so that noise meets both."""
    found: dict[str, list[float]] = {"python": [], "emitted": []}
    native = Process(options.engine, 0)
    engine = Engine(make_manager("learned", _GENERAL))
    for board in _openings(20, options.seed + 1):
        reports: list[Report] = []
        clock = ClockReading(remaining_s=30.0)
        began_s = time.perf_counter()
        engine.new_game()
        engine.think(Request(board=board, clock=clock), on_report=reports.append)
        found["python"].append(reports[-1].nodes / (time.perf_counter() - began_s))
        native.new_game()
        began_s = time.perf_counter()
        _, nodes = native.move(board, f"{'wtime' if board.turn else 'btime'} 30000")
        found["emitted"].append(nodes / (time.perf_counter() - began_s))
    native.close()
    return {name: sorted(each)[len(each) // 2] for name, each in found.items()}


if __name__ == "__main__":
    main()
