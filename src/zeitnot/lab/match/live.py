"""Live file: how a match under way tells other processes its turns, and hears their wishes.

It lies beside the run as long as the match is played. A turn costs some tens of microseconds in the process
that keeps the games, and nothing in those that play them. Its lock is held by the process of the match: a
file that nobody holds was left behind by a match that was killed. It has a fixed place for the wish of a
page, one for the state of the match, and one for each game under way; nobody waits for anybody, and a
reader that meets a half-written place reads it again.
"""

import fcntl
import json
import os
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

from zeitnot.errors import DataError, StateError
from zeitnot.lab.closing import Closing
from zeitnot.lab.fleet.work_queue import Event, Finished, Lost, Moved, Planned
from zeitnot.turns import from_json_form, to_json_form
from zeitnot.untrusted import parse_json

LIVE_SUFFIX = ".live"
"""Suffix of live files."""
PLACE = 16 << 10
"""Bytes of the place of one game: the longest chess game that referees allow has a third of it."""
MOST_GAMES = 64
"""Games that are told at once; a match of more shows these."""
_WISH = 16
_HEAD = 17
"""Characters before the content of a place: its checksum and its length."""


class Wish(Enum):
    """What somebody who watches wants a match to do."""

    GO_ON = "go on"
    PAUSE = "pause"
    """Games under way are played to their end, and no new one is begun."""
    STOP = "stop"
    """As Ctrl-C: games under way are given up, and `zeitnot resume` plays them again."""


class LiveState(Enum):
    """What a match is doing."""

    PLAYING = "playing"
    PAUSING = "pausing"
    """The last games are played before a pause."""
    PAUSED = "paused"
    STOPPING = "stopping"


