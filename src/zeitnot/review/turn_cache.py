"""Turn cache: judged turns, kept in the user's cache folder, so that a second look is instant."""

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from zeitnot import __version__
from zeitnot.cache_folder import cache_folder
from zeitnot.chess import ChessRecording, GameTurn, JudgedTurn, resolved_command
from zeitnot.errors import DataError
from zeitnot.turns import from_json_form, to_json_form
from zeitnot.untrusted import UNREADABLE, parse_json, unpack_zlib

FILE_NAME = "review.db"
_FORM = 1
"""Form of what is kept; another one is not found."""
_PATIENCE_S = 30.0
_MOST_BYTES = 4 << 20


class TurnCache:
    """Keeps judged turns by position, move, engine and effort. One that cannot be opened keeps nothing."""

    def __init__(self, settings: ChessRecording, *, path: Path | None = None) -> None:
        """Open the file, which is made if it is missing; it is the user's own unless a path is given."""
        self._settings = json.dumps([_FORM, _engine_of(settings), to_json_form(settings)])
        self._file: sqlite3.Connection | None = None
        with suppress(OSError, sqlite3.Error):
            path = path or cache_folder() / FILE_NAME
            path.parent.mkdir(parents=True, exist_ok=True)
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

    def find(self, turns: Iterable[GameTurn]) -> dict[GameTurn, JudgedTurn]:
        """Return the turns that are kept; damaged ones are not."""
        found: dict[GameTurn, JudgedTurn] = {}
        if (file := self._file) is None:
            return found
        for turn in turns:
            with suppress(sqlite3.Error, DataError, *UNREADABLE):
                row = file.execute("SELECT form FROM turns WHERE key = ?", (self._key(turn),)).fetchone()
                if row is not None:
                    found[turn] = _unpacked(row[0])
        return found

    def keep(self, turn: GameTurn, judged: JudgedTurn) -> None:
        """Keep a turn; where nothing can be written it is judged again next time."""
        if self._file is not None:
            form = zlib.compress(json.dumps(to_json_form(judged)).encode())
            with suppress(sqlite3.Error):
                self._file.execute("INSERT OR REPLACE INTO turns VALUES (?, ?)", (self._key(turn), form))

    def _key(self, turn: GameTurn) -> str:
        text = f"{self._settings} {turn.root_fen} {' '.join(turn.moves)} {turn.played}"
        return hashlib.sha256(text.encode()).hexdigest()


def _unpacked(form: bytes) -> JudgedTurn:
    text = unpack_zlib(form, what="a judged turn", most_bytes=_MOST_BYTES)
    return from_json_form(JudgedTurn, parse_json(text, what="a judged turn"))


def _engine_of(settings: ChessRecording) -> list[str | int]:
    """Return what changes when the engine does: its version, or the state of its program's file."""
    if not settings.engine:
        return [__version__]
    program = Path(resolved_command(settings.engine)[0])
    with suppress(OSError):
        about = program.stat()
        return [str(program), about.st_size, about.st_mtime_ns]
    return [str(program)]
