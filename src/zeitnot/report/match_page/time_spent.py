"""Where the time went: by number of the move and by phase of the game."""

from zeitnot.report.match_page.figures import listed, seconds, short, text
from zeitnot.report.match_page.html_table import HtmlTable
from zeitnot.report.match_page.palette import colour, dash, phase_colour, tint
from zeitnot.report.match_page.plot import MARK_INK, Plot, Trace, rounded, rows_axis, rows_height_px
from zeitnot.report.match_page.run_data import RunData
from zeitnot.report.match_page.section import (
    Section,
    figure,
    legend_of,
    named,
    paragraph,
    participants_legend,
)

FEWEST_TURNS = 3
"""Turns that a mean is made of at least: the few longest games would draw a tail of chance."""
MOST_PANELS = 12
"""Participants that get a small plot of their own."""

Curve = list[tuple[int, float, float, float]]
"""Number of each move, its mean time, and the ends of the middle half."""


def time_section(data: RunData) -> Section:
    """Show where the time went."""
    if not data.turns.count:
        body = paragraph("No turn has been played yet.", "none")
    else:
        body = _totals(data) + _by_move(data) + _by_phase(data)
    return Section(key="time", title="Where the time went", body=body)


def _totals(data: RunData) -> str:
    table = HtmlTable(
        heads=["participant", "turns", "time a game", "mean turn", "median", "longest"], label="Time used"
    )
    import numpy as np

    for number in data.ranked:
        used_s = data.turns.used_s[data.turns.participant == number]
        if not len(used_s):
            continue
        a_game_s = float(used_s.sum()) / max(1, data.games_of(number))
        figures = (a_game_s, used_s.mean(), np.median(used_s), used_s.max())
        table.add(named(data, number), f"{len(used_s):,}", *(seconds(float(each)) for each in figures))
    return table.html()


def _curve(data: RunData, number: int) -> Curve:
    import numpy as np

    mine = data.turns.participant == number
    moves, used_s = data.turns.move[mine], data.turns.used_s[mine]
    if not len(moves):
        return []
    order = np.argsort(moves, kind="stable")
    moves, used_s = moves[order], used_s[order]
    numbers, starts = np.unique(moves, return_index=True)
    least = min(FEWEST_TURNS, data.games_of(number))
    curve = []
    for move, group in zip(numbers, np.split(used_s, starts[1:]), strict=True):
        if len(group) >= least:
            low, high = np.percentile(group, (25, 75))
            curve.append((int(move), float(group.mean()), float(low), float(high)))
    return curve


def _by_move(data: RunData) -> str:
    curves = {number: curve for number in data.ranked if (curve := _curve(data, number))}
    if not any(len(curve) > 1 for curve in curves.values()):
        return paragraph("There are too few turns to draw them by number.", "none")
    word = data.plan.played_game.turn_word
    lines = [_line(data, number, curve, word) for number, curve in curves.items()]
    plot = Plot(
        traces=lines,
        x={"title": word, "rangemode": "tozero"},
        y={"title": f"seconds a {word}, mean", "rangemode": "tozero"},
        label=f"Mean seconds by number of the {word}, for each participant",
        height_px=380,
    )
    note = f"Mean time by number of the {word}, where there are {FEWEST_TURNS} turns or more."
    whole = figure(plot, title=f"Seconds by {word}", note=note, legend=participants_legend(data))
    return whole + _panels(data, curves, word)


def _line(data: RunData, number: int, curve: Curve, word: str) -> Trace:
    return {
        "type": "scatter",
        "mode": "lines" if len(curve) > 1 else "markers",
        "name": text(data.name(number)),
        "x": [point[0] for point in curve],
        "y": rounded([point[1] for point in curve]),
        "line": {"color": colour(number), "width": 2, "dash": dash(number)},
        "marker": {"color": colour(number)},
        "hovertemplate": f"{text(data.name(number))}: %{{y:.3g}} s at {word} %{{x}}<extra></extra>",
    }


