"""Agreement: what a replay says of policies, next to what they did in the games of a match."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zeitnot.errors import SettingError
from zeitnot.games import CONFIDENCE, Estimate, Participant, Side, Trace
from zeitnot.lab.match.plan import MatchPlan
from zeitnot.lab.match.standings import standings_of
from zeitnot.lab.replay.figures import PolicyFigures, phase_figures
from zeitnot.lab.replay.replay import Entrant, ReplayPlan
from zeitnot.lab.statistics.elo import EloEstimate
from zeitnot.lab.store.run_store import RunStore


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTimes:
    """Time of the turns of one participant in one phase."""

    phase: str
    """The phase."""
    real_turns: float
    """Turns a game, in the match."""
    turns: float
    """Turns a game, in the replay."""
    real_s: Estimate
    """Seconds a turn, in the match."""
    predicted_s: float
    """Seconds a turn, in the replay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """One participant of a match."""

    participant: str
    """Name of the participant."""
    elo: EloEstimate | None
    """Elo in the match."""
    cost: Estimate
    """Loss a game in the replay."""
    difference: Estimate | None
    """Loss a game less that of the first participant."""
    real_used_s: float
    """Time used a game, in the match."""
    used_s: float
    """Time used a game, in the replay."""
    phases: tuple[TurnTimes, ...]
    """Phases that the match has turns in."""


def plan_of_run(store: RunStore, traces: Sequence[Trace], *, game: str, seed: int = 1) -> ReplayPlan:
    """Plan a replay of what a match played: its policies on the built-in engine, its clock, its speed."""
    plan = store.plan
    if plan.game != game:
        raise SettingError(f"a run must be of the game that was recorded, {game}, got {plan.game}")
    if plan.work_per_s is None:
        raise SettingError("a run to compare with must have been played in work time, got one by the wall")
    return ReplayPlan(
        game=game,
        traces=tuple(traces),
        entrants=tuple(_entrant(participant) for participant in plan.participants),
        control=plan.control,
        work_per_s=plan.work_per_s,
        seed=seed,
    )


def agreement(store: RunStore, figures: Sequence[PolicyFigures]) -> tuple[Agreement, ...]:
    """Put the figures of a replay next to those of a run with the same participants, in its order."""
    games = store.games()
    standings = standings_of(store.plan, games)
    played = [sum(game.has(number) for game in games) for number in range(len(figures))]
    spent = _spent(store)
    return tuple(
        Agreement(
            participant=own.policy,
            elo=standings.elo(own.policy),
            cost=own.cost,
            difference=own.difference,
            real_used_s=sum(_total_s(turns) for turns in spent[number].values()) / max(1, played[number]),
            used_s=own.used_s,
            phases=_phases(store.plan, spent[number], own, played[number]),
        )
        for number, own in enumerate(figures)
    )


def _entrant(participant: Participant) -> Entrant:
    if participant.side is not Side.BUILT_IN:
        raise SettingError(f"a run to compare with must have built-in engines, got {participant.name!r}")
    return Entrant(name=participant.name, policy=participant.policy, settings=participant.settings)


_Games = dict[int, tuple[int, float]]
"""Turns and their seconds, by game."""


def _spent(store: RunStore) -> dict[int, dict[str, _Games]]:
    """Add up the turns of each participant, by phase and game."""
    found: dict[int, dict[str, _Games]] = {
        number: defaultdict(dict) for number in range(len(store.plan.participants))
    }
    for turn in store.turns():
        games = found[turn.participant][turn.phase]
        count, seconds = games.get(turn.game, (0, 0.0))
        games[turn.game] = count + 1, seconds + turn.referee_s
    return found


def _phases(
    plan: MatchPlan, spent: Mapping[str, _Games], own: PolicyFigures, played: int
) -> tuple[TurnTimes, ...]:
    found = []
    for phase in plan.played_game.phases:
        if not spent.get(phase):
            continue
        predicted = phase_figures(own, phase)
        turns = sum(count for count, _ in spent[phase].values())
        found.append(
            TurnTimes(
                phase=phase,
                real_turns=turns / played,
                turns=predicted.turns,
                real_s=_turn_s(spent[phase]),
                predicted_s=predicted.turn_s,
            )
        )
    return tuple(found)


def _turn_s(games: _Games) -> Estimate:
    """Estimate the seconds of a turn; turns of one game are no independent ones."""
    turns = sum(count for count, _ in games.values())
    mean_s = _total_s(games) / turns
    if len(games) < 2:  # noqa: PLR2004 (a spread needs two)
        return Estimate(mean=mean_s, error=None)
    squares = math.fsum((seconds - count * mean_s) ** 2 for count, seconds in games.values())
    return Estimate(mean=mean_s, error=CONFIDENCE * math.sqrt(squares) / turns)


def _total_s(games: _Games) -> float:
    return math.fsum(seconds for _, seconds in games.values())
