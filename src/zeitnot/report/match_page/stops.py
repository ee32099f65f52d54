"""Stops: why searches ended, how far past the limit, with what on the clock, and what stopping would lose."""

import numpy as np

from zeitnot.report.match_page.markup import (
    BOX_ENDS,
    DASH,
    HtmlTable,
    boxes,
    counted,
    listed,
    named,
    paragraph,
    percent,
    seconds,
    stacked_bars,
)
from zeitnot.report.match_page.plot import reason_colour
from zeitnot.report.match_page.run_data import Floats, RunData
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
_TINY_S = 0.0005
"""Less past a limit than this is the precision of the clock."""


def reason_words(reason: str) -> str:
    """Return a reason in words that stand alone."""
    return _WORDS.get(Reason(reason), reason) if reason in set(Reason) else reason


def reasons_section(data: RunData) -> str:
    """Show what ended the searches of each participant."""
    turns = data.turns
    if not turns.count:
        return paragraph("No turn has been played yet.", "none")
    shown = [number for number in data.ranked if (turns.participant == number).any()]
    counts = {
        number: np.bincount(turns.reason[turns.participant == number], minlength=len(turns.reasons))
        for number in shown
    }
    totals = sum(counts.values(), start=np.zeros(len(turns.reasons), dtype=np.int64))
    layers = []
    for place, reason in enumerate(np.argsort(-totals, kind="stable")):
        shares = [100.0 * counts[number][reason] / counts[number].sum() for number in shown]
        layers.append((reason_words(turns.reasons[reason]), reason_colour(place), shares))
    return stacked_bars(
        data,
        shown,
        layers,
        x={"title": "share of the turns, %", "range": [0, 100]},
        hover="%{x:.1f} %",
        label="Share of the turns by what ended them, for each participant",
        title="Stop reasons",
        note="Of all turns of a participant.",
    )


def overshoot_section(data: RunData) -> str:
    """Show how far turns went past their hard limit."""
    table = HtmlTable(
        heads=["participant", "turns with a limit", "past it", "share", "mean past it", "worst"],
        label="Time past the hard limit",
    )
    over_ms: dict[int, Floats] = {}
    without: list[str] = []
    for number in data.ranked:
        known_s = _known(data, number, data.turns.overshoot_s)
        if not len(known_s):
            without.append(data.names[number])
            continue
        over_s = known_s[known_s > _TINY_S]
        figures = (
            (seconds(float(over_s.mean())), seconds(float(over_s.max()))) if len(over_s) else (DASH, DASH)
        )
        share = percent(len(over_s) / len(known_s))
        table.add(named(data, number), f"{len(known_s):,}", f"{len(over_s):,}", share, *figures)
        if len(over_s):
            over_ms[number] = over_s * 1000
    if not table.rows:
        return paragraph("No turn had a hard limit.", "none")
    body = table.html()
    if without:
        body += paragraph(f"{listed(without)}: no hard limit is known.", "none")
    if not over_ms:
        return body + paragraph("No turn went past its hard limit.", "none")
    note = f"Of the turns that went past it. {BOX_ENDS}"
    if data.plan.work_per_s is not None:
        note += " In work time a search counts its work in steps, and may go past its limit by one of them."
    label = "Milliseconds past the hard limit, of the turns that passed it"
    return body + boxes(
        data, over_ms, unit="milliseconds past it", label=label, title="How far past", note=note
    )


def _known(data: RunData, number: int, column: Floats) -> Floats:
    """Return what is known in a column of one participant's turns."""
    mine = column[data.turns.participant == number]
    known: Floats = mine[~np.isnan(mine)]
    return known


def clock_section(data: RunData) -> str:
    """Show what was left on the clocks."""
    left_s: dict[int, Floats] = {}
    for number in data.ranked:
        ends_s = [game.left_s(number) for game in data.games if game.has(number)]
        finite_s = np.array([each for each in ends_s if abs(each) < float("inf")], dtype=np.float64)
        if len(finite_s):
            left_s[number] = finite_s
    if not left_s:
        return paragraph("No game has ended with a clock.", "none")
    lowest = min(left_s, key=lambda number: float(left_s[number].min()))
    return boxes(
        data,
        left_s,
        unit="left on the clock, seconds",
        label="Seconds left on the clock at the end of the game, for each participant",
        title="Left at the end of the game",
        note=f"Of {counted(len(data.games), 'game')}. {BOX_ENDS} The least was "
        f"{seconds(float(left_s[lowest].min()))}, by {data.names[lowest]}.",
    )


def loss_section(data: RunData) -> str:
    """Show the expected loss where policies estimate it."""
    heads = ["participant", "turns with an estimate", "of its turns", "mean, points", "median", "95 % below"]
    table = HtmlTable(heads=heads, label="Expected loss at stop")
    losses: dict[int, Floats] = {}
    for number in data.ranked:
        known = _known(data, number, data.turns.loss_pts)
        if not len(known):
            continue
        figures = (known.mean(), np.median(known), np.percentile(known, 95))
        share = percent(len(known) / int((data.turns.participant == number).sum()))
        cells = (f"{float(each):.3g}" for each in figures)
        table.add(named(data, number), f"{len(known):,}", share, *cells)
        losses[number] = known
    if not losses:
        words = "No search of this run ended with an estimate of what stopping would lose."
        return paragraph(words, "none")
    return table.html() + boxes(
        data,
        losses,
        unit="expected loss, points",
        label="Expected loss of stopping, in points, for each participant that estimates it",
        title="Expected loss of stopping when the search stopped",
        note=BOX_ENDS,
    )
