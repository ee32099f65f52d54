"""Clock picture: both clocks, the time of every move, and what thinking was worth, one above the other."""

from collections.abc import Sequence

from zeitnot.clocks import clock_text
from zeitnot.games import find_game
from zeitnot.report.line_plot import COLOURS
from zeitnot.report.match_page.markup import figure, legend_of, text
from zeitnot.report.match_page.plot import MARK_INK, Axis, Plot, Trace, axis, line_trace, rounded
from zeitnot.review import GameReview, ManagerSpending, MoveReview, SideReview, TimedGame, TimeVerdict

SEAT_COLOURS = COLOURS[1], COLOURS[5]
"""Colours of the two sides: light and dark."""
VERDICT_COLOURS = {
    TimeVerdict.TOO_LONG: "#b8860b",
    TimeVerdict.TOO_QUICK: "#d55e00",
    TimeVerdict.TIME_TROUBLE: "#a3479b",
    TimeVerdict.NOT_TIME: "#6b7680",
    TimeVerdict.WELL_SPENT: "#0b8a63",
    TimeVerdict.FORCED: MARK_INK,
    TimeVerdict.UNKNOWN: MARK_INK,
    TimeVerdict.NOT_JUDGED: MARK_INK,
}
_HEIGHT_PX = 560
_TICKS = 4


def clock_picture(review: GameReview) -> str:
    """Draw the clocks of a game with its moments."""
    game, rules = review.game, review.rules
    seats = find_game(game.game).reviewer().seats
    traces: list[Trace] = []
    for seat, colour in enumerate(SEAT_COLOURS):
        traces += _side_traces(game, seat, colour)
    values = [(_place(each), each.value, each.move.label) for each in review.moves]
    traces.append(
        line_trace(
            [place for place, *_ in values],
            rounded([value for _, value, _ in values]),
            line={"color": COLOURS[2], "width": 1.5, "shape": "hvh"},
            hover=f"%{{text}}: thinking could gain %{{y:.{rules.digits}f}}",
            text=[text(label) for *_, label in values],
            yaxis="y3",
            fill="tozeroy",
            fillcolor="rgba(0,158,115,0.15)",
        )
    )
    traces.append(_moments(review.moments))
    plot = Plot(
        traces=traces,
        x={"title": rules.turn_word, "anchor": "y3"},
        y={**time_axis(clocks_of(game), "clock"), "domain": [0.66, 1.0]},
        label=f"Clocks and times of {' against '.join(game.players)}, with what thinking was worth",
        height_px=_HEIGHT_PX,
        more={
            "yaxis2": {
                **axis(time_axis(_times(game), f"time of a {rules.turn_word}", mirrored=True)),
                "domain": [0.27, 0.6],
            },
            "yaxis3": {**axis({"title": "value of thinking", "rangemode": "tozero"}), "domain": [0.0, 0.2]},
            "barmode": "relative",
            "bargap": 0.15,
        },
    )
    legend = legend_of(
        [
            (f"{game.players[0]} ({seats[0]}, bars up)", SEAT_COLOURS[0]),
            (f"{game.players[1]} ({seats[1]}, bars down)", SEAT_COLOURS[1]),
            ("value of thinking: points from first sight to a long look", COLOURS[2]),
            *(
                (each.value, VERDICT_COLOURS[each])
                for each in dict.fromkeys(m.verdict for m in review.moments)
            ),
        ]
    )
    note = (
        f"Both clocks, the time of every {rules.turn_word}, and what thinking could gain there. "
        "Dots mark the moments."
    )
    return figure(plot, title="The clocks", note=note, legend=legend)


def _place(each: MoveReview) -> float:
    return each.move.ply / 2 + 1


def clock_line(game: TimedGame, seat: int, colour: str, **more: object) -> Trace:
    """Return the line of one player's clock."""
    clocks = [(move.ply / 2 + 1, move.time.after_s) for move in game.moves if move.seat == seat]
    return line_trace(
        [place for place, _ in clocks],
        [None if left_s is None else round(left_s, 2) for _, left_s in clocks],
        line={"color": colour, "width": 2},
        hover="%{text}",
        text=["" if left_s is None else f"{clock_text(left_s)} left" for _, left_s in clocks],
        **more,
    )


