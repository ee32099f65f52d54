"""Flags and starved moves under lag, in simulated games: `python -m benchmarks.lag_seasons --games 40`."""

import argparse
from functools import partial
from random import Random

from tests.lab.test_lag import CHESS, CONTROLS, ENOUGH, LINES, UNKNOWN, lag_games, starved
from zeitnot.clocks import TimeControl
from zeitnot.lab import play_simulated
from zeitnot.policies.registry import plain_policy
from zeitnot.policies.uniform import Uniform
from zeitnot.turns import TimeManager


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="judged games of each policy, control and line")
    parser.add_argument("--seed", type=int, default=5, help="5 is that of the tests")
    asked = parser.parse_args()
    games, lag_seed = asked.games, (asked.seed - 5) * 100_000
    print(f"depth 1 counts as starved above {ENOUGH:.0%} of the first clock")
    print(f"the first {UNKNOWN} games of each season, on a line that is not known yet, are counted apart")
    for line, make_line in LINES.items():
        flags, short, turns = [0, 0], [0, 0], [0, 0]
        for text, lag_s in CONTROLS.items():
            control = TimeControl.parse(text)
            for name in CHESS:
                manager = TimeManager(plain_policy(name), fallback=Uniform())
                for number, positions in enumerate(lag_games(games + UNKNOWN, asked.seed)):
                    lag = partial(make_line(lag_s).draw, Random(lag_seed + number))
                    game = play_simulated(manager, control, positions, lag_s=lag)
                    is_known = number >= UNKNOWN
                    flags[is_known] += game.flagged
                    turns[is_known] += len(game.records)
                    short[is_known] += len(starved(game, control.stages[0].base_s))
        for known, (word, played) in enumerate((("unknown", UNKNOWN), ("known", games))):
            print(
                f"{line:9} {word:8} {played * len(CONTROLS) * len(CHESS)} games, "
                f"{turns[known]} turns: {flags[known]} lost on time, {short[known]} starved moves"
            )


if __name__ == "__main__":
    main()
