"""Runs for data frames: names, stable types, trails that can be joined, and a dictionary that is true."""

import csv
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.lab.match.scenes import played, scrabble_plan, small_plan
from tests.report.match_page.runs import renamed
from zeitnot.errors import SettingError
from zeitnot.games import Fault, PlayedGame
from zeitnot.lab import MatchPlan, RunStore, export_csv, export_parquet
from zeitnot.lab.store import export
from zeitnot.lab.store.export import WrittenTable
from zeitnot.turns import Factor

ROOT = Path(__file__).parents[3]
DICTIONARY = ROOT / "docs" / "reference" / "data.md"
NOTEBOOK = ROOT / "examples" / "exported_run.ipynb"
NAMES = ("games", "turns", "steps")


@pytest.fixture(scope="module")
def games() -> list[PlayedGame]:
    return played(small_plan())


def kept(path: Path, plan: MatchPlan, games: list[PlayedGame]) -> RunStore:
    store = RunStore.create(path, plan)
    for game in games:
        store.add(game)
    return store


def tables(written: list[WrittenTable]) -> dict[str, pa.Table]:
    return {each.name: pq.read_table(each.path) for each in written}


def types(table: pa.Table) -> dict[str, str]:
    return {field.name: str(field.type) for field in table.schema}


def test_games_have_names_and_results(tmp_path: Path, games: list[PlayedGame]) -> None:
    first = replace(games[0], half_points=0, fault=Fault.FLAG, fault_seat=0, notes=("a", "b"))
    with kept(tmp_path / "a.run", small_plan(), [first, replace(games[1], half_points=1)]) as store:
        rows = tables(export_parquet(store, tmp_path / "out"))["games"].to_pylist()
    keys = (
        "game",
        "pair",
        "first",
        "second",
        "result",
        "first_score",
        "winner",
        "fault",
        "at_fault",
        "notes",
    )
    assert [tuple(row[key] for key in keys) for row in rows] == [
        (1, 1, "uniform", "textbook", "0-1", 0.0, "textbook", "out of time", "uniform", "a; b"),
        (2, 1, "textbook", "uniform", "1/2-1/2", 0.5, None, None, None, None),
    ]
    assert rows[0]["opening"].startswith("e2e4")
    assert rows[0]["text"] == first.text
    assert rows[0]["began"].isoformat() == first.began


def test_turns_have_names_and_all_that_a_record_knows(tmp_path: Path, games: list[PlayedGame]) -> None:
    with kept(tmp_path / "a.run", small_plan(), games) as store:
        found = tables(export_parquet(store, tmp_path / "out"))["turns"]
    turn, row = games[1].turns[3], found.filter(pa.compute.equal(found["game"], 2)).to_pylist()[3]
    record = turn.record
    assert (row["turn"], row["side"]) == (4, ("white", "black")[turn.seat])
    assert (row["participant"], row["opponent"]) == (("textbook", "uniform"), ("uniform", "textbook"))[
        turn.seat
    ]
    assert (row["policy"], row["move"], row["ply"]) == (record.policy, record.move, record.ply)
    assert (row["used_s"], row["referee_s"]) == (record.used_s, turn.referee_s)
    assert (row["planned_s"], row["limit_s"]) == (record.budget.target_s, record.budget.limit_s)
    assert (row["reason"], row["nodes"], row["score_cp"]) == (record.reason, record.nodes, record.score_cp)
    assert (row["pieces"], row["bag_tiles"]) == (getattr(record.features, "pieces", None), None)
    assert MatchPlan.from_json(found.schema.metadata[b"zeitnot.plan"].decode()) == small_plan()


def test_trails_are_steps_that_can_be_joined(tmp_path: Path, games: list[PlayedGame]) -> None:
    first, *others = games[0].turns
    moved = replace(first, record=replace(first.record, factors=(Factor("stable", 0.7),)))
    with kept(tmp_path / "a.run", small_plan(), [replace(games[0], turns=(moved, *others))]) as store:
        rows = tables(export_parquet(store, tmp_path / "out"))["steps"].to_pylist()
    of_first = [row for row in rows if row["turn"] == 1]
    budget = moved.record.budget
    for trail, steps in (("target", budget.target.steps), ("limit", budget.limit.steps)):
        shown = [
            (row["name"], row["operation"], row["figure"], row["result_s"], row["note"] or "")
            for row in of_first
            if row["trail"] == trail
        ]
        assert shown == [tuple(step) for step in steps]
    assert [(row["name"], row["figure"]) for row in of_first if row["trail"] == "moved"] == [("stable", 0.7)]
    assert {row["turn"] for row in rows} == set(range(1, len(games[0].turns) + 1))


