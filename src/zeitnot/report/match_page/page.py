"""The page: who played what and the verdict, then all sections, in one HTML file with everything inside."""

import datetime
import math
from pathlib import Path

from zeitnot.atomic_file import write_atomically
from zeitnot.lab import RunStore, Score, SprtState, SprtVerdict, Tournament
from zeitnot.report.match_page.command_line import reproduce_section
from zeitnot.report.match_page.incidents import incidents_section
from zeitnot.report.match_page.longest_turns import longest_turns_section
from zeitnot.report.match_page.markup import (
    counted,
    elo_text,
    estimate_text,
    facts_list,
    listed,
    percent,
    points_text,
    signed,
    text,
)
from zeitnot.report.match_page.run_data import RunData
from zeitnot.report.match_page.score_over_games import score_section
from zeitnot.report.match_page.standings_table import standings_section
from zeitnot.report.match_page.stops import clock_section, loss_section, overshoot_section, reasons_section
from zeitnot.report.match_page.time_spent import target_section, time_section
from zeitnot.report.page_frame import framed_page

_SECTIONS = (
    ("standings", "Standings", standings_section),
    ("score", "Score over games", score_section),
    ("time", "Where the time went", time_section),
    ("target", "Target against used", target_section),
    ("reasons", "Why searches ended", reasons_section),
    ("overshoot", "Past the hard limit", overshoot_section),
    ("clock", "Clock at the end", clock_section),
    ("loss", "Expected loss at stop", loss_section),
    ("turns", "The longest turns", longest_turns_section),
    ("incidents", "Faults and incidents", incidents_section),
    ("reproduce", "How to reproduce", reproduce_section),
)
"""Name of each section in addresses, its heading, and what writes its content."""
_DUEL = 2
_FEW_PAIRS = 15
"""Fewer pairs prove nothing: the errors themselves are uncertain then."""
_CLEAR = 0.95
"""Likelihood from which one is called stronger."""
_UNITS = {3600: "hours", 60: "minutes", 1: "seconds"}


def write_match_page(path: Path, store: RunStore) -> None:
    """Write the page of a run; the file appears whole or not at all."""
    write_atomically(path, match_page_html(store))


def match_page_html(store: RunStore) -> str:
    """Make the page of a run as it stands."""
    data = RunData.read(store)
    sections = [(key, title, body(data)) for key, title, body in _SECTIONS]
    footer = f"Made by zeitnot {data.version} from {data.file_name}"
    return framed_page(_title(data), _headline(data), sections, footer=footer)


def _title(data: RunData) -> str:
    names = data.names
    if len(names) == _DUEL:
        return f"{names[0]} against {names[1]}"
    if data.plan.tournament is Tournament.GAUNTLET:
        return f"{names[0]} against {len(names) - 1} others"
    return f"Round robin of {len(names)}"


def _headline(data: RunData) -> str:
    names = ""
    if len(data.names) > _DUEL:
        names = f'<p class="names">{text(listed(data.names))}</p>'
    return (
        f'<header><p class="kicker">{text(data.plan.played_game.title)} · {text(data.plan.clock_words)}</p>'
        f"<h1>{text(_title(data))}</h1>{names}"
        f'<p class="verdict">{text(_verdict(data))}</p>{facts_list(_facts(data))}</header>'
    )


def _facts(data: RunData) -> list[tuple[str, str]]:
    plan = data.plan
    played = f"{len(data.games):,} of {plan.total_games:,}"
    if len(data.games) == plan.total_games:
        played = f"{plan.total_games:,}, all that were planned"
    unit = plan.played_game.work_unit
    time = "wall clock" if plan.work_per_s is None else f"work: {plan.work_per_s:,.10g} {unit} are 1 s"
    facts = [
        ("Clock", plan.clock_words),
        ("Time", time),
        ("Games", played),
        ("Turns", f"{data.turns.count:,}"),
        ("Seed", str(plan.seed)),
        ("Began", _moment(data.began)),
        ("Took", _span(data)),
        ("Version", f"zeitnot {data.version}"),
        ("Run", data.file_name),
    ]
    if plan.openings:
        facts.insert(5, ("Openings", f"{len(plan.openings):,}"))
    return facts


