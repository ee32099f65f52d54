"""Scanner: reads a text from left to right; its errors carry the position."""

import re
from dataclasses import dataclass
from decimal import Decimal

from zeitnot.clocks.control_parts import MAX_COUNT, MAX_TIME_S
from zeitnot.errors import ParseError


def token(regex: str) -> re.Pattern[str]:
    """Compile a pattern that matches ASCII only and ignores case."""
    return re.compile(regex, re.IGNORECASE | re.ASCII)


_SPACE = token(r"\s*")
_NO_MOVES = r"(?!\d|\s*/\s*\d)"  # in 40/7200:20/3600 the 20 is a number of moves, not of seconds
_CLOCK = token(rf"(\d+):([0-5]\d){_NO_MOVES}(?::([0-5]\d){_NO_MOVES})?(\.\d+)?")
_FRACTION = token("(\\d{0,6})([\u00bc\u00bd\u00be])")
_QUARTERS = {"\u00bc": 1, "\u00bd": 2, "\u00be": 3}
_NUMBER = token(r"\d+(?:\.\d*)?|\.\d+")
_INTEGER = token(r"\d+")
_UNIT_WORDS = (
    r"(h(?:ours?|rs?)?(?![a-z])|m(?:in(?:ute)?s?)?(?![a-z])|s(?:ec(?:ond)?s?)?(?![a-z])"
    "|ms(?:ecs?)?(?![a-z])|milliseconds?(?![a-z])|['\u2032\u2019]{2}|[\"\u2033\u201d]|['\u2032\u2019])"
)
_LONE_UNIT = token(_UNIT_WORDS)
_PART = token(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*" + _UNIT_WORDS)
_UNIT_S = {"h": Decimal(3600), "m": Decimal(60), "s": Decimal(1), "ms": Decimal("0.001")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A time as written: a bare number has no unit yet, all others are in seconds."""

    number: Decimal
    """The number as written, or seconds if a unit was given."""

    bare: bool
    """Whether the number has neither a unit nor a colon."""

    has_point: bool
    """Whether the number was written with a decimal point."""

    position: int
    """Position of the first character in the text."""


class Scanner:
    """Reads one text; spaces before a token and the case of letters do not matter."""

    __slots__ = ("position", "text", "what")

    def __init__(self, text: str, *, what: str) -> None:
        """Start at the first character; `what` names the text in errors."""
        self.text = text
        self.what = what
        self.position = 0
        self.take(_SPACE)

    def error(self, expected: str, *, position: int | None = None) -> ParseError:
        """Return the error for this position, or for an earlier one."""
        at = self.position if position is None else position
        return ParseError(self.what, text=self.text, position=at, expected=expected)

    def at_end(self) -> bool:
        """Whether everything has been read."""
        return self.position == len(self.text)

    def sees(self, pattern: re.Pattern[str]) -> bool:
        """Return whether the pattern comes next."""
        return pattern.match(self.text, self.position) is not None

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read the pattern and the spaces after it, if it comes next."""
        match = pattern.match(self.text, self.position)
        if match is not None:
            space = _SPACE.match(self.text, match.end())
            self.position = match.end() if space is None else space.end()
        return match

    def count(self, expected: str) -> int:
        """Read a whole number of at least 1."""
        start = self.position
        match = self.take(_INTEGER)
        if match is None:
            raise self.error(expected)
        digits = match.group().lstrip("0")
        if not digits or len(digits) > len(str(MAX_COUNT)):
            raise self.error(f"a number from 1 to {MAX_COUNT}", position=start)
        return int(digits)

    def amount(self, expected: str, *, colons: bool = True) -> Amount:
        """Read a time: `3:00`, `1:30:00`, `0:10.5`, `1h30m`, `3'`, `500 ms`, `\u00bd`, or a bare number."""
        start = self.position
        if colons and (match := self.take(_CLOCK)) is not None:
            return self._checked(_clock_seconds(match), start, bare=False, has_point=match[4] is not None)
        if colons and (match := self.take(_FRACTION)) is not None:  # of a minute, as servers write it
            quarters = 4 * int(match[1] or 0) + _QUARTERS[match[2]]
            return self._checked(Decimal(15 * quarters), start, bare=False, has_point=False)
        if self.sees(_PART):
            return self._with_units(start)
        match = self.take(_NUMBER)
        if match is None:
            raise self.error(expected)
        return self._checked(Decimal(match.group()), start, bare=True, has_point="." in match.group())

    def unit_s(self) -> float | None:
        """Read a unit without a number, as in `/min`, and return it in seconds."""
        match = self.take(_LONE_UNIT)
        return None if match is None else float(_UNIT_S[_unit_key(match.group(1))])

    def _with_units(self, start: int) -> Amount:
        seconds = Decimal(0)
        has_point = False
        smallest_s: Decimal | None = None
        while (match := _PART.match(self.text, self.position)) is not None:
            unit_s = _UNIT_S[_unit_key(match.group(2))]
            if smallest_s is not None and unit_s >= smallest_s:
                raise self.error("a smaller unit than the one before")
            smallest_s = unit_s
            seconds += Decimal(match.group(1)) * unit_s
            has_point = has_point or "." in match.group(1)
            self.take(_PART)
        return self._checked(seconds, start, bare=False, has_point=has_point)

    def _checked(self, number: Decimal, start: int, *, bare: bool, has_point: bool) -> Amount:
        if number > Decimal(MAX_TIME_S):
            raise self.error(f"a time of at most {MAX_TIME_S:.0f} s", position=start)
        return Amount(number=number, bare=bare, has_point=has_point, position=start)


def _unit_key(word: str) -> str:
    word = word.lower()
    if not word.isalpha():
        return "m" if len(word) == 1 and word in "'\u2032\u2019" else "s"
    return "ms" if word.startswith(("ms", "mil")) else word[0]


def _clock_seconds(match: re.Match[str]) -> Decimal:
    first, second, third, fraction = match.groups()
    parts = [first, second] if third is None else [first, second, third]
    seconds = Decimal(0)
    for part in parts:
        seconds = seconds * 60 + Decimal(part)
    return seconds + Decimal(f"0{fraction}") if fraction else seconds
