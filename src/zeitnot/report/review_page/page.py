"""The review page: players over many games, then each game, then what all figures rest on."""

import html
import json
import re
from dataclasses import dataclass
from pathlib import Path

from zeitnot import __version__
from zeitnot.atomic_file import write_atomically
from zeitnot.errors import DataError
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
from zeitnot.turns import from_json_form, to_json_form
from zeitnot.untrusted import parse_json, unreadable

MOST_GAMES = 12
"""Games that are shown whole: those in which moving seconds would have gained most."""
_BOUND = (
    "The best spending knows beforehand what thinking was worth on every move. Nobody does: what it would "
    "have gained is a bound, not a promise."
)
_META = "zeitnot-review"
_HEAD_BYTES = 1 << 14
_MOST_PLAYERS = 6
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewFacts:
    """What a review page says of itself in its head, for lists of reviews."""

    title: str
    """Players and result of one game, or the player of many."""
    games: int
    """Games that were reviewed."""
    players: tuple[str, ...]
    """The first players."""

    @classmethod
    def of(cls, review: Review) -> "ReviewFacts":
        """Return the facts of a review."""
        names = dict.fromkeys(name[:_LONGEST_NAME] for each in review.games for name in each.game.players)
        title = game_title(review.games[0]) if len(review.games) == 1 else _many_title(review)
        players = tuple(names)[:_MOST_PLAYERS]
        return cls(title=title[: 3 * _LONGEST_NAME], games=len(review.games), players=players)

    @classmethod
    def read(cls, path: Path) -> "ReviewFacts":
        """Read the facts of a page that was written before; a DataError if it is no review page."""
        try:
            with path.open("rb") as file:
                head = file.read(_HEAD_BYTES).decode("utf-8", "replace")
        except OSError as error:
            raise unreadable(path, what="a review", error=error) from error
        found = re.search(rf'<meta name="{_META}" content="([^"]*)">', head)
        if found is None:
            raise DataError(f"a review must be a page that zeitnot made, got {path.name!r}")
        form = parse_json(html.unescape(found[1]), what="the head of a review")
        return from_json_form(cls, form)


def write_review_page(path: Path, review: Review) -> None:
    """Write the page of a review; the file appears whole or not at all."""
    write_atomically(path, make_review_page(review))


def make_review_page(review: Review) -> str:
    """Make the page of a review, with everything inside."""
    games = _chosen(review)
    facts = ReviewFacts.of(review)
    sections = [
        (f"player-{place}", profile.name, _profile(profile, review.reviewer))
        for place, profile in enumerate(review.profiles)
    ]
    sections += [
        (f"game-{place}", _section_title(game, review), _facts(game) + game_section(game))
        for place, game in enumerate(games)
    ]
    sections.append(("basis", "What this rests on", _basis(review)))
    header = (
        f'<header><p class="kicker">Review · where the time went</p><h1>{text(facts.title)}</h1>'
        f"{_lead(review)}</header>"
    )
    meta = f'<meta name="{_META}" content="{text(json.dumps(to_json_form(facts)))}">'
    return framed_page(facts.title, header, sections, footer=f"Made by zeitnot {__version__}", meta=meta)


def _many_title(review: Review) -> str:
    return review.profiles[0].name if review.profiles else counted(len(review.games), "game")


def _section_title(game: GameReview, review: Review) -> str:
    """Return the title of a game's section; that of the only game stands above the page already."""
    return "The game" if len(review.games) == 1 else game_title(game)


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
