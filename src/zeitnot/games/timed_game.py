"""TimedGame: a finished game with the time of every move, and all that is doubtful about it."""

from dataclasses import dataclass

from zeitnot.clocks import TimeControl
from zeitnot.games.move_times import NO_TIME, MoveTime


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadGame:
    """A game that is not reviewed."""

    place: str
    """File and number of the game."""
    reason: str
    """Why it is not, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedMove:
    """One move with its time."""

    ply: int
    """Turns of the game before it."""
    number: int
    """Number of the move as players count."""
    seat: int
    """Player who moved: 0 or 1."""
    text: str
    """The move as players write it."""
    code: str
    """The move as the game's files and engines write it: UCI in chess, GCG in Scrabble."""
    position: str
    """The position before the move, in the game's notation."""
    time: MoveTime
    """Its time."""

    @property
    def label(self) -> str:
        """The move with its number: `12. Nf3` or `12... Nf6`."""
        return f"{self.number}{'...' if self.ply % 2 else '.'} {self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedGame:
    """A game with its times."""

    game: str
    """Name of the game that was played, such as `chess`."""
    place: str
    """File and number of the game."""
    players: tuple[str, str]
    """Names of the players by seat: White first in chess, the first of the record in Scrabble."""
    result: str
    """Result as the game's files write it."""
    date: str
    """Date of the game as its file has it."""
    event: str
    """Name of the event."""
    control: TimeControl | None
    """Time control; None if it is unknown."""
    root: str
    """Position that the game began with."""
    moves: tuple[TimedMove, ...]
    """Moves of both sides, in their order."""
    notes: tuple[str, ...] = ()
    """What was assumed, and what could not be read, about the game as a whole."""
    text: str = ""
    """Text of the game."""
    penalties_pts: tuple[float, float] = (0.0, 0.0)
    """Points that overtime cost, by seat."""
    settings: tuple[tuple[str, str], ...] = ()
    """What the game was played with, as settings of a match: the lexicon of Scrabble, for example."""

    @property
    def problems(self) -> tuple[str, ...]:
        """Everything that is missing, impossible or assumed, move by move."""
        told = tuple(f"{move.label}: {move.time.problem}" for move in self.moves if move.time.problem)
        if all(move.time.problem == NO_TIME for move in self.moves):
            told = ("no move has a time",)
        return (*self.notes, *told)

    @property
    def has_times(self) -> bool:
        """Whether any move has a time."""
        return any(move.time.used_s is not None for move in self.moves)
