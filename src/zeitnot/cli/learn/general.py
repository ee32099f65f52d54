"""`zeitnot learn general`: one model for engines that were never recorded, from the games of several."""

import json
import shlex
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from zeitnot import chess, lab, learning
from zeitnot.cli.console import output as console_output
from zeitnot.cli.console import tell
from zeitnot.cli.learn.recording_run import ProcessesOption
from zeitnot.cli.narrow_table import Column, NarrowTable, figure_columns
from zeitnot.cli.options import JsonOption, check_place, flag, option, write_file
from zeitnot.errors import SettingError

LOSS, VALUES = "general_loss.npz", "general_values.json"
_FEWEST = 2


def general(
    data: Annotated[
        list[Path],
        typer.Argument(
            help="Folders of whole games, one for each engine: `zeitnot learn data chess --games`."
        ),
    ],
    output: Annotated[Path, option("FOLDER", "Where to write the model and its values.", "--output", "-o")],
    check: Annotated[
        bool, flag("Also check a model without each engine on that engine's games.", "--check")
    ] = False,
    processes: ProcessesOption = None,
    json_form: JsonOption = False,
) -> None:
    """Learn a model for any engine from the games of several, for engines that have no profile.

    Its inputs count no nodes and no depths: they are relative to a usual turn. With `--check` each engine is
    left out once, and the model learned from the others is judged by its games.

    \b
    [bold]Examples[/bold]
    zeitnot learn general stockfish.data ethereal.data toga.data -o general
    zeitnot learn general stockfish.data ethereal.data -o general --check
    """
    check_place(output)
    began_s = time.perf_counter()
    engines = _engines(data)
    if check and len(engines) < _FEWEST:
        raise SettingError(f"--check must leave one engine out of two or more, got {len(engines)}")
    names = " ".join(shlex.quote(folder.name) for folder in data)
    cores = processes or learning.cores()
    made_by = f"zeitnot learn general {names} -o {output.name}"
    made = lab.learn_general(engines, processes=cores, made_by=made_by)
    output.mkdir(exist_ok=True)
    write_file(output / LOSS, made.trained.model.to_bytes(), option="--output")
    write_file(output / VALUES, made.values.to_json().encode(), option="--output")
    checks: tuple[lab.EngineCheck, ...] = ()
    if check:
        checks = lab.check_without_each(engines, processes=cores)
    if json_form:
        print(json.dumps(_json_form(made, checks), indent=2))
        return
    _show(checks)
    used = f"in {time.perf_counter() - began_s:.0f} s"
    tell(
        f"{len(engines)} engines, {made.trained.positions:,} turns; on openings held out the model ranks "
        f"losses at {made.trained.metrics[0].ranking:.3f}; {LOSS} and {VALUES} in {output}, {used}"
    )


def _engines(folders: list[Path]) -> "dict[str, list[chess.ChessTrace]]":
    """Return the games of each engine by the name of its folder."""
    engines: dict[str, list[chess.ChessTrace]] = {}
    for folder in folders:
        traces, _ = learning.traces_of(learning.read_data(folder).traces)
        if not traces or any(trace.game_number is None for trace in traces):
            raise SettingError(f"a folder must hold whole games of chess, got {str(folder)!r}")
        if folder.stem in engines:
            raise SettingError(f"each folder must hold another engine, got {folder.stem!r} twice")
        engines[folder.stem] = traces
    return engines


def _show(checks: "tuple[lab.EngineCheck, ...]") -> None:
    if not checks:
        return
    from zeitnot.cli.replay.table import share_text

    console = console_output()
    console.print(f"Each engine left out, its games replayed on {lab.CHECK_CLOCK}; of the way to the oracle:")
    policies = [each.policy for each in checks[0].figures if each.policy not in {"uniform", "oracle"}]
    columns = (
        Column(head="engine", justify="left"),
        *figure_columns({"games": 3, "rank": 2, **dict.fromkeys(policies)}),
    )
    rows = [
        (
            each.engine,
            f"{each.games:,}",
            f"{each.metrics.ranking:.3f}±{each.metrics.ranking_error:.3f}",
            *(share_text(figures.share) for figures in each.figures if figures.policy in policies),
        )
        for each in checks
    ]
    console.print(NarrowTable(columns=columns, rows=rows))


def _json_form(made: "lab.LearnedGeneral", checks: "tuple[lab.EngineCheck, ...]") -> dict[str, Any]:
    return {
        "turns": made.trained.positions,
        "ranking": made.trained.metrics[0].ranking,
        "left_out": [
            {
                "engine": each.engine,
                "games": each.games,
                "ranking": each.metrics.ranking,
                "ranking_error": each.metrics.ranking_error,
                "shares": {
                    figures.policy: [figures.share.mean, figures.share.error]
                    for figures in each.figures
                    if figures.share is not None
                },
            }
            for each in checks
        ],
    }
