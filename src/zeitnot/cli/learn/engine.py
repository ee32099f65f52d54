"""`zeitnot learn engine`: a profile of an engine, made from its own games."""

import io
import json
import shlex
import time
import zipfile
from pathlib import Path
from typing import Annotated, Any

import typer

from zeitnot import chess, lab, learning, models, turns
from zeitnot.cli.console import output as console_output
from zeitnot.cli.console import tell, work_bar
from zeitnot.cli.exits import EXIT_INTERRUPTED, stopping
from zeitnot.cli.learn.recording_run import ProcessesOption
from zeitnot.cli.narrow_table import NarrowTable, figures, words
from zeitnot.cli.options import (
    JsonOption,
    ScoreCurveOption,
    flag,
    option,
    read_command,
    read_curve,
    whole_option,
    write_file,
)
from zeitnot.errors import SettingError
from zeitnot.games import Estimate

_MINUTE_S = 60.0
_TURNS_OF_A_GAME = 150
"""Turns of a game that is played to its end, those of both sides."""
_SEARCHES_OF_A_TURN = 3.0
"""Searches of the length of one turn's that a turn takes in the mean, with those that judge its moves."""


def engine(  # noqa: PLR0917 (typer passes options by name)
    command: Annotated[
        str | None,
        typer.Argument(
            metavar="[ENGINE]", help="A UCI engine: a name or a command. `zeitnot`: the built-in one."
        ),
    ] = None,
    options: Annotated[
        list[str] | None, option("NAME=VALUE", "A UCI option of the engine. Can be repeated.", "--option")
    ] = None,
    games: Annotated[int, whole_option("--games", "Games to record.", "-n", least=10)] = 24,
    nodes: Annotated[int, whole_option("--nodes", "Nodes of each search.", least=100)] = 100_000,
    general: Annotated[
        Path | None,
        option(
            "MODEL.npz",
            "A general model to calibrate, made by `zeitnot learn general`. Default: the package's.",
            "--general",
        ),
    ] = None,
    score_curve: ScoreCurveOption = None,
    processes: ProcessesOption = None,
    list_all: Annotated[bool, flag("List all profiles.", "--list")] = False,
    forget: Annotated[
        str | None, option("NAME", "Forget the profile of an engine, and its recorded games.", "--forget")
    ] = None,
    export: Annotated[
        Path | None,
        option("FILE.zip", "Write the profile that ENGINE has to a file, and learn nothing.", "--export"),
    ] = None,
    json_form: JsonOption = False,
) -> None:
    """Learn how an engine's time is spent best, from its own games, and keep that as its profile.

    Games are recorded, a model is trained on most of them and checked on the others. `wrap`, `match` and
    `WrappedEngine` find the profile by the engine's name when the policy is `learned`.
    Ctrl-C keeps the games that are recorded, and the same command goes on.

    \b
    [bold]Examples[/bold]
    zeitnot learn engine stockfish
    zeitnot learn engine "ethereal-chess" --games 40
    zeitnot learn engine --list
    zeitnot learn engine --forget "Stockfish 15.1"
    zeitnot learn engine stockfish --export stockfish.zip
    """
    asked = sum((command is not None, list_all, forget is not None))
    if asked != 1:
        raise SettingError("learn engine must do one thing: learn from an engine, --list or --forget")
    if list_all:
        _list(json_form=json_form)
        return
    if forget is not None:
        if not models.forget_profile(forget):
            raise SettingError(f"there must be a profile of the engine to forget, got {forget!r}")
        print(f"forgot {forget}")
        return
    recording = _recording(command or "", options or [], games=games, nodes=nodes, score_curve=score_curve)
    made = lab.EngineLearning(recording, base=general)
    if export is not None:
        _export(made.engine, export)
        return
    made_by = f"zeitnot learn engine {shlex.quote(command or '')} --games {games} --nodes {nodes}"
    made_by += "" if general is None else f" --general {shlex.quote(general.name)}"
    made_by += "" if score_curve is None else f" --score-curve {shlex.quote(score_curve)}"
    _learn(made, processes=processes or learning.cores(), made_by=made_by, json_form=json_form)


