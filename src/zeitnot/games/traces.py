"""Traces: recorded turns, with what stopping at each step would have lost."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from zeitnot.turns import Features, Iteration

GAME_NUMBERS = 1000
"""Numbers that one recorded game takes: its turns have the number of the game times this, plus the ply."""


class Trace(Protocol):
    """One recorded turn; a game's own class is a dataclass whose fields are the columns of a data set."""

    game: ClassVar[str]
    """Name of the game."""

    @property
    def number(self) -> int:
        """Number of the turn in its data set."""

    @property
    def position(self) -> str:
        """The position, in the game's notation."""

    @property
    def ply(self) -> int:
        """Half moves played in the game before it."""

    @property
    def plies_to_come(self) -> int:
        """Half moves that followed in the game it is from, the one at hand included."""

    @property
    def steps(self) -> int:
        """Number of moments at which the search could have been stopped, each with its loss."""

    @property
    def judge_error(self) -> float:
        """Standard error of a judged loss."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedIteration:
    """A finished depth of a long search."""

    iteration: Iteration
    """The iteration as a policy sees it, without its line."""
    loss: float
    """Expected score lost by playing its move then, as judged; noise can make it negative."""


class DeepeningTrace(Trace, Protocol):
    """A position that was searched for long, depth by depth."""

    @property
    def features(self) -> Features:
        """What a policy may know before the search."""

    @property
    def iterations(self) -> Sequence[JudgedIteration]:
        """Finished depths, in their order."""

    @property
    def solved(self) -> bool:
        """Whether the last depth left nothing to find, so that no search goes on after it."""


class Recorder(Protocol):
    """Records by number: what is recorded depends on the settings and the number alone."""

    def record(self, number: int, /) -> Trace | tuple[Trace, ...]:
        """Record one turn, or all turns of one game, numbered by `GAME_NUMBERS`."""

    def close(self) -> None:
        """Leave nothing behind; may be called from another thread while a turn is being recorded."""
