"""Keep-pace policy: think longer while ahead on the clock, shorter while behind."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from zeitnot import Budget, Monitor, PolicyBase, Trail, Turn
from zeitnot.monitors import SoftTarget
from zeitnot.policies import Range, Share, Turns, check


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepPace(PolicyBase):
    """Shares the clock evenly, then leans by how far it is ahead of the opponent's."""

    name: ClassVar[str] = "keep-pace"
    games: ClassVar[tuple[str, ...]] = ("chess", "scrabble")

    turns_left: Turns = 35.0
    """Turns assumed when the rules do not say how many come."""
    lean: Share = 0.5
    """How strongly the lead on the clock counts; 0 is an even share."""
    limit_factor: Annotated[float, Range(1, 100)] = 3.0
    """The hard limit as a multiple of the target."""

    def __post_init__(self) -> None:
        check(self)

    def plan(self, turn: Turn) -> Budget:
        """Plan one turn."""
        own_s = turn.clock.bearable_s
        trail = Trail.start("even share", own_s / (turn.clock.moves_to_go or self.turns_left))
        if turn.opponent is not None and own_s > 0:
            other_s = turn.opponent.bearable_s
            lead = (own_s - other_s) / (own_s + other_s)
            trail = trail.times("pace", 1 + self.lean * lead, f"{own_s - other_s:+.0f} s on the opponent")
        target = trail.at_most("clock", own_s)
        return Budget(target=target, limit=target.times("limit", self.limit_factor).at_most("clock", own_s))

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Begin nothing new after the target."""
        return SoftTarget(target_s=budget.target_s)
