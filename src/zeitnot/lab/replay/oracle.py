"""Oracle: the best spending of a clock over recorded turns, by one who knows what each second would bring."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zeitnot.clocks import Clock, DelayKind, Stage, TimeControl
from zeitnot.errors import SettingError
from zeitnot.games import Stop

ORACLE = "oracle"
"""Its name among the policies of a replay."""
CELLS = 4000
"""Parts that the time of a game is counted in. A turn's time is rounded down to them, so that nobody who
knows less can lose less."""
_MOST_PERIODS = 2
"""Overtime periods that are considered: what they buy is far below their price long before."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class OracleGame:
    """The best spending of one game."""

    stops: tuple[Stop, ...]
    """Where each turn stops."""
    penalty_pts: int
    """Points for the overtime that it buys."""
    given_s: float
    """Time that the clock has given by the last turn, bought time included."""

    @property
    def left_s(self) -> float:
        """Time left on the clock after the last turn; free time that a delay gives is not counted."""
        return max(0.0, self.given_s - self.used_s)

    @property
    def used_s(self) -> float:
        """Time of all turns."""
        return sum(stop.used_s for stop in self.stops)

    @property
    def cost(self) -> float:
        """Lost in all: by moves and overtime."""
        return sum(stop.loss for stop in self.stops) + self.penalty_pts


class Oracle:
    """Spends one clock over any turns.

    It minimises the sum of the losses over all ways to stop each turn that never use more than the clock
    has given so far, by dynamic programming over the time used.
    """

    def __init__(self, control: TimeControl) -> None:
        """Take a control whose time does not depend on how it is used: no byoyomi, no hourglass."""
        if not has_oracle(control):
            raise SettingError(f"an oracle needs a clock without byoyomi or hourglass, got {str(control)!r}")
        self._control = control

    def play(self, turns: Sequence[Sequence[Stop]]) -> OracleGame:
        """Choose where each turn stops; the least that a turn can do is free."""
        given_s = _given_s(self._control, len(turns))
        best = OracleGame(stops=self._best(turns, given_s), penalty_pts=0, given_s=float(given_s[-1]))
        overtime = self._control.overtime
        for periods in range(1, 1 + (_MOST_PERIODS if overtime else 0)):
            penalty_pts = periods * overtime.points if overtime else 0
            if best.cost > penalty_pts:  # else it could not even save what it costs
                more_s = given_s + periods * (overtime.period_s if overtime else 0.0)
                bought = OracleGame(
                    stops=self._best(turns, more_s), penalty_pts=penalty_pts, given_s=float(more_s[-1])
                )
                best = min(best, bought, key=lambda game: game.cost)
        return best

    def _best(self, turns: Sequence[Sequence[Stop]], given_s: Floats) -> tuple[Stop, ...]:
        """Return the best stops; `given_s` is what the clock has given by the end of each turn."""
        cell_s = max(float(given_s[-1]) / CELLS, 1e-9)
        lost = np.full(CELLS + 1, np.inf)
        lost[0] = 0.0
        chosen = np.zeros((len(turns), CELLS + 1), dtype=np.int16)
        charges = []
        for number, stops in enumerate(turns):
            stage = self._stage(number)
            most = min(CELLS, int(given_s[number] / cell_s))
            charge = [int(max(0.0, stop.used_s - stage.delay_s) / cell_s) for stop in stops]
            charge[0] = 0
            charges.append(charge)
            after = np.full(CELLS + 1, np.inf)
            for place, (stop, cells) in enumerate(zip(stops, charge, strict=True)):
                # Bronstein's delay is given back only after the turn.
                late = stage.delay_kind is DelayKind.BRONSTEIN and place > 0
                room = max(0, most + 1 - (int(stop.used_s / cell_s) if late else cells))
                there, here = lost[:room] + stop.loss, slice(cells, cells + room)
                better = there < after[here]
                after[here][better] = there[better]
                chosen[number, here][better] = place
            lost = after
        used = int(np.argmin(lost))
        ways: list[Stop] = []
        for number in reversed(range(len(turns))):
            place = int(chosen[number, used])
            ways.append(turns[number][place])
            used -= charges[number][place]
        return tuple(reversed(ways))

    def _stage(self, turn: int) -> Stage:
        """Return the stage that a turn is played in."""
        stages, first = self._control.stages, 0
        for stage in stages[:-1]:
            first += stage.moves or 0
            if turn < first:
                return stage
        return stages[-1]


def has_oracle(control: TimeControl) -> bool:
    """Return whether the best spending of this clock can be told."""
    return bool(control.stages) and control.byoyomi is None and not control.hourglass


def _given_s(control: TimeControl, turns: int) -> Floats:
    """Return what the clock has given by the end of each turn, before what that turn earns."""
    clock = Clock(control)
    given = []
    for _ in range(turns):
        given.append(clock.remaining_s)
        clock.spend(0.0)
    return np.array(given)
