"""Planned time: the time a policy would have planned for the turns of a recorded game."""

from collections.abc import Callable

from zeitnot.clocks import Clock, TimeControl
from zeitnot.turns import Budget, Features, TimeManager


class PlannedTime:
    """Two managers, each with a clock on which every turn takes its target time."""

    def __init__(self, make_manager: Callable[[], TimeManager], control: TimeControl) -> None:
        """Create the managers and set the clocks."""
        self._managers = make_manager(), make_manager()
        self._clocks = Clock(control), Clock(control)
        for manager, clock in zip(self._managers, self._clocks, strict=True):
            manager.new_game(initial_s=clock.remaining_s)

    def budget(self, player: int, features: Features, *, ply: int) -> Budget:
        """Return the budget of a turn and deduct its target from the clock."""
        clock, other = self._clocks[player], self._clocks[1 - player]
        thinking = self._managers[player].begin(
            clock=clock.reading(), opponent=other.reading(), ply=ply, features=features
        )
        clock.spend(thinking.budget.target_s)
        thinking.finish(used_s=thinking.budget.target_s)
        return thinking.budget
