import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.lab.match.scenes import played, scrabble_plan, small_plan
from zeitnot.errors import DataError, SettingError, StateError
from zeitnot.games import PlayedGame
from zeitnot.lab import GameRow, RunStore
from zeitnot.lab.store.game_files import GameFiles
from zeitnot.turns import Budget, Trail


@pytest.fixture(scope="module")
def games() -> list[PlayedGame]:
    return played(small_plan())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.run"


def test_games_come_back_whole(path: Path, games: list[PlayedGame]) -> None:
    plan = small_plan()
    with RunStore.create(path, plan) as store:
        for game in games:
            store.add(game)
    with RunStore.read(path) as store:
        assert store.plan == plan
        assert store.games() == [GameRow.of(game, plan.order(game.number)) for game in games]
        for game in games:
            assert store.text(game.number) == game.text
            assert store.records(game.number) == [turn.record for turn in game.turns]
        rows = list(store.turns())
        assert len(rows) == sum(len(game.turns) for game in games)
        assert rows[0].participant == 0
        assert rows[0].used_s == games[0].turns[0].record.used_s


def test_a_run_is_one_file(path: Path, games: list[PlayedGame]) -> None:
    with RunStore.create(path, small_plan()) as store:
        store.add(games[0])
    assert [each.name for each in path.parent.iterdir()] == ["a.run"]


def test_a_second_writer_is_refused_and_a_reader_is_not(path: Path, games: list[PlayedGame]) -> None:
    with RunStore.create(path, small_plan()) as store:
        with pytest.raises(StateError, match="one process at a time"):
            RunStore.resume(path)
        with RunStore.read(path) as reader:
            store.add(games[0])
            assert len(reader.games()) == 1
    with RunStore.resume(path) as store:
        store.add(games[1])


def test_absurd_figures_are_clamped_when_they_are_kept(path: Path, games: list[PlayedGame]) -> None:
    said: dict[str, Any] = {
        "expected_loss_pts": 10**30,
        "score_cp": 5e12,
        "value_pts": float("nan"),
        "nodes": 10**30,
        "depth": 10**30,
        "budget": Budget.same_target_and_limit(Trail.start("a share", 10**400)),
        "note": "half a sign \ud800",
    }
    first, *others = games[0].turns
    absurd = replace(first, record=replace(first.record, **said))
    with RunStore.create(path, small_plan()) as store:
        store.add(replace(games[0], turns=(absurd, *others), words="lost \ud800", text="PGN \ud800"))
        store.add_incident(1, "died \ud800")
    with RunStore.read(path) as store:
        row, record = next(store.turns()), store.record(0, 0)
        assert (row.expected_loss_pts, row.score_cp, row.value_pts) == (1e9, 1e9, None)
        assert (row.nodes, row.depth) == (2**53, 2**31 - 1)
        assert record.expected_loss_pts == record.budget.target_s == 1e9
        assert record.note == "half a sign \\ud800"
        assert store.games()[0].words == "lost \\ud800"
        assert store.text(0) == "PGN \\ud800"
        assert store.incidents()[0][2] == "died \\ud800"


def test_absurd_scores_of_an_old_run_are_clamped_when_they_are_read(
    path: Path, games: list[PlayedGame]
) -> None:
    with RunStore.create(path, small_plan()) as store:
        store.add(games[0])
    connection = sqlite3.connect(path)
    connection.execute("UPDATE turns SET score_cp = 5000000000000, expected_loss_pts = 1e30")
    connection.commit()
    connection.close()
    with RunStore.read(path) as store:
        assert {(turn.score_cp, turn.expected_loss_pts) for turn in store.turns()} == {(1e9, 1e9)}


def test_a_run_of_an_earlier_version_lacks_columns_until_it_is_written(
    path: Path, games: list[PlayedGame]
) -> None:
    RunStore.create(path, small_plan()).close()
    with sqlite3.connect(path) as connection:
        for column in ("first_restarts", "second_restarts"):
            connection.execute(f"ALTER TABLE games DROP COLUMN {column}")
    with RunStore.read(path) as store:
        assert store.games() == []
    with RunStore.resume(path) as store:
        store.add(replace(games[0], restarts=(0, 2)))
    with RunStore.read(path) as store:
        (row,) = store.games()
        assert (row.restarts(row.first), row.restarts(row.second)) == (0, 2)


