"""`zeitnot scrabble analyse`: every turn of a game beside the best moves, and how well each side played."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import typer

from zeitnot import clocks, models, scrabble
from zeitnot.cli.console import output, text_console, work_bar
from zeitnot.cli.exits import EXIT_INTERRUPTED
from zeitnot.cli.options import (
    JsonOption,
    check_place,
    clock_option,
    flag,
    option,
    read_move_time,
    write_file,
)
from zeitnot.cli.scrabble.analysis_table import analysis_form, show_analysis
from zeitnot.cli.scrabble.options import LenientOption, note_lexicon, read_game
from zeitnot.cli.scrabble.player_options import CLOCK, PlayerOptions, PlayerSeedOption
from zeitnot.errors import SettingError

TIME = "2s"
"""Default thinking time of a turn."""

_CLOCK = "The clock"


def analyse(
    game: Annotated[Path, typer.Argument(metavar="FILE.gcg", help="The game.")],
    time: Annotated[
        str | None,
        option(
            "TIME", f"Think so long about every turn. Default: {TIME}, or as --clock grants.", panel=_CLOCK
        ),
    ] = None,
    clock: Annotated[
        str | None,
        clock_option(
            f"The clock that the policy divides, for the column of budgets. Default: {CLOCK}.", _CLOCK
        ),
    ] = None,
    player: Annotated[str | None, option("NICK", "Only the turns of one player.")] = None,
    turns: Annotated[str | None, option("FROM-TO", "Only these turns: 5, 3-9, 12-.")] = None,
    *,
    options: PlayerOptions,
    seed: PlayerSeedOption = 1,
    lenient: LenientOption = False,
    verbose: Annotated[bool, flag("Every step that led to each budget.", "--verbose", "-v")] = False,
    output: Annotated[Path | None, option("FILE", "Write to a file instead.", "--output", "-o")] = None,
    json_form: JsonOption = False,
) -> None:
    """Analyse a game: the best moves of every turn by simulation, what the move played lost, and its budget.

    With an empty bag the solver values the moves by the points to the end of
    the game. Turns whose rack is not known are passed over. Ctrl-C shows
    the result so far.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble analyse game.gcg
    zeitnot scrabble analyse game.gcg --time 10s --player ann --turns 3-9
    zeitnot scrabble analyse game.gcg --clock "5:00 -10/min" --policy uniform -v
    """
    control = clocks.TimeControl.parse(clock or CLOCK)
    if not control.has_clock:
        raise SettingError(f"--clock must be a clock that runs, such as {CLOCK!r}, got {clock!r}")
    time_s = None if time is None and clock is not None else read_move_time(time or TIME)
    if output is not None:
        check_place(output)
    record = read_game(game, distribution=options.distribution, layout=options.layout, lenient=lenient)
    wanted = _read_wanted(record, player=player, turns=turns)
    _, knowledge, engine = options.open(distribution=record.game.distribution, layout=record.game.layout)
    note_lexicon(record.position(), knowledge.lexicon)
    analyst = scrabble.Analyst(engine, time_s=time_s, seed=seed)
    name, own = options.read_policy()
    planned = scrabble.PlannedTime(lambda: models.make_manager(name, own), control)
    found, interrupted = _analysed(analyst, record.game, planned, wanted)
    heading = f"{options.policy} on {control}"
    _show(found, record, output, json_form=json_form, verbose=verbose, heading=heading)
    if interrupted:
        raise typer.Exit(EXIT_INTERRUPTED)


def _read_wanted(
    record: "scrabble.GameRecord", *, player: str | None, turns: str | None
) -> "scrabble.Wanted":
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
    analyst: "scrabble.Analyst",
    game: "scrabble.Game",
    planned: "scrabble.PlannedTime",
    wanted: "scrabble.Wanted",
) -> "tuple[list[scrabble.TurnAnalysis], bool]":
    """Work in a thread, so that Ctrl-C acts at once; what is done by then is kept."""
    found: list[scrabble.TurnAnalysis] = []
    moves = [event for event in game.events if event.kind is scrabble.EventKind.MOVE]
    total = sum(wanted(number, event.player) for number, event in enumerate(moves, start=1))
    turns: Iterator[scrabble.TurnAnalysis] = analyst.turns(game, planned, wanted)
    with work_bar(total, doing="turns", things="") as bar, ThreadPoolExecutor(1) as pool:
        try:
            while (turn := pool.submit(next, turns, None).result()) is not None:
                found.append(turn)
                bar.update(bar.task_ids[0], completed=len(found))
        except KeyboardInterrupt:
            analyst.stop()
            return found, True
    return found, False


def _show(
    found: "list[scrabble.TurnAnalysis]",
    record: "scrabble.GameRecord",
    output_path: Path | None,
    *,
    json_form: bool,
    verbose: bool,
    heading: str,
) -> None:
    """Print the analysis, or write it to the file."""
    if json_form:
        text = json.dumps(analysis_form(found, record), indent=2) + "\n"
        if output_path is None:
            print(text, end="")
    else:
        console = output() if output_path is None else text_console()
        show_analysis(console, found, record, verbose=verbose, heading=heading)
        text = "" if output_path is None else console.export_text()
    if output_path is not None:
        write_file(output_path, text.encode(), option="--output")
