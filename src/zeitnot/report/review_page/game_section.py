"""Game section: one game with its sentence, its clocks, the moments that mattered, and all moves."""

from zeitnot.clocks import clock_text
from zeitnot.games import Reviewer, VerdictRules, find_game
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


def game_section(review: GameReview) -> str:
    """Write all about one game."""
    rules, reviewer = review.rules, find_game(review.game.game).reviewer()
    sides = "".join(_side(side, review) for side in review.sides)
    moments = "".join(_moment(each, review, reviewer) for each in review.moments)
    cards = f'<h3>The moments that mattered</h3><ol class="cards">{moments}</ol>' if moments else ""
    others = "".join(_managers(side, rules) for side in review.sides if side.managers)
    moves = "".join(_moves(side, rules) for side in review.sides)
    return f"{sides}{clock_picture(review)}{cards}{others}{moves}{_problems(review)}"


def game_title(review: GameReview) -> str:
    """Return the players and the result."""
    return f"{review.game.players[0]} – {review.game.players[1]}, {review.game.result}"


def side_sentence(side: SideReview, rules: VerdictRules) -> str:
    """Return the clock of one side in a sentence or two."""
    if side.pace is None:
        return f"{side.name}: the times of the {rules.turn_word}s are unknown."
    words = f"{side.name} used {clock_text(side.used_s)}"
    words += "" if side.left_s is None else f" and left {clock_text(side.left_s)}"
    if side.share is None:
        words += "; thinking could gain nothing that can be told."
    else:
        words += f"; the time bought {percent(side.share)} of what it could have bought."
        if side.gain >= rules.least_shown:
            words += (
                f" {clock_text(side.moved_s)} moved from where it was wasted to where it was missing "
                f"would have gained {rules.loss_text(side.gain)} points."
            )
    if side.trouble_from is not None:
        lost = rules.loss_text(side.trouble_loss)
        words += f" In time trouble since {rules.turn_word} {side.trouble_from}: {lost} points lost there"
        words += f", {side.penalty:g} of them to overtime." if side.penalty else "."
    elif side.penalty:
        words += f" Overtime cost {side.penalty:g} points."
    return words


def _side(side: SideReview, review: GameReview) -> str:
    rules = review.rules
    sentence = f'<p class="verdict">{text(side_sentence(side, rules))}</p>'
    if side.pace is None:
        return sentence
    error = "" if side.share_error is None else f" ± {100 * side.share_error:.0f}"
    counts = {verdict: sum(each.verdict is verdict for each in side.moves) for verdict in TimeVerdict}
    facts = [
        ("A minute was worth", f"{60 * side.price_per_s:.{rules.digits + 1}f} points"),
        ("Of the achievable", DASH if side.share is None else f"{100 * side.share:.0f}{error} %"),
        ("Lost in time trouble", rules.loss_text(side.trouble_loss)),
        ("Lost with time on the clock", rules.loss_text(side.calm_loss)),
        ("Too long", counted(counts[TimeVerdict.TOO_LONG], rules.turn_word)),
        ("Too quick", counted(counts[TimeVerdict.TOO_QUICK], rules.turn_word)),
        ("With the whole clock used", f"{signed(side.gain_with_all, rules.digits)} points"),
        ("A second counts as", f"{side.pace.work_per_s:,.3g} {find_game(review.game.game).work_unit}"),
    ]
    return sentence + facts_list(facts)


def _moment(each: MoveReview, review: GameReview, reviewer: Reviewer) -> str:
    rules, notation = review.rules, find_game(review.game.game).notation
    better = each.best if each.best != each.move.text else ""
    drawing = reviewer.drawing(review.game, each.move, better)
    time = each.move.time
    facts = [
        ("Time", DASH if time.used_s is None else clock_text(time.used_s)),
        ("On the clock", DASH if time.before_s is None else clock_text(time.before_s)),
        ("Best spending", DASH if each.best_s is None else clock_text(each.best_s)),
        (f"Lost by the {rules.turn_word}", rules.loss_text(each.loss)),
        (reviewer.score_words, f"{each.score:.2f}"),
        ("Better", reviewer.line_text(each.line) if better else DASH),
    ]
    colour = VERDICT_COLOURS[each.verdict]
    board = "board wide" if reviewer.wide_board else "board"
    label = f"Position before {each.move.label}"
    return (
        f'<li class="card" style="--own:{colour}"><h3>{text(each.move.label)}'
        f'<span class="cost">{swatch(colour)} {text(each.verdict.value)}</span></h3>'
        f'<p class="where">{text(_capital(each.words))}.</p><div class="card-body">'
        f'<div class="{board}" role="img" aria-label="{text(label)}">{drawing}</div>'
        f"<div>{facts_list(facts, 'facts small')}{_choices(each, rules)}</div></div>"
        f'<p class="position"><b>{notation}</b> <code>{text(each.move.position)}</code></p></li>'
    )


def _choices(each: MoveReview, rules: VerdictRules) -> str:
    """Show how the choice of the search changes with time."""
    rows = "".join(
        f"<tr><td>{DASH if choice.after_s is None else 'from ' + clock_text(choice.after_s)}: "
        f"{text(choice.move)}</td><td>{_lost(choice.loss, rules)}</td></tr>"
        for choice in each.choices[-_MOST_CHOICES:]
    )
    return f'<h4>What a look of this length would choose</h4><table class="trail">{rows}</table>'


def _figures(each: MoveReview, rules: VerdictRules) -> tuple[str, str]:
    return rules.loss_text(each.value), rules.loss_text(each.loss)


def _lost(loss: float, rules: VerdictRules) -> str:
    return signed(-loss, rules.digits) if loss >= rules.least_shown else rules.loss_text(0.0)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _managers(side: SideReview, rules: VerdictRules) -> str:
    table = HtmlTable(
        heads=("Manager", "Expected to lose", "Left"), label=f"Managers on the clock of {side.name}"
    )
    left = DASH if side.left_s is None else clock_text(side.left_s)
    table.add(f"<b>{text(side.name)}</b>", rules.loss_text(side.expected_loss), left)
    for each in side.managers:
        table.add(
            text(each.name),
            rules.loss_text(each.loss),
            "lost on time" if each.is_flagged else clock_text(each.left_s),
        )
    return spending_picture(side, rules.turn_word) + table.html()


def _moves(side: SideReview, rules: VerdictRules) -> str:
    table = HtmlTable(
        heads=(_capital(rules.turn_word), "Verdict", "Why", "Time", "Clock", "Best time", "Value", "Lost"),
        label=f"All {rules.turn_word}s of {side.name}",
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
            *((DASH, DASH) if each.verdict is TimeVerdict.NOT_JUDGED else _figures(each, rules)),
        )
    return f"<details><summary>All {rules.turn_word}s of {text(side.name)}</summary>{table.html()}</details>"


def _problems(review: GameReview) -> str:
    problems = review.game.problems
    if not problems:
        return ""
    items = "".join(f"<li>{text(words)}</li>" for words in problems[:_MOST_PROBLEMS])
    more = len(problems) - _MOST_PROBLEMS
    rest = paragraph(f"And {more:,} more.", "note") if more > 0 else ""
    return f"<h3>What is doubtful about the times</h3><ul>{items}</ul>{rest}"
