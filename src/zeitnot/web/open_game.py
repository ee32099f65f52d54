"""OpenGame: a game in play, with its file, its watchers, and the thread of the engine's turn."""

import json
import logging
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from zeitnot.atomic_file import write_atomically
from zeitnot.errors import DataError, SettingError
from zeitnot.games import TICK_S, Background, HumanGame
from zeitnot.turns import error_words

_LOG = logging.getLogger("zeitnot")

ACTIONS = ("move", "challenge", "take_back", "hint", "draw", "resign", "hurry")
"""What a page can ask for."""
CLOCK_S = 1.0
"""Time between two reports of the clocks while the human thinks: pages tick by themselves."""
QUIET_S = 15.0
"""Longest silence: a page that has gone is noticed by it."""
MOST_TEXT = 200
"""Characters of a move."""


class OpenGame:
    """One game that pages watch and steer. The clock runs while at least one page shows the game.

    Every change is in the file before anybody is told of it.
    """

    def __init__(self, game: HumanGame, path: Path) -> None:
        """Take a game and its file; nothing runs before a page watches."""
        self._game = game
        self._path = path
        self._lock = threading.RLock()
        self._watchers: set[object] = set()
        self.is_closed = False
        self._search: Background[Any] | None = None
        self._thinks = False
        self._fault = ""
        self.version = 0
        self.seen_s = time.monotonic()

    @property
    def is_idle(self) -> bool:
        """Whether nobody watches and no engine thinks, so that the game can be closed."""
        return not self._watchers and not self._thinks

    @property
    def news_s(self) -> float:
        """Time until a page that shows the game should hear of clocks and search again."""
        if self._thinks:
            return TICK_S
        return QUIET_S if self._game.is_over else CLOCK_S

    def keep(self) -> None:
        """Write the file."""
        write_atomically(self._path, self._game.text(), rule="a game must be kept in")

    def enter(self, watcher: object) -> None:
        """Take a watcher; the clock runs, and the engine thinks if it is its turn.

        A closed game takes nobody: it may have been read again from its file.
        """
        with self._lock:
            if self.is_closed:
                return
            self._watchers.add(watcher)
            self._game.start_clock()
            self._go_on()

    def leave(self, watcher: object) -> None:
        """Let a watcher go; the last one stops the clock, unless the engine thinks."""
        with self._lock:
            if watcher not in self._watchers:
                return
            self._watchers.remove(watcher)
            self.seen_s = time.monotonic()
            if self.is_idle:
                self._rest()

    def act(self, action: str, *, text: str = "", ply: int) -> Mapping[str, str]:
        """Do what a page asks for and return what to say; a DataError says why it cannot be done."""
        if action not in ACTIONS or len(text) > MOST_TEXT:
            raise DataError(f"an action must be one of {', '.join(ACTIONS)}, got {action[:40]!r}")
        with self._lock:
            if self.is_closed:
                raise DataError("The game was closed for another one; try again.")
            self._look_at_clock()
            if ply != self._game.ply:
                raise DataError("The game has gone on meanwhile; look at the board again.")
            if action not in self._game.can():
                raise DataError("That is not possible now.")
            self._game.start_clock()  # it stands while no page shows the game
            try:
                said = self._done(action, text)
            finally:
                if self.is_idle:
                    self._game.stop_clock()
            changes = action not in {"hint", "hurry"}
            if changes:
                self._changed()
            self._go_on()
        if changes and self._fault:
            raise SettingError(self._fault)
        return said

    def preview(self, text: str) -> str:
        """Return what a move would do; a DataError says why it cannot be made."""
        with self._lock:
            if len(text) > MOST_TEXT or "move" not in self._game.can():
                raise DataError("That is not possible now.")
            return self._game.preview(text)

    def state(self) -> str:
        """Return everything that a page shows, as JSON."""
        with self._lock:
            self._look_at_clock()
            form = {**asdict(self._game.view()), "fault": self._fault, "version": self.version}
        return json.dumps(form, separators=(",", ":"))

    def live(self) -> str:
        """Return what changes while somebody thinks: the clocks, the plan and the search; JSON."""
        with self._lock:
            self._look_at_clock()
            view = self._game.view()
            plan = None if view.plan is None else asdict(view.plan)
            form = {"seats": [asdict(seat) for seat in view.seats], "plan": plan, "live": view.live}
        return json.dumps(form, separators=(",", ":"))

    def text(self) -> str:
        """Return the text of a finished game; one that goes on would show what its player must not see."""
        with self._lock:
            if not self._game.is_over:
                raise DataError("a game must be over before its text is shown, got one that goes on")
            return self._game.text()

    def close(self) -> None:
        """End the running search, if any, and keep the game."""
        search = self._search
        if search is not None:
            search.end()
        with self._lock:
            self.is_closed = True
            self._rest()

    def _rest(self) -> None:
        self._game.stop_clock()
        if not self._game.is_over:
            self._try_to_keep()

    def _done(self, action: str, text: str) -> Mapping[str, str]:
        game = self._game
        if action == "move":
            game.play(text)
        elif action == "challenge":
            return {"words": game.challenge()}
        elif action == "take_back":
            game.take_back()
            return {"words": "Taken back: your last move and the answer to it."}
        elif action == "hint":
            hint = game.hint()
            return {"words": hint.words, "hint": hint.move}
        elif action == "draw":
            return {"words": "" if game.offer_draw() else "The engine plays on."}
        elif action == "resign":
            game.resign()
            self._stop_search()
        else:
            self._stop_search()
        return {"words": ""}

    def _stop_search(self) -> None:
        if self._search is not None:
            self._search.stop()

    def _look_at_clock(self) -> None:
        """End the game when a flag has fallen."""
        if not self._game.is_over and self._game.flag_fell():
            self._stop_search()
            self._changed()

    def _changed(self) -> None:
        self._try_to_keep()
        self.version += 1

    def _try_to_keep(self) -> None:
        try:
            self.keep()
            self._fault = ""
        except SettingError as error:
            self._fault = str(error)

    def _go_on(self) -> None:
        """Let the engine think if it is its turn."""
        game = self._game
        if self._thinks or game.is_over or game.is_humans_turn or not self._watchers:
            return
        self._thinks = True
        threading.Thread(target=self._engine_turn, name="engine's turn", daemon=True).start()

    def _engine_turn(self) -> None:
        search = None
        with self._faults_shown():
            with self._lock:
                self._search = search = self._game.begin_search()
                self.version += 1
                if search is None:  # the move is made
                    self._end_turn(None)
                    return
            while not search.is_done_within(TICK_S):
                with self._lock:
                    self._look_at_clock()
        self._end_turn(search)

    def _end_turn(self, search: Background[Any] | None) -> None:
        """Make the engine's move and end its thinking at once: the next move may come at any moment."""
        with self._lock:
            with self._faults_shown():
                if search is not None:
                    self._game.end_search(search)
            self._search, self._thinks = None, False
            fault = self._fault
            self._changed()
            self._fault = self._fault or fault
            if not self._watchers:
                self._rest()

    @contextmanager
    def _faults_shown(self) -> Iterator[None]:
        """Show what fails in the block, and keep the game."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 (an engine that fails is shown, and the game is kept)
            _LOG.warning("the engine's turn failed: %s", error_words(error))
            with self._lock:
                self._fault = f"the engine's turn failed: {error_words(error)}"
                self._game.stop_clock()
