"""Match: two builds of the native module against each other, each in processes of its own."""

import multiprocessing
import queue
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path

from zeitnot.errors import DataError
from zeitnot.learning.evaluation_games import GameSettings, play_game, random_opening
from zeitnot.learning.evaluation_player import Choice, Player

MATCH_NODES = 10_000
"""Per move."""
MOST_PLIES = 400
"""A longer game is drawn."""


class RemotePlayer:
    """A player in a process of its own."""

    def __init__(self, *, nodes: int, build: Path | None) -> None:
        """Start the process."""
        context = multiprocessing.get_context("spawn")
        self._line, far_end = context.Pipe()
        self._process = context.Process(target=_serve, args=(far_end, nodes, build), daemon=True)
        self._process.start()
        far_end.close()  # so that the end of the process is the end of the line

    def new_game(self) -> None:
        """Forget the last game."""
        self._line.send(None)

    def choose(self, moves: list[str]) -> Choice:
        """Search the position after the moves."""
        try:
            self._line.send(moves)
            choice: Choice = self._line.recv()
        except (EOFError, OSError) as error:
            raise DataError(
                "a build must be a compiled native module that plays, got one that ended"
            ) from error
        return choice

    def close(self) -> None:
        """End the process."""
        self._line.close()
        self._process.join()


def _serve(line: "Connection", nodes: int, build: Path | None) -> None:
    player = Player(nodes=nodes, build=build)
    while True:
        try:
            moves = line.recv()
        except (EOFError, OSError):
            return
        if moves is None:
            player.new_game()
        else:
            line.send(player.choose(moves))


def play_match(
    new: Path | None,
    old: Path | None,
    *,
    games: int,
    nodes: int = MATCH_NODES,
    seed: int = 1,
    processes: int = 1,
) -> Iterator[int]:
    """Play pairs of games of two builds, None being the installed one; yield the new one's half points."""
    for build in (new, old):
        if build is not None and not build.is_file():
            raise DataError(f"a build must be a compiled native module, got {str(build)!r}")
    settings = GameSettings(nodes=nodes, most_plies=MOST_PLIES)
    spare: queue.SimpleQueue[tuple[RemotePlayer, RemotePlayer]] = queue.SimpleQueue()
    tables = [
        (RemotePlayer(nodes=nodes, build=new), RemotePlayer(nodes=nodes, build=old)) for _ in range(processes)
    ]
    for table in tables:
        spare.put(table)

    def play_pair(pair: int) -> int:
        ours, theirs = table = spare.get()
        theirs.new_game()
        rng = random.Random(f"{seed}/{pair}")
        opening = random_opening(theirs, rng, settings)
        as_white = play_game(ours, theirs, opening, settings).result
        as_black = play_game(theirs, ours, opening, settings).result
        spare.put(table)
        return as_white + 2 - as_black

    try:
        with ThreadPoolExecutor(processes) as pool:
            yield from pool.map(play_pair, range((games + 1) // 2))
    finally:
        for ours, theirs in tables:
            ours.close()
            theirs.close()
