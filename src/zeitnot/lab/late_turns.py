"""Late turns: those of a run that lost on time or ran past their limit, each with its autopsy."""

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from zeitnot.errors import DataError
from zeitnot.games import Fault
from zeitnot.lab.store.rows import GameRow, TurnRow
from zeitnot.lab.store.run_store import RunStore
from zeitnot.turns import Autopsy, AutopsySettings, autopsy_of


@dataclass(frozen=True, slots=True, kw_only=True)
class LateTurn:
    """A turn that was late."""

    row: TurnRow
    """The turn."""
    flagged: bool
    """Whether it lost the game on time."""
    autopsy: Autopsy
    """Where its time went."""


def find_late_turns(
    store: RunStore, games: Iterable[GameRow] | None = None, *, settings: AutopsySettings | None = None
) -> Iterator[LateTurn]:
    """Return the late turns of some games, or of all; a turn that cannot be read is left out."""
    settings = settings or AutopsySettings()
    work_time = store.plan.work_per_s is not None
    for game in store.games() if games is None else games:
        rows = list(store.turns([game]))
        flag = rows[-1] if game.fault == Fault.FLAG.value and rows else None
        for row in rows:
            # In work time a limit is passed by the work between two looks at it, which is no incident.
            if row is flag or (not work_time and _over_s(row) >= settings.least_over_s):
                with contextlib.suppress(DataError):
                    found = autopsy_of(
                        store.record(game.number, row.place),
                        referee_s=row.referee_s,
                        flagged=row is flag,
                        work_time=work_time,
                        settings=settings,
                    )
                    if found is not None:
                        yield LateTurn(row=row, flagged=row is flag, autopsy=found)


def _over_s(row: TurnRow) -> float:
    """Return how late a turn can have been at most, before its record is read."""
    ends_s = [end_s for end_s in (row.limit_s, row.clock_before_s) if end_s is not None]
    return row.referee_s - min(ends_s) if ends_s else 0.0