def _verdict(data: RunData) -> str:
    """Return one sentence about what the match has shown."""
    if not data.games:
        return "No game has been played yet."
    if data.standings.test is not None:
        return _test_verdict(data, data.standings.test)
    if data.standings.duel is not None:
        return _duel_verdict(data, data.standings.duel)
    return _field_verdict(data)


def _test_verdict(data: RunData, test: SprtState) -> str:
    first, second = data.names
    sprt = test.sprt
    unit = "normalised Elo" if sprt.model == "normalised" else "Elo"
    llr, lower, upper = (signed(each, 2) for each in (test.llr, sprt.lower, sprt.upper))
    place = f"log-likelihood ratio {llr} between {lower} and {upper}"
    after = f"after {counted(len(data.games), 'game')}"
    if test.verdict is SprtVerdict.H1:
        return (
            f"The test is decided {after}: {first} is stronger than {second} by {sprt.elo1:g} {unit} "
            f"rather than {sprt.elo0:g} ({place})."
        )
    if test.verdict is SprtVerdict.H0:
        return (
            f"The test is decided {after}: {first} is stronger than {second} by no more than {sprt.elo0:g} "
            f"{unit}, rather than {sprt.elo1:g} ({place})."
        )
    duel = data.standings.duel
    elo = "" if duel is None or duel.elo is None else f"; so far {first} is at {elo_text(duel.elo)} Elo"
    return f"The test of {sprt.elo0:g} against {sprt.elo1:g} {unit} is open {after} ({place}){elo}."


def _duel_verdict(data: RunData, duel: Score) -> str:
    names = data.names
    if duel.points * 2 < duel.games.games:  # told from the side that is ahead
        duel, names = duel.swapped(), names[::-1]
    first, second = names
    score = f"{points_text(duel.points)} of {counted(duel.games.games, 'game')}"
    spread = data.standings.spread(first, second)
    if spread is not None:
        score += (
            f", winning {estimate_text(spread.win_rate, scale=100)} % by "
            f"{estimate_text(spread.spread_pts, sign=True)} points a game"
        )
    elif duel.elo is not None and math.isfinite(duel.elo.elo):
        score += f", {elo_text(duel.elo)} Elo"
    if duel.points * 2 == duel.games.games:
        return f"{first} and {second} are level: {score}."
    sure = percent(duel.superiority)
    if duel.superiority >= _CLEAR and duel.pairs.pairs >= _FEW_PAIRS:
        return f"{first} is stronger than {second}: {score}, with a likelihood of {sure}."
    ahead = f"{first} has {score}, ahead with a likelihood of {sure}"
    return f"Nothing is proved between {first} and {second}: {ahead}."


def _field_verdict(data: RunData) -> str:
    rows = data.standings.table.rows
    best, after = rows[0], rows[1]
    games = counted(best.score.games.games, "game")
    score = f"{best.name} leads with {points_text(best.score.points)} of {games}"
    if best.elo is not None and math.isfinite(best.elo.elo) and best.elo.error:
        than = "the mean of the field" if data.standings.table.anchor is None else data.standings.table.anchor
        score += f", {elo_text(best.elo)} Elo over {than}"
    if best.superiority is None:
        return f"{score}; no measurable lead over the next, {after.name}."
    sure = percent(best.superiority)
    if best.superiority >= _CLEAR:
        return f"{score}; it is stronger than the next, {after.name}, with a likelihood of {sure}."
    return f"{score}; that it is stronger than the next, {after.name}, is not proved (likelihood {sure})."


def _moment(iso: str) -> str:
    try:
        moment = datetime.datetime.fromisoformat(iso)
    except ValueError:
        return iso
    zone = " UTC" if moment.utcoffset() == datetime.timedelta() else ""
    return f"{moment:%d %B %Y, %H:%M}{zone}".lstrip("0")


def _span(data: RunData) -> str:
    """Return how long the run took: all its games one by one, since a run may have been resumed."""
    total_s = sum(game.took_s for game in data.games)
    unit_s = next((unit_s for unit_s in _UNITS if total_s >= unit_s), 1)
    return f"{total_s / unit_s:.1f} {_UNITS[unit_s]} of play"
