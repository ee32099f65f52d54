"""A match between two UCI engines, driven by python-chess: score, flags, overshoot.

Example: python benchmarks/chess_match.py --games 100 --base 10 --increment 0.1 --openings FILE \
             --first "zeitnot uci --policy stockfish" --second glaurung
"""

import argparse
import math
import random
import shlex
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import chess
import chess.engine

from zeitnot.chess.openings import read_openings

PLIES_OF_A_DRAW = 400


@dataclass
class Tally:
    """What happened, from the first engine's side."""

    results: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    nodes: list[Counter[str]] = field(default_factory=lambda: [Counter(), Counter()])


def play(
    commands: list[str], options: argparse.Namespace, opening: str, first_white: bool, tally: Tally
) -> None:
    """Play one game and count it."""
    engines = [chess.engine.SimpleEngine.popen_uci(shlex.split(command)) for command in commands]
    for engine, words in zip(engines, (options.first_option, options.second_option), strict=True):
        engine.configure(dict(word.split("=", 1) for word in words))
    try:
        board = chess.Board(opening)
        clocks = {chess.WHITE: options.base, chess.BLACK: options.base}
        loser, reason = None, ""
        while (outcome := board.outcome(claim_draw=True)) is None and board.ply() < PLIES_OF_A_DRAW:
            number = 0 if (board.turn == chess.WHITE) == first_white else 1
            limit = chess.engine.Limit(
                white_clock=clocks[chess.WHITE],
                black_clock=clocks[chess.BLACK],
                white_inc=options.increment,
                black_inc=options.increment,
            )
            began = time.perf_counter()
            try:
                played = engines[number].play(board, limit, info=chess.engine.INFO_BASIC, game=id(board))
            except chess.engine.EngineError as error:
                loser, reason = board.turn, f"engine error: {error}"
                break
            used = time.perf_counter() - began
            clocks[board.turn] -= used
            if clocks[board.turn] < 0:
                loser, reason = board.turn, f"flag of {('first', 'second')[number]}"
                break
            clocks[board.turn] += options.increment
            tally.nodes[number]["nodes"] += played.info.get("nodes", 0)
            tally.nodes[number]["microseconds"] += int(1e6 * used)
            tally.nodes[number]["depth"] += played.info.get("depth", 0)
            tally.nodes[number]["moves"] += 1
            assert played.move is not None
            board.push(played.move)
        if loser is None:
            winner = outcome.winner if outcome else None
            reason = outcome.termination.name.lower() if outcome else "length"
        else:
            winner = not loser
        won = winner is not None and (winner == chess.WHITE) == first_white
        tally.results["draw" if winner is None else "win" if won else "loss"] += 1
        tally.reasons[reason] += 1
    finally:
        for engine in engines:
            engine.quit()


def elo(score: float) -> float:
    """Turn a score into Elo."""
    score = min(max(score, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / score - 1)


def summary(tally: Tally) -> str:
    """Say the score with its 95 % interval."""
    wins, draws, losses = (tally.results[name] for name in ("win", "draw", "loss"))
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / games
    error = 1.96 * math.sqrt(variance / games)
    speeds = [1e3 * n["nodes"] / max(1, n["microseconds"]) for n in tally.nodes]
    depths = [n["depth"] / max(1, n["moves"]) for n in tally.nodes]
    return (
        f"+{wins} ={draws} -{losses} of {games}: {score:.1%} +- {error:.1%}, Elo {elo(score):+.0f} "
        f"({elo(score - error):+.0f} .. {elo(score + error):+.0f}); {dict(tally.reasons)}; "
        f"knps {speeds[0]:.0f} / {speeds[1]:.0f}, depth {depths[0]:.1f} / {depths[1]:.1f}"
    )


def main() -> None:
    """Play pairs from each opening with colours swapped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", required=True)
    parser.add_argument("--second", required=True)
    parser.add_argument("--first-option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--second-option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--openings", type=Path, help="a list of openings; default: the built-in one")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--base", type=float, default=10.0)
    parser.add_argument("--increment", type=float, default=0.1)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    fens = _openings(options.openings, rng)
    tally = Tally()
    with ThreadPoolExecutor(options.concurrency) as pool:
        jobs = []
        for game in range(options.games):
            opening = fens[(game // 2) % len(fens)]
            commands = [options.first, options.second]
            jobs.append(pool.submit(play, commands, options, opening, game % 2 == 0, tally))
        for number, job in enumerate(jobs, 1):
            job.result()
            if number % 10 == 0 or number == len(jobs):
                print(summary(tally), flush=True)


def _openings(path: Path | None, rng: random.Random) -> list[str]:
    fens = [opening.board().fen() for opening in read_openings(path)]
    rng.shuffle(fens)
    return fens


if __name__ == "__main__":
    main()
