"""Clock table: what the participants of a Scrabble match scored and did with their clocks, side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.text import Text

from zeitnot.cli.console import printable
from zeitnot.cli.estimates import estimate_form, number_text
from zeitnot.cli.narrow_table import Column, NarrowTable

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from zeitnot.lab.clock_figures import ClockFigures


@dataclass(frozen=True, slots=True)
class ClockTable:
    """Participants next to each other: figures have long names, and a screen is narrow."""

    figures: "Sequence[ClockFigures]"
    """One of each participant."""

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        """Draw it; where the names are too long, numbers stand for them, and a legend below."""
        names = [printable(each.participant) for each in self.figures]
        table = self._table(names)
        if table.natural_width <= options.max_width:
            yield table
            return
        marks = [f"#{number}" for number in range(1, len(names) + 1)]
        yield self._table(marks)
        for mark, name in zip(marks, names, strict=True):
            yield Text.assemble((mark, "bold"), f" is {name}", overflow="fold")

    def _table(self, heads: "Sequence[str]") -> NarrowTable:
        columns = [Column(justify="left"), *(Column(head=head) for head in heads)]
        rows = [
            (cells[0][0], *(text for _, text in cells))
            for cells in zip(*(_cells(each) for each in self.figures), strict=True)
        ]
        return NarrowTable(columns=columns, rows=rows)


def clock_form(figures: "ClockFigures") -> dict[str, Any]:
    """Return the figures of one participant for JSON."""
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
