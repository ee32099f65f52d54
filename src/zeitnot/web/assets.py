"""Assets: styles, scripts and pictures of the package, by name; no other file can be asked for."""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from chess.svg import PIECES
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from zeitnot.report import page_style
from zeitnot.web.site import Section, Site

_FOLDER = Path(__file__).parent / "assets"
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_FRESH = "no-cache"
"""Kept by the browser, and asked for again each time: a new version is seen at once."""


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the one route."""
    return [Route("/assets/{name}", asset)]


def asset(request: Request) -> Response:
    """Send an asset."""
    found = _assets().get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    content, kind, mark = found
    headers = {"etag": mark, "cache-control": _FRESH}
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=f"{kind}; charset=utf-8", headers=headers)


@cache
def _assets() -> dict[str, tuple[bytes, str, str]]:
    """Return content, type and tag of every asset by its name."""
    files = {path.name: path.read_bytes() for path in _FOLDER.iterdir() if path.suffix in _TYPES}
    files["report.css"] = page_style().encode()
    files["pieces.svg"] = _pieces().encode()
    return {
        name: (content, _TYPES[Path(name).suffix], f'"{_digest(content)}"') for name, content in files.items()
    }


def _pieces() -> str:
    """Return the chess pieces of python-chess as symbols, by their letters."""
    symbols = "".join(
        f'<symbol id="{letter}" viewBox="0 0 45 45">{drawing}</symbol>' for letter, drawing in PIECES.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:24]


SECTION = Section(path="/assets", routes=routes)
