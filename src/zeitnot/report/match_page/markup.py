"""Markup: figures, tables, plots under their titles, legends and names, as every section writes them."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

import numpy as np

from zeitnot.clocks import seconds_text
from zeitnot.games import Estimate
from zeitnot.lab import EloEstimate
from zeitnot.report.match_page.plot import Plot, Trace, colour, rounded, rows_plot, tint
from zeitnot.report.match_page.run_data import Floats, RunData

BOX_ENDS = "The box holds the middle half, its line is the median; the whiskers reach from 5 % to 95 %."
"""Explanation of a box and its whiskers."""
DASH = "–"
"""Stands where there is nothing to print."""
_LONGEST_NAME = 22
_SEVERAL = 10
_TENTH_S = 0.1
_LONG_S = 999.5  # from here on three digits would be written with an exponent


def text(words: object) -> str:
    """Make text from outside harmless in HTML."""
    return escape(str(words))


def points_text(points: float) -> str:
    """Print points with halves: `12½`."""
    whole, half = divmod(round(points * 2), 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"


def signed(value: float, digits: int = 0) -> str:
    """Print a difference with its sign, and a real minus."""
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    rounded = round(value, digits) + 0.0
    return f"{rounded:+.{digits}f}".replace("-", "−") if rounded else f"{0:.{digits}f}"


def elo_text(estimate: EloEstimate | None) -> str:
    """Print Elo with its error: `+35 ± 20`."""
    if estimate is None:
        return DASH
    if math.isinf(estimate.elo) or not estimate.error:
        return signed(estimate.elo)
    if math.isinf(estimate.error):
        return f"{signed(estimate.elo)} ({signed(estimate.low)} to {signed(estimate.high)})"
    return f"{signed(estimate.elo)} ± {estimate.error:.0f}"


def estimate_text(estimate: Estimate, *, scale: float = 1.0, sign: bool = False) -> str:
    """Print a mean with its error, where it has one."""
    mean = estimate.mean * scale
    shown = signed(mean, 1) if sign else f"{mean:.1f}"
    return shown if estimate.error is None else f"{shown} ± {estimate.error * scale:.1f}"


def percent(share: float | None) -> str:
    """Print a share; near the ends with a digit more, so that 99.9 % is not called certain."""
    if share is None or not math.isfinite(share):
        return DASH
    if share in (0.0, 1.0):
        return f"{share:.0%}".replace("%", " %")
    if share < 0.001:  # noqa: PLR2004 (less than is printed)
        return "< 0.1 %"
    if share > 0.999:  # noqa: PLR2004 (as above)
        return "> 99.9 %"
    return f"{share * 100:.{1 if share < 0.1 or share > 0.9 else 0}f} %"  # noqa: PLR2004 (near the ends)


def ratio(value: float) -> str:
    """Print a ratio that may be more than one, in percent."""
    return f"{value * 100:,.0f} %" if math.isfinite(value) else DASH


def seconds(time_s: float | None) -> str:
    """Print a time in seconds or milliseconds."""
    if time_s is None or math.isnan(time_s):
        return DASH
    if _TENTH_S <= abs(time_s) < _LONG_S:
        return f"{time_s:.3g} s".replace("-", "−")
    return seconds_text(time_s).replace("-", "−")


def counted(number: int, noun: str) -> str:
    """Print a number with its noun: `1 game`, `12,600 turns`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def short(name: str) -> str:
    """Shorten a name for a plot in the middle: variants of a policy differ at the end."""
    if len(name) <= _LONGEST_NAME:
        return name
    head = _LONGEST_NAME // 2
    return f"{name[:head]}…{name[head + 1 - _LONGEST_NAME :]}"


def listed(names: list[str]) -> str:
    """Join words: `a, b and c`."""
    if len(names) > _SEVERAL:
        names = [*names[: _SEVERAL - 1], f"{len(names) - _SEVERAL + 1} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


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
        head = "".join(
            f"<th scope=col{self._side(n)}>{text(word)}</th>" if word else "<td></td>"
            for n, word in enumerate(self.heads)
        )
        body = "".join(
            f"<tr>{''.join(f'<td{self._side(n)}>{cell}</td>' for n, cell in enumerate(row))}</tr>"
            for row in self.rows
        )
        return (
            f'<div class="scroll" tabindex="0" role="group" aria-label="{text(self.label)}"><table>'
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


def boxes(data: RunData, values: dict[int, Floats], *, unit: str, label: str, title: str, note: str) -> str:
    """Draw the distribution of each participant's values, at least one for each, under each other."""
    plot = rows_plot(
        [short(data.names[number]) for number in values],
        [_box(data, row, number, of_one) for row, (number, of_one) in enumerate(values.items())],
        x={"title": unit, "rangemode": "tozero"},
        label=label,
        more={"boxgap": 0.45},
    )
    return figure(plot, title=title, note=note)


def _box(data: RunData, row: int, number: int, values: Floats) -> Trace:
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
