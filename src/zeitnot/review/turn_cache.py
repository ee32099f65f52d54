"""Turn cache: judged turns, kept in the user's cache folder, so that a second look is instant."""

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from zeitnot.cache_folder import FOLDER_MODE, cache_folder
from zeitnot.errors import DataError
from zeitnot.games import find_game
from zeitnot.turns import from_json_form, to_json_form
from zeitnot.untrusted import UNREADABLE, parse_json, unpack_zlib

FILE_NAME = "review.db"
_FORM = 1
"""Form of what is kept; another one is not found."""
_PATIENCE_S = 30.0
_MOST_BYTES = 4 << 20


class TurnCache:
    """Keeps judged turns by position, move, engine and effort. One that cannot be opened keeps nothing."""

    def __init__(self, recording: Any, *, game: str = "chess", path: Path | None = None) -> None:  # noqa: ANN401 (the game's)
        """Open the file, which is made if it is missing; it is the user's own unless a path is given."""
        self._reviewer = find_game(game).reviewer()
        self._settings = json.dumps([_FORM, self._reviewer.identity(recording), to_json_form(recording)])
        self._file: sqlite3.Connection | None = None
        with suppress(OSError, sqlite3.Error):
            path = path or cache_folder() / FILE_NAME
            path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
            self._file = sqlite3.connect(path, timeout=_PATIENCE_S, isolation_level=None)
            self._file.execute("PRAGMA journal_mode=WAL")
            self._file.execute("PRAGMA synchronous=NORMAL")
            self._file.execute(
                "CREATE TABLE IF NOT EXISTS turns (key TEXT PRIMARY KEY, form BLOB NOT NULL) WITHOUT ROWID"
            )

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def find(self, turns: Iterable[Any]) -> dict[Any, Any]:
        """Return the turns that are kept; damaged ones are not."""
        found: dict[Any, Any] = {}
        if (file := self._file) is None:
            return found
        for turn in turns:
            with suppress(sqlite3.Error, DataError, *UNREADABLE):
                row = file.execute("SELECT form FROM turns WHERE key = ?", (self._key(turn),)).fetchone()
                if row is not None:
                    found[turn] = self._unpacked(row[0])
        return found

    def keep(self, turn: Any, judged: Any) -> None:  # noqa: ANN401 (the game's)
        """Keep a turn; where nothing can be written it is judged again next time."""
        if self._file is not None:
            form = zlib.compress(json.dumps(to_json_form(judged)).encode())
            with suppress(sqlite3.Error):
                self._file.execute("INSERT OR REPLACE INTO turns VALUES (?, ?)", (self._key(turn), form))

    def _key(self, turn: Any) -> str:  # noqa: ANN401 (the game's)
        text = f"{self._settings} {self._reviewer.turn_key(turn)}"
        return hashlib.sha256(text.encode()).hexdigest()

    def _unpacked(self, form: bytes) -> Any:  # noqa: ANN401 (the game's)
        text = unpack_zlib(form, what="a judged turn", most_bytes=_MOST_BYTES)
        return from_json_form(self._reviewer.judged, parse_json(text, what="a judged turn"))
