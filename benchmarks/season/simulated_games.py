"""Simulated games: random controls, positions and latencies, thousands a minute."""

from benchmarks.lag_seasons import lag_season
from benchmarks.season.figures import Found, Tally
from benchmarks.season.slices import Slice
from tests.lab.season import failures, season, slow_line, usual_line
from tests.lab.test_lag import LINES
from zeitnot.policies.registry import built_in_names, plain_policy

GAMES = 180
"""Games of one policy on one line: twenty on each kind of control."""


def simulated_games(work: Slice) -> Found:
    """Play seasons of all policies; no turn may take longer than its clock can bear."""
    tally, rng = Tally(), work.rng
    for _ in work.pieces():
        seed = rng.randrange(10**9)
        for name in built_in_names():
            for line in (usual_line, slow_line):
                played = list(season(plain_policy(name), games=GAMES, line=line, seed=seed))
                tally.counts["games"] += len(played)
                tally.counts["turns"] += sum(len(game.records) for _, game in played)
                found = failures(iter(played))
                tally.check(not found, f"{name}, {line.__name__}, seed {seed}: {'; '.join(found[:2])}")
    return tally.found()


def lag_games(work: Slice) -> Found:
    """Play seasons on slow connections of all kinds; no game is lost on time once the line is known."""
    tally, rng = Tally(), work.rng
    for _ in work.pieces():
        seed = rng.randrange(10**6)
        for line in LINES:
            games = list(lag_season(line, games=1, seed=seed))
            tally.counts["games"] += len(games)
            tally.counts["turns"] += sum(game.turns for game in games)
            tally.faults[f"connection: {line}"] += len(games)
            known = [game for game in games if game.known]
            flags = sum(game.flagged for game in known)
            tally.check(not flags, f"{line}, seed {seed}: {flags} of {len(known)} games lost on time")
            tally.counts["starved moves"] += sum(game.starved for game in known)
    return tally.found()
