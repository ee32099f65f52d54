"""LiveFeed: what happens in a match, as server-sent events for everybody who watches it.

One loop for each run that is watched reads its live file; what changed is put into words once and goes to all
watchers. A watcher that does not keep up gets the whole picture again instead of a growing queue.
"""

import asyncio
import json
import math
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from zeitnot.errors import ZeitnotError
from zeitnot.games import FollowedBoard
from zeitnot.lab import LiveGame, LivePlan, LiveReader, LiveTurn, MatchPlan, is_live
from zeitnot.report import reason_words
from zeitnot.web.match_view import Parts, match_parts, names_of
from zeitnot.web.run_state import RunState, run_state
from zeitnot.web.run_summary import RunSummary, run_summary

TICK_S = 0.1
"""Time between two looks at a live file: an event is on its way to the page this much later at most."""
LIFE_S = 1.0
"""Time between two looks whether the match is still alive, and whether the run has changed otherwise."""
SHARE = 10.0
"""Standings are made anew after this many times what it took the last time: a long run is read less often."""
BEAT_S = 15.0
"""Time between two signs of life: a watcher that has gone is noticed by them."""
MOST_WATCHERS = 200
"""Watchers of all runs together."""
_QUEUED = 20
"""Messages that wait for a slow watcher before it gets the whole picture again."""
_Form = dict[str, Any]


@dataclass(slots=True)
class _FollowedGame:
    """A game under way with its board."""

    board: FollowedBoard | None
    moves: tuple[str, ...] = ()
    form: _Form = field(default_factory=dict)


