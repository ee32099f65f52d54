"""The analysis page: a game of Scrabble with win probability, mistakes, luck, clocks and every board."""

from pathlib import Path

from zeitnot import __version__
from zeitnot.atomic_file import write_atomically
from zeitnot.clocks import clock_text
from zeitnot.games import TimedMove
from zeitnot.report.analysis_picture import (
    GRADE_COLOURS,
    analysis_picture,
    draw_words,
    known_draw,
    turn_label,
)
from zeitnot.report.match_page.markup import DASH, HtmlTable, facts_list, paragraph, signed, swatch, text
from zeitnot.report.match_page.plot import MARK_INK
from zeitnot.report.page_frame import framed_page
from zeitnot.report.review_page.clock_picture import SEAT_COLOURS
from zeitnot.scrabble import (
    BOUNDS,
    MISTAKES,
    GameAnalysis,
    Grade,
    PlayerSummary,
    TurnAnalysis,
    ValuedMove,
    drawn_position,
    loss_words,
    move_words,
)

_UNGRADED = "not graded"
_OPEN = (Grade.MEDIUM, Grade.LARGE)
"""Grades whose boards are shown without asking."""

_BASIS = (
    "Every turn is judged by simulations, as in a review: some choose moves, others, which did not choose "
    "them, value them on the same deals. With an empty bag the endgame is solved. The judge knows what the "
    "player knew: the player's own rack, and not the opponent's.",
    "Equity is in points. A loss is the distance from the best move, with its standard error.",
    f"While more than {BOUNDS.late_unseen} tiles are unseen, and where a game is decided, mistakes go by "
    f"equity: small up to {BOUNDS.medium_pts:g} points, medium up to {BOUNDS.large_pts:g}, large above. "
    f"Later they go by win probability: small up to {100 * BOUNDS.medium_chance:g} %, medium up to "
    f"{100 * BOUNDS.large_chance:g} %, large above. Who leaves a win or a draw in a solved endgame makes a "
    f"large mistake. A loss within {BOUNDS.errors:g} standard errors, or below {BOUNDS.least_pts:g} point or "
    f"{100 * BOUNDS.least_chance:g} % of wins, is none.",
    "Luck of a draw is the static equity of the best move with the rack that was drawn, less the mean of the "
    "same over all draws that were possible, or many of them at random. On average it is 0.",
    "A player's score is par, plus luck, less what the moves lost. Par is what average draws, played best, "
    "would have scored on the boards of this game; tiles counted at the end, penalties, and turns that could "
    "not be judged are in it, too.",
)


def write_analysis_page(path: Path, analysis: GameAnalysis) -> None:
    """Write the page of an analysis; the file appears whole or not at all."""
    write_atomically(path, make_analysis_page(analysis))


def make_analysis_page(analysis: GameAnalysis) -> str:
    """Make the page of an analysis, with everything inside."""
    timed = analysis.timed
    title = f"{timed.players[0]} – {timed.players[1]}, {timed.result}"
    sections = [
        ("game", "The game", _game(analysis)),
        ("turns", "Every turn", _turns(analysis)),
        ("phases", "By phase", _phases(analysis)),
        ("basis", "What this rests on", _basis(analysis)),
    ]
    header = f'<header><p class="kicker">Analysis · luck and skill</p><h1>{text(title)}</h1></header>'
    return framed_page(title, header, sections, footer=f"Made by zeitnot {__version__}")


def _game(analysis: GameAnalysis) -> str:
    timed = analysis.timed
    facts = [
        ("Event", timed.event),
        ("Date", timed.date),
        ("Clock", "unknown" if timed.control is None else str(timed.control)),
        ("Result", timed.result),
        ("Turns", str(len(timed.moves))),
    ]
    sentence = account_words(analysis)
    verdict = f'<p class="verdict">{text(sentence)}</p>' if sentence else ""
    tables = f"{_accounts(analysis)}{_mistakes(analysis)}"
    return f"{facts_list(facts)}{verdict}{tables}{analysis_picture(analysis)}"


def account_words(analysis: GameAnalysis) -> str:
    """Return where the spread came from, in a sentence; nothing where not all turns were analysed."""
    summaries, names = analysis.summaries, analysis.timed.players
    scores = [each.score_pts for each in summaries]
    pars = [each.par_pts for each in summaries]
    if scores[0] is None or scores[1] is None or pars[0] is None or pars[1] is None:
        return ""
    ahead = 0 if scores[0] >= scores[1] else 1
    other = 1 - ahead
    luck = summaries[ahead].luck_pts - summaries[other].luck_pts
    skill = summaries[other].lost_pts - summaries[ahead].lost_pts
    rest = (pars[ahead] or 0.0) - (pars[other] or 0.0)
    spread = abs(scores[0] - scores[1])
    words = f"{names[0]} and {names[1]} are level: for {names[0]} "
    if spread:
        words = f"{names[ahead]} {'won' if analysis.game.is_over else 'leads'} by {spread}: "
    return (
        f"{words}{signed(luck, 1)} by luck of the draw, {signed(skill, 1)} by the moves, "
        f"{signed(rest, 1)} by the rest."
    )


def _accounts(analysis: GameAnalysis) -> str:
    table = HtmlTable(
        heads=("Player", "Par", "Luck", "Lost by moves", "Score", "Draws known"),
        label="Where the points came from",
    )
    for each in analysis.summaries:
        table.add(
            _player(analysis, each.player),
            DASH if each.par_pts is None else f"{each.par_pts:.1f}",
            f"{signed(each.luck_pts, 1)} ± {each.luck_error_pts:.1f}",
            f"{signed(-each.lost_pts, 1)} ± {each.lost_error_pts:.1f}",
            DASH if each.score_pts is None else str(each.score_pts),
            str(each.draws),
        )
    return f"<h3>Where the points came from</h3>{table.html()}"


