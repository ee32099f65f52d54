"""`zeitnot scrabble analyse`: every turn of a game beside the best moves, and how well each side played."""

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from zeitnot import clocks, models, scrabble, turns
from zeitnot.cli.console import output as terminal
from zeitnot.cli.console import text_console, work_bar
from zeitnot.cli.estimates import fields_form
from zeitnot.cli.exits import EXIT_INTERRUPTED
from zeitnot.cli.narrow_table import Cell, Column, NarrowTable, figure_columns, figures, words
from zeitnot.cli.options import (
    JsonOption,
    check_place,
    clock_option,
    flag,
    option,
    read_move_time,
    write_file,
)
from zeitnot.cli.scrabble.move_tables import emphasised, line_text, move_text
from zeitnot.cli.scrabble.options import CLOCK, LenientOption, PlayerOptions, PlayerSeedOption, note_lexicon
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
    record = options.read_game(game, lenient=lenient)
    wanted = _read_wanted(record, player=player, turns=turns)
    _, knowledge, engine = options.open(distribution=record.game.distribution, layout=record.game.layout)
    note_lexicon(record.position(), knowledge.lexicon)
    analyst = scrabble.Analyst(engine, time_s=time_s, seed=seed)
    name, own = options.read_policy()
    planned = scrabble.PlannedTime(lambda: models.make_manager(name, own), control)
    found, interrupted = _analysed(analyst, record.game, planned, wanted)
    if json_form:
        text = json.dumps(_json_form(found, record), indent=2) + "\n"
    else:
        console = text_console() if output else terminal()
        _show(console, found, record, verbose=verbose, heading=f"{options.policy} on {control}")
        text = console.export_text() if output else ""
    if output is None:
        print(text, end="")
    else:
        write_file(output, text.encode(), option="--output")
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


_PERCENT = 100
_NICK_WIDTH = 8
_MISTAKES_WIDTH = 10
_TIE = "\N{NO-BREAK SPACE}"
"""Keeps a turn and its loss on one line."""
_LARGE_PTS = 5.0
"""A loss from here on is shown in red; this project's figure."""


def _show(
    console: Console,
    found: "Sequence[scrabble.TurnAnalysis]",
    record: "scrabble.GameRecord",
    *,
    verbose: bool,
    heading: str,
) -> None:
    """Print the turns, the trails if wanted, and a summary by player."""
    if not found:
        console.print("no turns were analysed")
        return
    console.print(_turns_table(found, record.game.nicks))
    caption = f"lost: equity, and % of wins; with an empty bag points to the end; time by {heading}"
    console.print(caption, style="dim", markup=False)
    for turn in found:
        if turn.note:
            console.print(f"turn {turn.number}: {turn.note}", style="yellow", markup=False)
        if turn.line:
            sure = "proven" if turn.is_proven else "not proven"
            line = escape(line_text(turn.line, turn.position))
            console.print(f"[dim]turn {turn.number}, best line ({sure}): {line}[/dim]")
        if verbose and turn.budget is not None:
            console.print(f"[dim]turn {turn.number}, time: {escape(str(turn.budget.target))}[/dim]")
    console.print(_summary_table(found, record.game.nicks))


def _turns_table(found: "Sequence[scrabble.TurnAnalysis]", nicks: tuple[str, str]) -> NarrowTable:
    """List for each turn the move played, with what it lost, and under it the best moves."""
    columns = (
        Column(head="#"),
        Column(head="player", justify="left", shortest=_NICK_WIDTH, left_out=4),
        Column(head="move", justify="left"),
        *figure_columns({"equity": 5, "win %": 2, "lost": None, "lost %": 3, "time": 1}),
    )
    rows: list[list[Cell]] = []
    ends = []
    for turn in found:
        cells: list[Cell] = [
            str(turn.number),
            nicks[turn.player],
            "" if turn.event.move is None else move_text(turn.event.move, turn.position),
            *_value_cells(turn.played),
            *_lost_cells(turn),
            "" if turn.budget is None else clocks.seconds_text(turn.budget.target_s),
        ]
        rows.append([emphasised(cell) for cell in cells])
        rows += [
            ["", "", move_text(valued.move, turn.position), *_value_cells(valued), "", "", ""]
            for valued in (turn.best[1:] if turn.is_best else turn.best)
        ]
        ends.append(len(rows) - 1)
    return NarrowTable(columns=columns, rows=rows, sections=ends)


