"""An analysis as tables: the turns, then how well each side played."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from zeitnot.cli.scrabble_arms_table import line_text
from zeitnot.cli.scrabble_moves import move_text
from zeitnot.clocks import seconds_text

if TYPE_CHECKING:
    from rich.console import Console

    from zeitnot.scrabble import GameRecord
    from zeitnot.scrabble.analysis import TurnAnalysis, ValuedMove

_PERCENT = 100
_NICK_WIDTH = 10
_LARGE_PTS = 5.0
"""A loss from here on is shown in red; this project's figure."""


def show_analysis(
    console: "Console",
    found: "Sequence[TurnAnalysis]",
    record: "GameRecord",
    *,
    verbose: bool,
    heading: str,
) -> None:
    """Print the turns, the trails if wanted, and a summary by player."""
    if not found:
        console.print("no turns were analysed")
        return
    console.print(_turns_table(found, record.game.nicks, heading))
    for turn in found:
        if turn.line:
            sure = "proven" if turn.is_proven else "not proven"
            line = escape(line_text(turn.line, turn.position))
            console.print(f"[dim]turn {turn.number}, best line ({sure}): {line}[/dim]")
        if verbose and turn.budget is not None:
            console.print(f"[dim]turn {turn.number}, time: {escape(str(turn.budget.target))}[/dim]")
    console.print(_summary_table(found, record.game.nicks))


def _turns_table(found: "Sequence[TurnAnalysis]", nicks: tuple[str, str], heading: str) -> Table:
    """Give each turn the move played, with what it lost, and under it the best moves."""
    caption = f"lost: equity, and % of wins; with an empty bag points to the end; time by {heading}"
    table = Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
        caption=escape(caption),
        caption_justify="left",
    )
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column("player", overflow="fold", max_width=_NICK_WIDTH)
    table.add_column("move", no_wrap=True)
    for name in ("equity", "win %", "lost", "lost %", "time"):
        table.add_column(name, justify="right", no_wrap=True)
    for turn in found:
        table.add_row(
            str(turn.number),
            escape(nicks[turn.player]),
            "" if turn.event.move is None else move_text(turn.event.move, turn.position),
            *_value_cells(turn.played),
            *_lost_cells(turn),
            "" if turn.budget is None else seconds_text(turn.budget.target_s),
            style="bold",
        )
        for valued in turn.best[1:] if turn.is_best else turn.best:
            table.add_row("", "", move_text(valued.move, turn.position), *_value_cells(valued))
        if turn.note:
            table.add_row("", "", Text(turn.note, style="yellow", overflow="fold", no_wrap=False))
        table.add_section()
    return table


def _value_cells(valued: "ValuedMove | None") -> tuple[str, str]:
    if valued is None:
        return "", ""
    chance = "" if valued.win_chance is None else f"{_PERCENT * valued.win_chance:.1f}"
    return f"{valued.equity_pts:.1f}", chance


def _lost_cells(turn: "TurnAnalysis") -> tuple[Text, str]:
    if turn.lost_pts is None:
        return Text("?"), ""
    if turn.is_best:
        return Text("best", style="green"), ""
    chance = "" if turn.lost_chance is None else _tenths(_PERCENT * turn.lost_chance)
    return Text(_tenths(turn.lost_pts), style="red" if turn.lost_pts >= _LARGE_PTS else ""), chance


def _summary_table(found: "Sequence[TurnAnalysis]", nicks: tuple[str, str]) -> Table:
    from zeitnot.scrabble.analysis import summary_of

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("player", overflow="fold")
    for name in ("turns", "best moves", "lost a turn", "lost in all", "lost %"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("worst turns")
    for player in (0, 1):
        summary = summary_of(found, player)
        if not summary.turns:
            continue
        mean_pts = summary.mean_lost_pts
        mistakes = ", ".join(f"{turn.number} ({turn.lost_pts:.1f})" for turn in summary.mistakes)
        table.add_row(
            escape(nicks[player]),
            str(summary.turns),
            f"{summary.best_moves} of {summary.valued}",
            "" if mean_pts is None else f"{mean_pts:.2f}",
            _tenths(summary.lost_pts),
            _tenths(_PERCENT * summary.lost_chance),
            mistakes or "none",
        )
    return table


def _tenths(number: float) -> str:
    """Write tenths; what rounds to nothing has no sign."""
    return f"{round(number, 1) + 0.0:.1f}"
