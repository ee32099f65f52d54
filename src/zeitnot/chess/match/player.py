"""Chess players: what sits at a board in a match."""

from dataclasses import replace
from typing import Any, Protocol

from zeitnot.chess.background_search import BackgroundSearch
from zeitnot.chess.engine import Engine, PlayedMove, Reply, Request
from zeitnot.errors import StateError
from zeitnot.games import MatchTerms, Participant
from zeitnot.models import hosted_settings, make_manager
from zeitnot.policies import Host
from zeitnot.turns import NO_CONNECTION


class ChessPlayer(Protocol):
    """A player; a fault of its engine is an EngineFaultError."""

    def new_game(self, *, initial_s: float | None = None) -> None:
        """Forget the last game."""

    def think(self, request: Request, *, deadline_s: float) -> PlayedMove:
        """Choose a move; no later than the deadline, however badly it goes."""

    def ponder(self, request: Request) -> None:
        """Search on the opponent's time what comes after the expected reply; a hit or a miss follows."""

    def ponder_hit(self, *, reply_s: float, deadline_s: float) -> PlayedMove:
        """Choose a move after the expected reply came, `reply_s` into the pondering; the clock runs now."""

    def ponder_miss(self, *, reply_s: float) -> None:
        """Think no more of the expected reply: another came, or the game is over."""

    def close(self) -> None:
        """Leave nothing behind."""


class BuiltInPlayer:
    """The built-in engine under a policy.

    By the wall it ponders while the opponent thinks. In work time the sides work one after the other: it
    ponders once the opponent has moved, and gets the work that his turn took.
    """

    def __init__(self, participant: Participant, terms: MatchTerms) -> None:
        """Make the engine; it knows nothing of the machine yet."""
        self._work_time = terms.work_per_s is not None
        settings, overhead = settings_of(participant, terms), NO_CONNECTION if self._work_time else None
        self._engine = Engine(
            make_manager(participant.policy, settings, overhead=overhead),
            hash_mb=terms.hash_mb,
            threads=terms.threads,
            nodes_per_second=terms.work_per_s or 0.0,
        )
        self._expected: Request | None = None
        self._search: BackgroundSearch | None = None

    def new_game(self, *, initial_s: float | None = None) -> None:
        """Forget the last game."""
        self._engine.new_game()
        self._engine.manager.new_game(initial_s=initial_s)

    def think(self, request: Request, *, deadline_s: float) -> PlayedMove:
        """Choose a move; the native deadline, which no policy can move, comes long before this one."""
        return self._engine.think(request)

    def ponder(self, request: Request) -> None:
        """Search on the opponent's time."""
        if self._work_time:
            self._expected = request
        else:
            self._search = BackgroundSearch(self._engine, request)

    def ponder_hit(self, *, reply_s: float, deadline_s: float) -> PlayedMove:
        """Go on under the clock."""
        if self._expected is not None:
            request, self._expected = self._expected, None
            return self._engine.think(replace(request, reply=Reply(at_s=reply_s, expected=True)))
        search, self._search = self._search, None
        if search is None:
            raise StateError("a ponder hit ends pondering, got one without pondering")
        search.ponder_hit()
        return search.result()

    def ponder_miss(self, *, reply_s: float) -> None:
        """Stop; what the search learned stays in its table."""
        request, self._expected = self._expected, None
        if request is not None and reply_s > 0:
            self._engine.think(replace(request, reply=Reply(at_s=reply_s, expected=False)))
        if self._search is not None:
            self._search.end()
            self._search = None

    def close(self) -> None:
        """Nothing is left behind."""


def settings_of(participant: Participant, terms: MatchTerms) -> dict[str, Any]:
    """Return the settings of a participant's policy; one that plans otherwise when it ponders is told."""
    return hosted_settings(participant.policy, dict(participant.settings), Host(ponders=terms.ponder))