def test_a_run_of_scrabble_of_an_earlier_version_has_its_settings_elsewhere(path: Path) -> None:
    plan = scrabble_plan(settings=(("leaves", "rough"), ("plies", "3")))
    form = json.loads(plan.to_json())
    del form["settings"]
    form["scrabble"] = {"type": "ScrabblePlan", "lexicon": None, "leaves": "rough", "plies": 3}
    RunStore.create(path, plan).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE run SET value = ? WHERE key = 'plan'", (json.dumps(form),))
    with RunStore.read(path) as store:
        assert store.plan == plan


def test_a_new_run_does_not_overwrite(path: Path) -> None:
    RunStore.create(path, small_plan()).close()
    with pytest.raises(SettingError, match="`zeitnot resume` goes on"):
        RunStore.create(path, small_plan())


def test_a_run_has_its_own_suffix_so_that_its_games_lie_beside_it(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"a file named \*\.run"):
        RunStore.create(tmp_path / "games.pgn", small_plan())


def test_games_of_another_are_not_overwritten(path: Path) -> None:
    path.with_suffix(".pgn").write_text("a game of yours")
    with pytest.raises(SettingError, match=r"a new run must go to a new file.*a\.pgn"):
        RunStore.create(path, small_plan())
    assert not path.exists()
    assert path.with_suffix(".pgn").read_text() == "a game of yours"


def test_who_reads_slowly_keeps_nobody_from_writing(path: Path, games: list[PlayedGame]) -> None:
    with RunStore.create(path, small_plan()) as store:
        store.add(games[0])
        with RunStore.read(path) as reader:
            turns = reader.turns()
            next(turns)
            store.add(games[1])  # the reader is in the middle of the first game
            assert len(list(turns)) == len(games[0].turns) - 1


def test_what_a_killed_writer_left_is_cleared_away_by_the_next_reader(
    path: Path, games: list[PlayedGame]
) -> None:
    with RunStore.create(path, small_plan()) as store:
        store.add(games[0])
    script = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
