"""`zeitnot scrabble analyse`: every turn of a game beside the best moves, and how well each side played."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zeitnot.cli.exit_codes import EXIT_INTERRUPTED
from zeitnot.cli.numbers import read_whole
from zeitnot.cli.output_file import write_file
from zeitnot.cli.policy_settings import ConfigOption, PolicySettings, PresetOption, SetOption
from zeitnot.cli.scrabble_options import (
    DistributionOption,
    JsonOption,
    LayoutOption,
    LeavesOption,
    LexiconOption,
    build_status,
    note_lexicon,
)
from zeitnot.cli.scrabble_player_options import (
    CLOCK,
    POLICY,
    CandidatesOption,
    PlayerSeedOption,
    PlayerThreadsOption,
    PliesOption,
    PolicyOption,
    WinsOption,
    WorkOption,
    make_player,
    read_knowledge,
    read_player_settings,
    read_policy,
    read_work,
)
from zeitnot.cli.scrabble_position import LenientOption, read_game
from zeitnot.cli.scrabble_turn_time import read_move_time
from zeitnot.cli.training_run import check_place
from zeitnot.errors import SettingError

if TYPE_CHECKING:
    from rich.progress import Progress

    from zeitnot.clocks import TimeControl
    from zeitnot.scrabble import Game, GameRecord
    from zeitnot.scrabble.analysis import TurnAnalysis
    from zeitnot.scrabble.analyst import Analyst, PlannedTime, Wanted

TIME = "2s"
"""What a turn gets when nobody says how long."""

_CLOCK = "The clock"


def analyse(  # noqa: PLR0917 (typer passes options by name)
    game: Annotated[Path, typer.Argument(metavar="FILE.gcg", help="The game.")],
    time: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help=f"Think so long about every turn. Default: {TIME}, or as --clock grants.",
            rich_help_panel=_CLOCK,
        ),
    ] = None,
    clock: Annotated[
        str | None,
        typer.Option(
            "--clock",
            "-c",
            metavar="CONTROL",
            help=f"The clock that the policy divides, for the column of budgets. Default: {CLOCK}.",
            rich_help_panel=_CLOCK,
        ),
    ] = None,
    player: Annotated[str | None, typer.Option(metavar="NICK", help="Only the turns of one player.")] = None,
    turns: Annotated[
        str | None, typer.Option(metavar="FROM-TO", help="Only these turns: 5, 3-9, 12-.")
    ] = None,
    policy: PolicyOption = POLICY,
    threads: PlayerThreadsOption = None,
    plies: PliesOption = None,
    candidates: CandidatesOption = None,
    work: WorkOption = None,
    seed: PlayerSeedOption = "1",
    lexicon: LexiconOption = None,
    leaves: LeavesOption = None,
    wins: WinsOption = None,
    distribution: DistributionOption = None,
    layout: LayoutOption = None,
    preset: PresetOption = None,
    config: ConfigOption = None,
    settings: SetOption = None,
    lenient: LenientOption = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Every step that led to each budget.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file instead.")
    ] = None,
    json_form: JsonOption = False,
) -> None:
    """Analyse a game: the best moves of every turn by simulation, what the move played lost, and its budget.

    With an empty bag the solver values the moves by the points to the end of
    the game. Turns whose rack is not known are passed over. Ctrl-C shows what
    there is.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble analyse game.gcg
    zeitnot scrabble analyse game.gcg --time 10s --player ann --turns 3-9
    zeitnot scrabble analyse game.gcg --clock "5:00 -10/min" --policy uniform -v
    """
    from zeitnot.clocks import TimeControl
    from zeitnot.models import make_manager
    from zeitnot.scrabble.analyst import Analyst, PlannedTime

    control = TimeControl.parse(clock or CLOCK)
    if not control.has_clock:
        raise SettingError(f"--clock must be a clock that runs, such as {CLOCK!r}, got {clock!r}")
    time_s = None if time is None and clock is not None else read_move_time(time or TIME)
    if output is not None:
        check_place(output)
    record = read_game(game, distribution=distribution, layout=layout, lenient=lenient)
    wanted = _read_wanted(record, player=player, turns=turns)
    chosen_seed = read_whole(seed, option="--seed") or 0
    player_settings = read_player_settings(threads=threads, plies=plies, candidates=candidates)
    rates = read_work(work)
    chosen = PolicySettings(config=config, preset=preset, words=settings or ())
    with build_status() as on_build:
        _, knowledge = read_knowledge(
            distribution=record.game.distribution,
            layout=record.game.layout,
            lexicon=lexicon,
            leaves=leaves,
            wins=wins,
            on_build=on_build,
        )
        engine = make_player(policy, chosen, knowledge, settings=player_settings, rates=rates)
    note_lexicon(record.position(), knowledge.lexicon)
    analyst = Analyst(engine, time_s=time_s, seed=chosen_seed)
    name, own = read_policy(policy, chosen)
    planned = PlannedTime(lambda: make_manager(name, own), control)
    found, interrupted = _analysed(analyst, record.game, planned, wanted)
    _give(found, record, output, json_form=json_form, verbose=verbose, heading=_heading(policy, control))
    if interrupted:
        raise typer.Exit(EXIT_INTERRUPTED)


def _read_wanted(record: "GameRecord", *, player: str | None, turns: str | None) -> "Wanted":
    nicks = record.game.nicks
    if player is not None and player not in nicks:
        raise SettingError(f"--player must be one of {', '.join(nicks)}, got {player!r}")
    first, last = _read_turns(turns)
    seat = None if player is None else nicks.index(player)
    return lambda number, whose: first <= number <= last and seat in {None, whose}


def _read_turns(text: str | None) -> tuple[int, float]:
    """Read `5`, `3-9`, `12-` or `-4`."""
    if text is None:
        return 1, float("inf")
    first, dash, last = (part.strip() for part in text.partition("-"))
    if all(part.isdecimal() or (dash and not part) for part in (first, last or first)) and (first or last):
        begin = int(first or 1)
        end = int(last) if last else float("inf") if dash else begin
        if 1 <= begin <= end:
            return begin, end
    raise SettingError(f"--turns must be numbers of turns such as 5, 3-9 or 12-, got {text!r}")


def _analysed(
    analyst: "Analyst", game: "Game", planned: "PlannedTime", wanted: "Wanted"
) -> "tuple[list[TurnAnalysis], bool]":
    """Work in a thread, so that ^C is heard at once; what is done then is kept."""
    from zeitnot.scrabble import EventKind

    found: list[TurnAnalysis] = []
    moves = [event for event in game.events if event.kind is EventKind.MOVE]
    total = sum(wanted(number, event.player) for number, event in enumerate(moves, start=1))
    turns: Iterator[TurnAnalysis] = analyst.turns(game, planned, wanted)
    with _progress() as bar, ThreadPoolExecutor(1) as pool:
        task = bar.add_task("turns", total=total)
        try:
            while (turn := pool.submit(next, turns, None).result()) is not None:
                found.append(turn)
                bar.update(task, completed=len(found))
        except KeyboardInterrupt:
            analyst.stop()
            return found, True
    return found, False


def _progress() -> "Progress":
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from zeitnot.cli.console import error_output

    console = error_output()
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def _heading(policy: str, control: "TimeControl") -> str:
    return f"{policy} on {control}"


def _give(
    found: "list[TurnAnalysis]",
    record: "GameRecord",
    output_path: Path | None,
    *,
    json_form: bool,
    verbose: bool,
    heading: str,
) -> None:
    """Print, or write to the file."""
    from zeitnot.cli.console import output, text_console
    from zeitnot.cli.scrabble_analysis_form import analysis_form

    if json_form:
        text = json.dumps(analysis_form(found, record), indent=2) + "\n"
        if output_path is None:
            print(text, end="")
    else:
        from zeitnot.cli.scrabble_analysis_table import show_analysis

        console = output() if output_path is None else text_console()
        show_analysis(console, found, record, verbose=verbose, heading=heading)
        text = "" if output_path is None else console.export_text()
    if output_path is not None:
        write_file(output_path, text.encode(), option="--output")
