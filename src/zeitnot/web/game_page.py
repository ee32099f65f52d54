"""The page of a finished game: move by move, with the trail of every budget."""

import json
import math
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from zeitnot.clocks import clock_text
from zeitnot.errors import DataError, ZeitnotError
from zeitnot.games import Grid, utf8_text
from zeitnot.lab import GameRow, MatchPlan, RunStore, TurnRow
from zeitnot.report import reason_words, seconds, signed, trails_markup
from zeitnot.turns import TurnRecord
from zeitnot.web.addresses import run_address
from zeitnot.web.markup import Html, joined, link, tag
from zeitnot.web.match_view import participant_mark, result_words
from zeitnot.web.shell import shell
from zeitnot.web.site import Section, Site

_PAWN_CP = 100
_MOST_DIGITS = 9
"""Digits of the largest number of a game."""


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the route of finished games."""

    def game_page(request: Request) -> Response:
        path = site.run(request.path_params["name"])
        number = _number(request.path_params["number"]) - 1
        with RunStore.read(path) as store:
            games = store.games()
            game = next((each for each in games if each.number == number), None)
            if game is None:
                raise HTTPException(404)
            rows, records = list(store.turns([game])), store.records(number)
            if len(records) != len(rows):
                raise DataError(f"a game must have as many records as turns, {len(rows)}, got {len(records)}")
            plan = store.plan
        return shell(
            request,
            f"Game {number + 1}",
            _headline(plan, game),
            _stage(plan, game, rows, records),
            _moves(plan, rows),
            _neighbours(path.stem, games, number),
            scripts=("game.js",),
            kicker=link(run_address(path.stem), path.stem),
        )

    return [Route("/runs/{name}/games/{number}", game_page)]


def _number(text: str) -> int:
    """Return the number of a game in an address; 0, which no game has, for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS else 0


def _headline(plan: MatchPlan, game: GameRow) -> Html:
    first, second = participant_mark(plan, game.first), participant_mark(plan, game.second)
    notes = [tag("p", note, class_="note") for note in game.note_list]
    words = tag("p", f"{result_words(game)} · {game.words}", class_="verdict")
    return joined([tag("p", first, " against ", second), words, *notes])


def _stage(plan: MatchPlan, game: GameRow, rows: Sequence[TurnRow], records: Sequence[TurnRecord]) -> Html:
    """Return the board with its buttons; a script fills it from the data beside it."""
    if not rows:
        return tag("p", "The turns of this game are not known.", class_="none")
    data = {
        "grids": [None if grid is None else _grid_form(grid) for grid in _grids(plan, game, rows)],
        "turns": [_turn_form(plan, row, record) for row, record in zip(rows, records, strict=True)],
    }
    # `<` is written so that no name can end the script element.
    form = utf8_text(json.dumps(data, separators=(",", ":"))).replace("<", "\\u003c")
    buttons = (
        ("first", "◀◀", "First position"),
        ("back", "◀", "One move back"),
        ("on", "▶", "One move on"),
        ("last", "▶▶", "Last position"),
    )
    return tag(
        "section",
        tag(
            "div",
            tag("div", class_="board-large", id="board"),
            tag(
                "div",
                *(
                    tag("button", sign, type="button", id=name, aria_label=words)
                    for name, sign, words in buttons
                ),
                class_="steps",
            ),
            tag("p", "Arrow keys step through the game, too.", class_="note"),
        ),
        tag("div", tag("div", id="turn", aria_live="polite"), class_="turn"),
        tag("script", Html(form), type="application/json", id="game-data"),
        tag("noscript", tag("p", "Stepping through the game needs JavaScript; all turns are listed below.")),
        class_="stage",
    )


