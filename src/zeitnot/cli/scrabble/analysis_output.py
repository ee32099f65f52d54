"""Output of an analysis: turns, mistakes, luck and skill at the terminal, and the same for JSON."""

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
_STYLES = {"best": "green", "small": "yellow", "medium": "red", "large": "bold red"}


def show_analysis(console: Console, found: "scrabble.GameAnalysis", *, verbose: bool, heading: str) -> None:
    """Print the turns, the trails if wanted, and a summary by player."""
    if not found.turns:
        console.print("no turns were analysed")
        return
    console.print(_turns_table(found))
    caption = f"lost: equity, and % of wins; with an empty bag points to the end; time by {heading}"
    console.print(caption, style="dim", markup=False)
    for turn in found.turns:
        if turn.note:
            console.print(f"turn {turn.number}: {turn.note}", style="yellow", markup=False)
        if turn.line:
            sure = "proven" if turn.is_proven else "not proven"
            line = escape(line_text(turn.line, turn.position))
            console.print(f"[dim]turn {turn.number}, best line ({sure}): {line}[/dim]")
        if verbose and turn.budget is not None:
            console.print(f"[dim]turn {turn.number}, time: {escape(str(turn.budget.target))}[/dim]")
    nicks = found.game.nicks
    summaries = [each for each in found.summaries if each.turns]
    console.print(_mistakes_table(summaries, nicks))
    console.print(_accounts_table(summaries, nicks))
    console.print("score = par + luck - lost; ± is a standard error", style="dim", markup=False)


def _turns_table(found: "scrabble.GameAnalysis") -> NarrowTable:
    """List for each turn the move played, with what it lost, and under it the best moves."""
    columns = (
        Column(head="#"),
        Column(head="player", justify="left", shortest=_NICK_WIDTH, left_out=5),
        Column(head="move", justify="left"),
        *figure_columns({"equity": 6, "win %": 2, "lost": None, "lost %": 3}),
        Column(head="grade", justify="left"),
        *figure_columns({"luck": 4, "time": 1}),
    )
    rows: list[list[Cell]] = []
    ends = []
    for turn in found.turns:
        cells: list[Cell] = [
            str(turn.number),
            found.game.nicks[turn.player],
            "" if turn.event.move is None else move_text(turn.event.move, turn.position),
            *_value_cells(turn.played),
            *_lost_cells(turn),
            "" if turn.draw is None or not turn.draw.counted else _signed(turn.draw.luck_pts),
            "" if turn.budget is None else clocks.seconds_text(turn.budget.target_s),
        ]
        rows.append([emphasised(cell) for cell in cells])
        rows += [
            ["", "", move_text(valued.move, turn.position), *_value_cells(valued), *([""] * 5)]
            for valued in turn.best
            if turn.played is None or valued.move != turn.played.move
        ]
        ends.append(len(rows) - 1)
    return NarrowTable(columns=columns, rows=rows, sections=ends)


def _value_cells(valued: "scrabble.ValuedMove | None") -> tuple[str, str]:
    if valued is None:
        return "", ""
    return f"{valued.equity_pts:.1f}", f"{_PERCENT * valued.win_chance:.1f}"


def _lost_cells(turn: "scrabble.TurnAnalysis") -> tuple[str, str, Text]:
    grade = turn.grade()
    if turn.lost_pts is None or turn.lost_chance is None or turn.played is None or grade is None:
        return "?", "", Text("")
    shown = Text(str(grade), style=_STYLES.get(grade, ""))
    if turn.is_best:
        return "", "", shown
    error_pts = turn.played.gap_error_pts
    error = f" ± {error_pts:.1f}" if error_pts else ""
    return f"{_tenths(turn.lost_pts)}{error}", _tenths(_PERCENT * turn.lost_chance), shown


def _mistakes_table(summaries: "Sequence[scrabble.PlayerSummary]", nicks: tuple[str, str]) -> NarrowTable:
    def mean(pts: float | None) -> str:
        return "" if pts is None else f"{pts:.2f}"

    def worst(mistakes: "Sequence[scrabble.TurnAnalysis]") -> Text:
        return Text(", ".join(f"{turn.number} ({turn.lost_pts:.1f})" for turn in mistakes) or "none")

    def made(each: "scrabble.PlayerSummary") -> str:
        return " ".join(str(each.grades[grade]) for grade in scrabble.MISTAKES)

    return NarrowTable.of(
        summaries,
        words("player", lambda each: nicks[each.player], shortest=_NICK_WIDTH),
        figures("best moves", lambda each: f"{each.best_moves} of {each.valued}"),
        figures("small medium large", made),
        figures("index", lambda each: f"{each.index:.1f}", 2),
        figures("lost a turn", lambda each: mean(each.mean_lost_pts), 1),
        words("worst turns", lambda each: worst(each.mistakes), wraps=_MISTAKES_WIDTH, left_out=3),
    )


