"""Replayed games a minute, by policy, on one core; processes multiply that.

Example: python -m benchmarks.replay_speed chess.data --clock 10+0.1 --seconds 5
"""

import argparse
from pathlib import Path

from benchmarks.conftest import REFERENCE
from benchmarks.test_core import reference_loop
from benchmarks.timings import Timings, print_table, timed
from zeitnot.games import find_game
from zeitnot.lab import Entrant, Replay, ReplayPlan, figures_of
from zeitnot.learning import DataSet, read_data
from zeitnot.policies import policy_names

GAMES = 20
"""At a time."""


def plan_of(data: DataSet, policy: str, clock: str) -> ReplayPlan:
    """Plan a replay of one policy."""
    return ReplayPlan(
        game=data.game,
        traces=data.traces,
        entrants=(Entrant.parse(policy),),
        control=clock,
        work_per_s=find_game(data.game).work_per_s,
    )


def main() -> None:
    """Time every policy for the game in turn, three rounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--clock")
    parser.add_argument("--seconds", type=float, default=3.0)
    options = parser.parse_args()
    data = read_data(options.data)
    game = find_game(data.game)
    clock = options.clock or game.clock
    names = [name for name in policy_names() if game.suits(name)]
    replays = {name: Replay(plan_of(data, name, clock)) for name in names}
    timings = Timings()
    turns: dict[str, float] = {}
    for _ in range(3):
        timings.add(REFERENCE, timed(lambda: bool(reference_loop()) or 1, 0.2))
        for name, replay in replays.items():

            def play(replay: Replay = replay, name: str = name) -> int:
                own = figures_of(replay.play(range(GAMES)))[0]
                turns[name] = sum(phase.turns for phase in own.phases.values()) / own.games
                return GAMES

            timings.add(name, timed(play, options.seconds / 3))
    print(f"{data.game}, {len(data.traces):,} traces, {clock}, {game.work_per_s:,.0f} a second\n")
    rows = [
        (
            name,
            f"{60 / timings.cpu_s(name):,.0f}",
            f"{turns[name]:.1f}",
            f"{timings.cpu_s(name) / turns[name] * 1e6:.0f}",
            f"{timings.cpu_s(name) / timings.cpu_s(REFERENCE):,.0f}",
        )
        for name in names
    ]
    print_table(
        ("policy", "games a minute of CPU time", "turns a game", "microseconds a turn", "x reference loop"),
        rows,
    )


if __name__ == "__main__":
    main()
