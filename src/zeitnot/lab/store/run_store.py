"""RunStore: a match in one SQLite file, locked by who writes it; a game is there whole or not at all."""

import datetime
import fcntl
import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import MISSING, fields, replace
from pathlib import Path
from typing import Self

from zeitnot import __version__
from zeitnot.errors import DataError, SettingError, StateError
from zeitnot.games import PlayedGame, bounded_record, utf8_text
from zeitnot.lab.closing import Closing
from zeitnot.lab.match.plan import MatchPlan
from zeitnot.lab.store.rows import GameRow, TurnRow, columns, sound_game, sound_turn, values
from zeitnot.turns import TurnRecord, from_json_form, to_json_form
from zeitnot.untrusted import cause_of, parse_json, unpack_zlib

RUN_SUFFIX = ".run"
"""Suffix of the files that hold runs."""


class RunLock:
    """Held as long as the process lives; a process that was killed holds nothing.

    The file itself is locked, not its name: a link to it, symbolic or hard, is no way around. SQLite has
    locks of another kind on the same file, and the two do not meet.
    """

    def __init__(self, run: Path, *, what: str = "a run") -> None:
        """Take the lock of a file that is there, or raise a StateError; `what` names it there."""
        self._fd = os.open(run, os.O_RDONLY | os.O_CLOEXEC)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.release()
            raise StateError(
                f"{what} must be written by one process at a time, got another for {str(run)!r}"
            ) from error
        except OSError:  # a disk that has failed, or one that has no locks
            self.release()
            raise

    def release(self) -> None:
        """Release it, after all that was written with it is closed."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


SCHEMA = "1"
"""A file of another schema is refused."""
MOST_RECORDS = 64 << 20
"""Bytes of the unpacked turns of a game: the longest games that referees allow have a tenth of it."""
PATIENCE_S = 60.0
"""How long a writer waits for readers: games go on meanwhile, and none of them is lost."""

_DURABLE = "PRAGMA synchronous = EXTRA"
"""A game that was kept stays after a loss of power: also the removal of the journal is on the disk, which
otherwise could come back and take the game away again."""
_TABLES = f"""
CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games ({", ".join(columns(GameRow))}, PRIMARY KEY (number));
CREATE TABLE turns ({", ".join(columns(TurnRow))}, PRIMARY KEY (game, place)) WITHOUT ROWID;
CREATE TABLE texts (game INTEGER PRIMARY KEY, text TEXT NOT NULL, records BLOB NOT NULL);
CREATE TABLE incidents (at TEXT NOT NULL, game INTEGER NOT NULL, words TEXT NOT NULL);
"""


class RunStore(Closing):
    """A run; made by `create`, `resume` or `read`."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: RunLock | None) -> None:
        """Take an open file; without a lock it is only read."""
        self.path = path
        self._connection = connection
        self._lock = lock
        try:
            self.plan = MatchPlan.from_json(self._value("plan"))
            self._game_columns = self._known_columns()
        except DataError as error:
            connection.close()
            raise DataError(f"{path}: {error}") from error

    def _known_columns(self) -> tuple[str, ...]:
        """Return the columns of games; a run of an earlier version gets those it lacks once it is written."""
        with _border(self.path):
            there = {row[1] for row in self._connection.execute("PRAGMA table_info(games)")}
            lacking = [
                each for each in fields(GameRow) if each.name not in there and each.default is not MISSING
            ]
            if self._lock is not None:
                for each in lacking:
                    self._connection.execute(
                        f"ALTER TABLE games ADD COLUMN {each.name} DEFAULT {each.default}"
                    )
                lacking = []
        return tuple(name for name in columns(GameRow) if name not in {each.name for each in lacking})

    @classmethod
    def create(cls, path: Path, plan: MatchPlan) -> Self:
        """Begin a run; a file that is there already is refused."""
        if path.suffix != RUN_SUFFIX:
            raise SettingError(f"a run must go to a file named *{RUN_SUFFIX}, got {str(path)!r}")
        with _border(path):
            places = (path, plan.games_path(path))
            taken = next((each for each in places if is_begun(each)), None)
            if taken is not None:
                raise SettingError(
                    f"a new run must go to a new file; `zeitnot resume` goes on with one, got {str(taken)!r}"
                )
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
            lock = RunLock(path)
            try:
                if is_begun(path):  # by another process, just now
                    raise StateError(f"a new run must be begun by one process, got another for {str(path)!r}")
                _write_empty(path, plan)
            except StateError:
                lock.release()
                raise
            except BaseException:
                path.unlink(missing_ok=True)
                lock.release()
                raise
        return cls._locked(path, lock)

    @classmethod
    def resume(cls, path: Path) -> Self:
        """Open a run to add games to it."""
        _check_there(path)
        with _border(path):
            lock = RunLock(path)
        return cls._locked(path, lock)

    @classmethod
    def _locked(cls, path: Path, lock: RunLock) -> Self:
        try:
            return cls(path, _opened(path), lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def read(cls, path: Path) -> Self:
        """Open a run to look at it; it may grow meanwhile."""
        _check_there(path)
        try:
            return cls(path, _opened(path, mode="ro"), None)
        except SettingError:
            # A process that was killed in the middle of a game left it for the next writer to clear away.
            _opened(path).close()
            return cls(path, _opened(path, mode="ro"), None)

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()
        if self._lock is not None:
            self._lock.release()

    @property
    def began(self) -> str:
        """When the run began, in ISO form."""
        return self._value("began")

    @property
    def version(self) -> str:
        """The version that began it."""
        return self._value("version")

    def add(self, game: PlayedGame) -> None:
        """Keep a game with all its turns; absurd figures are clamped, and texts made fit for UTF-8."""
        turns = tuple(replace(turn, record=bounded_record(turn.record)) for turn in game.turns)
        game = replace(game, turns=turns, words=utf8_text(game.words), text=utf8_text(game.text))
        order = self.plan.order(game.number)
        phase_of = self.plan.played_game.phase_of
        rows = [
            TurnRow.of(turn, game=game.number, place=place, order=order, phase=phase_of(turn.record))
            for place, turn in enumerate(game.turns)
        ]
        records = json.dumps([to_json_form(turn.record) for turn in game.turns])
        with self._transaction() as connection:
            connection.execute(_insert("games", GameRow), values(GameRow.of(game, order)))
            connection.executemany(_insert("turns", TurnRow), [values(row) for row in rows])
            connection.execute(
                "INSERT INTO texts VALUES (?, ?, ?)",
                (game.number, game.text, zlib.compress(records.encode())),
            )

    def want_games(self, games: int) -> None:
        """Change how many games each pair of participants plays; finished games stay."""
        rounds = 1 + max((self.plan.order(game.number).opening for game in self.games()), default=-1)
        plan = replace(self.plan, games=max(games, 2 * rounds))
        with self._transaction() as connection:
            connection.execute("UPDATE run SET value = ? WHERE key = 'plan'", (plan.to_json(),))
        self.plan = plan

    def add_incident(self, number: int, words: str) -> None:
        """Keep that a game was lost through no fault of its players."""
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        with self._transaction() as connection:
            connection.execute("INSERT INTO incidents VALUES (?, ?, ?)", (now, number, utf8_text(words)))

    def incidents(self) -> list[tuple[str, int, str]]:
        """Return the games that were lost: when, which and why."""
        with _border(self.path):
            return list(self._connection.execute("SELECT at, game, words FROM incidents ORDER BY at"))

    def games(self) -> list[GameRow]:
        """Return all finished games."""
        with _border(self.path):
            names = self._game_columns
            rows = self._connection.execute(f"SELECT {', '.join(names)} FROM games ORDER BY number")  # noqa: S608 (own names)
            games = [GameRow(**dict(zip(names, row, strict=True))) for row in rows]
        return [sound_game(self.plan, game) for game in games]

    def turns(self, games: Iterable[GameRow] | None = None) -> Iterator[TurnRow]:
        """Return the turns of some games, or of all; between two games the file is free for its writer."""
        names = columns(TurnRow)
        query = f"SELECT {', '.join(names)} FROM turns WHERE game = ? ORDER BY place"  # noqa: S608 (own names)
        for game in self.games() if games is None else games:
            with _border(self.path):
                rows = self._connection.execute(query, (game.number,)).fetchall()
            for row in rows:
                yield sound_turn(game, TurnRow(**dict(zip(names, row, strict=True))))

    def text(self, number: int) -> str:
        """Return a game in PGN or GCG."""
        return str(self._of_game("text", number))

    def records(self, number: int) -> list[TurnRecord]:
        """Return the turns of a game in full."""
        return [from_json_form(TurnRecord, form) for form in self._record_forms(number)]

    def record(self, number: int, place: int) -> TurnRecord:
        """Return one turn of a game in full."""
        forms = self._record_forms(number)
        if not 0 <= place < len(forms):
            raise DataError(f"a turn must be one of the {len(forms)} of game {number}, got {place}")
        return from_json_form(TurnRecord, forms[place])

    def _record_forms(self, number: int) -> list[object]:
        packed = self._of_game("records", number)
        what = f"{self.path}: turns of game {number}"
        text = unpack_zlib(packed if isinstance(packed, bytes) else b"", what=what, most_bytes=MOST_RECORDS)
        forms = parse_json(text, what=what)
        if not isinstance(forms, list):
            raise DataError(f"turns of game {number} must be a list, got {type(forms).__name__}")
        return forms

    def _of_game(self, column: str, number: int) -> object:
        with _border(self.path):
            row = self._connection.execute(
                f"SELECT {column} FROM texts WHERE game = ?",  # noqa: S608 (own names)
                (number,),
            ).fetchone()
        if row is None:
            raise DataError(f"a game must be one of the run, got {number}")
        return row[0]

    def _value(self, key: str) -> str:
        with _border(self.path):
            row = self._connection.execute("SELECT value FROM run WHERE key = ?", (key,)).fetchone()
        if row is None:
            raise DataError(f"a run must have its {key}, got none in {str(self.path)!r}")
        return str(row[0])

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        if self._lock is None:
            raise StateError("a run that is only read takes no games, got one")
        with _border(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise


def is_begun(path: Path) -> bool:
    """Return whether a place is taken.

    It is free where nothing is, or an empty file: a process left that which was killed before it had written
    the plan of its run.
    """
    if path.suffix != RUN_SUFFIX or not path.is_file():
        return path.exists()
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            return bool(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    except sqlite3.DatabaseError:
        return True


def _write_empty(path: Path, plan: MatchPlan) -> None:
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    facts = {"schema": SCHEMA, "plan": plan.to_json(), "began": now, "version": __version__}
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.executescript(f"{_DURABLE};BEGIN;{_TABLES}")
        connection.executemany("INSERT INTO run VALUES (?, ?)", facts.items())
        connection.execute("COMMIT")
    finally:
        connection.close()


def _opened(path: Path, *, mode: str = "rw") -> sqlite3.Connection:
    with _border(path):
        connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=PATIENCE_S
        )
        connection.execute(_DURABLE)
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            connection.close()
            raise DataError(f"a run must have been begun by `zeitnot match`, got an empty file {str(path)!r}")
        row = connection.execute("SELECT value FROM run WHERE key = 'schema'").fetchone()
        if row is None or row[0] != SCHEMA:
            found = None if row is None else row[0]
            raise DataError(f"a run must have schema {SCHEMA}, got {found!r} in {str(path)!r}")
        return connection


def _insert(table: str, row: type[GameRow | TurnRow]) -> str:
    names = columns(row)
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608 (own names)


def _check_there(path: Path) -> None:
    with _border(path):
        there = path.is_file()
    if not there:
        raise DataError(f"a run must be a file that `zeitnot match` wrote, got {str(path)!r}")


@contextmanager
def _border(path: Path) -> Iterator[None]:
    """Map what SQLite and the system say to one line that names the file."""
    try:
        yield
    except (sqlite3.OperationalError, OSError) as error:
        raise SettingError(
            f"a run must be in a file that can be read and written ({cause_of(error)}), got {str(path)!r}"
        ) from error
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # damaged names come in SQLite's own words
        raise DataError(
            f"a run must be a file that `zeitnot match` wrote ({error}), got {str(path)!r}"
        ) from error
