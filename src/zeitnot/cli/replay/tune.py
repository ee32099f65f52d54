"""`zeitnot tune`: parameters of a policy searched on recorded turns, and judged on others."""

import json
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer

from zeitnot import games, lab
from zeitnot.cli.completion import policy_words
from zeitnot.cli.console import output, tell, work_bar
from zeitnot.cli.estimates import fields_form, points_text, value_form
from zeitnot.cli.exits import EXIT_INTERRUPTED, stopping
from zeitnot.cli.narrow_table import NarrowTable, figures, words
from zeitnot.cli.options import JsonOption, clock_option, number_option, option, whole_option
from zeitnot.cli.replay.replay import ReplayOptions
from zeitnot.cli.replay.table import figures_form, loss_text
from zeitnot.errors import SettingError

TRIALS = 50
GAMES = 500
HELD_OUT = 0.3
PAIRS_CLOCK = "2:00 -10/min"
SAMPLES_PER_S = 100.0
"""Default speed of real games: one takes some seconds of one core."""


def tune(  # noqa: PLR0917 (typer passes options by name)
    policy: Annotated[
        str,
        typer.Argument(
            metavar="POLICY", autocompletion=policy_words, help="A policy, also mergen:KEY=VALUE."
        ),
    ],
    data: Annotated[
        Path | None,
        typer.Argument(
            metavar="[DATA]", help="A folder that `zeitnot learn data` has made; none with --pairs."
        ),
    ] = None,
    parameters: Annotated[str, option("A,B,...", "Parameters to search.", "--parameters", "-p")] = "",
    clock: Annotated[
        list[str] | None,
        clock_option(
            "Time of a side. Can be repeated: parameters are then searched that do well on all of these "
            "clocks. Default: 10+0.1, in Scrabble 2:00 -10/min."
        ),
    ] = None,
    trials: Annotated[int, whole_option("--trials", "Settings to try.", least=1)] = TRIALS,
    games: Annotated[int, whole_option("--games", "Games of one trial.", "-n", least=1)] = GAMES,
    held_out: Annotated[
        float,
        number_option(
            "--held-out", "Part of the recorded turns that the search does not see.", metavar="PART"
        ),
    ] = HELD_OUT,
    pairs: Annotated[
        int | None,
        whole_option(
            "--pairs", "Scrabble: pairs of real games of one trial, instead of recorded turns.", least=1
        ),
    ] = None,
    against: Annotated[
        str, option("POLICY", "Who plays these pairs.", autocompletion=policy_words)
    ] = "uniform",
    final_pairs: Annotated[
        int | None,
        whole_option(
            "--final-pairs",
            "Pairs on other tiles that judge what was found. Default: twice --pairs.",
            least=2,
        ),
    ] = None,
    storage: Annotated[Path | None, option("FILE.db", "Keeps the trials; the same command goes on.")] = None,
    *,
    options: ReplayOptions,
    json_form: JsonOption = False,
) -> None:
    """Search a policy's parameters on replays, and judge them on turns that the search has not seen.

    On several clocks the mean of the costs is searched, each as a part of what it was; the mean and the
    worst change are reported.

    Each parameter is tried from half of its value to twice its value, within its range.
    The first trial is the current setting. Ctrl-C keeps what was found. With --pairs real games of Scrabble
    are played in work time against another policy, each pair on the same tiles with the seats changed.

    \b
    [bold]Examples[/bold]
    zeitnot tune stockfish chess.data -p horizon_moves,optimum_share --trials 100
    zeitnot tune learned chess.data -p price_factor -c 10+0.1 -c 40/0:10 -c 0:10
    zeitnot tune magpie -p reserve_share --pairs 20 --work 100 --storage pairs.db
    """
    names = tuple(filter(None, (name.strip() for name in parameters.split(","))))
    if storage is not None and not storage.parent.is_dir():
        raise SettingError(f"--storage must be in an existing folder, got {str(storage)!r}")
    clocks: list[str | None] = [*clock] if clock else [None]
    if pairs is not None:
        if len(clocks) > 1:
            raise SettingError(f"--pairs plays on one clock, got {len(clocks)}")
        if data is not None:
            raise SettingError(f"--pairs plays real games and needs no data, got {str(data)!r}")
        pair_plan = lab.PairPlan(
            policy=options.entrant(lab.Entrant.parse(policy)),
            against=options.entrant(lab.Entrant.parse(against)),
            parameters=names,
            control=clocks[0] or PAIRS_CLOCK,
            work_per_s=SAMPLES_PER_S if options.work is None else options.work,
            pairs=pairs,
            final_pairs=final_pairs or 2 * pairs,
            trials=trials,
            seed=options.seed,
            storage=storage,
        )
        _tune_on_pairs(pair_plan, processes=options.at_once, json_form=json_form)
        return
    if data is None:
        raise SettingError("a tuning needs a folder of data, or --pairs to play games, got neither")
    plan = lab.TunePlan(
        replay=options.plan(data, [policy], clocks[0]),
        other_controls=tuple(filter(None, clocks[1:])),
        parameters=names,
        trials=trials,
        games=games,
        held_out=held_out,
        storage=storage,
    )
    with closing(lab.Tuning(plan, processes=options.at_once)) as tuning:
        interrupted = _search_is_stopped(tuning, trials)
    if interrupted:
        tell("zeitnot: interrupted; what was found so far:")
    tuned = tuning.found()
    if tuned is not None and json_form:
        print(json.dumps(_form(plan, tuned), indent=2))
    elif tuned is not None:
        _show(plan, tuned)
    if interrupted:
        raise typer.Exit(EXIT_INTERRUPTED)


