"""The page of a run: live boards, standings, and what can be wished of it."""

from collections.abc import Sequence
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from zeitnot.errors import DataError, SettingError
from zeitnot.lab import MatchPlan, RunStore, Wish, send_wish
from zeitnot.report import match_page_html
from zeitnot.web.addresses import run_address
from zeitnot.web.live_feed import Feeds
from zeitnot.web.markup import Html, joined, link, tag
from zeitnot.web.match_view import games_table, match_parts, names_of
from zeitnot.web.resumed_runs import ResumedRuns
from zeitnot.web.run_list import moment_words, state_mark
from zeitnot.web.run_state import RESUME, RunState, run_state
from zeitnot.web.run_summary import RunSummary, run_summary
from zeitnot.web.shell import form_fields, sandboxed, shell
from zeitnot.web.site import Section, Site

GAMES_PER_PAGE = 100
"""Games in one page of the list of all games."""
_BUTTONS = {
    Wish.PAUSE.value: ("Pause", "Play the games under way to their end, and begin no new one."),
    Wish.GO_ON.value: ("Go on", "Begin new games again."),
    Wish.STOP.value: ("Stop", "Give up the games under way; the run can be resumed later."),
    RESUME: ("Resume", "Play on in a new process of this machine, which does not end with this server."),
}
_DUEL = 2


class _RunPages:
    """All pages about single runs of a site."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._feeds = Feeds()
        self._resumed = ResumedRuns()

    def page(self, request: Request) -> Response:
        """Show a run, live if it is being played."""
        path, summary = self._found(request)
        state = run_state(path, summary)
        failure = self._resumed.failure(path)
        return shell(
            request,
            match_title(summary.plan),
            self._controls(path.stem, state, summary),
            tag("p", f"Resuming it failed: {failure}", class_="failure") if failure else "",
            _live_section(path.stem),
            _parts(path),
            _facts(path.stem, summary),
            scripts=("live.js",),
            kicker=f"{summary.plan.played_game.title} · {summary.plan.short_clock}",
        )

    def _controls(self, name: str, state: RunState, summary: RunSummary) -> Html:
        buttons = [
            tag(
                "button",
                words,
                type="submit",
                name="wish",
                value=wish,
                title=help_,
                hidden=wish not in state.wishes,
            )
            for wish, (words, help_) in _BUTTONS.items()
        ]
        form = tag("form", *buttons, method="post", action=run_address(name, "wish"), id="wishes")
        words = tag("span", state.text, id="state-text")
        count = tag("span", f"{summary.games:,} of {summary.plan.total_games:,} games", id="count")
        line = tag("p", tag("span", state_mark(state.word), id="state"), " ", count, ". ", words)
        live = tag("div", line, role="status")
        return tag("div", live, form, class_="controls")

    def games(self, request: Request) -> Response:
        """List all finished games of a run, page by page."""
        path, summary = self._found(request)
        with RunStore.read(path) as store:
            rows = store.games()
        asked = request.query_params.get("page", "1")
        pages = max(1, -(-len(rows) // GAMES_PER_PAGE))
        page = min(int(asked), pages) if asked.isdecimal() and len(asked) < 10 else 1  # noqa: PLR2004 (digits)
        first = (max(1, page) - 1) * GAMES_PER_PAGE
        links = joined(
            link(f"{run_address(path.stem, 'games')}?page={n}", n, aria_current="page" if n == page else None)
            for n in range(1, pages + 1)
        )
        shown = games_table(path.stem, summary.plan, rows[first : first + GAMES_PER_PAGE])
        return shell(
            request,
            "All games",
            shown if rows else tag("p", "No game has been finished yet.", class_="none"),
            tag("nav", links, aria_label="Pages of games") if pages > 1 else "",
            kicker=link(run_address(path.stem), match_title(summary.plan)),
        )

    async def events(self, request: Request) -> Response:
        """Stream what happens in a run."""
        path, summary = await run_in_threadpool(self._found, request)
        feed = self._feeds.feed(path, summary)
        return StreamingResponse(feed.events(), media_type="text/event-stream")

    async def wish(self, request: Request) -> Response:
        """Ask something of a match, or play a run on."""
        fields = await form_fields(request)
        return await run_in_threadpool(self._wished, request, fields.get("wish", ""))

    def _wished(self, request: Request, wish: str) -> Response:
        path, summary = self._found(request)
        if wish not in run_state(path, summary).wishes:
            raise SettingError(f"a wish must be one that the run can meet now, got {wish[:20]!r}")
        if wish == RESUME:
            self._resumed.start(path, summary.plan)
        else:
            send_wish(path, Wish(wish))
        return RedirectResponse(run_address(path.stem), status_code=303)

    def report(self, request: Request) -> Response:
        """Show the whole report."""
        path, _ = self._found(request)
        with RunStore.read(path) as store:
            return sandboxed(match_page_html(store))

    def _found(self, request: Request) -> tuple[Path, RunSummary]:
        path = self._site.run(request.path_params["name"])
        summary = run_summary(path)
        if isinstance(summary, str):
            raise DataError(summary)
        return path, summary


def match_title(plan: MatchPlan) -> str:
    """Return who plays, in one line."""
    names = names_of(plan)
    return " against ".join(names) if len(names) == _DUEL else f"{names[0]} and {len(names) - 1} others"


def _live_section(name: str) -> Html:
    return tag(
        "section",
        tag("h2", "Games in play"),
        tag("p", "", id="link-state", class_="note", role="status"),
        tag("div", class_="boards", id="boards"),
        tag("p", "No game is being played.", class_="none", id="no-games"),
        tag("noscript", tag("p", "Live boards need JavaScript; everything else is shown without.")),
        id="live",
        data_events=run_address(name, "events"),
    )


def _parts(path: Path) -> Html:
    parts = match_parts(path)
    return joined(
        [
            tag("section", tag("h2", "Standings"), tag("div", parts["standings"], id="standings")),
            tag("section", parts["test"], id="test", hidden=not parts["test"]),
            tag("section", tag("h2", "Finished games"), tag("div", parts["finished"], id="finished")),
            tag("section", tag("h2", "Incidents"), tag("div", parts["incidents"], id="incidents")),
        ]
    )


def _facts(name: str, summary: RunSummary) -> Html:
    plan = summary.plan
    unit = plan.played_game.work_unit
    time = "wall clock" if plan.work_per_s is None else f"work: {plan.work_per_s:,.10g} {unit} are 1 s"
    facts: Sequence[tuple[str, str]] = (
        ("Clock", plan.clock_words),
        ("Time", time),
        ("Seed", str(plan.seed)),
        ("Began", moment_words(summary.began)),
        ("Run", name),
    )
    items = (tag("div", tag("dt", word), tag("dd", fact)) for word, fact in facts)
    more = link(run_address(name, "report"), "Report with plots of where the time went")
    return tag("section", tag("h2", "About this run"), tag("dl", *items, class_="facts"), tag("p", more))


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes of single runs."""
    pages = _RunPages(site)
    return [
        Route("/runs/{name}", pages.page),
        Route("/runs/{name}/games", pages.games),
        Route("/runs/{name}/events", pages.events),
        Route("/runs/{name}/report", pages.report),
        Route("/runs/{name}/wish", pages.wish, methods=["POST"]),
    ]


SECTION = Section(path="/runs", routes=routes)
