"""All policies against each other at short controls: flags, illegal moves, time left, time past the limit.

Example: python benchmarks/clock_discipline.py --games 300 --base 1 --increment 0.02 --load 1
"""

import argparse
import itertools
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field

import chess
import chess.engine

from zeitnot.chess.openings import read_openings
from zeitnot.policies import policy_names

PLIES_OF_A_DRAW = 400
_PAST = re.compile(r"; ([0-9.]+) ms past the limit")
_BUSY = "while True: pass"


@dataclass
class Findings:
    """What happened on all turns."""

    endings: Counter[str] = field(default_factory=Counter)
    past_ms: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    turns: int = 0
    least_left_s: float = float("inf")


class Watched:
    """An engine process under one policy, which says with each move how far past its limit it went."""

    def __init__(self, policy: str, *command: str) -> None:
        """Start the process."""
        self.policy = policy
        self.engine = chess.engine.SimpleEngine.popen_uci([*command, "uci", "--policy", policy])
        self.engine.protocol.send_line("debug on")

    def play(self, board: chess.Board, limit: chess.engine.Limit, game: object) -> tuple[chess.Move, float]:
        """Think, and give the move with the milliseconds past the limit."""
        past_ms = 0.0
        # Reading variations would load the core that the engine needs.
        info = chess.engine.INFO_BASIC
        with self.engine.analysis(board, limit, game=game, info=info) as analysis:
            for said in analysis:
                if match := _PAST.search(said.get("string", "")):
                    past_ms = float(match[1])
            best = analysis.wait()
        assert best.move is not None
        return best.move, past_ms


def play(
    players: tuple[Watched, Watched],
    board: chess.Board,
    found: Findings,
    *,
    base_s: float,
    increment_s: float,
) -> str:
    """Play one game and give how it ended."""
    clocks = {chess.WHITE: base_s, chess.BLACK: base_s}
    game = object()
    while (outcome := board.outcome(claim_draw=True)) is None and board.ply() < PLIES_OF_A_DRAW:
        side = board.turn
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE],
            black_clock=clocks[chess.BLACK],
            white_inc=increment_s,
            black_inc=increment_s,
        )
        began = time.perf_counter()
        try:
            move, past_ms = players[not side].play(board, limit, game)
        except chess.engine.EngineError as error:
            return f"engine error of {players[not side].policy}: {error}"
        clocks[side] -= time.perf_counter() - began
        found.turns += 1
        found.past_ms[players[not side].policy].append(past_ms)
        found.least_left_s = min(found.least_left_s, clocks[side])
        if clocks[side] < 0:
            return f"flag of {players[not side].policy} by {-1000 * clocks[side]:.0f} ms"
        clocks[side] += increment_s
        board.push(move)
    return outcome.termination.name.lower() if outcome else "length"


def main() -> None:
    """Play pairs of policies in turn, with other processes loading cores if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--base", type=float, default=1.0)
    parser.add_argument("--increment", type=float, default=0.02)
    parser.add_argument("--load", type=int, default=1, help="other processes that each keep a core busy")
    parser.add_argument("--command", default="zeitnot")
    options = parser.parse_args()
    busy = [subprocess.Popen([sys.executable, "-c", _BUSY]) for _ in range(options.load)]  # noqa: S603 (our own line)
    engines = {name: Watched(name, options.command) for name in policy_names()}
    found = Findings()
    openings = itertools.cycle(read_openings())
    pairs = itertools.cycle(itertools.permutations(engines, 2))
    try:
        for number in range(1, options.games + 1):
            white, black = next(pairs)
            opening = next(openings).board().fen()
            ending = play(
                (engines[white], engines[black]),
                chess.Board(opening),
                found,
                base_s=options.base,
                increment_s=options.increment,
            )
            found.endings[ending] += 1
            if number % 20 == 0 or number == options.games:
                print(summary(number, found), flush=True)
    finally:
        for engine in engines.values():
            engine.engine.quit()
        for process in busy:
            process.kill()


def summary(games: int, found: Findings) -> str:
    """Say what was found so far."""
    everything = [past_ms for of_policy in found.past_ms.values() for past_ms in of_policy]
    policies = ", ".join(
        f"{name} {_quantile(past, 0.99):.2f}" for name, past in sorted(found.past_ms.items())
    )
    shares = ", ".join(f"{share:.1%} {_quantile(everything, share):.2f}" for share in (0.5, 0.9, 0.99, 0.999))
    return (
        f"{games} games, {found.turns} turns: {dict(found.endings)}; least time left "
        f"{1000 * found.least_left_s:.0f} ms; ms past the limit: {shares}, most {max(everything):.2f}; "
        f"99 % by policy: {policies}"
    )


def _quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


if __name__ == "__main__":
    main()
