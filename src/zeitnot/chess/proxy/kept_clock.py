"""KeptClock: a clock that the protocol cannot tell, kept from the turns of the game."""

from dataclasses import replace

from zeitnot.chess.engine import Request
from zeitnot.clocks import ClockReading, GameClock, GameClockState, TimeControl, TimeSource, WallTime
from zeitnot.errors import SettingError

_OWN, _OTHER = 0, 1


class KeptClock:
    """Both clocks of a game under a control with a delay, byoyomi, an hourglass or several stages.

    The own turn lasts from `go` to the answer, the opponent's from the answer to the next `go`. Where the
    interface tells times, they correct the clock; the control says what they cannot tell.
    """

    def __init__(self, control: TimeControl, time: TimeSource | None = None) -> None:
        """Set the clocks to the beginning of a game."""
        if not control.has_clock:
            raise SettingError(f"--clock must be a clock that runs over the game, got {str(control)!r}")
        self._control = control
        self._time = time or WallTime()
        self.new_game()

    def new_game(self) -> None:
        """Set the clocks to the beginning of a game."""
        self._clock = GameClock(self._control, self._time)
        self._ply = -1
        self._answered_s: float | None = None
        self._pondering = False
        self._before: tuple[GameClockState, int, float | None] | None = None
        """The clocks, the ply and the last answer before the turn that is under way, or was last."""

    def begin(self, request: Request) -> Request:
        """Return the request of a turn with the clocks as they are kept; one without a clock is unchanged."""
        limits = request.limits
        other_limits = (limits.move_time_s, limits.depth, limits.nodes, limits.mate)
        if request.clock is None and (limits.infinite or any(each is not None for each in other_limits)):
            return request
        ply = request.board.ply()
        if ply < self._ply:
            self.new_game()
        elif ply == self._ply:
            self._take_back()  # the reply that was pondered on did not come, or the turn is searched again
        self._before = self._clock.snapshot(), self._ply, self._answered_s
        self._pondering = limits.ponder
        seen, self._ply = ply == self._ply + 2, ply
        if not self._pondering:
            self._charge_opponent(seen=seen)
        self._correct(_OWN, request.clock)
        self._correct(_OTHER, request.opponent)
        return replace(request, clock=self._clock.reading(_OWN), opponent=self._clock.reading(_OTHER))

    def ponder_hit(self) -> None:
        """Begin the own turn: the opponent has made the move that was expected."""
        if self._pondering:
            self._pondering = False
            self._charge_opponent(seen=True)

    def end(self, used_s: float) -> None:
        """Take in what the own turn took; pondering that was not hit took nothing, and was no turn."""
        if self._before is None or self._pondering or self._answered_s is not None:
            return
        self._clock.spend(max(0.0, used_s))
        self._answered_s = self._time.now_s()

    def _take_back(self) -> None:
        if self._before is not None:
            state, self._ply, self._answered_s = self._before
            self._clock.restore(state)

    def _charge_opponent(self, *, seen: bool) -> None:
        """Take in what the opponent's turn took; a turn that was not seen costs nothing."""
        if self._answered_s is not None:
            self._clock.spend(self._time.now_s() - self._answered_s if seen else 0.0)
            self._answered_s = None

    def _correct(self, player: int, told: ClockReading | None) -> None:
        """Believe the time that the interface tells, except in byoyomi, where it may be nothing."""
        clock = self._clock.clocks[player]
        state = clock.snapshot()
        if told is not None and told.remaining_s > 0 and not state.in_byoyomi:
            clock.restore(replace(state, remaining_s=told.remaining_s, flagged=False))
