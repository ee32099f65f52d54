"""Whether a review tells the truth: engines at known budgets, and what happens when the budgets are changed.

The built-in engine plays itself in work time, `learned` against a clock that is spent at random: each turn an
even share times a random factor. The games are reviewed with the speed that they were played at. Then every
turn of the random side is searched anew, with the time it had and with the time that the review's best
spending gives it, and the two moves are judged by another engine: what the review says would be gained,
against what is.

Example: python -m benchmarks.review_truth --games 16 --engine stockfish
"""

import argparse
import math
import random
import statistics
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

import chess
import chess.pgn

from zeitnot.chess.engine import Engine, Request
from zeitnot.chess.openings import read_openings
from zeitnot.chess.recording.judge import ChessJudge
from zeitnot.chess.recording.searcher import BuiltInSearcher, UciSearcher
from zeitnot.chess.self_play import agreed_result, ruled_result
from zeitnot.chess.timed_pgn import board_before
from zeitnot.clocks import Clock, TimeControl
from zeitnot.games.engine_process import resolved_command
from zeitnot.models import make_manager
from zeitnot.review import JudgeSettings, Review, SideReview, TimedGame, read_pgn, review_games
from zeitnot.turns import Limits

CONTROL = "10+0.1"
RANDOM, LEARNED = "random clock", "learned"
_SPREAD = 1.3
_TURNS = 30
_MOST_SHARE = 1 / 3
_PATIENCE_S = 60.0
_NORMAL_95 = 1.96
_MOST_PLIES = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """The built-in engine with a way to spend its clock."""

    name: str
    """Name in the games."""
    policy: str = "uniform"
    """Policy that decides, unless the way below does."""
    share_s: Callable[[Clock, random.Random], float] | None = None
    """Returns the time of a turn from the clock alone."""


def random_share_s(clock: Clock, rng: random.Random) -> float:
    """Return an even share times a random factor."""
    factor = math.exp(rng.gauss(-_SPREAD * _SPREAD / 2, _SPREAD))
    return min(clock.remaining_s / _TURNS * factor * 2, clock.remaining_s * _MOST_SHARE)


