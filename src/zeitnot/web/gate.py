"""Gate: who and what is let in; every request passes it before any page sees it."""

import ipaddress
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zeitnot.web.site import LOOPBACK, SMALL_BODY, Section, Site

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Content security policy of every page: nothing from elsewhere, nothing inline."""
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
COOKIE = "zeitnot"
"""Name of the cookie that holds the token."""
_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^:\[\]]+))(?::[0-9]+)?")
_READS = ("GET", "HEAD")
_OWN_SITE = ("same-origin", "none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """How much is served at once."""

    requests: int = 256
    """Requests under way, streams included."""
    requests_per_s: float = 100.0
    """Requests a second of one visitor, in the long run."""
    burst: float = 400.0
    """Requests of one visitor at once."""
    visitors: int = 1_024
    """Visitors whose requests are counted; the one who was away longest is forgotten first."""
    query: int = 8 << 10
    """Bytes of a path with its query."""


class Gate:
    """Checks host, origin, token, size and number of requests, and sets the headers of every answer."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        site: Site,
        sections: Sequence[Section] = (),
        bounds: Bounds | None = None,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Stand before an application; the clock can be another one in tests."""
        self._app = app
        self._site = site
        self._sections = sections
        self._bounds = bounds or Bounds()
        self._now_s = now_s
        self._running = 0
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        guarded = _with_headers(send)
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, guarded)
            return
        self._running += 1
        try:
            await self._let_in(scope, receive, guarded)
        finally:
            self._running -= 1

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        left = self._largest_body(scope["path"])

        async def bounded() -> Message:
            nonlocal left
            message = await receive()
            if message["type"] == "http.request":
                left -= len(message.get("body", b""))
                if left < 0:
                    raise HTTPException(413)  # which the application answers
            return message

        await self._app(scope, bounded, send)

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the answer to a request that is not let in; None for one that is."""
        headers = Headers(scope=scope)
        if not self._is_own_host(headers):
            return _refused(421, "This server answers under its own address only.")
        if len(scope["path"]) + len(scope["query_string"]) > self._bounds.query:
            return _refused(414, "The address is too long.")
        if not _is_own_origin(scope, headers):
            return _refused(403, "Requests from other sites are refused.")
        if not self._has_room(scope):
            return _refused(429, "Too many requests; try again in a moment.")
        size = headers.get("content-length", "0")
        if not size.isdecimal() or int(size[:20]) > self._largest_body(scope["path"]):
            return _refused(413, "The request is too large.")
        return self._stranger(scope, headers) if self._site.token else None

    def _is_own_host(self, headers: Headers) -> bool:
        """Return whether the request names this server: by an address, or by the name it listens on.

        A page elsewhere can make its own name mean this machine, but it cannot change the name.
        """
        names = headers.getlist("host")
        if len(names) != 1:
            return False
        host = _host_of(names[0])
        if self._site.is_loopback:
            return host in LOOPBACK
        return host == self._site.host.lower() or host in LOOPBACK or _is_address(host)

    def _has_room(self, scope: Scope) -> bool:
        bounds, now_s = self._bounds, self._now_s()
        if self._running >= bounds.requests:
            return False
        visitor = (scope.get("client") or ("", 0))[0]
        before_s, had = self._buckets.pop(visitor, (now_s, bounds.burst))
        has = min(bounds.burst, had + (now_s - before_s) * bounds.requests_per_s)
        self._buckets[visitor] = now_s, max(0.0, has - 1)
        while len(self._buckets) > bounds.visitors:
            self._buckets.popitem(last=False)
        return has >= 1

    def _largest_body(self, path: str) -> int:
        fitting = (each for each in self._sections if path == each.path or path.startswith(f"{each.path}/"))
        return max((each.largest_body for each in fitting), default=SMALL_BODY)

    def _stranger(self, scope: Scope, headers: Headers) -> Response | None:
        """Return the answer to a visitor without the token; the first page takes it from the address."""
        if self._is_token(_cookie(headers.get("cookie", ""))):
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"))
        if scope["method"] in _READS and self._is_token(dict(query).get("token", "")):
            rest = urlencode([(name, value) for name, value in query if name != "token"])
            path = "/" + scope["path"].lstrip("/")  # two slashes would lead to another server
            answer = RedirectResponse(f"{path}?{rest}" if rest else path, status_code=303)
            answer.set_cookie(COOKIE, self._site.token, httponly=True, samesite="strict")
            return answer
        return _refused(401, "This server needs its token: open the address that `zeitnot serve` printed.")

    def _is_token(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), self._site.token.encode())


def _with_headers(send: Send) -> Send:
    """Return a sender that sets the headers which the answer does not set itself."""

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return with_headers


def _is_own_origin(scope: Scope, headers: Headers) -> bool:
    """Return whether a request comes from a page of this server, or from no page at all.

    What only reads may also be a link that somebody follows; what changes something must say where it
    comes from.
    """
    own = f"{scope['scheme']}://{headers['host']}"
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if scope["method"] not in _READS:
        return origin == own and (site is None or site == _OWN_SITE[0])
    if origin is not None and origin != own:
        return False
    followed = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    return site is None or site in _OWN_SITE or followed


def _host_of(name: str) -> str:
    """Return the host without its port; empty if it is no host."""
    found = _HOST.fullmatch(name)
    return "" if found is None else (found[1] or found[2]).lower()


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _cookie(text: str) -> str:
    try:
        found = SimpleCookie(text).get(COOKIE)
    except CookieError:
        return ""
    return "" if found is None else found.value


def _refused(status: int, words: str) -> Response:
    return PlainTextResponse(f"{words}\n", status_code=status, headers={"connection": "close"})
