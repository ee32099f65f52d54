"""Latency: the connection of simulated games, and which turns of a game were too long without need."""

from dataclasses import dataclass
from random import Random

from zeitnot.lab import SimulatedGame


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

    def draw(self, rng: Random) -> float:
        """Draw the seconds of one turn."""
        latency_s = self.fixed_s + self.jitter_s * rng.random()
        if self.spike_chance and rng.random() < self.spike_chance:
            latency_s += self.spike_s * rng.random()
        return latency_s


def overlong_turns(game: SimulatedGame) -> tuple[int, ...]:
    """Return the turns that took longer than the clock could bear, although their latency alone did not.

    Each of them lost the game, a byoyomi period or overtime points without need.
    """
    turns = zip(game.records, game.readings, game.latencies_s, strict=True)
    return tuple(
        turn
        for turn, (record, reading, latency_s) in enumerate(turns)
        if latency_s <= reading.bearable_s < record.used_s + latency_s
    )


def latency_alone_flagged(game: SimulatedGame) -> bool:
    """Return whether the flag would have fallen even without any thinking on the last turn."""
    return game.flagged and game.latencies_s[-1] > game.readings[-1].bearable_s
