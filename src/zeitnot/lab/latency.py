"""Latency: what the clock loses beside the search, drawn at random."""

from dataclasses import dataclass
from random import Random
from typing import Protocol

from zeitnot.errors import SettingError


class DrawsLatency(Protocol):
    """A connection, asked once a turn."""

    def draw(self, rng: Random) -> float:
        """Return the seconds that one turn loses."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency:
    """A fixed delay, some jitter, and now and then a spike."""

    fixed_s: float = 0.01
    """Every turn: the usual Move Overhead of chess engines."""
    jitter_s: float = 0.01
    """Largest random addition, all sizes equally likely."""
    spike_s: float = 0.05
    """Largest spike; with the rest it stays below the overhead assumed before anything is measured."""
    spike_chance: float = 0.01
    """How often a turn meets a spike."""

    def __post_init__(self) -> None:
        for name in ("fixed_s", "jitter_s", "spike_s", "spike_chance"):
            if not getattr(self, name) >= 0:
                raise SettingError(f"{name} must not be negative, got {getattr(self, name)!r}")

    def draw(self, rng: Random) -> float:
        """Draw the seconds of one turn."""
        latency_s = self.fixed_s + self.jitter_s * rng.random()
        if self.spike_chance and rng.random() < self.spike_chance:
            latency_s += self.spike_s * rng.random()
        return latency_s


NO_LATENCY = Latency(fixed_s=0.0, jitter_s=0.0, spike_s=0.0, spike_chance=0.0)
"""A connection that costs nothing."""
