"""What solving before the endgame gains over simulating for the same time, by recorded and judged turns.

Example: python -m benchmarks.scrabble_solving solving.data --numbers even
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import numpy as np
import numpy.typing as npt

from zeitnot.clocks import ClockReading
from zeitnot.learning import open_data
from zeitnot.monitors import Deadline, Monitor
from zeitnot.policies import ScrabbleSplit, Uniform
from zeitnot.scrabble.recorded_simulation import RecordedSimulation, RecordEnds
from zeitnot.scrabble.recording.trace import ScrabbleTrace, Solving
from zeitnot.scrabble.turn import WorkRates
from zeitnot.turns import Budget, ScrabbleFeatures, TimeManager, Trail, Turn, TurnRecord

Array = npt.NDArray[np.float64]

BAGS = ((1, 2), (3, 7), (8, 14), (1, 14))
"""Tiles in the bag, from and to; M18 gives solving 70 % of a turn up to 7 and 40 % up to 14."""
SPEEDS = (100.0, 300.0, 1_000.0, 3_000.0)
"""Samples a second."""
NODES = (16_000, 32_000, 64_000, 100_000, 150_000, 200_000, 300_000)
LEAST_PTS = 0.05
"""Difference from which on one way to divide a turn was better in a position."""
NODES_PER_SAMPLE = WorkRates().nodes_per_s / WorkRates().samples_per_s


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedTurn(ScrabbleSplit):
    """Takes the same time for every turn and stops for nothing else."""

    turn_s: float = 10.0

    def plan(self, turn: Turn) -> Budget:
        """Divide the time."""
        trail = Trail.start("turn", self.turn_s)
        features = cast("ScrabbleFeatures", turn.features)
        return Budget(target=trail, limit=trail, split=self.split(turn, features, self.turn_s))

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Stop at the limit."""
        return Deadline(budget.limit_s)


