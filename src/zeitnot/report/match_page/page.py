"""The page: all sections of a match in one HTML file, with everything that it needs inside."""

from pathlib import Path

from zeitnot.errors import MissingExtraError
from zeitnot.games import utf8_text
from zeitnot.lab.store import RunStore
from zeitnot.report.atomic_file import write_atomically
from zeitnot.report.match_page.command_line import reproduce_section
from zeitnot.report.match_page.figures import text
from zeitnot.report.match_page.headline import headline, title_of
from zeitnot.report.match_page.incidents import incidents_section
from zeitnot.report.match_page.longest_turns import longest_turns_section
from zeitnot.report.match_page.loss_at_stop import loss_section
from zeitnot.report.match_page.run_data import RunData
from zeitnot.report.match_page.score_over_games import score_section
from zeitnot.report.match_page.standings_table import standings_section
from zeitnot.report.match_page.stop_reasons import reasons_section
from zeitnot.report.match_page.target_and_used import target_section
from zeitnot.report.match_page.time_spent import time_section
from zeitnot.report.match_page.time_trouble import clock_section, overshoot_section

_ASSETS = Path(__file__).parent / "assets"
_SECTIONS = (
    standings_section,
    score_section,
    time_section,
    target_section,
    reasons_section,
    overshoot_section,
    clock_section,
    loss_section,
    longest_turns_section,
    incidents_section,
    reproduce_section,
)

# Nothing may come from anywhere else: a page that would ask for something is broken, and says so.
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"


def write_match_page(path: Path, store: RunStore) -> None:
    """Write the page of a run; the file appears whole or not at all."""
    write_atomically(path, match_page(store))


def match_page(store: RunStore) -> str:
    """Make the page of a run as it stands."""
    library = _plotly()
    data = RunData.read(store)
    sections = [make(data) for make in _SECTIONS]
    links = "".join(f'<a href="#{section.key}">{text(section.title)}</a>' for section in sections)
    page = "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{text(title_of(data))} · zeitnot</title>",
            f"<style>{_asset('page.css')}</style></head>",
            f'<body><div class="page">{headline(data)}<nav aria-label="Sections">{links}</nav><main>',
            "<noscript><p>The plots of this page need JavaScript.</p></noscript>",
            *(section.html() for section in sections),
            f"</main><footer>Made by zeitnot {text(data.version)} from {text(data.file_name)}</footer></div>",
            f"<script>{library}</script>",
            f"<script>{_asset('page.js')}</script>",
            "</body></html>\n",
        ]
    )
    return utf8_text(page)  # a name may hold half of a sign, which no file takes


def _plotly() -> str:
    try:
        from plotly.offline import get_plotlyjs
    except ImportError as error:
        raise MissingExtraError(feature="a report", extra="lab") from error
    return str(get_plotlyjs())


def _asset(name: str) -> str:
    return (_ASSETS / name).read_text(encoding="utf-8")
