"""`zeitnot learn general`: one model for engines that were never recorded, from the games of several."""

import json
import shlex
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from zeitnot import chess, lab, learning, turns
from zeitnot.cli.console import output as console_output
from zeitnot.cli.console import tell
from zeitnot.cli.learn.recording_run import ProcessesOption
from zeitnot.cli.narrow_table import Column, NarrowTable, figure_columns
from zeitnot.cli.options import JsonOption, check_place, flag, option, write_file
from zeitnot.errors import SettingError

LOSS, VALUES = "general_loss.npz", "general_values.json"


def general(
    data: Annotated[
        list[Path],
        typer.Argument(
            help="Folders of whole games, one for each engine: `zeitnot learn data chess --games`."
        ),
    ],
    output: Annotated[Path, option("FOLDER", "Where to write the model and its values.", "--output", "-o")],
    *,
    check: Annotated[
        bool, flag("Also check a model without each engine on that engine's games.", "--check")
    ] = False,
    curve: Annotated[
        bool, flag("Also show how models do that were learned from a part of the games.", "--curve")
    ] = False,
    processes: ProcessesOption = None,
    json_form: JsonOption = False,
) -> None:
    """Learn a model for any engine from the games of several, for engines that have no profile.

    Its inputs count no nodes and no depths: they are relative to a usual turn. With `--check` each engine is
    left out once, and the model learned from the others is judged by its games. Folders of the same engine
    are left out together. With `--curve` you see whether more games would help.

    \b
    [bold]Examples[/bold]
    zeitnot learn general stockfish.data ethereal.data toga.data -o general
    zeitnot learn general stockfish.data ethereal.data -o general --check --curve
    """
    check_place(output)
    began_s = time.perf_counter()
    engines, same = _engines(data)
    if check and any(len(others) == len(engines) for others in same.values()):
        raise SettingError(f"--check must leave one engine out of two or more, got {len(engines)}")
    openings = len({trace.group for traces in engines.values() for trace in traces})
    if curve and openings < lab.CURVE_OPENINGS:
        raise SettingError(f"--curve needs games of {lab.CURVE_OPENINGS} openings or more, got {openings}")
    names = " ".join(shlex.quote(folder.name) for folder in data)
    cores = processes or learning.cores()
    made_by = f"zeitnot learn general {names} -o {output.name}"
    made = lab.learn_general(engines, made_by=made_by)
    output.mkdir(exist_ok=True)
    write_file(output / LOSS, made.trained.model.to_bytes(), option="--output")
    write_file(output / VALUES, made.values.to_json().encode(), option="--output")
    checks: tuple[lab.EngineCheck, ...] = ()
    if check:
        checks = lab.check_without_each(engines, same=same, processes=cores)
    points = lab.learning_curve(engines, processes=cores) if curve else ()
    if json_form:
        print(json.dumps(_json_form(made, checks, points), indent=2))
        return
    _show(checks)
    _show_curve(points)
    used = f"in {time.perf_counter() - began_s:.0f} s"
    tell(
        f"{turns.pluralised(len(engines), 'recording')}, {made.trained.positions:,} turns; "
        f"on openings held out the model ranks losses at {made.trained.metrics[0].ranking:.3f}; "
        f"{LOSS} and {VALUES} in {output}, {used}"
    )


def _engines(folders: list[Path]) -> "tuple[dict[str, list[chess.ChessTrace]], dict[str, list[str]]]":
    """Return the games by the name of their folder, and for each the folders of the same engine."""
    games: dict[str, list[chess.ChessTrace]] = {}
    commands: dict[str, object] = {}
    for folder in folders:
        found = learning.in_own_scores(learning.read_data(folder))
        traces, _ = learning.traces_of(found.traces)
        if not traces or any(trace.game_number is None for trace in traces):
            raise SettingError(f"a folder must hold whole games of chess, got {str(folder)!r}")
        if folder.stem in games:
            raise SettingError(f"each folder must have another name, got {folder.stem!r} twice")
        games[folder.stem], commands[folder.stem] = traces, found.settings.get("engine")
    same = {
        name: [other for other, command in commands.items() if command == own]
        for name, own in commands.items()
    }
    return games, same


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


def _show_curve(points: "tuple[lab.CurvePoint, ...]") -> None:
    if not points:
        return
    console = console_output()
    console.print(
        "Learned from a part of the games, judged by a fifth of the openings; lost a game in replays:"
    )
    policies = list(points[0].costs)
    columns = figure_columns({"games": 3, "turns": 1, "rank": 2, **dict.fromkeys(policies)})
    rows = [
        (
            f"{each.games:,}",
            f"{each.turns:,}",
            f"{each.metrics.ranking:.3f}±{each.metrics.ranking_error:.3f}",
            *(f"{each.costs[policy]:.3f}" for policy in policies),
        )
        for each in points
    ]
    console.print(NarrowTable(columns=columns, rows=rows))


def _json_form(
    made: "lab.LearnedGeneral",
    checks: "tuple[lab.EngineCheck, ...]",
    points: "tuple[lab.CurvePoint, ...]",
) -> dict[str, Any]:
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
        "curve": [
            {
                "games": each.games,
                "turns": each.turns,
                "ranking": each.metrics.ranking,
                "ranking_error": each.metrics.ranking_error,
                "costs": dict(each.costs),
            }
            for each in points
        ],
    }
