"""Exploration: what all policies of a game grant one turn, and how they would spend the whole clock."""

import math
import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import partial

from zeitnot.clocks import Clock, ClockReading, ClockState, TimeControl
from zeitnot.errors import SettingError, StateError
from zeitnot.games import Game, find_game, game_names
from zeitnot.lab import SpendingCurve, spending_curves
from zeitnot.models import make_manager
from zeitnot.turns import NO_CONNECTION, TurnRecord

LONGEST_TEXT = 120
"""Characters of a control or a position."""
MOST_MOVES = 200
"""Highest move number."""
MOST_CURVES = 64
"""Sets of curves that are kept."""
MOST_WAITING = 4
"""Requests for curves that wait for each other: each takes a second of computing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A turn to ask about."""

    game: str = "chess"
    """Name of the game."""
    control: str = "3+2"
    """Time control."""
    left_percent: float = 100.0
    """Own time left, in percent of the first clock."""
    opponent_percent: float = 100.0
    """The opponent's time left."""
    move: int = 1
    """Number of the own turn, from 1."""
    position: str = ""
    """The position as the game has users write it; empty: a typical one."""

    def __post_init__(self) -> None:
        if self.game not in game_names():
            raise SettingError(f"the game must be one of {', '.join(game_names())}, got {self.game[:20]!r}")
        for name in ("control", "position"):
            if len(getattr(self, name)) > LONGEST_TEXT:
                raise SettingError(f"{name} must have at most {LONGEST_TEXT} characters, got more")
        for name in ("left_percent", "opponent_percent"):
            if not 0.0 <= getattr(self, name) <= 100.0:  # noqa: PLR2004 (percent)
                raise SettingError(f"{name} must be 0 to 100, got {getattr(self, name)!r}")
        if not 1 <= self.move <= MOST_MOVES:
            raise SettingError(f"the move must be 1 to {MOST_MOVES}, got {self.move!r}")
        if not self.time_control.has_clock:
            raise SettingError(
                f"the control must have a clock that runs, such as 3:00+2, got {self.control!r}"
            )

    @property
    def played_game(self) -> Game:
        """The game."""
        return find_game(self.game)

    @property
    def time_control(self) -> TimeControl:
        """The control as the rules know it."""
        return TimeControl.parse(self.control)

    @property
    def initial_s(self) -> float:
        """Time on the clock before the first move."""
        return Clock(self.time_control).remaining_s

    def reading(self, percent: float) -> ClockReading:
        """Return a clock with so much left, by the rules of the first stage."""
        control = self.time_control
        state = replace(ClockState.initial(control), remaining_s=self.initial_s * percent / 100)
        return Clock(control, state=state).reading()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedTurn:
    """What one policy grants the turn."""

    policy: str
    """Name of the policy."""
    record: TurnRecord
    """The budget as a record of a turn that was not played."""


def planned_turns(question: Question) -> list[PlannedTurn]:
    """Ask every built-in policy of the game about the turn."""
    game = question.played_game
    ply = 2 * (question.move - 1)
    features = game.features_at(question.position, ply)
    own, opponent = question.reading(question.left_percent), question.reading(question.opponent_percent)
    found = []
    for policy in game.policies():
        manager = make_manager(policy, {})
        manager.new_game(initial_s=question.initial_s)
        thinking = manager.begin(clock=own, opponent=opponent, ply=ply, features=features, wall_time=False)
        record = TurnRecord(
            policy=policy,
            ply=ply,
            clock_before_s=own.remaining_s if math.isfinite(own.remaining_s) else None,
            budget=thinking.budget,
            used_s=0.0,
            target_s=thinking.budget.target_s,
            fault=thinking.fault,
        )
        found.append(PlannedTurn(policy=policy, record=record))
    return found


class Curves:
    """Curves of all policies by game and control, kept once they are made; one set is made at a time."""

    def __init__(self) -> None:
        """Make nothing yet."""
        self._kept: OrderedDict[tuple[str, str], list[SpendingCurve]] = OrderedDict()
        self._making = threading.Lock()
        self._waiting = 0

    def of(self, question: Question) -> list[SpendingCurve]:
        """Return the curves for a control; a StateError says that too many others wait for theirs."""
        key = question.game, str(question.time_control)
        if key in self._kept:
            return self._kept[key]
        if self._waiting >= MOST_WAITING:
            raise StateError(f"at most {MOST_WAITING} sets of curves are made at once, got one more")
        self._waiting += 1
        try:
            with self._making:
                if key not in self._kept:
                    self._kept[key] = _curves(question)
                    while len(self._kept) > MOST_CURVES:
                        self._kept.popitem(last=False)
                return self._kept[key]
        finally:
            self._waiting -= 1


def _curves(question: Question) -> list[SpendingCurve]:
    managers = {
        policy: partial(make_manager, policy, {}, overhead=NO_CONNECTION)
        for policy in question.played_game.policies()
    }
    return spending_curves(managers, question.time_control, game=question.game)
