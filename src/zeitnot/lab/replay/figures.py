"""Figures of a replay: what policies use and lose, with errors that reflect the number of traces."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from zeitnot.games import CONFIDENCE, Estimate
from zeitnot.lab.replay.oracle import ORACLE

EVEN_SHARES = "uniform"
"""The policy that the way to the oracle begins with."""


TurnTimesByGame = dict[int, tuple[int, float]]
"""Turns and their seconds, by game."""


@dataclass(slots=True)
class PhaseSum:
    """Turns of one phase."""

    turns: int = 0
    """Number of turns."""
    used_s: float = 0.0
    """Time they took."""
    loss: float = 0.0
    """Sum of their losses."""
    traces: TurnTimesByGame = field(default_factory=dict)
    """Turns and their time by trace, which is a game where whole games were recorded."""

    def add(self, other: "PhaseSum") -> None:
        """Take in the turns of another sum."""
        self.turns += other.turns
        self.used_s += other.used_s
        self.loss += other.loss
        for number, (turns, used_s) in other.traces.items():
            own_turns, own_s = self.traces.get(number, (0, 0.0))
            self.traces[number] = own_turns + turns, own_s + used_s


@dataclass(slots=True)
class TraceSum:
    """Turns that were drawn from one trace."""

    uses: int = 0
    """How often the trace was used."""
    cost: float = 0.0
    """Sum of the losses; a fallen flag and points for overtime go to the last turn of their game."""


@dataclass(slots=True)
class PolicySums:
    """Games of one policy."""

    games: int = 0
    """Number of games."""
    flagged: int = 0
    """Lost on time."""
    penalty_pts: int = 0
    """Points that overtime took."""
    used_s: float = 0.0
    """Time used."""
    left_s: float = 0.0
    """Time left on the clocks at the end."""
    faults: int = 0
    """Turns on which the fallback stood in for the policy."""
    beyond: int = 0
    """Turns that went on after the end of their record."""
    phases: dict[str, PhaseSum] = field(default_factory=dict)
    """Sums by phase of the game."""
    traces: dict[int, TraceSum] = field(default_factory=dict)
    """Sums by trace."""

    def add(self, other: "PolicySums") -> None:
        """Take in the games of another sum."""
        self.games += other.games
        self.flagged += other.flagged
        self.penalty_pts += other.penalty_pts
        self.used_s += other.used_s
        self.left_s += other.left_s
        self.faults += other.faults
        self.beyond += other.beyond
        for name, phase in other.phases.items():
            self.phases.setdefault(name, PhaseSum()).add(phase)
        for number, trace in other.traces.items():
            own = self.traces.setdefault(number, TraceSum())
            own.uses += trace.uses
            own.cost += trace.cost


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyFigures:
    """One policy; means over its games."""

    policy: str
    """The policy with its parameters, as the user wrote it."""
    games: int
    """Games played."""
    used_s: float
    """Time used a game."""
    left_s: float
    """Time left at the end of a game."""
    flagged: int
    """Games lost on time."""
    penalty_pts: float
    """Points for overtime a game."""
    faults: int
    """Turns on which the fallback stood in."""
    beyond: float
    """Part of the turns that went on after the end of their record: what they lost is a guess."""
    cost: Estimate
    """Lost a game in all: by moves, flags and overtime."""
    difference: Estimate | None
    """Cost less that of the first policy in the same games; None for the first."""
    share: Estimate | None
    """Part of the way from even shares, 0, to the oracle, 1; None where one of them has not played."""
    phases: Mapping[str, PhaseSum]
    """Turns a game, seconds a turn and loss a game, by phase; see `phase_figures`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseFigures:
    """One phase of one policy's games."""

    turns: float
    """Turns a game."""
    turn_s: float
    """Seconds a turn."""
    turn_error_s: float | None
    """95 % error of the seconds a turn, that of recording other games."""
    loss: float
    """Lost a game by the moves of the phase."""


