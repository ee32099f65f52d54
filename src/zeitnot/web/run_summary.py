"""RunSummary: a run in one line of the list, kept until its file changes."""

from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from zeitnot.errors import ZeitnotError
from zeitnot.lab import EloEstimate, MatchPlan, RunStore, standings_of

MOST_KEPT = 4_000
"""Summaries that are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummary:
    """How a run stands."""

    plan: MatchPlan
    """The match."""
    began: str
    """When it began, in ISO form."""
    games: int
    """Games that are finished."""
    is_decided: bool
    """Whether its sequential test needs no more games."""
    leader: str
    """Who leads; empty before the first game."""
    elo: EloEstimate | None
    """Elo of who leads, if there is one."""

    @property
    def is_complete(self) -> bool:
        """Whether no more games are to be played."""
        return self.games >= self.plan.total_games or self.is_decided


_Kept = OrderedDict[tuple[Path, int, int], RunSummary | str]
_kept: _Kept = OrderedDict()
_lock = Lock()


def run_summary(path: Path) -> RunSummary | str:
    """Return how a run stands, or what is wrong with its file, in words."""
    try:
        status = path.stat()
    except OSError:
        return "The file is gone."
    key = path, status.st_mtime_ns, status.st_size
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    found = _read(path)
    with _lock:
        _kept[key] = found
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return found


def _read(path: Path) -> RunSummary | str:
    try:
        with RunStore.read(path) as store:
            standings = standings_of(store.plan, store.games())
            plan, began = store.plan, store.began
    except ZeitnotError as error:
        return str(error)
    leader = standings.table.rows[0].name if standings.games else ""
    return RunSummary(
        plan=plan,
        began=began,
        games=standings.games,
        is_decided=standings.is_decided,
        leader=leader,
        elo=standings.elo(leader) if leader else None,
    )
