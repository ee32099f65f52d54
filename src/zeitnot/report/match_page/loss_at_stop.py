"""Expected loss at stop: what the estimators thought that stopping would cost."""

from zeitnot.report.match_page.box_rows import ENDS, BoxRow, box_plot
from zeitnot.report.match_page.figures import percent
from zeitnot.report.match_page.html_table import HtmlTable
from zeitnot.report.match_page.run_data import RunData
from zeitnot.report.match_page.section import Section, figure, named, paragraph


def loss_section(data: RunData) -> Section:
    """Show the expected loss where policies estimate it."""
    import numpy as np

    turns = data.turns
    table = HtmlTable(
        heads=[
            "participant",
            "turns with an estimate",
            "of its turns",
            "mean, points",
            "median",
            "95 % below",
        ],
        label="Expected loss at stop",
    )
    rows = []
    for number in data.ranked:
        mine = turns.loss_pts[turns.participant == number]
        known = mine[~np.isnan(mine)]
        if not len(known):
            continue
        figures = (known.mean(), np.median(known), np.percentile(known, 95))
        table.add(
            named(data, number),
            f"{len(known):,}",
            percent(len(known) / len(mine)),
            *(f"{float(each):.3g}" for each in figures),
        )
        rows.append(BoxRow(participant=number, values=known))
    if not rows:
        words = "No search of this run ended with an estimate of what stopping would lose."
        return Section(key="loss", title="Expected loss at stop", body=paragraph(words, "none"))
    plot = box_plot(
        data,
        rows,
        axis={"title": "expected loss, points", "rangemode": "tozero"},
        label="Expected loss of stopping, in points, for each participant that estimates it",
    )
    body = table.html() + figure(plot, title="Expected loss of stopping when the search stopped", note=ENDS)
    return Section(key="loss", title="Expected loss at stop", body=body)
