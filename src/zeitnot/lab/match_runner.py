"""Match runner: hands out games, keeps what comes back, and ends when all is played or decided."""

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from zeitnot.errors import DataError
from zeitnot.lab.fleet.events import Event, Finished, Fleet, Lost
from zeitnot.lab.store import RunStore

MOST_TRIES = 3
"""A game that was lost so often with its process is left out: it would be lost again."""
_WAIT_S = 0.5
"""How long to wait for news before looking around."""


class Stopped(Enum):
    """Why a match ended."""

    PLAYED = "all games played"
    DECIDED = "the test is decided"
    ASKED = "stopped"


OnEvent = Callable[[Event], None]
Asked = Callable[[], bool]


@dataclass(slots=True, kw_only=True)
class MatchRunner:
    """Plays what a run still lacks; killed at any moment, it loses no finished game."""

    store: RunStore
    """Where games go."""
    fleet: Fleet
    """Who plays them."""
    on_event: OnEvent | None = None
    """Told of everything, after it was kept."""
    is_decided: Asked | None = None
    """Asked after each game whether there is any need of more."""
    is_stopped: Asked | None = None
    """Asked just as often whether somebody wants it to end."""
    left_out: list[int] = field(default_factory=list)
    """Games that could not be played."""
    _lost: Counter[int] = field(default_factory=Counter)
    _finished: int = 0

    def run(self) -> Stopped:
        """Play until all games are there, or the test is decided."""
        done = {game.number for game in self.store.games()}
        missing = deque(n for n in range(self.store.plan.total_games) if n not in done)
        running: set[int] = set()
        while missing or running:
            if self.is_stopped is not None and self.is_stopped():
                return Stopped.ASKED
            if self.is_decided is not None and self.is_decided():
                return Stopped.DECIDED
            while missing and self.fleet.free:
                number = missing.popleft()
                running.add(number)
                self.fleet.begin(number)
            for event in self.fleet.events(_WAIT_S):
                self._take(event, running, missing)
        return Stopped.PLAYED

    def close(self) -> None:
        """End the fleet, and keep the games that ended meanwhile."""
        for event in self.fleet.close():
            if isinstance(event, Finished):
                self._take(event, set(), deque())

    def _take(self, event: Event, running: set[int], missing: deque[int]) -> None:
        match event:
            case Finished(game=game):
                running.discard(game.number)
                self.store.add(game)
                self._finished += 1
            case Lost(number=number, words=words):
                running.discard(number)
                self._lost[number] += 1
                self.store.add_incident(number, words)
                if self._lost[number] < MOST_TRIES:
                    missing.appendleft(number)
                elif self._finished:
                    self.left_out.append(number)
                else:  # nothing has worked yet, and nothing will
                    raise DataError(f"a game must be playable; game {number + 1} is not: {words}")
        if self.on_event is not None:
            self.on_event(event)
