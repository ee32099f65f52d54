"""ClockedGame: two players, a board and a clock; who runs out of time loses."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from zeitnot.clocks import GameClock, TimeControl, TimeSource, WallTime
from zeitnot.games import Fault, HiccupWatch, OnTurn, bounded_record
from zeitnot.turns import PlayedTurn, TurnRecord
from zeitnot_connect_four.board import Board
from zeitnot_connect_four.player import Player

SEATS = ("first", "second")
"""Names of the two seats; the first disc of the game belongs to the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a game ended."""

    half_points: int
    """Half points of the first seat: 2 won, 1 drawn, 0 lost."""
    words: str
    """The ending in words."""
    fault: Fault | None = None
    """What the loser did wrong, if that decided the game."""
    seat: int | None = None
    """Seat of the side at fault."""

    @classmethod
    def lost_by(cls, seat: int, words: str, fault: Fault | None = None) -> "Ending":
        """Return a game that a seat lost; with a fault, because of it."""
        return cls(half_points=2 * seat, words=words, fault=fault, seat=None if fault is None else seat)

    @property
    def result(self) -> str:
        """The result as game records write it."""
        return ("0-1", "1/2-1/2", "1-0")[self.half_points]


@dataclass(slots=True, kw_only=True)
class ClockedGame:
    """One game. In work time the players' own account of their nodes is the clock."""

    players: tuple[Player, Player]
    """Players by seat."""
    opening: str
    """Columns that are played before the clock starts."""
    control: TimeControl
    """Time control of both sides."""
    margins_s: Sequence[float] = (0.0, 0.0)
    """Time that each seat may be over without losing."""
    work_time: bool = False
    """Whether time is counted in work."""
    source: TimeSource = field(default_factory=WallTime)
    """The referee's clock."""
    hiccups: HiccupWatch | None = None
    """Watch that separates stops of this machine from a player that thinks too long."""
    on_turn: OnTurn | None = None
    """Called after every turn."""
    line: str = field(init=False)
    turns: list[PlayedTurn] = field(init=False, default_factory=list)
    clock: GameClock = field(init=False)

    def __post_init__(self) -> None:
        self.line = self.opening
        self.clock = GameClock(self.control, self.source)

    @property
    def first_seat(self) -> int:
        """Seat that moves first after the opening."""
        return len(self.opening) % 2

    @property
    def left_s(self) -> tuple[float, float]:
        """What the clocks show, by seat; the first clock belongs to who moves first after the opening."""
        own = self.first_seat
        return self.clock.remaining_s(own), self.clock.remaining_s(1 - own)

    def play(self) -> Ending:
        """Play to the end; a HiccupError says that the game is not worth judging."""
        for player, initial_s in zip(self.players, self.left_s, strict=True):
            player.new_game(initial_s=initial_s)
        board, ending = Board.after(self.opening), None
        while ending is None:
            ending = self._turn(board)
            board = Board.after(self.line)
            if ending is None and board.is_over:
                ending = _ending_of(board)
        return ending

    def _turn(self, board: Board) -> Ending | None:
        """Play one turn; return the ending if the player is out of time."""
        seat, clock = board.plies % 2, self.clock
        longest_s = clock.clocks[clock.to_move].longest_s
        own, opponent = clock.reading(), clock.reading(1 - clock.to_move)
        began_s = self.source.now_s()
        record = self.players[seat].think(board, clock=own, opponent=opponent)
        used_s = record.used_s if self.work_time else self.source.now_s() - began_s
        over_s = used_s - longest_s - self.margins_s[seat]
        if over_s > 0:
            if self.hiccups is not None and not self.work_time:
                self.hiccups.excuse(since_s=began_s, until_s=self.source.now_s(), over_s=over_s)
            clock.spend(used_s)
            self._keep(seat, record, used_s)
            return Ending.lost_by(seat, f"{SEATS[seat]} is out of time", Fault.FLAG)
        clock.spend(min(used_s, longest_s))
        self._keep(seat, record, used_s)
        self.line += record.move
        return None

    def _keep(self, seat: int, record: TurnRecord, used_s: float) -> None:
        left_s = self.left_s
        record = bounded_record(replace(record, clock_after_s=left_s[seat]))
        turn = PlayedTurn(seat=seat, record=record, referee_s=used_s)
        self.turns.append(turn)
        if self.on_turn is not None:
            self.on_turn(turn, left_s)


def _ending_of(board: Board) -> Ending:
    """Return how a game ended on the board."""
    if not board.is_won:
        return Ending(half_points=1, words="the board is full")
    loser = board.plies % 2
    return Ending.lost_by(loser, f"{SEATS[1 - loser]} has four in a line")
