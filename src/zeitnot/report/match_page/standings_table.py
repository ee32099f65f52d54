"""Standings on the page: the table, Elo with error bars, and who made what against whom."""

import math

from zeitnot.lab import EloEstimate, Score
from zeitnot.report.match_page.markup import (
    DASH,
    HtmlTable,
    counted,
    elo_text,
    estimate_text,
    figure,
    named,
    paragraph,
    percent,
    points_text,
    short,
    signed,
    text,
)
from zeitnot.report.match_page.plot import MARK_INK, Trace, colour, line_trace, rounded, rows_plot
from zeitnot.report.match_page.run_data import RunData

_PAIR_POINTS = ("0", "½", "1", "1½", "2")


def standings_section(data: RunData) -> str:
    """Show who stands where."""
    if not data.games:
        return paragraph("No game has been played yet.", "none")
    duel = data.standings.duel
    meetings = _cross_table(data) if duel is None else _pairs(data, duel)
    return _table(data).html() + paragraph(_note(data), "note") + _elo_figure(data) + meetings


def _table(data: RunData) -> HtmlTable:
    scrabble = bool(data.standings.spreads)
    duel = data.standings.duel
    # Elo first: on a phone it must be seen before the table is scrolled.
    heads = ["", "participant", "Elo ± 95 %", "points", "games", "won", "drawn", "lost"]
    heads += ["won %", "spread, points"] if scrabble else []
    heads += [] if duel is None else ["nElo ± 95 %"]
    heads += ["stronger than the next"]
    table = HtmlTable(heads=heads, left=2, label="Standings")
    for place, (row, number) in enumerate(zip(data.standings.table.rows, data.ranked, strict=True), start=1):
        games = row.score.games
        cells = [str(place), named(data, number), elo_text(data.standings.elo(row.name))]
        cells += [points_text(games.points), f"{games.games:,}"]
        cells += [str(games.wins), str(games.draws), str(games.losses)]
        if scrabble:
            spread = data.standings.total_spread(row.name)
            cells.append(DASH if spread is None else estimate_text(spread.win_rate, scale=100))
            cells.append(DASH if spread is None else estimate_text(spread.spread_pts, sign=True))
        if duel is not None:
            cells.append(elo_text((duel if number == 0 else duel.swapped()).normalised_elo))
        cells.append(percent(data.standings.superiority(place - 1)))
        table.add(*cells)
    return table


def _note(data: RunData) -> str:
    if data.standings.duel is not None:
        return (
            "Elo and its 95 % interval come from complete pairs of games, with the same start and seats "
            "swapped; nElo is normalised Elo, which says how many games show the difference."
        )
    anchor = data.standings.table.anchor
    zero = "the mean of the field is 0" if anchor is None else f"{anchor} is 0"
    return f"Elo by the model of Bradley and Terry, {zero}; errors are over pairs of games."


def _elo_figure(data: RunData) -> str:
    estimates = ((number, data.standings.elo(data.names[number])) for number in data.ranked)
    shown = [(number, elo) for number, elo in estimates if elo is not None and math.isfinite(elo.elo)]
    if not shown:
        return paragraph("There are too few games for Elo.", "none")
    ends = _ends([elo for _, elo in shown])
    marks: Trace = {
        "type": "scatter",
        "mode": "markers",
        "x": rounded([elo.elo for _, elo in shown]),
        "y": list(range(len(shown))),
        "marker": {"size": 11, "color": [colour(number) for number, _ in shown]},
        "text": [text(f"{data.names[number]}: {elo_text(elo)}") for number, elo in shown],
        "hovertemplate": "%{text} Elo<extra></extra>",
        "cliponaxis": False,
    }
    bars = [
        line_trace(
            rounded([max(elo.low, ends[0]), min(elo.high, ends[1])]),
            [row, row],
            line={"color": colour(number), "width": 3},
            hover=f"{signed(elo.low)} to {signed(elo.high)} Elo",
            opacity=0.6,
        )
        for row, (number, elo) in enumerate(shown)
    ]
    plot = rows_plot(
        [short(data.names[number]) for number, _ in shown],
        [*bars, marks],
        x={"title": "Elo", "range": list(ends), "zerolinecolor": MARK_INK},
        label=f"Elo with error bars of {len(shown)} participants",
    )
    note = "Each bar is a 95 % interval; one that reaches the edge has no end."
    return figure(plot, title="Elo with its error", note=note)


def _ends(values: list[EloEstimate]) -> tuple[float, float]:
    """Return the ends of the axis: a little beyond everything that is finite."""
    every = [end for elo in values for end in (elo.elo, elo.low, elo.high) if math.isfinite(end)]
    margin = max(10.0, (max(every) - min(every)) * 0.06)
    return min(0.0, *every) - margin, max(0.0, *every) + margin


def _cross_table(data: RunData) -> str:
    table = HtmlTable(
        heads=["", "participant", *(str(n + 1) for n in range(len(data.ranked)))], left=2, label="Cross table"
    )
    for place, (number, row) in enumerate(zip(data.ranked, data.standings.table.cross_table, strict=True)):
        cells = [
            '<span class="self"></span>' if other == place else _met(score) for other, score in enumerate(row)
        ]
        table.add(str(place + 1), named(data, number), *cells)
    note = paragraph("Points of the row against the column, and games between them.", "note")
    return f"<h3>Cross table</h3>{note}{table.html()}"


def _met(score: Score | None) -> str:
    if score is None or not score.games.games:
        return DASH
    share = score.points / score.games.games
    kind = "plus" if share > 0.5 else "minus" if share < 0.5 else "level"  # noqa: PLR2004 (half of the points)
    strength = round(abs(share - 0.5) * 2 * 0.5, 2)
    return (
        f'<span class="met {kind}" style="--strength:{strength:g}">{points_text(score.points)}'
        f"<small>/{score.games.games}</small></span>"
    )


def _pairs(data: RunData, duel: Score) -> str:
    if not duel.pairs.pairs:
        return paragraph("No pair of games is complete yet.", "none")
    table = HtmlTable(heads=["points of a pair", *_PAIR_POINTS], label="Pairs by points")
    table.add(named(data, 0), *(f"{count:,}" for count in duel.pairs.counts))
    ratio = duel.pairs.pairs_ratio
    words = f"{counted(duel.pairs.pairs, 'complete pair')}; level {percent(duel.pairs.draw_ratio)}"
    if ratio is not None and math.isfinite(ratio):
        words += f", {ratio:.2f} won for each one lost"
    return f"<h3>Pairs</h3>{table.html()}{paragraph(words + '.', 'note')}"
