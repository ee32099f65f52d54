"""GameClock: the clocks of all players, one of which runs at a time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from zeitnot.clocks.clock import Clock
from zeitnot.clocks.clock_rules import ClockState
from zeitnot.clocks.reading import ClockReading
from zeitnot.clocks.time_control import TimeControl
from zeitnot.clocks.time_source import TimeSource, WallTime
from zeitnot.errors import DataError, SettingError
from zeitnot.untrusted import shown

_HOURGLASS_PLAYERS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class GameClockState:
    """State of all clocks of a game, ready for JSON."""

    clocks: tuple[ClockState, ...]
    """State of each player's clock."""

    to_move: int = 0
    """Player to move, counted from 0."""

    def to_json(self) -> dict[str, object]:
        """Return plain values for JSON."""
        return {"clocks": [clock.to_json() for clock in self.clocks], "to_move": self.to_move}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Read the values of `to_json`."""
        clocks, to_move = values.get("clocks"), values.get("to_move")
        if not isinstance(clocks, list) or not all(isinstance(clock, dict) for clock in clocks):
            raise DataError(f"clocks must be a list of clock states, got {shown(clocks)}")
        if type(to_move) is not int or not 0 <= to_move < len(clocks):
            raise DataError(f"to_move must be the number of a clock, got {shown(to_move)}")
        return cls(clocks=tuple(ClockState.from_json(clock) for clock in clocks), to_move=to_move)


class GameClock:
    """One clock for each player; pressing it ends a turn and starts the next player's."""

    __slots__ = ("_to_move", "clocks")

    def __init__(
        self,
        control: TimeControl | Sequence[TimeControl],
        source: TimeSource | None = None,
        *,
        players: int = 2,
    ) -> None:
        """Create the clocks from one control for all players, or one for each (time odds)."""
        controls = (control,) * players if isinstance(control, TimeControl) else tuple(control)
        if players < 1 or len(controls) != players:
            raise SettingError(f"each of {players} players must have one control, got {len(controls)}")
        hourglass = any(each.hourglass for each in controls)
        if hourglass and (players != _HOURGLASS_PLAYERS or controls[0] != controls[1]):
            raise SettingError(f"an hourglass must have two players with the same control, got {players}")
        shared: TimeSource = WallTime() if source is None else source
        self.clocks = tuple(Clock(each, shared) for each in controls)
        """The players' clocks; run them through the methods of this class only."""
        self._to_move = 0

    @property
    def to_move(self) -> int:
        """Player to move, counted from 0."""
        return self._to_move

    @property
    def running(self) -> bool:
        """Whether a clock is running."""
        return self.clocks[self._to_move].running

    @property
    def flagged_player(self) -> int | None:
        """Player who has lost on time, counted from 0; None if nobody has."""
        return next((player for player, clock in enumerate(self.clocks) if clock.flagged), None)

    def start(self) -> None:
        """Start the game, or resume it after a pause."""
        self.clocks[self._to_move].start()

    def pause(self) -> None:
        """Interrupt the turn."""
        self.clocks[self._to_move].pause()

    def press(self) -> float:
        """End the turn, start the next player's clock, and return the duration of the turn in seconds."""
        used_s = self.stop()
        self.start()
        return used_s

    def stop(self) -> float:
        """End the last turn of the game and return its duration; no clock runs after it."""
        used_s = self.clocks[self._to_move].stop()
        self._pass_on(used_s)
        return used_s

    def spend(self, seconds: float) -> None:
        """Play a turn of the given duration without the time source, for replays and simulations."""
        clock = self.clocks[self._to_move]
        turn_s = clock.turn_used_s + seconds
        clock.spend(seconds)
        self._pass_on(turn_s)

    def remaining_s(self, player: int) -> float:
        """Return a player's time, live: an hourglass fills while the opponent thinks."""
        return self.clocks[player].remaining_s + self._inflow_s(player)

    def reading(self, player: int | None = None) -> ClockReading:
        """Return a player's clock as a policy sees it; by default that of the player to move."""
        player = self._to_move if player is None else player
        reading = self.clocks[player].reading()
        inflow_s = self._inflow_s(player)
        return replace(reading, remaining_s=reading.remaining_s + inflow_s) if inflow_s else reading

    def snapshot(self) -> GameClockState:
        """Return the current state; a turn in progress is saved as an interrupted one."""
        return GameClockState(clocks=tuple(clock.snapshot() for clock in self.clocks), to_move=self._to_move)

    def restore(self, state: GameClockState) -> None:
        """Return to a saved state; no clock runs after it."""
        if len(state.clocks) != len(self.clocks) or not 0 <= state.to_move < len(self.clocks):
            raise SettingError(f"the state must have {len(self.clocks)} clocks, got {state!r}")
        for clock, clock_state in zip(self.clocks, state.clocks, strict=True):
            clock.restore(clock_state)
        self._to_move = state.to_move

    def _pass_on(self, used_s: float) -> None:
        hourglass = self.clocks[self._to_move].control.hourglass
        self._to_move = (self._to_move + 1) % len(self.clocks)
        if hourglass:
            self.clocks[self._to_move].credit(used_s)

    def _inflow_s(self, player: int) -> float:
        mover = self.clocks[self._to_move]
        return mover.turn_used_s if mover.control.hourglass and player != self._to_move else 0.0
