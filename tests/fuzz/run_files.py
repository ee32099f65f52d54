"""Targets: plans and runs of matches, whole files and single values in them."""

import json
import sqlite3
import zlib
from functools import cache
from pathlib import Path

from tests.fuzz.chess_texts import PGN_WORDS
from tests.fuzz.stored_files import JSON_WORDS
from tests.fuzz.target import Target, file_of, work_folder
from tests.lab.match.scenes import played, small_plan
from tests.learning.clocked_games import clocked_game
from tests.report.match_page.runs import kept
from zeitnot.cli.match.fastchess import MatchWords
from zeitnot.cli.match.fastchess_config import config_words
from zeitnot.lab import GameRow, MatchPlan, RunStore, TurnRow
from zeitnot.lab.store.rows import columns
from zeitnot.report.match_page.run_data import RunData
from zeitnot.review import import_games
from zeitnot.turns import TurnRecord, from_json_form
from zeitnot.untrusted import parse_json

OTHER_RUNNER = b"""[White "a"]
[Black "b"]
[Result "1-0"]
[GameStartTime "2026-01-01T10:00:00 +0100"]
[WhiteTimeControl "40/60+0.6"]
[BlackTimeControl "1+0.1"]
[Termination "time forfeit"]

1. e4 {+0.35/12 0.232s} e5 {-M7/9 0.1s} 2. Nf3 {[%eval 0.4,20]} 1-0
"""
CONFIG = {
    "engines": [
        {"cmd": name, "options": [["Hash", "1"]], "limit": {"tc": {"time": 1000, "increment": 10}}}
        for name in ("a", "b")
    ],
    "rounds": 2,
    "games": 2,
    "opening": {"file": "x.pgn", "order": 0, "plies": 8},
    "sprt": {"enabled": False},
    "resign": {"enabled": True, "move_count": 3, "score": 400},
}


def _plan(data: bytes) -> None:
    """Read a plan, and ask what a page asks about it."""
    plan = MatchPlan.from_json(data.decode("utf-8", "replace"))
    assert plan.time_control is not None
    for number in range(min(plan.numbers, 4)):
        for side in plan.order(number).sides:
            assert plan.participants[side].name


def _import(data: bytes) -> None:
    """Make a run of games that another program played, and look at it."""
    path = work_folder() / "imported.run"
    for each in (path, path.with_suffix(".pgn")):
        each.unlink(missing_ok=True)
    import_games([file_of(data, "import.pgn")], path)
    _look_at(path)


def _config(data: bytes) -> None:
    MatchWords.of(config_words(file_of(data, "config.json"))).words()


@cache
def _run() -> tuple[bytes, bytes]:
    """Return a whole run, and the JSON of one turn in it."""
    plan = small_plan(control="0.05+0", work_per_s=500.0)
    path = kept(work_folder() / "sound.run", plan, played(plan)[:1])
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA page_size=512")  # a small file, most of which matters
    connection.execute("VACUUM")
    connection.close()
    with RunStore.read(path) as store:
        forms = json.dumps(store._record_forms(0)[0])
    return path.read_bytes(), forms.encode()


def _look_at(path: Path) -> None:
    """Read a run as its page does."""
    with RunStore.read(path) as store:
        data = RunData.read(store)
        for turn in data.longest:
            place, move = turn.row.place, turn.row.move
            store.plan.played_game.position_before(store.plan, turn.text, place=place, move=move)
        for game in store.games():
            store.text(game.number)
            store.records(game.number)


CELLS = (
    *(("run", key) for key in ("plan", "schema", "began", "version")),
    *(("games", name) for name in columns(GameRow)),
    *(("turns", name) for name in columns(TurnRow)),
    *(("texts", name) for name in ("text", "records")),
)
"""Where a value of a run can be put; of the table `run` by its key."""
_TEXT, _NUMBER, _BYTES = range(3)
"""Types of a value."""


def changed_run(data: bytes, name: str = "changed.run") -> Path | None:
    """Return a run with one value changed; None if SQLite itself does not take it.

    The first byte says where, the second of which type, the rest is the value.
    """
    path = file_of(_run()[0], name)
    where, kind, rest = data[0] if data else 0, data[1] if len(data) > 1 else 0, data[2:]
    table, column = CELLS[where % len(CELLS)]
    text = rest.decode("utf-8", "replace")
    value: object = rest
    if kind % 3 == _TEXT:
        value = text
    elif kind % 3 == _NUMBER:
        value = _number(text)
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        if table == "run":
            connection.execute("UPDATE run SET value = ? WHERE key = ?", (value, column))
        else:
            connection.execute(f"UPDATE OR IGNORE {table} SET {column} = ?", (value,))  # noqa: S608 (own)
    except (sqlite3.Error, OverflowError):
        return None
    finally:
        connection.close()
    return path


def _cell(data: bytes) -> None:
    path = changed_run(data)
    if path is not None:
        _look_at(path)


def _number(text: str) -> float | int | None:
    for read in (int, float):
        try:
            return read(text[:30])
        except ValueError:
            continue
    return None


def run_cells() -> list[bytes]:
    values = (
        ("run", "plan", _TEXT, small_plan().to_json().encode()),
        ("run", "version", _TEXT, b"1"),
        ("games", "half_points", _NUMBER, b"1"),
        ("games", "notes", _TEXT, b"[]"),
        ("games", "words", _TEXT, b"x"),
        ("turns", "used_s", _NUMBER, b"0.5"),
        ("texts", "text", _TEXT, b"1. e4 *"),
        ("texts", "records", _BYTES, zlib.compress(b"[]")),
    )
    return [bytes([CELLS.index((table, name)), kind]) + value for table, name, kind, value in values]


TARGETS = (
    Target(
        name="import",
        seeds=lambda: [clocked_game(3).encode(), OTHER_RUNNER],
        read=_import,
        refuses=False,  # what can be read is
        words=(*PGN_WORDS, "{+0.68/12 0.232s}", "{-M3/9 0.1s}", "[%eval #-3,12]", "9" * 40, "1e400"),
        tries=12,
    ),
    Target(name="plan", seeds=lambda: [small_plan().to_json().encode()], read=_plan, words=JSON_WORDS),
    Target(
        name="fastchess-config", seeds=lambda: [json.dumps(CONFIG).encode()], read=_config, words=JSON_WORDS
    ),
    Target(
        name="turn-record",
        seeds=lambda: [_run()[1]],
        read=lambda data: from_json_form(TurnRecord, parse_json(data, what="x")),
        words=JSON_WORDS,
    ),
    Target(
        name="run",
        seeds=lambda: [_run()[0]],
        read=lambda data: _look_at(file_of(data, "damaged.run")),
        most_bytes=65_536,
    ),
    Target(name="run-cells", seeds=run_cells, read=_cell, words=JSON_WORDS, refuses=False, tries=20),
)
