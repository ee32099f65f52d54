from pathlib import Path

import pytest

from tests.lab.tiny_tasks import made_up
from zeitnot.learning.loss_data.shards import write_shard
from zeitnot.learning.loss_data.summary import DataSummary, summary_of


@pytest.mark.source("M29.loss")
def test_the_error_of_the_reference_is_that_of_the_positions_where_the_judge_can_err(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.parquet", [made_up(0), made_up(30)], settings={})
    write_shard(tmp_path / "b.parquet", [made_up(40)], settings={})
    summary = summary_of(tmp_path)
    assert (summary.positions, summary.rows) == (3, 9)
    assert summary.loss_error == pytest.approx(((0.03**2 + 0.04**2) / 2) ** 0.5)


def test_an_empty_folder_comes_to_nothing(tmp_path: Path) -> None:
    assert summary_of(tmp_path) == DataSummary(positions=0, rows=0, loss_error=0.0)
