"""Clocks in the notation of other programs: python-chess's `Limit`, USI's `go`, and GTP's time commands."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from zeitnot.clocks import Byoyomi, ClockReading, Stage, TimeControl
from zeitnot.errors import ParseError
from zeitnot.turns.turn import NO_LIMITS, Limits

_MS = 0.001
_USI_TIMES = ("btime", "wtime", "byoyomi", "binc", "winc", "movetime")
_USI_COUNTS = ("depth", "nodes", "mate")
_USI_FLAGS = ("infinite", "ponder")
_MOST_DIGITS = 15
"""Digits of a number; milliseconds of thirty thousand years have as many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    """What another program asks of one turn, in the form that `TimeManager.begin` takes."""

    clock: ClockReading | None = None
    """The player's own clock; None if no clock runs."""
    opponent: ClockReading | None = None
    """The opponent's clock, if it is known."""
    limits: Limits = NO_LIMITS
    """Limits besides the clock."""


class UciLimit(Protocol):
    """The fields of python-chess's `chess.engine.Limit`; times are in seconds."""

    time: float | None
    depth: int | None
    nodes: int | None
    mate: int | None
    white_clock: float | None
    black_clock: float | None
    white_inc: float | None
    black_inc: float | None
    remaining_moves: int | None


def from_uci_limit(limit: UciLimit, *, white: bool) -> SearchRequest:
    """Read python-chess's `chess.engine.Limit` for the side to move.

    >>> import chess.engine
    >>> asked = from_uci_limit(chess.engine.Limit(white_clock=60, black_clock=50, white_inc=2), white=True)
    >>> asked.clock.remaining_s, asked.clock.increment_s, asked.opponent.remaining_s
    (60.0, 2.0, 50.0)
    """
    sides = (
        _reading(limit.white_clock, limit.white_inc, limit.remaining_moves),
        _reading(limit.black_clock, limit.black_inc, limit.remaining_moves),
    )
    clock, opponent = sides if white else sides[::-1]
    limits = Limits(move_time_s=limit.time, depth=limit.depth, nodes=limit.nodes, mate=limit.mate)
    return SearchRequest(clock=clock, opponent=opponent, limits=limits)


def from_usi_go(text: str, *, black: bool) -> SearchRequest:
    """Read a `go` command of USI, the protocol of shogi engines, for the side to move.

    >>> asked = from_usi_go("go btime 60000 wtime 50000 byoyomi 10000", black=True)
    >>> asked.clock.remaining_s, asked.clock.period_s
    (60.0, 10.0)
    """
    numbers, flags = _usi_words(text)
    sides = _usi_reading(numbers, "b"), _usi_reading(numbers, "w")
    clock, opponent = sides if black else sides[::-1]
    limits = Limits(
        move_time_s=numbers["movetime"] * _MS if "movetime" in numbers else None,
        depth=numbers.get("depth"),
        nodes=numbers.get("nodes"),
        mate=numbers.get("mate"),
        infinite="infinite" in flags,
        ponder="ponder" in flags,
    )
    return SearchRequest(clock=clock, opponent=opponent, limits=limits)


