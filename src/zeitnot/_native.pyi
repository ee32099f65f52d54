"""The compiled core: the searches and what times them."""

import enum

class StopReason(enum.Enum):
    """Why a search must stop; the first reason stands."""

    NONE = 0
    """The search may go on."""

    STOPPED_BY_CALLER = 1
    """Somebody called stop()."""

    HARD_DEADLINE = 2
    """A poll found the hard deadline past."""

class StopControl:
    """Times one search after another; every method may be called from any thread while a search runs."""

    def __init__(self, *, work_per_second: float = 0.0) -> None:
        """Tell time by the wall clock (0), or by work: so many units of it are one second."""

    @property
    def work_per_second(self) -> float:
        """Units of work that count as one second; 0 is wall time."""

    def start(self, *, soft_s: float, hard_s: float) -> None:
        """Forget the last search and arm both deadlines: infinity is none, a negative one is 0."""

    def elapsed_s(self) -> float:
        """Seconds since start(), by the wall or by the work done."""

    def soft_deadline_s(self) -> float:
        """The soft deadline in force, in seconds since start()."""

    def hard_deadline_s(self) -> float:
        """The hard deadline in force, in seconds since start()."""

    def move_soft_deadline(self, soft_s: float, /) -> None:
        """Set the soft deadline of the running search, in seconds since start()."""

    def move_hard_deadline(self, hard_s: float, /) -> None:
        """Set the hard deadline of the running search, in seconds since start()."""

    def add_work(self, units: int, /) -> None:
        """Count nodes or samples; in work time this is what makes time pass."""

    def work(self) -> int:
        """Units of work counted since start()."""

    def poll(self) -> bool:
        """Look at the clock, raise the stops that are due, and tell whether the search must stop now."""

    def stopped(self) -> bool:
        """Tell whether the search must stop now, without looking at the clock."""

    def soft_stopped(self) -> bool:
        """Tell whether the search should end where it next can, without looking at the clock."""

    def stop(self) -> None:
        """Stop the search now, for the caller's own reason."""

    def raise_soft_stop(self) -> None:
        """Ask the search to end where it next can, whatever the soft deadline."""

    def clear_soft_stop(self) -> None:
        """Take the soft stop back; a poll past the soft deadline raises it again, so move that first."""

    def reason(self) -> StopReason:
        """Why the search must stop, or NONE."""
