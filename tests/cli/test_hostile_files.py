"""Files that are made to do harm, given to commands: one line that names them, in bounded time and memory."""

import io
import lzma
import sqlite3
import struct
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.lab.match.scenes import played, small_plan
from tests.learning.made_up_traces import chess_trace
from zeitnot.cli.app import run
from zeitnot.lab import RunStore
from zeitnot.lab.store import run_store
from zeitnot.learning import write_shard
from zeitnot.learning.loss import shards
from zeitnot.untrusted import MOST_BYTES

MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
CGP = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0"
MATCH = ["match", "uniform", "argo", "--games", "2", "--clock", "1+0.1", "--work", "100000/s", "--openings"]
MOST_RECORDS = 1 << 20
"""Instead of 64 MB, which take a while to pack and to unpack."""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(list(words)) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.pgn", '[Event "a"]\n\n1. e4 -- 2. d4 *\n', "a.pgn, game 1: an opening must be legal UCI moves"),
        ("a.pgn", '[Event "a"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n', "a.pgn, game 1: an opening must leave a game"),
        ("a.txt", "e2e4\ne2e4 0000\n", "a.txt, line 2: an opening must be legal UCI moves"),
        (
            "a.txt",
            "f2f3 e7e5 g2g4 d8h4\n",
            "a.txt, line 1: an opening must leave a game to play, got one that is",
        ),
        ("a.epd", f"{MATE}\n", "(Black wins: checkmate)"),
        ("a.epd", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n", "(Draw: stalemate)"),
        ("a.epd", "7k/8/6K1/8/8/8/8/8 b - - 0 1\n", "(Draw: neither side can mate with what is left)"),
        ("a.epd", "7k/8/6K1/8/8/8/8/R7 b - - 100 80\n", "(Draw: fifty moves"),
    ],
)
def test_an_opening_that_cannot_be_played_is_refused_with_its_place(
    name: str, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(name).write_text(text, encoding="utf-8")
    assert said in refused(capsys, *MATCH, name)
    assert not Path("runs").exists()


@pytest.mark.parametrize("plan", ["[" * 100_000, "9" * 5_000, '{"games":' * 900 + "1" + "}" * 900, "{}"])
def test_a_run_with_a_hostile_plan_does_not_break_the_list(
    plan: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("bad.run", "good.run"):
        RunStore.create(Path(name), small_plan()).close()
    connection = sqlite3.connect("bad.run")
    with connection:
        connection.execute("UPDATE run SET value = ? WHERE key = 'plan'", (plan,))
    connection.close()
    assert run(["runs", "."]) == 0
    shown = capsys.readouterr()
    assert "good" in shown.out
    assert shown.err.startswith("zeitnot: bad.run: ")
    assert shown.err.count("\n") == 1
    assert "bad.run: " in refused(capsys, "report", "bad.run")


@pytest.mark.parametrize(
    ("records", "said"),
    [
        (zlib.compress(bytes(MOST_RECORDS + 1)), "unpack to at most 1,048,576 bytes, got more"),
        (zlib.compress(b"[" * 100_000), "be JSON: it is nested too deeply"),
        (b"", "be whole, got packed data without its end"),
        (zlib.compress(b"[" + b"9" * 5_000), "be JSON: a number has too many digits"),
    ],
    ids=["a bomb", "nested", "empty", "digits"],
)
def test_turns_that_are_a_bomb_cost_a_page_their_details_and_are_not_exported(
    records: bytes, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run_store.MOST_RECORDS == 64 << 20
    monkeypatch.setattr(run_store, "MOST_RECORDS", MOST_RECORDS)
    with RunStore.create(Path("a.run"), small_plan()) as store:
        store.add(played(small_plan())[0])
    connection = sqlite3.connect("a.run")
    with connection:
        connection.execute("UPDATE texts SET records = ?", (records,))
    connection.close()
    assert f"a.run: turns of game 0 must {said}" in refused(capsys, "export", "a.run", "--csv", "out")
    assert run(["report", "a.run"]) == 0


def test_packed_tables_that_are_bombs_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bomb.xz").write_bytes(lzma.compress(bytes((64 << 20) + 1), preset=0))
    think = ["scrabble", "think", CGP, "--time", "1"]
    said = refused(capsys, *think, "--wins", "bomb.xz")
    assert said == "zeitnot: bomb.xz: a win table must unpack to at most 16,777,216 bytes, got more\n"
    said = refused(capsys, *think, "--leaves", "bomb.xz")
    assert said == "zeitnot: bomb.xz: a leave table must unpack to at most 67,108,864 bytes, got more\n"


def npz_bomb(*, claims: int | None = None) -> bytes:
    """Make an archive of a few kB that unpacks to 16 MB; it may claim less."""
    packed = io.BytesIO()
    np.savez_compressed(packed, weights=np.zeros(2 << 20))
    data = packed.getvalue()
    if claims is None:
        return data
    with zipfile.ZipFile(packed) as archive:
        [member] = archive.infolist()
    return data.replace(struct.pack("<I", member.file_size), struct.pack("<I", claims))


@pytest.mark.parametrize(
    ("bomb", "said"),
    [
        (npz_bomb(), "it must unpack to at most 1,000,000 bytes, got 16,777,344"),
        (npz_bomb(claims=500_000), "it must be an NPZ file: "),
    ],
    ids=["honest", "lying"],
)
def test_models_that_are_bombs_are_refused(
    bomb: bytes, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(bomb) < 50_000
    Path("bomb.npz").write_bytes(bomb)
    model = f"learned:chess_model={Path('bomb.npz').resolve()}"
    assert said in refused(capsys, "plan", "-c", "3+2", "-p", model)


def test_shards_whose_texts_are_bombs_are_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text of 256 kB is in the file once, and 300 rows have it."""
    assert MOST_BYTES == 256 << 20
    monkeypatch.setattr(shards, "MOST_BYTES", 64 << 20)
    trace = replace(chess_trace(0), fen="x" * (1 << 18), iterations=())
    Path("data").mkdir()
    shard = Path("data/0.parquet")
    write_shard(shard, [replace(trace, number=number) for number in range(300)], settings={})
    assert shard.stat().st_size < 100_000
    said = refused(capsys, "learn", "train", "data", "-o", "model.npz")
    assert "a shard must unpack to at most 67,108,864 bytes, got 78,643,200 bytes of text" in said


@pytest.mark.parametrize("text", ["{", "9" * 5_000, "[" * 100_000, "[]", '{"game": "chess"}', "\x00"])
def test_time_values_that_are_none_are_refused_with_their_file(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("values.json").write_text(text, encoding="utf-8")
    said = refused(capsys, "plan", "-c", "3+2", "-p", f"learned:chess_values={Path('values.json').resolve()}")
    assert "values.json: " in said