@dataclass(frozen=True, slots=True, kw_only=True)
class GtpClock:
    """The time settings of a Go program; `time_left` then makes readings.

    >>> clock = GtpClock.parse("time_settings 1800 300 25")
    >>> clock.time_left("black 240 20").moves_to_go
    20
    """

    control: TimeControl
    """The time control that was set."""

    @classmethod
    def parse(cls, text: str) -> "GtpClock":
        """Read `time_settings MAIN PERIOD STONES` or `kgs-time_settings SYSTEM ...`; times are in seconds."""
        words = text.split()
        match words:
            case ["time_settings", *rest]:
                main_s, period_s, stones = _numbers(text, rest, 3)
                if period_s > 0 and stones == 0:  # GTP for: no limit
                    return cls(control=TimeControl.infinite())
                return cls(control=_control(main_s, period_s, moves=max(1, round(stones))))
            case ["kgs-time_settings", "none"]:
                return cls(control=TimeControl.infinite())
            case ["kgs-time_settings", "absolute", *rest]:
                return cls(control=TimeControl.sudden_death(_numbers(text, rest, 1)[0]))
            case ["kgs-time_settings", "byoyomi", *rest]:
                main_s, period_s, periods = _numbers(text, rest, 3)
                return cls(control=_control(main_s, period_s, periods=max(1, round(periods))))
            case ["kgs-time_settings", "canadian", *rest]:
                main_s, period_s, stones = _numbers(text, rest, 3)
                return cls(control=_control(main_s, period_s, moves=max(1, round(stones))))
        raise _refused(text, 0, "time_settings or kgs-time_settings none, absolute, byoyomi or canadian")

    def time_left(self, text: str) -> ClockReading:
        """Read `COLOUR SECONDS STONES`, with or without the word `time_left`.

        0 stones mean main time. Otherwise they are the stones left in a Canadian block, or, with Japanese
        periods, the periods left, as the KGS server sends them.
        """
        words = text.split()
        left_s, stones = _numbers(text, words[2 if words[:1] == ["time_left"] else 1 :], 2)
        byoyomi = self.control.byoyomi
        if byoyomi is None:
            return ClockReading(remaining_s=left_s)
        if stones <= 0:
            share_s = byoyomi.share_s
            return ClockReading(
                remaining_s=left_s, extra_s=share_s, period_s=share_s, periods_left=byoyomi.periods
            )
        japanese = byoyomi.moves == 1
        moves_to_go = 1 if japanese else round(stones)
        return ClockReading(
            remaining_s=left_s,
            moves_to_go=moves_to_go,
            free_s=left_s if moves_to_go == 1 else 0.0,
            periods_left=round(stones) if japanese else 1,
        )


def _reading(clock_s: float | None, increment_s: float | None, to_go: int | None) -> ClockReading | None:
    if clock_s is None:
        return None
    return ClockReading(
        remaining_s=float(clock_s), increment_s=float(increment_s or 0.0), moves_to_go=to_go or None
    )


def _usi_reading(numbers: dict[str, int], side: str) -> ClockReading | None:
    time_ms, increment_ms = numbers.get(f"{side}time"), numbers.get(f"{side}inc", 0)
    period_s = numbers.get("byoyomi", 0) * _MS
    if time_ms is None and not increment_ms and not period_s:
        return None
    left_s = (time_ms or 0) * _MS
    if period_s and left_s <= 0:  # the main time is used up: each move has the whole period
        return ClockReading(remaining_s=period_s, moves_to_go=1, free_s=period_s, periods_left=1)
    return ClockReading(
        remaining_s=left_s,
        increment_s=increment_ms * _MS,
        extra_s=period_s,
        period_s=period_s,
        periods_left=1 if period_s else None,
    )


def _usi_words(text: str) -> tuple[dict[str, int], set[str]]:
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    words = text.split()
    rest = iter(words[1:] if words[:1] == ["go"] else words)
    for word in rest:
        if word in _USI_FLAGS:
            flags.add(word)
        elif word not in (*_USI_TIMES, *_USI_COUNTS):
            known = ", ".join((*_USI_TIMES, *_USI_COUNTS, *_USI_FLAGS))
            raise _refused(text, text.find(word), f"one of {known}")
        elif (number := next(rest, "")).isdecimal() and len(number) <= _MOST_DIGITS:
            numbers[word] = int(number)
        elif word == "mate" and number in ("", "infinite"):  # in shogi, any mate will do
            flags.add("infinite")
        else:
            raise _refused(text, text.find(word) + len(word) + 1, f"a whole number after {word}")
    return numbers, flags


def _control(main_s: float, period_s: float, *, periods: int = 1, moves: int = 1) -> TimeControl:
    byoyomi = Byoyomi(period_s=period_s, periods=periods, moves=moves) if period_s > 0 else None
    return TimeControl(stages=(Stage(base_s=main_s),), byoyomi=byoyomi)


def _numbers(text: str, words: Sequence[str], count: int) -> tuple[float, ...]:
    try:
        found = tuple(float(word) for word in words)
    except ValueError:
        found = ()
    if len(found) != count or not all(0 <= number < float("inf") for number in found):
        raise _refused(text, 0, f"{count} numbers of 0 or more")
    return found


def _refused(text: str, position: int, expected: str) -> ParseError:
    return ParseError("a clock command", text=text, position=position, expected=expected)
