"""Clock table: what the participants of a Scrabble match scored and did with their clocks, side by side."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich import box
from rich.markup import escape
from rich.table import Table

from zeitnot.cli.estimates import estimate_form, number_text

if TYPE_CHECKING:
    from zeitnot.lab.clock_figures import ClockFigures


def clock_table(figures: "Sequence[ClockFigures]") -> Table:
    """Lay participants next to each other: figures have long names, and a screen is narrow."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for each in figures:
        table.add_column(escape(each.participant), justify="right", no_wrap=True)
    for cells in zip(*(_cells(each) for each in figures), strict=True):
        table.add_row(cells[0][0], *(text for _, text in cells))
    return table


def clock_form(figures: "ClockFigures") -> dict[str, Any]:
    """Give the figures of one participant for JSON."""
    return {
        "score_pts": estimate_form(figures.score_pts),
        "bank_used": figures.bank_used,
        "least_left_s": figures.least_left_s,
        "over_time": figures.over_time,
        "bought": figures.bought,
        "forfeits": figures.forfeits,
        "latest_s": figures.latest_s,
        "phase_shares": dict(figures.phase_shares),
    }


def _cells(figures: "ClockFigures") -> list[tuple[str, str]]:
    bought = f" ({figures.bought} on purpose)" if figures.bought else ""
    left_s, latest_s = figures.least_left_s, figures.latest_s
    return [
        ("score (95 %)", number_text(figures.score_pts)),
        ("bank used", f"{100 * figures.bank_used:.1f} %"),
        ("least time left", "" if left_s is None else f"{left_s:.2f} s"),
        ("games over time", f"{figures.over_time}{bought}"),
        ("forfeits", str(figures.forfeits)),
        ("latest past a limit", "" if latest_s is None else f"{1000 * latest_s:+.1f} ms"),
        *((f"time with {phase}", f"{100 * share:.1f} %") for phase, share in figures.phase_shares.items()),
    ]
