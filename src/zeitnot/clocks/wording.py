"""Wording: time controls as text that reads back to an equal control, and times as people read them."""

import math
from decimal import Decimal
from typing import TYPE_CHECKING

from zeitnot.clocks.control_parts import Byoyomi, DelayKind, Overtime, Stage

if TYPE_CHECKING:
    from zeitnot.clocks.time_control import TimeControl


_DELAY_LETTERS = {DelayKind.SIMPLE: "d", DelayKind.BRONSTEIN: "b"}


def write(control: "TimeControl") -> str:
    """Return the text of a control: `3:00+2`, `40/90:00+30, 30:00+30`, `25:00 -10/min`, `10:00 byo 5x30`."""
    if not control.stages:
        return _without_clock(control)
    if control.hourglass:
        return f"*{exact_clock(control.stages[0].base_s)}"
    stages = stages_text(control.stages)
    if control.byoyomi is not None:
        periods = f"byo {_byoyomi(control.byoyomi)}"
        return periods if control.stages == (Stage(base_s=0.0),) else f"{stages} {periods}"
    if control.overtime is not None:
        return f"{stages} {_overtime(control.overtime)}"
    return stages


def stages_text(stages: tuple[Stage, ...]) -> str:
    """Return the text of the stages alone: `40/90:00+30, 30:00+30`."""
    return ", ".join(_stage(stage) for stage in stages)


def exact_seconds(time_s: float) -> str:
    """Return plain seconds without an exponent or needless zeros, exact to the last bit: `2`, `0.1`."""
    return _plain(Decimal(repr(float(time_s))))


def exact_clock(time_s: float) -> str:
    """Return minutes and seconds, minutes without bound, exact to the last bit: `90:00`, `0:10.5`."""
    minutes, seconds = divmod(Decimal(repr(float(time_s))), 60)
    text = _plain(seconds)
    return f"{int(minutes)}:{text if seconds >= 10 else '0' + text}"  # noqa: PLR2004  two digits


def _plain(number: Decimal) -> str:
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _without_clock(control: "TimeControl") -> str:
    if control.depth is not None:
        return f"depth {control.depth}"
    if control.move_time_s is not None:
        return f"{exact_seconds(control.move_time_s)}s/move"
    return "infinite"


def _stage(stage: Stage) -> str:
    text = exact_clock(stage.base_s)
    if stage.moves is not None:
        text = f"{stage.moves}/{text}"
    if stage.increment_s:
        text += f"+{exact_seconds(stage.increment_s)}"
    if stage.delay_s:
        text += f" {_DELAY_LETTERS[stage.delay_kind]}{exact_seconds(stage.delay_s)}"
    return text


def _byoyomi(byoyomi: Byoyomi) -> str:
    if byoyomi.moves > 1:
        return f"{byoyomi.moves}/{exact_clock(byoyomi.period_s)}"
    return f"{byoyomi.periods}x{exact_seconds(byoyomi.period_s)}"


def _overtime(overtime: Overtime) -> str:
    period = "min" if overtime.period_s == 60 else f"{exact_seconds(overtime.period_s)}s"  # noqa: PLR2004  a minute
    text = f"-{overtime.points}/{period}"
    if overtime.forfeit_after_s is not None:
        text += f" max {exact_clock(overtime.forfeit_after_s)}"
    return text


_MINUTE_S = 60
_HOUR_S = 3600
_TENTHS_BELOW_S = 20.0
"""A running clock shows tenths below this, as electronic clocks do."""


def time_text(time_s: float) -> str:
    """Return a time with as much detail as matters: tenths below a minute, whole seconds above."""
    if not math.isfinite(time_s):
        return "unlimited" if time_s > 0 else "none"
    sign = "-" if time_s < 0 else ""
    tenths_s = round(abs(time_s), 1)
    if tenths_s < _MINUTE_S:
        return f"{sign if tenths_s else ''}{tenths_s:g}s"
    whole_s = round(abs(time_s))
    hours, rest_s = divmod(whole_s, _HOUR_S)
    minutes, seconds = divmod(rest_s, _MINUTE_S)
    return f"{sign}{hours}h {minutes}m {seconds}s" if hours else f"{sign}{minutes}m {seconds}s"


def clock_text(time_s: float) -> str:
    """Return what a clock shows: `3:00`, `0:07.5` below ten seconds, `-0:30` past the end."""
    if not math.isfinite(time_s):
        return "unlimited"
    tenths = round(abs(time_s) * 10)
    sign = "-" if time_s < 0 and tenths else ""
    if tenths < 100 and tenths % 10:  # noqa: PLR2004 (below ten seconds a clock shows tenths)
        return f"{sign}0:{tenths / 10:04.1f}"
    minutes, seconds = divmod(round(abs(time_s)), _MINUTE_S)
    hours, minutes = divmod(minutes, _MINUTE_S)
    return f"{sign}{hours}:{minutes:02}:{seconds:02}" if hours else f"{sign}{minutes}:{seconds:02}"


def clock_face(time_s: float) -> str:
    """Return the display of a running clock: seconds rounded up, below twenty seconds tenths rounded down."""
    if math.isinf(time_s):
        return "no clock"
    if 0 <= time_s < _TENTHS_BELOW_S:
        return f"0:{math.floor(time_s * 10) / 10:04.1f}"
    return clock_text(float(math.ceil(time_s)))


def seconds_text(time_s: float) -> str:
    """Return a term of a sum, with its unit: `12.4 s`, `35 ms`, `10800 s`, `unlimited`."""
    if math.isinf(time_s):
        return "unlimited" if time_s > 0 else "-unlimited"
    if 0 < abs(time_s) < 0.1:  # noqa: PLR2004 (below a tenth, milliseconds read better)
        return f"{time_s * 1000:.3g} ms"
    return f"{time_s:.4g} s" if abs(time_s) < 1000 else f"{time_s:.0f} s"  # noqa: PLR2004 (four digits hold no more)
