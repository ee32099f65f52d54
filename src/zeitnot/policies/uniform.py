"""Uniform policy: the clock divided evenly over the turns expected to come."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from zeitnot.monitors import Deadline, Monitor, SoftTarget, any_of
from zeitnot.policies.base import PolicyBase
from zeitnot.policies.parameters import Multiplier, Share, Turns, check
from zeitnot.turns import (
    LAST_TURNS,
    TILES_PER_TURN,
    BoardFeatures,
    Budget,
    ScrabbleFeatures,
    Trail,
    Turn,
    pluralised,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Uniform(PolicyBase):
    """Gives every remaining turn the same share, and never more than the clock can bear."""

    name: ClassVar[str] = "uniform"
    games: ClassVar[tuple[str, ...]] = ("chess", "scrabble")
    only_in: ClassVar[Mapping[str, str]] = {"tiles_per_turn": "scrabble", "last_turns": "scrabble"}

    turns_left: Turns = 30.0
    """Number of turns left assumed when neither the rules nor the position say."""
    tiles_per_turn: Turns = TILES_PER_TURN
    """Mean number of tiles that a Scrabble turn uses."""
    last_turns: Multiplier = LAST_TURNS
    """Scrabble turns in addition to that estimate: the last racks are played out in smaller steps."""
    increment_share: Share = 0.9
    """Part of the increment spent on the turn that earns it."""

    def __post_init__(self) -> None:
        check(self)

    def plan(self, turn: Turn) -> Budget:
        """Return the time budget of one turn."""
        clock = turn.clock
        turns_left = self._turns_left(turn)
        spendable_s = max(0.0, clock.bearable_s - turns_left * turn.overhead.mean_s)
        trail = Trail.start(
            "even share", spendable_s / turns_left, f"{pluralised(turns_left, 'turn')} to come"
        )
        if clock.increment_s:
            # The increment comes after the move: on the last seconds it cannot be spent ahead.
            trail = trail.plus("increment", clock.increment_s * self.increment_share)
        trail = trail.at_most("clock", clock.bearable_s)
        return Budget.same_target_and_limit(trail)

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Return a monitor that stops at the limit, and at the target when it stands in for another
        policy."""
        return any_of(Deadline(budget.limit_s), SoftTarget(target_s=budget.target_s))

    def _turns_left(self, turn: Turn) -> float:
        if turn.clock.moves_to_go:
            return turn.clock.moves_to_go
        if isinstance(turn.features, ScrabbleFeatures):
            return turn.features.own_turns(tiles_per_turn=self.tiles_per_turn, last_turns=self.last_turns)
        if isinstance(turn.features, BoardFeatures) and turn.features.turns_to_come is not None:
            return max(1.0, turn.features.turns_to_come)
        return self.turns_left
