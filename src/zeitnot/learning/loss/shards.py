"""Shards: traces in Parquet files, each with its schema, its game and its settings inside."""

import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from zeitnot.atomic_file import write_atomically
from zeitnot.errors import DataError
from zeitnot.games import Trace, find_game, game_names
from zeitnot.learning.loss.columns import arrow, from_batch, is_readable, to_batch
from zeitnot.untrusted import MOST_BYTES, UNREADABLE

SCHEMA_VERSION = 2
"""Raised when a column changes its meaning, is added or removed."""
MOST_GROUPS = 1_000
"""Row groups of a shard; those that are written here have one for a million positions."""
MOST_VALUES = 20_000_000
"""Values in all columns of a shard; 32 long searches have a thousandth of it."""
SHARD_SUFFIX = ".parquet"
"""Suffix of every shard."""

_VERSION, _GAME, _SETTINGS = b"zeitnot.schema", b"zeitnot.game", b"zeitnot.settings"


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSet:
    """Traces of one game, all made with the same settings."""

    game: str
    """The game that was recorded."""
    settings: dict[str, object]
    """All that decides what a trace of a number is, as plain values."""
    traces: tuple[Trace, ...]
    """Recorded turns, sorted by number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardHead:
    """Head of a shard: what is in it."""

    game: str
    """The game that was recorded."""
    settings: dict[str, object]
    """Settings of the data set that the shard belongs to."""
    numbers: frozenset[int]
    """Numbers of the positions in the shard."""


def write_shard(path: Path, traces: Sequence[Trace], *, settings: Mapping[str, object]) -> None:
    """Write traces of one game to a file, whole or not at all."""
    pa = arrow()
    games = {trace.game for trace in traces}
    if len(games) != 1:
        raise DataError(f"a shard must have traces of one game, got {sorted(games)!r}")
    game = games.pop()
    about = {_VERSION: str(SCHEMA_VERSION), _GAME: game, _SETTINGS: json.dumps(settings, sort_keys=True)}
    try:
        table = pa.Table.from_batches([to_batch(_trace_class(game), traces)]).replace_schema_metadata(about)
    except (pa.ArrowException, OverflowError, TypeError) as error:
        raise DataError(f"a trace must have values of its fields' types, got {error}") from error
    buffer = io.BytesIO()
    pa.parquet.write_table(table, buffer, compression="zstd", write_page_checksum=True)
    write_atomically(path, buffer.getvalue(), rule="a shard must go to")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardRows:
    """A shard before its traces are made: as rows they take a fifth of the memory."""

    path: Path
    """The file."""
    game: str
    """The game that was recorded."""
    settings: dict[str, object]
    """Settings of the data set that the shard belongs to."""
    rows: Any
    """The rows, as PyArrow has them."""

    def numbers(self) -> list[int]:
        """Return the numbers of the traces, row by row."""
        found: list[int] = self.rows.column("number").to_pylist()
        return found

    def in_order(self, order: Sequence[int]) -> Self:
        """Return the rows in another order."""
        return replace(self, rows=self.rows.take(arrow().array(order)))

    def traces(self, start: int, stop: int) -> list[Trace]:
        """Make the traces of some rows."""
        if start == stop:
            return []
        with _border(self.path):
            return from_batch(_trace_class(self.game), self.rows.slice(start, stop - start))


def read_shard(path: Path) -> DataSet:
    """Read one file."""
    shard = read_rows(path)
    traces = shard.traces(0, len(shard.rows))
    return DataSet(game=shard.game, settings=shard.settings, traces=tuple(traces))


def read_rows(path: Path) -> ShardRows:
    """Read one file, and leave its rows as they are."""
    with _opened(path) as (file, game, settings):
        table = file.read()
        table.validate(full=True)
        pieces = table.combine_chunks().to_batches() or [to_batch(_trace_class(game), ())]
        return ShardRows(path=path, game=game, settings=settings, rows=pieces[0])


def read_head(path: Path) -> ShardHead:
    """Read only the head of a file: game, settings and numbers of its positions."""
    with _opened(path) as (file, game, settings):
        numbers = file.read(columns=["number"]).column("number").to_pylist()
    if twice := [number for number, count in Counter(numbers).items() if count > 1]:
        raise refused(path, "a shard must have each position once", f"number {min(twice)} twice")
    return ShardHead(game=game, settings=settings, numbers=frozenset(numbers))


def shard_paths(folder: Path) -> list[Path]:
    """Return the files of a data set, by name; none where there is no such folder."""
    return sorted(path for path in folder.glob(f"*{SHARD_SUFFIX}") if not path.name.startswith("."))


def settings_difference(had: Mapping[str, object], got: Mapping[str, object]) -> str:
    """Return a phrase for the first difference between two settings; an empty one where they agree."""
    for name in sorted({*had, *got}):
        if had.get(name, False) != got.get(name, False):  # what an earlier version did not know was off
            return f"{name} {got.get(name)!r} instead of {had.get(name)!r}"
    return ""


def _trace_class(game: str) -> type[Any]:
    cls = find_game(game).trace
    if cls is None:
        raise DataError(f"a shard must be of a game that can be recorded, got {game}")
    return cls


@contextmanager
def _opened(path: Path) -> Iterator[tuple[Any, str, dict[str, object]]]:
    """Open a file that is a shard."""
    with _border(path), arrow().parquet.ParquetFile(path, page_checksum_verification=True) as file:
        schema = file.schema_arrow
        game, settings = _checked_head(path, schema.metadata or {})
        if not is_readable(_trace_class(game), schema):
            raise refused(path, f"a shard must have the columns of schema {SCHEMA_VERSION}", "others")
        _check_size(path, file)
        yield file, game, settings


@contextmanager
def _border(path: Path) -> Iterator[None]:
    """Map every read error to a DataError that names the file."""
    try:
        yield
    except DataError:
        raise
    except (arrow().ArrowException, OSError, *UNREADABLE) as error:  # names of columns need not be UTF-8
        cause = " ".join(str(error).split())[:120]
        raise refused(path, "a shard must be a Parquet file that can be read", cause) from error


def _checked_head(path: Path, metadata: Mapping[bytes, bytes]) -> tuple[str, dict[str, object]]:
    """Check that a file is a shard that this version reads, before anything else of it is read."""
    version = metadata.get(_VERSION)
    if version is None:
        raise refused(path, "a shard must be one that `zeitnot learn data` wrote", "another Parquet file")
    if version != str(SCHEMA_VERSION).encode():
        raise refused(path, f"a shard must have schema {SCHEMA_VERSION}", version.decode(errors="replace"))
    try:
        settings = json.loads(metadata[_SETTINGS])
        named = metadata[_GAME].decode()
    except (KeyError, *UNREADABLE) as error:
        raise refused(path, "a shard must have its game and settings inside", str(error)) from error
    if named not in game_names() or not isinstance(settings, dict):
        raise refused(path, f"a shard must be of {' or '.join(game_names())}, with settings", named)
    return named, settings


def _check_size(path: Path, file: Any) -> None:  # noqa: ANN401 (as everything of PyArrow)
    """Refuse a file that unpacks to much more than a shard: columns of equal values pack to nothing."""
    metadata = file.metadata
    if metadata.num_row_groups > MOST_GROUPS:
        raise refused(path, f"a shard must have at most {MOST_GROUPS} groups", f"{metadata.num_row_groups}")
    groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
    unpacked = sum(group.total_byte_size for group in groups)
    rule = f"a shard must unpack to at most {MOST_VALUES:,} values and {MOST_BYTES:,} bytes"
    if unpacked > MOST_BYTES:
        raise refused(path, rule, f"{unpacked:,} bytes")
    for number in range(len(groups)):
        # Reading a row refuses damaged descriptions of columns; PyArrow, asked for one, ends the process.
        next(file.iter_batches(batch_size=1, row_groups=[number]), None)
    values = sum(group.column(number).num_values for group in groups for number in range(group.num_columns))
    if values > MOST_VALUES:
        raise refused(path, rule, f"{values:,} values")
    # A text is stored once, however many rows have it: what all of them take is counted before they are made.
    columns = [file.schema.column(number) for number in range(len(file.schema))]
    texts = [column.path for column in columns if column.physical_type == "BYTE_ARRAY"]
    with arrow().parquet.ParquetFile(path, page_checksum_verification=True, read_dictionary=texts) as packed:
        table = packed.read(columns=texts)
    text_bytes = sum(_text_bytes(chunk) for column in table.columns for chunk in column.chunks)
    if text_bytes > MOST_BYTES:
        raise refused(
            path, f"a shard must unpack to at most {MOST_BYTES:,} bytes", f"{text_bytes:,} bytes of text"
        )


def _text_bytes(column: Any) -> int:  # noqa: ANN401
    """Return what the texts of a column take in memory, lists and records included."""
    types, compute = arrow().types, arrow().compute
    if types.is_dictionary(column.type):
        lengths = compute.binary_length(column.dictionary)
        return compute.sum(compute.take(lengths, column.indices)).as_py() or 0
    if types.is_list(column.type):
        return _text_bytes(column.flatten())
    return sum(map(_text_bytes, column.flatten()))


def refused(path: Path, rule: str, got: str) -> DataError:
    """Return the error that refuses a file."""
    return DataError(f"{rule}, got {got} in {str(path)!r}")