def phase_figures(figures: PolicyFigures, phase: str) -> PhaseFigures:
    """Return the means of a phase; all are 0 when the games have none of it."""
    found = figures.phases.get(phase, PhaseSum())
    return PhaseFigures(
        turns=found.turns / figures.games,
        turn_s=found.used_s / found.turns if found.turns else 0.0,
        turn_error_s=turn_estimate(found.traces).error if found.turns else None,
        loss=found.loss / figures.games,
    )


def turn_estimate(games: TurnTimesByGame) -> Estimate:
    """Estimate the seconds of a turn; turns of one game are not independent."""
    turns = sum(count for count, _ in games.values())
    mean_s = math.fsum(seconds for _, seconds in games.values()) / turns
    if len(games) < 2:  # noqa: PLR2004 (a spread needs two)
        return Estimate(mean=mean_s, error=None)
    squares = math.fsum((seconds - count * mean_s) ** 2 for count, seconds in games.values())
    return Estimate(mean=mean_s, error=CONFIDENCE * math.sqrt(squares) / turns)


def figures_of(sums: Mapping[str, PolicySums]) -> tuple[PolicyFigures, ...]:
    """Return the figures of a replay, by policy in the order of the plan."""
    first = next(iter(sums.values()))
    even, oracle = sums.get(EVEN_SHARES), sums.get(ORACLE)
    return tuple(
        PolicyFigures(
            policy=name,
            games=own.games,
            used_s=own.used_s / own.games,
            left_s=own.left_s / own.games,
            flagged=own.flagged,
            penalty_pts=own.penalty_pts / own.games,
            faults=own.faults,
            beyond=own.beyond / max(1, sum(phase.turns for phase in own.phases.values())),
            cost=_estimate(
                {number: (each.uses, each.cost) for number, each in own.traces.items()}, own.games
            ),
            difference=None if own is first else _difference(own, first),
            share=None if even is None or oracle is None else _share(own, even, oracle),
            phases=own.phases,
        )
        for name, own in sums.items()
    )


def _difference(own: PolicySums, first: PolicySums) -> Estimate:
    parts: dict[int, tuple[float, float]] = {}
    for number in own.traces.keys() | first.traces.keys():
        mine, other = own.traces.get(number), first.traces.get(number)
        uses = (mine.uses if mine else 0) + (other.uses if other else 0)
        parts[number] = uses / 2, (mine.cost if mine else 0.0) - (other.cost if other else 0.0)
    return _estimate(parts, own.games)


def _share(own: PolicySums, even: PolicySums, oracle: PolicySums) -> Estimate | None:
    """Return what a policy saves of what the oracle saves; the error is that of drawing other traces."""

    def costs(sums: PolicySums) -> dict[int, float]:
        return {number: trace.cost for number, trace in sums.traces.items()}

    mine, theirs, best = costs(own), costs(even), costs(oracle)
    way = math.fsum(theirs.values()) - math.fsum(best.values())
    if way <= 0:
        return None
    share = (math.fsum(theirs.values()) - math.fsum(mine.values())) / way
    numbers = mine.keys() | theirs.keys() | best.keys()
    squares = math.fsum(
        (
            theirs.get(number, 0.0)
            - mine.get(number, 0.0)
            - share * (theirs.get(number, 0.0) - best.get(number, 0.0))
        )
        ** 2
        for number in numbers
    )
    return Estimate(mean=share, error=CONFIDENCE * math.sqrt(squares) / way)


def _estimate(parts: Mapping[int, tuple[float, float]], games: int) -> Estimate:
    """Estimate the mean a game of what the traces add.

    More games do not make more traces: the error is that of drawing other traces, not other games.
    """
    values = [parts[number] for number in sorted(parts)]
    total, uses = math.fsum(value for _, value in values), math.fsum(count for count, _ in values)
    if len(values) < 2 or not uses:  # noqa: PLR2004 (a spread needs two)
        return Estimate(mean=total / games, error=None)
    squares = math.fsum((value - count * total / uses) ** 2 for count, value in values)
    return Estimate(mean=total / games, error=CONFIDENCE * math.sqrt(squares) / games)
