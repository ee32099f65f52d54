"""Worker: a process that plays one game after the other, until nobody wants any more."""

import contextlib
import os
import signal
import threading
from multiprocessing.connection import Connection
from typing import Protocol

from zeitnot.errors import ZeitnotError
from zeitnot.lab.fleet.events import Event, Finished, Lost, Moved
from zeitnot.lab.match.plan import MatchPlan
from zeitnot.lab.match.played import PlayedTurn
from zeitnot.lab.match.table import Table, make_table

GRACE_S = 3.0
"""A game that was told to stop ends at its next turn, or with the process after so long."""


class Line(Protocol):
    """What joins a worker to its fleet; an EOFError or OSError is its end."""

    def recv(self) -> int | None:
        """Wait for the number of a game; None is the end of the work."""
        ...

    def send(self, event: Event, /) -> None:
        """Tell the fleet."""
        ...


class _StoppedError(Exception):
    """Ends a game that nobody waits for any more."""


def work(line: Connection, plan_text: str) -> None:
    """Play the games whose numbers come over the line; the end of the line is the end of the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started the match
    worker = Worker(line, MatchPlan.from_json(plan_text))
    try:
        worker.run()
    finally:
        worker.close()


class Worker:
    """Plays one game after the other, and hears meanwhile whether anybody still waits for them."""

    def __init__(self, line: Line, plan: MatchPlan) -> None:
        """Open nothing yet."""
        self._line = line
        self._plan = plan
        self._table: Table | None = None
        self._orders: list[int] = []
        self._changed = threading.Condition()
        self._stopped = False
        self._ended = threading.Event()

    def run(self) -> None:
        """Play until the end of the line."""
        threading.Thread(target=self._listen, name="orders", daemon=True).start()
        while (number := self._next_order()) is not None:
            event = self._played(number)
            if event is None or not self._tell(event):
                return

    def close(self) -> None:
        """Leave nothing behind."""
        self._ended.set()
        if self._table is not None:
            self._table.close()

    def _listen(self) -> None:
        """Take orders while a game is played, and notice at once when nobody is there any more."""
        while True:
            try:
                order = self._line.recv()
            except (EOFError, OSError):
                order = None
            with self._changed:
                if order is None:
                    self._stopped = True
                else:
                    self._orders.append(order)
                self._changed.notify_all()
            if order is None:
                break
        if not self._ended.wait(GRACE_S):  # in the middle of a long turn
            with contextlib.suppress(Exception):
                self.close()
            os._exit(1)

    def _next_order(self) -> int | None:
        with self._changed:
            self._changed.wait_for(lambda: self._orders or self._stopped)
            return None if self._stopped else self._orders.pop(0)

    def _played(self, number: int) -> Event | None:
        def on_turn(turn: PlayedTurn, left_s: tuple[float, float]) -> None:
            record = turn.record
            moved = Moved(number=number, ply=record.ply, seat=turn.seat, move=record.move, left_s=left_s)
            if self._stopped or not self._tell(moved):
                raise _StoppedError

        try:
            if self._table is None:
                self._table = make_table(self._plan)
            return Finished(game=self._table.play(self._plan.order(number), on_turn))
        except _StoppedError:
            return None
        except ZeitnotError as error:
            return Lost(number=number, words=str(error))

    def _tell(self, event: Event) -> bool:
        try:
            self._line.send(event)
        except (OSError, ValueError):
            return False
        return True
