"""The store: one SQLite file for each run, written game by game."""

from zeitnot.lab.store.rows import GameRow, TurnRow
from zeitnot.lab.store.run_place import SUFFIX
from zeitnot.lab.store.run_store import RunStore

__all__ = ["SUFFIX", "GameRow", "RunStore", "TurnRow"]
