"""Notation: reads time controls as people type them. `docs/howto/time-controls.md` describes it for users."""

from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple, TypedDict

from zeitnot.clocks.control_parts import Byoyomi, DelayKind, Overtime, Stage
from zeitnot.clocks.scanner import Amount, Scanner, token
from zeitnot.errors import ParseError

FIRST_BARE_SECONDS = 180
"""A bare whole number below this is in minutes, otherwise in seconds: three hours are rarely typed as 180."""

_INFINITE = token(r"(?:infinite|infinity|inf|unlimited|none|[-\u2212\u2013\u221e])\s*$")
_DEPTH = token(r"depth(?![a-z])")
_MOVE_TIME = token(r"move\s*time(?![a-z])")
_ENDS_PER_MOVE = token(r".*(?:/|\bper\b)\s*move\s*$")
_PER_MOVE = token(r"(?:/|per\b)\s*move(?![a-z])")
_STAR = token(r"\*")
_HOURGLASS = token(r"(?:hourglass|sandglass|sandclock)(?![a-z])")
_GAME = token(r"(?:game|g|sd)\s*(?:/|(?=\d))")
_MOVES = token(r"\d+\s*/")
_SLASH = token(r"/")
_PERIODS = token(r"\+?\s*\d+\s*[x\u00d7]|\+\s*[\d.:]+\s*[a-z'\"]*\s*byo[-a-z ]*$")
_TIMES = token(r"[x\u00d7]")
_PLUS = token(r"\+")
_INCREMENT = token(r"\+|inc(?:rement)?(?![a-z])\s*/?")
_DELAY_WORDS = r"(d(?:elay)?|b(?:ronstein)?)\s*/?\s*(?=[\d.])"
_DELAY = token(_DELAY_WORDS)
_SEPARATOR = token(r"[,:;]|then(?![a-z])|(?=(?:sd|g|game)\s*/?\s*\d)")
_COMMA = token(r"[,;]")
_FOR_ALL_STAGES = token(rf"[,;]\s*(?:\+|inc(?:rement)?(?![a-z])|{_DELAY_WORDS})")
_THEN_OVERTIME = token(r"[,;]\s*[-\u2212\u2013]\s*\d")
_BYOYOMI = token(r"byo(?:[- ]?yomi)?(?![a-z])")
_OVERTIME = token(r"[-\u2212\u2013]\s*(?=\d)")
_POINTS = token(r"(?:points?|pts?)(?![a-z])")
_EACH = token(r"/|per(?![a-z])")
_FORFEIT = token(r"(?:max|forfeit|cap)(?![a-z])")

_FRACTIONS = {(1, Decimal(2)): "\u00bd", (1, Decimal(4)): "\u00bc", (3, Decimal(4)): "\u00be"}
"""Fractions that more likely mean part of a minute than a number of moves in a number of minutes."""

_A_TIME = "a time, such as 3:00, 10m or a number"
_SECONDS = "a number of seconds"


class ControlFields(TypedDict, total=False):
    """The fields of a TimeControl that were read."""

    stages: tuple[Stage, ...]
    byoyomi: Byoyomi | None
    hourglass: bool
    overtime: Overtime | None
    depth: int | None
    move_time_s: float | None


def read(text: str) -> ControlFields:
    """Read a time control; text that does not follow the grammar is a ParseError with its position."""
    scan = Scanner(text, what="time control")
    if scan.at_end():
        raise scan.error("a time control, such as 3:00+2, 40/90:00, 25:00 -10/min or infinite")
    if scan.take(_INFINITE):
        return {}
    fields = _without_clock(scan) or _hourglass(scan)
    expected = "the end"
    if fields is None:
        fields = _clocked(scan)
        expected = "an increment, a delay, byoyomi, overtime, another stage or the end"
    if not scan.at_end():
        raise scan.error(expected)
    return fields


