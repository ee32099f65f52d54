"""Markup: tables, plots under their titles, legends and names, as every section writes them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from zeitnot.report.match_page.figures import short, text
from zeitnot.report.match_page.plot import Plot, Trace, colour, rounded, rows_plot, tint
from zeitnot.report.match_page.run_data import RunData

if TYPE_CHECKING:
    from zeitnot.report.match_page.run_data import Floats

BOX_ENDS = "The box holds the middle half, its line is the median; the whiskers reach from 5 % to 95 %."
"""Explanation of a box and its whiskers."""


@dataclass(slots=True, kw_only=True)
class HtmlTable:
    """A table that scrolls in its box on a narrow screen; cells are HTML already, heads are plain words."""

    heads: Sequence[str]
    """Heads of the columns; those after the first `left` ones are figures."""
    label: str
    """Text alternative for screen readers."""
    left: int = 1
    """Columns of words, set to the left."""
    rows: list[Sequence[str]] = field(default_factory=list)
    """One list of cells each."""

    def add(self, *cells: str) -> None:
        """Add a row."""
        self.rows.append(cells)

    def html(self) -> str:
        """Write the table."""
        head = "".join(f"<th scope=col{self._side(n)}>{text(word)}</th>" for n, word in enumerate(self.heads))
        body = "".join(
            f"<tr>{''.join(f'<td{self._side(n)}>{cell}</td>' for n, cell in enumerate(row))}</tr>"
            for row in self.rows
        )
        return (
            f'<div class="scroll" tabindex="0" role="region" aria-label="{text(self.label)}"><table>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        )

    def _side(self, column: int) -> str:
        return "" if column < self.left else ' class="num"'


def figure(plot: Plot, *, title: str, note: str, legend: str = "") -> str:
    """Put a plot under its title, with what to know about it."""
    caption = f"<figcaption><h3>{text(title)}</h3><p>{text(note)}</p></figcaption>"
    return f"<figure>{caption}{legend}{plot.html()}</figure>"


def paragraph(words: str, kind: str = "") -> str:
    """Write plain words."""
    return f"<p{f' class={kind}' if kind else ''}>{text(words)}</p>"


def named(data: RunData, number: int) -> str:
    """Write the name of a participant with its colour before it."""
    return f'<span class="who">{swatch(colour(number))}<span>{text(data.names[number])}</span></span>'


def swatch(of_colour: str) -> str:
    """Show a colour."""
    return f'<i class="swatch" style="background:{of_colour}"></i>'


def legend_of(entries: Iterable[tuple[str, str]]) -> str:
    """Write a legend of names and their colours."""
    items = "".join(f"<li>{swatch(of_colour)}{text(name)}</li>" for name, of_colour in entries)
    return f'<ul class="legend">{items}</ul>'


def participants_legend(data: RunData) -> str:
    """Write the legend of all participants, the best first."""
    return legend_of((data.names[number], colour(number)) for number in data.ranked)


def facts_list(facts: Iterable[tuple[str, str]], kind: str = "facts") -> str:
    """Write names with what is known of each."""
    items = "".join(f"<div><dt>{text(name)}</dt><dd>{text(fact)}</dd></div>" for name, fact in facts)
    return f'<dl class="{kind}">{items}</dl>'


def stacked_bars(
    data: RunData,
    participants: Sequence[int],
    layers: Sequence[tuple[str, str, Sequence[float]]],
    *,
    x: dict[str, object],
    hover: str,
    label: str,
    title: str,
    note: str,
) -> str:
    """Draw a bar for each participant from layers: a name, a colour, and a value for each participant."""
    traces: list[Trace] = [
        {
            "type": "bar",
            "orientation": "h",
            "name": text(name),
            "y": list(range(len(participants))),
            "x": rounded(values),
            "marker": {"color": of_colour},
            "hovertemplate": f"{text(name)}: {hover}<extra></extra>",
        }
        for name, of_colour, values in layers
    ]
    names = [short(data.names[number]) for number in participants]
    plot = rows_plot(names, traces, x=x, label=label, more={"barmode": "stack", "bargap": 0.35})
    legend = legend_of((name, of_colour) for name, of_colour, _ in layers)
    return figure(plot, title=title, note=note, legend=legend)


def boxes(data: RunData, values: "dict[int, Floats]", *, unit: str, label: str, title: str, note: str) -> str:
    """Draw the distribution of each participant's values, at least one for each, under each other."""
    plot = rows_plot(
        [short(data.names[number]) for number in values],
        [_box(data, row, number, of_one) for row, (number, of_one) in enumerate(values.items())],
        x={"title": unit, "rangemode": "tozero"},
        label=label,
        more={"boxgap": 0.45},
    )
    return figure(plot, title=title, note=note)


def _box(data: RunData, row: int, number: int, values: "Floats") -> Trace:
    import numpy as np

    ends = ("lowerfence", "q1", "median", "q3", "upperfence")
    percentiles = np.percentile(values, (5, 25, 50, 75, 95))
    return {
        "type": "box",
        "orientation": "h",
        "name": text(data.names[number]),
        "y": [row],
        **{end: rounded([float(value)]) for end, value in zip(ends, percentiles, strict=True)},
        "fillcolor": tint(number, 0.35),
        "line": {"color": colour(number), "width": 2},
        "hoverinfo": "x",
        "xhoverformat": ".3g",
        "hoverlabel": {"namelength": 0},
        "whiskerwidth": 0.4,
    }
