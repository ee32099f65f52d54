"""Why: the engine's last move explained, from the clock it had to what ended its search."""

import math
from dataclasses import dataclass

from zeitnot.clocks import clock_text, seconds_text
from zeitnot.turns import Budget, Reason, TurnRecord, side_by_side

_NAME_WIDTH = 22
"""Columns of a step's name: what eighty leave beside its figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineTurn:
    """A move of the engine, and how it was found."""

    plies: int
    """Half moves of this game that were made before it."""
    san: str
    """The move with its number: `12... Nc6`."""
    record: TurnRecord | None
    """The row of the turn; None: a move from the book."""


def why_lines(turn: EngineTurn) -> list[str]:
    """Explain a move: target and limit step by step, then what ended the search."""
    record = turn.record
    if record is None:
        return [f"{turn.san} came from the book: nothing was searched, no time was planned."]
    before_s = record.clock_before_s
    clock = "no clock" if before_s is None else f"{clock_text(before_s)} on the clock"
    lines = [f"{turn.san}: planned by {record.policy}, {clock}"]
    lines += _steps_lines(record.budget)
    if record.target_s != record.budget.target_s and math.isfinite(record.target_s):
        moved = ", ".join(f"{factor.name} x{factor.value:.3g}" for factor in record.factors)
        lines.append(
            f"  target moved to {seconds_text(record.target_s)} in the search{f': {moved}' if moved else ''}"
        )
    if record.fault:
        lines.append(f"  the policy failed, uniform stood in: {record.fault}")
    lines.append(_end_line(record))
    return lines


def _steps_lines(budget: Budget) -> list[str]:
    """Lay the steps out as `zeitnot plan` does: each has its result in the column that it belongs to."""
    lines = [_row("step", "", "target", "limit")]
    for step, in_target, in_limit in side_by_side(budget.target, budget.limit):
        figure = "" if step.operation == "start" else step.figure_text
        result = seconds_text(step.result_s)
        row = _row(step.name, figure, result if in_target else "", result if in_limit else "")
        lines.append(f"{row}{f'  ({step.note})' if step.note else ''}")
    lines.append(_row("granted", "", seconds_text(budget.target_s), seconds_text(budget.limit_s)))
    return lines


def _row(name: str, figure: str, target: str, limit: str) -> str:
    return f"  {name:<{_NAME_WIDTH}} {figure:>9} {target:>9} {limit:>9}".rstrip()


def _end_line(record: TurnRecord) -> str:
    words = "you pressed Enter" if record.reason is Reason.CALLER else record.reason.value
    note = f" ({record.note})" if record.note else ""
    found = f"depth {record.depth}, {record.nodes:,} nodes"
    return f"  ended after {seconds_text(record.used_s)} at {found}: {words}{note}"
