"""Limits: what a caller asks of one search, beside the clock."""

from dataclasses import dataclass

from zeitnot.errors import SettingError


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The words of a UCI `go` that are not clocks; the default asks for nothing but the clock."""

    move_time_s: float | None = None
    """Think exactly so long."""
    depth: int | None = None
    """Go no deeper."""
    nodes: int | None = None
    """Visit no more nodes (or draw no more samples)."""
    mate: int | None = None
    """Stop when a mate in so many moves is found."""
    infinite: bool = False
    """Think until told to stop."""
    ponder: bool = False
    """Think on the opponent's time; the clock does not run yet."""
    search_moves: tuple[str, ...] = ()
    """Consider these moves only, in UCI notation; empty: all."""

    def __post_init__(self) -> None:
        if self.move_time_s is not None and not self.move_time_s >= 0:
            raise SettingError(f"move_time_s must not be negative, got {self.move_time_s!r}")
        for name in ("depth", "nodes", "mate"):
            value = getattr(self, name)
            if value is not None and value < 0:
                raise SettingError(f"{name} must not be negative, got {value!r}")

    @property
    def clock_rules(self) -> bool:
        """Whether nothing but the clock says how long to think."""
        return not self.infinite and self.move_time_s is None


NO_LIMITS = Limits()
"""Nothing asked but the clock."""
