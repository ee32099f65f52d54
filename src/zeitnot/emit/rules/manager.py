"""The manager: what an engine calls, whatever the policy.

It is written for one policy; `zeitnot.emit.program` puts the state and the rules of another in its place.
"""

from dataclasses import dataclass, field

from zeitnot.emit.rules.guard import (
    Guard,
    begin_turn,
    end_turn,
    forget_game,
    hit,
    own_time_s,
    past_limit,
    see_depth,
    set_score,
    verdict,
)
from zeitnot.emit.rules.textbook import State, keep, plan, wants_to_stop
from zeitnot.emit.rules.turn import Iteration, Turn


@dataclass(slots=True)
class Manager:
    """A time manager: everything that it knows, in one value."""

    guard: Guard = field(default_factory=Guard)
    """Clock, overhead, and the turn under way with its `target_s` and `limit_s`."""
    state: State = field(default_factory=State)
    """What the rules of the policy know."""


def new_game(manager: Manager) -> None:
    """Begin a new game; measurements of the connection are kept."""
    forget_game(manager.guard)


def begin(manager: Manager, turn: Turn) -> None:
    """Begin a turn: afterwards `guard.target_s` and `guard.limit_s` say what it may take.

    The time of the turn is counted from here on.
    """
    planned = begin_turn(manager.guard, turn)
    if planned:
        plan(manager.state, manager.guard)


def iteration(manager: Manager, depth: Iteration) -> bool:
    """Return whether the search stops after a depth that it has finished."""
    own_s = own_time_s(manager.guard, depth.elapsed_s)
    see_depth(manager.guard, depth)
    stops = False
    if manager.guard.planned:
        stops = wants_to_stop(manager.state, manager.guard, depth, own_s)
    return verdict(manager.guard, own_s, stops)


def should_stop(manager: Manager, elapsed_s: float) -> bool:
    """Return whether the hard limit has passed, for checks inside of a depth; it changes nothing."""
    return past_limit(manager.guard, elapsed_s)


def ponder_hit(manager: Manager, elapsed_s: float) -> bool:
    """Begin the turn proper after pondering, and return whether the search stops at once."""
    return hit(manager.guard, elapsed_s)


def finish(manager: Manager, used_s: float) -> None:
    """End the turn with the time that it took of the own clock; a ponder miss ends it as well."""
    played = end_turn(manager.guard, used_s)
    if played:
        keep(manager.state, manager.guard)


def correct_score(manager: Manager, score_cp: float) -> None:
    """Set the score of the move played, after `finish`, where a depth that was not finished had found it."""
    set_score(manager.guard, score_cp)