class LiveFeed:
    """The feed of one run."""

    def __init__(self, run: Path, plan: MatchPlan) -> None:
        """Read nothing before somebody watches."""
        self._run = run
        self._plan = plan
        self._names = names_of(plan)
        self._reader = LiveReader(run=run)
        self._games: dict[int, _FollowedGame] = {}
        self._told: dict[int, LiveGame] = {}
        self._state = RunState(word="stopped")
        self._due_s = -math.inf
        self._picture, self._drawn_s = b"", -math.inf
        self._parts: Parts = {}
        self._stamp: tuple[int, int] = (0, 0)
        self.watchers = 0
        """How many watch."""
        self._watchers: set[asyncio.Queue[bytes | None]] = set()
        self._task: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()

    async def events(self) -> AsyncIterator[bytes]:
        """Yield messages for one watcher: the whole picture first, then what changes."""
        queue: asyncio.Queue[bytes | None] = asyncio.Queue(_QUEUED)
        self.watchers += 1
        try:
            if self._task is None:
                self._task = asyncio.create_task(self._follow())
            await self._ready.wait()
            whole = self._whole()
            self._watchers.add(queue)  # what comes from now on is not in the picture
            yield whole
            while True:
                message = await queue.get()
                yield self._whole() if message is None else message
        finally:
            self._watchers.discard(queue)
            self.watchers -= 1
            if not self.watchers and self._task is not None:
                self._task.cancel()
                self._task = None
                self._ready.clear()

    async def _follow(self) -> None:
        """Look again and again; what takes longer, the standings, does not hold up the moves."""
        await self._match_form()
        self._changed_games()
        self._ready.set()
        await asyncio.gather(self._follow_games(), self._follow_match(), self._beat())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            self._send(b": still here\n\n")

    async def _follow_games(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            games, gone = self._changed_games()
            if games or gone:
                self._send(_message({"games": games, "gone": gone}))

    async def _follow_match(self) -> None:
        looked_s, head = time.monotonic(), self._reader.head
        while True:
            await asyncio.sleep(TICK_S)
            if time.monotonic() - looked_s < LIFE_S and self._reader.head == head:
                continue
            looked_s, head = time.monotonic(), self._reader.head
            form = await self._match_form()
            if form:
                self._send(_message(form))

    async def _match_form(self) -> _Form:
        """Return what has changed about the match as a whole."""
        form: _Form = {}
        state = run_state(self._run, await run_in_threadpool(run_summary, self._run), self._reader.head)
        if state != self._state:
            self._state = state
            form["state"] = _state_form(state)
        began_s = time.monotonic()
        if began_s < self._due_s:
            return form
        with suppress(OSError):
            status = self._run.stat()
            if (status.st_mtime_ns, status.st_size) != self._stamp:
                self._stamp = status.st_mtime_ns, status.st_size
                form |= await self._parts_form()
                self._due_s = began_s + SHARE * (time.monotonic() - began_s)
        return form

    async def _parts_form(self) -> _Form:
        try:
            parts = await run_in_threadpool(match_parts, self._run)
        except ZeitnotError:  # it is read again when it has changed
            return {}
        changed = {name: str(html) for name, html in parts.items() if self._parts.get(name) != html}
        self._parts = parts
        return {"parts": changed} if changed else {}

    def _changed_games(self) -> tuple[list[_Form], list[int]]:
        self._reader.look()
        alive = self._reader.games if is_live(self._run) else {}
        gone = [number for number in self._told if number not in alive]
        for number in gone:
            del self._told[number]
            self._games.pop(number, None)
        forms = []
        for number, game in alive.items():
            if self._told.get(number) is not game and 0 <= number < self._plan.numbers:
                self._told[number] = game
                forms.append(self._game_form(game))
        return forms, gone

    def _game_form(self, game: LiveGame) -> _Form:
        """Return a game as the page draws it; the board only if it has changed."""
        order = self._plan.order(game.number)
        moves = game.moves
        followed = self._games.get(game.number)
        if followed is None or moves[: len(followed.moves)] != followed.moves:
            board = self._plan.played_game.followed_board(self._plan, order)
            followed = self._games[game.number] = _FollowedGame(board)
        board_form = _followed(followed, moves)
        form: _Form = {
            "number": game.number + 1,
            "seat": game.seat,
            "names": [self._names[side] for side in order.sides],
            "colours": [side % 8 for side in order.sides],
            "left": None if game.left_s is None else [_finite(each) for each in game.left_s],
            "at": game.at_s,
            "ticks": self._plan.work_per_s is None,
            "plan": None if game.plan is None else self._plan_form(game.plan),
            "turns": [None if turn is None else self._turn_form(turn) for turn in game.turns],
        }
        followed.form = {**form, **(board_form or {key: followed.form.get(key) for key in ("grid", "ply")})}
        return {**form, **board_form}

    def _turn_form(self, turn: LiveTurn) -> _Form:
        reason = reason_words(turn.reason)
        return {
            **self._plan_form(turn.plan),
            "used": round(turn.used_s, 4),
            "reason": f"{reason} ({turn.note[:200]})" if turn.note else reason,
        }

    def _plan_form(self, plan: LivePlan) -> _Form:
        price, unit = plan.price_per_s, self._plan.played_game.losses.unit
        return {
            "target": _finite(plan.target_s),
            "limit": _finite(plan.limit_s),
            "price": "" if price is None else f"a second costs {price:.2g} {unit}",
        }

    def _whole(self) -> bytes:
        """Return everything there is to know now; many who ask at once get the same."""
        now_s = time.monotonic()
        if now_s - self._drawn_s < TICK_S:
            return self._picture
        self._drawn_s = now_s
        self._picture = _message(
            {
                "whole": True,
                "state": _state_form(self._state),
                "parts": {name: str(html) for name, html in self._parts.items()},
                "games": [followed.form for followed in self._games.values() if followed.form],
            }
        )
        return self._picture

    def _send(self, message: bytes) -> None:
        self._drawn_s = -math.inf
        for queue in self._watchers:
            try:
                queue.put_nowait(message)
            except asyncio.QueueFull:
                while not queue.empty():
                    queue.get_nowait()
                queue.put_nowait(None)


def _followed(followed: _FollowedGame, moves: tuple[str, ...]) -> _Form:
    """Play what is new on the board, and return the position; nothing if it is the same."""
    if followed.board is None or (len(moves) == len(followed.moves) and followed.form):
        return {}
    for move in moves[len(followed.moves) :]:
        with suppress(ZeitnotError):  # a record may hold a move that cannot be drawn
            followed.board.play(move)
    followed.moves = moves
    grid = followed.board.grid()
    return {
        "grid": {"look": grid.look, "rows": grid.rows, "marked": grid.marked, "words": grid.words},
        "ply": len(moves),
    }


def _state_form(state: RunState) -> _Form:
    return {"word": state.word, "text": state.text, "wishes": state.wishes}


def _finite(seconds: float) -> float | None:
    return round(seconds, 4) if math.isfinite(seconds) else None


def _message(form: _Form) -> bytes:
    return f"data: {json.dumps({**form, 'now': time.time()}, separators=(',', ':'))}\n\n".encode()


class Feeds:
    """The feeds of all runs that are watched."""

    def __init__(self) -> None:
        """Nobody watches yet."""
        self._feeds: dict[Path, LiveFeed] = {}

    def feed(self, run: Path, summary: RunSummary) -> LiveFeed:
        """Return the feed of a run; there is one for all who watch it."""
        self._feeds = {path: feed for path, feed in self._feeds.items() if feed.watchers}
        if sum(feed.watchers for feed in self._feeds.values()) >= MOST_WATCHERS:
            raise HTTPException(503)
        if run not in self._feeds:
            self._feeds[run] = LiveFeed(run, summary.plan)
        return self._feeds[run]
