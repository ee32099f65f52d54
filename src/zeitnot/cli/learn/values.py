"""`zeitnot learn values`: what turns use at a price of time, and what a second gains, phase by phase."""

import itertools
import json
import shlex
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from zeitnot import learning, models, turns
from zeitnot.cli.console import output
from zeitnot.cli.learn.train import read_folders
from zeitnot.cli.narrow_table import Column, NarrowTable, thinned
from zeitnot.cli.options import JsonOption, check_place, number_option, option, write_file

PHASE_WIDTH = 12
"""Characters that the name of a phase may be wrapped to."""
_SCALES = {"scrabble": (1.0, 3, "points"), "chess": (100.0, 2, "hundredths of a game")}
"""What a loss is multiplied by to be shown, its decimals, and what it is then."""


def values(
    data: Annotated[list[Path], typer.Argument(help="Folders made by `zeitnot learn data`, of one game.")],
    output: Annotated[Path, option("VALUES.json", "Where to write the values.", "--output", "-o")],
    model: Annotated[
        Path | None,
        option(
            "MODEL.npz",
            "The model that will stop searches; in Scrabble also `bonferroni`, `two-arm` or `exact`. "
            "Default: that of the policy `learned`.",
        ),
    ] = None,
    speed: Annotated[
        float | None,
        number_option(
            "--speed",
            "Samples or nodes that are a second in the tables. Default: 30 seconds are a whole search.",
            metavar="N",
            above=0,
        ),
    ] = None,
    json_form: JsonOption = False,
) -> None:
    """Learn time values: what turns use at a price, and what one second more gains.

    \b
    [bold]Examples[/bold]
    zeitnot learn values scrabble.data --model scrabble_loss.npz -o values.json
    zeitnot learn values chess.data -o chess_values.json --speed 100000
    """
    from zeitnot.policies import Learned

    check_place(output)
    game, traces = read_folders(data)
    used = "" if model is None else f" --model {shlex.quote(model.name)}"
    used += "" if speed is None else f" --speed {speed:g}"
    names = " ".join(shlex.quote(folder.name) for folder in data)
    made_by = f"zeitnot learn values {names}{used} -o {output.name}"
    defaults = Learned()
    default = defaults.chess_model if game == "chess" else defaults.scrabble_model
    name = default if model is None else str(model)
    learned = learning.learn_values(traces, models.PackageModels(), model=name, speed=speed, made_by=made_by)
    write_file(output, learned.values.to_json().encode(), option="--output")
    if json_form:
        print(json.dumps(_json_form(learned)))
        return
    _show(learned)
    decay = f"decay {learned.values.decay:.2f} ± {learned.decay_error:.2f}"
    print(f"{learned.positions:,} positions of {game}; {decay}; time values in {output}")


def _show(learned: "learning.LearnedValues") -> None:
    console = output()
    unit = learned.values.phases[0].unit
    words, second = _SCALES[learned.values.game][2], f"{learned.speed:,.0f} {unit}"
    console.print(f"Loss of the move chosen at each budget, in {words}; a second is {second}:")
    console.print(_losses_table(learned))
    console.print("What a second more gains, from one budget to the next:")
    console.print(_gains_table(learned))
    console.print("Work of a turn that stops at a price of a unit of work:")
    console.print(_work_table(learned))
    if learned.regression is not None:
        fit, worth = learned.regression, learned.regression.second
        console.print(
            f"A second is worth exp({worth.constant:+.2f} {worth.log_turns_left:+.2f} log turns left "
            f"{worth.bag:+.4f} bag {worth.complexity:+.2f} complexity "
            f"{worth.log_time_left_s:+.2f} log time left); squared error on {fit.held_out} held-out "
            f"positions, over that of one constant: {fit.regression_error:.3f}, with a constant for each "
            f"phase {fit.phases_error:.3f}."
        )


def _losses_table(learned: "learning.LearnedValues") -> NarrowTable:
    scale, digits, _ = _SCALES[learned.values.game]
    columns = [
        Column(head="phase", justify="left", wraps=PHASE_WIDTH),
        Column(head="turns", left_out=1),
        Column(head="pos.", left_out=0),
        *_like_columns([f"{budget:g} s" for budget in learning.BUDGETS_S]),
    ]
    rows = []
    for number, (phase, gain) in enumerate(zip(learned.values.phases, learned.gains, strict=True), 1):
        cells = ["0", *([""] * len(learning.BUDGETS_S))]
        if gain is not None:
            cells = [str(gain.positions), *(f"{scale * loss:.{digits}f}" for loss in gain.losses)]
        rows.append([f"{number}: {phase.name}", f"{phase.turns:.1f}", *cells])
    return NarrowTable(columns=columns, rows=rows)


def _gains_table(learned: "learning.LearnedValues") -> NarrowTable:
    scale, digits, _ = _SCALES[learned.values.game]
    heads = [f"{a:g} to {b:g} s" for a, b in itertools.pairwise(learning.BUDGETS_S)]
    rows = []
    for number, gain in enumerate(learned.gains, 1):
        if gain is not None:
            pairs = zip(gain.gains_per_s, gain.gain_errors, strict=True)
            cells = (f"{scale * value:.{digits}f}±{scale * error:.{digits}f}" for value, error in pairs)
            rows.append([str(number), *cells])
    return NarrowTable(columns=[Column(), *_like_columns(heads)], rows=rows)


def _work_table(learned: "learning.LearnedValues") -> NarrowTable:
    chosen = range(0, len(learned.values.prices), 4)
    heads = [f"{learned.values.prices[at]:.1e}" for at in chosen]
    rows = [
        [str(number), *(f"{phase.work_used[at]:,.0f}" for at in chosen), phase.unit]
        for number, phase in enumerate(learned.values.phases, 1)
    ]
    return NarrowTable(columns=[Column(), *_like_columns(heads), Column(head="unit")], rows=rows)


def _like_columns(heads: Sequence[str]) -> list[Column]:
    """Make columns of one kind: every second one is left out first."""
    after = 2  # the columns before them have gone by then
    return [
        Column(head=head, left_out=after + thinned(place, len(heads))) for place, head in enumerate(heads)
    ]


def _json_form(learned: "learning.LearnedValues") -> dict[str, object]:
    return {
        "values": turns.to_json_form(learned.values),
        "decay_error": learned.decay_error,
        "speed": learned.speed,
        "gains": [None if gain is None else asdict(gain) for gain in learned.gains],
        "regression": None if learned.regression is None else asdict(learned.regression),
    }
