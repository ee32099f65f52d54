"""Whether Scrabble players keep to their clocks by the wall, with other processes loading the cores if asked.

Example: python benchmarks/scrabble_clock_discipline.py --games 40 --clock "0:30 -10/min" --load 1
"""

import argparse
import subprocess
import sys
from collections import defaultdict

from zeitnot.clocks import TimeControl
from zeitnot.scrabble.clocked_match import ClockedMatch, Contestant

_BUSY = "while True: pass"
_MS = 1000.0


def main() -> None:
    """Play pairs of games and tell how late turns were and whether anybody was over time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--clock", default="0:30 -10/min")
    parser.add_argument("--concurrency", type=int, default=2, help="games at once")
    parser.add_argument("--load", type=int, default=1, help="other processes that each keep a core busy")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    match = ClockedMatch(
        contestants=(Contestant(policy="magpie"), Contestant(policy="uniform")),
        control=TimeControl.parse(options.clock),
        seed=options.seed,
        concurrency=options.concurrency,
    )
    busy = [subprocess.Popen([sys.executable, "-c", _BUSY]) for _ in range(options.load)]  # noqa: S603 (our own line)
    late_ms: dict[str, list[float]] = defaultdict(list)
    over = games = 0
    least_s = float("inf")
    try:
        for pair in match.pairs(range(-(-options.games // 2))):
            for game in pair.games:
                games += 1
                over += any(seconds > 0 for seconds in game.over_s)
                least_s = min(least_s, *game.remaining_s)
                for turn in game.turns:
                    late_ms[turn.record.policy].append(_MS * max(0.0, turn.record.overshoot_s))
    finally:
        for process in busy:
            process.kill()
    print(f"{games} games at {options.clock}: {over} over time, least left {least_s:.2f} s")
    late_ms["all"] = [late for policy in list(late_ms) for late in late_ms[policy]]
    for policy, values in late_ms.items():
        ordered = sorted(values)
        shares = {"50 %": 0.5, "90 %": 0.9, "99 %": 0.99, "99.9 %": 0.999, "most": 1.0}
        text = ", ".join(
            f"{name} {ordered[min(len(ordered) - 1, int(share * len(ordered)))]:.2f}"
            for name, share in shares.items()
        )
        print(f"{policy}: {len(ordered)} turns, ms past the hard limit: {text}")


if __name__ == "__main__":
    main()
