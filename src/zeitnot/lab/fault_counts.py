"""Fault counts: what the participants of a match did wrong, and how often."""

from collections.abc import Iterable
from dataclasses import dataclass

from zeitnot.chess.match.other_engine import RESTARTED
from zeitnot.games import Fault
from zeitnot.lab.match.plan import MatchPlan
from zeitnot.lab.store import GameRow


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultCounts:
    """Faults of one participant in all its games."""

    participant: str
    """Name of the participant."""
    flags: int
    """Games decided because it was out of time."""
    illegal_moves: int
    """Games decided by a move that is not legal."""
    crashes: int
    """Games decided because its engine crashed or could not be started."""
    stalls: int
    """Games decided because its engine did not answer."""
    restarts: int
    """Times that its engine, under a policy, was started again in the middle of a game."""


def fault_counts(plan: MatchPlan, games: Iterable[GameRow]) -> tuple[FaultCounts, ...]:
    """Count the faults, by participant in the order of the plan."""
    rows = list(games)
    return tuple(
        _counts(participant.name, number, rows) for number, participant in enumerate(plan.participants)
    )


def _counts(name: str, number: int, games: list[GameRow]) -> FaultCounts:
    kinds = [game.fault for game in games if game.fault is not None and game.at_fault == number]
    own = [note for game in games if number in (game.first, game.second) for note in game.note_list]
    return FaultCounts(
        participant=name,
        flags=kinds.count(Fault.FLAG.value),
        illegal_moves=kinds.count(Fault.ILLEGAL.value),
        crashes=kinds.count(Fault.CRASH.value),
        stalls=kinds.count(Fault.STALL.value),
        restarts=sum(note.count(RESTARTED) for note in own if note.startswith(f"{name}: ")),
    )