RANDOM_CLOCK = Player(name=RANDOM, share_s=random_share_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A game with the time of every move."""

    pgn: str
    """Its text."""
    half_points: int
    """Half points of White; a game that is too long is drawn."""


def played_game(
    players: tuple[Player, Player], *, opening: int, first: int, rng: random.Random, nodes_per_s: float
) -> PlayedGame:
    """Play a game from an opening; `first` is the player who makes the first move after it."""
    openings = read_openings(None)
    board = openings[opening % len(openings)].board()
    given = len(board.move_stack)
    engines = [Engine(make_manager(player.policy), nodes_per_second=nodes_per_s) for player in players]
    clocks = [Clock(TimeControl.from_pgn(CONTROL)) for _ in engines]
    for engine in engines:
        engine.new_game()
    times_s: list[float] = []
    scores_cp: list[int] = []
    result = None
    while result is None and board.ply() < _MOST_PLIES:
        seat = (len(times_s) + first) % 2
        clock, share_s = clocks[seat], players[seat].share_s
        if share_s is None:
            request = Request(board=board, clock=clock.reading(), opponent=clocks[1 - seat].reading())
        else:
            nodes = max(1, round(share_s(clock, rng) * nodes_per_s))
            request = Request(board=board, limits=Limits(nodes=nodes))
        move = engines[seat].think(request)
        used_s = min(move.record.nodes / nodes_per_s, clock.remaining_s)
        clock.spend(used_s)
        times_s.append(used_s)
        score_cp = move.record.score_cp or 0.0
        scores_cp.append(round(score_cp if board.turn == chess.WHITE else -score_cp))
        board.push_uci(move.move)
        result = ruled_result(board)
        result = agreed_result(scores_cp, board.ply()) if result is None else result
    names = [player.name for player in players]
    white = (given + first) % 2
    return PlayedGame(
        pgn=_pgn(board, given, times_s, names=(names[white], names[1 - white])),
        half_points=1 if result is None else result,
    )


def _pgn(board: chess.Board, given: int, times_s: list[float], *, names: tuple[str, str]) -> str:
    tree = chess.pgn.Game.from_board(board)
    tree.headers["White"], tree.headers["Black"] = names
    tree.headers["TimeControl"] = CONTROL
    for place, node in enumerate(tree.mainline()):
        if place >= given:
            node.comment = f"[%emt {times_s[place - given]:.4f}]"
    return f"{tree}\n"


def games_of(count: int, *, nodes_per_s: float) -> list[TimedGame]:
    """Play games and read them back."""
    players = (Player(name=LEARNED, policy=LEARNED), RANDOM_CLOCK)
    found = []
    for number in range(count):
        rng = random.Random(f"review truth {number}")
        played = played_game(players, opening=7 * number, first=number % 2, rng=rng, nodes_per_s=nodes_per_s)
        (game,) = read_pgn(played.pgn, what=f"game {number + 1}")
        if isinstance(game, TimedGame):
            found.append(game)
    return found


def real_gain(game: TimedGame, side: SideReview, judge: ChessJudge, *, nodes_per_s: float) -> float:
    """Return what the best spending really gains over the times that were used, by new searches."""
    searcher = BuiltInSearcher()
    gain = 0.0
    for each in side.moves:
        used_s, best_s = each.move.time.used_s, each.best_s
        if used_s is None or best_s is None:
            continue
        board = board_before(game, each.move)
        moves = [
            searcher.search(board, nodes=max(1, round(time_s * nodes_per_s)))[-1].best_move
            for time_s in (used_s, best_s)
        ]
        if moves[0] != moves[1]:
            gain += judge.losses(board, moves, against=moves[1]).losses[moves[0]]
    return gain


def shares(found: Review, name: str) -> tuple[float, float]:
    """Return the share of the achievable of a player with its 95 % error."""
    profile = next(each for each in found.profiles if each.name == name)
    share = profile.all.share
    return (math.nan, math.nan) if share is None else (share.mean, share.error or 0.0)


def main() -> None:
    """Play, review, search anew, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument("--engine", default="stockfish", help="judges what is really gained")
    parser.add_argument("--speed", type=float, default=10_000.0, help="nodes that are a second")
    parser.add_argument("--judge-nodes", type=int, default=150_000)
    parser.add_argument("--processes", type=int, default=None)
    given = parser.parse_args()
    games = games_of(given.games, nodes_per_s=given.speed)
    settings = JudgeSettings(engine=(), processes=given.processes)
    found = review_games(games, settings=settings, nodes_per_s=given.speed, managers=(LEARNED,))
    for name in (LEARNED, RANDOM):
        share, error = shares(found, name)
        sides = [side for each in found.games for side in each.sides if side.name == name]
        loss, gain = (
            statistics.mean(values) for values in zip(*((s.loss, s.gain) for s in sides), strict=True)
        )
        print(f"{name}: {100 * share:.1f} ± {100 * error:.1f} % of the achievable, ", end="")
        print(f"lost {loss:.3f} a game, told gain {gain:.3f} a game")
    curve = settings.recording().curve
    command = resolved_command((given.engine,))
    told, real = [], []
    with closing(UciSearcher(command, patience_s=_PATIENCE_S)) as searcher:
        judge = ChessJudge(searcher, curve=curve, nodes=given.judge_nodes)
        for each in found.games:
            side = next(side for side in each.sides if side.name == RANDOM)
            told.append(side.gain)
            real.append(real_gain(each.game, side, judge, nodes_per_s=given.speed))
            print(f"{each.game.place}: told {told[-1]:+.3f}, real {real[-1]:+.3f}", flush=True)
    for name, values in (("told", told), ("real", real)):
        error = _NORMAL_95 * statistics.stdev(values) / math.sqrt(len(values))
        print(f"{name}: {statistics.mean(values):+.3f} ± {error:.3f} a game")
    if len(told) > 2:
        print(f"correlation over games {statistics.correlation(told, real):.2f}")


if __name__ == "__main__":
    main()
