"""Tuning: parameters of a policy searched on replays, then judged on turns that the search has not seen."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from zeitnot.clocks import TimeControl
from zeitnot.errors import DataError, SettingError
from zeitnot.games import Estimate, Trace
from zeitnot.lab.parameter_search import Trials, sought_of
from zeitnot.lab.replay.figures import PolicyFigures, figures_of
from zeitnot.lab.replay.replay import Entrant, ReplayPlan, ReplayRunner, run_replay

_LEAST_COST = 1e-6
"""Least cost that others are measured by."""
FEWEST_TRACES = 2
"""Fewest traces on either side, so that a difference has an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TunePlan:
    """What is tuned on what."""

    replay: ReplayPlan
    """Traces, clock, speed and seed; its one entrant is what the search begins with."""
    parameters: tuple[str, ...]
    """Names of the parameters to search."""
    other_controls: tuple[str, ...] = ()
    """Other clocks that the parameters must do well on, too."""
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
        if len({TimeControl.parse(control) for control in self.controls}) < len(self.controls):
            raise SettingError(f"clocks of a tuning must differ, got {', '.join(self.controls)}")
        for replay in self.replays:
            _ = replay.control  # made, and so checked

    @property
    def controls(self) -> tuple[str, ...]:
        """All clocks."""
        return (self.replay.control, *self.other_controls)

    @property
    def replays(self) -> tuple[ReplayPlan, ...]:
        """A replay for each clock."""
        return tuple(replace(self.replay, control=control) for control in self.controls)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What tuned settings change on one clock."""

    control: str
    """The clock."""
    before: PolicyFigures
    """What the search began with."""
    after: PolicyFigures
    """What it found, in the same games."""

    @property
    def relative(self) -> Estimate:
        """Change of the cost, as a part of the cost before; below 0 is better."""
        size, difference = self.before.cost.mean, self.after.difference
        if difference is None or size <= 0:
            return Estimate(mean=0.0, error=None)
        error = None if difference.error is None else difference.error / size
        return Estimate(mean=difference.mean / size, error=error)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuned:
    """What a tuning found."""

    settings: Mapping[str, str]
    """The best of the trials, as texts that `--set` takes; what the search began with is the first trial."""
    trials: int
    """Trials done, those of earlier runs included."""
    seen: tuple[Change, ...]
    """Changes on the traces that were searched on, clock by clock."""
    held_out: tuple[Change, ...]
    """Changes on the others: what counts."""

    @property
    def mean(self) -> Estimate:
        """Mean relative change over the clocks, on what was held out. The clocks share their turns, so their
        errors are averaged, not divided by the root of their number."""
        changes = [change.relative for change in self.held_out]
        errors = [change.error for change in changes if change.error is not None]
        return Estimate(
            mean=sum(change.mean for change in changes) / len(changes),
            error=sum(errors) / len(errors) if errors else None,
        )

    @property
    def worst(self) -> Change:
        """The clock that gains least, on what was held out."""
        return max(self.held_out, key=lambda change: change.relative.mean)

    @property
    def improves(self) -> bool:
        """Whether the held-out traces say, beyond their error, that it is better in the mean."""
        return self.mean.mean + (self.mean.error or math.inf) < 0


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
        self._runners = [
            ReplayRunner(replace(replay, traces=self._seen), processes=processes) for replay in plan.replays
        ]
        self._units: list[float] = []
        self._trials = Trials(sought, plan.storage, about=_about(plan), seed=plan.replay.seed)

    def close(self) -> None:
        """End the workers."""
        for runner in self._runners:
            runner.close()

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

        def costs_of(tried: Entrant) -> list[float]:
            tried.manager()
            found = (
                runner.run(self._plan.games, entrants=(tried,), on_games=look) for runner in self._runners
            )
            return [figures_of(sums)[0].cost.mean for sums in found]

        def cost_of(settings: Mapping[str, str]) -> float | None:
            """Return the cost; on several clocks the mean of the costs as parts of those to begin with."""
            first = self._plan.replay.entrants[0]
            try:
                if len(self._runners) > 1 and not self._units:
                    self._units = [max(cost, _LEAST_COST) for cost in costs_of(first)]
                costs = costs_of(first.changed(settings))
            except _Stopped:
                return None
            units = self._units or [1.0]
            return sum(cost / unit for cost, unit in zip(costs, units, strict=True)) / len(costs)

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

    def _both(self, before: Entrant, after: Entrant, traces: tuple[Trace, ...]) -> tuple[Change, ...]:
        changes = []
        for replay in self._plan.replays:
            plan = replace(replay, traces=traces, entrants=(before, after))
            first, second = figures_of(run_replay(plan, games=self._plan.games, processes=self._processes))
            changes.append(Change(control=replay.control, before=first, after=second))
        return tuple(changes)


def divided(
    traces: Sequence[Trace], *, held_out: float, seed: int
) -> tuple[tuple[Trace, ...], tuple[Trace, ...]]:
    """Divide traces by lot into those to search on and those held out; each keeps its order, and the turns of
    one game stay together."""
    groups = list(dict.fromkeys(trace.group for trace in traces))
    count = round(held_out * len(groups))
    if not FEWEST_TRACES <= count <= len(groups) - FEWEST_TRACES:
        raise DataError(
            f"a tuning must have {FEWEST_TRACES} positions or games on either side, got {len(groups)} in all"
        )
    apart = set(Random(f"held out {seed}").sample(groups, count))
    return (
        tuple(trace for trace in traces if trace.group not in apart),
        tuple(trace for trace in traces if trace.group in apart),
    )


def _about(plan: TunePlan) -> dict[str, Any]:
    """Return what makes two trials comparable."""
    replay = plan.replay
    return {
        "policy": replay.entrants[0].policy,
        "settings": [list(each) for each in replay.entrants[0].settings],
        "parameters": list(plan.parameters),
        "clock": " ".join(plan.controls),
        "work": replay.work_per_s,
        "seed": replay.seed,
        "games": plan.games,
        "held out": plan.held_out,
        "traces": len(replay.traces),
    }
