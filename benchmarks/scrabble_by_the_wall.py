"""Complete Scrabble games on tournament clocks: forfeits, overtime, what is used of the bank, and when.

A run is kept in its file game by game: killed at any time, the same command goes on where it was.
With --work, time is counted in samples instead, and games repeat to the bit.

Example: python benchmarks/scrabble_by_the_wall.py --clock "25:00 -10/min" --games 4 -o wall-25.run
         python benchmarks/scrabble_by_the_wall.py --phases wall-25.run wall-15.run
"""

import argparse
import json
import math
import statistics
from collections import Counter
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path

from zeitnot.games import Participant
from zeitnot.lab import MatchPlan, RunStore, clock_figures, play_match
from zeitnot.models import make_policy
from zeitnot.policies.magpie import Magpie
from zeitnot.scrabble.features import PHASES, phase_of
from zeitnot.turns import TurnRecord

_PHASE_UNSEEN = (93, 80, 50, 25, 14, 7, 0)
"""Tiles unseen where the phases begin, and where the last one ends."""
_SHARE_FIGURES = 3
_NORMAL_95 = 1.96
_WIN_HALVES = 2
"""Half points of a win."""


@dataclass(slots=True, kw_only=True)
class Side:
    """What one participant did in all games."""

    name: str
    games: int = 0
    wins: float = 0.0
    points: float = 0.0
    forfeits: int = 0
    over_time: int = 0
    least_left_s: float | None = None
    bank_used: float = 0.0
    planned_shares: list[float] | None = None
    granted_shares: list[float] = field(default_factory=list)
    used_shares: list[float] = field(default_factory=list)
    ends: dict[str, dict[str, int]] = field(default_factory=dict)
    faults: int = 0


def main() -> None:
    """Play what the run still lacks, then tell how all its games went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--clock", default="25:00 -10/min")
    parser.add_argument("--games", type=int, default=4, help="an even number: every deal is played twice")
    parser.add_argument("--threads", type=int, default=1, help="threads of one player")
    parser.add_argument("--concurrency", type=int, default=2, help="games at once")
    parser.add_argument("--policy", default="magpie")
    parser.add_argument("--against", default="uniform")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=float, default=None, help="samples that count as one second")
    files = parser.add_mutually_exclusive_group(required=True)
    files.add_argument("-o", "--output", type=Path, help="the run's file, *.run")
    files.add_argument(
        "--phases",
        type=Path,
        nargs="+",
        help="only compare these runs' time by phase with the plan",
    )
    parser.add_argument("--show", action="store_true", help="only tell what is there")
    parser.add_argument("--json", action="store_true", dest="json_form")
    options = parser.parse_args()
    if options.phases:
        print(phases_of(options.phases))
        return
    plan = MatchPlan(
        game="scrabble",
        participants=tuple(Participant.parse(name, "scrabble") for name in (options.policy, options.against)),
        control=options.clock,
        games=options.games,
        seed=options.seed,
        threads=options.threads,
        work_per_s=options.work,
    )
    if not options.show:
        play_match(plan, options.output, resume=True, concurrency=options.concurrency)
    with RunStore.read(options.output) as store:
        sides = summary(store)
        if options.json_form:
            form = {"clock": store.plan.control, "threads": store.plan.threads, "work": store.plan.work_per_s}
            print(
                json.dumps({**form, "games": len(store.games()), "sides": [asdict(side) for side in sides]})
            )
        else:
            print(text_of(store, sides))


def summary(store: RunStore) -> list[Side]:
    """Sum up the run by participant."""
    games, sides = store.games(), []
    for number, figures in enumerate(clock_figures(store)):
        records = [
            record
            for game in games
            for record in store.records(game.number)[0 if game.first == number else 1 :: 2]
        ]
        half_points = [
            game.half_points if game.first == number else _WIN_HALVES - game.half_points for game in games
        ]
        sides.append(
            Side(
                name=figures.participant,
                games=len(games),
                wins=sum(half_points) / _WIN_HALVES,
                points=figures.score_pts.mean,
                forfeits=figures.forfeits,
                over_time=figures.over_time,
                least_left_s=figures.least_left_s,
                bank_used=figures.bank_used,
                planned_shares=planned_shares(store.plan.participants[number]),
                granted_shares=_shares(records, [record.budget.target_s for record in records]),
                used_shares=_shares(records, [record.used_s for record in records]),
                ends=ends_of(records),
                faults=sum(bool(record.fault) for record in records),
            )
        )
    return sides


def planned_shares(participant: Participant) -> list[float] | None:
    """Tell what parts of the bank a policy means to use in the phases, where it has such a plan."""
    policy = make_policy(str(participant.policy), dict(participant.settings))
    if not isinstance(policy, Magpie) or policy.most_catch_up <= 1:
        return None
    left = [policy.planned_share(unseen) for unseen in _PHASE_UNSEEN[:-1]] + [0.0]
    return [round(before - after, _SHARE_FIGURES) for before, after in pairwise(left)]


def phases_of(paths: list[Path]) -> str:
    """Compare the first participant's time by phase, over the games of all runs, with its plan."""
    shares: list[list[float]] = []
    planned: list[float] | None = None
    for path in paths:
        with RunStore.read(path) as store:
            planned = planned_shares(store.plan.participants[0])
            for game in store.games():
                records = store.records(game.number)[game.first :: 2]
                shares.append(_shares(records, [record.used_s for record in records]))
    lines = [f"{len(shares)} games", f"  {'phase':<20} {'planned':>8} {'used':>8}   {'95 %':>6}"]
    for number, phase in enumerate(PHASES):
        used = [each[number] for each in shares]
        error = _NORMAL_95 * statistics.stdev(used) / math.sqrt(len(used))
        plan = "" if planned is None else f"{planned[number]:.1%}"
        lines.append(f"  {phase:<20} {plan:>8} {statistics.mean(used):>8.1%} +- {error:.1%}")
    return "\n".join(lines)


