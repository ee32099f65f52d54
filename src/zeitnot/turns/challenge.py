"""Challenge: what a player knows when the opponent's last play may be challenged, and who decides."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from zeitnot.clocks import ClockReading


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """The opponent's last play, which may be challenged while the challenger's clock runs."""

    words: tuple[str, ...]
    """Words that the play made."""
    phoneys: tuple[str, ...]
    """Words of the play that are not in the lexicon; a challenge succeeds if there are any."""
    play_pts: int
    """Points of the play, which a successful challenge takes back."""
    spread_pts: int
    """Points by which the challenger leads, with the play counted."""
    bag_tiles: int
    """Tiles in the bag."""
    cost_pts: int = 0
    """Points that a wrong challenge of all words gives the opponent."""
    costs_turn: bool = False
    """Whether a wrong challenge loses the turn."""
    clock: ClockReading | None = None
    """Clock of the challenger, which runs; None without a clock."""
    opponent: ClockReading | None = None
    """Clock of the opponent; None without a clock."""


@runtime_checkable
class Challenger(Protocol):
    """A policy that decides about challenges; for any other, every phoney is challenged."""

    def challenges(self, challenge: Challenge) -> bool:
        """Return whether to challenge the opponent's last play."""
