"""Headline: who played what, under which clock, how long, and the verdict in one sentence."""

import datetime
import math

from zeitnot.lab.match import Tournament
from zeitnot.lab.statistics import SprtVerdict
from zeitnot.lab.statistics.standings import Standing
from zeitnot.report.match_page.figures import (
    counted,
    elo_text,
    estimate_text,
    listed,
    percent,
    points_text,
    signed,
    text,
)
from zeitnot.report.match_page.run_data import RunData

_DUEL = 2
_FEW_PAIRS = 15
"""Fewer pairs prove nothing: the errors themselves are uncertain then."""
_CLEAR = 0.95
"""Likelihood from which one is called stronger."""
_MINUTE_S = 60
_HOUR_S = 3600


def title_of(data: RunData) -> str:
    """Return the title of the match."""
    names = [participant.name for participant in data.participants]
    if len(names) == _DUEL:
        return f"{names[0]} against {names[1]}"
    if data.plan.tournament is Tournament.GAUNTLET:
        return f"{names[0]} against {len(names) - 1} others"
    return f"Round robin of {len(names)}"


def headline(data: RunData) -> str:
    """Write the top of the page."""
    facts = "".join(f"<div><dt>{text(name)}</dt><dd>{text(fact)}</dd></div>" for name, fact in _facts(data))
    names = ""
    if len(data.participants) > _DUEL:
        everybody = listed([participant.name for participant in data.participants])
        names = f'<p class="names">{text(everybody)}</p>'
    return (
        f'<header><p class="kicker">{text(data.plan.played_game.title)} · {text(data.plan.control)}</p>'
        f"<h1>{text(title_of(data))}</h1>{names}"
        f'<p class="verdict">{text(verdict(data))}</p><dl class="facts">{facts}</dl></header>'
    )


def _facts(data: RunData) -> list[tuple[str, str]]:
    plan = data.plan
    played = f"{len(data.games):,} of {plan.total_games:,}"
    if len(data.games) == plan.total_games:
        played = f"{plan.total_games:,}, all that were planned"
    unit = plan.played_game.work_unit
    time = "wall clock" if plan.work_per_s is None else f"work: {plan.work_per_s:,.10g} {unit} are 1 s"
    facts = [
        ("Clock", str(plan.time_control)),
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


def verdict(data: RunData) -> str:
    """Return one sentence about what the match has shown."""
    if not data.games:
        return "No game has been played yet."
    if data.standings.test is not None:
        return _test_verdict(data)
    if data.standings.duel is not None:
        return _duel_verdict(data)
    return _field_verdict(data)


def _test_verdict(data: RunData) -> str:
    test = data.standings.test
    if test is None:
        return ""
    first, second = (participant.name for participant in data.participants)
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


def _duel_verdict(data: RunData) -> str:
    duel = data.standings.duel
    if duel is None:
        return ""
    names = [participant.name for participant in data.participants]
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
    return f"{score}; {_lead(best, after)}."


def _lead(best: Standing, after: Standing) -> str:
    if best.superiority is None:
        return f"no measurable lead over the next, {after.name}"
    sure = percent(best.superiority)
    if best.superiority >= _CLEAR:
        return f"it is stronger than the next, {after.name}, with a likelihood of {sure}"
    return f"that it is stronger than the next, {after.name}, is not proved (likelihood {sure})"


def _moment(iso: str) -> str:
    try:
        moment = datetime.datetime.fromisoformat(iso)
    except ValueError:
        return iso
    return f"{moment:%d %B %Y, %H:%M}{' UTC' if moment.utcoffset() == datetime.timedelta() else ''}".lstrip(
        "0"
    )


def _span(data: RunData) -> str:
    """Return how long the run took: all its games one by one, since a run may have been resumed."""
    total_s = sum(game.took_s for game in data.games)
    if total_s >= _HOUR_S:
        shown = f"{total_s / _HOUR_S:.1f} hours"
    elif total_s >= _MINUTE_S:
        shown = f"{total_s / _MINUTE_S:.1f} minutes"
    else:
        shown = f"{total_s:.1f} seconds"
    return f"{shown} of play"
