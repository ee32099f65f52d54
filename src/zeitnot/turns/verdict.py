"""Verdict: what a monitor says of a running search."""

from dataclasses import dataclass
from enum import StrEnum

from zeitnot.turns.memory import Memory


class Reason(StrEnum):
    """Why a search ended."""

    LIMIT = "limit"
    """The hard limit is past."""
    TARGET = "target"
    """The soft target is past."""
    UNAFFORDABLE = "unaffordable"
    """The next depth would not finish."""
    RESERVE = "reserve"
    """What is left is an emergency reserve."""
    STABLE = "stable"
    """The result has not changed for long enough."""
    LOSS_BELOW_PRICE = "loss below price"
    """Stopping loses less than the time saved is worth."""
    PLATEAU = "plateau"
    """Thinking on gains less per second than the second is worth elsewhere."""
    MATE = "mate"
    """A mate is found."""
    DEPTH = "depth"
    """The depth asked for is reached."""
    NODES = "nodes"
    """The nodes asked for are spent."""
    ONE_MOVE = "one move"
    """There is nothing to choose."""
    CLEAR_BEST = "clear best"
    """One move is far better than the others."""
    LOW_TIME = "low time"
    """There is no time for anything but the best static move."""
    BOOK = "book"
    """The move came from a book."""
    SOLVED = "solved"
    """The search is complete: there is nothing left to find."""
    CALLER = "caller"
    """The caller stopped the search."""
    OTHER = "other"
    """A reason of a policy's own; the note tells."""


@dataclass(frozen=True, slots=True)
class Factor:
    """One named factor that moved the target while the search ran."""

    name: str
    """What it stands for."""
    value: float
    """The factor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Go on, or stop with a reason."""

    reason: Reason | None = None
    """Why to stop; None: go on."""
    target_s: float | None = None
    """The target from now on, when it moved."""
    clears_soft_stop: bool = False
    """Whether the soft stop is taken back: until the next verdict only the hard limit counts."""
    factors: tuple[Factor, ...] = ()
    """What moved the target; those said last are kept in the turn's record."""
    expected_loss_pts: float | None = None
    """Expected loss of stopping now, where the monitor estimates it."""
    events: tuple[str, ...] = ()
    """Names of diagnostic events to be counted."""
    memory: Memory | None = None
    """What the policy wants to know again on its next turn; the one said last is kept."""
    note: str = ""
    """In words, for people."""

    @property
    def stop(self) -> bool:
        """Whether the search ends here."""
        return self.reason is not None


GO_ON = Verdict()
"""Nothing to say."""
