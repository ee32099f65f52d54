"""Stage: one part of a time control, with its moves, base time, increment and delay."""

from dataclasses import dataclass
from enum import StrEnum

from zeitnot.clocks.bounds import check_count, check_time
from zeitnot.errors import SettingError


class DelayKind(StrEnum):
    """How a delay is applied."""

    SIMPLE = "simple"
    """The clock waits before it runs (US delay)."""

    BRONSTEIN = "bronstein"
    """The clock runs at once; time used up to the delay is given back after the move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """Time for a number of moves, or for the rest of the game."""

    base_s: float
    """Time added to the clock when the stage begins."""

    moves: int | None = None
    """Moves to make before the next stage; None for the rest of the game."""

    increment_s: float = 0.0
    """Time added after each move (Fischer)."""

    delay_s: float = 0.0
    """Time of each move that costs nothing and cannot be saved up."""

    delay_kind: DelayKind = DelayKind.SIMPLE
    """How the delay is applied."""

    def __post_init__(self) -> None:
        """Check the range of every number."""
        check_time("base_s", self.base_s)
        check_time("increment_s", self.increment_s)
        check_time("delay_s", self.delay_s)
        if self.moves is not None:
            check_count("moves", self.moves)
        if self.delay_s == 0 and self.delay_kind is not DelayKind.SIMPLE:
            raise SettingError(f"a Bronstein delay needs delay_s above 0, got {self.delay_s!r}")

    @property
    def can_begin(self) -> bool:
        """Whether a first move can be made: on base time or increment, or while the clock waits."""
        waits = self.delay_s > 0 and self.delay_kind is DelayKind.SIMPLE
        return self.base_s > 0 or self.increment_s > 0 or waits

    @property
    def gives_time(self) -> bool:
        """Whether the stage adds any time to the clock."""
        return self.base_s > 0 or self.increment_s > 0 or self.delay_s > 0

    @property
    def is_plain(self) -> bool:
        """Whether the stage has a base time and nothing else."""
        return self.moves is None and self.increment_s == 0 and self.delay_s == 0