def main() -> None:
    """Replay every position and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, nargs="+", help="folders recorded with --solving-nodes")
    parser.add_argument(
        "--numbers", choices=("all", "even", "odd"), default="all", help="positions by number"
    )
    parser.add_argument("--turn", type=float, default=10.0, help="seconds of a turn")
    options = parser.parse_args()
    wanted = {"all": (0, 1), "even": (0,), "odd": (1,)}[options.numbers]
    found = [cast("ScrabbleTrace", trace) for folder in options.data for trace in open_data(folder)]
    traces = [trace for trace in found if trace.number % 2 in wanted and trace.runs[0].solved_losses_pts]
    errors_pts = [trace.solved_error_pts for trace in traces]
    print(f"{len(traces)} positions; error of the judge, root mean square {_rms(errors_pts):.2f} points\n")
    ends = RecordEnds.of(found)
    print(turns_table(traces, ends, turn_s=options.turn))
    print()
    print(nodes_table(traces, ends))


def turns_table(traces: Sequence[ScrabbleTrace], ends: RecordEnds, *, turn_s: float) -> str:
    """Compare turns that only simulate with those that divide their time as the document does."""
    lines = [
        "| samples a second | tiles in the bag | positions | all simulated | M18 | M18 less simulated "
        "| M18 better / worse | chosen by solving |",
        "|---|---|---|---|---|---|---|---|",
    ]
    only = FixedTurn(turn_s=turn_s, near_endgame_simulation=1.0, pre_endgame_simulation=1.0)
    for speed in SPEEDS:
        for least, most in BAGS:
            here = [trace for trace in traces if least <= trace.features.bag_tiles <= most]
            if not here:
                continue
            rows = [_turns(trace, ends, speed, (only, FixedTurn(turn_s=turn_s))) for trace in here]
            simulated, divided, solved = np.array(rows).T
            cells = [_mean(simulated), _mean(divided), _mean(divided - simulated, signed=True)]
            gains = simulated - divided
            cells.append(f"{(gains > LEAST_PTS).sum()} / {(gains < -LEAST_PTS).sum()}")
            share = f"{100 * solved.mean():.0f} %"
            lines.append(
                f"| {speed:,.0f} | {least} to {most} | {len(here)} | {' | '.join([*cells, share])} |"
            )
    return "\n".join(lines)


def _turns(
    trace: ScrabbleTrace, ends: RecordEnds, speed: float, policies: tuple[FixedTurn, FixedTurn]
) -> tuple[float, float, float]:
    """Return the losses of both turns and whether solving came to a choice, means over the seeds."""
    rows = []
    for search in _searches(trace, ends, speed, longest_s=policies[0].turn_s):
        simulated, divided = (_played(search, trace, policy) for policy in policies)
        first = [each.checks[0].nodes for each in _solvings(search) if each.checks]
        is_chosen = bool(first) and divided.nodes >= min(first)
        rows.append((search.loss_at(simulated), search.loss_at(divided), float(is_chosen)))
    return cast("tuple[float, float, float]", tuple(np.mean(rows, axis=0)))


def nodes_table(traces: Sequence[ScrabbleTrace], ends: RecordEnds) -> str:
    """Compare solving after the first and the last start with simulating on for as long."""
    lines = ["| solving begins | tiles in the bag | " + " | ".join(f"{nodes:,}" for nodes in NODES) + " |"]
    lines.append("|---" * (2 + len(NODES)) + "|")
    for words, is_early in (("after 500 samples", True), ("after the last sample", False)):
        for least, most in BAGS:
            here = [trace for trace in traces if least <= trace.features.bag_tiles <= most]
            if not here:
                continue
            gains = np.array([_gains(trace, ends, is_early=is_early) for trace in here])
            cells = [_mean(gains[:, each], signed=True) for each in range(len(NODES))]
            lines.append(f"| {words} | {least} to {most} ({len(here)}) | {' | '.join(cells)} |")
    return "\n".join(lines)


def _gains(trace: ScrabbleTrace, ends: RecordEnds, *, is_early: bool) -> list[float]:
    """Return points gained by solving over simulating, by nodes; 0 where nothing was left to solve."""
    rows = []
    for search in _searches(trace, ends, WorkRates().samples_per_s, longest_s=10.0):
        record = _played(search, trace, FixedTurn())
        starts = [each.samples for each in _solvings(search)]
        starts = [each for each in starts if (each < search.recorded_samples) == is_early]
        row = [0.0] * len(NODES)
        for samples in starts:
            for place, nodes in enumerate(NODES):
                endgame_s = nodes / WorkRates().nodes_per_s
                solved = replace(record, samples=samples, endgame_s=endgame_s)
                on = samples + int(nodes / NODES_PER_SAMPLE)
                row[place] = search.loss_at(replace(record, samples=on, endgame_s=0.0)) - search.loss_at(
                    solved
                )
        rows.append(row)
    return cast("list[float]", np.mean(rows, axis=0).tolist())


def _played(search: RecordedSimulation, trace: ScrabbleTrace, policy: FixedTurn) -> TurnRecord:
    manager = TimeManager(policy, fallback=Uniform())
    clock = ClockReading(remaining_s=100 * policy.turn_s)
    return search.run(manager.begin(clock=clock, ply=trace.ply, features=trace.features))


def _searches(
    trace: ScrabbleTrace, ends: RecordEnds, speed: float, *, longest_s: float
) -> tuple[RecordedSimulation, ...]:
    return RecordedSimulation.of(trace, rates=WorkRates.at(speed), longest_s=longest_s, ends=ends)


def _solvings(search: RecordedSimulation) -> tuple[Solving, ...]:
    return () if search.solving is None else search.solving.solvings


def _rms(values: Sequence[float]) -> float:
    return float(np.sqrt(np.mean(np.square(values))))


def _mean(values: Array, *, signed: bool = False) -> str:
    """Write a mean with its 95 % error over positions."""
    error = 1.96 * values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else float("nan")
    return f"{values.mean():{'+' if signed else ''}.2f} +- {error:.2f}"


if __name__ == "__main__":
    main()
