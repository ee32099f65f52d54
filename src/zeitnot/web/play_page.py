"""Play: a game against the engine in the browser, under any policy and clock."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from zeitnot.errors import ZeitnotError
from zeitnot.games import Game, KeptFacts
from zeitnot.web.game_shelf import GameShelf, KeptGame, play_policies, playable_games
from zeitnot.web.markup import Html, link, tag
from zeitnot.web.open_game import OpenGame
from zeitnot.web.shell import event_message, form_fields, shell
from zeitnot.web.site import Section, Site

POLL_S = 0.05
"""Time between two looks for a change: a page hears of it this much later at most."""
RETRY_MS = 1000
"""Time after which a page that has lost the server tries again."""
MOST_LISTED = 100
"""Games in the list: the newest."""
_HEADS = ("Began", "Game", "Time manager", "Clock", "State")
_PLAIN = re.compile(r"[^\w-]", re.ASCII)
"""Signs of a file's name that a header cannot hold."""
_STYLE = tag("link", rel="stylesheet", href="/assets/play.css")


class _PlayPages:
    """All pages of games against the engine."""

    def __init__(self, site: Site) -> None:
        self._shelf = GameShelf(site.folder)

    def lobby(self, request: Request) -> Response:
        """Show how to begin a game, and the games that there are."""
        return self._lobby(request, {}, "")

    async def begin(self, request: Request) -> Response:
        """Begin a game."""
        fields = await form_fields(request)
        return await run_in_threadpool(self._begun, request, fields)

    def _begun(self, request: Request, fields: Mapping[str, str]) -> Response:
        try:
            return RedirectResponse(_address(self._shelf.begin(fields)), status_code=303)
        except ZeitnotError as error:
            return self._lobby(request, fields, str(error))

    def _lobby(self, request: Request, fields: Mapping[str, str], error: str) -> Response:
        forms = [_form(game, fields, self._shelf) for game in playable_games()]
        return shell(
            request,
            "Play",
            _STYLE,
            tag("p", f"{error}.", class_="failure", role="alert") if error else "",
            tag("div", *forms, class_="new-games"),
            _kept(self._shelf.kept()),
            status=400 if error else 200,
        )

    def page(self, request: Request) -> Response:
        """Show a game."""
        kept = self._shelf.find(request.path_params["name"])
        self._shelf.open(kept.name)  # what is wrong with its file is told here
        return shell(
            request,
            kept.game.title,
            _STYLE,
            _table(kept),
            scripts=("play.js",),
            kicker=link("/play", "Play"),
        )

    async def events(self, request: Request) -> Response:
        """Stream the game."""
        game = await run_in_threadpool(self._shelf.open, request.path_params["name"])
        return StreamingResponse(_events(game), media_type="text/event-stream")

    async def act(self, request: Request) -> Response:
        """Make a move, or do something else in a game."""
        fields = await form_fields(request)
        return await run_in_threadpool(self._done, request, fields)

    def _done(self, request: Request, fields: Mapping[str, str]) -> Response:
        ply = fields.get("ply", "")
        try:
            game = self._shelf.open(request.path_params["name"])
            said = game.act(
                request.path_params["action"],
                text=fields.get("text", ""),
                ply=int(ply) if ply.isdecimal() and len(ply) < 6 else -1,  # noqa: PLR2004 (digits)
            )
        except ZeitnotError as error:
            return _refused(error)
        return JSONResponse(dict(said))

    def preview(self, request: Request) -> Response:
        """Say what a move would do, or why it cannot be made."""
        game = self._shelf.open(request.path_params["name"])
        try:
            words = game.preview(request.query_params.get("text", ""))
        except ZeitnotError as error:
            words = str(error)
        return JSONResponse({"words": words})

    def text(self, request: Request) -> Response:
        """Send the text of a finished game."""
        kept = self._shelf.find(request.path_params["name"])
        text = self._shelf.open(kept.name).text()
        name = f"{_PLAIN.sub('_', kept.name)}{kept.game.games_suffix}"
        return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


async def _events(game: OpenGame) -> AsyncIterator[bytes]:
    """Yield the whole game first, and again when it has changed; between, clocks and search."""
    loop, watcher = asyncio.get_running_loop(), object()
    entered = loop.run_in_executor(None, game.enter, watcher)
    try:
        await asyncio.shield(entered)
        yield f"retry: {RETRY_MS}\n\n".encode()
        seen, told_s = -1, 0.0
        while not game.is_closed:  # a page that was late for the closed game asks again by itself
            now_s = time.monotonic()
            if game.version != seen:
                seen, told_s = game.version, now_s
                yield event_message("state", await run_in_threadpool(game.state))
            elif now_s - told_s >= game.news_s:
                told_s = now_s
                yield event_message("live", await run_in_threadpool(game.live))
            await asyncio.sleep(POLL_S)
    finally:
        # The stream may be cancelled, even while the page enters, and then nothing can be awaited.
        entered.add_done_callback(lambda _: loop.run_in_executor(None, game.leave, watcher))


