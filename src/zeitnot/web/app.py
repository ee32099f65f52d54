"""The application: all sections behind one gate."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from zeitnot.errors import DataError, ZeitnotError
from zeitnot.web import assets, explore, game_page, play_page, review_page, run_list, run_page
from zeitnot.web.exploration import Question, planned_turns
from zeitnot.web.gate import Bounds, Gate
from zeitnot.web.shell import error_page
from zeitnot.web.site import Site

SECTIONS = (
    run_list.SECTION,
    run_page.SECTION,
    game_page.SECTION,
    play_page.SECTION,
    review_page.SECTION,
    explore.SECTION,
    assets.SECTION,
)
"""Every section of the site; those with a title are in the navigation, in this order."""

_TITLES = {404: "Not found", 405: "Not allowed"}


def make_app(site: Site, *, bounds: Bounds | None = None) -> Gate:
    """Return the application that serves a site."""
    app = Starlette(
        routes=[route for section in SECTIONS for route in section.routes(site)],
        exception_handlers={HTTPException: _http_error, ZeitnotError: _refused},
        lifespan=_warmed,
    )
    app.state.nav = [(section.path, section.title) for section in SECTIONS if section.title]
    return Gate(app, site=site, sections=SECTIONS, bounds=bounds)


@asynccontextmanager
async def _warmed(app: Starlette) -> AsyncIterator[None]:
    """Load games and models while nobody asks for them yet: the first page comes as quickly as the next."""
    loading = asyncio.create_task(run_in_threadpool(planned_turns, Question()))
    yield
    await loading


async def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    title = _TITLES.get(status, "That did not work")
    words = "There is no such page." if status == 404 else "The request cannot be answered."  # noqa: PLR2004 (not found)
    return error_page(request, title, words, status=status)


async def _refused(request: Request, error: Exception) -> Response:
    """Say what is wrong with what was asked for."""
    return error_page(
        request, "That did not work", f"{error}.", status=404 if isinstance(error, DataError) else 400
    )
