"""Clocked match: pairs of games between two ways of managing time, with the same tiles and seats swapped."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event as ProcessEvent
from typing import Any

from zeitnot.clocks import TimeControl
from zeitnot.errors import SettingError
from zeitnot.policies import make_manager
from zeitnot.scrabble.clocked_game import ClockedGame, ClockedResult, turn_seed
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.player import Player
from zeitnot.scrabble.player_settings import PlayerSettings
from zeitnot.scrabble.turn_timer import WorkRates

MakeKnowledge = Callable[[], Knowledge]
"""Opens words and tables in each process: what is mapped there cannot be handed over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """One side of a match."""

    policy: str
    """Name of its time-management system."""
    policy_settings: Mapping[str, Any] = field(default_factory=dict)
    """Parameters that differ from the defaults."""
    settings: PlayerSettings = field(default_factory=PlayerSettings)
    """How it works within its time."""
    rates: WorkRates | None = None
    """Speed in work time; None is the wall's time."""

    def player(self, knowledge: Knowledge) -> Player:
        """Make a player that knows nothing of the machine yet."""
        manager = make_manager(self.policy, dict(self.policy_settings))
        return Player(manager, knowledge, settings=self.settings, rates=self.rates)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedPair:
    """Two games with one shuffle: contestant 0 begins the first, contestant 1 the second."""

    number: int
    """From 0."""
    games: tuple[ClockedResult, ClockedResult]
    """By seat, as they were played; seat 0 of the second is contestant 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockedMatch:
    """A match; in work time the same seed gives the same games, whatever runs beside."""

    contestants: tuple[Contestant, Contestant]
    """The two sides."""
    control: TimeControl
    """Of both."""
    make_knowledge: MakeKnowledge = Knowledge.built_in
    """Words and tables, opened in each process."""
    seed: int = 1
    """Another seed, other tiles."""
    concurrency: int = 1
    """Pairs played at once, each in a process of its own."""

    def __post_init__(self) -> None:
        if self.concurrency < 1:
            raise SettingError(f"concurrency must be at least 1, got {self.concurrency!r}")
        in_work_time = [each.rates is not None for each in self.contestants]
        if in_work_time[0] != in_work_time[1]:
            raise SettingError("both sides must count time alike, got one by the wall and one by work")

    def pairs(self, numbers: Sequence[int]) -> Generator[PlayedPair, None, None]:
        """Play the pairs with these numbers, in order; who stops asking ends the games under way."""
        context = multiprocessing.get_context("spawn")  # threads may run here, and forks do not like that
        stop = context.Event()
        with ProcessPoolExecutor(
            self.concurrency, mp_context=context, initializer=_begin, initargs=(self, stop)
        ) as pool:
            running: deque[Future[PlayedPair | None]] = deque()
            try:
                for number in numbers:
                    running.append(pool.submit(_play_pair, number))
                while running:
                    pair = running.popleft().result()
                    if pair is not None:
                        yield pair
            finally:
                stop.set()
                for future in running:
                    future.cancel()

    def play_pair(self, number: int, knowledge: Knowledge, stopped: Callable[[], bool]) -> PlayedPair | None:
        """Play both games of a pair; None when they were stopped."""
        games = []
        for swapped in (False, True):
            sides = self.contestants[::-1] if swapped else self.contestants
            names = ("second", "first") if swapped else ("first", "second")
            nicks = tuple(f"{name}_{side.policy}" for name, side in zip(names, sides, strict=True))
            game = ClockedGame(
                (sides[0].player(knowledge), sides[1].player(knowledge)),
                self.control,
                seed=turn_seed(self.seed, number),
                nicks=(nicks[0], nicks[1]),
            )
            try:
                games.append(game.play(lambda *_: _raise_if(stopped)))
            except _StoppedError:
                return None
        return PlayedPair(number=number, games=(games[0], games[1]))


class _StoppedError(Exception):
    """Ends a game that nobody waits for any more."""


def _raise_if(stopped: Callable[[], bool]) -> None:
    if stopped():
        raise _StoppedError


class _Process:
    """What a process of the pool keeps from pair to pair."""

    match: ClockedMatch
    knowledge: Knowledge
    stopped: Callable[[], bool]


def _begin(match: ClockedMatch, stop: ProcessEvent) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started the match
    _Process.match, _Process.knowledge, _Process.stopped = match, match.make_knowledge(), stop.is_set


def _play_pair(number: int) -> PlayedPair | None:
    return _Process.match.play_pair(number, _Process.knowledge, _Process.stopped)
