"""Line plots: the same named lines drawn with braille dots at the terminal, or on an interactive page."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path

from rich.text import Text

from zeitnot.atomic_file import write_atomically
from zeitnot.errors import MissingExtraError

TERMINAL_COLOURS = ("bright_blue", "yellow", "green", "magenta", "red", "cyan", "default", "bright_black")
"""Line colours at a terminal that has sixteen: its own, so that they suit its background."""
COLOURS = ("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#0072b2", "#8414f0", "#904824")
"""Line colours that colour-blind eyes can tell apart (the first six after Okabe and Ito); none is grey, which
is for lines that belong to nobody."""
PANEL_HEIGHT_PX = 380
"""Height of one panel on the page."""
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Bits of the braille dots, by row and column."""
_BRAILLE = 0x2800
_NARROWEST = 8
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_TICK_WIDTH = 12
_TICK_HEIGHT = 3

_DASH = 2
"""Characters of one colour where lines run through the same cells: there they take turns."""

Cells = dict[tuple[int, int], tuple[int, tuple[int, ...]]]
"""Dots and lines in the characters, by row and column."""
Marks = dict[tuple[int, int], int]
"""Lines whose letter stands at a row and column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A line to plot."""

    name: str
    """Name in the legend."""
    points: tuple[tuple[float, float], ...]
    """Points from left to right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One plot of a page."""

    title: str
    """Headline of the panel."""
    y_label: str
    """Label of the vertical axis."""
    series: tuple[Series, ...]
    """Lines of the panel; a line of the same name has the same colour in every panel."""


