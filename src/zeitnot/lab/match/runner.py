"""Playing matches: a plan in, a run and its standings out; no finished game is ever lost."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from zeitnot.errors import DataError, SettingError, ZeitnotError
from zeitnot.lab.fleet.affinity import usable_cores
from zeitnot.lab.fleet.match_fleet import LocalFleet, RayFleet
from zeitnot.lab.fleet.work_queue import Event, Finished, Fleet, Lost, WorkQueue
from zeitnot.lab.match.live import LiveFile, Wish
from zeitnot.lab.match.plan import EngineCommand, MatchPlan, engine_commands
from zeitnot.lab.match.standings import MatchObserver, MatchProgress, MatchStandings, standings_of
from zeitnot.lab.store.game_files import GameFiles
from zeitnot.lab.store.rows import GameRow
from zeitnot.lab.store.run_store import RUN_SUFFIX, RunStore, is_begun
from zeitnot.learning import cores

_RULE = "a game must be playable; game"

Asked = Callable[[], bool]
Trust = Callable[[Sequence[EngineCommand]], bool]


class Stopped(Enum):
    """Why a match ended."""

    PLAYED = "all games played"
    DECIDED = "the test is decided"
    ASKED = "stopped"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """A match that is over, or as far as it was played."""

    plan: MatchPlan
    """The match."""
    games: tuple[GameRow, ...]
    """All finished games of the run, by number."""
    standings: MatchStandings
    """Standings after all games."""
    stopped: Stopped
    """Why no more games were played."""
    left_out: tuple[int, ...]
    """Numbers of the games that could not be played."""
    used_s: float
    """Seconds that were played for now; a resumed run took more in all."""
    path: Path | None
    """The run, to be read with `RunStore.read`; None if it was not kept."""


def play_match(
    plan: MatchPlan,
    path: Path | None = None,
    *,
    resume: bool = False,
    concurrency: int | None = None,
    ray: str | None = None,
    observer: MatchObserver | None = None,
    is_stopped: Asked | None = None,
) -> MatchResult:
    """Play a match on all cores, or on a Ray cluster, and keep every game as it ends.

    The run goes to `path` (`*.run`), with PGN or GCG files beside it; without a path nothing is kept. With
    `resume` a run of the same match that is already there goes on, with as many games as are wanted now.
    `is_stopped` is asked about twice a second. Ctrl-C raises KeyboardInterrupt; `resume_match` goes on then.
    """
    if plan.affinity:
        usable_cores(plan.affinity)
    # On a cluster it is its nodes that have the engines.
    notes = plan.played_game.check_engines(plan) if ray is None else ()
    play = partial(
        _play, concurrency=concurrency, ray=ray, observer=observer, is_stopped=is_stopped, notes=notes
    )
    if path is None:
        with (
            TemporaryDirectory(prefix="zeitnot-") as folder,
            RunStore.create(Path(folder) / f"match{RUN_SUFFIX}", plan) as store,
        ):
            return play(store, kept=False)
    with _continued(path, plan) if resume and is_begun(path) else RunStore.create(path, plan) as store:
        return play(store)


def resume_match(
    path: Path,
    *,
    trust: bool | Trust = False,
    concurrency: int | None = None,
    ray: str | None = None,
    observer: MatchObserver | None = None,
    is_stopped: Asked | None = None,
) -> MatchResult:
    """Go on with a run that was interrupted or killed; no finished game is played again.

    A run from elsewhere may hold any commands for its engines. Those that are not what the engines' names
    mean on this machine are refused unless they are trusted; a function is called with all commands.
    """
    with RunStore.resume(path) as store:
        if store.plan.source:
            raise SettingError(f"a run to go on with must be played here, got games of {store.plan.source!r}")
        if len(store.games()) < store.plan.total_games:
            _check_trust(engine_commands(store.plan), trust)
        return _play(store, concurrency=concurrency, ray=ray, observer=observer, is_stopped=is_stopped)


def interrupted_match(path: Path, *, used_s: float) -> MatchResult:
    """Return what a match had come to when a KeyboardInterrupt ended it."""
    with RunStore.read(path) as store:
        return _result(store, Stopped.ASKED, used_s=used_s)


@dataclass(slots=True, kw_only=True)
class MatchRunner:
    """Plays what a run still lacks, on a fleet."""

    store: RunStore
    """Where games go."""
    fleet: Fleet
    """Plays them."""
    on_event: Callable[[Event], None] | None = None
    """Called with every event, after it was kept."""
    is_decided: Asked | None = None
    """Asked after each game whether no more games are needed."""
    is_stopped: Asked | None = None
    """Asked as often whether the match should end."""
    is_paused: Asked | None = None
    """Asked as often whether no new game should be begun."""
    left_out: list[int] = field(default_factory=list)
    """Games that could not be played."""

    def run(self) -> Stopped:
        """Play until all games are there, or the test is decided."""
        stopped = Stopped.PLAYED

        def is_over() -> bool:
            nonlocal stopped
            if self.is_stopped is not None and self.is_stopped():
                stopped = Stopped.ASKED
            elif self.is_decided is not None and self.is_decided():
                stopped = Stopped.DECIDED
            return stopped is not Stopped.PLAYED

        done = {game.number for game in self.store.games()}
        numbers = (n for n in range(self.store.plan.total_games) if n not in done)
        queue = WorkQueue(fleet=self.fleet, numbers=numbers, rule=_RULE, left_out=self.left_out)
        for event in queue.events(is_over, self.is_paused):
            self._take(event)
        return stopped

    def close(self) -> None:
        """End the fleet, and keep the games that ended meanwhile."""
        for event in self.fleet.close():
            if isinstance(event, Finished):
                self._take(event)

    def _take(self, event: Event) -> None:
        match event:
            case Finished(game=game):
                self.store.add(game)
            case Lost(number=number, words=words):
                self.store.add_incident(number, words)
        if self.on_event is not None:
            self.on_event(event)


def _play(
    store: RunStore,
    *,
    concurrency: int | None,
    ray: str | None,
    observer: MatchObserver | None,
    is_stopped: Asked | None,
    notes: Sequence[str] = (),
    kept: bool = True,
) -> MatchResult:
    plan, progress = store.plan, MatchProgress(store.plan, store.games(), notes=tuple(notes))
    missing = plan.total_games - len(progress.rows)

    def on_event(event: Event) -> None:
        if isinstance(event, Finished):
            files.add(event.game.number)
        progress.saw(event)
        live.saw(event)
        if observer is not None:
            observer.saw(event)

    def is_asked_to_stop() -> bool:
        return live.look() is Wish.STOP or (is_stopped is not None and is_stopped())

    try:
        with (
            LiveFile(store.path, finished=len(progress.rows)) as live,
            GameFiles(store) as files,
            closing(_fleet(plan, missing, concurrency=concurrency, ray=ray)) as working,
        ):
            if observer is not None:
                observer.begin(progress)
            runner = MatchRunner(
                store=store,
                fleet=working,
                on_event=on_event,
                is_decided=lambda: progress.standings.is_decided,
                is_stopped=is_asked_to_stop,
                is_paused=lambda: live.wish is Wish.PAUSE,
            )
            stopped = runner.run()
            runner.close()
    except ZeitnotError as error:
        games = len(store.games())
        if not games or not kept:
            raise
        words = f"{games:,} games are kept, and `zeitnot resume {store.path}` goes on"
        raise DataError(f"{error}; {words}") from error
    result = _result(store, stopped, used_s=progress.used_s)
    return replace(result, left_out=tuple(runner.left_out), path=store.path if kept else None)


def _fleet(plan: MatchPlan, missing: int, *, concurrency: int | None, ray: str | None) -> Fleet:
    """Return the fleet for the games that a run still lacks."""
    if ray is not None:
        if plan.affinity:
            raise SettingError(f"affinity is for games on this machine, got {plan.affinity!r} on a cluster")
        return RayFleet(plan, address=ray, concurrency=concurrency)
    usable = len(usable_cores(plan.affinity)) if plan.affinity else cores()
    wanted = concurrency or max(1, usable // plan.cores)
    return LocalFleet(plan, concurrency=max(1, min(wanted, missing)))


def _result(store: RunStore, stopped: Stopped, *, used_s: float) -> MatchResult:
    rows = tuple(store.games())
    return MatchResult(
        plan=store.plan,
        games=rows,
        standings=standings_of(store.plan, rows),
        stopped=stopped,
        left_out=(),
        used_s=used_s,
        path=store.path,
    )


def _continued(path: Path, plan: MatchPlan) -> RunStore:
    """Open a run of the same match; more or fewer games of it may be wanted now."""
    store = RunStore.resume(path)
    if replace(store.plan, games=plan.games) != plan:
        store.close()
        raise SettingError(f"a match must go to a new file or a run of this match, got {str(path)!r}")
    store.want_games(plan.games)
    return store


def _check_trust(commands: tuple[EngineCommand, ...], trust: bool | Trust) -> None:
    """Refuse commands that are not what their names mean here, unless they are trusted."""
    other = [each for each in commands if not each.is_as_named]
    trusted = trust(commands) if callable(trust) else trust
    if other and not trusted:
        first = other[0]
        raise SettingError(
            "engines of a run must be what their names mean on this machine, or --trust accepts them, "
            f"got {first.text!r} for {first.participant!r}: {first.difference}"
        )
