"""Background turn: a player thinks in a thread, so that clocks are drawn meanwhile and ^C is heard."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from types import TracebackType

from zeitnot.scrabble.endgame import EndgameState
from zeitnot.scrabble.simulation import SimulationState
from zeitnot.scrabble.turn_timer import TurnTimer, WorkRates
from zeitnot.scrabble.turn_work import Choice, OnState

Choose = Callable[[TurnTimer, OnState], Choice]
"""Asks a player for its move, with the timer and the onlooker handed to it."""


STOP_S = 2.0
"""Longest wait for a search that was stopped: it takes milliseconds."""


class BackgroundTurn:
    """One turn of a player, begun at once; what it found so far can be looked at, and it can be stopped.

    Use it in a `with`: the search does not outlive it, whatever interrupts.
    """

    def __init__(self, choose: Choose, rates: WorkRates | None = None) -> None:
        """Begin; rates are those of the player."""
        self.state: SimulationState | EndgameState | None = None
        self._timer = TurnTimer(rates)
        self._choice: Future[Choice] = Future()

        def think() -> None:
            try:
                self._choice.set_result(choose(self._timer, self._look))
            except BaseException as error:  # noqa: BLE001 (it is raised where the move is waited for)
                self._choice.set_exception(error)

        # A daemon: whatever interrupts the end of the program, no search holds it up for long.
        threading.Thread(target=think, daemon=True).start()

    def __enter__(self) -> "BackgroundTurn":
        """Think on."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop, and wait for that: the interpreter must not end while native code runs in a thread of it."""
        self.stop()
        wait([self._choice], timeout=STOP_S)

    def is_done_within(self, time_s: float) -> bool:
        """Wait so long at most, and tell whether the move is there."""
        return bool(wait([self._choice], timeout=time_s).done)

    def stop(self) -> None:
        """Have it play what it has found."""
        self._timer.stop()

    def result(self) -> Choice:
        """Wait for the move; what went wrong is raised here."""
        return self._choice.result()

    def _look(self, state: SimulationState | EndgameState) -> None:
        self.state = state
