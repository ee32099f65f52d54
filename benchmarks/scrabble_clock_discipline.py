"""Whether Scrabble players keep to their clocks by the wall, with other processes loading the cores if asked.

Example: python benchmarks/scrabble_clock_discipline.py --games 40 --clock "0:30 -10/min" --load 1
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from zeitnot.games import Participant
from zeitnot.lab import MatchPlan, RunStore, play_match

_BUSY = "while True: pass"
_MS = 1000.0
_SHARES = {"50 %": 0.5, "90 %": 0.9, "99 %": 0.99, "99.9 %": 0.999, "most": 1.0}


def main() -> None:
    """Play pairs of games and tell how late turns were and whether anybody was over time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--clock", default="0:30 -10/min")
    parser.add_argument("--concurrency", type=int, default=2, help="games at once")
    parser.add_argument("--load", type=int, default=1, help="other processes that each keep a core busy")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    plan = MatchPlan(
        game="scrabble",
        participants=tuple(Participant.parse(name, "scrabble") for name in ("magpie", "uniform")),
        control=options.clock,
        games=options.games,
        seed=options.seed,
    )
    busy = [subprocess.Popen([sys.executable, "-c", _BUSY]) for _ in range(options.load)]  # noqa: S603 (our own line)
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "match.run"
            play_match(plan, path, concurrency=options.concurrency)
            with RunStore.read(path) as store:
                print(summary(store))
    finally:
        for process in busy:
            process.kill()


def late_ms_of(store: RunStore) -> list[list[float]]:
    """Return the milliseconds past the hard limit of every turn, for each participant."""
    late_ms: list[list[float]] = [[] for _ in store.plan.participants]
    for turn in store.turns():
        late_ms[turn.participant].append(_MS * max(0.0, turn.overshoot_s or 0.0))
    return late_ms


def summary(store: RunStore) -> str:
    """Say who was over time, and how late turns were."""
    games, names = store.games(), [participant.name for participant in store.plan.participants]
    left_s = [min(game.first_left_s, game.second_left_s) for game in games]
    over = sum(left < 0 for left in left_s)
    lines = [f"{len(games)} games at {store.plan.control}: {over} over time, least left {min(left_s):.2f} s"]
    late_ms = late_ms_of(store)
    together = [late for values in late_ms for late in values]
    for name, values in zip((*names, "all"), (*late_ms, together), strict=True):
        ordered = sorted(values)
        text = ", ".join(
            f"{label} {ordered[min(len(ordered) - 1, int(share * len(ordered)))]:.2f}"
            for label, share in _SHARES.items()
        )
        lines.append(f"{name}: {len(ordered)} turns, ms past the hard limit: {text}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
