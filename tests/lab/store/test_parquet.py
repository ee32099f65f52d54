import json
from pathlib import Path

import pyarrow.parquet as pq

from tests.lab.match.scenes import played, small_plan
from zeitnot.lab.match import MatchPlan
from zeitnot.lab.store import RunStore
from zeitnot.lab.store.parquet import export_parquet
from zeitnot.turns import TurnRecord, from_json_form


def test_games_and_turns_come_back_from_parquet(tmp_path: Path) -> None:
    plan = small_plan()
    games = played(plan)
    with RunStore.create(tmp_path / "a.run", plan) as store:
        for game in games:
            store.add(game)
        games_path, turns_path = export_parquet(store, tmp_path / "out")
    table = pq.read_table(games_path).to_pylist()
    assert [row["text"] for row in table] == [game.text for game in games]
    turns = pq.read_table(turns_path)
    assert MatchPlan.from_json(turns.schema.metadata[b"zeitnot.plan"].decode()) == plan
    rows = turns.to_pylist()
    records = [turn.record for game in games for turn in game.turns]
    assert [from_json_form(TurnRecord, json.loads(row["record"])) for row in rows] == records
    assert rows[0]["participant_name"] == "uniform"


def test_a_run_without_games_can_be_exported(tmp_path: Path) -> None:
    with RunStore.create(tmp_path / "a.run", small_plan()) as store:
        games_path, turns_path = export_parquet(store, tmp_path)
    assert pq.read_table(games_path).num_rows == pq.read_table(turns_path).num_rows == 0
