"""Flags and starved moves under lag, in simulated games: `python -m benchmarks.lag_seasons --games 40`."""

import argparse
from random import Random

from tests.lab.test_lag import CHESS, CONTROLS, ENOUGH, LINES, lag_games, starved
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
    for line, make_line in LINES.items():
        flags = turns = short = 0
        for text, lag_s in CONTROLS.items():
            control = TimeControl.parse(text)
            for name in CHESS:
                manager = TimeManager(plain_policy(name), fallback=Uniform())
                for number, positions in enumerate(lag_games(games + 1, asked.seed)):
                    rng = Random(lag_seed + number)
                    game = play_simulated(manager, control, positions, latency=make_line(lag_s), rng=rng)
                    if number == 0:
                        continue  # the game in which the line becomes known
                    flags += game.flagged
                    turns += len(game.records)
                    short += len(starved(game, control.stages[0].base_s))
        played = games * len(CONTROLS) * len(CHESS)
        print(f"{line:9} {played} games, {turns} turns: {flags} lost on time, {short} starved moves")


if __name__ == "__main__":
    main()
