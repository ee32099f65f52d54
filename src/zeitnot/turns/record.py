"""TurnRecord: one row per turn with its moments, and its explanation as lines of text."""

import math
import re
from dataclasses import dataclass

from zeitnot.clocks import clock_text, seconds_text
from zeitnot.turns.budget import Budget
from zeitnot.turns.features import Features
from zeitnot.turns.trail import side_by_side
from zeitnot.turns.verdict import Factor, Memory, Reason

_FIGURE = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTimings:
    """Moments of a turn, in seconds from its beginning by the player's clock; None is unknown.

    The `late_` fields are read from the system only after a turn should have ended, so that a turn in time
    costs nothing.
    """

    proxied: bool
    """Whether a time manager stands between the referee and another engine."""
    due_s: float
    """When the turn had to end: the hard limit, or the end of the clock for an engine on its own clock."""
    before_s: float = 0.0
    """Time waited for the engine before the turn was planned again, which is not part of the turn's time."""
    go_s: float | None = None
    """When the search was started."""
    first_report_s: float | None = None
    """When the engine first reported."""
    stop_s: float | None = None
    """When `stop` was sent."""
    busy_from_s: float | None = None
    """When the time manager began what kept it from reading the engine's answer, or from stopping the
    search."""
    busy_until_s: float | None = None
    """When the time manager was free for the engine's answer."""
    answer_s: float | None = None
    """When the engine's answer was read."""
    end_s: float | None = None
    """When the player handed its move over; its own account of the time may end before that."""
    late_span_s: float | None = None
    """Length of the time past the end of the turn in which the system was asked about the engine."""
    late_cpu_s: float | None = None
    """Time that the engine's busiest thread had a core in that time."""
    late_queue_s: float | None = None
    """Time that this thread waited for a core in that time."""
    late_stopped_s: float | None = None
    """Time that the engine was stopped by a signal in that time."""
    own_queue_s: float | None = None
    """Time that the thread which waited for the engine, or searched, waited for a core over the turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRecord:
    """What happened on one turn."""

    policy: str
    """Name of the policy."""
    ply: int
    """Half-moves played before this turn."""
    clock_before_s: float | None
    """Own clock when the turn began; None without a clock."""
    budget: Budget
    """Time granted, after the guard, with its trail."""
    used_s: float
    """Time used, measured by the player."""
    clock_after_s: float | None = None
    """Own clock after the move, including the increment, if known."""
    reason: Reason = Reason.OTHER
    """Why the search ended."""
    note: str = ""
    """The reason in words."""
    target_s: float = 0.0
    """Target when the search ended: it may have moved."""
    factors: tuple[Factor, ...] = ()
    """Factors that moved the target, as last reported."""
    move: str = ""
    """The move played."""
    score_cp: float | None = None
    """Score of the move, in chess."""
    value_pts: float | None = None
    """Equity or value of the move, in Scrabble."""
    depth: int = 0
    """Deepest depth finished."""
    nodes: int = 0
    """Nodes visited."""
    samples: int = 0
    """Samples drawn."""
    expected_loss_pts: float | None = None
    """Expected loss of stopping, when the search stopped."""
    simulation_s: float = 0.0
    """Time the simulation used."""
    endgame_s: float = 0.0
    """Time the endgame solver used."""
    inference_s: float = 0.0
    """Time used for inferring what the opponent kept."""
    features: Features | None = None
    """Features of the position."""
    fault: str = ""
    """Error that the guard caught from the policy; empty for none."""
    pondered_s: float | None = None
    """Time spent on the expected reply while the opponent's clock ran; None if no reply was expected."""
    ponder_hit: bool = False
    """Whether the expected reply was played, so that the search continued with what it knew."""
    memory: Memory | None = None
    """Values that the policy wants back on the next turn."""
    timings: TurnTimings | None = None
    """Moments of the turn, for an autopsy; None in work time and in runs of earlier versions."""

    @property
    def overshoot_s(self) -> float:
        """Time used beyond the hard limit; negative if the limit was kept."""
        return self.used_s - self.budget.limit_s

    @property
    def fault_kind(self) -> str:
        """The fault without what differs from turn to turn: hook and class of an error, and no figures."""
        return _FIGURE.sub("#", ": ".join(self.fault.split(": ")[:2]))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTurn:
    """One turn of a game as the referee saw it."""

    seat: int
    """Seat of the player whose turn it was: 0 for White, or for the player who began."""
    record: TurnRecord
    """Record of the turn, with the referee's clock before and after it."""
    referee_s: float
    """Time that the turn took by the referee's clock."""


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


def end_line(record: TurnRecord, *, found: str = "", caller: str = "you pressed Enter") -> str:
    """Return a line that says why the search ended; a user may have stopped it in the way that is named."""
    words = caller if record.reason is Reason.CALLER else record.reason.value
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
