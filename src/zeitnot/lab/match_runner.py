"""Match runner: hands out games, keeps what comes back, and ends when all is played or decided."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from zeitnot.lab.fleet.events import Event, Finished, Fleet, Lost
from zeitnot.lab.orders import Orders
from zeitnot.lab.store import RunStore

_RULE = "a game must be playable; game"


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

    def run(self) -> Stopped:
        """Play until all games are there, or the test is decided."""
        done = {game.number for game in self.store.games()}
        missing = deque(n for n in range(self.store.plan.total_games) if n not in done)
        orders = Orders(fleet=self.fleet, missing=missing, rule=_RULE, left_out=self.left_out)
        while orders.pending:
            if self.is_stopped is not None and self.is_stopped():
                return Stopped.ASKED
            if self.is_decided is not None and self.is_decided():
                return Stopped.DECIDED
            for event in orders.events():
                self._take(event)
                orders.note(event)
        return Stopped.PLAYED

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
