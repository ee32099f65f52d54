"""Turn note: the time of a turn as a note in a saved game: `12.345s, 4:48 left`."""

import re

from zeitnot.clocks import clock_text

_NOTE = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)s(?:,|$)", re.MULTILINE)


def turn_note(used_s: float, left_s: float) -> str:
    """Return the note of a turn: its time to the millisecond, and the clock after it."""
    return f"{used_s:.3f}s, {clock_text(left_s)} left"


def seconds_in(note: str) -> float | None:
    """Return the time of a turn from its note; None where it has none."""
    match = _NOTE.match(note)
    return None if match is None else float(match[1])
