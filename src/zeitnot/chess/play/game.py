"""Game: the board and the clocks of one game, move by move."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import chess

from zeitnot.chess.play.ending import Ending, ending_of, flag_ending
from zeitnot.clocks import ClockReading, ClockState, GameClock, GameClockState, TimeControl, TimeSource
from zeitnot.errors import StateError


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A move that was made, and what it cost."""

    move: chess.Move
    """The move."""
    used_s: float
    """Time it took."""
    left_s: float
    """The mover's clock after it, increment included; infinite without a clock."""
    clocks_before: GameClockState
    """Both clocks when the turn began."""


class Game:
    """A game under way. It ends by itself: on the board, or when a flag falls."""

    def __init__(
        self, control: TimeControl, *, board: chess.Board | None = None, source: TimeSource | None = None
    ) -> None:
        """Set the pieces up and the clocks, which do not run yet."""
        self.control = control
        self.board = chess.Board() if board is None else board
        self.played: list[Played] = []
        self.ending: Ending | None = ending_of(self.board)
        initial_s = ClockState.initial(control).remaining_s
        self.initial_s = initial_s if math.isfinite(initial_s) else None
        self._first = self.board.turn
        self._clock = GameClock(control, source)
        self._turn_began = self._clock.snapshot()

    def start(self) -> None:
        """Start the clock of the side to move."""
        self._clock.start()

    def play(self, move: chess.Move) -> Played | None:
        """Make a legal move and press the clock; None when the flag had fallen before."""
        if self.ending is not None:
            raise StateError(f"a game that is over takes no more moves, got {move.uci()}")
        if self.flag_fell():
            return None
        mover, before = self.board.turn, self._turn_began
        self.board.push(move)
        self.ending = ending_of(self.board)
        used_s = self._clock.press() if self.ending is None else self._clock.stop()
        played = Played(move=move, used_s=used_s, left_s=self.left_s(mover), clocks_before=before)
        self.played.append(played)
        self._turn_began = self._clock.snapshot()
        return played

    def replay(self, moves: Iterable[tuple[chess.Move, float]]) -> None:
        """Make the moves of a game that was put aside, each with the seconds that it took."""
        for move, used_s in moves:
            mover, before = self.board.turn, self._clock.snapshot()
            self.board.push(move)
            self._clock.spend(used_s)
            self.played.append(
                Played(move=move, used_s=used_s, left_s=self.left_s(mover), clocks_before=before)
            )
        self.ending = ending_of(self.board)
        self._turn_began = self._clock.snapshot()

    def flag_fell(self) -> bool:
        """Look at the clocks; a fallen flag ends the game."""
        if self.ending is None:
            self.ending = flag_ending(self.board, self._clock, self._first)
            self._stop_clock_when_over()
        return self.ending is not None

    def end(self, ending: Ending) -> None:
        """End the game by agreement, by giving up or by leaving."""
        if self.ending is None:
            self.ending = ending
            self._stop_clock_when_over()

    def take_back(self, plies: int) -> None:
        """Go back so many half moves; the clocks show what they showed when that turn began."""
        if not 0 < plies <= len(self.played) or self.ending is not None:
            raise StateError(f"moves can be taken back while there are some, got {plies!r}")
        clocks = self.played[-plies].clocks_before
        del self.played[-plies:]
        for _ in range(plies):
            self.board.pop()
        self._clock.restore(clocks)
        self._turn_began = clocks
        self._clock.start()

    def left_s(self, colour: chess.Color) -> float:
        """Time on a side's clock, live; infinite without a clock."""
        return self._clock.remaining_s(self._player(colour))

    def periods_left(self, colour: chess.Color) -> int:
        """Byoyomi periods that a side has left."""
        return self._clock.clocks[self._player(colour)].periods_left

    def turn_used_s(self) -> float:
        """Time that the side to move has used on this move."""
        return self._clock.clocks[self._clock.to_move].turn_used_s

    def reading(self, colour: chess.Color) -> ClockReading | None:
        """What a policy sees of a side's clock; None without a clock."""
        reading = self._clock.reading(self._player(colour))
        return None if math.isinf(reading.remaining_s) else reading

    def _player(self, colour: chess.Color) -> int:
        """Find a side's clock: the first one belongs to the side that began."""
        return 0 if colour == self._first else 1

    def _stop_clock_when_over(self) -> None:
        if self.ending is not None and self._clock.running:
            self._clock.pause()
