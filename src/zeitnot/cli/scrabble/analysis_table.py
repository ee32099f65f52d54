"""An analysis as tables or JSON: the turns, then how well each side played."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from zeitnot import clocks, scrabble, turns
from zeitnot.cli.estimates import fields_form
from zeitnot.cli.narrow_table import Cell, Column, NarrowTable, figure_columns, figures, words
from zeitnot.cli.scrabble.move_tables import emphasised, line_text, move_text

_PERCENT = 100
_NICK_WIDTH = 8
_MISTAKES_WIDTH = 10
_TIE = "\N{NO-BREAK SPACE}"
"""Keeps a turn and its loss on one line."""
_LARGE_PTS = 5.0
"""A loss from here on is shown in red; this project's figure."""


def show_analysis(
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


def analysis_form(found: "Sequence[scrabble.TurnAnalysis]", record: "scrabble.GameRecord") -> dict[str, Any]:
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
