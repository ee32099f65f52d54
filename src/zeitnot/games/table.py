"""Tables: where the games of a match are played, one at a time, by which rules, and what comes of each."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from zeitnot.clocks import TimeControl
from zeitnot.errors import SettingError, check_each, check_least
from zeitnot.games.participant import Participant
from zeitnot.turns import Budget, Limits, PlayedTurn, TurnRecord

OnTurn = Callable[[PlayedTurn, tuple[float, float]], None]
"""Called after every turn with what the clocks show, by seat; an exception ends the game."""
OnBegin = Callable[[int], None]
"""Called with the seat that moves first when a game is ready to begin; an exception ends the game."""

OnPlan = Callable[[int, Budget], None]
"""Called with a seat and its budget when a turn begins, while its clock runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudication:
    """Decides games that the engines themselves think decided; off unless counts are given."""

    resign_moves: int = 0
    """Moves of each side for which both must have agreed that a game is lost; 0: never."""
    resign_one_sided: bool = False
    """Whether the loser's own scores are enough, as in fastchess unless it is told otherwise."""
    resign_cp: float = 600.0
    """Score that counts as lost."""
    draw_moves: int = 0
    """Moves of each side for which both must have seen an equal score before a game is drawn; 0: never."""
    draw_cp: float = 10.0
    """Score up to which a position counts as equal."""
    draw_from_move: int = 40
    """No draw is given before this move."""
    syzygy: str = ""
    """Folders of Syzygy tables that decide games, as in a search path; empty: none do."""

    def __post_init__(self) -> None:
        counts = ("resign_moves", "draw_moves", "draw_from_move")
        check_each(self, "0 or more", lambda moves: moves >= 0, *counts)
        scores = ("resign_cp", "draw_cp")
        check_each(self, "0 or more centipawns", lambda score_cp: 0 <= score_cp < math.inf, *scores)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeRules:
    """How a referee judges."""

    margins_s: tuple[float, ...] = (0.0,)
    """Time that a side may be over without losing; one for all, or one for each participant."""
    stall_s: float = 5.0
    """A side that has not answered so long after its time was up does not answer any more."""
    most_plies: int = 600
    """A chess game that is longer is drawn."""
    adjudication: Adjudication = Adjudication()
    """When a game is decided before its end."""

    def __post_init__(self) -> None:
        if not self.margins_s or not all(0 <= margin < math.inf for margin in self.margins_s):
            raise SettingError(f"margins must be 0 or more seconds, got {self.margins_s!r}")
        check_each(self, "above 0 seconds", lambda stall_s: 0 < stall_s < math.inf, "stall_s")
        check_least(self, 1, "most_plies")


class Fault(Enum):
    """What a side did wrong."""

    FLAG = "out of time"
    ILLEGAL = "illegal move"
    CRASH = "crashed"
    STALL = "stalled"


def fault_notes(records: Sequence[TurnRecord]) -> tuple[str, ...]:
    """Return what policies that failed did, and when first; the guard played on without them."""
    first: dict[tuple[str, str], TurnRecord] = {}
    for record in records:
        if record.fault:
            first.setdefault((record.policy, record.fault_kind), record)
    return tuple(f"move {each.ply // 2 + 1}: {each.policy}: {each.fault}" for each in first.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A finished game, by seat: White, or who began, first."""

    number: int
    """Number of the game in the match."""
    half_points: int
    """Half points of seat 0: 2 won, 1 drawn, 0 lost."""
    words: str
    """How the game ended, in words."""
    fault: Fault | None = None
    """What the loser did wrong, if that decided the game."""
    fault_seat: int | None = None
    """Seat of the side at fault."""
    scores_pts: tuple[int, int] | None = None
    """Final points, in Scrabble."""
    turns: tuple[PlayedTurn, ...] = ()
    """Every turn."""
    left_s: tuple[float, float] = (0.0, 0.0)
    """What the clocks showed at the end."""
    notes: tuple[str, ...] = ()
    """Other events: an engine started again, a policy replaced."""
    restarts: tuple[int, int] = (0, 0)
    """Times that the engine of each seat was started again, by seat."""
    hiccups: int = 0
    """How often the game was started again because this machine, not an engine, had stopped."""
    text: str = ""
    """The game in PGN or GCG."""
    began: str = ""
    """Start of the game, in ISO form."""
    took_s: float = 0.0
    """Duration of the game by the wall clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOrder:
    """One game to play."""

    number: int
    """Number of the game, from 0."""
    sides: tuple[int, int]
    """Participants by seat: White, or who begins, first."""
    opening: int
    """Number of the opening, or of the shuffle of the tiles."""

    @property
    def pair(self) -> int:
        """The pair that the game belongs to; its two games have the same opening and the seats swapped."""
        return self.number // 2

    @property
    def swapped(self) -> bool:
        """Whether it is the second game of its pair."""
        return self.number % 2 == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTerms:
    """What a table may know of the match that its games belong to."""

    participants: tuple[Participant, ...]
    """Two or more; a game order has their places in this list."""
    control: str
    """The clock of both sides."""
    seed: int = 1
    """Seed that chooses openings and tiles."""
    openings: tuple[str, ...] = ()
    """Openings in the order of the rounds, as the game writes them; they come round again."""
    work_per_s: float | None = None
    """Nodes or samples that are one second; None: the clock on the wall."""
    rules: RefereeRules = field(default_factory=RefereeRules)
    """Rules by which the referee judges."""
    hash_mb: int = 16
    """Transposition table of each built-in engine."""
    threads: int = 1
    """Searching threads of each built-in engine."""
    ponder: bool = False
    """Whether both sides think on the opponent's time."""
    nodes: int | None = None
    """Most nodes of each search; None: no such limit."""
    depth: int | None = None
    """Deepest that is searched; None: no such limit."""
    settings: tuple[tuple[str, str], ...] = ()
    """Settings of the game, by name."""

    @property
    def time_control(self) -> TimeControl:
        """The clock as the rules know it."""
        return TimeControl.parse(self.control)

    def control_of(self, participant: int) -> TimeControl:
        """Return the clock of a participant: its own, or that of the match."""
        return TimeControl.parse(self.participants[participant].control or self.control)

    @property
    def has_odds(self) -> bool:
        """Whether a participant has a clock of its own."""
        return any(each.control for each in self.participants)

    def limits_of(self, participant: int) -> Limits:
        """Return the limits of a participant's searches besides its clock: its own, or those of the match."""
        own = self.participants[participant]
        depth = own.depth or self.depth or self.control_of(participant).depth
        return Limits(nodes=own.nodes or self.nodes, depth=depth)

    def margin_s(self, participant: int) -> float:
        """Return how far a participant may be over its time."""
        margins_s = self.rules.margins_s
        return margins_s[participant if len(margins_s) > 1 else 0]


def opening_line(terms: MatchTerms, order: GameOrder) -> str:
    """Return the opening of a game; empty for a match without openings."""
    return terms.openings[order.opening % len(terms.openings)] if terms.openings else ""


class Table(Protocol):
    """Plays games; what a game needs is opened once and kept for the next."""

    def play(
        self,
        order: GameOrder,
        on_turn: OnTurn | None = None,
        on_begin: OnBegin | None = None,
        on_plan: OnPlan | None = None,
    ) -> PlayedGame:
        """Play one game to its end."""

    def close(self) -> None:
        """Leave nothing behind."""
