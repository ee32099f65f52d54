"""ClockReading: what a policy sees of one clock."""

from dataclasses import dataclass

from zeitnot.clocks.overtime import Overtime


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockReading:
    """One clock at one moment. Nothing is checked: interfaces send zero and negative clocks too."""

    remaining_s: float
    """Time on the clock, or left of the current byoyomi period; negative when over."""

    increment_s: float = 0.0
    """Time that comes after the move; it cannot be spent on this one."""

    moves_to_go: int | None = None
    """Moves before more time is added or the period is renewed; None when the rules do not say."""

    extra_s: float = 0.0
    """Time beyond `remaining_s` that this turn may take without losing the game or a period."""

    free_s: float = 0.0
    """Time of this turn that costs nothing afterwards and is lost if not used."""

    overtime: Overtime | None = None
    """What time beyond the clock costs, where the rules allow it."""

    @property
    def bearable_s(self) -> float:
        """The most this turn may take."""
        remaining_s = self.remaining_s
        return (remaining_s if remaining_s > 0.0 else 0.0) + self.extra_s
