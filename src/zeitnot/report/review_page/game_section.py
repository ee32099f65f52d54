"""Game section: one game with its sentence, its clocks, the moments that mattered, and all moves."""

import chess

from zeitnot.chess import drawn_board
from zeitnot.clocks import clock_text
from zeitnot.report.match_page.markup import (
    DASH,
    HtmlTable,
    counted,
    facts_list,
    paragraph,
    percent,
    signed,
    swatch,
    text,
)
from zeitnot.report.review_page.clock_picture import VERDICT_COLOURS, clock_picture, spending_picture
from zeitnot.review import GameReview, MoveReview, SideReview, TimeVerdict

_MOST_CHOICES = 5
_MOST_PROBLEMS = 30
_TOLD = 0.005
"""Expected score that two digits show."""


def game_section(review: GameReview) -> str:
    """Write all about one game."""
    sides = "".join(_side(side) for side in review.sides)
    moments = "".join(_moment(each) for each in review.moments)
    cards = f'<h3>The moments that mattered</h3><ol class="cards">{moments}</ol>' if moments else ""
    others = "".join(_managers(side) for side in review.sides if side.managers)
    moves = "".join(_moves(side) for side in review.sides)
    return f"{sides}{clock_picture(review)}{cards}{others}{moves}{_problems(review)}"


def game_title(review: GameReview) -> str:
    """Return the players and the result."""
    return f"{review.game.white} – {review.game.black}, {review.game.result}"


def side_sentence(side: SideReview) -> str:
    """Return the clock of one side in a sentence or two."""
    if side.pace is None:
        return f"{side.name}: the times of the moves are unknown."
    words = f"{side.name} used {clock_text(side.used_s)}"
    words += "" if side.left_s is None else f" and left {clock_text(side.left_s)}"
    if side.share is None:
        words += "; thinking could gain nothing that can be told."
    else:
        words += f"; the time bought {percent(side.share)} of what it could have bought."
        if side.gain >= _TOLD:
            words += (
                f" {clock_text(side.moved_s)} moved from where it was wasted to where it was missing "
                f"would have gained {side.gain:.2f} points."
            )
    if side.trouble_from is not None:
        words += (
            f" In time trouble since move {side.trouble_from}: {side.trouble_loss:.2f} points lost there."
        )
    return words


def _side(side: SideReview) -> str:
    sentence = f'<p class="verdict">{text(side_sentence(side))}</p>'
    if side.pace is None:
        return sentence
    error = "" if side.share_error is None else f" ± {100 * side.share_error:.0f}"
    counts = {verdict: sum(each.verdict is verdict for each in side.moves) for verdict in TimeVerdict}
    facts = [
        ("A minute was worth", f"{60 * side.price_per_s:.3f} points"),
        ("Of the achievable", DASH if side.share is None else f"{100 * side.share:.0f}{error} %"),
        ("Lost in time trouble", f"{side.trouble_loss:.2f}"),
        ("Lost with time on the clock", f"{side.calm_loss:.2f}"),
        ("Too long", counted(counts[TimeVerdict.TOO_LONG], "move")),
        ("Too quick", counted(counts[TimeVerdict.TOO_QUICK], "move")),
        ("With the whole clock used", f"{signed(side.gain_with_all, 2)} points"),
        ("A second counts as", f"{side.pace.nodes_per_s:,.3g} nodes"),
    ]
    return sentence + facts_list(facts)


def _moment(each: MoveReview) -> str:
    board = chess.Board(each.move.fen)
    better = None
    if each.best_san != each.move.san:
        better = board.parse_san(each.best_san)
    drawing = drawn_board(board, played=board.parse_san(each.move.san), better=better)
    time = each.move.time
    facts = [
        ("Time", DASH if time.used_s is None else clock_text(time.used_s)),
        ("On the clock", DASH if time.before_s is None else clock_text(time.before_s)),
        ("Best spending", DASH if each.best_s is None else clock_text(each.best_s)),
        ("Lost by the move", f"{each.loss:.2f}"),
        ("Expected score", f"{each.score:.2f}"),
        ("Better", " ".join(each.line) if better is not None else DASH),
    ]
    colour = VERDICT_COLOURS[each.verdict]
    label = f"Position before {each.move.label}"
    return (
        f'<li class="card" style="--own:{colour}"><h3>{text(each.move.label)}'
        f'<span class="cost">{swatch(colour)} {text(each.verdict.value)}</span></h3>'
        f'<p class="where">{text(_capital(each.words))}.</p><div class="card-body">'
        f'<div class="board" role="img" aria-label="{text(label)}">{drawing}</div>'
        f"<div>{facts_list(facts, 'facts small')}{_choices(each)}</div></div>"
        f'<p class="position"><b>FEN</b> <code>{text(each.move.fen)}</code></p></li>'
    )


def _choices(each: MoveReview) -> str:
    """Show how the choice of the search changes with time."""
    rows = "".join(
        f"<tr><td>{DASH if choice.after_s is None else 'from ' + clock_text(choice.after_s)}: "
        f"{text(choice.san)}</td><td>{signed(-choice.loss, 2) if choice.loss >= _TOLD else '0.00'}</td></tr>"
        for choice in each.choices[-_MOST_CHOICES:]
    )
    return f'<h4>What a look of this length would choose</h4><table class="trail">{rows}</table>'


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _managers(side: SideReview) -> str:
    table = HtmlTable(
        heads=("Manager", "Expected to lose", "Left"), label=f"Managers on the clock of {side.name}"
    )
    left = DASH if side.left_s is None else clock_text(side.left_s)
    table.add(f"<b>{text(side.name)}</b>", f"{side.expected_loss:.2f}", left)
    for each in side.managers:
        table.add(
            text(each.name),
            f"{each.loss:.2f}",
            "lost on time" if each.is_flagged else clock_text(each.left_s),
        )
    return spending_picture(side) + table.html()


def _moves(side: SideReview) -> str:
    table = HtmlTable(
        heads=("Move", "Verdict", "Why", "Time", "Clock", "Best time", "Value", "Lost"),
        label=f"All moves of {side.name}",
        left=3,
    )
    for each in side.moves:
        time = each.move.time
        table.add(
            text(each.move.label),
            f"{swatch(VERDICT_COLOURS[each.verdict])} {text(each.verdict.value)}",
            text(each.words),
            DASH if time.used_s is None else clock_text(time.used_s),
            DASH if time.before_s is None else clock_text(time.before_s),
            DASH if each.best_s is None else clock_text(each.best_s),
            f"{each.value:.2f}",
            f"{each.loss:.2f}",
        )
    return f"<details><summary>All moves of {text(side.name)}</summary>{table.html()}</details>"


def _problems(review: GameReview) -> str:
    problems = review.game.problems
    if not problems:
        return ""
    items = "".join(f"<li>{text(words)}</li>" for words in problems[:_MOST_PROBLEMS])
    more = len(problems) - _MOST_PROBLEMS
    rest = paragraph(f"And {more:,} more.", "note") if more > 0 else ""
    return f"<h3>What is doubtful about the times</h3><ul>{items}</ul>{rest}"
