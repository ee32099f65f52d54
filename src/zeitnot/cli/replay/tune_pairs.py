"""`zeitnot tune --pairs`: parameters searched in real games of Scrabble, and judged on other tiles."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from zeitnot.cli.console import tell
from zeitnot.cli.estimates import estimate_form
from zeitnot.cli.exits import EXIT_INTERRUPTED, stopping
from zeitnot.cli.policy_settings import PolicySettings

if TYPE_CHECKING:
    from zeitnot.lab.replay import Entrant
    from zeitnot.lab.tune_pairs import PairPlan, PairTuned
    from zeitnot.scrabble.estimate import Estimate

CLOCK = "2:00 -10/min"
SAMPLES_PER_S = 100.0
"""Default speed: a game takes some seconds of one core."""


def tune_on_pairs(
    policy: str,
    against: str,
    parameters: tuple[str, ...],
    *,
    clock: str | None,
    work: float | None,
    pairs: int,
    final_pairs: int | None,
    trials: int,
    seed: int,
    storage: Path | None,
    processes: int,
    config: Path | None,
    json_form: bool,
) -> None:
    """Search, play the games that judge the result, and show it."""
    from zeitnot.cli.replay.tune import trial_bar
    from zeitnot.lab.tune_pairs import PairPlan, PairTuning

    plan = PairPlan(
        policy=_entrant(policy, config),
        against=_entrant(against, config),
        parameters=parameters,
        control=clock or CLOCK,
        work_per_s=SAMPLES_PER_S if work is None else work,
        pairs=pairs,
        final_pairs=final_pairs or 2 * pairs,
        trials=trials,
        seed=seed,
        storage=storage,
    )
    tuning = PairTuning(plan, concurrency=processes)
    with stopping() as stop, trial_bar(plan.trials) as bar:
        tuning.run(
            on_trial=lambda done, best: bar.update(bar.task_ids[0], completed=done, best=best),
            is_stopped=stop.is_set,
        )
    if stop.is_set():
        goes_on = "" if storage is None else f"; the same command goes on with the trials in {storage}"
        tell(f"zeitnot: interrupted{goes_on}")
        raise typer.Exit(EXIT_INTERRUPTED)
    tuned = tuning.found()
    if tuned is None:
        return
    if json_form:
        print(json.dumps(_form(plan, tuned), indent=2))
    else:
        _show(plan, tuned)


def _entrant(text: str, config: Path | None) -> "Entrant":
    from zeitnot.lab.replay import Entrant

    entrant = Entrant.parse(text)
    own = PolicySettings(config=config).of(entrant.policy)
    return entrant.with_settings({name: str(value) for name, value in own.items()})


def _show(plan: "PairPlan", tuned: "PairTuned") -> None:
    from zeitnot.cli.console import output
    from zeitnot.cli.replay.tune import show_settings

    output().print(
        f"{plan.policy.name} against {plan.against.name} on [bold]{plan.control}[/bold], {plan.work_per_s:g} "
        f"samples a second; {tuned.trials} trials of {plan.pairs} pairs, the best {tuned.searched_pts:+.1f} "
        "points a game"
    )
    output().print(
        f"on {plan.final_pairs} other pairs, points a game ± 95 %: as it was {_points(tuned.before_pts)}, "
        f"tuned {_points(tuned.tuned_pts)}, difference {_points(tuned.difference_pts)}: "
        f"{'better, beyond the error' if tuned.improves else 'no better, within the error'}\n"
    )
    show_settings(plan.policy.policy, tuned.settings)


def _points(estimate: "Estimate") -> str:
    return f"{estimate.mean:+.1f} ± {estimate.error or 0.0:.1f}"


def _form(plan: "PairPlan", tuned: "PairTuned") -> dict[str, object]:
    return {
        "policy": plan.policy.policy,
        "against": plan.against.name,
        "clock": plan.control,
        "work_per_s": plan.work_per_s,
        "trials": tuned.trials,
        "pairs": plan.pairs,
        "final_pairs": plan.final_pairs,
        "settings": dict(tuned.settings),
        "improves": tuned.improves,
        "searched_pts": tuned.searched_pts,
        "before_pts": estimate_form(tuned.before_pts),
        "tuned_pts": estimate_form(tuned.tuned_pts),
        "difference_pts": estimate_form(tuned.difference_pts),
    }
