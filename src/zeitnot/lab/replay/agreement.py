"""Agreement: what a replay says of policies, next to what they did in the games of a match."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zeitnot.errors import SettingError
from zeitnot.games import Estimate, Participant, Side, Trace
from zeitnot.lab.match.plan import NO_CLOCK, MatchPlan
from zeitnot.lab.match.standings import standings_of
from zeitnot.lab.replay.figures import PolicyFigures, TurnTimesByGame, phase_figures, turn_estimate
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
    predicted_s: Estimate
    """Seconds a turn, in the replay; the error is that of recording other games."""

    @property
    def ratio(self) -> Estimate | None:
        """Return the replay's seconds a turn as a multiple of the match's, with the errors of both."""
        real_s, predicted_s = self.real_s, self.predicted_s
        if not (real_s.mean and predicted_s.mean):
            return None
        ratio = predicted_s.mean / real_s.mean
        if real_s.error is None or predicted_s.error is None:
            return Estimate(mean=ratio, error=None)
        error = math.hypot(real_s.error / real_s.mean, predicted_s.error / predicted_s.mean)
        return Estimate(mean=ratio, error=ratio * error)


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
    """Plan a replay of what a match played: its policies on the built-in engine, who met whom, its clock, its
    speed."""
    plan = store.plan
    if plan.game != game:
        raise SettingError(f"a run must be of the game that was recorded, {game}, got {plan.game}")
    if plan.work_per_s is None:
        raise SettingError("a run to compare with must have been played in work time, got one by the wall")
    if plan.has_odds or plan.control == NO_CLOCK:
        raise SettingError(f"a run to compare with must have one clock for all, got {plan.clock_words}")
    return ReplayPlan(
        game=game,
        traces=tuple(traces),
        entrants=tuple(_entrant(participant) for participant in plan.participants),
        control=plan.control,
        work_per_s=plan.work_per_s,
        pairings=plan.pairings,
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


def _spent(store: RunStore) -> dict[int, dict[str, TurnTimesByGame]]:
    """Add up the turns of each participant, by phase and game."""
    found: dict[int, dict[str, TurnTimesByGame]] = {
        number: defaultdict(dict) for number in range(len(store.plan.participants))
    }
    for turn in store.turns():
        games = found[turn.participant][turn.phase]
        count, seconds = games.get(turn.game, (0, 0.0))
        games[turn.game] = count + 1, seconds + turn.referee_s
    return found


def _phases(
    plan: MatchPlan, spent: Mapping[str, TurnTimesByGame], own: PolicyFigures, played: int
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
                real_s=turn_estimate(spent[phase]),
                predicted_s=Estimate(mean=predicted.turn_s, error=predicted.turn_error_s),
            )
        )
    return tuple(found)


def _total_s(games: TurnTimesByGame) -> float:
    return math.fsum(seconds for _, seconds in games.values())