def _grids(plan: MatchPlan, game: GameRow, rows: Sequence[TurnRow]) -> list[Grid | None]:
    """Return the position before the first turn and after each."""
    board = plan.played_game.followed_board(plan, plan.order(game.number))
    if board is None:
        return [None] * (len(rows) + 1)
    grids: list[Grid | None] = [board.grid()]
    for row in rows:
        with suppress(ZeitnotError):  # the move that lost a game may be an illegal one
            board.play(row.move)
        grids.append(board.grid())
    return grids


def _grid_form(grid: Grid) -> dict[str, Any]:
    form = {"look": grid.look, "rows": grid.rows, "marked": grid.marked}
    return {**form, "words": grid.words, "notation": grid.notation}


def _turn_form(plan: MatchPlan, row: TurnRow, record: TurnRecord) -> dict[str, Any]:
    return {
        "place": row.place,
        "seat": row.seat,
        "name": plan.participants[row.participant].name,
        "used": row.referee_s,
        "target": _finite(record.target_s),
        "limit": _finite(record.budget.limit_s),
        "detail": str(_detail(plan, row, record)),
    }


def _detail(plan: MatchPlan, row: TurnRow, record: TurnRecord) -> Html:
    price = record.budget.price_per_s
    facts = [
        ("Clock", f"{_clock(row.clock_before_s)} before, {_clock(row.clock_after_s)} after"),
        ("Used", seconds(row.referee_s)),
        ("Ended by", reason_words(row.reason) + (f" ({record.note})" if record.note else "")),
        ("Score", score_words(row)),
    ]
    if price is not None:
        facts.append(("Price of a second", f"{price:.2g} {plan.played_game.losses.unit}"))
    if row.expected_loss_pts is not None:
        facts.append(("Expected loss", f"{row.expected_loss_pts:.3g}"))
    if record.fault:
        facts.append(("Fault", record.fault))
    items = (tag("div", tag("dt", word), tag("dd", fact)) for word, fact in facts if fact)
    return joined([tag("dl", *items, class_="facts small"), Html(trails_markup(record))])


def score_words(row: TurnRow) -> str:
    """Return what the search thought of its move; empty if it did not say."""
    if row.score_cp is not None:
        return f"{signed(row.score_cp / _PAWN_CP, 2)} at depth {row.depth}"
    return "" if row.value_pts is None else f"{signed(row.value_pts, 1)} points"


def _moves(plan: MatchPlan, rows: Sequence[TurnRow]) -> Html:
    heads = ("Turn", "Side", "Move", "Used", "Target", "Limit", "Clock after", "Score", "Ended by")
    seats = plan.played_game.seats
    head = tag("tr", *(tag("th", words, scope="col") for words in heads))
    body = joined(
        tag(
            "tr",
            tag("td", tag("a", row.place + 1, href=f"#turn-{row.place + 1}")),
            tag("td", seats[row.seat]),
            tag("td", row.move),
            *(tag("td", seconds(each)) for each in (row.referee_s, row.target_s, row.limit_s)),
            tag("td", _clock(row.clock_after_s)),
            tag("td", score_words(row)),
            tag("td", reason_words(row.reason)),
            id=f"row-{row.place + 1}",
        )
        for row in rows
    )
    inner = tag("table", tag("thead", head), tag("tbody", body), class_="moves")
    box = tag("div", inner, class_="scroll", tabindex="0", role="region", aria_label="All turns")
    return tag("section", tag("h2", "All turns"), box)


def _neighbours(name: str, games: Sequence[GameRow], number: int) -> Html:
    before = [game.number for game in games if game.number < number][-1:]
    after = [game.number for game in games if game.number > number][:1]
    links = joined(
        link(run_address(name, "games", each + 1), f"Game {each + 1}") for each in (*before, *after)
    )
    return tag("nav", links, aria_label="Other games")


def _clock(left_s: float | None) -> str:
    return "" if left_s is None else clock_text(left_s)


def _finite(time_s: float) -> float | None:
    return round(time_s, 4) if math.isfinite(time_s) else None


SECTION = Section(path="/runs", routes=routes)
