"""Explore: budgets of all policies side by side, and what changes when a slider moves."""

import math
from collections.abc import Mapping, Sequence

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from zeitnot.clocks import clock_text
from zeitnot.errors import SettingError, StateError, ZeitnotError
from zeitnot.games import find_game, game_names
from zeitnot.lab import SpendingCurve
from zeitnot.report import seconds, trails_markup
from zeitnot.web.exploration import LONGEST_TEXT, Curves, PlannedTurn, Question, planned_turns
from zeitnot.web.markup import Html, joined, tag
from zeitnot.web.shell import shell
from zeitnot.web.site import Section, Site

_WIDTH, _HEIGHT = 600, 240
_FIRST = Question()
_SLIDERS = {"left_percent": "Own time left", "opponent_percent": "Opponent's time left"}
_LAST_SHOWN = 80
"""Highest move of the slider; most games are over by then."""


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the page and the parts that a script asks for when a slider moves."""
    curves = Curves()

    def explore(request: Request) -> Response:
        fields = request.query_params
        return shell(
            request,
            "Explore",
            tag(
                "p", "What each policy grants one turn, step by step, and how it would spend the whole clock."
            ),
            _form(fields),
            tag(
                "section",
                tag("h2", "This turn"),
                tag("div", _answer(fields), id="answer", aria_live="polite"),
            ),
            tag("section", tag("h2", "The whole game"), tag("div", _loading(), id="curves")),
            tag("noscript", tag("p", "The curves need JavaScript, or `zeitnot curve`.")),
            scripts=("explore.js",),
        )

    def answer(request: Request) -> Response:
        return HTMLResponse(_answer(request.query_params))

    def curves_part(request: Request) -> Response:
        try:
            question = question_of(request.query_params)
            return HTMLResponse(_curves(question, curves.of(question)))
        except StateError as error:
            return HTMLResponse(_failure(error), status_code=503)
        except ZeitnotError as error:
            return HTMLResponse(_failure(error))

    return [
        Route("/explore", explore),
        Route("/explore/answer", answer),
        Route("/explore/curves", curves_part),
    ]


def question_of(fields: Mapping[str, str]) -> Question:
    """Read a question from the fields of the form; those that are missing have their defaults."""
    game = fields.get("game", _FIRST.game)
    if game not in game_names():
        raise SettingError(f"the game must be one of {', '.join(game_names())}, got {game[:20]!r}")
    control = fields.get("control", "").strip() or _first_control(game)
    return Question(
        game=game,
        control=control,
        left_percent=_number(fields.get("left_percent", "100"), "left_percent"),
        opponent_percent=_number(fields.get("opponent_percent", "100"), "opponent_percent"),
        move=round(_number(fields.get("move", "1"), "move")),
        position=fields.get("position", "").strip(),
    )


def _first_control(game: str) -> str:
    return _FIRST.control if game == _FIRST.game else find_game(game).clock


def _number(text: str, name: str) -> float:
    try:
        number = float(text[:40])
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise SettingError(f"{name} must be a number, got {text[:40]!r}")
    return number


def _form(fields: Mapping[str, str]) -> Html:
    game = fields.get("game", _FIRST.game)
    options = (
        tag("option", find_game(name).title, value=name, selected=name == game) for name in game_names()
    )
    known = game if game in game_names() else _FIRST.game
    sliders = (
        _slider(name, words, value=fields.get(name, "100"), most=100, step=0.5, unit="%")
        for name, words in _SLIDERS.items()
    )
    return tag(
        "form",
        _field("game", "Game", tag("select", joined(options), id="game", name="game")),
        _field("control", "Time control", _text("control", fields.get("control") or _first_control(known))),
        *sliders,
        _slider("move", "Turn", value=fields.get("move", "1"), least=1, most=_LAST_SHOWN, step=1, unit=""),
        _field(
            "position",
            f"Position ({find_game(known).position_words})"
            if find_game(known).position_words
            else "Position",
            _text("position", fields.get("position", "")),
        ),
        tag("button", "Show", type="submit"),
        method="get",
        action="/explore",
        id="question",
        class_="question",
    )


def _field(name: str, words: str, control: Html) -> Html:
    return tag("div", tag("label", words, for_=name), control, class_=f"field {name}")


def _text(name: str, value: str) -> Html:
    return tag(
        "input", type="text", id=name, name=name, value=value, maxlength=LONGEST_TEXT, autocomplete="off"
    )


def _slider(name: str, words: str, *, value: str, most: int, step: float, unit: str, least: int = 0) -> Html:
    slider = tag(
        "input", type="range", id=name, name=name, min=least, max=most, step=step, value=value, data_unit=unit
    )
    shown = tag("output", f"{value}{unit}", for_=name)
    return tag("div", tag("label", words, " ", shown, for_=name), slider, class_=f"field {name}")


def _answer(fields: Mapping[str, str]) -> Html:
    """Return a card for each policy, or what is wrong with the question."""
    try:
        question = question_of(fields)
        turns = planned_turns(question)
    except ZeitnotError as error:
        return _failure(error)
    own = question.reading(question.left_percent).remaining_s
    other = question.reading(question.opponent_percent).remaining_s
    longest_s = max((_end(turn) for turn in turns), default=0.0)
    clocks = (
        f"{question.played_game.title}, {question.time_control}, {question.played_game.turn_word} "
        f"{question.move}: {clock_text(own)} left, the opponent has {clock_text(other)}."
    )
    cards = (_card(turn, number, longest_s, question) for number, turn in enumerate(turns))
    return joined([tag("p", clocks), tag("ul", joined(cards), class_="budgets")])


def _end(turn: PlannedTurn) -> float:
    limit_s = turn.record.budget.limit_s
    return limit_s if math.isfinite(limit_s) else 0.0


def _card(turn: PlannedTurn, number: int, longest_s: float, question: Question) -> Html:
    budget = turn.record.budget
    price = budget.price_per_s
    unit = question.played_game.losses.unit
    words = f"target {seconds(budget.target_s)}, at most {seconds(budget.limit_s)}"
    if price is not None:
        words += f"; a second costs {price:.2g} {unit}"
    fault = tag("p", turn.record.fault, class_="failure") if turn.record.fault else ""
    name = tag("h3", tag("i", class_=f"swatch own{number % 8}"), " ", turn.policy)
    trail = tag("details", tag("summary", "Steps"), Html(trails_markup(turn.record)), open=True)
    return tag("li", name, _bar(budget.target_s, budget.limit_s, longest_s), tag("p", words), fault, trail)


def _bar(target_s: float, limit_s: float, longest_s: float) -> Html:
    """Draw target and limit on a scale that all policies share."""
    if not (math.isfinite(limit_s) and longest_s > 0):
        return joined([])
    limit, target = (round(200 * max(0.0, each) / longest_s, 2) for each in (limit_s, min(target_s, limit_s)))
    return tag(
        "svg",
        tag("rect", x=0, y=2, width=limit, height=8, class_="limit"),
        tag("rect", x=0, y=2, width=target, height=8, class_="aim"),
        viewBox="0 0 200 12",
        preserveAspectRatio="none",
        class_="budget-bar",
        aria_hidden="true",
    )


def _loading() -> Html:
    return tag("p", "The curves are being computed …", class_="note")


def _failure(error: ZeitnotError) -> Html:
    return tag("p", f"{error}.", class_="failure")


def _curves(question: Question, curves: Sequence[SpendingCurve]) -> Html:
    word = question.played_game.turn_word
    note = (
        f"Mean of eight typical games on {question.time_control}; searches are made up, without chance, "
        "and the same for every policy."
    )
    legend = (
        tag("li", tag("i", class_=f"swatch own{number % 8}"), _curve_words(each))
        for number, each in enumerate(curves)
    )
    return joined(
        [
            tag("p", note, class_="note"),
            tag("ul", joined(legend), class_="legend"),
            _plot(f"Seconds per {word}", word, [each.used_s for each in curves]),
            _plot("Clock left, seconds", word, [each.left_s for each in curves]),
        ]
    )


def _curve_words(curve: SpendingCurve) -> str:
    lost = f", lost on time {curve.flagged} times of 8" if curve.flagged else ""
    return f"{curve.policy} ({seconds(curve.total_s)} in all{lost})"


def _plot(title: str, word: str, lines: Sequence[Sequence[float]]) -> Html:
    top = max((value for line in lines for value in line), default=0.0) or 1.0
    length = max((len(line) for line in lines), default=1)

    def points(line: Sequence[float]) -> str:
        return " ".join(
            f"{_WIDTH * place / max(1, length - 1):.1f},{_HEIGHT * (1 - max(0.0, value) / top):.1f}"
            for place, value in enumerate(line)
        )

    drawing = tag(
        "svg",
        *(tag("polyline", points=points(line), class_=f"line{n % 8}") for n, line in enumerate(lines)),
        viewBox=f"0 -2 {_WIDTH} {_HEIGHT + 4}",
        preserveAspectRatio="none",
        role="img",
        aria_label=f"{title}, one line for each policy, over {length} {word}s",
    )
    y_axis = tag(
        "div", tag("span", f"{top:.3g}"), tag("span", f"{top / 2:.3g}"), tag("span", "0"), class_="y"
    )
    x_axis = tag(
        "div", tag("span", f"{word} 1"), tag("span", (length + 1) // 2), tag("span", length), class_="x"
    )
    return tag("figure", tag("figcaption", tag("h3", title)), y_axis, drawing, x_axis, class_="curve")


SECTION = Section(path="/explore", title="Explore", routes=routes)
