"""Export: the tables of a run as Parquet or CSV files, written game by game, whole or not at all."""

import csv
import datetime
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from zeitnot.errors import MissingExtraError, SettingError
from zeitnot.lab.store.export_tables import TABLES, ExportTable, Kind, Row, Value, exported_games
from zeitnot.lab.store.run_store import RunStore
from zeitnot.untrusted import cause_of

if TYPE_CHECKING:
    import pyarrow as pa

BATCH = 20_000
"""Rows that are written at once: a long run does not have to fit into memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenTable:
    """A file that was written."""

    name: str
    """Name of the table."""
    path: Path
    """The file."""
    rows: int
    """Rows in it."""


class _Writer(Protocol):
    """Writes the rows of one table to one file."""

    def write(self, rows: Sequence[Row]) -> None:
        """Add rows."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


_Open = Callable[[Path, ExportTable, RunStore], _Writer]


def export_parquet(store: RunStore, folder: Path) -> list[WrittenTable]:
    """Write `games.parquet`, `turns.parquet` and `steps.parquet`; the plan is in their metadata."""
    try:
        import pyarrow.parquet  # noqa: F401 (whether there is one)
    except ImportError as error:
        raise MissingExtraError(feature="Parquet", extra="lab") from error
    return _export(store, folder, _ParquetWriter, suffix=".parquet", option="--parquet")


def export_csv(store: RunStore, folder: Path) -> list[WrittenTable]:
    """Write `games.csv`, `turns.csv` and `steps.csv`: UTF-8, a line of names first, nothing where None is."""
    return _export(store, folder, _CsvWriter, suffix=".csv", option="--csv")


def _export(store: RunStore, folder: Path, opened: _Open, *, suffix: str, option: str) -> list[WrittenTable]:
    paths = {table.name: folder / f"{table.name}{suffix}" for table in TABLES}
    beside = {name: path.with_name(f".{path.name}.part") for name, path in paths.items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        counts = _written(store, opened, beside)
        for name, path in paths.items():
            beside[name].replace(path)
    except OSError as error:
        raise SettingError(
            f"{option} must be a folder that can be written ({cause_of(error)}), got {str(folder)!r}"
        ) from error
    finally:
        for path in beside.values():
            with suppress(OSError):
                path.unlink(missing_ok=True)
    return [WrittenTable(name=name, path=path, rows=counts[name]) for name, path in paths.items()]


def _written(store: RunStore, opened: _Open, paths: dict[str, Path]) -> dict[str, int]:
    counts = dict.fromkeys(paths, 0)
    waiting: dict[str, list[Row]] = {name: [] for name in paths}
    with ExitStack() as stack:
        writers = {
            table.name: stack.enter_context(opened(paths[table.name], table, store)) for table in TABLES
        }
        for game in exported_games(store):
            for table in TABLES:
                rows = waiting[table.name]
                rows.extend(map(table.fitted, table.rows(game)))
                if len(rows) >= BATCH:
                    writers[table.name].write(rows)
                    counts[table.name] += len(rows)
                    rows.clear()
        for name, rows in waiting.items():
            writers[name].write(rows)
            counts[name] += len(rows)
    return counts


class _ParquetWriter:
    """One Parquet file."""

    def __init__(self, path: Path, table: ExportTable, store: RunStore) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        metadata = {"zeitnot.plan": store.plan.to_json(), "zeitnot.version": store.version}
        fields = [pa.field(name, _arrow_type(kind)) for name, kind in table.columns]
        self._schema: pa.Schema = pa.schema(fields, metadata=metadata)
        self._writer = pq.ParquetWriter(path, self._schema, compression="zstd")

    def write(self, rows: Sequence[Row]) -> None:
        import pyarrow as pa

        if rows:
            columns = [
                pa.array(column, type=field.type)
                for column, field in zip(zip(*rows, strict=True), self._schema, strict=True)
            ]
            self._writer.write_table(pa.Table.from_arrays(columns, schema=self._schema))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()


def _arrow_type(kind: Kind) -> "pa.DataType":
    import pyarrow as pa

    if kind == "timestamp":
        return pa.timestamp("s", tz="UTC")
    return pa.type_for_alias(kind)


class _CsvWriter:
    """One CSV file."""

    def __init__(self, path: Path, table: ExportTable, store: RunStore) -> None:
        self._file = path.open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file, lineterminator="\n")
        self._writer.writerow([name for name, _ in table.columns])

    def write(self, rows: Sequence[Row]) -> None:
        self._writer.writerows([_csv_cell(value) for value in row] for row in rows)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _csv_cell(value: Value) -> str | int | float | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, datetime.datetime) else value
