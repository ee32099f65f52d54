import dataclasses
import math
import sys
import typing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lab.tiny_tasks import made_up
from zeitnot.chess.recording.recorder import ChessTrace
from zeitnot.errors import DataError, MissingExtraError, SettingError
from zeitnot.games import Trace
from zeitnot.learning import (
    DataSummary,
    open_data,
    read_data,
    settings_difference,
    summary_of,
    write_shard,
)
from zeitnot.learning.loss import data_folder
from zeitnot.learning.loss.shards import SCHEMA_VERSION, ShardRows, read_rows
from zeitnot.scrabble import ScrabbleRecording
from zeitnot.scrabble.recording.trace import JudgedCheck, ScrabbleTrace, SimulatedRun
from zeitnot.turns import ChessFeatures, ScrabbleFeatures, Snapshot, to_json_form

SETTINGS: dict[str, object] = {"samples": 3000, "seed": 1, "engine": None, "checkpoints": [100, 200]}
CHESS = ChessTrace(
    number=0,
    fen="8/8/8/8/8/8/8/k1K4R w - - 0 1",
    ply=90,
    plies_to_come=1,
    features=ChessFeatures(),
    iterations=(),
    loss_error=0.01,
)
SCRABBLE = ScrabbleTrace(number=0, cgp="15 / 0/0 0", ply=0, plies_to_come=20, features=ScrabbleFeatures())
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    int: st.integers(min_value=-(2**63), max_value=2**63 - 1),
    float: st.floats(),
    str: st.text(max_size=3),
    bool: st.booleans(),
    type(None): st.none(),
}


def drawn(kind: Any) -> st.SearchStrategy[Any]:
    """Draw any value of a field's type."""
    arguments = typing.get_args(kind)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        hints = typing.get_type_hints(kind)
        return st.builds(kind, **{each.name: drawn(hints[each.name]) for each in dataclasses.fields(kind)})
    if typing.get_origin(kind) is tuple:
        return st.lists(drawn(arguments[0]), max_size=2).map(tuple)
    return st.one_of([drawn(each) for each in arguments]) if arguments else PLAIN[kind]


def _chess(number: int) -> ChessTrace:
    return replace(CHESS, number=number)