def ends_of(records: list[TurnRecord]) -> dict[str, dict[str, int]]:
    """Count what ended simulations and endgame searches, and what turns had neither."""
    counts: dict[str, Counter[str]] = {"simulation": Counter(), "endgame": Counter(), "at sight": Counter()}
    for record in records:
        phases = [part.split(": ", 1) for part in record.note.split("; ") if ": " in part]
        for phase, reason in phases:
            counts[phase][reason] += 1
        if not phases:
            counts["at sight"][record.reason.value] += 1
    return {phase: dict(ends.most_common()) for phase, ends in counts.items()}


def _shares(records: list[TurnRecord], seconds: list[float]) -> list[float]:
    by_phase = [0.0] * len(PHASES)
    for record, each_s in zip(records, seconds, strict=True):
        by_phase[phase_of(record.features)] += each_s
    total_s = sum(by_phase) or 1.0
    return [round(part_s / total_s, _SHARE_FIGURES) for part_s in by_phase]


def text_of(store: RunStore, sides: list[Side]) -> str:
    """Write it for people."""
    plan = store.plan
    time = "by the wall" if plan.work_per_s is None else f"{plan.work_per_s:g} samples a second"
    lines = [f"{len(store.games())} games at {plan.control}, {plan.threads} threads a player, {time}"]
    for side in sides:
        least = "" if side.least_left_s is None else f", least left {side.least_left_s:.1f} s"
        lines += [
            "",
            f"{side.name}: {side.wins:g} wins, {side.points:.1f} points a game, {side.forfeits} forfeits, "
            f"{side.over_time} over time{least}, {side.bank_used:.1%} of the bank used, {side.faults} faults",
            f"  {'phase':<20} {'planned':>8} {'granted':>8} {'used':>8}",
        ]
        for number, phase in enumerate(PHASES):
            planned = "" if side.planned_shares is None else f"{side.planned_shares[number]:.1%}"
            granted, used = side.granted_shares[number], side.used_shares[number]
            lines.append(f"  {phase:<20} {planned:>8} {granted:>8.1%} {used:>8.1%}")
        for work, ends in side.ends.items():
            lines.append(
                f"  {work}: " + (", ".join(f"{count} {end}" for end, count in ends.items()) or "none")
            )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
