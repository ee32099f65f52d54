"""Time comments: what the comment of a move says about its time, in the words of those who write PGN."""

import re
from dataclasses import dataclass
from enum import StrEnum

_COMMAND = re.compile(r"\[%\s*(?P<name>clk|emt|timestamp)\s*(?P<value>[^\]]*?)\s*\]", re.IGNORECASE)
_RUNNER = re.compile(
    r"(?<![\w.])[-+\u2212]?(?:\d+(?:[.,]\d+)?|[#M]?[-+]?M?\d+)\s*/\s*\d+(?:[-/]\d+)?\s+"
    r"(?P<value>-?\d[\d:.]*)(?P<unit>ms|s|m)?(?![\w:%.]*\d)"
)
"""`+0.68/12 0.232s`: score, depth and time, as cutechess, fastchess, Arena, WinBoard and Fritz write them."""
_TIME_ALONE = re.compile(r"(?P<value>\d+(?:\.\d+)?)(?P<unit>ms|s)(?=\s*(?:,|$))")
"""`1.2s`: the time alone, as cutechess writes it for an engine that sends no score."""
_AROUND_COLON = re.compile(r"\s*([:.])\s*")
_KEYED = re.compile(r"(?:^|[\s,;{])(?P<name>mt|tl)\s*=\s*(?P<value>-?[\d:.]+)")
"""`mt=107026, tl=7092974`: time of the move and time left, as TCEC writes them."""
_CLOCK = re.compile(r"(?P<sign>-?)(?:(?:(?P<hours>\d+):)?(?P<minutes>\d+):)?(?P<seconds>\d+(?:\.\d+)?|\.\d+)")
_MOST_DIGITS = 12
_TENTH_S = 0.1
_UNITS_S = {"s": 1.0, "ms": 0.001, "m": 60.0, None: 1.0}


class Source(StrEnum):
    """Where the time of a move was read."""

    CLOCK = "clk"
    MOVE_TIME = "emt"
    TIMESTAMP = "timestamp"
    COMMENT = "comment"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedTime:
    """What one comment says."""

    clock_s: float | None = None
    """Time on the clock after the move."""
    used_s: float | None = None
    """Time of the move."""
    used_error_s: float = 0.0
    """Largest error of the time of the move by the digits that are written."""
    source: Source = Source.NONE
    """Where the time of the move was read."""
    is_whole: bool = True
    """Whether the clock is in whole seconds."""
    short_clock: tuple[int, int] | None = None
    """Two numbers of a clock without a third, which may be minutes and seconds, or hours and minutes."""
    unreadable: str = ""
    """A time that is written but cannot be read."""


def stated_time(comment: str) -> StatedTime:
    """Read a comment: commands first, then keys, then the form of match runners."""
    found: dict[str, float] = {}
    bad, whole, short, error_s = "", True, None, 0.0
    for match in _COMMAND.finditer(comment):
        # A line may end within a time.
        name, text = match["name"].lower(), _AROUND_COLON.sub(r"\1", match["value"])
        value_s = time_of(text)
        if value_s is None:
            bad = bad or match.group()
            continue
        if name == "timestamp":
            value_s *= _TENTH_S
        elif name == "clk" and text.count(":") == 1:
            first, second = text.split(":")
            short = (int(first), int(second)) if first.isdigit() and second.isdigit() else None
        if name == "clk":
            whole = value_s == int(value_s)
        else:
            error_s = max(error_s, _rounding_s(text) * (_TENTH_S if name == "timestamp" else 1.0))
        found.setdefault(name, value_s)
    if not found and not bad:
        return _runner_time(comment)
    source = Source.MOVE_TIME if "emt" in found else Source.TIMESTAMP if "timestamp" in found else Source.NONE
    return StatedTime(
        clock_s=found.get("clk"),
        used_s=found.get("emt", found.get("timestamp")),
        used_error_s=error_s,
        source=source,
        is_whole=whole,
        short_clock=short,
        unreadable=bad,
    )


def _runner_time(comment: str) -> StatedTime:
    keyed = {match["name"]: match["value"] for match in _KEYED.finditer(comment)}
    if keyed:
        times = {name: _keyed_s(text) for name, text in keyed.items()}
        bad = next((f"{name}={keyed[name]}" for name, time_s in times.items() if time_s is None), "")
        clock_s = times.get("tl")
        return StatedTime(
            clock_s=clock_s,
            used_s=times.get("mt"),
            source=Source.COMMENT if times.get("mt") is not None else Source.NONE,
            is_whole=clock_s is None or clock_s == int(clock_s),
            unreadable=bad,
        )
    match = _RUNNER.search(comment) or _TIME_ALONE.match(comment.strip())
    if match is None:
        return StatedTime()
    used_s = time_of(match["value"])
    if used_s is None:
        return StatedTime(unreadable=match.group())
    unit_s = _UNITS_S[match["unit"]]
    error_s = _rounding_s(match["value"]) * unit_s
    return StatedTime(used_s=used_s * unit_s, used_error_s=error_s, source=Source.COMMENT)


def _rounding_s(text: str) -> float:
    """Return half a unit of the last digit of a number."""
    return 0.5 * 10.0 ** -len(text.partition(".")[2])


def _keyed_s(text: str) -> float | None:
    """Return a time with colons as it is; a bare number is in milliseconds."""
    time_s = time_of(text)
    return time_s if time_s is None or ":" in text else time_s / 1000


def time_of(text: str) -> float | None:
    """Return `1:02:03.4`, `02:03` or `3.4` in seconds, negative ones included; None for anything else."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None or len(text) > _MOST_DIGITS + 4:
        return None
    parts_s = int(match["hours"] or 0) * 3600 + int(match["minutes"] or 0) * 60 + float(match["seconds"])
    return -parts_s if match["sign"] else parts_s
