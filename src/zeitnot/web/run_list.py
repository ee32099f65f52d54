"""The list of runs: the first page."""

from collections.abc import Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from zeitnot.lab import MatchPlan
from zeitnot.report import elo_text
from zeitnot.web.addresses import run_address
from zeitnot.web.markup import Html, joined, link, tag
from zeitnot.web.run_state import run_state
from zeitnot.web.run_summary import RunSummary, run_summary
from zeitnot.web.shell import shell
from zeitnot.web.site import Section, Site

_HEADS = ("Run", "State", "Game", "Clock", "Games", "Leads", "Elo (95 %)", "Began (UTC)")


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the first page."""

    def run_list(request: Request) -> Response:
        runs = site.runs()
        content = _table(runs) if runs else tag("p", "There is no run here yet; `zeitnot match` plays one.")
        return shell(request, "Runs", content, kicker=site.place.name or "runs")

    return [Route("/", run_list)]


def _table(runs: Sequence[Path]) -> Html:
    head = tag("tr", *(tag("th", words, scope="col") for words in _HEADS))
    body = joined(_row(path) for path in reversed(sorted(runs, key=_changed)))
    table = tag("table", tag("thead", head), tag("tbody", body))
    return tag("div", table, class_="scroll", tabindex="0", role="region", aria_label="Runs")


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _row(path: Path) -> Html:
    found = run_summary(path)
    if isinstance(found, str):
        name = tag("td", path.stem)
        return tag("tr", name, tag("td", state_mark("broken")), tag("td", found, colspan=len(_HEADS) - 2))
    plan = found.plan
    cells: Sequence[object] = (
        link(run_address(path.stem), path.stem),
        state_mark(run_state(path, found).word),
        plan.played_game.title,
        plan.short_clock,
        games_words(found.games, plan),
        found.leader,
        _elo(found),
        moment_words(found.began),
    )
    return tag("tr", *(tag("td", cell) for cell in cells))


def state_mark(state: str) -> Html:
    """Return the state of a run as a word in its colour."""
    return tag("span", state, class_=f"state {state}")


def moment_words(iso: str) -> str:
    """Return a moment to the minute, UTC."""
    return iso[:16].replace("T", " ")


def games_words(games: int, plan: MatchPlan) -> str:
    """Return how many games of a match are finished."""
    return f"{games:,} of {plan.total_games:,}"


def _elo(found: RunSummary) -> str:
    return elo_text(found.elo) if found.leader else ""


SECTION = Section(path="/", title="Runs", routes=routes)