def _mistakes(analysis: GameAnalysis) -> str:
    heads = ("Player", "Best moves", *(f"{grade.capitalize()}" for grade in MISTAKES), "Index")
    table = HtmlTable(heads=(*heads, "Lost a turn", "Of wins"), label="Mistakes of both players")
    for each in analysis.summaries:
        table.add(
            _player(analysis, each.player),
            f"{each.best_moves} of {each.valued}",
            *(str(each.grades[grade]) for grade in MISTAKES),
            f"{each.index:.1f}",
            DASH if each.mean_lost_pts is None else f"{each.mean_lost_pts:.2f}",
            f"{100 * each.lost_chance:.1f} %",
        )
    return f"<h3>Mistakes</h3>{table.html()}"


def _player(analysis: GameAnalysis, seat: int) -> str:
    name = text(analysis.timed.players[seat])
    return f'<span class="who">{swatch(SEAT_COLOURS[seat])}<span>{name}</span></span>'


def _turns(analysis: GameAnalysis) -> str:
    if not analysis.turns:
        return paragraph("No turns were analysed.", "none")
    moves = {move.ply: move for move in analysis.timed.moves}
    cards = "".join(_turn(turn, analysis, moves.get(turn.number - 1)) for turn in analysis.turns)
    lead = paragraph(
        "Medium and large mistakes are open; every other turn opens when it is asked for.", "note"
    )
    return f'{lead}<ol class="cards">{cards}</ol>'


def _turn(turn: TurnAnalysis, analysis: GameAnalysis, move: TimedMove | None) -> str:
    """Write a turn: a line that is always there, and what it opens: board, facts, best moves."""
    grade = turn.grade()
    colour = MARK_INK if grade is None else GRADE_COLOURS[grade]
    played = turn.event.move
    better = None if turn.is_best or not turn.best else turn.best[0].move
    drawing = "" if played is None else drawn_position(turn.position, played=played, better=better)
    words = loss_words(turn) if grade in MISTAKES or grade is Grade.GOOD else turn.note
    head = f"{text(turn_label(turn))} · {text(analysis.timed.players[turn.player])}"
    kind = _UNGRADED if grade is None else f"{grade} mistake" if grade in MISTAKES else str(grade)
    return (
        f'<li class="card" style="--own:{colour}"><details{" open" if grade in _OPEN else ""}>'
        f"<summary>{head} {swatch(colour)} {text(kind)}{f': {text(words)}' if words else ''}</summary>"
        f'<div class="card-body"><div class="board wide" role="img" '
        f'aria-label="{text(f"Position before turn {turn.number}")}">{drawing}</div>'
        f"<div>{facts_list(_facts(turn, move), 'facts small')}{_best(turn)}</div></div>"
        f'<p class="position"><b>CGP</b> <code>{text(turn.position.to_cgp())}</code></p></details></li>'
    )


def _facts(turn: TurnAnalysis, move: TimedMove | None) -> list[tuple[str, str]]:
    alphabet, draw = turn.position.distribution.alphabet, known_draw(turn)
    problem = "" if turn.draw is None else turn.draw.problem
    used_s, left_s = (None, None) if move is None else (move.time.used_s, move.time.after_s)
    facts = [
        ("Rack", alphabet.rack_text(turn.event.rack) or DASH),
        ("Score", " – ".join(map(str, turn.position.scores))),
        ("Luck of the draw", problem or (DASH if draw is None else draw_words(turn, draw))),
        ("In the bag", str(turn.position.bag_count)),
    ]
    if used_s is not None:
        facts.append(("Time", clock_text(used_s)))
    if left_s is not None:
        facts.append(("On the clock after it", clock_text(left_s)))
    return facts


def _best(turn: TurnAnalysis) -> str:
    if not turn.best:
        return ""
    listed: list[ValuedMove] = list(turn.best)
    if turn.played is not None and turn.played.move not in [each.move for each in listed]:
        listed.append(turn.played)
    table = HtmlTable(
        heads=("Move", "Points", "Equity", "Wins"),
        label=f"Best moves of turn {turn.number}, and the one played",
    )
    for each in listed:
        is_played = turn.played is not None and each.move == turn.played.move
        name = text(move_words(turn.position, each.move))
        table.add(
            f"<b>{name}</b> (played)" if is_played else name,
            str(each.score_pts),
            f"{each.equity_pts:.1f}",
            f"{100 * each.win_chance:.1f} %",
        )
    return table.html()


def _phases(analysis: GameAnalysis) -> str:
    return "".join(_phase_table(each, analysis) for each in analysis.summaries if each.phases)


def _phase_table(summary: PlayerSummary, analysis: GameAnalysis) -> str:
    name = analysis.timed.players[summary.player]
    table = HtmlTable(
        heads=("Phase", "Turns", *(grade.capitalize() for grade in MISTAKES), "Lost", "Of wins"),
        label=f"Losses of {name} by phase",
    )
    for each in summary.phases:
        table.add(
            text(each.phase),
            str(each.turns),
            *(str(each.grades[grade]) for grade in MISTAKES),
            f"{each.lost_pts:.1f}",
            f"{100 * each.lost_chance:.1f} %",
        )
    return f"<h3>{text(name)}</h3>{table.html()}"


def _basis(analysis: GameAnalysis) -> str:
    words = "".join(paragraph(each) for each in _BASIS)
    judge = paragraph(f"Judged by simulations of {analysis.samples:,} samples.") if analysis.samples else ""
    problems = "".join(f"<li>{text(each)}</li>" for each in analysis.timed.notes)
    doubts = f"<h3>What is doubtful about the file</h3><ul>{problems}</ul>" if problems else ""
    return f"{words}{judge}{doubts}"