def _show(plan: "lab.TunePlan", tuned: "lab.Tuned") -> None:
    console, game = output(), plan.replay.game
    name = plan.replay.entrants[0].policy
    console.print(
        f"{name} on [bold]{', '.join(plan.controls)}[/bold], {tuned.trials} trials; lost a game, in "
        f"{games.find_game(game).losses.words}, ± 95 %"
    )
    table = NarrowTable.of(
        [
            (where if len(changes) == 1 else f"{where}, {each.control}", each)
            for where, changes in (("searched on", tuned.seen), ("held out", tuned.held_out))
            for each in changes
        ],
        words("recorded turns", lambda row: row[0]),
        figures("as it was", lambda row: loss_text(row[1].before.cost, game), 1),
        figures("tuned", lambda row: loss_text(row[1].after.cost, game), 2),
        figures("difference", lambda row: loss_text(row[1].after.difference, game, signed=True)),
    )
    console.print(table)
    if len(tuned.held_out) > 1:
        worst = tuned.worst
        error = "" if tuned.mean.error is None else f" ± {tuned.mean.error:.0%}"
        console.print(
            f"cost on turns held out: {tuned.mean.mean:+.0%}{error} in the mean over the clocks, "
            f"{worst.relative.mean:+.0%} on the worst of them, {worst.control}"
        )
    console.print(f"turns held out say: {_says(improves=tuned.improves)}\n")
    _show_settings(name, tuned.settings)


def _says(*, improves: bool) -> str:
    return "better, beyond the error" if improves else "no better, within the error"


def _show_settings(policy: str, settings: Mapping[str, str]) -> None:
    """Print settings as options, and as lines of a configuration file."""
    console = output()
    console.print(" ".join(f"--set {key}={value}" for key, value in settings.items()), soft_wrap=True)
    console.print(f"\n\\[policies.{policy}]")
    for key, value in settings.items():
        console.print(f"{key} = {f'[{value}]' if ',' in value else value}", markup=False, soft_wrap=True)


def _form(plan: "lab.TunePlan", tuned: "lab.Tuned") -> dict[str, Any]:

    game = plan.replay.game
    return {
        "policy": plan.replay.entrants[0].policy,
        "game": game,
        "clocks": list(plan.controls),
        "work_per_s": plan.replay.work_per_s,
        "trials": tuned.trials,
        "settings": dict(tuned.settings),
        "improves": tuned.improves,
        "mean_change": value_form(tuned.mean),
        "worst_change": value_form(tuned.worst.relative),
        "seen": [_change_form(each, game) for each in tuned.seen],
        "held_out": [_change_form(each, game) for each in tuned.held_out],
    }


def _change_form(change: "lab.Change", game: str) -> dict[str, Any]:
    return {
        "clock": change.control,
        "before": figures_form(change.before, game),
        "after": figures_form(change.after, game),
    }


def _search_is_stopped(tuning: "lab.Tuning | lab.PairTuning", trials: int) -> bool:
    """Search while a bar shows the trials done and the best figure; return whether a stop was asked for."""
    things = "trials, best {task.fields[best]:.4g}"
    # A KeyboardInterrupt would be lost where the database's library clears up behind weak references.
    with stopping() as stop, work_bar(trials, doing="trying", things=things, best=float("nan")) as bar:
        tuning.run(
            on_trial=lambda done, best: bar.update(bar.task_ids[0], completed=done, best=best),
            is_stopped=stop.is_set,
        )
    return stop.is_set()


def _tune_on_pairs(plan: "lab.PairPlan", *, processes: int, json_form: bool) -> None:
    """Search, play the games that judge the result, and show it."""
    tuning = lab.PairTuning(plan, concurrency=processes)
    if _search_is_stopped(tuning, plan.trials):
        kept = "" if plan.storage is None else f"; the same command goes on with the trials in {plan.storage}"
        tell(f"zeitnot: interrupted{kept}")
        raise typer.Exit(EXIT_INTERRUPTED)
    tuned = tuning.found()
    if tuned is not None and json_form:
        print(json.dumps(_pairs_form(plan, tuned), indent=2))
    elif tuned is not None:
        _show_pairs(plan, tuned)


def _show_pairs(plan: "lab.PairPlan", tuned: "lab.PairTuned") -> None:
    output().print(
        f"{plan.policy.name} against {plan.against.name} on [bold]{plan.control}[/bold], {plan.work_per_s:g} "
        f"samples a second; {tuned.trials} trials of {plan.pairs} pairs, the best {tuned.searched_pts:+.1f} "
        "points a game"
    )
    before, after = points_text(tuned.before_pts), points_text(tuned.tuned_pts)
    output().print(
        f"on {plan.final_pairs} other pairs, points a game ± 95 %: as it was {before}, tuned {after}, "
        f"difference {points_text(tuned.difference_pts)}: {_says(improves=tuned.improves)}\n"
    )
    _show_settings(plan.policy.policy, tuned.settings)


def _pairs_form(plan: "lab.PairPlan", tuned: "lab.PairTuned") -> dict[str, object]:
    return {
        "policy": plan.policy.policy,
        "against": plan.against.name,
        "clock": plan.control,
        "work_per_s": plan.work_per_s,
        "trials": tuned.trials,
        **fields_form(plan, "pairs", "final_pairs"),
        "settings": dict(tuned.settings),
        **fields_form(tuned, "improves", "searched_pts", "before_pts", "tuned_pts", "difference_pts"),
    }
