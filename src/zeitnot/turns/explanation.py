"""Explanation: a finished turn as lines of text, from its clock to the reason why its search ended."""

import math

from zeitnot.clocks import clock_text, seconds_text
from zeitnot.turns.budget import Budget
from zeitnot.turns.record import TurnRecord
from zeitnot.turns.trail import side_by_side
from zeitnot.turns.verdict import Reason

_WIDTH = 80
"""Columns of a line; a note that does not fit gets a line of its own."""
_NAME_WIDTH = 22
"""Columns for the name of a step: what is left of eighty beside its figures."""


def plan_lines(record: TurnRecord, *, move: str) -> list[str]:
    """Return lines that explain the planned time: target and limit step by step, and what moved the
    target."""
    before_s = record.clock_before_s
    clock = "no clock" if before_s is None else f"{clock_text(before_s)} on the clock"
    lines = [f"{move}: planned by {record.policy}, {clock}"]
    kept_s = record.budget.kept_for_lag_s
    if kept_s:
        lines.append(f"  {seconds_text(kept_s)} of it kept for lag: planned as if they were not there")
    if record.ponder_hit and record.pondered_s is not None:
        lines.append(f"  {pondered_words(record.pondered_s)}")
    lines += _steps_lines(record.budget)
    if record.target_s != record.budget.target_s and math.isfinite(record.target_s):
        moved = ", ".join(f"{factor.name} x{factor.value:.3g}" for factor in record.factors)
        lines.append(
            f"  target moved to {seconds_text(record.target_s)} in the search{f': {moved}' if moved else ''}"
        )
    if record.fault:
        lines.append(f"  {fault_line(record)}")
    return lines


def pondered_words(pondered_s: float) -> str:
    """Return a phrase that says what a ponder hit saved."""
    return (
        f"the expected reply came after {seconds_text(pondered_s)} of pondering, which count up to the target"
    )


def fault_line(record: TurnRecord) -> str:
    """Return a line that says how the policy failed on this turn."""
    return f"The policy failed, uniform stood in: {record.fault}"


def end_line(record: TurnRecord, *, found: str = "") -> str:
    """Return a line that says why the search ended; a user may have stopped it."""
    words = "you pressed Enter" if record.reason is Reason.CALLER else record.reason.value
    note = f" ({record.note})" if record.note else ""
    return f"  ended after {seconds_text(record.used_s)}{f' at {found}' if found else ''}: {words}{note}"


def _steps_lines(budget: Budget) -> list[str]:
    """Return the steps in the layout of `zeitnot plan`: each has its result in its column."""
    lines = [_row("step", "", "target", "limit")]
    for step, in_target, in_limit in side_by_side(budget.target, budget.limit):
        figure = "" if step.operation == "start" else step.figure_text
        result = seconds_text(step.result_s)
        row = _row(step.name, figure, result if in_target else "", result if in_limit else "")
        note = f"  ({step.note})" if step.note else ""
        lines += [row + note] if len(row) + len(note) <= _WIDTH else [row, f"    {note}"]
    lines.append(_row("granted", "", seconds_text(budget.target_s), seconds_text(budget.limit_s)))
    return lines


def _row(name: str, figure: str, target: str, limit: str) -> str:
    return f"  {name:<{_NAME_WIDTH}} {figure:>9} {target:>8} {limit:>8}".rstrip()
