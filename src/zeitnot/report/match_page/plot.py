"""Plot: one figure of the page, as plotly draws it in the browser."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

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
            "xaxis": _axis(self.x),
            "yaxis": _axis(self.y),
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


def _axis(words: Axis) -> Axis:
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


def rows_axis(names: Sequence[str]) -> Axis:
    """Make an axis with one row for each name, the first on top."""
    return {
        "tickmode": "array",
        "tickvals": list(range(len(names))),
        "ticktext": [f"{escape(name)}  " for name in names],
        "range": [len(names) - 0.5, -0.5],
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
        "title": None,
    }


def rows_height_px(rows: int) -> int:
    """Return the height of a plot with this number of rows."""
    return 76 + ROW_PX * rows


def rounded(values: Sequence[float], digits: int = 4) -> list[float | None]:
    """Return values as the page keeps them: few digits, and None for what is not there."""
    # Significant digits: times are from microseconds to hours.
    return [float(f"{value:.{digits}g}") if abs(value) < float("inf") else None for value in values]
