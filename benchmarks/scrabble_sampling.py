"""Which sampling rule finds the best move: what the chosen move loses on average, after so many samples.

Positions of static games, 15 candidates each, simulated alike on many deals: their means are the truth.
Every rule then draws from these deals, with replacement, and is asked for its best move on the way. The loss
is in points of utility. All rules see the same deals: their differences are surer than the errors say.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.scrabble_positions import static_game
from benchmarks.scrabble_simulation import CANDIDATES, LETTERS, Task, built_in_chances, built_in_generator
from benchmarks.timings import print_table
from zeitnot import _native
from zeitnot.scrabble import LetterDistribution
from zeitnot.scrabble.letters import rack_tile

EXAMPLES = """examples:
  python -m benchmarks.scrabble_sampling
  python -m benchmarks.scrabble_sampling --kept samples.npy --seeds 50 --first 50
  python -m benchmarks.scrabble_sampling --kept samples.npy --first 50 --budgets 400,750,1050 --rules BY_LOSS
"""
BUDGETS = "500,2000,8000"
ALL_RULES = ",".join(rule.name for rule in _native.Sampling)
BATCH = 100
"""Samples between two looks at the arms: a hundredth of a second."""
LEAST_BAG = 4
"""Positions with fewer tiles have so few deals that all are gone through."""
MOST_SPREAD_PTS = 80
WIN_PTS, SPREAD_WEIGHT = 200.0, 0.25
"""The utility, as simulations have it."""

Samples = npt.NDArray[np.float32]
"""By position, candidate and deal: equity and chance to win."""


def tasks(count: int) -> Iterator[Task]:
    """Take one position of each of so many games, at any time of it and with any score."""
    generator, rng, tiles = built_in_generator(), random.Random(7), LetterDistribution.english()
    while count > 0:
        game = [task for task in static_game(generator, rng) if task.bag >= LEAST_BAG]
        chosen = rng.choice(game)
        moves = chosen.moves(generator.native, generator.evaluation.native, CANDIDATES)
        if len(moves) < CANDIDATES:
            continue
        left = Counter(dict(enumerate(tiles.counts)))
        left.subtract(rack_tile(tile) for tile in chosen.board if tile)
        left.subtract(chosen.rack)
        values = generator.evaluation.native
        count -= 1
        yield Task(
            board=chosen.board,
            rack=chosen.rack,
            unseen=bytes(left[tile] for tile in range(LETTERS)),
            spread=rng.randint(-MOST_SPREAD_PTS, MOST_SPREAD_PTS),
            bag=chosen.bag,
            moves=list(moves),
            simulation=_native.Simulation(generator.dictionary, values, built_in_chances()),
        )


def sampled(positions: int, deals: int) -> Samples:
    """Play every candidate out on every deal; a seed is a deal."""
    samples = np.zeros((positions, CANDIDATES, deals, 2), dtype=np.float32)
    for number, task in enumerate(tasks(positions)):
        print(f"position {number + 1} of {positions}", file=sys.stderr)
        for deal in range(deals):
            report = task.run(
                seed=deal, sampling=_native.Sampling.ROUND_ROBIN, most_samples=CANDIDATES, batch_s=1.0
            )
            for arm in report.arms:
                samples[number, arm.index, deal] = arm.equity_mean, arm.win_mean
    return samples


def choices(
    samples: Samples, rule: _native.Sampling, budgets: list[int], first_samples: int, seed: int
) -> list[int]:
    """Let a rule sample one position, and note its best candidate at each of the budgets."""
    rng = np.random.default_rng(seed)
    deals = rng.integers(0, samples.shape[1], size=budgets[-1])
    drawn = samples[:, deals].tolist()
    arms = _native.Arms(CANDIDATES, win_pts=WIN_PTS, spread_weight=SPREAD_WEIGHT)
    counts, done, best = [0] * CANDIDATES, 0, list[int]()
    for budget in budgets:
        while done < budget:
            shares = arms.share(min(BATCH, budget - done), rule, first_samples=first_samples, seed=seed)
            for arm, share in enumerate(shares):
                for equity, win in drawn[arm][counts[arm] : counts[arm] + share]:
                    arms.add(arm, equity, win)
                counts[arm] += share
            done += sum(shares)
        best.append(arms.states()[0].index)
    return best


def losses(samples: Samples, rule: _native.Sampling, options: argparse.Namespace) -> npt.NDArray[np.float64]:
    """Give what the choices lose: by position, seed and budget."""
    truth = (WIN_PTS * samples[..., 1] + SPREAD_WEIGHT * samples[..., 0]).mean(axis=2, dtype=np.float64)
    lost = np.zeros((len(samples), options.seeds, len(options.budgets)))
    for position, one in enumerate(samples):
        for seed in range(options.seeds):
            found = choices(one, rule, options.budgets, options.first, seed)
            lost[position, seed] = truth[position].max() - truth[position, found]
    return lost


def parsed() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=40, help="(default: %(default)s)")
    parser.add_argument("--deals", type=int, default=2000, help="of each position (default: %(default)s)")
    parser.add_argument("--seeds", type=int, default=10, help="runs of each rule (default: %(default)s)")
    parser.add_argument(
        "--first", type=int, default=20, help="samples of all alike to begin with (default: %(default)s)"
    )
    parser.add_argument("--budgets", default=BUDGETS, help="samples, rising (default: %(default)s)")
    parser.add_argument("--rules", default=ALL_RULES, help="(default: %(default)s)")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="keeps the samples, or has them already")
    options = parser.parse_args()
    options.budgets = [int(budget) for budget in options.budgets.split(",")]
    if min(options.positions, options.deals, options.seeds, options.first) < 1:
        parser.error("all numbers must be at least 1")
    return options


def main() -> None:
    """Measure and print."""
    options = parsed()
    if options.kept is not None and options.kept.exists():
        samples = np.load(options.kept)
    else:
        samples = sampled(options.positions, options.deals)
        if options.kept is not None:
            np.save(options.kept, samples)
    rows = []
    for rule in (_native.Sampling[name] for name in options.rules.split(",")):
        lost = losses(samples, rule, options)
        errors = np.sqrt((lost.var(axis=1) / options.seeds).sum(axis=0)) / len(samples)
        cells = zip(lost.mean(axis=(0, 1)), errors, strict=True)
        rows.append([rule.name, *(f"{mean:.3f} +- {error:.3f}" for mean, error in cells)])
        print(f"{rule.name} done", file=sys.stderr)
    print_table(["points lost, by rule", *(f"{budget:,} samples" for budget in options.budgets)], rows)


if __name__ == "__main__":
    main()