ROWS = [(n,) for n in range(500)]
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN IMMEDIATE")
connection.executemany("INSERT INTO incidents VALUES ('', ?, hex(randomblob(2000)))", ROWS)
os._exit(9)
"""
    subprocess.run([sys.executable, "-c", script, str(path)], check=False, timeout=60)
    assert path.with_name("a.run-journal").exists()
    with RunStore.read(path) as reader:
        assert [game.number for game in reader.games()] == [0]
        assert reader.incidents() == []


def test_a_damaged_game_is_refused_in_one_line(path: Path, games: list[PlayedGame]) -> None:
    with RunStore.create(path, small_plan()) as store:
        store.add(games[0])
    connection = sqlite3.connect(path)
    connection.execute("UPDATE games SET half_points = 7")
    connection.commit()
    connection.close()
    with RunStore.read(path) as reader, pytest.raises(DataError, match="as its plan has them"):
        reader.games()


@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_link_is_no_way_around_the_lock(path: Path, link: Callable[[Path, Path], None]) -> None:
    other = path.with_name("other.run")
    with RunStore.create(path, small_plan()):
        link(path, other)
        with pytest.raises(StateError, match="one process at a time"):
            RunStore.resume(other)
    with RunStore.resume(other), pytest.raises(StateError, match="one process at a time"):
        RunStore.resume(path)


def test_a_run_that_is_only_read_takes_no_games(path: Path, games: list[PlayedGame]) -> None:
    RunStore.create(path, small_plan()).close()
    with RunStore.read(path) as store, pytest.raises(StateError, match="only read"):
        store.add(games[0])


def test_a_game_that_cannot_be_written_whole_is_not_written_at_all(
    path: Path, games: list[PlayedGame]
) -> None:
    with RunStore.create(path, small_plan()) as store:
        store.add(games[0])
        with pytest.raises(DataError, match="a run must be"):
            store.add(games[0])  # the number is taken, and the turns must not come twice
        assert len(store.games()) == 1
        assert len(list(store.turns())) == len(games[0].turns)
        store.add(games[1])


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\x00" + b"\x00" * 200])
def test_a_file_that_is_no_run_is_refused_in_one_line(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises((DataError, SettingError), match="a run must"):
        RunStore.read(path)
    with pytest.raises((DataError, SettingError), match="a run must"):
        RunStore.resume(path)
    assert path.read_bytes() == content


def test_a_missing_run_is_not_made_by_reading(path: Path) -> None:
    with pytest.raises(DataError, match="a file that `zeitnot match` wrote"):
        RunStore.read(path)
    assert not path.exists()


def test_a_run_of_another_schema_is_refused(path: Path) -> None:
    RunStore.create(path, small_plan()).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE run SET value = '99' WHERE key = 'schema'")
    connection.close()
    with pytest.raises(DataError, match="schema 1, got '99'"):
        RunStore.read(path)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingError, match="can be read and written"):
        RunStore.create(tmp_path / "file" / "a.run", small_plan())


def test_incidents_are_kept(path: Path) -> None:
    with RunStore.create(path, small_plan()) as store:
        store.add_incident(3, "the process ended")
        assert [(game, words) for _, game, words in store.incidents()] == [(3, "the process ended")]


def test_chess_games_lie_beside_in_one_pgn_file(path: Path, games: list[PlayedGame]) -> None:
    with RunStore.create(path, small_plan()) as store:
        files = GameFiles(store)
        store.add(games[0])
        files.add(0)
        store.add(games[1])  # killed before the file was written
        assert GameFiles(store).path.read_text() == f"{games[0].text}\n{games[1].text}\n"


def test_games_lie_in_the_order_of_their_numbers_whenever_they_end(
    path: Path, games: list[PlayedGame]
) -> None:
    plan = small_plan(games=4)
    ended = [replace(games[number % 2], number=number, text=f"game {number}\n") for number in (1, 0, 3)]
    with RunStore.create(path, plan) as store:
        with GameFiles(store) as files:
            shown = []
            for game in ended:
                store.add(game)
                files.add(game.number)
                shown.append(files.path.read_text().split("\n\n")[:-1])
        assert shown == [[], ["game 0", "game 1"], ["game 0", "game 1"]]
        assert files.path.read_text() == "game 0\n\ngame 1\n\ngame 3\n\n"  # interrupted: all are there
        with GameFiles(store) as files:  # resumed: the file does not begin with a gap that is filled later
            assert files.path.read_text() == "game 0\n\ngame 1\n\n"
            store.add(replace(ended[1], number=2, text="game 2\n"))
            files.add(2)
            assert files.path.read_text() == "game 0\n\ngame 1\n\ngame 2\n\ngame 3\n\n"


def test_scrabble_games_lie_beside_in_gcg_files(path: Path) -> None:
    plan = scrabble_plan()
    games = played(plan)
    with RunStore.create(path, plan) as store:
        files = GameFiles(store)
        for game in games:
            store.add(game)
            files.add(game.number)
    assert sorted(each.name for each in files.path.iterdir()) == ["0001a.gcg", "0001b.gcg"]
    assert (files.path / "0001b.gcg").read_text() == games[1].text


@pytest.mark.parametrize("left", [b"", None], ids=["before the first write", "in the first write"])
def test_a_run_whose_process_was_killed_before_it_had_begun_is_begun_anew(
    left: bytes | None, path: Path, games: list[PlayedGame]
) -> None:
    if left is None:
        killed_in_the_first_write(path)
    else:
        path.write_bytes(left)
    with pytest.raises(DataError, match=r"a run must have been begun by `zeitnot match`, got an empty file"):
        RunStore.read(path)
    with RunStore.create(path, small_plan()) as store:
        store.add(games[0])
    with RunStore.read(path) as store:
        assert len(store.games()) == 1


KILLED = """
import os, signal, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.executescript("PRAGMA cache_size = 1; BEGIN; CREATE TABLE run (key, value)")
connection.executemany("INSERT INTO run VALUES (?, ?)", [(n, "x" * 4000) for n in range(50)])
os.kill(os.getpid(), signal.SIGKILL)
"""


def killed_in_the_first_write(path: Path) -> None:
    """Leave what a process leaves that is killed while it writes: pages in the file, and the journal."""
    subprocess.run([sys.executable, "-c", KILLED, path], check=False)
    assert path.stat().st_size > 0
    assert path.with_name(f"{path.name}-journal").exists()


def test_a_kept_game_stays_after_a_loss_of_power(path: Path) -> None:
    """The journal's removal must be on the disk, too: SQLite's `extra` does it, its default does not."""
    with RunStore.create(path, small_plan()) as store:
        assert store._connection.execute("PRAGMA synchronous").fetchone() == (3,)
