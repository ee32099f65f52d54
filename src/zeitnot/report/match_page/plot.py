"""Plot: one figure of the page, as plotly draws it in the browser, and the colours of what it shows."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from zeitnot.report.line_plot import COLOURS

Trace = dict[str, object]
"""A line, a row of bars or of boxes, in plotly's words."""
Axis = dict[str, object]

MARK_INK = "#7d8791"
"""Lines that belong to nobody: a diagonal, a bound; seen on light and on dark."""
GRID = "rgba(125,135,145,0.22)"
"""Colour of the grid, on a light and a dark page."""
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
"""The font of the page."""
ROW_PX = 34
"""Height of one row of horizontal bars."""
REASON_COLOURS = (
    *("#7aa6c2", "#d9a441", "#6fa287", "#b07aa1", "#c96b4b"),
    *("#4f6d8f", "#c2b280", "#8f5c5c", "#5fa8a0", "#a3a3a3"),
)
"""Colours of what ended a search; muted, so that they are not taken for participants."""
PHASE_COLOURS = ("#c6dbe9", "#93bdd9", "#5e9bc4", "#397aa8", "#235a85", "#123a5c")
"""Colours of the phases of a game, from light to dark as it goes on."""
_DASHES = ("solid", "dash", "dot", "dashdot")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """What to draw; colours of text and grid come from the style of the page, light, dark or on paper."""

    traces: Sequence[Trace]
    """Traces that are drawn."""
    x: Axis
    """The axis along."""
    y: Axis
    """The axis up."""
    label: str
    """Text alternative for screen readers."""
    height_px: int = 340
    """Height on the page; the width is that of the page."""
    more: Mapping[str, object] = field(default_factory=dict)
    """Further words of the layout."""

    def spec(self) -> dict[str, object]:
        """Return the figure as plotly reads it."""
        layout = {
            "font": {"family": FONT, "size": 12},
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "margin": {"l": 12, "r": 12, "t": 10, "b": 12},
            "height": self.height_px,
            "showlegend": False,
            "hovermode": "closest",
            "xaxis": axis(self.x),
            "yaxis": axis(self.y),
            **self.more,
        }
        return {"data": list(self.traces), "layout": layout}

    def html(self) -> str:
        """Return the HTML element that holds the figure; a script of the page draws all of them."""
        # `<` is written so that no name can end the script element.
        form = json.dumps(self.spec(), separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
        return (
            f'<div class="plot" role="img" aria-label="{escape(self.label)}" '
            f'style="height:{self.height_px}px">'
            f'<script type="application/json">{form}</script></div>'
        )


def axis(words: Axis) -> Axis:
    """Return an axis in the look of the page."""
    title = words.get("title")
    return {
        "automargin": True,
        "gridcolor": GRID,
        "zerolinecolor": GRID,
        "linecolor": GRID,
        "ticks": "",
        "exponentformat": "none",
        **words,
        "title": {"text": title, "standoff": 10} if isinstance(title, str) else title,
    }


def rows_plot(
    names: Sequence[str],
    traces: Sequence[Trace],
    *,
    x: Axis,
    label: str,
    more: Mapping[str, object] | None = None,
) -> Plot:
    """Make a plot with one row for each name, the first on top."""
    rows: Axis = {
        "tickmode": "array",
        "tickvals": list(range(len(names))),
        "ticktext": [f"{escape(name)}  " for name in names],
        "range": [len(names) - 0.5, -0.5],
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
        "title": None,
    }
    return Plot(traces=traces, x=x, y=rows, label=label, height_px=76 + ROW_PX * len(names), more=more or {})


def line_trace(
    x: Sequence[float | None],
    y: Sequence[float | None],
    *,
    line: Mapping[str, object],
    hover: str = "",
    **more: object,
) -> Trace:
    """Make a line; without words to hover it is background."""
    shown = {"hovertemplate": f"{hover}<extra></extra>"} if hover else {"hoverinfo": "skip"}
    return {"type": "scatter", "mode": "lines", "x": list(x), "y": list(y), "line": line, **shown, **more}


def band_trace(x: Sequence[float], low: Sequence[float], high: Sequence[float], *, fill: str) -> Trace:
    """Make the area between two lines."""
    ends = [*rounded(high), *rounded(low)[::-1]]
    return line_trace([*x, *x[::-1]], ends, line={"width": 0}, fill="toself", fillcolor=fill)


def rounded(values: Sequence[float]) -> list[float | None]:
    """Return values as the page keeps them: few digits, and None for what is not there."""
    # Significant digits: times are from microseconds to hours.
    return [float(f"{value:.4g}") if abs(value) < float("inf") else None for value in values]


def colour(participant: int) -> str:
    """Return the colour of a participant."""
    return COLOURS[participant % len(COLOURS)]


def own_line(participant: int) -> dict[str, object]:
    """Return the line of a participant; its dash separates participants of the same colour."""
    dash = _DASHES[participant // len(COLOURS) % len(_DASHES)]
    return {"color": colour(participant), "width": 2, "dash": dash}


def tint(participant: int, opacity: float) -> str:
    """Return the colour of a participant, partly transparent."""
    red, green, blue = bytes.fromhex(colour(participant)[1:])
    return f"rgba({red},{green},{blue},{opacity:g})"


def reason_colour(number: int) -> str:
    """Return the colour of a reason, by how often it came; the rare ones share the last."""
    return REASON_COLOURS[min(number, len(REASON_COLOURS) - 1)]


def phase_colour(number: int, count: int) -> str:
    """Return the colour of a phase."""
    last = len(PHASE_COLOURS) - 1
    return PHASE_COLOURS[min(last, round((number + 0.5) * last / max(count, 1)))]
