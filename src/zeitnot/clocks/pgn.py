"""The PGN `TimeControl` tag: strict, in seconds, with colons between stages."""

import re
from typing import TYPE_CHECKING

from zeitnot.clocks.control_parts import MAX_COUNT, Stage
from zeitnot.clocks.notation import ControlFields
from zeitnot.clocks.wording import exact_seconds
from zeitnot.errors import ParseError, SettingError

if TYPE_CHECKING:
    from zeitnot.clocks.time_control import TimeControl

_MOVES = re.compile(r"(\d+)/", re.ASCII)
_SECONDS = re.compile(r"\d+(?:\.\d+)?", re.ASCII)


def read(tag: str) -> ControlFields:
    """Read the value of a tag; `-` is a game without a clock."""
    if tag == "?":
        raise _error(tag, 0, "a known control, since '?' means that none was recorded")
    if tag == "-":
        return {}
    if tag.startswith("*"):
        base_s, end = _seconds(tag, 1)
        if end < len(tag):
            raise _error(tag, end, "the end")
        return {"stages": (Stage(base_s=base_s),), "hourglass": True}
    stages = []
    position = 0
    while True:
        start = position
        stage, position = _stage(tag, start)
        stages.append(stage)
        if position == len(tag):
            return {"stages": tuple(stages)}
        if tag[position] != ":":
            raise _error(tag, position, "'+', ':' or the end")
        if stage.moves is None:
            raise _error(tag, start, "a number of moves and '/', since another stage follows")
        position += 1


def write(control: "TimeControl") -> str:
    """Return the value of a tag; a SettingError if PGN has no form for the control."""
    unwritable = control.depth, control.move_time_s, control.byoyomi, control.overtime
    if any(part is not None for part in unwritable) or any(stage.delay_s for stage in control.stages):
        rule = "a PGN TimeControl tag holds base times, moves, increments and sandclocks only"
        raise SettingError(f"{rule}, got {str(control)!r}")
    if control.hourglass:
        return f"*{exact_seconds(control.stages[0].base_s)}"
    return ":".join(_stage_text(stage) for stage in control.stages) or "-"


def _error(tag: str, position: int, expected: str) -> ParseError:
    return ParseError("PGN time control", text=tag, position=position, expected=expected)


def _stage(tag: str, position: int) -> tuple[Stage, int]:
    moves = None
    if (match := _MOVES.match(tag, position)) is not None:
        digits = match.group(1).lstrip("0")
        if not digits or len(digits) > len(str(MAX_COUNT)):
            raise _error(tag, position, f"a number of moves from 1 to {MAX_COUNT}")
        moves = int(digits)
        position = match.end()
    base_s, position = _seconds(tag, position)
    increment_s = 0.0
    if tag.startswith("+", position):
        increment_s, position = _seconds(tag, position + 1)
    return Stage(base_s=base_s, moves=moves, increment_s=increment_s), position


def _seconds(tag: str, position: int) -> tuple[float, int]:
    match = _SECONDS.match(tag, position)
    if match is None:
        raise _error(tag, position, "a number of seconds")
    return float(match.group()), match.end()


def _stage_text(stage: Stage) -> str:
    moves = f"{stage.moves}/" if stage.moves is not None else ""
    increment = f"+{exact_seconds(stage.increment_s)}" if stage.increment_s else ""
    return f"{moves}{exact_seconds(stage.base_s)}{increment}"
