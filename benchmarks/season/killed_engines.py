"""Wrapped engines that are killed in the middle of their games."""

from contextlib import closing

from benchmarks.proxy_faults import FLAG_BY, Findings, killed_game, left_behind
from benchmarks.season.clock_games import ENGINES
from benchmarks.season.figures import Found, Tally
from benchmarks.season.slices import Slice
from tests.lab.test_lag import CHESS
from zeitnot.chess.openings import read_openings
from zeitnot.chess.proxy import WrappedEngine
from zeitnot.models import make_manager
from zeitnot.turns import Place

BASE_S, INCREMENT_S = 2.0, 0.05


def killed_engines(work: Slice) -> Found:
    """Play games of an engine against itself; it is started again, and loses neither game nor time."""
    tally, rng, found = Tally(), work.rng, Findings()
    name, policy = rng.choice(ENGINES), rng.choice(CHESS)
    openings = [opening.board() for opening in read_openings()]
    with closing(WrappedEngine([name], make_manager(policy))) as engine:
        for _ in work.pieces():
            moments_s = [rng.uniform(0.0, 1.5 * BASE_S) for _ in range(rng.randint(1, 3))]
            board = rng.choice(openings).copy()
            times = {"base_s": BASE_S, "increment_s": INCREMENT_S}
            ending = killed_game(engine, board, found, moments_s=moments_s, **times)
            tally.counts["games"] += 1
            starved = ending.startswith(f"{FLAG_BY}{Place.SCHEDULER}")
            tally.counts[f"lost on time by {Place.SCHEDULER}"] += starved
            tally.check(starved or ending == "to its end", f"{name} under {policy}: {ending}")
    tally.counts["turns"] += found.turns
    tally.faults["engine killed"] += found.kills
    tally.check(not left_behind(found), f"{name}: {len(left_behind(found))} processes left behind")
    return tally.found()
