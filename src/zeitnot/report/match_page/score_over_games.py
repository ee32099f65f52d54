"""Score over games: how the result settled, and the sequential test on its way to a bound."""

import math
from collections.abc import Sequence
from itertools import accumulate

from zeitnot.games import Sum
from zeitnot.lab import Pentanomial, SprtState, elo_of, game_pairs
from zeitnot.report.match_page.markup import figure, paragraph, participants_legend, text
from zeitnot.report.match_page.plot import (
    MARK_INK,
    Plot,
    Trace,
    band_trace,
    colour,
    line_trace,
    own_line,
    rounded,
    tint,
)
from zeitnot.report.match_page.run_data import RunData

MOST_POINTS = 300
"""Points of one line: more are not seen."""
_PAIR = 2
_FIRST = 4
"""Games of a participant before its running score is drawn: before, it only jumps."""

ScorePoints = Sequence[tuple[int, float, float, float]]
"""Games played, an estimate, and the ends of its interval."""


def score_section(data: RunData) -> str:
    """Show how the score came about."""
    return _field_figure(data) if data.standings.duel is None else _duel_figures(data)


def _duel_figures(data: RunData) -> str:
    pairs = [pair for pair in game_pairs(data.games).get((0, 1), []) if len(pair) == _PAIR]
    if len(pairs) < _PAIR:
        return paragraph("There are too few complete pairs of games to draw a curve.", "none")
    counts = list(
        accumulate(
            (sum(half for half, _ in pair) for pair in pairs),
            lambda so_far, half: so_far.plus(Pentanomial.of_pair(half)),
            initial=Pentanomial(),
        )
    )
    places = _sampled(len(pairs))
    parts = []
    if data.plan.played_game.has_points:
        parts.append(_spread_figure(data, pairs))
    parts.append(_elo_figure(data, counts, places))
    if data.standings.test is not None:
        parts.append(_test_figure(data.standings.test, counts, places))
    return "".join(parts)


def _sampled(count: int) -> list[int]:
    """Choose places from 1 to the count, evenly, the last among them."""
    step = max(1, math.ceil(count / MOST_POINTS))
    return sorted({*range(step, count + 1, step), count})


def _elo_figure(data: RunData, counts: Sequence[Pentanomial], places: Sequence[int]) -> str:
    points = []
    for place in places:
        elo = elo_of(counts[place])
        if elo is not None and all(map(math.isfinite, (elo.elo, elo.low, elo.high))):
            points.append((2 * place, elo.elo, elo.low, elo.high))
    return _band_figure(data, points, what="Elo", unit="Elo", lacks="a finite error")


def _spread_figure(data: RunData, pairs: Sequence[Sequence[tuple[int, int | None]]]) -> str:
    spreads = [[spread for _, spread in pair if spread is not None] for pair in pairs]
    known = (sum(pair) for pair in spreads if len(pair) == _PAIR)
    sums = list(accumulate(known, Sum.plus, initial=Sum()))
    points = []
    for place in _sampled(len(sums) - 1) if len(sums) > 1 else ():
        estimate = sums[place].estimate(0.5)
        if estimate.error is not None:
            low, high = estimate.mean - estimate.error, estimate.mean + estimate.error
            points.append((2 * place, estimate.mean, low, high))
    return _band_figure(data, points, what="Spread", unit="points a game", lacks="an error")


def _band_figure(data: RunData, points: ScorePoints, *, what: str, unit: str, lacks: str) -> str:
    title = f"{what} of {data.names[0]} over {data.names[1]}"
    if len(points) < _PAIR:
        return paragraph(f"{title}: there are too few games for {lacks}.", "none")
    games, values, low, high = zip(*points, strict=True)
    band = band_trace(games, low, high, fill=tint(0, 0.22))
    line = line_trace(
        games,
        rounded(values),
        line={"color": colour(0), "width": 2.5},
        hover=f"%{{x}} games: %{{y:.1f}} {unit}<br>95 %: %{{customdata[0]:.1f}} to %{{customdata[1]:.1f}}",
        customdata=list(zip(rounded(low), rounded(high), strict=True)),
    )
    settled = [point for point in points if point[0] >= games[-1] / 10]
    ends = [0.0, *(end for point in settled for end in point[2:])]
    margin = (max(ends) - min(ends)) * 0.06
    plot = Plot(
        traces=[band, line],
        x={"title": "games"},
        y={
            "title": unit,
            "zeroline": True,
            "zerolinecolor": MARK_INK,
            "range": [min(ends) - margin, max(ends) + margin],
        },
        label=f"{title}, game by game, with its 95 % interval",
    )
    return figure(plot, title=title, note="After each number of games, with the 95 % interval at that point.")


def _test_figure(test: SprtState, counts: Sequence[Pentanomial], places: Sequence[int]) -> str:
    sprt = test.sprt
    games = [2 * place for place in places]
    llrs = [sprt.llr(counts[place]) for place in places]
    place = {"x": 0.01, "xref": "paper", "xanchor": "left", "showarrow": False}
    notes = (
        {**place, "y": sprt.upper, "yanchor": "bottom", "text": f"accepts H1: {sprt.elo1:g}"},
        {**place, "y": sprt.lower, "yanchor": "top", "text": f"accepts H0: {sprt.elo0:g}"},
    )
    dashed = {"color": MARK_INK, "width": 1.5, "dash": "dash"}
    ends = [0, games[-1]]
    traces = [line_trace(ends, [bound, bound], line=dashed) for bound in (sprt.upper, sprt.lower)]
    own = {"color": colour(0), "width": 2.5}
    traces.append(line_trace(games, rounded(llrs), line=own, hover="%{x} games: %{y:.2f}"))
    plot = Plot(
        traces=traces,
        x={"title": "games", "rangemode": "tozero"},
        y={
            "title": "log-likelihood ratio",
            "range": [min(1.3 * sprt.lower, min(llrs) * 1.1), max(1.3 * sprt.upper, max(llrs) * 1.1)],
        },
        label="Log-likelihood ratio of the sequential test between its bounds",
        more={"annotations": notes},
    )
    model = "normalised Elo" if sprt.model == "normalised" else "Elo"
    note = (
        f"H1, a difference of {sprt.elo1:g} {model}, against H0, one of {sprt.elo0:g}; "
        f"alpha {sprt.alpha:g}, beta {sprt.beta:g}. It ends where the line meets a bound."
    )
    return figure(plot, title="Sequential test", note=note)


def _field_figure(data: RunData) -> str:
    traces = [trace for number in data.ranked if (trace := _share_line(data, number)) is not None]
    if not traces:
        return paragraph("There are too few games to draw a curve.", "none")
    plot = Plot(
        traces=traces,
        x={"title": "games of the participant"},
        y={"title": "share of the points, %"},
        label="Share of the points of each participant, game by game",
        height_px=380,
    )
    return figure(
        plot,
        title="Share of the points so far",
        note="Each line ends at the participant's score; in the beginning chance is all.",
        legend=participants_legend(data),
    )


def _share_line(data: RunData, number: int) -> Trace | None:
    own = [game.half_points_of(number) for game in data.games if game.has(number)]
    sums = list(accumulate(own))
    places = [place for place in _sampled(len(own)) if place >= _FIRST] if own else []
    if len(places) < _PAIR:  # a point is no line
        return None
    name = text(data.names[number])
    shares = rounded([50.0 * sums[place - 1] / place for place in places])
    hover = f"{name}: %{{y:.1f}} % after %{{x}} games"
    return line_trace(places, shares, line=own_line(number), hover=hover, name=name)