def _panels(data: RunData, curves: dict[int, Curve], word: str) -> str:
    """Draw each participant for itself with its spread, all to one scale, the mean of all behind it."""
    shown = dict(list(curves.items())[:MOST_PANELS])
    top = max(point[3] for curve in shown.values() for point in curve)
    top = max(top, *(point[1] for curve in shown.values() for point in curve)) * 1.05
    last = max(point[0] for curve in shown.values() for point in curve)
    everybody = _mean_of(curves)
    cells = []
    for number, curve in shown.items():
        plot = Plot(
            traces=[_behind(everybody), *_with_spread(data, number, curve, word)],
            x={"range": [0, last + 1], "nticks": 5, "title": None},
            y={"range": [0, top], "nticks": 4, "ticksuffix": " s", "title": None},
            label=f"Seconds by {word} of {data.name(number)}, with the middle half of its turns",
            height_px=170,
        )
        cells.append(f'<div class="panel"><h4>{named(data, number)}</h4>{plot.html()}</div>')
    left_out = "" if len(shown) == len(curves) else f" The first {MOST_PANELS} of the standings."
    note = (
        f"Seconds by {word}: the line is the mean, the band holds the middle half of the turns, "
        f"the grey line is the mean of all participants.{left_out}"
    )
    return (
        f"<figure><figcaption><h3>Mean and spread of each</h3><p>{text(note)}</p></figcaption>"
        f'<div class="panels">{"".join(cells)}</div></figure>'
    )


def _mean_of(curves: dict[int, Curve]) -> list[tuple[int, float]]:
    at: dict[int, list[float]] = {}
    for curve in curves.values():
        for move, mean_s, _, _ in curve:
            at.setdefault(move, []).append(mean_s)
    return [(move, sum(means) / len(means)) for move, means in sorted(at.items())]


def _behind(everybody: list[tuple[int, float]]) -> Trace:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [move for move, _ in everybody],
        "y": rounded([mean_s for _, mean_s in everybody]),
        "line": {"color": MARK_INK, "width": 1},
        "opacity": 0.6,
        "hoverinfo": "skip",
    }


def _with_spread(data: RunData, number: int, curve: Curve, word: str) -> list[Trace]:
    moves = [point[0] for point in curve]
    low, high = rounded([point[2] for point in curve]), rounded([point[3] for point in curve])
    band: Trace = {
        "type": "scatter",
        "mode": "lines",
        "x": [*moves, *moves[::-1]],
        "y": [*high, *low[::-1]],
        "fill": "toself",
        "fillcolor": tint(number, 0.28),
        "line": {"width": 0},
        "hoverinfo": "skip",
    }
    return [band, _line(data, number, curve, word)]


def _by_phase(data: RunData) -> str:
    turns = data.turns
    shown = [number for number in data.ranked if (turns.participant == number).any()]
    present = [phase for phase in range(len(turns.phases)) if (turns.phase == phase).any()]
    traces: list[Trace] = []
    means = {
        (number, phase): float(turns.used_s[(turns.participant == number) & (turns.phase == phase)].sum())
        / max(1, data.games_of(number))
        for number in shown
        for phase in present
    }
    for phase in present:
        name = turns.phases[phase]
        traces.append(
            {
                "type": "bar",
                "orientation": "h",
                "name": text(name),
                "y": list(range(len(shown))),
                "x": rounded([means[number, phase] for number in shown]),
                "marker": {"color": phase_colour(phase, len(turns.phases))},
                "hovertemplate": f"{text(name)}: %{{x:.3g}} s a game<extra></extra>",
            }
        )
    plot = Plot(
        traces=traces,
        x={"title": "seconds a game"},
        y=rows_axis([short(data.name(number)) for number in shown]),
        label="Seconds a game by phase, for each participant",
        height_px=rows_height_px(len(shown)),
        more={"barmode": "stack", "bargap": 0.35},
    )
    legend = legend_of((turns.phases[phase], phase_colour(phase, len(turns.phases))) for phase in present)
    missing = [name for phase, name in enumerate(turns.phases) if phase not in present]
    note = "Mean seconds of a game, by phase."
    if missing:
        note += f" No turn was played in {listed([repr(name) for name in missing])}."
    return figure(plot, title="Seconds by phase", note=note, legend=legend)
