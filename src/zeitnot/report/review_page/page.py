"""The review page: players over many games, then each game, then what all figures rest on."""

from pathlib import Path

from zeitnot import __version__
from zeitnot.atomic_file import write_atomically
from zeitnot.games import Estimate, Reviewer, VerdictRules, find_game
from zeitnot.report.match_page.markup import (
    DASH,
    HtmlTable,
    counted,
    estimate_text,
    facts_list,
    paragraph,
    text,
)
from zeitnot.report.page_frame import framed_page
from zeitnot.report.review_page.game_section import game_section, game_title
from zeitnot.review import GameReview, GroupFigures, PlayerProfile, Review

MOST_GAMES = 12
"""Games that are shown whole: those in which moving seconds would have gained most."""
_BOUND = (
    "The best spending knows beforehand what thinking was worth on every move. Nobody does: what it would "
    "have gained is a bound, not a promise."
)


def write_review_page(path: Path, review: Review) -> None:
    """Write the page of a review; the file appears whole or not at all."""
    write_atomically(path, make_review_page(review))


def make_review_page(review: Review) -> str:
    """Make the page of a review, with everything inside."""
    games = _chosen(review)
    title = game_title(review.games[0]) if len(review.games) == 1 else _many_title(review)
    sections = [
        (f"player-{place}", profile.name, _profile(profile, review.reviewer))
        for place, profile in enumerate(review.profiles)
    ]
    sections += [
        (f"game-{place}", game_title(game), _facts(game) + game_section(game))
        for place, game in enumerate(games)
    ]
    sections.append(("basis", "What this rests on", _basis(review)))
    links = "".join(f'<a href="#{key}">{text(name)}</a>' for key, name, _ in sections)
    bodies = "".join(
        f'<section id="{key}"><h2>{text(name)}</h2>{body}</section>' for key, name, body in sections
    )
    body = (
        f'<header><p class="kicker">Review · where the time went</p><h1>{text(title)}</h1>'
        f"{_lead(review)}</header>"
        f'<nav aria-label="Sections">{links}</nav><main>'
        f"<noscript><p>The plots of this page need JavaScript.</p></noscript>{bodies}</main>"
    )
    return framed_page(title, body, footer=f"Made by zeitnot {__version__}")


def _many_title(review: Review) -> str:
    return review.profiles[0].name if review.profiles else counted(len(review.games), "game")


def _chosen(review: Review) -> list[GameReview]:
    """Return the games that are shown, in their order."""
    if len(review.games) <= MOST_GAMES:
        return list(review.games)
    weights = {id(game): sum(side.gain for side in game.sides) for game in review.games}
    kept = sorted(review.games, key=lambda game: -weights[id(game)])[:MOST_GAMES]
    return [game for game in review.games if any(game is each for each in kept)]


def _lead(review: Review) -> str:
    if len(review.games) == 1:
        return ""
    words = counted(len(review.games), "game")
    if len(review.games) > MOST_GAMES:
        words += f"; the {MOST_GAMES} in which moving seconds would have gained most are shown whole"
    return paragraph(f"{words}.", "names")


def _facts(review: GameReview) -> str:
    game = review.game
    facts = [
        ("Event", game.event),
        ("Date", game.date),
        ("Clock", "unknown" if game.control is None else str(game.control)),
        ("Result", game.result),
        (f"{review.rules.turn_word.capitalize()}s", str((len(game.moves) + 1) // 2)),
    ]
    return facts_list(facts)


def _profile(profile: PlayerProfile, reviewer: Reviewer) -> str:
    share, rules = profile.all.share, reviewer.rules
    facts = [
        ("Games", f"{profile.all.games:,}"),
        ("Of the achievable", _share(share)),
        ("Moving seconds gains a game", f"{rules.loss_text(profile.gain.mean)}{_error(profile.gain, rules)}"),
        ("Lost a game", rules.loss_text(profile.all.loss)),
        ("... of it in time trouble", rules.loss_text(profile.all.trouble_loss)),
    ]
    if profile.trend is not None:
        facts.append(("From the first game to the last", _share(profile.trend, sign=True)))
    tables = "".join(
        _groups(title, groups, rules)
        for title, groups in (
            ("By phase", profile.phases),
            ("By control", profile.controls),
            (f"By {reviewer.seat_word}", profile.seats),
        )
    )
    return f'<p class="verdict">{text(profile.typical)}</p>{facts_list(facts)}{tables}'


def _groups(title: str, groups: tuple[GroupFigures, ...], rules: VerdictRules) -> str:
    table = HtmlTable(
        heads=(
            "Part",
            "Games",
            f"Time a {rules.turn_word}",
            "Achieved",
            "Lost a game",
            "In trouble",
            "Too long",
            "Too quick",
        ),
        label=title,
    )
    for each in groups:
        table.add(
            text(each.name),
            f"{each.games:,}",
            f"{each.move_s:.1f} s",
            _share(each.share),
            rules.loss_text(each.loss),
            rules.loss_text(each.trouble_loss),
            f"{each.too_long:.1f}",
            f"{each.too_quick:.1f}",
        )
    return f"<h3>{text(title)}</h3>{table.html()}"


def _share(share: Estimate | None, *, sign: bool = False) -> str:
    return DASH if share is None else f"{estimate_text(share, scale=100, sign=sign)} %"


def _error(estimate: Estimate, rules: VerdictRules) -> str:
    return "" if estimate.error is None else f" ± {rules.loss_text(estimate.error)}"


def _basis(review: Review) -> str:
    reviewer, unit = review.reviewer, find_game(review.game).work_unit
    words = "".join(paragraph(each) for each in (*reviewer.assumptions, _BOUND, reviewer.trouble_words))
    judge = paragraph(f"Judged by {review.judge}, {review.work:,} {unit} a position.")
    unread = "".join(f"<li>{text(each.place)}: {text(each.reason)}</li>" for each in review.unread[:50])
    missing = f"<h3>Games that are not here</h3><ul>{unread}</ul>" if unread else ""
    return f"{words}{judge}{missing}"
