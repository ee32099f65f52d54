"""Ponder counts: how often the replies that were pondered on came, by participant."""

from dataclasses import dataclass

from zeitnot.errors import DataError
from zeitnot.lab.store import RunStore


@dataclass(slots=True, kw_only=True)
class PonderCount:
    """Pondering of one participant over a run."""

    replies: int = 0
    """Turns before which it pondered on a reply."""
    hits: int = 0
    """Number of these on which the expected reply came."""
    hit_s: float = 0.0
    """Time pondered before the hits, which the own clock did not pay for."""


def ponder_counts(store: RunStore) -> list[PonderCount]:
    """Count over all games of a run, in the order of the participants; damaged turns are left out."""
    counts = [PonderCount() for _ in store.plan.participants]
    for game in store.games():
        try:
            records = store.records(game.number)
        except DataError:
            continue
        for turn, record in zip(store.turns([game]), records, strict=False):
            if record.pondered_s is not None:
                count = counts[turn.participant]
                count.replies += 1
                count.hits += record.ponder_hit
                count.hit_s += record.pondered_s if record.ponder_hit else 0.0
    return counts
