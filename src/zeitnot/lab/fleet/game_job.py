"""GameJob: plays the games of a plan, and tells of every turn."""

from pathlib import Path

from zeitnot.lab.fleet.events import Begun, Event, Finished, Moved
from zeitnot.lab.fleet.worker import Tell
from zeitnot.lab.match.plan import MatchPlan
from zeitnot.lab.match.played import PlayedTurn
from zeitnot.lab.match.table import make_table

GRACE_S = 3.0
"""A game that was told to stop ends at its next turn, or with the process after so long."""


class GameJob:
    """Plays one game after the other at the same table."""

    def __init__(self, plan_text: str, *, hiccups_file: Path | None = None) -> None:
        """Take the plan as plain text, as a file would hold it, and the watch of this machine, if any."""
        self._plan = MatchPlan.from_json(plan_text)
        self._table = make_table(self._plan, hiccups_file=hiccups_file)

    def do(self, number: int, tell: Tell) -> Event:
        """Play a game."""

        def on_turn(turn: PlayedTurn, left_s: tuple[float, float]) -> None:
            record = turn.record
            tell(Moved(number=number, ply=record.ply, seat=turn.seat, move=record.move, left_s=left_s))

        def on_begin(seat: int) -> None:
            tell(Begun(number=number, seat=seat))

        return Finished(game=self._table.play(self._plan.order(number), on_turn, on_begin))

    def close(self) -> None:
        """Leave nothing behind."""
        self._table.close()
