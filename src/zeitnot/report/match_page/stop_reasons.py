"""Stop reasons: what ended the searches of each participant."""

from zeitnot.report.match_page.figures import short, text
from zeitnot.report.match_page.palette import reason_colour
from zeitnot.report.match_page.plot import Plot, Trace, rounded, rows_axis, rows_height_px
from zeitnot.report.match_page.run_data import RunData
from zeitnot.report.match_page.section import Section, figure, legend_of, paragraph
from zeitnot.turns import Reason

_WORDS = {
    Reason.LIMIT: "hard limit",
    Reason.TARGET: "target",
    Reason.UNAFFORDABLE: "next depth too dear",
    Reason.STABLE: "result stable",
    Reason.MATE: "mate found",
    Reason.DEPTH: "depth reached",
    Reason.NODES: "nodes spent",
    Reason.ONE_MOVE: "only one move",
    Reason.CALLER: "stopped from outside",
    Reason.RESERVE: "emergency reserve",
}
"""Reasons whose name alone says little."""


def reason_words(reason: str) -> str:
    """Return a reason in words that stand alone."""
    return _WORDS.get(Reason(reason), reason) if reason in set(Reason) else reason


def reasons_section(data: RunData) -> Section:
    """Show what ended the searches."""
    body = _figure(data) if data.turns.count else paragraph("No turn has been played yet.", "none")
    return Section(key="reasons", title="Why searches ended", body=body)


def _figure(data: RunData) -> str:
    import numpy as np

    turns = data.turns
    shown = [number for number in data.ranked if (turns.participant == number).any()]
    counts = {
        number: np.bincount(turns.reason[turns.participant == number], minlength=len(turns.reasons))
        for number in shown
    }
    totals = sum(counts.values(), start=np.zeros(len(turns.reasons), dtype=np.int64))
    ranked = [int(reason) for reason in np.argsort(-totals, kind="stable")]
    traces = []
    for place, reason in enumerate(ranked):
        shares = [100.0 * counts[number][reason] / counts[number].sum() for number in shown]
        traces.append(_bars(reason_words(turns.reasons[reason]), place, shares))
    plot = Plot(
        traces=traces,
        x={"title": "share of the turns, %", "range": [0, 100]},
        y=rows_axis([short(data.name(number)) for number in shown]),
        label="Share of the turns by what ended them, for each participant",
        height_px=rows_height_px(len(shown)),
        more={"barmode": "stack", "bargap": 0.35},
    )
    legend = legend_of(
        (reason_words(turns.reasons[reason]), reason_colour(place)) for place, reason in enumerate(ranked)
    )
    return figure(plot, title="Stop reasons", note="Of all turns of a participant.", legend=legend)


def _bars(words: str, place: int, shares: list[float]) -> Trace:
    return {
        "type": "bar",
        "orientation": "h",
        "name": text(words),
        "y": list(range(len(shares))),
        "x": rounded(shares),
        "marker": {"color": reason_colour(place)},
        "hovertemplate": f"{text(words)}: %{{x:.1f}} %<extra></extra>",
    }