def _side_traces(game: TimedGame, seat: int, colour: str) -> list[Trace]:
    timed = [move for move in game.moves if move.seat == seat and move.time.used_s is not None]
    sign = -1.0 if seat else 1.0
    return [
        clock_line(game, seat, colour),
        {
            "type": "bar",
            "x": [move.ply / 2 + 1 for move in timed],
            "y": rounded([sign * (move.time.used_s or 0.0) for move in timed]),
            "text": [f"{text(move.label)}: {clock_text(move.time.used_s or 0.0)}" for move in timed],
            "textposition": "none",
            "hovertemplate": "%{text}<extra></extra>",
            "marker": {"color": colour},
            "yaxis": "y2",
            "width": 0.45,
        },
    ]


def _moments(moments: Sequence[MoveReview]) -> Trace:
    timed = [each for each in moments if each.move.time.used_s is not None]
    sign = [-1.0 if each.move.seat else 1.0 for each in timed]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [_place(each) for each in timed],
        "y": rounded([s * (each.move.time.used_s or 0.0) for s, each in zip(sign, timed, strict=True)]),
        "text": [f"{text(each.move.label)}: {each.verdict.value}" for each in timed],
        "hovertemplate": "%{text}<extra></extra>",
        "marker": {
            "size": 11,
            "color": [VERDICT_COLOURS[each.verdict] for each in timed],
            "line": {"color": "#ffffff", "width": 1.5},
        },
        "yaxis": "y2",
    }


def clocks_of(game: TimedGame) -> list[float]:
    """Return all that the clocks showed."""
    return [move.time.after_s for move in game.moves if move.time.after_s is not None]


def _times(game: TimedGame) -> list[float]:
    return [move.time.used_s for move in game.moves if move.time.used_s is not None]


def time_axis(times_s: Sequence[float], title: str, *, mirrored: bool = False) -> Axis:
    """Return an axis whose ticks read as a clock does."""
    most_s = max([*times_s, 1.0])
    steps_s = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 86400)
    step_s = next((step for step in steps_s if most_s / step <= _TICKS), 86400 * 7)
    ticks = [step_s * number for number in range(int(most_s // step_s) + 1)]
    if mirrored:
        ticks = [*(-tick for tick in reversed(ticks[1:])), *ticks]
    return {
        "title": title,
        "rangemode": "tozero",
        "tickmode": "array",
        "tickvals": ticks,
        "ticktext": [clock_text(abs(tick)) for tick in ticks],
    }


def spending_picture(side: SideReview, turn_word: str) -> str:
    """Draw how much of the clock the player and the managers had used by each turn."""
    own = [each.move.time.used_s or 0.0 for each in side.moves]
    best = [each.best_s if each.best_s is not None else 0.0 for each in side.moves]
    numbers = [each.move.number for each in side.moves]
    lines = [(side.name, own, MARK_INK), ("best with the same time", best, COLOURS[2])]
    lines += [(each.name, list(each.used_s), COLOURS[place]) for place, each in _coloured(side.managers)]
    sums = {name: _sums(times_s) for name, times_s, _ in lines}
    traces = [
        line_trace(
            numbers[: len(sums[name])],
            rounded(sums[name]),
            line={"color": colour, "width": 3 if name == side.name else 1.8},
            hover=f"{text(name)}: %{{text}} used",
            text=[clock_text(sum_s) for sum_s in sums[name]],
        )
        for name, _, colour in lines
    ]
    plot = Plot(
        traces=traces,
        x={"title": turn_word},
        y=time_axis([sum_s for each in sums.values() for sum_s in each], "used so far"),
        label=f"Time used by {side.name} and by time managers on the same clock",
        height_px=300,
    )
    note = "Steep where time was spent. The best line knows beforehand what each second would bring."
    legend = legend_of((name, colour) for name, _, colour in lines)
    return figure(
        plot, title=f"How others would have spent the clock of {side.name}", note=note, legend=legend
    )


def _coloured(managers: Sequence[ManagerSpending]) -> list[tuple[int, ManagerSpending]]:
    return list(zip((0, 3, 4), managers, strict=False))


def _sums(times_s: Sequence[float]) -> list[float]:
    found, total_s = [], 0.0
    for each_s in times_s:
        total_s += each_s
        found.append(total_s)
    return found
