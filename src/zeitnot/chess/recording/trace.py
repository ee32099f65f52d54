"""ChessTrace: a recorded turn of chess."""

from dataclasses import dataclass
from typing import ClassVar

from zeitnot.games import JudgedIteration
from zeitnot.turns import ChessFeatures


@dataclass(frozen=True, slots=True, kw_only=True)
class ChessTrace:
    """One position, searched for long."""

    game: ClassVar[str] = "chess"
    number: int
    """Number of the position in its data set."""
    fen: str
    """The position."""
    ply: int
    """Half moves played in the game before it."""
    plies_to_come: int
    """Half moves that followed in the game it is from, the one at hand included."""
    features: ChessFeatures
    """What a policy may know before the search."""
    iterations: tuple[JudgedIteration, ...]
    """Depth by depth."""
    loss_error: float
    """Standard error of a loss that is not 0, estimated from how the judge changed its mind."""
    game_number: int | None = None
    """Number of the game whose turn it is; None for a position that was recorded by itself."""

    @property
    def position(self) -> str:
        """The position, in the game's notation."""
        return self.fen

    @property
    def steps(self) -> int:
        """Number of moments at which the search could have been stopped."""
        return len(self.iterations)

    @property
    def solved(self) -> bool:
        """A chess search goes on as long as it may; a policy ends it at a mate."""
        return False

    @property
    def judge_error(self) -> float:
        """Standard error of a judged loss."""
        return self.loss_error
