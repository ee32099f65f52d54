"""Tuning: parameters of a policy searched on replays, then judged on turns that the search has not seen."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from zeitnot.errors import DataError, SettingError
from zeitnot.games import Trace
from zeitnot.lab.parameter_search import Trials, sought_of
from zeitnot.lab.replay.figures import PolicyFigures, figures_of
from zeitnot.lab.replay.replay import Entrant, ReplayPlan, ReplayRunner, run_replay

FEWEST_TRACES = 2
"""Fewest traces on either side, so that a difference has an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TunePlan:
    """What is tuned on what."""

    replay: ReplayPlan
    """Traces, clock, speed and seed; its one entrant is what the search begins with."""
    parameters: tuple[str, ...]
    """Names of the parameters to search."""
    trials: int = 50
    """Settings tried."""
    games: int = 500
    """Games of one trial."""
    held_out: float = 0.3
    """Part of the traces that the search does not see."""
    storage: Path | None = None
    """File that keeps the trials, to go on with; None: none."""

    def __post_init__(self) -> None:
        """Refuse what cannot be searched."""
        if len(self.replay.entrants) != 1:
            raise SettingError(f"a tuning must have one policy, got {len(self.replay.entrants)}")
        if self.trials < 1 or self.games < 1:
            raise SettingError(f"trials and games must be at least 1, got {self.trials!r}, {self.games!r}")
        if not 0 < self.held_out < 1:
            raise SettingError(f"the part held out must be above 0 and below 1, got {self.held_out!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuned:
    """What a tuning found."""

    settings: Mapping[str, str]
    """The best of the trials, as texts that `--set` takes; what the search began with is the first trial."""
    trials: int
    """Trials done, those of earlier runs included."""
    seen: tuple[PolicyFigures, PolicyFigures]
    """Before and after, on the traces that were searched on."""
    held_out: tuple[PolicyFigures, PolicyFigures]
    """Before and after, on the others: what counts."""

    @property
    def improves(self) -> bool:
        """Whether the held-out traces say, beyond their error, that it is better."""
        difference = self.held_out[1].difference
        return difference is not None and difference.mean + (difference.error or math.inf) < 0


class _Stopped(Exception):  # noqa: N818 (a wish, not an error)
    """Somebody wants the search to end."""


class Tuning:
    """Searches; `found` can be asked at any time, also after an interrupt."""

    def __init__(self, plan: TunePlan, *, processes: int = 1) -> None:
        """Divide the traces, and open the trials of earlier runs."""
        self._plan = plan
        self._processes = processes
        sought = sought_of(plan.replay.entrants[0], plan.parameters)
        self._seen, self._held_out = divided(
            plan.replay.traces, held_out=plan.held_out, seed=plan.replay.seed
        )
        self._runner = ReplayRunner(replace(plan.replay, traces=self._seen), processes=processes)
        self._trials = Trials(sought, plan.storage, about=_about(plan), seed=plan.replay.seed)

    def close(self) -> None:
        """End the workers."""
        self._runner.close()

    def run(
        self,
        *,
        on_trial: Callable[[int, float], None] | None = None,
        is_stopped: Callable[[], bool] | None = None,
    ) -> None:
        """Try settings until all trials are done, or a stop is asked for.

        Tells of each trial, and the least cost so far; one that is broken off does not count.
        """

        def look(_: int) -> None:
            if is_stopped is not None and is_stopped():
                raise _Stopped

        def cost_of(settings: Mapping[str, str]) -> float | None:
            tried = self._plan.replay.entrants[0].changed(settings)
            tried.manager()
            try:
                sums = self._runner.run(self._plan.games, entrants=(tried,), on_games=look)
            except _Stopped:
                return None
            return figures_of(sums)[0].cost.mean

        self._trials.run(self._plan.trials, cost_of, on_trial)

    def found(self) -> Tuned | None:
        """Judge the best settings so far by both parts of the traces; None before the first trial."""
        if not self._trials.done:
            return None
        settings = self._trials.best_settings
        before = self._plan.replay.entrants[0]
        after = replace(before.changed(settings), name="tuned")
        return Tuned(
            settings=settings,
            trials=self._trials.done,
            seen=self._both(before, after, self._seen),
            held_out=self._both(before, after, self._held_out),
        )

    def _both(
        self, before: Entrant, after: Entrant, traces: tuple[Trace, ...]
    ) -> tuple[PolicyFigures, PolicyFigures]:
        plan = replace(self._plan.replay, traces=traces, entrants=(before, after))
        first, second = figures_of(run_replay(plan, games=self._plan.games, processes=self._processes))
        return first, second


def divided(
    traces: Sequence[Trace], *, held_out: float, seed: int
) -> tuple[tuple[Trace, ...], tuple[Trace, ...]]:
    """Divide traces by lot into those to search on and those held out; each keeps its order."""
    numbers = [trace.number for trace in traces]
    count = round(held_out * len(numbers))
    if not FEWEST_TRACES <= count <= len(numbers) - FEWEST_TRACES:
        raise DataError(
            f"a tuning must have {FEWEST_TRACES} traces on either side, got {len(numbers)} in all"
        )
    apart = set(Random(f"held out {seed}").sample(numbers, count))
    return (
        tuple(trace for trace in traces if trace.number not in apart),
        tuple(trace for trace in traces if trace.number in apart),
    )


def _about(plan: TunePlan) -> dict[str, Any]:
    """Return what makes two trials comparable."""
    replay = plan.replay
    return {
        "policy": replay.entrants[0].policy,
        "settings": [list(each) for each in replay.entrants[0].settings],
        "parameters": list(plan.parameters),
        "clock": replay.control,
        "work": replay.work_per_s,
        "seed": replay.seed,
        "games": plan.games,
        "held out": plan.held_out,
        "traces": len(replay.traces),
    }
