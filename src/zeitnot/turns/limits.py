"""Limits: what a caller asks of one search besides the clock."""

from dataclasses import dataclass

from zeitnot.errors import SettingError


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The parameters of a UCI `go` other than clocks; the default has no limit but the clock."""

    move_time_s: float | None = None
    """Time to think, exactly."""
    depth: int | None = None
    """Largest depth to search."""
    nodes: int | None = None
    """Largest number of nodes to visit, or of samples to draw."""
    mate: int | None = None
    """Stop when a mate in this many moves is found."""
    infinite: bool = False
    """Whether to think until stopped."""
    ponder: bool = False
    """Whether to think on the opponent's time, while the own clock does not run yet."""
    search_moves: tuple[str, ...] = ()
    """Moves to consider, in UCI notation; empty for all moves."""

    def __post_init__(self) -> None:
        if self.move_time_s is not None and not self.move_time_s >= 0:
            raise SettingError(f"move_time_s must not be negative, got {self.move_time_s!r}")
        for name in ("depth", "nodes", "mate"):
            value = getattr(self, name)
            if value is not None and value < 0:
                raise SettingError(f"{name} must not be negative, got {value!r}")

    @property
    def clock_rules(self) -> bool:
        """Whether only the clock decides how long to think."""
        return not self.infinite and self.move_time_s is None


NO_LIMITS = Limits()
"""No limit but the clock."""