def _value_cells(valued: "scrabble.ValuedMove | None") -> tuple[str, str]:
    if valued is None:
        return "", ""
    chance = "" if valued.win_chance is None else f"{_PERCENT * valued.win_chance:.1f}"
    return f"{valued.equity_pts:.1f}", chance


def _lost_cells(turn: "scrabble.TurnAnalysis") -> tuple[Text, str]:
    if turn.lost_pts is None:
        return Text("?"), ""
    if turn.is_best:
        return Text("best", style="green"), ""
    chance = "" if turn.lost_chance is None else _tenths(_PERCENT * turn.lost_chance)
    return Text(_tenths(turn.lost_pts), style="red" if turn.lost_pts >= _LARGE_PTS else ""), chance


def _summary_table(found: "Sequence[scrabble.TurnAnalysis]", nicks: tuple[str, str]) -> NarrowTable:
    def mean(pts: float | None) -> str:
        return "" if pts is None else f"{pts:.2f}"

    def worst(mistakes: "Sequence[scrabble.TurnAnalysis]") -> Text:
        return Text(", ".join(f"{turn.number}{_TIE}({turn.lost_pts:.1f})" for turn in mistakes) or "none")

    summaries = (scrabble.summary_of(found, player) for player in (0, 1))
    return NarrowTable.of(
        [each for each in summaries if each.turns],
        words("player", lambda each: nicks[each.player], shortest=_NICK_WIDTH),
        figures("turns", lambda each: str(each.turns), 1),
        figures("best moves", lambda each: f"{each.best_moves} of {each.valued}", 3),
        figures("lost a turn", lambda each: mean(each.mean_lost_pts)),
        figures("lost in all", lambda each: _tenths(each.lost_pts), 2),
        figures("lost %", lambda each: _tenths(_PERCENT * each.lost_chance), 4),
        words("worst turns", lambda each: worst(each.mistakes), wraps=_MISTAKES_WIDTH, left_out=5),
    )


def _tenths(number: float) -> str:
    """Write tenths; what rounds to nothing has no sign."""
    return f"{round(number, 1) + 0.0:.1f}"


def _json_form(found: "Sequence[scrabble.TurnAnalysis]", record: "scrabble.GameRecord") -> dict[str, Any]:
    """Return turns and summaries as plain values for JSON."""
    nicks = record.game.nicks
    return {
        "turns": [_turn_form(turn, nicks) for turn in found],
        "players": [_summary_form(scrabble.summary_of(found, player), nicks) for player in (0, 1)],
    }


def _turn_form(turn: "scrabble.TurnAnalysis", nicks: tuple[str, str]) -> dict[str, Any]:
    position = turn.position
    alphabet = position.distribution.alphabet
    move = turn.event.move
    return {
        "turn": turn.number,
        "player": nicks[turn.player],
        "cgp": position.to_cgp(),
        "move": None if move is None else position.move_text(move),
        "played": None if turn.played is None else _move_form(turn.played, position),
        "best": [_move_form(valued, position) for valued in turn.best],
        **fields_form(turn, "is_best", "lost_pts", "lost_chance"),
        "line": [each.text(alphabet) for each in turn.line],
        "proven": turn.is_proven,
        "note": turn.note,
        "target_s": None if turn.budget is None else turn.budget.target_s,
        "budget": turns.to_json_form(turn.budget),
    }


def _move_form(valued: "scrabble.ValuedMove", position: "scrabble.Position") -> dict[str, Any]:
    return {**asdict(valued), "move": position.move_text(valued.move)}


def _summary_form(summary: "scrabble.PlayerSummary", nicks: tuple[str, str]) -> dict[str, Any]:
    return {
        "player": nicks[summary.player],
        **fields_form(summary, "turns", "valued", "best_moves", "lost_pts", "mean_lost_pts", "lost_chance"),
        "mistakes": [turn.number for turn in summary.mistakes],
    }