@pytest.mark.source("M29.scale")
@given(trace=drawn(ChessTrace) | drawn(ScrabbleTrace))
def test_a_trace_comes_back_to_the_bit(trace: Trace, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("data")
    write_shard(folder / "a.parquet", [trace], settings=SETTINGS)
    data = read_data(folder)
    # In words: NaN is not equal to itself, and 0.0 is equal to -0.0.
    assert repr(data.traces) == repr((trace,))
    assert data.settings == SETTINGS


@pytest.mark.parametrize("odd", [-0.0, math.inf, -math.inf, math.nan, 5e-324, 0.1 + 0.2, sys.float_info.max])
def test_odd_numbers_stay_as_they_are(odd: float, tmp_path: Path) -> None:
    write_shard(tmp_path / "a.parquet", [replace(CHESS, loss_error=odd)], settings={})
    (trace,) = read_data(tmp_path).traces
    assert isinstance(trace, ChessTrace)
    assert repr(trace.loss_error) == repr(odd)


def test_shards_are_put_together_by_the_numbers_of_their_traces(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.parquet", [_chess(3), _chess(1)], settings=SETTINGS)
    write_shard(tmp_path / "b.parquet", [_chess(2)], settings=SETTINGS)
    data = read_data(tmp_path)
    assert [trace.number for trace in data.traces] == [1, 2, 3]
    assert data.game == "chess"


def test_the_schema_the_game_and_the_settings_are_in_the_file(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.parquet", [SCRABBLE], settings={"samples": 5})
    metadata = pq.read_schema(tmp_path / "a.parquet").metadata
    assert metadata[b"zeitnot.schema"] == str(SCHEMA_VERSION).encode()
    assert metadata[b"zeitnot.game"] == b"scrabble"
    assert metadata[b"zeitnot.settings"] == b'{"samples": 5}'


def test_the_same_traces_make_the_same_file(tmp_path: Path) -> None:
    for name in ("a.parquet", "b.parquet"):
        write_shard(tmp_path / name, [_chess(0), _chess(1)], settings=SETTINGS)
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()


def test_a_shard_of_an_earlier_version_lacks_what_was_added_and_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    write_shard(path, [_chess(0), _chess(1)], settings=SETTINGS)
    table: Any = pq.read_table(path)
    pq.write_table(table.drop_columns(["game_number"]), path)
    assert read_data(tmp_path).traces == (_chess(0), _chess(1))
    pq.write_table(table.drop_columns(["ply"]), path)
    assert "must have the columns of schema" in _refusal(tmp_path)
    pq.write_table(table.append_column("other", [[1, 2]]), path)
    assert "must have the columns of schema" in _refusal(tmp_path)


def test_a_recording_from_before_solving_is_read_and_goes_on_as_one_without_it(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    check = JudgedCheck(snapshot=Snapshot(arms=2, samples=100, top=()), loss_pts=0.5)
    trace = replace(SCRABBLE, runs=(SimulatedRun(seed=1, checks=(check, check)),))
    write_shard(path, [trace], settings=SETTINGS)
    table: Any = pq.read_table(path).drop_columns(["solved_sight_loss_pts", "solved_error_pts"])
    lists = table.column("runs").combine_chunks()
    fields = [lists.type.value_type.field(name) for name in ("seed", "checks")]
    runs = pa.StructArray.from_arrays([lists.flatten().field(each.name) for each in fields], fields=fields)
    kind = pa.field("runs", pa.list_(pa.field("item", runs.type, nullable=False)), nullable=False)
    old = pa.ListArray.from_arrays(lists.offsets, runs, type=kind.type)
    pq.write_table(table.set_column(table.schema.get_field_index("runs"), kind, old), path)
    assert read_data(tmp_path).traces == (trace,)
    settings = to_json_form(ScrabbleRecording())
    assert isinstance(settings, dict)
    added = {"most_bag", "solving_nodes", "solving_deals"}
    begun = {name: value for name, value in settings.items() if name not in added}
    assert not settings_difference(begun, settings)
    assert settings_difference(begun, {**settings, "solving_nodes": 5}) == "solving_nodes 5 instead of None"


@pytest.mark.parametrize("kept", [0.0, 0.01, 0.5, 0.99])
def test_a_file_that_was_cut_off_is_refused(kept: float, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    write_shard(path, [_chess(0)], settings=SETTINGS)
    content = path.read_bytes()
    path.write_bytes(content[: int(kept * len(content))])
    assert "must be a Parquet file that can be read" in _refusal(tmp_path)


def test_no_damaged_byte_is_more_than_a_refusal(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    write_shard(path, [_chess(0), _chess(1)], settings=SETTINGS)
    content = path.read_bytes()
    refusals = []
    for place in range(0, len(content), max(1, len(content) // 150)):
        path.write_bytes(content[:place] + bytes([content[place] ^ 0x55]) + content[place + 1 :])
        try:
            read_data(tmp_path)
        except DataError as error:
            refusals.append(str(error))
    assert len(refusals) > 50
    assert not any("\n" in words for words in refusals)


def test_a_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_text("number,fen\n" * 100)
    assert "must be a Parquet file that can be read" in _refusal(tmp_path)


def test_the_parquet_of_somebody_else_is_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"number": [1, 2]}), tmp_path / "a.parquet")
    assert "must be one that `zeitnot learn data` wrote, got another Parquet file" in _refusal(tmp_path)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({b"zeitnot.schema": "99"}, f"must have schema {SCHEMA_VERSION}, got 99"),
        ({b"zeitnot.game": "go"}, "must be of chess or scrabble, with settings, got go"),
        ({b"zeitnot.game": "scrabble"}, f"must have the columns of schema {SCHEMA_VERSION}, got others"),
        ({b"zeitnot.settings": "{"}, "must have its game and settings inside"),
        ({b"zeitnot.settings": "[]"}, "must be of chess or scrabble, with settings"),
    ],
)
def test_a_shard_that_says_something_else_is_refused(
    changed: dict[bytes, str], words: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.parquet"
    write_shard(path, [_chess(0)], settings=SETTINGS)
    table: Any = pq.read_table(path)
    pq.write_table(table.replace_schema_metadata({**table.schema.metadata, **changed}), path)
    assert words in _refusal(tmp_path)


@pytest.mark.parametrize(
    ("other", "settings", "words"),
    [
        (SCRABBLE, SETTINGS, "must be of one game, chess, got scrabble"),
        (_chess(1), {**SETTINGS, "samples": 5}, "same settings, got samples 5 instead of 3000"),
    ],
)
def test_shards_that_do_not_belong_together_are_refused(
    other: Trace, settings: dict[str, object], words: str, tmp_path: Path
) -> None:
    write_shard(tmp_path / "a.parquet", [_chess(0)], settings=SETTINGS)
    write_shard(tmp_path / "b.parquet", [other], settings=settings)
    assert words in _refusal(tmp_path)


def test_a_position_that_two_nodes_recorded_counts_once(tmp_path: Path) -> None:
    write_shard(tmp_path / "b.parquet", [made_up(0), made_up(3), made_up(9)], settings=SETTINGS)
    write_shard(tmp_path / "a.parquet", [made_up(3), made_up(1)], settings=SETTINGS)
    write_shard(tmp_path / "c.parquet", [made_up(9), made_up(3)], settings=SETTINGS)
    assert read_data(tmp_path).traces == tuple(map(made_up, (0, 1, 3, 9)))
    assert summary_of(tmp_path).positions == 4


def test_a_shard_with_a_position_twice_is_refused(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.parquet", [_chess(0), _chess(1), _chess(0)], settings=SETTINGS)
    assert "a shard must have each position once, got number 0 twice" in _refusal(tmp_path)


def test_traces_come_by_number_though_the_numbers_of_shards_alternate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nodes = (range(0, 60, 2), [1, 5, 3, 59, *range(7, 59, 2)], range(61, 100), [60, 1000])
    for node, numbers in enumerate(nodes):
        write_shard(tmp_path / f"{node}.parquet", [made_up(number) for number in numbers], settings=SETTINGS)
    read, make, opened, made = read_rows, ShardRows.traces, [], []

    def read_and_note(path: Path) -> ShardRows:
        opened.append(path.name)
        return read(path)

    def make_and_note(self: ShardRows, start: int, stop: int) -> list[Trace]:
        made.append(stop - start)
        return make(self, start, stop)

    monkeypatch.setattr(data_folder, "read_rows", read_and_note)
    monkeypatch.setattr(ShardRows, "traces", make_and_note)
    traces = iter(open_data(tmp_path))
    assert [next(traces) for _ in range(32)] == [made_up(number) for number in range(32)]
    assert opened == ["0.parquet", "1.parquet"]  # a shard is read when its first number is due
    assert sum(made) == 32  # and a trace is made when its own is
    assert list(traces) == [made_up(number) for number in (*range(32, 100), 1000)]


def test_a_folder_without_shards_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".a.parquet.1.part").write_bytes(b"half a shard")
    assert "must be a folder with shards in it" in _refusal(tmp_path)
    assert "must be a folder with shards in it" in _refusal(tmp_path / "none")


def test_traces_of_two_games_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"must have traces of one game, got \['chess', 'scrabble'\]"):
        write_shard(tmp_path / "a.parquet", [CHESS, SCRABBLE], settings={})
    assert not list(tmp_path.iterdir())


def test_a_value_that_no_column_holds_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="must have values of its fields' types"):
        write_shard(tmp_path / "a.parquet", [_chess(2**63)], settings={})
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="a shard must go to a file that can be written"):
        write_shard(tmp_path / "none" / "a.parquet", [CHESS], settings={})


def test_without_pyarrow_the_line_that_installs_it_is_given(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'zeitnot\[learn\]'"):
        write_shard(tmp_path / "a.parquet", [CHESS], settings={})


def _refusal(folder: Path) -> str:
    with pytest.raises(DataError) as caught:
        read_data(folder)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.source("M29.loss")
def test_the_error_of_the_reference_is_that_of_the_positions_where_the_judge_can_err(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.parquet", [made_up(0), made_up(30)], settings={})
    write_shard(tmp_path / "b.parquet", [made_up(40)], settings={})
    summary = summary_of(tmp_path)
    assert (summary.positions, summary.rows) == (3, 9)
    assert summary.loss_error == pytest.approx(((0.03**2 + 0.04**2) / 2) ** 0.5)


def test_an_empty_folder_comes_to_nothing(tmp_path: Path) -> None:
    assert summary_of(tmp_path) == DataSummary(positions=0, rows=0, loss_error=0.0)
