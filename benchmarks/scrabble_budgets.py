"""Loss of the move that the real player chooses at each budget, beside what recorded checkpoints say.

Example: python -m benchmarks.scrabble_budgets --positions 30
"""

import argparse
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zeitnot.learning import BUDGETS_S, scrabble_curves
from zeitnot.models import make_manager
from zeitnot.monitors import bonferroni
from zeitnot.scrabble.features import PHASES
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.moves import Move
from zeitnot.scrabble.player import Player
from zeitnot.scrabble.recording.positions import DrawnPosition
from zeitnot.scrabble.recording.recorder import ScrabbleRecorder, ScrabbleRecording
from zeitnot.scrabble.turn import WorkRates
from zeitnot.turns import Limits

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Budgets:
    """Losses in points, by position and budget."""

    played: Array
    """Of the moves that the player chose."""
    checkpoints: Array
    """Of the arms that led after so many samples of a recorded simulation."""
    samples: Array
    """Samples that the player drew."""
    phases: npt.NDArray[np.int64]
    """Of the positions."""


def main() -> None:
    """Play the positions and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=30, help="positions with tiles in the bag")
    parser.add_argument("--rate", type=float, default=333.0, help="samples that are a second")
    parser.add_argument("--policy", default="uniform", help="a fixed time for the move is all it is given")
    parser.add_argument("--seed", type=int, default=3)
    options = parser.parse_args()
    played = play_budgets(
        positions=options.positions, rate=options.rate, policy=options.policy, seed=options.seed
    )
    print(table(played, rate=options.rate))


def play_budgets(*, positions: int, rate: float, policy: str, seed: int) -> Budgets:
    """Play every position with every budget, in work time, and judge the moves beside a long simulation."""
    knowledge = Knowledge.built_in()
    most_samples = max(1000, round(rate * BUDGETS_S[-1]))
    settings = ScrabbleRecording(seed=seed, samples=most_samples, long_samples=0, seeds=1)
    recorder = ScrabbleRecorder(settings, knowledge=knowledge)
    rates = WorkRates().times(rate / WorkRates().samples_per_s)
    drawn_samples: list[list[int]] = []

    def play(drawn: DrawnPosition, seed: int) -> list[Move]:
        choices = [
            Player(make_manager(policy), knowledge, rates=rates).choose(
                drawn.position, limits=Limits(move_time_s=budget_s), ply=drawn.ply, seed=seed % 2**31
            )
            for budget_s in BUDGETS_S
        ]
        drawn_samples.append([choice.record.samples for choice in choices])
        return [choice.chosen.move for choice in choices]

    played, checkpoints, phases = [], [], []
    last = len(PHASES) - 1  # has no bag
    for number in [number for number in range(2 * positions) if number % len(PHASES) != last][:positions]:
        trace, losses = recorder.record_beside(number, play)
        curve = next(iter(scrabble_curves([trace], bonferroni, (), unseen=True)))
        played.append(losses[0])
        checkpoints.append([curve.loss_at(budget_s * rate) for budget_s in BUDGETS_S])
        phases.append(number % len(PHASES))
    return Budgets(np.array(played), np.array(checkpoints), np.array(drawn_samples), np.array(phases))


def table(budgets: Budgets, *, rate: float) -> str:
    """Write means with standard errors, and the difference of the same positions."""
    count = len(budgets.played)
    lines = [
        f"{count} positions, a second is {rate:g} samples; points lost, mean +- standard error",
        "",
        "| budget | samples drawn | player | checkpoints | difference |",
        "|---|---|---|---|---|",
    ]
    for place, budget_s in enumerate(BUDGETS_S):
        player, checkpoint = budgets.played[:, place], budgets.checkpoints[:, place]
        cells = [_mean(player), _mean(checkpoint), _mean(player - checkpoint, signed=True)]
        samples = f"{budgets.samples[:, place].mean():,.0f}"
        lines.append(f"| {budget_s:g} s | {samples} | {' | '.join(cells)} |")
    lines += ["", "| phase | positions | " + " | ".join(f"{each:g} s" for each in BUDGETS_S) + " |"]
    lines.append("|---" * (2 + len(BUDGETS_S)) + "|")
    for phase in sorted(set(budgets.phases.tolist())):
        here = budgets.phases == phase
        pairs = zip(budgets.played[here].mean(axis=0), budgets.checkpoints[here].mean(axis=0), strict=True)
        cells = [f"{player:.2f} / {checkpoint:.2f}" for player, checkpoint in pairs]
        lines.append(f"| {PHASES[phase]} | {here.sum()} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _mean(values: Array, *, signed: bool = False) -> str:
    error = values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else float("nan")
    return f"{values.mean():{'+' if signed else ''}.2f} +- {error:.2f}"


if __name__ == "__main__":
    main()
