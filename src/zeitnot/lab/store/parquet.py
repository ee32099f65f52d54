"""Parquet: a run for data frames, one row for each game and each turn."""

from pathlib import Path
from typing import Any

from zeitnot.errors import MissingExtraError, SettingError
from zeitnot.lab.store.rows import GameRow, TurnRow, columns, values
from zeitnot.lab.store.run_store import RunStore
from zeitnot.turns import to_json_form


def export_parquet(store: RunStore, folder: Path) -> tuple[Path, Path]:
    """Write `games.parquet` and `turns.parquet`; the plan is in their metadata, TurnRecords are whole."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise MissingExtraError(feature="Parquet", extra="lab") from error
    import json

    metadata = {"zeitnot.plan": store.plan.to_json(), "zeitnot.version": store.version}
    games = store.games()
    records = [json.dumps(to_json_form(record)) for game in games for record in store.records(game.number)]
    game_columns = _columns(GameRow, games)
    game_columns["text"] = [store.text(game.number) for game in games]
    turn_columns = _columns(TurnRow, list(store.turns(games)))
    turn_columns["record"] = records
    names = [participant.name for participant in store.plan.participants]
    turn_columns["participant_name"] = [names[number] for number in turn_columns["participant"]]
    paths = folder / "games.parquet", folder / "turns.parquet"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, data in zip(paths, (game_columns, turn_columns), strict=True):
            table: pa.Table = pa.table(data).replace_schema_metadata(metadata)
            beside = path.with_name(f".{path.name}.part")
            try:
                pq.write_table(table, beside, compression="zstd")
                beside.replace(path)
            finally:
                beside.unlink(missing_ok=True)
    except OSError as error:
        cause = (error.strerror or str(error)).lower()
        raise SettingError(
            f"--parquet must be a folder that can be written ({cause}), got {str(folder)!r}"
        ) from error
    return paths


def _columns(cls: type[GameRow | TurnRow], rows: "list[Any]") -> dict[str, list[Any]]:
    packed = list(zip(*(values(row) for row in rows), strict=True)) or [()] * len(columns(cls))
    return {name: list(column) for name, column in zip(columns(cls), packed, strict=True)}
