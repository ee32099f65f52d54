"""Time trouble: how far turns went past their hard limit, and what was left on the clock in the end."""

from zeitnot.report.match_page.box_rows import ENDS, BoxRow, box_plot
from zeitnot.report.match_page.figures import DASH, counted, listed, percent, seconds
from zeitnot.report.match_page.html_table import HtmlTable
from zeitnot.report.match_page.run_data import RunData
from zeitnot.report.match_page.section import Section, figure, named, paragraph

_TINY_S = 0.0005
"""Less past a limit than this is the precision of the clock."""


def overshoot_section(data: RunData) -> Section:
    """Show how far turns went past their hard limit."""
    table = HtmlTable(
        heads=["participant", "turns with a limit", "past it", "share", "mean past it", "worst"],
        label="Time past the hard limit",
    )
    rows: list[BoxRow] = []
    without: list[str] = []
    for number in data.ranked:
        row = _over(data, number, table)
        if row is None:
            without.append(data.name(number))
        elif len(row.values):
            rows.append(row)
    parts = [table.html()] if table.rows else [paragraph("No turn had a hard limit.", "none")]
    if table.rows and without:
        parts.append(paragraph(f"{listed(without)}: no hard limit is known.", "none"))
    if table.rows and not rows:
        parts.append(paragraph("No turn went past its hard limit.", "none"))
    if rows:
        parts.append(_over_figure(data, rows))
    return Section(key="overshoot", title="Past the hard limit", body="".join(parts))


def _over(data: RunData, number: int, table: HtmlTable) -> BoxRow | None:
    """Return the milliseconds by which a participant's turns passed their limit, and add them to a table."""
    import numpy as np

    mine = data.turns.overshoot_s[data.turns.participant == number]
    known = mine[~np.isnan(mine)]
    if not len(known):
        return None
    over = known[known > _TINY_S]
    figures = (seconds(float(over.mean())), seconds(float(over.max()))) if len(over) else (DASH, DASH)
    share = percent(len(over) / len(known))
    table.add(named(data, number), f"{len(known):,}", f"{len(over):,}", share, *figures)
    return BoxRow(participant=number, values=over * 1000)


def _over_figure(data: RunData, rows: list[BoxRow]) -> str:
    plot = box_plot(
        data,
        rows,
        axis={"title": "milliseconds past it", "rangemode": "tozero"},
        label="Milliseconds past the hard limit, of the turns that passed it",
    )
    note = f"Of the turns that went past it. {ENDS}"
    if data.plan.work_per_s is not None:
        note += " In work time a search counts its work in steps, and may go past its limit by one of them."
    return figure(plot, title="How far past", note=note)


def clock_section(data: RunData) -> Section:
    """Show what was left on the clocks."""
    import numpy as np

    rows = []
    for number in data.ranked:
        left_s = [game.left_s(number) for game in data.games if number in (game.first, game.second)]
        finite = np.array([each for each in left_s if abs(each) < float("inf")], dtype=np.float64)
        if len(finite):
            rows.append(BoxRow(participant=number, values=finite))
    if not rows:
        body = paragraph("No game has ended with a clock.", "none")
    else:
        lowest = min(rows, key=lambda row: float(row.values.min()))
        plot = box_plot(
            data,
            rows,
            axis={"title": "left on the clock, seconds", "rangemode": "tozero"},
            label="Seconds left on the clock at the end of the game, for each participant",
        )
        note = (
            f"Of {counted(len(data.games), 'game')}. {ENDS} The least was "
            f"{seconds(float(lowest.values.min()))}, by {data.name(lowest.participant)}."
        )
        body = figure(plot, title="Left at the end of the game", note=note)
    return Section(key="clock", title="Clock at the end", body=body)
