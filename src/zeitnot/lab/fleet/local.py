"""LocalFleet: processes of this machine, each of which plays one game at a time."""

import math
from functools import partial

from zeitnot.clocks import Clock
from zeitnot.lab.fleet.events import Event
from zeitnot.lab.fleet.game_job import GRACE_S, GameJob
from zeitnot.lab.fleet.process_fleet import ProcessFleet
from zeitnot.lab.match.hiccups import HiccupWatch
from zeitnot.lab.match.participant import GameKind
from zeitnot.lab.match.plan import MatchPlan

SILENCE_S = 60.0
"""How long a worker may be silent beyond what its clocks allow: it starts, opens files, starts engines."""
OVERTIME_S = 3600.0
"""Overtime that a turn is given where the rules give it any."""


class LocalFleet(ProcessFleet):
    """Plays the games of a plan."""

    def __init__(self, plan: MatchPlan, *, concurrency: int = 1) -> None:
        """Start the workers, and one watch for hiccups that serves them all."""
        self._hiccups = HiccupWatch()
        if plan.game is GameKind.CHESS and plan.work_per_s is None:
            self._hiccups = HiccupWatch.started()
        make = partial(GameJob, plan.to_json(), hiccups_file=self._hiccups.file)
        try:
            super().__init__(make, concurrency=concurrency, grace_s=GRACE_S, patience_s=_patience_s(plan))
        except BaseException:
            self._hiccups.close()
            raise

    def close(self) -> list[Event]:
        """End what is under way, the workers and the watch. Gives what was still to tell."""
        try:
            return super().close()
        finally:
            self._hiccups.close()


def _patience_s(plan: MatchPlan) -> float:
    """Tell how long a worker may be silent; work has no time by the wall, so there it may be for ever."""
    if plan.work_per_s is not None:
        return math.inf
    clock = Clock(plan.time_control)
    longest_s = clock.longest_s if math.isfinite(clock.longest_s) else clock.remaining_s + OVERTIME_S
    # Increments make a clock longer than it was at first.
    return 2 * longest_s + max(plan.rules.margins_s) + plan.rules.stall_s + SILENCE_S
