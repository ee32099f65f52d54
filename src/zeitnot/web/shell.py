"""Shell: what all pages have around their content, and answers in it."""

from collections.abc import Iterable, Sequence
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import HTMLResponse

from zeitnot import __version__
from zeitnot.errors import SettingError
from zeitnot.games import utf8_text
from zeitnot.report import PAGE_POLICY
from zeitnot.web.markup import Html, html_of, joined, link, tag

_STYLES = ("report.css", "web.css")
_MOST_FIELDS = 100


def shell(
    request: Request,
    title: str,
    *content: object,
    scripts: Sequence[str] = (),
    status: int = 200,
    kicker: object = "",
) -> HTMLResponse:
    """Return a page: title, content, and the scripts of `assets/` that it needs."""
    nav = (_nav_link(request, path, words) for path, words in request.app.state.nav)
    page = joined(
        (
            Html("<!DOCTYPE html>\n"),
            Html('<html lang="en">'),
            tag(
                "head",
                tag("meta", charset="utf-8"),
                tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
                tag("meta", name="color-scheme", content="light dark"),
                tag("title", f"{title} · zeitnot"),
                *(tag("link", rel="stylesheet", href=f"/assets/{name}") for name in _STYLES),
                tag("link", rel="icon", href="/assets/icon.svg", type="image/svg+xml"),
                *(tag("script", src=f"/assets/{name}", type="module") for name in scripts),
            ),
            tag(
                "body",
                link("#content", "Skip to the content", class_="skip"),
                tag("div", _top(nav), _content(title, kicker, content), _footer(), class_="page"),
            ),
            Html("</html>\n"),
        )
    )
    return HTMLResponse(utf8_text(page), status_code=status)  # a name may hold half of a sign


def _top(links: Iterable[Html]) -> Html:
    return tag(
        "header",
        link("/", "zeitnot", class_="brand"),
        tag("nav", joined(links), aria_label="Pages"),
        class_="top",
    )


def _nav_link(request: Request, path: str, words: str) -> Html:
    own = request.url.path
    here = own == path if path == "/" else own == path or own.startswith(f"{path}/")
    return link(path, words, aria_current="page" if here else None)


def _content(title: str, kicker: object, content: Sequence[object]) -> Html:
    above = tag("p", kicker, class_="kicker") if kicker else ""
    return tag("main", above, tag("h1", title), joined(content), id="content", tabindex="-1")


def _footer() -> Html:
    return tag("footer", html_of(f"zeitnot {__version__}"))


def sandboxed(page: str | bytes) -> HTMLResponse:
    """Return a page that is whole in itself; it has scripts inside, and an origin of its own."""
    policy = f"{PAGE_POLICY}; sandbox allow-scripts"
    return HTMLResponse(page, headers={"content-security-policy": policy})


def event_message(event: str, data: str) -> bytes:
    """Return a server-sent event; the data is one line."""
    return f"event: {event}\ndata: {data}\n\n".encode()


async def form_fields(request: Request) -> dict[str, str]:
    """Return the fields of a form that was sent, the last of each name; too many are a SettingError."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        return dict(parse_qsl(body, keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except ValueError as error:
        raise SettingError(f"a form must have at most {_MOST_FIELDS} fields, got more") from error


def error_page(request: Request, title: str, words: str, *, status: int) -> HTMLResponse:
    """Return a page that says what went wrong."""
    return shell(request, title, tag("p", words), tag("p", link("/", "All runs")), status=status)
