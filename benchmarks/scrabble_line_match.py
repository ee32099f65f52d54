"""Strength on the clock: the built-in player against any program that speaks the line protocol.

The referee keeps both clocks by the wall. A run is kept in its file game by game: killed at any time, the
same command goes on where it was. Without a program, our own player is on the other end of the pipe, which
shows what the pipe costs.

Example: python -m benchmarks.scrabble_line_match "./bridge" --clock "5:00 -10/min" --games 20 -o bridge.run
"""

import argparse
import math
import statistics
import sys
from pathlib import Path

from zeitnot.lab import RunStore, SpreadScore, clock_figures, fault_counts, plan_match, play_match


def main() -> None:
    """Play what the run still lacks, then print how all its games went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program", nargs="?", help="a command; default: our own player")
    parser.add_argument("--policy", default="magpie")
    parser.add_argument("--clock", default="2:00 -10/min")
    parser.add_argument("--games", type=int, default=4, help="an even number: every deal is played twice")
    parser.add_argument("--threads", type=int, default=1, help="threads of one player")
    parser.add_argument("--concurrency", type=int, default=1, help="games at once")
    parser.add_argument("--challenge", default="void", help="challenge rule")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, required=True, help="the run's file, *.run")
    options = parser.parse_args()
    own = f"{sys.executable} -m zeitnot scrabble engine --policy {options.policy} --threads {options.threads}"
    plan = plan_match(
        f"{options.policy}:name=inside",
        f"{options.program or own}:name=program",
        game="scrabble",
        control=options.clock,
        games=options.games,
        seed=options.seed,
        threads=options.threads,
        settings=(("challenge", options.challenge),),
    )
    result = play_match(plan, options.output, resume=True, concurrency=options.concurrency)
    spread = result.standings.spread("program", "inside") or SpreadScore()
    print(f"{len(result.games)} games at {plan.control}")
    wins, points = spread.win_rate, spread.spread_pts
    print(f"program: wins {100 * wins.mean:.1f} ± {100 * (wins.error or math.nan):.1f} %")
    print(f"program: {points.mean:+.1f} ± {points.error or math.nan:.1f} points a game")
    with RunStore.read(options.output) as store:
        print(text_of(store))


def text_of(store: RunStore) -> str:
    """Return what each side did with its clock, line by line."""
    lines = []
    faults = fault_counts(store.plan, store.games())
    for number, figures in enumerate(clock_figures(store)):
        unseen_ms = [
            1000 * (turn.referee_s - turn.used_s)
            for turn in store.turns(store.games())
            if turn.participant == number
        ]
        lines.append(
            f"{figures.participant}: {100 * figures.bank_used:.0f} % of the bank used, "
            f"{figures.over_time} games over time, least left {figures.least_left_s:.3f} s; "
            f"time that only the referee saw: median {statistics.median(unseen_ms):.2f} ms, "
            f"most {max(unseen_ms):.2f} ms; faults {faults[number]}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
