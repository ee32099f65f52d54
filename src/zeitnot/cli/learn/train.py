"""`zeitnot learn train`: a network that estimates what stopping now would lose."""

import json
import shlex
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from zeitnot import games, learning
from zeitnot.cli.console import output
from zeitnot.cli.estimates import fields_form
from zeitnot.cli.narrow_table import Column, NarrowTable, figure_columns, figures
from zeitnot.cli.options import JsonOption, check_place, option, whole_option, write_file
from zeitnot.errors import SettingError

ThreadsOption = Annotated[
    int | None, whole_option("--threads", "Threads that play at once. Default: all cores.", least=1)
]
SeedOption = Annotated[int, whole_option("--seed", "The same seed gives the same games.")]


def read_folders(folders: Sequence[Path]) -> "tuple[str, Iterable[games.Trace]]":
    """Read folders of one game as one, shard by shard, each time they are gone through; a position in several
    of them would be learned from and held out. Whole games are read at once: their results say what a score
    is worth."""
    sets = [learning.open_data(folder) for folder in folders]
    for folder, each in zip(folders, sets, strict=True):
        if each.game != sets[0].game:
            raise SettingError(f"all data must be of one game, {sets[0].game}, got {str(folder)!r}")
    return sets[0].game, _Different([_traces(*each) for each in zip(folders, sets, strict=True)])


def _traces(folder: Path, data: "learning.DataFolder") -> "Iterable[games.Trace]":
    if not data.settings.get("whole_games"):
        return data
    return learning.in_own_scores(learning.read_data(folder)).traces


@dataclass(frozen=True, slots=True)
class _Different:
    """The traces of several folders, which must have different positions."""

    sets: "Sequence[Iterable[games.Trace]]"

    def __iter__(self) -> "Iterator[games.Trace]":
        seen: set[str] = set()
        for number, each in enumerate(self.sets, 1):
            places = set()
            for trace in each:
                if trace.position in seen:
                    rule = "folders must have different positions, recorded with another --seed"
                    raise SettingError(f"{rule}, got {trace.position!r} in two of them")
                if number < len(self.sets):  # nothing is compared with the last one
                    places.add(trace.position)
                yield trace
            seen |= places


_SIZES = {"scrabble": ("points", 3), "chess": ("expected score", 4)}
"""Unit of a loss, and the decimals to write it with."""
NAME_WIDTH = 10
"""Characters that the name of an estimator may be shortened to."""
_CLEAR = 2.0
"""Standard errors from which a lead counts as one."""


def train(  # noqa: PLR0917 (typer passes options by name)
    data: Annotated[list[Path], typer.Argument(help="Folders made by `zeitnot learn data`, of one game.")],
    output: Annotated[Path, option("MODEL.npz", "Where to write the model.", "--output", "-o")],
    hidden: Annotated[str, option("N,N", "Units of the hidden layers.")] = "64,32",
    labels: Annotated[
        str,
        option(
            "mean|run",
            "Loss that a row is given: the mean over the seeds of its position, or that of its own run.",
        ),
    ] = "mean",
    folds: Annotated[
        int, whole_option("--folds", "Fifths of the positions held out in turn, 1 to 5.", least=1)
    ] = 1,
    seed: SeedOption = 1,
    json_form: JsonOption = False,
) -> None:
    """Train the network that estimates what stopping a search now would lose.

    A fifth of the positions is held out, and judges the network beside estimators that need no training.
    With `--folds 5` every fifth is held out once, from a network of its own.

    \b
    [bold]Examples[/bold]
    zeitnot learn train scrabble.data -o scrabble_loss.npz
    zeitnot learn train chess.data more.data -o chess_loss.npz --hidden 32,32
    """
    check_place(output)
    if labels not in {"mean", "run"}:
        raise SettingError(f"--labels must be mean or run, got {labels!r}")
    training = learning.LossTraining(
        hidden=_layers(hidden),
        seed=seed,
        averages_seeds=labels == "mean",
        folds=folds,
    )
    began = time.perf_counter()
    rows = learning.loss_rows(read_folders(data)[1])
    names = " ".join(shlex.quote(folder.name) for folder in data)
    made_by = f"zeitnot learn train {names} -o {output.name} --hidden {hidden} --seed {training.seed}"
    made_by += "" if training.averages_seeds else " --labels run"
    trained = learning.train_loss(rows, training, made_by=made_by)
    content = trained.model.to_bytes()
    write_file(output, content, option="--output")
    if json_form:
        print(json.dumps({"model": str(output), **_json_form(trained)}))
        return
    _show(trained)
    counted = f"{trained.positions:,} positions, {trained.held_out:,} of them held out, {trained.rows:,} rows"
    used = f"in {time.perf_counter() - began:.0f} s"
    print(f"{counted}, {used}; {_verdict(trained)}; model of {len(content):,} bytes in {output}")


