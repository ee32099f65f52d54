"""Background turn: a player's turn in a thread, so that clocks are updated and ^C is noticed."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from types import TracebackType

from zeitnot.scrabble.endgame import EndgameState
from zeitnot.scrabble.simulation import SimulationState
from zeitnot.scrabble.turn_timer import TurnTimer, WorkRates
from zeitnot.scrabble.turn_work import Choice, OnState

Choose = Callable[[TurnTimer, OnState], Choice]
"""Asks a player for its move, with a timer and a progress callback."""


STOP_S = 2.0
"""Longest wait for a stopped search; it usually takes milliseconds."""


class BackgroundTurn:
    """One turn of a player, started at once; its progress can be read and it can be stopped.

    Use it in a `with`: the search does not outlive it, whatever interrupts.
    """

    def __init__(self, choose: Choose, rates: WorkRates | None = None) -> None:
        """Start the turn with the player's work rates."""
        self.state: SimulationState | EndgameState | None = None
        self._timer = TurnTimer(rates)
        self._choice: Future[Choice] = Future()

        def think() -> None:
            try:
                self._choice.set_result(choose(self._timer, self._look))
            except BaseException as error:  # noqa: BLE001 (raised again in `result`)
                self._choice.set_exception(error)

        # A daemon thread, so that a search never keeps the program from exiting.
        threading.Thread(target=think, daemon=True).start()

    def __enter__(self) -> "BackgroundTurn":
        """Return the turn, which is already running."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop and wait: the interpreter must not exit while native code runs in a thread."""
        self.stop()
        wait([self._choice], timeout=STOP_S)

    def is_done_within(self, time_s: float) -> bool:
        """Wait up to `time_s` and return whether the move is found."""
        return bool(wait([self._choice], timeout=time_s).done)

    def stop(self) -> None:
        """Stop the search; the best move found so far is played."""
        self._timer.stop()

    def result(self) -> Choice:
        """Wait for the move; an exception from the search is raised here."""
        return self._choice.result()

    def _look(self, state: SimulationState | EndgameState) -> None:
        self.state = state
