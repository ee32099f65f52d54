"""HTML plot: an interactive page in one file that needs nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from zeitnot.errors import MissingExtraError
from zeitnot.report.atomic_file import write_atomically
from zeitnot.report.series import COLOURS, Series

PANEL_HEIGHT_PX = 380
"""Height of one panel on the page."""


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
