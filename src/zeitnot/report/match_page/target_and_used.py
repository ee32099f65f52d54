"""Target against used: how near a participant came to what it planned."""

import math
from typing import TYPE_CHECKING

from zeitnot.report.match_page.figures import listed, percent, ratio, seconds, text
from zeitnot.report.match_page.html_table import HtmlTable
from zeitnot.report.match_page.palette import colour
from zeitnot.report.match_page.plot import MARK_INK, Plot, Trace, rounded
from zeitnot.report.match_page.run_data import RunData
from zeitnot.report.match_page.section import Section, figure, named, paragraph, participants_legend

if TYPE_CHECKING:
    from zeitnot.report.match_page.turn_columns import Floats

GROUPS = 20
"""Groups of turns with like targets, the same number of turns in each: points of one line."""
_WIDE = 3
_SCARCE = 5
"""Turns of a group at least."""

Points = list[tuple[float, float]]
"""Mean target and mean time used of groups of turns."""


def target_section(data: RunData) -> Section:
    """Show what was planned against what was used."""
    lines: dict[int, Points] = {}
    without: list[str] = []
    table = HtmlTable(
        heads=["participant", "mean target", "mean used", "used of target", "below half", "past it"],
        label="Target against used",
    )
    for number in data.ranked:
        target_s, used_s = _planned(data, number)
        if not len(target_s):
            without.append(data.name(number))
            continue
        lines[number] = _groups(target_s, used_s)
        table.add(
            named(data, number),
            seconds(float(target_s.mean())),
            seconds(float(used_s.mean())),
            ratio(float(used_s.sum() / target_s.sum())),
            percent(float((used_s < target_s / 2).mean())),
            percent(float((used_s > target_s).mean())),
        )
    left_out = paragraph(f"{listed(without)}: no target is known.", "none") if without else ""
    if not lines:
        return Section(
            key="target", title="Target against used", body=paragraph("No turn had a target.", "none")
        )
    body = table.html() + _figure(data, lines) + left_out
    return Section(key="target", title="Target against used", body=body)


def _planned(data: RunData, number: int) -> "tuple[Floats, Floats]":
    turns = data.turns
    chosen = (turns.participant == number) & (turns.target_s > 0)
    return turns.target_s[chosen], turns.used_s[chosen]


def _groups(target_s: "Floats", used_s: "Floats") -> Points:
    import numpy as np

    order = np.argsort(target_s, kind="stable")
    groups = max(1, min(GROUPS, len(order) // _SCARCE))
    points = [
        (float(target_s[group].mean()), float(used_s[group].mean()))
        for group in np.array_split(order, groups)
    ]
    # On logarithmic axes there is no place for 0.
    return [point for point in points if min(point) > 0]


def _line(data: RunData, number: int, points: Points) -> Trace:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": text(data.name(number)),
        "x": rounded([target for target, _ in points]),
        "y": rounded([used for _, used in points]),
        "line": {"color": colour(number), "width": 1.5},
        "marker": {"size": 6},
        "hovertemplate": f"{text(data.name(number))}: target %{{x:.3g}} s, used %{{y:.3g}} s<extra></extra>",
    }


def _ticks(ends: list[float]) -> dict[str, object]:
    """Return powers of ten, with 2 and 5 between them where there would be hardly a tick."""
    first, last = (math.floor(math.log10(end)) for end in ends)
    factors = (1, 2, 5) if last - first < _WIDE else (1,)
    values = [float(f"{factor}e{power}") for power in range(first, last + 1) for factor in factors]
    return {"tickmode": "array", "tickvals": values, "ticktext": [f"{value:g}" for value in values]}


def _figure(data: RunData, lines: dict[int, Points]) -> str:
    if not any(lines.values()):
        return paragraph("Every turn was answered at once.", "none")
    every = [value for points in lines.values() for point in points for value in point]
    ends = [min(every) / 1.3, max(every) * 1.3]
    diagonal: Trace = {
        "type": "scatter",
        "mode": "lines",
        "x": rounded(ends),
        "y": rounded(ends),
        "line": {"color": MARK_INK, "width": 1, "dash": "dash"},
        "hoverinfo": "skip",
    }
    scale = {"type": "log", "range": [math.log10(end) for end in ends], **_ticks(ends)}
    plot = Plot(
        traces=[diagonal, *(_line(data, number, points) for number, points in lines.items())],
        x={**scale, "title": "target, seconds"},
        y={**scale, "title": "used, seconds"},
        label="Mean time used by target, for each participant; on the dashed line they are the same",
        height_px=420,
    )
    note = (
        f"Turns of each in up to {GROUPS} groups of like targets; a point is the mean of a group. "
        "On the dashed line the time used is the target when the search ended, which may have moved."
    )
    return figure(plot, title="Used by target", note=note, legend=participants_legend(data))
