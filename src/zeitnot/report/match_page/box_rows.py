"""Box rows: distributions of many values, one row each, worked out before they go on the page."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from zeitnot.report.match_page.figures import short, text
from zeitnot.report.match_page.palette import colour, tint
from zeitnot.report.match_page.plot import Axis, Plot, Trace, rounded, rows_axis, rows_height_px
from zeitnot.report.match_page.run_data import RunData

if TYPE_CHECKING:
    from zeitnot.report.match_page.turn_columns import Floats

ENDS = "The box holds the middle half, its line is the median; the whiskers reach from 5 % to 95 %."
"""Explanation of a box and its whiskers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxRow:
    """One distribution."""

    participant: int
    """Number of the participant."""
    values: "Floats"
    """Values of the row, at least one."""


def box_plot(data: RunData, rows: list[BoxRow], *, axis: Axis, label: str) -> Plot:
    """Draw distributions under each other."""
    return Plot(
        traces=[_box(data, place, row) for place, row in enumerate(rows)],
        x=axis,
        y=rows_axis([short(data.name(row.participant)) for row in rows]),
        label=label,
        height_px=rows_height_px(len(rows)),
        more={"boxgap": 0.45},
    )


def _box(data: RunData, place: int, row: BoxRow) -> Trace:
    import numpy as np

    low, q1, median, q3, high = (float(end) for end in np.percentile(row.values, (5, 25, 50, 75, 95)))
    return {
        "type": "box",
        "orientation": "h",
        "name": text(data.name(row.participant)),
        "y": [place],
        "lowerfence": rounded([low]),
        "q1": rounded([q1]),
        "median": rounded([median]),
        "q3": rounded([q3]),
        "upperfence": rounded([high]),
        "fillcolor": tint(row.participant, 0.35),
        "line": {"color": colour(row.participant), "width": 2},
        "hoverinfo": "x",
        "xhoverformat": ".3g",
        "hoverlabel": {"namelength": 0},
        "whiskerwidth": 0.4,
    }