_SETTINGS = {
    "two-arm heuristic": ": use `scrabble_model=two-arm`",
    "Bonferroni": ": use `scrabble_model=bonferroni`",
    "exact, with covariance": ": `scrabble_model=bonferroni` comes near it",
    "rule of thumb": ": more positions may help",
}
"""What to do about an estimator that is better, where something can be done."""


def _layers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise SettingError(f"--hidden must be whole numbers with commas, got {text!r}") from None


def _verdict(trained: "learning.TrainedLoss") -> str:
    """Return whether the network is worth having, in words."""
    lead = trained.lead
    other, words = lead.over, f"{abs(lead.ranking):.3f} ± {lead.ranking_error:.3f}"
    if lead.ranking > _CLEAR * lead.ranking_error:
        return f"the network ranks better than {other} by {words}"
    if lead.ranking < -_CLEAR * lead.ranking_error:
        return f"{other} ranks better than the network by {words}{_SETTINGS.get(other, '')}"
    better = "better" if lead.ranking >= 0 else "worse"
    return f"the network ranks {better} than {other} by {words}, which may be chance"


def _show(trained: "learning.TrainedLoss") -> None:
    unit, digits = _SIZES[trained.model.game]
    console = output()
    console.print(f"On held-out positions of {trained.model.game}; losses in {unit}:")
    console.print(_metrics_table(trained.metrics))
    if trained.all_metrics != trained.metrics:
        console.print("With the checks that have too few samples for a player to look at them:")
        console.print(_metrics_table(trained.all_metrics))
    console.print(
        "corr.: with the realised loss, then averaged over seeds; error: squared, over that of the best "
        "constant; bias: mean estimate over mean loss; AUC: of checks worth going on from; saved: of all "
        "loss, when the fifth with the highest estimates goes on; rank: the same over all parts; ±: standard "
        "error over positions.",
        style="dim",
    )
    for lead in trained.leads:
        squares = _difference(lead.squared_error, lead.squared_error_error)
        console.print(
            f"network less {lead.over}: rank {_difference(lead.ranking, lead.ranking_error)}, error {squares}"
        )
    tenths = [
        (str(number), *(_figure(value, digits) for value in (tenth.estimate, tenth.loss, tenth.error)))
        for number, tenth in enumerate(trained.metrics[0].deciles, 1)
    ]
    console.print("Tenths of the checks, by the network:")
    columns = figure_columns(dict.fromkeys(("tenth", "expected", "came", "error")))
    console.print(NarrowTable(columns=columns, rows=tenths))
    if any(tenth.error is None for tenth in trained.metrics[0].deciles):
        words = "-: no error can be told, because all checks are of one held-out position"
        console.print(f"{words}; more positions would help", style="dim")


def _metrics_table(metrics: "tuple[learning.LossMetrics, ...]") -> NarrowTable:
    from rich.text import Text

    best = max(metrics, key=lambda each: each.ranking)

    def column(head: str, cell: Callable[[Any], str], left_out: int | None = None) -> Column:
        return figures(head, lambda each: Text(cell(each), style="bold" if each is best else ""), left_out)

    return NarrowTable.of(
        metrics,
        replace(column("estimator", lambda each: each.name), justify="left", shortest=NAME_WIDTH),
        column("corr.", lambda each: f"{each.correlation:.3f}", 6),
        column("seeds", lambda each: f"{each.seed_correlation:.3f}", 3),
        column("error", lambda each: _with_error(each.squared_error, each.squared_error_error), 4),
        column("bias", lambda each: _figure(each.bias, 2), 1),
        column("AUC", lambda each: f"{each.auc:.3f}", 2),
        column("saved", lambda each: f"{100 * each.saved:.0f} %", 5),
        column("rank", lambda each: _with_error(each.ranking, each.ranking_error)),
    )


def _with_error(value: float | None, error: float | None) -> str:
    return "-" if value is None or error is None else f"{value:.3f}±{error:.3f}"


def _difference(value: float | None, error: float | None) -> str:
    return "-" if value is None or error is None else f"{value:+.3f} ± {error:.3f}"


def _figure(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def _json_form(trained: "learning.TrainedLoss") -> dict[str, object]:
    return {
        "game": trained.model.game,
        **fields_form(trained, "positions", "held_out", "rows"),
        "estimators": [asdict(each) for each in trained.metrics],
        "estimators_on_all_rows": [asdict(each) for each in trained.all_metrics],
        "best": trained.best.name,
        "leads": [asdict(each) for each in trained.leads],
        "made_by": trained.model.made_by,
    }