def _learn(made: "lab.EngineLearning", *, processes: int, made_by: str, json_form: bool) -> None:
    """Record what is missing, learn, check and show."""
    began_s, games = time.perf_counter(), made.recording.games
    if not json_form:
        work = games * _TURNS_OF_A_GAME * _SEARCHES_OF_A_TURN * made.recording.nodes
        expected_s = work / made.nodes_per_s / processes
        speed = f"{made.nodes_per_s:,.0f} nodes a second on one thread"
        print(f"{made.engine}: {speed}; {games} games take about {expected_s / _MINUTE_S:.0f} minutes")
    if not _recorded(made, processes=processes):
        tell(f"interrupted: the games recorded so far are kept in {made.data}; the same command goes on")
        raise typer.Exit(EXIT_INTERRUPTED)
    profile, checked = made.learn(processes=processes, made_by=made_by)
    if json_form:
        print(json.dumps(_form(profile), indent=2))
    else:
        _show(profile, checked, used_s=time.perf_counter() - began_s)


def _recording(
    command: str, options: list[str], *, games: int, nodes: int, score_curve: str | None
) -> "lab.EngineRecording":
    from zeitnot.policies import parse_words

    program = read_command(command, option="the engine")
    chosen = () if program == ["zeitnot"] else tuple(chess.resolved_command(program))
    return lab.EngineRecording(
        command=chosen,
        options=tuple(parse_words(options).items()),
        games=games,
        nodes=nodes,
        curve=None if score_curve is None else read_curve(score_curve),
    )


def _recorded(made: "lab.EngineLearning", *, processes: int) -> bool:
    games = made.recording.games
    with stopping() as stop, work_bar(games, doing="recording", things="games") as bar:

        def on_event(event: "lab.Event") -> None:
            if isinstance(event, lab.Done):
                bar.advance(bar.task_ids[0])
            elif isinstance(event, lab.Lost):
                tell(f"zeitnot: game {event.number} was not recorded: {event.words}")

        return made.record(
            processes=processes,
            on_begin=lambda done: bar.update(bar.task_ids[0], completed=done),
            on_event=on_event,
            is_stopped=stop.is_set,
        )


def _show(kept: "models.KeptProfile", checked: "tuple[lab.PolicyFigures, ...]", *, used_s: float) -> None:
    from zeitnot.cli.replay.table import policy_table

    console, profile = console_output(), kept.profile
    console.print(
        f"{profile.games} games, {profile.turns:,} turns; replays of the {profile.held_out_games} games "
        f"held out, on {lab.CHECK_CLOCK}:"
    )
    console.print(policy_table(checked, "chess"))
    rank = "" if profile.ranking is None else f"; the model ranks losses at {profile.ranking:.3f}"
    console.print(f"profile of {profile.engine} in {kept.folder}, in {used_s / _MINUTE_S:.1f} minutes{rank}")


def _list(*, json_form: bool) -> None:
    found = models.all_profiles()
    if json_form:
        print(json.dumps([_form(each) for each in found], indent=2))
        return
    if not found:
        print("no profiles; `zeitnot learn engine ENGINE` makes one")
        return
    from zeitnot.cli.replay.table import share_text

    table = NarrowTable.of(
        [(each.profile, "the package" if each.shipped else "you") for each in found],
        words("engine", lambda row: row[0].engine),
        figures("games", lambda row: f"{row[0].games:,}", 4),
        figures("of the way", lambda row: share_text(_way(row[0]))),
        figures("rank", lambda row: "" if row[0].ranking is None else f"{row[0].ranking:.3f}", 3),
        figures("recorded", lambda row: row[0].recorded, 2),
        figures("from", lambda row: row[1], 1),
    )
    console_output().print(table)


def _way(profile: "models.Profile") -> Estimate | None:
    return None if profile.share is None else Estimate(mean=profile.share, error=profile.share_error)


def _form(kept: "models.KeptProfile") -> dict[str, Any]:
    form: dict[str, Any] = turns.to_json_form(kept.profile)
    return {**form, "folder": str(kept.folder), "shipped": kept.shipped}


def _export(engine_name: str, path: Path) -> None:
    """Write the files of a profile; unpacked into the folder of profiles they are one again."""
    kept = models.find_profile(engine_name)
    if kept is None:
        raise SettingError(f"there must be a profile to export, got none of {engine_name!r}")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in models.PROFILE_FILES:
            archive.write(kept.folder / name, f"{kept.folder.name}/{name}")
    write_file(path, packed.getvalue(), option="--export")
    print(f"profile of {kept.profile.engine} in {path}; unpack it in {models.profiles_folder()}")
