"""Verdict: what a monitor decides about a running search, and what a policy remembers of it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar


class Memory:
    """Base class of the values that a policy carries from turn to turn: frozen dataclasses of numbers.

    A plan puts one into its `Budget`, or a monitor into its `Verdict`; the turn's record keeps the last one,
    and the next turn returns it: `turn.remembered(MyMemory)`.
    """

    __slots__ = ()
    kinds: ClassVar[dict[str, type["Memory"]]] = {}
    """All memory classes by their name in files."""

    def __init_subclass__(cls) -> None:
        """Register the class, so that a record of it can be read from a file."""
        Memory.kinds[cls.file_name()] = cls  # a dataclass with slots is created twice: the second one counts

    @classmethod
    def file_name(cls) -> str:
        """Return the name of this class in files."""
        return f"{cls.__module__}:{cls.__qualname__}"


class Reason(StrEnum):
    """Why a search ended."""

    LIMIT = "limit"
    """The hard limit has passed."""
    TARGET = "target"
    """The soft target has passed."""
    UNAFFORDABLE = "unaffordable"
    """The next depth would not finish."""
    RESERVE = "reserve"
    """Only the emergency reserve is left."""
    STABLE = "stable"
    """The result has not changed for long enough."""
    LOSS_BELOW_PRICE = "loss below price"
    """Stopping loses less than the time saved is worth."""
    PLATEAU = "plateau"
    """Another second gains less here than it is worth on a later turn."""
    MATE = "mate"
    """A mate was found."""
    DEPTH = "depth"
    """The requested depth was reached."""
    NODES = "nodes"
    """The requested number of nodes was visited."""
    ONE_MOVE = "one move"
    """There is only one legal move."""
    CLEAR_BEST = "clear best"
    """One move is far better than the others."""
    LOW_TIME = "low time"
    """There is only time for the best static move."""
    BOOK = "book"
    """The move came from a book."""
    SOLVED = "solved"
    """The search is complete: nothing is left to find."""
    CALLER = "caller"
    """The caller stopped the search."""
    OTHER = "other"
    """A reason of the policy's own; the note explains it."""


@dataclass(frozen=True, slots=True)
class Factor:
    """One named factor that moved the target during the search."""

    name: str
    """What the factor stands for."""
    value: float
    """The value of the factor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether the search goes on, or why it stops."""

    reason: Reason | None = None
    """Why the search stops; None if it goes on."""
    target_s: float | None = None
    """The target from now on, if it moved."""
    clears_soft_stop: bool = False
    """Whether the soft stop is cleared: until the next verdict only the hard limit counts."""
    factors: tuple[Factor, ...] = ()
    """Factors that moved the target; the record of the turn keeps the last ones."""
    expected_loss_pts: float | None = None
    """Expected loss of stopping now, if the monitor estimates it."""
    events: tuple[str, ...] = ()
    """Names of diagnostic events to count."""
    memory: Memory | None = None
    """Values that the policy wants back on its next turn; the last one is kept."""
    note: str = ""
    """Explanation for people."""

    @property
    def stop(self) -> bool:
        """Whether the search stops here."""
        return self.reason is not None


GO_ON = Verdict()
"""Verdict of a monitor that has nothing to report."""
