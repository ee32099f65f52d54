"""Games by the wall under load: all policies, built-in and wrapped engines, every kind of clock."""

import sys
from contextlib import ExitStack
from pathlib import Path
from random import Random

import chess

from benchmarks.clock_discipline import Findings, Watched, play
from benchmarks.scrabble_clock_discipline import late_ms_of
from benchmarks.season.figures import Found, Tally
from benchmarks.season.load import LOADS, loaded
from benchmarks.season.slices import Slice
from tests.lab.test_lag import CHESS
from zeitnot.chess.openings import read_openings
from zeitnot.games import Participant, Side
from zeitnot.lab import LateTurn, MatchPlan, RunStore, find_late_turns, plan_match, play_match
from zeitnot.turns import Place

CONTROLS = ("1+0.02", "0.5+0.01", "0:05", "40/0:04", "0:02 d0.05", "0:01 byo 3x0.3")
ENGINES = ("stockfish", "ethereal-chess", "toga2", "glaurung", "fairy-stockfish")
UCI_CONTROLS = ((1.0, 0.02), (0.5, 0.01), (5.0, 0.0))
SCRABBLE_CONTROLS = ("0:05 -10/min", "0:30 -10/min")
"""Clocks of Scrabble; the second, whose games take a minute, in every third slice."""
WRAPPED_CHANCE = 0.4


def chess_games(work: Slice) -> Found:
    """Play pairs of chess games between two policies drawn by lot."""
    tally, rng = Tally(), work.rng
    for number in work.pieces():
        names = [_participant(rng, name) for name in rng.sample(CHESS, 2)]
        plan = plan_match(*names, control=rng.choice(CONTROLS), games=2, seed=rng.randrange(10**6))
        _play(plan, work.folder / f"{number}.run", tally, rng)
    return tally.found()


def uci_games(work: Slice) -> Found:
    """Play chess between engine processes as an interface does, which keeps the clocks."""
    tally, rng, found = Tally(), work.rng, Findings()
    openings = [opening.board().fen() for opening in read_openings()]
    with ExitStack() as stack:
        players = [Watched(name, sys.executable, "-m", "zeitnot") for name in rng.sample(CHESS, 2)]
        for player in players:
            stack.callback(player.engine.quit)
        for number in work.pieces():
            (base_s, increment_s), kind = rng.choice(UCI_CONTROLS), rng.choice(LOADS)
            white, black = players[number % 2], players[1 - number % 2]
            board = chess.Board(rng.choice(openings))
            with loaded(kind, work.folder, tally, rng=rng):
                ending = play((white, black), board, found, base_s=base_s, increment_s=increment_s)
            tally.counts["games"] += 1
            tally.counts["lost on time by an interface's clock"] += ending.startswith("flag")
            tally.check(not ending.startswith("engine error"), ending)
    tally.counts["turns"] += found.turns
    for name, past_ms in found.past_ms.items():
        tally.measure(f"ms past the limit, {name} over UCI", past_ms)
    return tally.found()


def scrabble_games(work: Slice) -> Found:
    """Play pairs of Scrabble games between the policies that know the game."""
    tally, rng = Tally(), work.rng
    for number in work.pieces():
        names = rng.sample(("magpie", "learned", "uniform"), 2)
        plan = MatchPlan(
            game="scrabble",
            participants=tuple(Participant.parse(name, "scrabble") for name in names),
            control=SCRABBLE_CONTROLS[work.seed % 3 == 2],
            games=2,
            seed=rng.randrange(10**6),
        )
        _play(plan, work.folder / f"{number}.run", tally, rng)
    return tally.found()


def _participant(rng: Random, policy: str) -> str:
    return f"{rng.choice(ENGINES) if rng.random() < WRAPPED_CHANCE else 'zeitnot'}+{policy}"


def _play(plan: MatchPlan, path: Path, tally: Tally, rng: Random) -> None:
    kind = rng.choice(LOADS)
    with loaded(kind, path.parent, tally, rng=rng):
        play_match(plan, path, concurrency=1)
    with RunStore.read(path) as store:
        games = store.games()
        tally.counts["games"] += len(games)
        tally.check(len(games) == plan.total_games, f"{plan.control}: {len(games)} of {plan.games} games")
        policies = [participant.policy or participant.name for participant in plan.participants]
        for place, late_ms in enumerate(late_ms_of(store)):
            tally.counts["turns"] += len(late_ms)
            tally.measure(f"ms past the limit, load {kind}", late_ms)
            tally.measure(f"ms past the limit, {policies[place]}", late_ms)
        over = sum(min(game.first_left_s, game.second_left_s) < 0 for game in games)
        tally.counts["games over time"] += over
        for late in find_late_turns(store):
            _judge(late, plan, kind, tally)
        for game in games:
            if game.fault is not None and game.fault != "out of time":
                tally.findings.append(f"{plan.control}, load {kind}: {game.words}")


def _judge(late: LateTurn, plan: MatchPlan, kind: str, tally: Tally) -> None:
    """Count a late turn by its cause; a game lost on time by our own fault is a finding."""
    cause = late.autopsy.cause
    tally.counts[f"late by {cause}"] += 1
    if not late.flagged:
        return
    tally.counts[f"lost on time by {cause}"] += 1
    participant = plan.participants[late.row.participant]
    if cause in (Place.PROXY, Place.RUNNER) or (participant.side is Side.BUILT_IN and cause is Place.ENGINE):
        tally.findings.append(
            f"{participant.name} lost on time at {plan.control}, load {kind}: {late.autopsy.words}"
        )