def _refused(error: ZeitnotError) -> Response:
    return JSONResponse({"error": str(error)}, status_code=400)


def _address(name: str, *rest: str) -> str:
    return "/".join(["/play", quote(name, safe=""), *rest])


def _form(game: Game, fields: Mapping[str, str], shelf: GameShelf) -> Html:
    """Return the form that begins a game, with what was chosen before if it was refused."""
    before = fields if fields.get("game") == game.name else {}
    rows = [
        _select(game, "policy", "Time manager", [(name, name) for name in play_policies(game)], before),
        _select(game, "clock", "Clock", [(clock, clock) for clock in game.play_clocks], before),
        _field(
            game,
            "other_clock",
            "Another clock",
            tag(
                "input",
                type="text",
                name="other_clock",
                id=f"{game.name}-other_clock",
                value=before.get("other_clock", ""),
                maxlength="80",
                placeholder="5:00+3",
                autocomplete="off",
            ),
        ),
        _select(
            game, "seat", "You play", [(str(seat), name) for seat, name in enumerate(game.seats)], before
        ),
        *(
            _select(game, choice.name, choice.label, choice.values, before)
            for choice in game.play_choices(shelf.served)
        ),
    ]
    hidden = tag("input", type="hidden", name="game", value=game.name)
    button = tag("button", f"Play {game.title}", type="submit", class_="main")
    title = tag("h2", game.title, id=f"new-{game.name}")
    form = tag("form", hidden, *rows, button, method="post", action="/play", class_="fields")
    return tag("section", title, form, class_="new-game", aria_labelledby=f"new-{game.name}")


def _select(
    game: Game, name: str, label: str, values: Sequence[tuple[str, str]], before: Mapping[str, str]
) -> Html:
    chosen = before.get(name, values[0][0])
    options = [tag("option", words, value=value, selected=value == chosen) for value, words in values]
    return _field(game, name, label, tag("select", *options, name=name, id=f"{game.name}-{name}"))


def _field(game: Game, name: str, label: str, control: Html) -> Html:
    return tag("p", tag("label", label, for_=f"{game.name}-{name}"), control, class_="field")


def _kept(games: Sequence[KeptGame]) -> Html:
    if not games:
        return tag("p", "No game has been played here yet.", class_="none")
    rows = []
    for each in games[:MOST_LISTED]:
        facts = each.facts
        rules, words = (facts.rules, facts.words) if isinstance(facts, KeptFacts) else ("", ("", "", facts))
        title = ", ".join(filter(None, (each.game.title, rules)))
        cells = (link(_address(each.name), each.began), title, *words)
        rows.append(tag("tr", *(tag("td", cell) for cell in cells)))
    head = tag("tr", *(tag("th", words, scope="col") for words in _HEADS))
    table = tag("table", tag("thead", head), tag("tbody", *rows))
    shown = tag("div", table, class_="scroll", tabindex="0", role="region", aria_label="Games")
    return tag("section", tag("h2", "Games"), shown)


def _table(kept: KeptGame) -> Html:
    """Return the places that the script fills: both sides, the board, buttons, moves and the manager."""
    board = tag(
        "section",
        tag("div", id="side-above", class_="seat"),
        tag("div", id="board", class_=f"play-board {kept.game.name}"),
        tag("div", id="side-below", class_="seat"),
        tag("div", id="tools", class_="tools"),
        tag("p", "", id="said", role="status", aria_live="polite"),
        tag("p", "", id="trouble", role="alert", class_="failure"),
        tag("noscript", tag("p", "Playing needs JavaScript.")),
        class_="play-table",
        aria_label="Board",
    )
    manager = tag(
        "section",
        tag("h2", "What the manager thinks"),
        tag("p", "The engine has not thought yet.", id="plan-words"),
        tag("div", id="plan-bar"),
        tag("div", id="plan-steps", class_="scroll", tabindex="0", role="region", aria_label="Budget"),
        tag("div", id="plan-lines"),
        class_="manager",
    )
    moves = tag(
        "section",
        tag("h2", "Moves"),
        tag("div", id="moves", class_="move-list", tabindex="0", role="region", aria_label="Moves"),
        tag("p", link(_address(kept.name, "text"), f"The game as {kept.game.games_suffix[1:].upper()}")),
        id="sheet",
    )
    beside = tag("div", manager, moves, class_="beside")
    at = _address(kept.name)
    return tag("div", board, beside, id="play", class_="play", data_game=kept.game.name, data_at=at)


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes of games against the engine."""
    pages = _PlayPages(site)
    return [
        Route("/play", pages.lobby),
        Route("/play", pages.begin, methods=["POST"]),
        Route("/play/{name}", pages.page),
        Route("/play/{name}/events", pages.events),
        Route("/play/{name}/preview", pages.preview),
        Route("/play/{name}/text", pages.text),
        Route("/play/{name}/{action}", pages.act, methods=["POST"]),
    ]


SECTION = Section(path="/play", title="Play", routes=routes)
