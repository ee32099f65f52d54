"""Turn note: how long a turn took, as the note of a move in a saved game has it: `12.345s, 4:48 left`."""

import re

from zeitnot.clocks import clock_text

_NOTE = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)s(?:,|$)", re.MULTILINE)


def turn_note(used_s: float, left_s: float) -> str:
    """Write the note of a turn: its time to the millisecond, and what the clock shows after it."""
    return f"{used_s:.3f}s, {clock_text(left_s)} left"


def seconds_in(note: str) -> float | None:
    """Read the time of a turn from its note; None where it has none."""
    match = _NOTE.match(note)
    return None if match is None else float(match[1])
