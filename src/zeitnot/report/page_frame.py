"""Page frame: one HTML file with everything inside, for screen, phone and paper, light and dark."""

from collections.abc import Sequence
from pathlib import Path

from zeitnot.errors import MissingExtraError
from zeitnot.games import utf8_text
from zeitnot.report.match_page.markup import text

_ASSETS = Path(__file__).parent / "match_page" / "assets"
PAGE_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
"""Nothing may come from anywhere else: a page that would ask for something is broken, and says so."""


def framed_page(
    title: str, header: str, sections: Sequence[tuple[str, str, str]], *, footer: str, meta: str = ""
) -> str:
    """Return a whole page: a header, links, and the sections, each with a key, a title and HTML.

    Titles and footer are plain words; the header and what `meta` adds to the head are HTML.
    """
    library = _plotly()
    links = "".join(f'<a href="#{key}">{text(name)}</a>' for key, name, _ in sections)
    bodies = "".join(
        f'<section id="{key}"><h2>{text(name)}</h2>{body}</section>' for key, name, body in sections
    )
    body = (
        f'{header}<nav aria-label="Sections">{links}</nav><main>'
        f"<noscript><p>The plots of this page need JavaScript.</p></noscript>{bodies}</main>"
    )
    page = "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{PAGE_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{text(title)} · zeitnot</title>{meta}",
            f"<style>{_asset('page.css')}</style></head>",
            f'<body><div class="page">{body}<footer>{text(footer)}</footer></div>',
            f"<script>{library}</script>",
            f"<script>{_asset('page.js')}</script>",
            "</body></html>\n",
        ]
    )
    return utf8_text(page)  # a name may hold half of a sign, which no file takes


def check_pages() -> None:
    """Raise a MissingExtraError if pages cannot be made here: better before the work than after it."""
    try:
        import plotly.offline  # noqa: F401 (only whether it can be imported)
    except ImportError as error:
        raise MissingExtraError(feature="a report", extra="lab") from error


def page_style() -> str:
    """Return the style sheet of these pages, for others that should look alike."""
    return _asset("page.css")


def _plotly() -> str:
    check_pages()
    from plotly.offline import get_plotlyjs

    return str(get_plotlyjs())


def _asset(name: str) -> str:
    return (_ASSETS / name).read_text(encoding="utf-8")
