"""Running a replay: games in parts, on this process or several; the figures do not depend on how many."""

from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial
from typing import Any, Self, cast

from zeitnot.errors import SettingError
from zeitnot.lab.fleet import Done, Event, WorkQueue
from zeitnot.lab.fleet.process_fleet import ProcessFleet
from zeitnot.lab.fleet.worker import Tell
from zeitnot.lab.replay.entrant import Entrant
from zeitnot.lab.replay.replay import Replay, ReplayPlan
from zeitnot.lab.replay.sums import PolicySums

PART = 50
"""Games of one part, and steps of a progress bar; the same on every machine, so that sums are added in the
same order."""

_RULE = "a replay must be one that can be played; part"


class ReplayJob:
    """Plays parts of a replay, for the entrants that the fleet was given."""

    def __init__(self, plan: ReplayPlan) -> None:
        """Make the searches, once for all parts."""
        self._replay = Replay(plan)

    def do(self, number: int, given: Any, tell: Tell) -> Event:  # noqa: ANN401 (it has travelled)
        """Play the games of a part."""
        games, part, entrants = given
        return Done(number=number, result=self._replay.play(_part(number, games, part), entrants=entrants))

    def close(self) -> None:
        """Nothing is open."""


class ReplayRunner:
    """Plays games of one plan, with workers that stay; each of them makes its searches once."""

    def __init__(self, plan: ReplayPlan, *, processes: int = 1) -> None:
        """Start nothing yet."""
        if processes < 1:
            raise SettingError(f"processes must be at least 1, got {processes!r}")
        self._plan = plan
        self._processes = processes
        self._here: Replay | None = None
        self._fleet: ProcessFleet | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the workers at once, in the middle of a part too: what is not told yet is lost."""
        fleet, self._fleet = self._fleet, None
        if fleet is not None:
            fleet.close()

    def run(
        self,
        games: int,
        *,
        entrants: tuple[Entrant, ...] | None = None,
        on_games: Callable[[int], None] | None = None,
    ) -> dict[str, PolicySums]:
        """Play games under the plan's entrants, or others; `on_games` is called with each part's count."""
        if games < 1:
            raise SettingError(f"games must be at least 1, got {games!r}")
        entrants = entrants or self._plan.entrants
        sums = {entrant.name: PolicySums() for entrant in entrants}
        with closing(self._played(games, entrants)) as parts:
            for number, part in enumerate(parts):
                for name, own in part.items():
                    sums[name].add(own)
                if on_games is not None:
                    on_games(len(_part(number, games, PART)))
        return sums

    def _played(
        self, games: int, entrants: tuple[Entrant, ...]
    ) -> Generator[dict[str, PolicySums], None, None]:
        parts = -(-games // PART)
        if min(self._processes, parts) == 1:
            self._here = self._here or Replay(self._plan)
            for number in range(parts):
                yield self._here.play(_part(number, games, PART), entrants=entrants)
            return
        if self._fleet is None:
            self._fleet = ProcessFleet(
                partial(ReplayJob, self._plan), concurrency=self._processes, grace_s=0.0
            )
        self._fleet.given = games, PART, entrants
        try:
            queue = WorkQueue(fleet=self._fleet, numbers=range(parts), rule=_RULE)
            for result in queue.results():
                yield cast("dict[str, PolicySums]", result)
        except BaseException:  # parts are still under way, and nobody will ask for them
            self.close()
            raise


def _part(number: int, games: int, size: int) -> range:
    return range(size * number, min(size * (number + 1), games))


def run_replay(
    plan: ReplayPlan, *, games: int, processes: int = 1, on_games: Callable[[int], None] | None = None
) -> dict[str, PolicySums]:
    """Play games of a plan once."""
    with ReplayRunner(plan, processes=processes) as runner:
        return runner.run(games, on_games=on_games)
