"""MatchProgress: where a match stands, while it is played."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from zeitnot.lab.fleet import Event, Finished, Lost, Moved
from zeitnot.lab.match import GameOrder, MatchPlan
from zeitnot.lab.standings import MatchStandings, standings_of
from zeitnot.lab.store import GameRow

if TYPE_CHECKING:
    from zeitnot.lab.match import PlayedGame


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningGame:
    """A game under way."""

    order: GameOrder
    """Who plays whom."""
    moved: Moved
    """The last turn."""


class MatchProgress:
    """Counts games as they end; standings are made anew with each."""

    def __init__(self, plan: MatchPlan, games: Iterable[GameRow]) -> None:
        """Begin with the games that there are."""
        self.plan = plan
        self.rows = list(games)
        self.running: dict[int, RunningGame] = {}
        self.faults: list[str] = []
        self.left_out: tuple[int, ...] = ()
        self.standings: MatchStandings = standings_of(plan, self.rows)

    def saw(self, event: Event) -> None:
        """Take in what happened."""
        match event:
            case Moved():
                order = self.plan.order(event.number)
                self.running[event.number] = RunningGame(order=order, moved=event)
            case Finished(game=game):
                self.running.pop(game.number, None)
                self.rows.append(GameRow.of(game, self.plan.order(game.number)))
                self.standings = standings_of(self.plan, self.rows)
                self.faults.extend(_faults(game, self.plan))
            case Lost():
                self.running.pop(event.number, None)
                self.faults.append(
                    f"game {event.number + 1} was lost, by no fault of its players: {event.words}"
                )

    @property
    def total(self) -> int:
        """Games of the whole match."""
        return self.plan.total_games

    def names(self, order: GameOrder) -> tuple[str, str]:
        """Name the sides of a game, by seat."""
        first, second = (self.plan.participants[side].name for side in order.sides)
        return first, second


def _faults(game: "PlayedGame", plan: MatchPlan) -> list[str]:
    """Tell what went wrong in a game, beside chess."""
    words = list(game.notes[:1])
    if game.hiccups:
        words.append("begun anew because this machine had stopped")
    if game.fault is not None and game.fault_seat is not None:
        name = plan.participants[plan.order(game.number).sides[game.fault_seat]].name
        words.append(f"{name} {game.fault.value}")
    return [f"game {game.number + 1}: {each}" for each in words]
