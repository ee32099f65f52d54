"""Flags and starved moves under lag, in simulated games: `python -m benchmarks.lag_seasons --games 40`."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from tests.lab.test_lag import CHESS, CONTROLS, ENOUGH, LINES, UNKNOWN, lag_games, starved
from zeitnot.clocks import TimeControl
from zeitnot.lab import play_simulated
from zeitnot.policies.registry import plain_policy
from zeitnot.policies.uniform import Uniform
from zeitnot.turns import TimeManager


@dataclass(frozen=True, slots=True, kw_only=True)
class LagGame:
    """One simulated game."""

    known: bool
    """Whether the line was known by then."""
    turns: int
    flagged: bool
    starved: int
    """Moves played at sight while the clock had time."""


def lag_season(line: str, *, games: int, seed: int) -> Iterator[LagGame]:
    """Play these games of every policy and control on a line; 5 is the seed of the tests."""
    lag_seed = (seed - 5) * 100_000
    for text, lag_s in CONTROLS.items():
        control = TimeControl.parse(text)
        for name in CHESS:
            manager = TimeManager(plain_policy(name), fallback=Uniform())
            for number, positions in enumerate(lag_games(games + UNKNOWN, seed)):
                lag = partial(LINES[line](lag_s).draw, Random(lag_seed + number))
                game = play_simulated(manager, control, positions, lag_s=lag)
                yield LagGame(
                    known=number >= UNKNOWN,
                    turns=len(game.records),
                    flagged=game.flagged,
                    starved=len(starved(game, control.stages[0].base_s)),
                )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="judged games of each policy, control and line")
    parser.add_argument("--seed", type=int, default=5, help="5 is that of the tests")
    asked = parser.parse_args()
    print(f"depth 1 counts as starved above {ENOUGH:.0%} of the first clock")
    print(f"the first {UNKNOWN} games of each season, on a line that is not known yet, are counted apart")
    for line in LINES:
        games = list(lag_season(line, games=asked.games, seed=asked.seed))
        for known, word in ((False, "unknown"), (True, "known")):
            these = [game for game in games if game.known is known]
            print(
                f"{line:9} {word:8} {len(these)} games, {sum(game.turns for game in these)} turns: "
                f"{sum(game.flagged for game in these)} lost on time, "
                f"{sum(game.starved for game in these)} starved moves"
            )


if __name__ == "__main__":
    main()
