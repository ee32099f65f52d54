"""Planned time: what a policy would have granted the turns of a game that somebody else has played."""

from collections.abc import Callable

from zeitnot.clocks import Clock, TimeControl
from zeitnot.turns import Budget, Features, TimeManager


class PlannedTime:
    """Two managers with a clock each, on which every turn takes its target."""

    def __init__(self, make_manager: Callable[[], TimeManager], control: TimeControl) -> None:
        """Set the clocks."""
        self._managers = make_manager(), make_manager()
        self._clocks = Clock(control), Clock(control)
        for manager, clock in zip(self._managers, self._clocks, strict=True):
            manager.new_game(initial_s=clock.remaining_s)

    def budget(self, player: int, features: Features, *, ply: int) -> Budget:
        """Plan one turn, and let it take its time."""
        clock, other = self._clocks[player], self._clocks[1 - player]
        thinking = self._managers[player].begin(
            clock=clock.reading(), opponent=other.reading(), ply=ply, features=features
        )
        clock.spend(thinking.budget.target_s)
        thinking.finish(used_s=thinking.budget.target_s)
        return thinking.budget