def write_html_plot(path: Path, *, title: str, x_label: str, panels: Sequence[Panel]) -> None:
    """Write panels under each other, with one legend; the file appears whole or not at all."""
    try:
        from plotly.graph_objects import Scatter
        from plotly.subplots import make_subplots
    except ImportError as error:
        raise MissingExtraError(feature="an HTML plot", extra="lab") from error
    names = list(dict.fromkeys(line.name for panel in panels for line in panel.series))
    titles = [panel.title for panel in panels]
    figure = make_subplots(
        rows=len(panels), cols=1, shared_xaxes=True, vertical_spacing=0.08, subplot_titles=titles
    )
    shown: set[str] = set()
    for row, panel in enumerate(panels, start=1):
        for line in panel.series:
            trace = Scatter(
                x=[x for x, _ in line.points],
                y=[y for _, y in line.points],
                name=line.name,
                legendgroup=line.name,
                showlegend=line.name not in shown,
                mode="lines",
                line={"color": COLOURS[names.index(line.name) % len(COLOURS)], "width": 2},
                hovertemplate="%{y:.2f}",
            )
            shown.add(line.name)
            figure.add_trace(trace, row=row, col=1)
        figure.update_yaxes(title_text=panel.y_label, rangemode="tozero", row=row, col=1)
    figure.update_xaxes(title_text=x_label, row=len(panels), col=1)
    figure.update_layout(
        title=title,
        height=PANEL_HEIGHT_PX * len(panels) + 120,
        hovermode="x unified",
        template="plotly_white",
    )
    page = figure.to_html(include_plotlyjs=True, full_html=True)
    write_atomically(path, page.replace("<head>", f"<head><title>{escape(title)}</title>", 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    """Where a point lies on the canvas."""

    low_x: float
    high_x: float
    y_ticks: list[float]
    margin: int
    columns: int
    rows: int

    @classmethod
    def around(cls, points: Sequence[tuple[float, float]], width: int, rows: int) -> "_Frame":
        low_x, high_x = widened(min(x for x, _ in points), max(x for x, _ in points))
        low_y, high_y = widened(min(0.0, *(y for _, y in points)), max(y for _, y in points))
        y_ticks = ticks(low_y, high_y, max(2, rows // _TICK_HEIGHT), outward=True)
        margin = max(len(f"{tick:g}") for tick in y_ticks)
        columns = max(_NARROWEST, width - margin - 2)
        return cls(low_x=low_x, high_x=high_x, y_ticks=y_ticks, margin=margin, columns=columns, rows=rows)

    def dot(self, x: float, y: float) -> tuple[int, int]:
        """Count the dots from the left and from above."""
        low_y, high_y = self.y_ticks[0], self.y_ticks[-1]
        across = (x - self.low_x) / (self.high_x - self.low_x) * (2 * self.columns - 1)
        return round(across), round((high_y - y) / (high_y - low_y) * (4 * self.rows - 1))


def terminal_plot(
    series: Sequence[Series],
    *,
    width: int,
    height: int = 16,
    x_label: str,
    y_label: str,
    colours: Sequence[str] = TERMINAL_COLOURS,
    letters: bool = False,
) -> Text:
    """Draw lines with axes and a legend; letters on the lines mark them where there is no colour."""
    lines = [[p for p in line.points if math.isfinite(p[0]) and math.isfinite(p[1])] for line in series]
    if not any(lines):
        return Text("nothing to plot")
    letters = letters or len(series) > len(colours)
    frame = _Frame.around([point for line in lines for point in line], width, height)
    cells: Cells = {}
    marks: Marks = {}
    for index, line in enumerate(lines):
        dots = [frame.dot(x, y) for x, y in line]
        _draw(cells, dots, index)
        if letters:
            _mark(marks, dots, index, len(series))
    plot = Text().append(f"{y_label}\n", style="bold")
    labels = {frame.dot(frame.low_x, tick)[1] // 4: f"{tick:g}" for tick in frame.y_ticks}
    for row in range(height):
        plot.append(f"{labels.get(row, ''):>{frame.margin}} {'┤' if row in labels else '│'}", style="dim")
        in_row = (_character(cells, marks, row, column) for column in range(frame.columns))
        for index, run in groupby(in_row, itemgetter(1)):
            plot.append(
                "".join(text for text, _ in run), None if index < 0 else colours[index % len(colours)]
            )
        plot.append("\n")
    plot.append(_x_axis(frame, x_label), style="dim")
    return plot.append_text(_legend(series, width, colours, letters=letters))


def _character(cells: Cells, marks: Marks, row: int, column: int) -> tuple[str, int]:
    """Return what stands in a cell and the line it belongs to, -1 for none."""
    if (row, column) in marks:
        index = marks[row, column]
        return _LETTERS[index % len(_LETTERS)], index
    if (row, column) in cells:
        dots, owners = cells[row, column]
        return chr(_BRAILLE + dots), owners[column // _DASH % len(owners)]
    return " ", -1


def _draw(cells: Cells, dots: Sequence[tuple[int, int]], index: int) -> None:
    for (x0, y0), (x1, y1) in pairwise([dots[0], *dots] if dots else []):
        steps = max(abs(x1 - x0), abs(y1 - y0), 1)
        for step in range(steps + 1):
            x, y = round(x0 + (x1 - x0) * step / steps), round(y0 + (y1 - y0) * step / steps)
            before, owners = cells.get((y // 4, x // 2), (0, ()))
            with_this = owners if index in owners else (*owners, index)
            cells[y // 4, x // 2] = (before | _DOTS[y % 4][x % 2], with_this)


def _mark(marks: Marks, dots: Sequence[tuple[int, int]], index: int, count: int) -> None:
    """Put the line's letter on it twice, each line at places of its own."""
    for start in (0.0, 0.5) if dots else ():
        x, y = dots[int((start + (index + 0.5) / count / 2) * len(dots))]
        marks[y // 4, x // 2] = index


def _x_axis(frame: _Frame, x_label: str) -> str:
    x_ticks = ticks(frame.low_x, frame.high_x, max(2, frame.columns // _TICK_WIDTH))
    labels = {frame.dot(tick, 0.0)[0] // 2: f"{tick:g}" for tick in x_ticks}
    rule = "".join("┴" if column in labels else "─" for column in range(frame.columns))
    left, width = frame.margin + 2, frame.margin + 2 + frame.columns
    text = [" "] * width
    for column, label in labels.items():
        start = min(left + column - len(label) // 2, width - len(label))
        text[start : start + len(label)] = label
    return f"{' ' * frame.margin} └{rule}\n{''.join(text).rstrip()}\n{x_label:>{width}}\n"


def _legend(series: Sequence[Series], width: int, colours: Sequence[str], *, letters: bool) -> Text:
    legend, used = Text(), 0
    for index, line in enumerate(series):
        entry = f"{_LETTERS[index % len(_LETTERS)] if letters else '━━'} {line.name}"
        if used and used + 3 + len(entry) > width:
            legend.append("\n")
            used = 0
        legend.append(f"{'   ' if used else ''}{entry}", style=colours[index % len(colours)])
        used += len(entry) + (3 if used else 0)
    return legend


def widened(low: float, high: float) -> tuple[float, float]:
    """Return a range that has some width."""
    return (low, high) if high > low else (low, low + max(1.0, abs(low)))


def ticks(low: float, high: float, most: int, *, outward: bool = False) -> list[float]:
    """Return round numbers within the range, or just around it, about as many as asked for."""
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9))
    first, last = low / step, high / step
    if outward:
        ends = math.floor(first + 1e-9), math.ceil(last - 1e-9)
    else:
        ends = math.ceil(first - 1e-9), math.floor(last + 1e-9)
    return [round(number * step, 12) for number in range(ends[0], ends[1] + 1)]
