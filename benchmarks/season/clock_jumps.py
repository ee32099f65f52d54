"""Clock jumps: jobs, games by the wall and a served game while the time of day is set back and forth."""

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from benchmarks.season.crashes import ended, whole_job
from benchmarks.season.figures import Found, Tally
from benchmarks.season.jobs import JOBS, MATCH, make_data
from benchmarks.season.served_games import Player, serving
from benchmarks.season.slices import Slice
from benchmarks.season.wall_clock import WallClock, made_wall_clock
from zeitnot.lab import RunStore

BY_THE_WALL = ("--clock", "5+0.1", "--hash", "1", "--resign", "1/100", "--draw", "1/100")
"""A clock that no busy machine uses up, and any jump does: the least is an hour."""
WALL_MATCH = replace(
    MATCH,
    name="match by the wall",
    arguments=lambda folder: [
        *("match", "uniform", "stockfish+textbook", "--games", "2", *BY_THE_WALL, "--concurrency", "1"),
        *("-o", str(folder / "a.run")),
    ],
)
SERVED = {"game": "chess", "clock": "0:20", "book": "no"}
SERVED_CLOCK_S = 20.0
PLIES = 8
"""Moves of a served game."""


def clock_jumps(work: Slice) -> Found:
    """Set the clock of jobs and games back and forth: no game, no flag, no record is lost."""
    tally, rng = Tally(), work.rng
    clock = made_wall_clock(work.folder)
    make_data(work.folder)
    kinds = (*JOBS, None, None)
    kind = kinds[work.seed % len(kinds)]
    whole = None if kind is None else whole_job(kind, work.folder / "whole", tally)
    for number in work.pieces():
        folder, jumps = work.folder / f"jumped{number}", list[str]()
        folder.mkdir()
        with clock.jumping(rng, jumps):
            if whole is not None:
                result = ended(whole.job, folder, tally, environment=clock.environment)
                tally.check(result == whole.result, f"{whole.job.name}: another result after clock jumps")
                tally.counts["jobs"] += 1
            elif (work.seed + number) % 2:
                play_by_the_wall(folder, clock, tally)
            else:
                play_served(folder, clock, tally, rng)
        tally.faults.update(f"clock set {name}" for name in jumps)
    return tally.found()


def play_by_the_wall(folder: Path, clock: WallClock, tally: Tally) -> None:
    """Play a match on real clocks; every game ends by its moves, and every time is one that passed."""
    began_s = time.monotonic()
    ended(WALL_MATCH, folder, tally, environment=clock.environment)
    took_s = time.monotonic() - began_s
    with RunStore.read(folder / "a.run") as store:
        games = store.games()
        tally.counts["games"] += len(games)
        tally.check(len(games) == store.plan.total_games, f"{len(games)} games were kept")
        for game in games:
            tally.check(game.fault is None, f"clock jumps: {game.words}")
            used_s = [game.took_s, *(record.used_s for record in store.records(game.number))]
            tally.counts["turns"] += len(used_s) - 1
            tally.check(0 <= min(used_s) <= max(used_s) <= took_s, f"clock jumps: {max(used_s):g} s used")


class _Enough(Exception):  # noqa: N818 (no error)
    """Enough moves have been played."""


@dataclass(kw_only=True)
class _FewMoves:
    """Ends a served game after some moves."""

    player: Player

    def __call__(self) -> None:
        if len(self.player.told) >= PLIES:
            raise _Enough


def play_served(folder: Path, clock: WallClock, tally: Tally, rng: Random) -> None:
    """Play in the browser on a real clock; nobody's flag falls, and every move is in the file."""
    player = Player(rng=rng, folder=folder, wish=SERVED)
    player.on_told = _FewMoves(player=player)
    began_s = time.monotonic()
    with serving(folder, environment=clock.environment) as (_, port), suppress(_Enough):
        player.play(port)
    took_s = time.monotonic() - began_s
    lost = player.lost()
    tally.check(not lost, f"served game, clock jumps: {'; '.join(lost[:2])}")
    tally.check(not player.is_over or len(player.told) >= PLIES, f"served game: over after {player.told}")
    left_s = min(player.left_s, default=SERVED_CLOCK_S)
    tally.check(left_s >= SERVED_CLOCK_S - took_s, f"served game: {left_s:g} s left after {took_s:g} s")
    tally.counts["served games"] += 1
    tally.counts["turns"] += len(player.told)
