"""Served games: moves in the browser while the server is killed, and what its files say afterwards."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import chess
import chess.pgn

from benchmarks.season.figures import Found, Tally
from benchmarks.season.slices import Slice

PATIENCE_S = 60.0
LIVES = 4
"""Most servers that one game has."""
LONGEST_LIFE_S = 0.5
"""Longest that a server lives after the game is first shown."""
WISH = {"game": "chess", "clock": "depth 1", "book": "no"}


@dataclass(kw_only=True)
class Player:
    """Plays one game by the pages of a server, and remembers what it was told."""

    rng: Random
    folder: Path
    wish: dict[str, str] = field(default_factory=lambda: WISH)
    """What the page asks for."""
    address: str = ""
    told: dict[int, str] = field(default_factory=dict)
    """Moves by ply, from and to, that the server acknowledged or showed."""
    left_s: list[float] = field(default_factory=list)
    """What the clocks showed whenever the human was to move."""
    is_over: bool = False
    """Whether the game has ended."""
    on_told: Callable[[], object] = lambda: None
    """Called after every one of them, and whenever the human is to move."""

    def play(self, port: int) -> None:
        """Play on until the server is gone or the game is over."""
        if not self.address:
            status, self.address = _posted(port, "/play", self.wish)
            assert status == _BEGUN, status
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        try:
            connection.request("GET", f"{self.address}/events")
            for state in _turns(connection):
                ply = int(state["ply"])
                if ply:
                    self.told[ply - 1] = "".join(state["board"]["last"])
                self.left_s.extend(seat["left_s"] for seat in state["seats"] if seat["left_s"] is not None)
                self.on_told()
                if state["result"]:
                    self.is_over = True
                    return
                start, ends = self.rng.choice(sorted(state["board"]["targets"].items()))
                move = start + self.rng.choice(ends)
                if _posted(port, f"{self.address}/move", {"text": move, "ply": str(ply)})[0] == _DONE:
                    self.told[ply] = move[:4]
                    self.on_told()
        finally:
            connection.close()

    def lost(self) -> list[str]:
        """Return what was told and is not in the file."""
        kept = [move.uci()[:4] for move in self._kept().mainline_moves()]
        return [
            f"ply {ply}: {move} was told, the file has {kept[ply] if ply < len(kept) else 'nothing'}"
            for ply, move in self.told.items()
            if kept[ply : ply + 1] != [move]
        ]

    def _kept(self) -> chess.pgn.Game:
        if not self.address:
            return chess.pgn.Game()
        name = self.address.rpartition("/")[2]
        with (self.folder / "games" / f"{name}.pgn").open(encoding="utf-8") as file:
            game = chess.pgn.read_game(file)
        assert game is not None
        assert not game.errors
        return game


_DONE, _BEGUN = 200, 303


def served_games(work: Slice) -> Found:
    """Kill the server of a game again and again; every move that was told is in its file, and it goes on."""
    tally, rng = Tally(), work.rng
    for number in work.pieces():
        folder = work.folder / str(number)
        folder.mkdir()
        player = Player(rng=rng, folder=folder)
        for _ in range(LIVES):
            kill_one_server(player, tally, after_s=rng.uniform(0.0, LONGEST_LIFE_S))
            if player.is_over:
                break
        tally.counts["games"] += 1
        tally.counts["turns"] += len(player.told)
    return tally.found()


def kill_one_server(player: Player, tally: Tally, *, after_s: float) -> None:
    """Serve a game, kill the server in the middle, and compare its file with what was told."""
    with serving(player.folder) as (process, port):
        killer = threading.Timer(after_s, os.kill, (process.pid, signal.SIGKILL))
        player.on_told = partial(_start_once, killer)
        try:
            player.play(port)
        except (OSError, HTTPException):
            tally.faults["server killed in a game"] += 1
        finally:
            killer.cancel()
    lost = player.lost()
    tally.check(not lost, f"served game: {'; '.join(lost[:2])}")


def _start_once(thread: threading.Thread) -> None:
    if thread.ident is None:
        thread.start()


@contextmanager
def serving(
    folder: Path, environment: dict[str, str] | None = None
) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """Serve a folder in a process; yields it and its port."""
    command = [sys.executable, "-m", "zeitnot", "serve", str(folder), "--port", "0"]
    with subprocess.Popen(  # noqa: S603 (this program)
        command, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r":(\d+)/", process.stdout.readline())
            assert found is not None
            yield process, int(found[1])
        finally:
            process.kill()


def _posted(port: int, path: str, fields: dict[str, str]) -> tuple[int, str]:
    """Send a form; return the status, and where the answer leads to."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    form = {
        "content-type": "application/x-www-form-urlencoded",
        "origin": f"http://127.0.0.1:{port}",
    }
    try:
        connection.request("POST", path, body=urlencode(fields), headers=form)
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.headers.get("location", "")
    finally:
        connection.close()


def _turns(connection: HTTPConnection) -> Iterator[dict[str, Any]]:
    """Yield the states in which the human is to move, and the last one."""
    answer = connection.getresponse()
    event = ""
    while line := answer.readline().decode():
        if line.startswith("event: "):
            event = line.split()[1]
        elif line.startswith("data: ") and event == "state":
            state = json.loads(line.removeprefix("data: "))
            if state["result"] or "move" in state["can"]:
                yield state
                if state["result"]:
                    return
    raise ConnectionResetError("the server has gone")
