"""Clock rules: the state of a clock, and the effect of a turn on it as pure functions of state and time.

The flag falls when more time is used than was left: using a clock down to exactly 0 loses nothing.
"""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self, get_type_hints

from zeitnot.clocks.control_parts import Byoyomi, DelayKind
from zeitnot.clocks.reading import ClockReading
from zeitnot.clocks.time_control import TimeControl
from zeitnot.errors import DataError, SettingError
from zeitnot.untrusted import shown


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockState:
    """State of a clock between moves; plain numbers, ready for JSON."""

    remaining_s: float
    """Time on the clock before the turn, or left in the byoyomi period; infinite without a limit."""

    stage: int = 0
    """Index of the current stage."""

    moves_in_stage: int = 0
    """Moves made in the stage, or in the byoyomi period."""

    in_byoyomi: bool = False
    """Whether the main time is used up."""

    periods_left: int = 0
    """Byoyomi periods not yet lost."""

    turns_played: int = 0
    """Turns finished."""

    used_s: float = 0.0
    """Time used in all finished turns."""

    turn_used_s: float = 0.0
    """Time already used in an interrupted turn."""

    flagged: bool = False
    """Whether the game was lost on time."""

    @classmethod
    def initial(cls, control: TimeControl) -> Self:
        """Return the state at the start of a game; without base time (`0+1`) the clock starts with one
        increment."""
        if not control.stages:
            return cls(remaining_s=math.inf if control.move_time_s is None else control.move_time_s)
        base_s, byoyomi = control.stages[0].base_s, control.byoyomi
        if byoyomi is None:
            return cls(remaining_s=base_s or control.stages[0].increment_s)
        if base_s == 0:
            return cls(remaining_s=byoyomi.period_s, in_byoyomi=True, periods_left=byoyomi.periods)
        return cls(remaining_s=base_s, periods_left=byoyomi.periods)

    def to_json(self) -> dict[str, float | int | bool | str]:
        """Return plain values; infinity becomes the text `inf`, because JSON has none."""
        return asdict(self) | {"remaining_s": "inf" if math.isinf(self.remaining_s) else self.remaining_s}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Read the values of `to_json`; a DataError names what is missing, unknown or of the wrong type."""
        if set(values) != set(_TYPES):
            raise DataError(f"a clock's state must have the fields {sorted(_TYPES)}, got {sorted(values)}")
        taken = dict(values)
        if taken["remaining_s"] == "inf":
            taken["remaining_s"] = math.inf
        for name, value in taken.items():
            if type(value) not in _TYPES[name]:
                raise DataError(f"{name} must be of type {_TYPES[name][0].__name__}, got {shown(value)}")
            if not (abs(value) <= _MOST or (name == "remaining_s" and value == math.inf)):
                raise DataError(f"{name} must be at most {_MOST:g}, got {shown(value)}")
        return cls(**taken)


_MOST = 1e12
"""Largest number of seconds or turns in a saved state: more is damage, and would overflow later."""
_TYPES: dict[str, tuple[type, ...]] = {
    name: (float, int) if kind is float else (kind,) for name, kind in get_type_hints(ClockState).items()
}


def standing(control: TimeControl, state: ClockState, turn_s: float) -> tuple[float, int, bool]:
    """Return the time left, the byoyomi periods left, and whether the game is lost, at this point of the
    turn."""
    left_s = state.remaining_s
    if state.flagged:
        return left_s - turn_s, state.periods_left, True
    if not control.stages:
        left_s -= turn_s
        return left_s, 0, left_s < 0.0
    if control.byoyomi is not None and _main_time_gone(control, state, turn_s):
        return _byoyomi_standing(control.byoyomi, state, turn_s)
    stage = control.stages[state.stage]
    if stage.delay_s and stage.delay_kind is DelayKind.SIMPLE:
        # Added before subtracting, so that rounding never makes remaining_s + delay_s too much to use.
        left_s = left_s if turn_s <= stage.delay_s else left_s + stage.delay_s - turn_s
    else:
        left_s -= turn_s
    if control.overtime is not None:
        return left_s, 0, control.overtime.forfeits(-left_s)
    return left_s, state.periods_left, left_s < 0.0


def spend(control: TimeControl, state: ClockState, used_s: float) -> ClockState:
    """Finish a turn after this much more time, in addition to what it used before an interruption."""
    if not 0.0 <= used_s < math.inf:
        raise SettingError(f"time used must be at least 0 s and finite, got {used_s!r}")
    turn_s = state.turn_used_s + used_s
    left_s, periods_left, lost = standing(control, state, turn_s)
    stage_index, moves, in_byoyomi = state.stage, state.moves_in_stage + 1, state.in_byoyomi
    if lost:
        pass  # The game is over: no increment, stage or period follows, so the excess stays visible.
    elif not control.stages:
        left_s = state.remaining_s
    elif control.byoyomi is not None and _main_time_gone(control, state, turn_s):
        moves, in_byoyomi = moves if in_byoyomi else 1, True
        if moves >= control.byoyomi.moves:  # the period is renewed
            left_s, moves = control.byoyomi.period_s, 0
    else:
        stage = control.stages[stage_index]
        if stage.delay_s and stage.delay_kind is DelayKind.BRONSTEIN:
            left_s = state.remaining_s if turn_s <= stage.delay_s else left_s + stage.delay_s
        left_s += stage.increment_s
        if moves == stage.moves:
            moves = 0
            stage_index = min(stage_index + 1, len(control.stages) - 1)
            left_s += control.stages[stage_index].base_s
    return ClockState(
        remaining_s=left_s,
        stage=stage_index,
        moves_in_stage=moves,
        in_byoyomi=in_byoyomi,
        periods_left=periods_left,
        turns_played=state.turns_played + 1,
        used_s=state.used_s + turn_s,
        flagged=lost,
    )


def read(control: TimeControl, state: ClockState, running_s: float = 0.0) -> ClockReading:
    """Return the clock as a policy sees it at this point of the turn."""
    turn_s = state.turn_used_s + running_s
    left_s, periods_left, _ = standing(control, state, turn_s)
    if not control.stages:
        if control.move_time_s is None:
            return ClockReading(remaining_s=left_s)
        return ClockReading(remaining_s=left_s, moves_to_go=1, free_s=max(left_s, 0.0))
    byoyomi = control.byoyomi
    if byoyomi is not None and _main_time_gone(control, state, turn_s):
        moves_made = state.moves_in_stage if state.in_byoyomi else 0
        moves_to_go = max(byoyomi.moves - moves_made, 1)
        free_s = max(left_s, 0.0) if moves_to_go == 1 else 0.0
        return ClockReading(
            remaining_s=left_s, moves_to_go=moves_to_go, free_s=free_s, periods_left=periods_left
        )
    stage = control.stages[state.stage]
    extra_s = free_s = period_s = 0.0
    if stage.delay_s:
        free_s = max(stage.delay_s - turn_s, 0.0)
        if stage.delay_kind is DelayKind.SIMPLE:
            extra_s = free_s
        else:
            free_s = min(free_s, max(left_s, 0.0))
    elif byoyomi is not None and state.stage == len(control.stages) - 1:
        extra_s = period_s = byoyomi.share_s
    elif control.overtime is not None:
        extra_s = control.overtime.paid_s(-left_s)  # not free: later turns can use what is left of it
    return ClockReading(
        remaining_s=left_s,
        increment_s=stage.increment_s,
        moves_to_go=None if stage.moves is None else max(stage.moves - state.moves_in_stage, 1),
        extra_s=extra_s,
        free_s=free_s,
        period_s=period_s,
        periods_left=None if byoyomi is None else periods_left,
        overtime=control.overtime,
    )


def longest_s(control: TimeControl, state: ClockState) -> float:
    """Return the longest total duration of the turn that does not lose the game, whatever else it costs."""
    left_s = state.remaining_s
    if not control.stages:
        return left_s
    if control.byoyomi is not None and state.stage == len(control.stages) - 1:
        later = state.periods_left - 1 if state.in_byoyomi else state.periods_left
        return left_s + later * control.byoyomi.period_s
    if control.overtime is not None:
        cap_s = control.overtime.forfeit_after_s
        return math.inf if cap_s is None else left_s + cap_s
    stage = control.stages[state.stage]
    return left_s + stage.delay_s if stage.delay_kind is DelayKind.SIMPLE else left_s


def _main_time_gone(control: TimeControl, state: ClockState, turn_s: float) -> bool:
    return state.in_byoyomi or (turn_s >= state.remaining_s and state.stage == len(control.stages) - 1)


def _byoyomi_standing(byoyomi: Byoyomi, state: ClockState, turn_s: float) -> tuple[float, int, bool]:
    period_s, periods_left = byoyomi.period_s, state.periods_left
    if state.in_byoyomi:
        current_s, over_s = state.remaining_s, turn_s
    else:
        current_s, over_s = period_s, turn_s - state.remaining_s
        if turn_s <= state.remaining_s + period_s:  # rounding must not lose the promised period
            over_s = min(over_s, period_s)
    if over_s <= current_s:
        return current_s - over_s, periods_left, False
    over_s -= current_s
    begun = math.ceil(over_s / period_s)
    if begun >= periods_left:
        return (periods_left - 1) * period_s - over_s, 0, True
    return max(begun * period_s - over_s, 0.0), periods_left - begun, False