def _without_clock(scan: Scanner) -> ControlFields | None:
    if scan.take(_DEPTH):
        return {"depth": scan.count("a number of plies")}
    if scan.take(_MOVE_TIME):
        return {"move_time_s": _above_zero(scan, scan.amount(_A_TIME))}
    if scan.sees(_ENDS_PER_MOVE):
        move_time_s = _above_zero(scan, scan.amount(_A_TIME))
        if not scan.take(_PER_MOVE):
            raise scan.error("'/move'")
        return {"move_time_s": move_time_s}
    return None


def _hourglass(scan: Scanner) -> ControlFields | None:
    if scan.take(_STAR):  # a PGN sign, so a bare number is in seconds, as in PGN
        base_s = _above_zero(scan, scan.amount(_A_TIME))
    elif scan.take(_HOURGLASS):
        amount = scan.amount(_A_TIME)
        _above_zero(scan, amount)
        base_s = _base_s(amount)
    else:
        return None
    return {"stages": (Stage(base_s=base_s),), "hourglass": True}


def _clocked(scan: Scanner) -> ControlFields:
    if _sees_byoyomi(scan):
        return {"stages": (Stage(base_s=0.0),), "byoyomi": _byoyomi(scan)}
    stages = _stages(scan)
    if _sees_byoyomi(scan):
        if not stages[-1].is_plain:
            raise scan.error("the end, since byoyomi follows a stage of base time alone")
        return {"stages": stages, "byoyomi": _byoyomi(scan)}
    if scan.sees(_OVERTIME):
        # A stage that another one follows has a number of moves, so the first decides for all.
        if stages[0].moves is not None or stages[0].delay_s > 0:
            raise scan.error("the end, since overtime follows a single stage without moves or delay")
        return {"stages": stages, "overtime": _overtime(scan)}
    return {"stages": stages}


def _stages(scan: Scanner) -> tuple[Stage, ...]:
    drafts = [_stage(scan, in_seconds=False)]
    while not _no_stage_follows(scan) and (separator := scan.take(_SEPARATOR)) is not None:
        last = drafts[-1]
        if last.stage.moves is None:
            raise _nothing_follows(scan, last.stage, separator.start())
        # Colons between stages are PGN notation, and all PGN times are in seconds.
        drafts.append(_stage(scan, in_seconds=last.in_seconds and separator.group() == ":"))
    stages = [draft.stage for draft in drafts]
    if scan.sees(_FOR_ALL_STAGES):
        scan.take(_SEPARATOR)
        stages = _with_additions(scan, stages)
    if scan.sees(_THEN_OVERTIME):
        scan.take(_COMMA)
    only_periods = len(stages) == 1 and _sees_byoyomi(scan)
    for number, stage in enumerate(stages):
        enough = stage.can_begin or only_periods if number == 0 else stage.gives_time
        if not enough:
            raise scan.error("a time above 0", position=drafts[number].position)
    return tuple(stages)


def _no_stage_follows(scan: Scanner) -> bool:
    return scan.sees(_FOR_ALL_STAGES) or scan.sees(_THEN_OVERTIME)


def _nothing_follows(scan: Scanner, stage: Stage, position: int) -> ParseError:
    if scan.text[position] == ":" and stage.is_plain:
        return scan.error("two digits from 00 to 59", position=position + 1)
    rule = "the end, since only a stage with a number of moves, such as 40/90:00, has another behind it"
    return scan.error(rule, position=position)


class _Draft(NamedTuple):
    """A stage, whether its base was a bare number of seconds, and the position of that base."""

    stage: Stage
    in_seconds: bool
    position: int


