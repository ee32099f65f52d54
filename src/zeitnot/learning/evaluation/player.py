"""Players: the native search with a fixed number of nodes a move, from any build of the native module."""

import importlib.machinery
import importlib.util
import math
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import chess

from zeitnot.errors import DataError

NODES_PER_SECOND = 1e6
"""Searches measure time in nodes, so that the same game is played on any machine."""

_NEW_GAME = "new game"


def load_native(build: Path | None = None) -> ModuleType:
    """Load the native module: the installed one, or that of another build; a process can hold one only."""
    if build is None:
        return importlib.import_module("zeitnot._native")
    name = "zeitnot._native"
    if name in sys.modules:
        return sys.modules[name]
    loader = importlib.machinery.ExtensionFileLoader(name, str(build))
    spec = importlib.util.spec_from_file_location(name, build, loader=loader)
    if spec is None or not build.is_file():
        raise DataError(f"a build must be a compiled native module, got {str(build)!r}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader.exec_module(module)
    return module


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What the search chose in a position."""

    move: str
    """In UCI notation; empty when there is no legal move."""
    score_cp: int
    """Score from the side to move."""


class Player:
    """Plays with a fixed number of nodes a move; the same games on any machine."""

    def __init__(self, *, nodes: int, build: Path | None = None, hash_mb: int = 4) -> None:
        """Take the nodes a move, and the build of the native module if not the installed one."""
        self._native: Any = load_native(build)
        self._nodes = nodes
        self._search = self._native.ChessSearch(hash_mb=hash_mb, threads=1)
        self._control = self._native.StopControl(work_per_second=NODES_PER_SECOND)
        self._settings = self._native.ChessSearchSettings()

    def new_game(self) -> None:
        """Forget the last game."""
        self._search.new_game()

    def choose(self, moves: list[str]) -> Choice:
        """Search the position after the moves."""
        self._control.start(soft_s=math.inf, hard_s=math.inf)
        position = self._native.Position(chess.STARTING_FEN, moves)
        result = self._search.run(position, self._settings, self._control, _go_on, nodes=self._nodes)
        lines = result.last.lines
        return Choice(move=result.best, score_cp=lines[0].score_cp if lines else 0)

    def close(self) -> None:
        """Nothing is open."""


def _go_on(_report: object) -> bool:
    return False


class Mover(Protocol):
    """Plays: in this process or in one of its own."""

    def new_game(self) -> None:
        """Forget the last game."""

    def choose(self, moves: list[str]) -> Choice:
        """Choose a move after the given ones, from the start."""

    def close(self) -> None:
        """Leave nothing behind."""


class RemotePlayer:
    """A player in a process of its own: two builds do not go into one, nor one into a process of a fleet."""

    def __init__(self, *, nodes: int, build: Path | None) -> None:
        """Start the process; in a session of its own, so that Ctrl-C at a terminal is not for it."""
        words = [sys.executable, "-c", f"from {__name__} import serve; serve()", str(nodes), str(build or "")]
        self._process = subprocess.Popen(  # noqa: S603 (this module)
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )

    def new_game(self) -> None:
        """Forget the last game."""
        self._asked(_NEW_GAME)

    def choose(self, moves: list[str]) -> Choice:
        """Search the position after the moves."""
        move, score_cp = self._asked(" ".join(moves)).split(",")
        return Choice(move=move, score_cp=int(score_cp))

    def close(self) -> None:
        """End the process; also twice, and in the middle of a search, from another thread."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError, ValueError):
                if pipe is not None:
                    pipe.close()

    def _asked(self, line: str) -> str:
        stdin, stdout = self._process.stdin, self._process.stdout
        try:
            if stdin is None or stdout is None:
                raise BrokenPipeError
            stdin.write(f"{line}\n")
            stdin.flush()
            answer = stdout.readline()
        except (OSError, ValueError):  # it ended, or was closed
            answer = ""
        if not answer:
            raise DataError("a build must be a compiled native module that plays, got one that ended")
        return answer


def player_of(*, nodes: int, build: Path | None) -> Mover:
    """Return a player of a build: the installed one plays here, another in a process of its own."""
    return Player(nodes=nodes) if build is None else RemotePlayer(nodes=nodes, build=build)


def serve() -> None:
    """Answer a RemotePlayer, line by line, until its end of the pipe is closed."""
    nodes, build = sys.argv[1:]
    player = Player(nodes=int(nodes), build=Path(build) if build else None)
    for line in sys.stdin:
        if line.strip() == _NEW_GAME:
            player.new_game()
            print(_NEW_GAME, flush=True)
        else:
            choice = player.choose(line.split())
            print(f"{choice.move},{choice.score_cp}", flush=True)
