"""Where the time went: by number of the move, by phase of the game, and against what was planned."""

import math

import numpy as np

from zeitnot.report.match_page.markup import (
    HtmlTable,
    figure,
    listed,
    named,
    paragraph,
    participants_legend,
    percent,
    ratio,
    seconds,
    stacked_bars,
    text,
)
from zeitnot.report.match_page.plot import (
    MARK_INK,
    Plot,
    Trace,
    band_trace,
    colour,
    line_trace,
    own_line,
    phase_colour,
    rounded,
    tint,
)
from zeitnot.report.match_page.run_data import Floats, RunData

FEWEST_TURNS = 3
"""Turns that a mean is made of at least: the few longest games would draw a tail of chance."""
MOST_PANELS = 12
"""Participants that get a small plot of their own."""
GROUPS = 20
"""Groups of turns with like targets, the same number of turns in each: points of one line."""
_WIDE = 3
_SCARCE = 5
"""Turns of a group at least."""

Curve = list[tuple[int, float, float, float]]
"""Number of each move, its mean time, and the ends of the middle half."""
Points = list[tuple[float, float]]
"""Mean target and mean time used of groups of turns."""


def time_section(data: RunData) -> str:
    """Show where the time went."""
    if not data.turns.count:
        return paragraph("No turn has been played yet.", "none")
    return _totals(data) + _by_move(data) + _by_phase(data)


def _totals(data: RunData) -> str:
    table = HtmlTable(
        heads=["participant", "turns", "time a game", "mean turn", "median", "longest"], label="Time used"
    )
    for number in data.ranked:
        used_s = data.turns.used_s[data.turns.participant == number]
        if not len(used_s):
            continue
        a_game_s = float(used_s.sum()) / max(1, data.games_of(number))
        figures = (a_game_s, used_s.mean(), np.median(used_s), used_s.max())
        table.add(named(data, number), f"{len(used_s):,}", *(seconds(float(each)) for each in figures))
    return table.html()


def _curve(data: RunData, number: int) -> Curve:
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
    plot = Plot(
        traces=[_move_line(data, number, curve, word) for number, curve in curves.items()],
        x={"title": word, "rangemode": "tozero"},
        y={"title": f"seconds a {word}, mean", "rangemode": "tozero"},
        label=f"Mean seconds by number of the {word}, for each participant",
        height_px=380,
    )
    note = f"Mean time by number of the {word}, where there are {FEWEST_TURNS} turns or more."
    whole = figure(plot, title=f"Seconds by {word}", note=note, legend=participants_legend(data))
    return whole + _panels(data, curves, word)


def _move_line(data: RunData, number: int, curve: Curve, word: str) -> Trace:
    name = text(data.names[number])
    return line_trace(
        [point[0] for point in curve],
        rounded([point[1] for point in curve]),
        line=own_line(number),
        hover=f"{name}: %{{y:.3g}} s at {word} %{{x}}",
        name=name,
        mode="lines" if len(curve) > 1 else "markers",
        marker={"color": colour(number)},
    )


