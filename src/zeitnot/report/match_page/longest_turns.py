"""The turns that took longest, each with the trail that granted it the time."""

import math

from zeitnot.games import PositionBefore
from zeitnot.report.match_page.markup import DASH, facts_list, listed, named, paragraph, seconds, signed, text
from zeitnot.report.match_page.plot import colour
from zeitnot.report.match_page.run_data import LongTurn, RunData
from zeitnot.report.match_page.stops import reason_words
from zeitnot.turns import Trail, TurnRecord

_PAWN_CP = 100


def longest_turns_section(data: RunData) -> str:
    """Show the turns that took longest."""
    if not data.longest:
        return paragraph("No turn has been played yet.", "none")
    note = paragraph(
        "The turns that took longest, with the steps that made their target and their hard limit.", "note"
    )
    cards = "".join(_card(data, place, turn) for place, turn in enumerate(data.longest, start=1))
    return f'{note}<ol class="cards">{cards}</ol>'


def _card(data: RunData, place: int, turn: LongTurn) -> str:
    row = turn.row
    position = data.plan.played_game.position_before(data.plan, turn.text, place=row.place, move=row.move)
    facts = facts_list(_facts(data, turn, position), "facts small")
    board = f'<div class="board">{position.board}</div>' if position is not None and position.board else ""
    where = ""
    if position is not None:
        kind = data.plan.played_game.notation
        where = f'<p class="position"><b>{kind}</b> <code>{text(position.notation)}</code></p>'
    return (
        f'<li class="card" style="--own:{colour(turn.row.participant)}">'
        f'<h3><span class="rank">{place}</span>{named(data, turn.row.participant)}'
        f'<span class="cost">{seconds(turn.row.used_s)}</span></h3>'
        f'<p class="where">{text(_where(data, turn))}</p>'
        f'<div class="card-body">{board}<div>{facts}{trails_markup(turn.record)}</div></div>{where}</li>'
    )


def _facts(data: RunData, turn: LongTurn, position: PositionBefore | None) -> list[tuple[str, str]]:
    row, record = turn.row, turn.record
    score = DASH
    if row.score_cp is not None:
        score = f"{signed(row.score_cp / _PAWN_CP, 2)} at depth {row.depth}"
    elif row.value_pts is not None:
        score = f"{signed(row.value_pts, 1)} points, {row.samples:,} samples"
    move = row.move if position is None else position.move
    clock = f"{seconds(row.clock_before_s)} before, {seconds(row.clock_after_s)} after"
    reason = reason_words(row.reason) + (f" ({record.note})" if record.note else "")
    facts = [("Move", move or DASH), ("Score", score), ("Clock", clock), ("Ended by", reason)]
    if row.expected_loss_pts is not None:
        facts.append(("Expected loss", f"{row.expected_loss_pts:.3g} points"))
    if record.fault:
        facts.append(("Fault", record.fault))
    return facts


def _where(data: RunData, turn: LongTurn) -> str:
    row = turn.row
    opponent = data.names[data.plan.order(row.game).sides[1 - row.seat]]
    word = data.plan.played_game.turn_word
    where = f"Game {row.game + 1} against {opponent}, {word} {row.ply // 2 + 1}"
    if turn.again:
        games = listed([str(number + 1) for number in turn.again])
        where += f"; the very same in {'games' if len(turn.again) > 1 else 'game'} {games}"
    return f"{where}."


def trails_markup(record: TurnRecord) -> str:
    """Return the steps that made the target and the hard limit of a turn, and what moved the target."""
    if math.isinf(record.budget.limit_s) and math.isinf(record.budget.target_s):
        return '<p class="moved">No target and no hard limit: the engine kept its own clock.</p>'
    target = _trail("Target", record.budget.target)
    if record.budget.target == record.budget.limit:
        target = _trail("Target and hard limit", record.budget.target)
    if record.factors:
        moved = ", ".join(f"{factor.name} ×{factor.value:.3g}" for factor in record.factors)
        target += (
            f'<p class="moved">{text(f"moved while searching to {seconds(record.target_s)}: {moved}")}</p>'
        )
    return f'<div class="trails"><div>{target}</div>{_limit(record)}</div>'


def _limit(record: TurnRecord) -> str:
    """Show the hard limit; the steps that it shares with the target are not repeated."""
    target, limit = record.budget.target.steps, record.budget.limit.steps
    if target == limit:
        return ""
    shared = 0
    while shared < min(len(target), len(limit)) and target[shared] == limit[shared]:
        shared += 1
    first = f"as the target, up to “{target[shared - 1].name}”" if shared > 1 else ""
    return (
        f"<div>{_trail('Hard limit', record.budget.limit, skipped=shared if first else 0, first=first)}</div>"
    )


def _trail(title: str, trail: Trail, *, skipped: int = 0, first: str = "") -> str:
    rows = [f'<tr class="as"><td colspan="2">{text(first)}</td></tr>'] if first else []
    for step in trail.steps[skipped:]:
        note = f"<small>{text(step.note)}</small>" if step.note else ""
        rows.append(f"<tr><td>{text(step.name)} {note}</td><td>{text(_minus(step.figure_text))}</td></tr>")
    rows.append(f'<tr class="sum"><td>{title}</td><td>{text(seconds(trail.seconds))}</td></tr>')
    return f'<table class="trail">{"".join(rows)}</table>'


def _minus(figure: str) -> str:
    return figure.replace("-", "−").replace("x", "×").replace("<=", "≤ ").replace(">=", "≥ ")