def test_types_do_not_depend_on_what_is_in_the_run(tmp_path: Path, games: list[PlayedGame]) -> None:
    schemas = []
    for number, (plan, some) in enumerate(((small_plan(), []), (small_plan(), games), (scrabble_plan(), []))):
        with kept(tmp_path / f"{number}.run", plan, some) as store:
            found = tables(export_parquet(store, tmp_path / str(number)))
        schemas.append({name: types(table) for name, table in found.items()})
        assert found["games"].num_rows == len(some)
    assert schemas[0] == schemas[1] == schemas[2]
    assert "null" not in {kind for table in schemas[0].values() for kind in table.values()}


def test_csv_has_the_same_rows(tmp_path: Path, games: list[PlayedGame]) -> None:
    with kept(tmp_path / "a.run", small_plan(), games) as store:
        parquet = tables(export_parquet(store, tmp_path))
        written = export_csv(store, tmp_path)
    for each in written:
        with each.path.open(encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        table = parquet[each.name]
        assert head == table.column_names
        assert len(rows) == table.num_rows == each.rows
        for line, row in zip(rows[:50], table.slice(0, 50).to_pylist(), strict=True):
            assert [_read(cell, row[name]) for cell, name in zip(line, head, strict=True)] == list(
                row.values()
            )


def _read(cell: str, like: Any) -> Any:
    if like is None:
        return cell or None
    if isinstance(like, bool):
        return cell == "true"
    return type(like).fromisoformat(cell) if hasattr(like, "isoformat") else type(like)(cell)


def test_a_long_run_is_written_in_pieces(
    tmp_path: Path, games: list[PlayedGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "BATCH", 7)
    with kept(tmp_path / "a.run", small_plan(), games) as store:
        written = export_parquet(store, tmp_path)
        found = tables(written)
    assert [found[each.name].num_rows for each in written] == [each.rows for each in written]
    assert found["turns"].num_rows == sum(len(game.turns) for game in games)


def test_names_that_no_file_takes_are_escaped(tmp_path: Path, games: list[PlayedGame]) -> None:
    plan = renamed(small_plan(), ("half \ud800", "b"))
    with kept(tmp_path / "a.run", plan, games) as store:
        rows = tables(export_parquet(store, tmp_path))["games"].to_pylist()
    assert rows[0]["first"] == "half \\ud800"


def test_the_dictionary_has_every_column_with_its_type(tmp_path: Path) -> None:
    with kept(tmp_path / "a.run", small_plan(), []) as store:
        found = tables(export_parquet(store, tmp_path))
    sections = re.split(r"^## ", DICTIONARY.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    told = {}
    for section in sections:
        rows = re.findall(r"^\| `(\w+)` \| (\w+) \| ([^|]+) \| ([^|]+) \|$", section, flags=re.MULTILINE)
        assert all(unit.strip() and meaning.strip().endswith(".") for _, _, unit, meaning in rows)
        told[section.split()[0]] = {name: kind for name, kind, _, _ in rows}
        for name, _, unit, _ in rows:
            assert ("seconds" in unit) == (name.endswith("_s") or name == "figure")
    real = {name: types(table) for name, table in found.items()}
    real["games"]["began"] = "timestamp"
    plain = {
        name: {column: kind.replace("double", "float64") for column, kind in t.items()}
        for name, t in real.items()
    }
    assert {name: list(columns.items()) for name, columns in told.items()} == {
        name: list(columns.items()) for name, columns in plain.items()
    }


@pytest.mark.parametrize("write", [export_parquet, export_csv])
def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, write: Any) -> None:
    (tmp_path / "file").write_text("")
    with (
        kept(tmp_path / "a.run", small_plan(), []) as store,
        pytest.raises(SettingError, match=r"--(parquet|csv) must"),
    ):
        write(store, tmp_path / "file")


def test_the_notebook_runs_on_an_export_and_is_kept_without_output(
    tmp_path: Path,
    games: list[PlayedGame],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with kept(tmp_path / "a.run", small_plan(), games) as store:
        export_parquet(store, tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {}
    exec("\n".join("".join(cell["source"]) for cell in cells), names)  # noqa: S102 (our own cells)
    printed = capsys.readouterr().out
    turns = sum(len(game.turns) for game in games)
    assert printed.startswith(f"{len(games)} games, {turns} turns, ")
    assert all(f"{name}: referee_s_mean " in printed for name in names["names"])
    assert [len(trace.x) > 0 for trace in names["figure"].data] == [True, True]
    assert [(cell["outputs"], cell["execution_count"]) for cell in cells] == [([], None)] * len(cells)
