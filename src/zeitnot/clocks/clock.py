"""Clock: one player's clock, running on a time source."""

from dataclasses import replace

from zeitnot.clocks import clock_rules
from zeitnot.clocks.clock_rules import ClockState
from zeitnot.clocks.control_parts import check_time
from zeitnot.clocks.reading import ClockReading
from zeitnot.clocks.time_control import TimeControl
from zeitnot.clocks.time_source import TimeSource, WallTime
from zeitnot.errors import SettingError, StateError


class Clock:
    """Measures one player's time. All values are live while the clock runs."""

    __slots__ = ("_source", "_started_s", "_state", "control")

    def __init__(
        self,
        control: TimeControl,
        source: TimeSource | None = None,
        state: ClockState | None = None,
    ) -> None:
        """Set the clock to the start of a game or to a saved state; the default source is wall time."""
        self.control = control
        self._source: TimeSource = WallTime() if source is None else source
        self._started_s: float | None = None
        self._state = ClockState.initial(control)
        if state is not None:
            self.restore(state)

    @property
    def running(self) -> bool:
        """Whether the clock is running."""
        return self._started_s is not None

    def start(self) -> None:
        """Start a turn, or resume an interrupted one."""
        if self._started_s is not None:
            raise StateError("a clock must be stopped before it is started, got a running one")
        self._started_s = self._source.now_s()

    def stop(self) -> float:
        """Finish the turn and return its total duration in seconds."""
        running_s = self._running_s_or_raise()
        turn_s = self._state.turn_used_s + running_s
        self._state = clock_rules.spend(self.control, self._state, running_s)
        self._started_s = None
        return turn_s

    def pause(self) -> None:
        """Interrupt the turn without finishing it; `start` resumes it."""
        self._state = replace(self._state, turn_used_s=self._state.turn_used_s + self._running_s_or_raise())
        self._started_s = None

    def spend(self, seconds: float) -> None:
        """Play a turn of the given duration without the time source, for replays and simulations."""
        if self._started_s is not None:
            raise StateError("a clock must be stopped before time is charged to it, got a running one")
        self._state = clock_rules.spend(self.control, self._state, seconds)

    def credit(self, seconds: float) -> None:
        """Add time to the clock, as an hourglass or an arbiter does."""
        check_time("seconds", seconds)
        self._state = replace(self._state, remaining_s=self._state.remaining_s + seconds)

    @property
    def remaining_s(self) -> float:
        """Time left, or left in the byoyomi period; negative past the end, infinite without a limit."""
        return self._standing()[0]

    @property
    def periods_left(self) -> int:
        """Byoyomi periods not yet lost."""
        return self._standing()[1]

    @property
    def flagged(self) -> bool:
        """Whether the game is lost on time; with overtime, only beyond its cap."""
        return self._standing()[2]

    @property
    def overtime_s(self) -> float:
        """Time used beyond the clock, where overtime is allowed."""
        return max(0.0, -self.remaining_s) if self.control.overtime is not None else 0.0

    @property
    def penalty_pts(self) -> int:
        """Points that the overtime used so far takes off the final score."""
        overtime = self.control.overtime
        return 0 if overtime is None else overtime.penalty_pts(self.overtime_s)

    @property
    def turn_used_s(self) -> float:
        """Time used in the current turn."""
        return self._state.turn_used_s + self._running_s()

    @property
    def used_s(self) -> float:
        """Time used in the game, the current turn included."""
        return self._state.used_s + self.turn_used_s

    @property
    def longest_s(self) -> float:
        """Longest total duration of this turn that does not lose the game, whatever else it costs."""
        return max(0.0, clock_rules.longest_s(self.control, self._state))

    def reading(self) -> ClockReading:
        """Return the clock as a policy sees it."""
        if self._started_s is None:
            return clock_rules.read(self.control, self._state)
        return clock_rules.read(self.control, self._state, self._running_s())

    def snapshot(self) -> ClockState:
        """Return the current state; a turn in progress is saved as an interrupted one."""
        if self._started_s is None:
            return self._state
        return replace(self._state, turn_used_s=self.turn_used_s)

    def restore(self, state: ClockState) -> None:
        """Return to a saved state. The clock is stopped; `start` resumes an interrupted turn."""
        if not 0 <= state.stage < max(len(self.control.stages), 1):
            raise SettingError(f"the stage must be one of {str(self.control)!r}, got {state.stage!r}")
        if state.in_byoyomi and self.control.byoyomi is None:
            raise SettingError(f"a state in byoyomi must have a control with it, got {str(self.control)!r}")
        self._state = state
        self._started_s = None

    def _running_s(self) -> float:
        return 0.0 if self._started_s is None else self._source.now_s() - self._started_s

    def _running_s_or_raise(self) -> float:
        if self._started_s is None:
            raise StateError("a clock must be started before it is stopped, got a stopped one")
        return max(self._running_s(), 0.0)

    def _standing(self) -> tuple[float, int, bool]:
        return clock_rules.standing(self.control, self._state, self.turn_used_s)