def _stage(scan: Scanner, *, in_seconds: bool) -> _Draft:
    start = scan.position
    in_minutes = scan.take(_GAME) is not None
    moves = None
    if not in_minutes and scan.sees(_MOVES):
        moves = scan.count("a number of moves")
        scan.take(_SLASH)
    base = scan.amount(_A_TIME)
    sign = _FRACTIONS.get((moves or 0, base.number)) if base.bare else None
    if sign is not None:
        hint = f"{sign} for a part of a minute, or {moves}/{base.number}:00 for moves"
        raise scan.error(hint, position=start)
    # After bare numbers and a number of moves, a colon is PGN notation and begins the next stage.
    increment = _increment(scan, colons=moves is None or not base.bare)
    has_point = base.has_point or (increment is not None and increment.has_point)
    base_s = _base_s(base, in_seconds=in_seconds or has_point, in_minutes=in_minutes)
    delay_s, delay_kind = _delay(scan)
    stage = Stage(
        base_s=base_s,
        moves=moves,
        increment_s=0.0 if increment is None else float(increment.number),
        delay_s=delay_s,
        delay_kind=delay_kind,
    )
    bare_seconds = base.bare and base_s == float(base.number)
    return _Draft(stage=stage, in_seconds=bare_seconds, position=base.position)


def _with_additions(scan: Scanner, stages: list[Stage]) -> list[Stage]:
    """Read an increment or delay that is given once for all stages, as in the US: `40/90, SD/30; d5`."""
    increment = _increment(scan)
    increment_s = 0.0 if increment is None else float(increment.number)
    delay_s, delay_kind = _delay(scan)
    return [
        replace(
            stage,
            increment_s=stage.increment_s or increment_s,
            delay_s=stage.delay_s or delay_s,
            delay_kind=stage.delay_kind if stage.delay_s else delay_kind,
        )
        for stage in stages
    ]


def _increment(scan: Scanner, *, colons: bool = True) -> Amount | None:
    if scan.sees(_PERIODS) or not scan.take(_INCREMENT):
        return None
    return scan.amount(_SECONDS, colons=colons)


def _delay(scan: Scanner) -> tuple[float, DelayKind]:
    match = scan.take(_DELAY)
    if match is None:
        return 0.0, DelayKind.SIMPLE
    delay_s = float(scan.amount(_SECONDS, colons=False).number)
    return delay_s, DelayKind.BRONSTEIN if match.group(1)[0] in "bB" and delay_s else DelayKind.SIMPLE


def _sees_byoyomi(scan: Scanner) -> bool:
    return scan.sees(_BYOYOMI) or scan.sees(_PERIODS)


def _byoyomi(scan: Scanner) -> Byoyomi:
    scan.take(_BYOYOMI)
    periods = moves = 1
    scan.take(_PLUS)
    if scan.sees(_PERIODS):
        periods = scan.count("a number of periods")
        scan.take(_TIMES)
    elif scan.sees(_MOVES):
        moves = scan.count("a number of moves")
        scan.take(_SLASH)
    period = scan.amount("periods such as 5x30, moves in a time such as 20/5:00, or a time")
    period_s = _above_zero(scan, period)
    scan.take(_BYOYOMI)
    return Byoyomi(periods=periods, period_s=period_s, moves=moves)


def _overtime(scan: Scanner) -> Overtime:
    scan.take(_OVERTIME)
    points = scan.count("a number of points")
    scan.take(_POINTS)
    if not scan.take(_EACH):
        raise scan.error("'/' and a period, such as /min or /30s")
    period_s = scan.unit_s()
    if period_s is None:
        period_s = _above_zero(scan, scan.amount("a period, such as min or 30s"))
    forfeit_after_s = _base_s(scan.amount(_A_TIME)) if scan.take(_FORFEIT) else None
    return Overtime(points=points, period_s=period_s, forfeit_after_s=forfeit_after_s)


def _above_zero(scan: Scanner, amount: Amount) -> float:
    seconds = float(amount.number)
    if seconds == 0:
        raise scan.error("a time above 0", position=amount.position)
    return seconds


def _base_s(amount: Amount, *, in_seconds: bool = False, in_minutes: bool = False) -> float:
    """Convert a bare number to seconds: minutes or seconds by its size, unless the context has settled
    that."""
    if not amount.bare or in_seconds or amount.has_point:
        return float(amount.number)
    if in_minutes or amount.number < FIRST_BARE_SECONDS:
        return float(amount.number * 60)
    return float(amount.number)
