"""Player: the native search with a fixed number of nodes a move, from any build of the native module."""

import importlib.machinery
import importlib.util
import math
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import chess

from zeitnot.errors import DataError

NODES_PER_SECOND = 1e6
"""Searches tell time by their nodes, so that the same game is played on any machine."""


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
    """From the side to move."""


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


def _go_on(_report: object) -> bool:
    return False
