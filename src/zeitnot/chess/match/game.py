"""ChessGame: two players, a board, and a referee with a clock of his own."""

import math
from contextlib import suppress
from dataclasses import dataclass, field, replace

import chess

from zeitnot.chess.engine import PlayedMove, Request
from zeitnot.chess.match.adjudicator import Adjudicator, EndgameTables
from zeitnot.chess.match.player import ChessPlayer
from zeitnot.chess.openings import Opening
from zeitnot.chess.play.game import Ending, ending_of, side
from zeitnot.clocks import GameClock, TimeControl, TimeSource, WallTime
from zeitnot.errors import EngineFaultError
from zeitnot.games import Fault, HiccupWatch, OnTurn, RefereeRules, bounded_record
from zeitnot.turns import NO_LIMITS, Limits, PlayedTurn

_SEATS = (chess.WHITE, chess.BLACK)
_STALLED = "stalled"
UNCLOCKED_S = 600.0
"""Longest turn of a side without a clock: one that takes longer does not answer any more."""
EXACT_MARGIN_S = 0.1
"""Least margin of a side that is told to think for a fixed time: it answers after that, by design."""
_KINDS = {"crashed": Fault.CRASH, _STALLED: Fault.STALL, "illegal": Fault.ILLEGAL, "missing": Fault.CRASH}


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """How a game ended, and whose fault it was."""

    ending: Ending
    """The result in words."""
    fault: Fault | None = None
    """What the loser did wrong."""
    seat: int | None = None
    """Seat of the loser."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pondered:
    """What became of pondering."""

    time_s: float
    hit: bool


@dataclass(slots=True, kw_only=True)
class ChessGame:
    """One game; White is seat 0. In work time the players' own account of their work is the clock."""

    players: tuple[ChessPlayer, ChessPlayer]
    """Players by seat."""
    opening: Opening
    """Where it begins."""
    controls: tuple[TimeControl, TimeControl]
    """Time control of each seat."""
    limits: tuple[Limits, Limits] = (NO_LIMITS, NO_LIMITS)
    """Limits of each seat's searches besides its clock; a time for the move replaces the clock."""
    tables: EndgameTables | None = None
    """Endgame tables that decide the game; None: none do."""
    rules: RefereeRules = field(default_factory=RefereeRules)
    """Rules by which the referee judges the game."""
    margins_s: tuple[float, float] = (0.0, 0.0)
    """Time that each seat may be over."""
    work_time: bool = False
    """Whether time is counted in work."""
    source: TimeSource = field(default_factory=WallTime)
    """The referee's clock."""
    ponders: bool = False
    """Whether each side thinks on the expected reply while the other is to move."""
    hiccups: HiccupWatch | None = None
    """Watch that separates stops of this machine from engines that think too long."""
    on_turn: OnTurn | None = None
    """Called after every turn."""
    board: chess.Board = field(init=False)
    clock: GameClock = field(init=False)
    _first: chess.Color = field(init=False)
    turns: list[PlayedTurn] = field(init=False, default_factory=list)
    _pondering: dict[int, tuple[chess.Move, float]] = field(init=False, default_factory=dict)
    """Seats that think on a reply: the reply, and when that began."""

    def __post_init__(self) -> None:
        self.board = self.opening.board()
        self._first = self.board.turn
        self.clock = GameClock([self.controls[self._clock_of(place)] for place in (0, 1)], self.source)

    def play(self) -> Judged:
        """Play to the end; a HiccupError says that the game is not worth judging."""
        for seat, player in enumerate(self.players):
            try:
                player.new_game(initial_s=self.clock.remaining_s(self._clock_of(seat)))
            except EngineFaultError as error:
                return self._lost(seat, _KINDS[error.kind], str(error))
        adjudicator = Adjudicator(self.rules.adjudication, self.tables)
        try:
            while True:
                judged = self._judged_by_rule(adjudicator)
                if judged is None:
                    judged = self._turn(adjudicator)
                if judged is not None:
                    return judged
        finally:
            self._end_pondering()

    def left_s(self) -> tuple[float, float]:
        """Return what the clocks show, by seat."""
        return self.clock.remaining_s(self._clock_of(0)), self.clock.remaining_s(self._clock_of(1))

    def _clock_of(self, seat: int) -> int:
        """Return the number of a seat's clock: the first belongs to who moves first, which may be Black."""
        return seat if self._first == chess.WHITE else 1 - seat

    def _judged_by_rule(self, adjudicator: Adjudicator) -> Judged | None:
        ending = ending_of(self.board)
        if ending is None and len(self.turns) >= self.rules.most_plies:
            ending = Ending.drawn(f"{self.rules.most_plies} half moves", termination="adjudication")
        if ending is None:
            ending = adjudicator.ending(self.board)
        return None if ending is None else Judged(ending=ending)

    def _turn(self, adjudicator: Adjudicator) -> Judged | None:
        seat = _SEATS.index(self.board.turn)
        # The clock itself says what loses the game: a byoyomi period that is used up does not.
        longest_s = self.clock.clocks[self.clock.to_move].longest_s
        allowed_s = min(longest_s, UNCLOCKED_S) + self._margin_s(seat)
        request = self._request(seat, self.board.copy(), self.limits[seat])
        # Nobody knows how long work takes by the wall.
        deadline_s = (UNCLOCKED_S if self.work_time else allowed_s) + self.rules.stall_s
        player = self.players[seat]
        began_s = self.source.now_s()
        try:
            pondered = self._pondered(seat)  # a miss is stopped before the clock runs: it costs nothing
            began_s = self.source.now_s()
            if pondered is not None and pondered.hit:
                thought = player.ponder_hit(reply_s=pondered.time_s, deadline_s=deadline_s)
            else:
                thought = player.think(request, deadline_s=deadline_s)
        except EngineFaultError as error:
            if error.kind == _STALLED:
                self._excuse(began_s, over_s=self.rules.stall_s)
            return self._lost(seat, _KINDS[error.kind], str(error))
        used_s = thought.record.used_s if self.work_time else self.source.now_s() - began_s
        if used_s > allowed_s and math.isfinite(longest_s):
            self._excuse(began_s, over_s=used_s - allowed_s)
            self.clock.spend(used_s)
            self._keep(seat, thought, used_s, pondered)
            ending = Ending.on_time(_SEATS[seat], self.board)
            return Judged(ending=ending, fault=Fault.FLAG, seat=seat)
        self.clock.spend(min(used_s, longest_s))
        move = self._legal(thought.move)
        if move is None:
            return self._lost(seat, Fault.ILLEGAL, f"{side(_SEATS[seat])} played {thought.move[:20]!r}")
        self._keep(seat, thought, used_s, pondered)
        adjudicator.saw(self.board.turn, thought.record.score_cp)
        self.board.push(move)
        self._ponder(seat, thought.ponder)
        return None

    def _request(self, seat: int, board: chess.Board, limits: Limits) -> Request:
        """Return a search of a seat; a clock that never runs out is none, and a fixed time needs none."""
        own = self._clock_of(seat)
        clock, opponent = self.clock.reading(own), self.clock.reading(1 - own)
        runs = math.isfinite(clock.remaining_s) and limits.move_time_s is None
        other_runs = runs and math.isfinite(opponent.remaining_s)
        return Request(
            board=board,
            clock=clock if runs else None,
            opponent=opponent if other_runs else None,
            limits=limits,
        )

    def _margin_s(self, seat: int) -> float:
        exact = self.limits[seat].move_time_s is not None
        return max(self.margins_s[seat], EXACT_MARGIN_S if exact else 0.0)

    def _ponder(self, seat: int, expected: str) -> None:
        """Let a seat that has moved think on the reply that it expects, if it expects one."""
        reply = self._legal(expected) if self.ponders and expected else None
        if reply is None or ending_of(self.board) is not None:
            return
        board = self.board.copy()
        board.push(reply)
        if ending_of(board) is not None:
            return
        # Nothing but a clock ends pondering in time, so a fixed time is told as one.
        limits = replace(self.limits[seat], ponder=True, move_time_s=None)
        request = self._request(seat, board, limits)  # its clock stands, and shows what it will at a hit
        self._pondering[seat] = reply, self.source.now_s()
        self.players[seat].ponder(request)

    def _pondered(self, seat: int) -> _Pondered | None:
        """Inform the seat to move of what became of its pondering."""
        if seat not in self._pondering:
            return None
        reply, began_s = self._pondering.pop(seat)
        time_s = self.turns[-1].record.used_s if self.work_time else self.source.now_s() - began_s
        pondered = _Pondered(time_s=time_s, hit=self.board.peek() == reply)
        if not pondered.hit:
            self.players[seat].ponder_miss(reply_s=time_s)
        return pondered

    def _end_pondering(self) -> None:
        for seat in list(self._pondering):
            del self._pondering[seat]
            with suppress(EngineFaultError):  # the game is over without its answer
                self.players[seat].ponder_miss(reply_s=0.0)

    def _excuse(self, began_s: float, *, over_s: float) -> None:
        """Raise a HiccupError when the turn was over by no more than this machine itself stood still."""
        if self.hiccups is not None and not self.work_time:
            self.hiccups.excuse(since_s=began_s, until_s=self.source.now_s(), over_s=over_s)

    def _keep(self, seat: int, thought: PlayedMove, used_s: float, pondered: _Pondered | None) -> None:
        left_s = self.left_s()
        record = replace(thought.record, clock_after_s=left_s[seat])
        if pondered is not None:
            record = replace(record, pondered_s=pondered.time_s, ponder_hit=pondered.hit)
        record = bounded_record(record)
        turn = PlayedTurn(seat=seat, record=record, referee_s=used_s)
        self.turns.append(turn)
        if self.on_turn is not None:
            self.on_turn(turn, left_s)

    def _legal(self, text: str) -> chess.Move | None:
        try:
            move = chess.Move.from_uci(text)
        except ValueError:
            return None
        return move if self.board.is_legal(move) else None

    def _lost(self, seat: int, fault: Fault, words: str) -> Judged:
        ending = Ending.won(not _SEATS[seat], words, termination="rules infraction")
        return Judged(ending=ending, fault=fault, seat=seat)