@dataclass(frozen=True, slots=True, kw_only=True)
class LivePlan:
    """The time that a side was granted on a turn."""

    target_s: float
    """Soft target; infinite for an engine on its own clock."""
    limit_s: float
    """Hard limit; infinite for an engine on its own clock."""
    price_per_s: float | None
    """What a second costs; None where the policy has no price."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveTurn:
    """The last turn of a side."""

    plan: LivePlan
    """What it was granted, the target as it was in the end."""
    used_s: float
    """Time used by the referee's clock."""
    reason: str
    """What ended its search."""
    note: str
    """The same in the policy's words; empty where it has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveGame:
    """A game under way."""

    number: int
    """Number of the game in its match, from 0."""
    seat: int
    """Seat that is to move."""
    left_s: tuple[float, float] | None
    """The clocks by seat when the turn began; None before the first move."""
    at_s: float
    """When the turn began, in seconds since 1970."""
    plan: LivePlan | None = None
    """What the side to move was granted; None before it is known."""
    turns: tuple[LiveTurn | None, LiveTurn | None] = (None, None)
    """The last turn of each seat."""
    text: str | None = ""
    """Moves after the opening, one per line; None if they do not fit into the place of a game."""

    @property
    def moves(self) -> tuple[str, ...]:
        """Moves after the opening, as far as they are known."""
        return tuple(self.text.splitlines()) if self.text else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveHead:
    """The match itself."""

    state: LiveState
    """What it is doing."""
    finished: int
    """Games that the run has."""
    notes: int
    """Games that were lost by no fault of their players."""


class LiveFile(Closing):
    """Written by the match; whatever is wrong with the file, the match goes on."""

    def __init__(self, run: Path, *, finished: int, now_s: Callable[[], float] = time.time) -> None:
        """Begin anew, without a wish."""
        self.path = live_path(run)
        self._now_s = now_s
        self._state, self._finished, self._lost = LiveState.PLAYING, finished, 0
        self._games: dict[int, LiveGame] = {}
        self._ply: dict[int, int] = {}
        self._places: dict[int, int] = {}
        self._fd = -1
        with suppress(OSError):
            flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
            self._fd = os.open(self.path, flags, 0o600)
            # Readers share the lock for an instant, to see whether they can. So does the match until the
            # file is ready: a wish that came before would be lost.
            fcntl.flock(self._fd, fcntl.LOCK_SH)
            os.ftruncate(self._fd, 0)
            os.pwrite(self._fd, bytes(_WISH), 0)
            fcntl.flock(self._fd, fcntl.LOCK_EX)
        self._tell_head()

    def close(self) -> None:
        """Take the file away: the match is over."""
        if self._fd >= 0:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)
            os.close(self._fd)
            self._fd = -1

    @property
    def wish(self) -> Wish:
        """What is wanted of the match."""
        if self._fd < 0:
            return Wish.GO_ON
        with suppress(OSError, ValueError):
            return Wish(os.pread(self._fd, _WISH, 0).rstrip(b"\0").decode("ascii"))
        return Wish.GO_ON

    def look(self) -> Wish:
        """Return the wish, and tell that it was heard."""
        wish = self.wish
        state = LiveState.PLAYING
        if wish is Wish.PAUSE:
            state = LiveState.PAUSING if self._games else LiveState.PAUSED
        elif wish is Wish.STOP:
            state = LiveState.STOPPING
        if state is not self._state:
            self._state = state
            self._tell_head()
        return wish

    def saw(self, event: Event) -> None:
        """Write an event of the match into the file."""
        match event:
            case Planned():
                self._planned(event)
            case Moved():
                self._moved(event)
            case Finished(game=game):
                self._finished += 1
                self._ended(game.number)
            case Lost():
                self._lost += 1
                self._ended(event.number)

    def _planned(self, event: Planned) -> None:
        now = self._games.get(event.number)
        plan = LivePlan(target_s=event.target_s, limit_s=event.limit_s, price_per_s=event.price_per_s)
        self._tell(
            LiveGame(
                number=event.number,
                seat=event.seat,
                left_s=None if now is None else now.left_s,
                at_s=self._now_s() if now is None or now.left_s is None else now.at_s,
                plan=plan,
                turns=(None, None) if now is None else now.turns,
                text="" if now is None else now.text,
            )
        )

    def _moved(self, event: Moved) -> None:
        now = self._games.get(event.number)
        if event.ply <= self._ply.get(event.number, -1):
            now = None  # begun anew, because the machine had stopped
        self._ply[event.number] = event.ply
        before = "" if now is None else now.text
        plan = LivePlan(target_s=event.target_s, limit_s=event.limit_s, price_per_s=event.price_per_s)
        turn = LiveTurn(plan=plan, used_s=event.used_s, reason=event.reason, note=event.note)
        turns = (None, None) if now is None else now.turns
        self._tell(
            LiveGame(
                number=event.number,
                seat=1 - event.seat,
                left_s=event.left_s,
                at_s=self._now_s(),
                turns=(turn, turns[1]) if event.seat == 0 else (turns[0], turn),
                text=None if before is None else f"{before}{event.move}\n",
            )
        )

    def _tell(self, game: LiveGame) -> None:
        if game.number not in self._places:
            free = next((each for each in range(MOST_GAMES) if each not in self._places.values()), None)
            if free is None:
                return
            self._places[game.number] = free
        self._games[game.number] = game
        place = 1 + self._places[game.number]
        if not self._write(place, _packed(game)):
            self._write(place, _packed(replace(game, text=None)))

    def _ended(self, number: int) -> None:
        self._games.pop(number, None)
        self._ply.pop(number, None)
        place = self._places.pop(number, None)
        if place is not None:
            self._write(1 + place, b"null")
        self._tell_head()

    def _tell_head(self) -> None:
        self._write(0, _packed(LiveHead(state=self._state, finished=self._finished, notes=self._lost)))

    def _write(self, place: int, content: bytes) -> bool:
        """Write a place; False if it does not fit."""
        head = f"{zlib.crc32(content):08x}{len(content):9d}".encode()
        if len(head) + len(content) > PLACE:
            return False
        if self._fd >= 0:
            with suppress(OSError):
                os.pwrite(self._fd, head + content, _WISH + place * PLACE)
        return True


def _packed(value: LiveGame | LiveHead) -> bytes:
    return json.dumps(to_json_form(value), separators=(",", ":")).encode()


@dataclass(slots=True, kw_only=True)
class LiveReader:
    """Reads the live file of a run again and again; places that did not change are not read twice."""

    run: Path
    """The run."""
    head: LiveHead | None = None
    """The match as it was last read."""
    games: dict[int, LiveGame] = field(default_factory=dict)
    """Games under way by number."""
    _seen: dict[int, bytes] = field(default_factory=dict)
    _numbers: dict[int, int] = field(default_factory=dict)

    def look(self) -> bool:
        """Read what changed; return whether there is a live file."""
        try:
            fd = os.open(live_path(self.run), os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        except OSError:
            self.head, self.games = None, {}
            self._seen.clear()
            self._numbers.clear()
            return False
        try:
            for place in range(1 + MOST_GAMES):
                head = os.pread(fd, _HEAD, _WISH + place * PLACE)
                if len(head) < _HEAD:
                    break
                if self._seen.get(place) != head:
                    self._take(fd, place, head)
        finally:
            os.close(fd)
        return True

    def _take(self, fd: int, place: int, head: bytes) -> None:
        """Read a place; one that is being written is read again the next time."""
        try:
            length = int(head[8:])
            content = os.pread(fd, max(0, min(length, PLACE)), _WISH + place * PLACE + _HEAD)
            if len(content) != length or f"{zlib.crc32(content):08x}".encode() != head[:8]:
                return
            form = parse_json(content.decode(), what="a live file")
            if place == 0:
                self.head = from_json_form(LiveHead, form)
            else:
                self._take_game(place, None if form is None else from_json_form(LiveGame, form))
        except (ValueError, OSError, DataError):
            return
        self._seen[place] = head

    def _take_game(self, place: int, game: LiveGame | None) -> None:
        before = self._numbers.pop(place, None)
        if before is not None and (game is None or game.number != before):
            self.games.pop(before, None)
        if game is not None:
            self._numbers[place] = game.number
            self.games[game.number] = game


def live_path(run: Path) -> Path:
    """Return the path of the live file of a run."""
    return run.with_suffix(LIVE_SUFFIX)


def is_live(run: Path) -> bool | None:
    """Return whether a match is being played into a run; None without a live file, False after a kill."""
    try:
        fd = os.open(live_path(run), os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(fd)  # which gives the lock back
    return False


def send_wish(run: Path, wish: Wish) -> None:
    """Ask the match that plays into a run to pause, go on or stop; it responds within half a second."""
    if not is_live(run):
        raise StateError(f"a wish must be for a match that is being played, got {run.stem!r}")
    try:
        fd = os.open(live_path(run), os.O_WRONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError as error:
        raise StateError(f"a wish must be for a match of one's own, got {run.stem!r}") from error
    try:
        os.pwrite(fd, wish.value.encode().ljust(_WISH, b"\0"), 0)
    finally:
        os.close(fd)
