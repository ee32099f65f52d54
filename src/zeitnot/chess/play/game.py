"""Game: the board and the clocks of one game, move by move, and how it ended."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import chess

from zeitnot.clocks import ClockReading, ClockState, GameClock, GameClockState, TimeControl, TimeSource
from zeitnot.errors import StateError

_REPETITIONS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The result of a game and its reason."""

    result: str
    """PGN result: 1-0, 0-1, 1/2-1/2, or * for an unfinished game."""
    words: str
    """Reason in words."""
    termination: str = "normal"
    """PGN Termination tag: normal, time forfeit or abandoned."""

    @property
    def half_points(self) -> int:
        """Half points of White; those of a draw for an unfinished game."""
        return {"1-0": 2, "0-1": 0}.get(self.result, 1)

    @classmethod
    def won(cls, winner: chess.Color, words: str, *, termination: str = "normal") -> "Ending":
        """Return the ending in which one side wins."""
        result = "1-0" if winner == chess.WHITE else "0-1"
        return cls(result=result, words=f"{side(winner)} wins: {words}", termination=termination)

    @classmethod
    def drawn(cls, words: str, *, termination: str = "normal") -> "Ending":
        """Return the ending of a drawn game."""
        return cls(result="1/2-1/2", words=f"Draw: {words}", termination=termination)

    @classmethod
    def on_time(cls, loser: chess.Color, board: chess.Board) -> "Ending":
        """Return the ending by a fallen flag; a side without mating material does not win by it."""
        words = f"{side(loser)} is out of time"
        if board.has_insufficient_material(not loser):
            return cls.drawn(f"{words}, but {side(not loser)} cannot mate", termination="time forfeit")
        return cls.won(not loser, words, termination="time forfeit")

    @classmethod
    def broken_off(cls) -> "Ending":
        """Return the ending of an unfinished game."""
        return cls(result="*", words="Game broken off", termination="abandoned")


def side(colour: chess.Color) -> str:
    """Return the name of a side."""
    return "White" if colour == chess.WHITE else "Black"


def ending_of(board: chess.Board) -> Ending | None:
    """Return the ending that the position brings about, if any; draws need not be claimed."""
    if board.is_checkmate():
        return Ending.won(not board.turn, "checkmate")
    if board.is_stalemate():
        return Ending.drawn("stalemate")
    if board.is_insufficient_material():
        return Ending.drawn("neither side can mate with what is left")
    if board.is_repetition(_REPETITIONS):
        return Ending.drawn("the same position for the third time")
    if board.is_fifty_moves():
        return Ending.drawn("fifty moves without a capture or a pawn move")
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A move that was made and the time it took."""

    move: chess.Move
    """Move that was made."""
    used_s: float
    """Time that the move took."""
    left_s: float
    """Clock of the side that moved, after the move and increment; infinite without a clock."""
    clocks_before: GameClockState
    """State of both clocks when the turn began."""


class Game:
    """A game in progress; it ends by the rules of chess or when a flag falls."""

    def __init__(
        self, control: TimeControl, *, board: chess.Board | None = None, source: TimeSource | None = None
    ) -> None:
        """Set up the board and the clocks, which do not run yet."""
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

    def pause(self) -> None:
        """Interrupt the turn: stop the running clock, if any; `start` resumes it."""
        if self._clock.running:
            self._clock.pause()

    def charge(self, used_s: float) -> None:
        """Count time that the side to move had spent on this turn before it was interrupted."""
        state, player = self._clock.snapshot(), self._clock.to_move
        clocks = list(state.clocks)
        clocks[player] = replace(clocks[player], turn_used_s=used_s)
        self._clock.restore(replace(state, clocks=tuple(clocks)))

    @property
    def is_running(self) -> bool:
        """Whether a clock runs."""
        return self._clock.running

    @property
    def turn_used_s(self) -> float:
        """Time that the side to move has spent on this turn."""
        return self._clock.clocks[self._clock.to_move].turn_used_s

    def play(self, move: chess.Move) -> Played | None:
        """Make a legal move and press the clock; return None when the flag had already fallen."""
        if self.ending is not None:
            raise StateError(f"a game that is over takes no more moves, got {move.uci()}")
        if self.flag_fell():
            return None
        self.board.push(move)
        self.ending = ending_of(self.board)
        return self._add(move, self._clock.press() if self.ending is None else self._clock.stop())

    def replay(self, moves: Iterable[tuple[chess.Move, float]]) -> None:
        """Replay the moves of a saved game, each with the seconds it took."""
        for move, used_s in moves:
            self.board.push(move)
            self._clock.spend(used_s)
            self._add(move, used_s)
        self.ending = ending_of(self.board)

    def flag_fell(self) -> bool:
        """Check the clocks and return whether a flag fell, which ends the game."""
        player = self._clock.flagged_player
        if player is not None:
            self.end(Ending.on_time(self._first if player == 0 else not self._first, self.board))
        return self.ending is not None

    def end(self, ending: Ending) -> None:
        """End the game, unless it is over, and stop its clock."""
        if self.ending is None:
            self.ending = ending
            self.pause()

    def take_back(self, plies: int) -> None:
        """Take back a number of plies; the clocks return to where they stood when that turn began."""
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
        """Return the time on a side's clock now; infinite without a clock."""
        return self._clock.remaining_s(self._player(colour))

    def periods_left(self, colour: chess.Color) -> int:
        """Return the byoyomi periods that a side has left."""
        return self._clock.clocks[self._player(colour)].periods_left

    def reading(self, colour: chess.Color) -> ClockReading | None:
        """Return a side's clock as a policy sees it; None without a clock."""
        reading = self._clock.reading(self._player(colour))
        return None if math.isinf(reading.remaining_s) else reading

    def _add(self, move: chess.Move, used_s: float) -> Played:
        left_s = self.left_s(not self.board.turn)
        played = Played(move=move, used_s=used_s, left_s=left_s, clocks_before=self._turn_began)
        self.played.append(played)
        self._turn_began = self._clock.snapshot()
        return played

    def _player(self, colour: chess.Color) -> int:
        """Return the index of a side's clock: the first belongs to the side that began."""
        return 0 if colour == self._first else 1
