"""Export: the tables of a run as Parquet or CSV files, written game by game, whole or not at all."""

import csv
import datetime
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from zeitnot.atomic_file import write_atomically
from zeitnot.errors import MissingExtraError, SettingError
from zeitnot.lab.store.export_tables import TABLES, ExportTable, Row, Value, exported_games
from zeitnot.lab.store.run_store import RunStore
from zeitnot.untrusted import cause_of

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


_Write = Callable[[Sequence[Row]], object]
"""Adds rows to a file."""
_Open = Callable[[Path, ExportTable, RunStore], AbstractContextManager[_Write]]


def export_parquet(store: RunStore, folder: Path) -> list[WrittenTable]:
    """Write `games.parquet`, `turns.parquet` and `steps.parquet`; the plan is in their metadata."""
    try:
        import pyarrow.parquet  # noqa: F401 (whether there is one)
    except ImportError as error:
        raise MissingExtraError(feature="Parquet", extra="lab") from error
    return _export(store, folder, _parquet_file, suffix=".parquet", option="--parquet")


def export_csv(store: RunStore, folder: Path) -> list[WrittenTable]:
    """Write `games.csv`, `turns.csv` and `steps.csv`: UTF-8, a line of names first, nothing where None is."""
    return _export(store, folder, _csv_file, suffix=".csv", option="--csv")


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
                    writers[table.name](rows)
                    counts[table.name] += len(rows)
                    rows.clear()
        for name, rows in waiting.items():
            writers[name](rows)
            counts[name] += len(rows)
    return counts


@contextmanager
def _parquet_file(path: Path, table: ExportTable, store: RunStore) -> Iterator[_Write]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    metadata = {"zeitnot.plan": store.plan.to_json(), "zeitnot.version": store.version}
    types = {"timestamp": pa.timestamp("s", tz="UTC")}
    fields = [pa.field(name, types.get(kind) or pa.type_for_alias(kind)) for name, kind in table.columns]
    schema: pa.Schema = pa.schema(fields, metadata=metadata)
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:

        def write(rows: Sequence[Row]) -> None:
            if rows:
                columns = [
                    pa.array(column, type=field.type)
                    for column, field in zip(zip(*rows, strict=True), schema, strict=True)
                ]
                writer.write_table(pa.Table.from_arrays(columns, schema=schema))

        yield write


@contextmanager
def _csv_file(path: Path, table: ExportTable, store: RunStore) -> Iterator[_Write]:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([name for name, _ in table.columns])
        yield lambda rows: writer.writerows([_csv_cell(value) for value in row] for row in rows)


def _csv_cell(value: Value) -> str | int | float | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, datetime.datetime) else value


def export_texts(store: RunStore, path: Path, fields: Sequence[str]) -> WrittenTable:
    """Write all games to one file, each move with these fields; a SettingError names an unknown one."""
    game = store.plan.played_game
    wrong = next((name for name in fields if name not in game.text_fields), None)
    if wrong is not None or not game.text_fields:
        known = ", ".join(game.text_fields) or f"none for {game.name}"
        raise SettingError(f"fields of exported games must be some of {known}, got {wrong!r}")
    rows = store.games()
    texts = (game.exported_text(store.text(row.number), store.records(row.number), fields) for row in rows)
    write_atomically(path, "\n".join(texts).encode(), rule="games must be exported to")
    return WrittenTable(name="games", path=path, rows=len(rows))
