"""Target: requests to the pages, let in by the gate and answered in this process."""

import asyncio
import atexit
import re
from contextlib import suppress
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, unquote

from tests.fuzz.chess_texts import KEPT
from tests.fuzz.run_files import changed_run, run_cells
from tests.fuzz.stored_files import JSON_WORDS
from tests.fuzz.target import Target, work_folder
from tests.lab.match.scenes import played, small_plan
from tests.report.match_page.runs import kept
from tests.web.fixtures_review import keep_hostile_review
from zeitnot.errors import ZeitnotError
from zeitnot.web.app import make_app
from zeitnot.web.gate import Bounds, Gate
from zeitnot.web.review_process import ReviewWish
from zeitnot.web.site import Site

PATIENCE_S = 60.0
"""Longest that an answer may take; a busy machine is no finding."""
MARK = "<zz9"
"""Must not come back as HTML."""
_MOST_GAMES = 8
"""Games that are kept: a list of hundreds takes long to show."""
_OWN = {b"host": b"127.0.0.1", b"origin": b"http://127.0.0.1"}
GAME = "chess-20260101-120000"
"""Name of a game against the engine."""
_NAME, _VALUE = re.compile(rb"[A-Za-z0-9!#$%&'*+.^_`|~-]+"), re.compile(rb"[^\x00-\x08\x0a-\x1f\x7f]*")
_FORM = "content-type: application/x-www-form-urlencoded\n\n"

REQUESTS = (
    "GET /",
    "GET /runs/chess",
    "GET /runs/chess/games?page=1",
    "GET /runs/chess/games/1?ply=3",
    "GET /runs/chess/events",
    "GET /explore?game=chess&control=3%2B2&left_percent=50&opponent_percent=90&move=12",
    "GET /explore/answer?control=25:00&game=scrabble&move=3",
    "GET /assets/page.css\nif-none-match: x\naccept: */*",
    "GET /review/review-20260101-120000\ncookie: zeitnot=x",
    f"POST /review?name=a.pgn&effort=1&games=3&engine=built-in&player=x{MARK}>\n\n1. e4 *",
    f"POST /play\n{_FORM}game=chess&policy=uniform&clock=5%3A00&other_clock=&seat=0",
    f"POST /play/{GAME}/move\n{_FORM}text=d7d6&ply=3",
    f"GET /play/{GAME}",
    f"GET /play/{GAME}/events",
    f"GET /play/{GAME}/preview?text=Nf6",
    f"POST /runs/chess/wish\n{_FORM}wish=pause",
    f"GET /{MARK}>/..%2f..%2fetc\nsec-fetch-site: none\nsec-fetch-mode: navigate\nhost: localhost:80",
)
WORDS = (
    *("GET ", "HEAD ", "POST ", "/runs/", "/games/", "/events", "/explore", "/play", "/review"),
    *("/assets/", "..%2f", "%00", "?", "&", "=", "%ff", "%F0%9F%98%80", MARK, "\n\n", "host: "),
    *("origin: null", "cookie: ", "content-length: ", "-1", "token=", "control=", "policy=", "position="),
    *("game=scrabble", "left_percent=", "1e999", "nan", "%zz", "+", "content-type: "),
)


@cache
def _app() -> Gate:
    """Make a site with a run, a game to go on with, and a review whose names are an attack."""
    folder = work_folder() / "site"
    folder.mkdir()
    plan = small_plan(control="0.05+0", work_per_s=500.0)
    kept(folder / "chess.run", plan, played(plan)[:1])
    keep_hostile_review(folder)
    (folder / "games").mkdir()
    (folder / "games" / f"{GAME}.pgn").write_bytes(KEPT)
    return make_app(Site(place=folder), bounds=Bounds(requests_per_s=1e9, burst=1e9))


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    atexit.register(loop.close)
    return loop


def _scope(head: bytes) -> dict[str, Any]:
    """Return a request as a server hands it on; one that names no host is for this one."""
    first, *lines = head.split(b"\n")
    method, _, address = first.partition(b" ")
    # The server itself refuses what HTTP does not allow.
    address = re.sub(rb"[^\x21-\x7e]", lambda sign: b"%%%02X" % sign[0][0], address)
    path, _, query = address.partition(b"?")
    parts = (line.partition(b":") for line in lines)
    named = [(name.strip().lower(), value.strip()) for name, colon, value in parts if colon]
    headers = [(name, value) for name, value in named if _NAME.fullmatch(name) and _VALUE.fullmatch(value)]
    there = {name for name, _ in headers}
    headers += [(name, value) for name, value in _OWN.items() if name not in there]
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method.decode("ascii").upper() if _NAME.fullmatch(method) else "GET",
        "scheme": "http",
        "path": unquote(path.decode("latin-1")),
        "raw_path": path,
        "root_path": "",
        "query_string": query,
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }


def _ask(data: bytes) -> None:
    head, _, body = data.partition(b"\n\n")
    scope = _scope(head)
    if scope["method"] == "POST" and scope["path"] == "/review":
        _wish(scope["query_string"], body)
        body = b""  # an empty file is refused, others would be reviewed by a process
    sent = _loop().run_until_complete(asyncio.wait_for(_answered(scope, body), PATIENCE_S))
    start = sent[0]
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in start["headers"]}
    assert start["status"] != 500, "an error of the server"
    assert "content-security-policy" in headers, "an answer without its policy"
    if headers.get("content-type", "").startswith("text/html"):
        page = b"".join(message.get("body", b"") for message in sent[1:])
        assert MARK.encode() not in page, "a text that became HTML"
    _clear_games()


def _wish(query: bytes, body: bytes) -> None:
    with suppress(ZeitnotError):
        ReviewWish.of(dict(parse_qsl(query.decode("latin-1"))), body)


async def _answered(scope: dict[str, Any], body: bytes) -> list[dict[str, Any]]:
    """Return what is sent to a visitor who leaves as soon as the request is read: streams end then."""
    sent: list[dict[str, Any]] = []
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    await _app()(scope, receive, send)
    assert sent, "a request without an answer"
    return sent


def _clear_games() -> None:
    begun = [path for path in (work_folder() / "site" / "games").iterdir() if path.stem != GAME]
    if len(begun) > _MOST_GAMES:
        for path in begun:
            path.unlink()


def _run_pages(data: bytes) -> None:
    """Show a run with one value changed."""
    _app()
    if changed_run(data, "site/changed.run") is not None:
        for page in ("", "/games", "/games/1", "/events"):
            _ask(f"GET /runs/changed{page}".encode())
        _ask(b"GET /")


TARGETS = (
    Target(name="run-pages", seeds=run_cells, read=_run_pages, refuses=False, words=JSON_WORDS, tries=12),
    Target(
        name="http",
        seeds=lambda: [request.encode() for request in REQUESTS],
        read=_ask,
        refuses=False,
        words=WORDS,
        most_bytes=2_000,
        tries=50,
    ),
)
