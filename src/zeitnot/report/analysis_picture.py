"""Analysis picture: win probability after every turn with the mistakes, luck of the draw, and the clocks."""

from collections.abc import Sequence

from zeitnot.report.match_page.markup import figure, legend_of, signed, text
from zeitnot.report.match_page.plot import MARK_INK, Plot, Trace, axis, line_trace, rounded
from zeitnot.report.review_page.clock_picture import SEAT_COLOURS, clock_line, clocks_of, time_axis
from zeitnot.scrabble import MISTAKES, GameAnalysis, Grade, TileDraw, TurnAnalysis, loss_words, move_words

GRADE_COLOURS = {
    Grade.BEST: "#0b8a63",
    Grade.GOOD: "#5e9bc4",
    Grade.SMALL: "#b8860b",
    Grade.MEDIUM: "#d55e00",
    Grade.LARGE: "#a3479b",
}
_HEIGHT_PX = {True: 560, False: 420}


def analysis_picture(analysis: GameAnalysis) -> str:
    """Draw a game: win probability with the mistakes, above luck, above both clocks."""
    timed, turns = analysis.timed, analysis.turns
    names, has_clocks = timed.players, bool(clocks_of(timed))
    top, middle = ([0.62, 1.0], [0.33, 0.55]) if has_clocks else ([0.45, 1.0], [0.0, 0.33])
    traces = [_chances(turns), _marks(turns), *(_luck(turns, seat) for seat in (0, 1))]
    more: dict[str, object] = {
        "yaxis2": {**axis({"title": "luck, points"}), "domain": middle},
        "barmode": "relative",
        "bargap": 0.15,
    }
    if has_clocks:
        traces += [clock_line(timed, seat, colour, yaxis="y3") for seat, colour in enumerate(SEAT_COLOURS)]
        more["yaxis3"] = {**axis(time_axis(clocks_of(timed), "clock")), "domain": [0.0, 0.26]}
    plot = Plot(
        traces=traces,
        x={
            "title": "turn",
            "anchor": "y3" if has_clocks else "y2",
            "tickmode": "array",
            "tickvals": [_place(turn) for turn in turns[::2]],
            "ticktext": [str(turn.number) for turn in turns[::2]],
        },
        y={"title": f"{names[0]} wins, %", "range": [-3, 103], "domain": top},
        label=f"Win probability of {names[0]} against {names[1]} after every turn, with mistakes and luck",
        height_px=_HEIGHT_PX[has_clocks],
        more=more,
    )
    made = dict.fromkeys(turn.grade() for turn in turns if turn.grade() in MISTAKES)
    legend = legend_of(
        [
            (f"{names[0]} (good luck up)", SEAT_COLOURS[0]),
            (f"{names[1]} (good luck down)", SEAT_COLOURS[1]),
            *((f"{grade} mistake", GRADE_COLOURS[grade]) for grade in Grade if grade in made),
        ]
    )
    note = "Win probability after every turn, with a dot for each mistake; luck of the draw before it"
    return figure(
        plot,
        title="Win probability, luck and clocks" if has_clocks else "Win probability and luck",
        note=f"{note}; the clocks." if has_clocks else f"{note}.",
        legend=legend,
    )


def _place(turn: TurnAnalysis) -> float:
    return (turn.number - 1) / 2 + 1


def _chance(turn: TurnAnalysis) -> float | None:
    """Return the win probability of the first player after a turn, in percent."""
    if turn.played is None:
        return None
    return 100 * (1 - turn.played.win_chance if turn.player else turn.played.win_chance)


def _chances(turns: Sequence[TurnAnalysis]) -> Trace:
    values = [_chance(turn) for turn in turns]
    return line_trace(
        [_place(turn) for turn in turns],
        [None if value is None else round(value, 1) for value in values],
        line={"color": MARK_INK, "width": 2},
        hover="%{text}: %{y:.1f} %",
        text=[text(turn_label(turn)) for turn in turns],
    )


def _marks(turns: Sequence[TurnAnalysis]) -> Trace:
    marked = [(turn, grade) for turn in turns if (grade := turn.grade()) is not None and grade in MISTAKES]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [_place(turn) for turn, _ in marked],
        "y": [round(_chance(turn) or 0.0, 1) for turn, _ in marked],
        "text": [f"{text(turn_label(turn))}: {text(loss_words(turn))}" for turn, _ in marked],
        "hovertemplate": "%{text}<extra></extra>",
        "marker": {
            "size": 11,
            "color": [GRADE_COLOURS[grade] for _, grade in marked],
            "line": {"color": "#ffffff", "width": 1.5},
        },
    }


def _luck(turns: Sequence[TurnAnalysis], seat: int) -> Trace:
    draws = [(turn, draw) for turn in turns if turn.player == seat and (draw := known_draw(turn)) is not None]
    sign = -1.0 if seat else 1.0
    return {
        "type": "bar",
        "x": [_place(turn) for turn, _ in draws],
        "y": rounded([sign * draw.luck_pts for _, draw in draws]),
        "text": [f"{text(turn_label(turn))}: drew {text(draw_words(turn, draw))}" for turn, draw in draws],
        "textposition": "none",
        "hovertemplate": "%{text}<extra></extra>",
        "marker": {"color": SEAT_COLOURS[seat]},
        "yaxis": "y2",
        "width": 0.45,
    }


def known_draw(turn: TurnAnalysis) -> TileDraw | None:
    """Return the draw that filled the rack, if its luck is known."""
    return turn.draw if turn.draw is not None and turn.draw.counted else None


def draw_words(turn: TurnAnalysis, draw: TileDraw) -> str:
    """Return the tiles drawn and their luck: `AEI, +4.2 ± 0.6`."""
    tiles = turn.position.distribution.alphabet.rack_text(draw.tiles)
    error = f" ± {draw.error_pts:.1f}" if draw.error_pts else ""
    return f"{tiles}, {signed(draw.luck_pts, 1)}{error}"


def turn_label(turn: TurnAnalysis) -> str:
    """Return the move with the number of its turn: `12. 8D QUIZ`."""
    words = "" if turn.event.move is None else move_words(turn.position, turn.event.move)
    return f"{turn.number}. {words}"
