"""ConnectFourTrace: a recorded turn."""

from dataclasses import dataclass
from typing import ClassVar

from zeitnot.games import JudgedIteration
from zeitnot.turns import BoardFeatures


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectFourTrace:
    """One position, searched for long."""

    game: ClassVar[str] = "connect-four"
    number: int
    """Number of the position in its data set."""
    line: str
    """Columns that lead to the position."""
    plies_to_come: int
    """Half moves that followed in the game it is from, the one at hand included."""
    features: BoardFeatures
    """What a policy may know before the search."""
    iterations: tuple[JudgedIteration, ...]
    """Depth by depth."""
    solved: bool
    """Whether the last depth left nothing to find, so that no search goes on after it."""
    loss_error: float
    """Standard error of a loss that is not 0, estimated from how the judge changed its mind."""

    @property
    def group(self) -> int:
        """Number of the turn: it was recorded by itself."""
        return self.number

    @property
    def position(self) -> str:
        """The position, in the game's notation."""
        return self.line

    @property
    def ply(self) -> int:
        """Half moves played in the game before it."""
        return len(self.line)

    @property
    def steps(self) -> int:
        """Number of moments at which the search could have been stopped."""
        return len(self.iterations)

    @property
    def judge_error(self) -> float:
        """Standard error of a judged loss."""
        return self.loss_error
