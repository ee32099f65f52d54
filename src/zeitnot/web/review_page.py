"""Review: a dropped file of games reviewed in the background, with progress, and the pages that were kept."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping, Sequence

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from zeitnot.errors import ZeitnotError
from zeitnot.web.markup import Html, joined, link, tag
from zeitnot.web.review_desk import KeptReview, ReviewDesk, ReviewJob
from zeitnot.web.review_process import EFFORTS, ENGINES, MOST_GAMES, USUAL_GAMES, ReviewWish
from zeitnot.web.run_list import state_mark
from zeitnot.web.shell import event_message, sandboxed, shell
from zeitnot.web.site import Section, Site

LARGEST_FILE = 16 << 20
"""Bytes of a file that is reviewed here; `zeitnot review` takes larger ones."""
UPLOAD_S = 60.0
"""How long an upload may take: it holds a place meanwhile."""
POLL_S = 0.1
"""Time between two looks for a change: a page hears of it this much later at most."""
BEAT_S = 15.0
"""Time between two signs of life: a page that has gone is noticed by them."""
_HEADS = ("Reviewed", "Review", "Players", "Games", "")


class _ReviewPages:
    """All pages of reviews."""

    def __init__(self, site: Site) -> None:
        self._desk = ReviewDesk(site.folder)

    def lobby(self, request: Request) -> Response:
        """Show where a file can be dropped, what is under way, and what was kept."""
        return shell(
            request,
            "Review",
            tag("p", "Where was time wasted, and where was it missing?"),
            _form(),
            tag("p", "", id="said", role="status"),
            tag("p", "", id="trouble", role="alert", class_="failure"),
            tag("div", _work(self._desk.jobs), id="work", data_events="/review/events"),
            tag("section", tag("h2", "Kept reviews"), tag("div", _kept(self._desk.kept()), id="kept")),
            scripts=("review.js",),
        )

    async def begin(self, request: Request) -> Response:
        """Take a file, and review it when its turn comes."""
        try:
            with self._desk.place():
                async with asyncio.timeout(UPLOAD_S):
                    content = await request.body()
                name = await run_in_threadpool(self._begun, dict(request.query_params), content)
        except ZeitnotError as error:
            return _refused(f"{error}.")
        except TimeoutError:
            return _refused("The upload took too long.")
        return JSONResponse({"name": name})

    def _begun(self, fields: Mapping[str, str], content: bytes) -> str:
        return self._desk.begin(ReviewWish.of(fields, content))

    async def events(self, request: Request) -> Response:
        """Stream what happens to the reviews."""
        return StreamingResponse(self._events(), media_type="text/event-stream")

    async def _events(self) -> AsyncIterator[bytes]:
        """Yield both lists when they have changed; otherwise only how far each review is."""
        seen, told_s, listed = -1, time.monotonic(), ""
        while True:
            if self._desk.version != seen:
                seen, told_s = self._desk.version, time.monotonic()
                jobs = self._desk.jobs
                form: dict[str, object] = {"jobs": {job.name: _progress(job) for job in jobs}}
                kept = await run_in_threadpool(self._desk.kept)
                lists = str([[(job.name, job.state) for job in jobs], [each.name for each in kept]])
                if lists != listed:
                    listed = lists
                    form |= {"work": _work(jobs), "kept": await run_in_threadpool(_kept, kept)}
                yield event_message("reviews", json.dumps(form))
            elif time.monotonic() - told_s >= BEAT_S:
                told_s = time.monotonic()
                yield b": still here\n\n"
            await asyncio.sleep(POLL_S)

    def page(self, request: Request) -> Response:
        """Show a page that was kept."""
        return sandboxed(self._desk.find(request.path_params["name"]).page())

    def act(self, request: Request) -> Response:
        """Cancel a review, or delete a page; the address says all, and no body is read."""
        name, wish = request.path_params["name"], request.path_params["wish"]
        if wish == "delete":
            self._desk.delete(name)
        elif wish == "cancel":
            self._desk.cancel(name)
        else:
            raise HTTPException(404)
        return RedirectResponse("/review", status_code=303)


def _refused(words: str) -> Response:
    return JSONResponse({"error": words}, status_code=400)


def _form() -> Html:
    """Return the form; its script sends the file and what was chosen."""
    file = tag("input", type="file", id="file", multiple=True)
    words = "Drop a file of games here, or choose one"
    size = f"Games with the times of their moves, plain or packed; at most {LARGEST_FILE >> 20} MB. "
    more = (size, tag("code", "zeitnot review"), " takes larger files.")
    return tag(
        "form",
        tag("div", tag("label", words, for_="file"), file, tag("small", *more), class_="drop", id="drop"),
        _field("player", "Player", tag("input", type="text", **_named("player"), placeholder="all players")),
        _field("effort", "Effort", _select("effort", EFFORTS, "1")),
        _field("games", "Games at most", _number("games", USUAL_GAMES, MOST_GAMES)),
        _field("engine", "Engine", _select("engine", ENGINES, "best")),
        tag("button", "Review", type="submit", class_="main"),
        tag("noscript", tag("p", "This needs JavaScript.")),
        id="new-review",
        class_="question",
        data_largest=LARGEST_FILE,
    )


def _named(name: str) -> dict[str, str]:
    return {"id": name, "name": name, "maxlength": "100", "autocomplete": "off"}


def _number(name: str, value: int, most: int) -> Html:
    return tag("input", type="number", id=name, name=name, value=value, min=1, max=most)


def _select(name: str, values: Mapping[str, str], chosen: str) -> Html:
    options = (tag("option", words, value=value, selected=value == chosen) for value, words in values.items())
    return tag("select", *options, id=name, name=name)


def _field(name: str, words: str, control: Html) -> Html:
    return tag("div", tag("label", words, for_=name), control, class_="field")


def _work(jobs: Sequence[ReviewJob]) -> Html:
    return joined(_job(job) for job in jobs)


def _job(job: ReviewJob) -> Html:
    failed = bool(job.failure)
    bar = tag("progress", value=job.done, max=job.total or 1, aria_label=f"Review of {job.file_name}")
    words = tag("p", job.words, class_="words failure" if failed else "words")
    button = _button(job.name, "cancel", "Dismiss" if failed else "Cancel", f"review of {job.file_name}")
    head = tag("p", tag("b", job.file_name), " ", state_mark(job.state))
    return tag(
        "article", tag("div", head, "" if failed else bar, words), button, class_="review-job", id=job.name
    )


def _progress(job: ReviewJob) -> dict[str, object]:
    names = ("file_name", "state", "words", "done", "total")
    return {name: getattr(job, name) for name in names}


def _button(name: str, wish: str, words: str, what: str) -> Html:
    label = f"{words} {what}"
    button = tag("button", words, type="submit", value=wish, aria_label=label)
    return tag("form", button, method="post", action=f"{_address(name)}/{wish}")


def _kept(reviews: Sequence[KeptReview]) -> Html:
    if not reviews:
        return tag("p", "No review has been kept here yet.", class_="none")
    head = tag("tr", *(tag("th", words, scope="col") if words else tag("td") for words in _HEADS))
    table = tag("table", tag("thead", head), tag("tbody", *map(_row, reviews)))
    return tag("div", table, class_="scroll", tabindex="0", role="region", aria_label="Kept reviews")


def _row(review: KeptReview) -> Html:
    facts = review.facts
    button = _button(review.name, "delete", "Delete", f"review of {review.began}")
    cells: Sequence[object]
    if isinstance(facts, str):
        cells = (review.began, review.name, facts, "", button)
    else:
        page = link(_address(review.name), facts.title)
        cells = (review.began, page, ", ".join(facts.players), f"{facts.games:,}", button)
    return tag("tr", *(tag("td", cell) for cell in cells))


def _address(name: str) -> str:
    """Return the address of a review; its name is made here, of plain letters."""
    return f"/review/{name}"


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes of reviews."""
    pages = _ReviewPages(site)
    return [
        Route("/review", pages.lobby),
        Route("/review", pages.begin, methods=["POST"]),
        Route("/review/events", pages.events),
        Route("/review/{name}", pages.page),
        Route("/review/{name}/{wish}", pages.act, methods=["POST"]),
    ]


SECTION = Section(path="/review", title="Review", routes=routes, largest_body=LARGEST_FILE)