def _accounts_table(summaries: "Sequence[scrabble.PlayerSummary]", nicks: tuple[str, str]) -> NarrowTable:
    def known(value: float | None, digits: int) -> str:
        return "" if value is None else f"{value:.{digits}f}"

    return NarrowTable.of(
        summaries,
        words("player", lambda each: nicks[each.player], shortest=_NICK_WIDTH),
        figures("score", lambda each: known(each.score_pts, 0)),
        figures("par", lambda each: known(each.par_pts, 1), 2),
        figures("luck", lambda each: f"{_signed(each.luck_pts)} ± {each.luck_error_pts:.1f}"),
        figures("lost", lambda each: f"{_tenths(each.lost_pts)} ± {each.lost_error_pts:.1f}"),
        figures("lost %", lambda each: _tenths(_PERCENT * each.lost_chance), 1),
    )


def _tenths(number: float) -> str:
    """Write tenths; what rounds to nothing has no sign."""
    return f"{round(number, 1) + 0.0:.1f}"


def _signed(number: float) -> str:
    return f"{round(number, 1) + 0.0:+.1f}"


def analysis_form(found: "scrabble.GameAnalysis") -> dict[str, Any]:
    """Return turns and summaries as plain values for JSON."""
    nicks = found.game.nicks
    return {
        "turns": [_turn_form(turn, nicks) for turn in found.turns],
        "players": [_summary_form(summary, nicks) for summary in found.summaries],
        "samples": found.samples,
        "bounds": asdict(scrabble.BOUNDS),
    }


def _turn_form(turn: "scrabble.TurnAnalysis", nicks: tuple[str, str]) -> dict[str, Any]:
    position = turn.position
    alphabet = position.distribution.alphabet
    move, played, grade = turn.event.move, turn.played, turn.grade()
    return {
        "turn": turn.number,
        "player": nicks[turn.player],
        "cgp": position.to_cgp(),
        "move": None if move is None else position.move_text(move),
        "played": None if played is None else _move_form(played, position),
        "best": [_move_form(valued, position) for valued in turn.best],
        "grade": None if grade is None else grade.value,
        **fields_form(turn, "is_best", "lost_pts", "lost_chance"),
        "lost_error_pts": None if played is None else played.gap_error_pts,
        "lost_error_chance": None if played is None else played.gap_error_chance,
        "phase": turn.phase,
        "line": [each.text(alphabet) for each in turn.line],
        "proven": turn.is_proven,
        "note": turn.note,
        "draw": None if turn.draw is None else _draw_form(turn.draw, alphabet),
        "used_s": turn.event.used_s,
        "left_s": turn.event.left_s,
        "target_s": None if turn.budget is None else turn.budget.target_s,
        "budget": turns.to_json_form(turn.budget),
    }


def _draw_form(draw: "scrabble.TileDraw", alphabet: "scrabble.Alphabet") -> dict[str, Any]:
    return {
        "tiles": alphabet.rack_text(draw.tiles),
        "luck_pts": draw.luck_pts if draw.counted else None,
        **fields_form(draw, "value_pts", "mean_pts", "error_pts", "counted", "problem"),
    }


def _move_form(valued: "scrabble.ValuedMove", position: "scrabble.Position") -> dict[str, Any]:
    return {**asdict(valued), "move": position.move_text(valued.move)}


def _summary_form(summary: "scrabble.PlayerSummary", nicks: tuple[str, str]) -> dict[str, Any]:
    return {
        "player": nicks[summary.player],
        **fields_form(summary, "turns", "valued", "best_moves", "lost_pts", "lost_error_pts"),
        **fields_form(summary, "mean_lost_pts", "lost_chance", "index"),
        "grades": {grade.value: count for grade, count in summary.grades.items()},
        "phases": [
            {**asdict(each), "grades": {grade.value: count for grade, count in each.grades.items()}}
            for each in summary.phases
        ],
        "mistakes": [turn.number for turn in summary.mistakes],
        **fields_form(summary, "score_pts", "par_pts", "luck_pts", "luck_error_pts", "draws"),
    }