def _panels(data: RunData, curves: dict[int, Curve], word: str) -> str:
    """Draw each participant for itself with its spread, all to one scale, the mean of all behind it."""
    shown = dict(list(curves.items())[:MOST_PANELS])
    points = [point for curve in shown.values() for point in curve]
    top = max(max(mean_s, high_s) for _, mean_s, _, high_s in points) * 1.05
    last = max(point[0] for point in points)
    means = _mean_of(curves)
    behind = line_trace(
        list(means), rounded(list(means.values())), line={"color": MARK_INK, "width": 1}, opacity=0.6
    )
    cells = []
    for number, curve in shown.items():
        moves, _, low, high = zip(*curve, strict=True)
        band = band_trace(moves, low, high, fill=tint(number, 0.28))
        plot = Plot(
            traces=[behind, band, _move_line(data, number, curve, word)],
            x={"range": [0, last + 1], "nticks": 5, "title": None},
            y={"range": [0, top], "nticks": 4, "ticksuffix": " s", "title": None},
            label=f"Seconds by {word} of {data.names[number]}, with the middle half of its turns",
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


def _mean_of(curves: dict[int, Curve]) -> dict[int, float]:
    at: dict[int, list[float]] = {}
    for curve in curves.values():
        for move, mean_s, _, _ in curve:
            at.setdefault(move, []).append(mean_s)
    return {move: sum(means_s) / len(means_s) for move, means_s in sorted(at.items())}


def _by_phase(data: RunData) -> str:
    turns = data.turns
    shown = [number for number in data.ranked if (turns.participant == number).any()]
    layers: list[tuple[str, str, list[float]]] = []
    missing: list[str] = []
    for phase, name in enumerate(turns.phases):
        in_phase = turns.phase == phase
        if not in_phase.any():
            missing.append(repr(name))
            continue
        means_s = [
            float(turns.used_s[(turns.participant == number) & in_phase].sum())
            / max(1, data.games_of(number))
            for number in shown
        ]
        layers.append((name, phase_colour(phase, len(turns.phases)), means_s))
    note = "Mean seconds of a game, by phase."
    if missing:
        note += f" No turn was played in {listed(missing)}."
    return stacked_bars(
        data,
        shown,
        layers,
        x={"title": "seconds a game"},
        hover="%{x:.3g} s a game",
        label="Seconds a game by phase, for each participant",
        title="Seconds by phase",
        note=note,
    )


def target_section(data: RunData) -> str:
    """Show what was planned against what was used."""
    turns = data.turns
    lines: dict[int, Points] = {}
    without: list[str] = []
    table = HtmlTable(
        heads=["participant", "mean target", "mean used", "used of target", "below half", "past it"],
        label="Target against used",
    )
    for number in data.ranked:
        planned = (turns.participant == number) & (turns.target_s > 0)
        target_s, used_s = turns.target_s[planned], turns.used_s[planned]
        if not len(target_s):
            without.append(data.names[number])
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
    if not lines:
        return paragraph("No turn had a target.", "none")
    left_out = paragraph(f"{listed(without)}: no target is known.", "none") if without else ""
    return table.html() + _target_figure(data, lines) + left_out


def _groups(target_s: Floats, used_s: Floats) -> Points:
    order = np.argsort(target_s, kind="stable")
    groups = max(1, min(GROUPS, len(order) // _SCARCE))
    points = [
        (float(target_s[group].mean()), float(used_s[group].mean()))
        for group in np.array_split(order, groups)
    ]
    # On logarithmic axes there is no place for 0.
    return [point for point in points if min(point) > 0]


def _target_line(data: RunData, number: int, points: Points) -> Trace:
    name = text(data.names[number])
    return line_trace(
        rounded([target_s for target_s, _ in points]),
        rounded([used_s for _, used_s in points]),
        line={"color": colour(number), "width": 1.5},
        hover=f"{name}: target %{{x:.3g}} s, used %{{y:.3g}} s",
        name=name,
        mode="lines+markers",
        marker={"size": 6},
    )


def _ticks(ends: list[float]) -> dict[str, object]:
    """Return powers of ten, with 2 and 5 between them where there would be hardly a tick."""
    first, last = (math.floor(math.log10(end)) for end in ends)
    factors = (1, 2, 5) if last - first < _WIDE else (1,)
    values = [float(f"{factor}e{power}") for power in range(first, last + 1) for factor in factors]
    return {"tickmode": "array", "tickvals": values, "ticktext": [f"{value:g}" for value in values]}


def _target_figure(data: RunData, lines: dict[int, Points]) -> str:
    if not any(lines.values()):
        return paragraph("Every turn was answered at once.", "none")
    every = [value for points in lines.values() for point in points for value in point]
    ends = [min(every) / 1.3, max(every) * 1.3]
    dashed = {"color": MARK_INK, "width": 1, "dash": "dash"}
    diagonal = line_trace(rounded(ends), rounded(ends), line=dashed)
    scale = {"type": "log", "range": [math.log10(end) for end in ends], **_ticks(ends)}
    plot = Plot(
        traces=[diagonal, *(_target_line(data, number, points) for number, points in lines.items())],
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
