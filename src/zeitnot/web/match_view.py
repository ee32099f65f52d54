"""Parts of the page of a match that change with each finished game, as HTML."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import add
from pathlib import Path

from zeitnot.lab import (
    GameRow,
    MatchPlan,
    MatchStandings,
    Pentanomial,
    RunStore,
    SprtState,
    SprtVerdict,
    game_pairs,
    standings_of,
)
from zeitnot.report import elo_text, estimate_text, percent, points_text, signed
from zeitnot.web.addresses import run_address
from zeitnot.web.markup import Html, joined, link, tag

RESULTS = {2: "1–0", 1: "½–½", 0: "0–1"}
"""Results by the half points of seat 0."""
_LATEST = 12
_MOST_NOTES = 30
_POINTS = 60
"""Points of the line of a test."""
_PAIR = 2

Parts = dict[str, Html]
"""HTML by the id of its place on the page."""


def match_parts(path: Path) -> Parts:
    """Return all parts of a run as it stands."""
    with RunStore.read(path) as store:
        plan, games = store.plan, store.games()
        incidents = store.incidents()
    standings = standings_of(plan, games)
    return {
        "count": joined([f"{len(games):,} of {plan.total_games:,} games"]),
        "standings": _standings(plan, standings),
        "test": joined([]) if standings.test is None else _test(standings.test, games),
        "finished": _finished(path.stem, plan, games),
        "incidents": _incidents(path.stem, plan, games, incidents),
    }


def names_of(plan: MatchPlan) -> list[str]:
    """Return the names of the participants in the order of the plan."""
    return [participant.name for participant in plan.participants]


def table(label: str, heads: Sequence[str], rows: Iterable[Sequence[object]], *, left: int = 1) -> Html:
    """Return a table in a box that scrolls; columns after the first `left` ones are figures."""
    head = tag("tr", *(tag("th", words, scope="col", class_=_side(n, left)) for n, words in enumerate(heads)))
    body = joined(
        tag("tr", *(tag("td", cell, class_=_side(n, left)) for n, cell in enumerate(row))) for row in rows
    )
    inner = tag("table", tag("thead", head), tag("tbody", body))
    return tag("div", inner, class_="scroll", tabindex="0", role="region", aria_label=label)


def _side(column: int, left: int) -> str | None:
    return None if column < left else "num"


def participant_mark(plan: MatchPlan, number: int) -> Html:
    """Return the name of a participant behind its colour."""
    swatch = tag("i", class_=f"swatch own{number % 8}")
    return tag("span", swatch, tag("span", plan.participants[number].name), class_="who")


def _standings(plan: MatchPlan, standings: MatchStandings) -> Html:
    names, rows = names_of(plan), standings.table.rows
    heads = ["Participant", "Games", "Points", "Score", "Elo (95 %)", "LOS"]
    if plan.played_game.has_points:
        heads.append("Spread (95 %)")

    def cells(place: int) -> list[object]:
        row = rows[place]
        games = row.score.games
        anchored = standings.duel is None and row.name == standings.table.anchor
        found: list[object] = [
            participant_mark(plan, names.index(row.name)),
            games.games,
            points_text(row.score.points),
            percent(games.points / games.games) if games.games else "",
            "0" if anchored else elo_text(standings.elo(row.name)) if games.games else "",
            percent(standings.superiority(place)) if games.games else "",
        ]
        if plan.played_game.has_points:
            spread = standings.total_spread(row.name)
            found.append("" if spread is None else estimate_text(spread.spread_pts, sign=True))
        return found

    return table("Standings", heads, map(cells, range(len(rows))))


def _test(test: SprtState, games: Sequence[GameRow]) -> Html:
    sprt = test.sprt
    unit = "normalised Elo" if sprt.model == "normalised" else "Elo"
    said = {
        SprtVerdict.GO_ON: "still open",
        SprtVerdict.H0: f"decided: {sprt.elo0:g} accepted, no gain of {sprt.elo1:g}",
        SprtVerdict.H1: f"decided: {sprt.elo1:g} accepted",
    }[test.verdict]
    words = (
        f"{sprt.elo0:g} against {sprt.elo1:g} {unit}: log-likelihood ratio {signed(test.llr, 2)} "
        f"between {signed(sprt.lower, 2)} and {signed(sprt.upper, 2)}, {said}."
    )
    return joined([tag("h2", "Sequential test"), tag("p", words), _test_line(test, games)])


def _test_line(test: SprtState, games: Sequence[GameRow]) -> Html:
    """Draw the ratio pair by pair between its bounds."""
    sprt = test.sprt
    whole = [pair for pair in next(iter(game_pairs(games).values()), []) if len(pair) == _PAIR]
    counts = list(
        accumulate(
            (_pair_counts(sum(half_points for half_points, _ in pair)) for pair in whole),
            lambda one, other: tuple(map(add, one, other)),
        )
    )
    step = max(1, len(counts) // _POINTS)
    places = sorted({*range(0, len(counts), step), len(counts) - 1}) if counts else []
    llrs = [0.0, *(sprt.llr(Pentanomial.of_counts(counts[place])) for place in places)]
    low, high = min(sprt.lower, *llrs), max(sprt.upper, *llrs)

    def y(llr: float) -> float:
        return round(4 + 92 * (high - llr) / (high - low), 2)

    ends = len(counts) or 1
    xs = [0.0, *(round(400 * (place + 1) / ends, 2) for place in places)]
    path = " ".join(f"{x},{y(llr)}" for x, llr in zip(xs, llrs, strict=True))
    label = f"Ratio after each pair, now {test.llr:.2f}, between {sprt.lower:.2f} and {sprt.upper:.2f}"
    return tag(
        "svg",
        *(tag("line", x1=0, x2=400, y1=y(bound), y2=y(bound), class_="bound") for bound in _bounds(test)),
        tag("polyline", points=path, class_="ratio"),
        viewBox="0 0 400 100",
        preserveAspectRatio="none",
        class_="test",
        role="img",
        aria_label=label,
    )


def _bounds(test: SprtState) -> tuple[float, float, float]:
    return test.sprt.upper, 0.0, test.sprt.lower


def _pair_counts(half_points: int) -> tuple[int, ...]:
    return Pentanomial.of_pair(half_points).counts


def _finished(name: str, plan: MatchPlan, games: Sequence[GameRow]) -> Html:
    if not games:
        return tag("p", "No game has been finished yet.", class_="none")
    latest = sorted(games, key=lambda game: game.began, reverse=True)[:_LATEST]
    more = ""
    if len(games) > len(latest):
        more = tag("p", link(run_address(name, "games"), f"All {len(games):,} games"))
    return joined([games_table(name, plan, latest), more])


def games_table(name: str, plan: MatchPlan, games: Iterable[GameRow]) -> Html:
    """Return a table of finished games, each with a link to it."""
    seats = [seat.capitalize() for seat in plan.played_game.seats]
    rows = (
        (
            link(run_address(name, "games", game.number + 1), f"Game {game.number + 1}"),
            participant_mark(plan, game.first),
            participant_mark(plan, game.second),
            game.words,
            result_words(game),
            game.turns,
        )
        for game in games
    )
    return table("Finished games", ("Game", *seats, "How it ended", "Result", "Turns"), rows, left=4)


def result_words(game: GameRow) -> str:
    """Return the result of a game, with its points where it has any."""
    if game.first_pts is None or game.second_pts is None:
        return RESULTS[game.half_points]
    return f"{game.first_pts}–{game.second_pts}"


def _incidents(
    name: str, plan: MatchPlan, games: Sequence[GameRow], lost: Sequence[tuple[str, int, str]]
) -> Html:
    names = names_of(plan)
    found: list[tuple[int, str]] = [
        (number, f"lost, by no fault of its players: {w}") for _, number, w in lost
    ]
    for game in games:
        if game.fault is not None and game.at_fault is not None:
            found.append((game.number, f"{names[game.at_fault]}: {game.fault}"))
        if game.hiccups:
            found.append((game.number, "begun anew because this machine had stopped"))
        found += [(game.number, note) for note in game.note_list]
    if not found:
        return tag("p", "Nothing went wrong so far.", class_="none")
    known = {game.number for game in games}

    def item(number: int, words: str) -> Html:
        game: object = f"Game {number + 1}"
        if number in known:
            game = link(run_address(name, "games", number + 1), game)
        return tag("li", game, f": {words}")

    more = f"and {len(found) - _MOST_NOTES:,} more" if len(found) > _MOST_NOTES else ""
    items = [item(number, words) for number, words in found[-_MOST_NOTES:]]
    return tag("ul", *items, tag("li", more) if more else "", class_="incidents")
