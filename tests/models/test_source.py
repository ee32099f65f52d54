"""PackageModels: the package's own models, and a user's."""

from pathlib import Path

import pytest

from tests.models.small_models import small_model
from zeitnot.errors import DataError
from zeitnot.models import PackageModels, source
from zeitnot.models.network_loss import DeepeningNetwork, SnapshotLoss
from zeitnot.monitors import rule_of_thumb, two_arm_heuristic
from zeitnot.policies.base import ModelSource
from zeitnot.policies.time_values import PhaseValues, TimeValues

VALUES = TimeValues(
    game="chess",
    decay=0.5,
    prices=(1e-6, 1e-5),
    phases=(
        PhaseValues(name="all", until=float("inf"), turns=40.0, unit="nodes", work_used=(1000.0, 100.0)),
    ),
)


def test_a_users_model_is_found_by_its_path(tmp_path: Path) -> None:
    models: ModelSource = PackageModels()
    for game in ("chess", "scrabble"):
        (tmp_path / f"{game}.npz").write_bytes(small_model(game).to_bytes())
    assert isinstance(models.snapshot_loss(str(tmp_path / "scrabble.npz")), SnapshotLoss)
    assert isinstance(models.deepening_loss(str(tmp_path / "chess.npz")), DeepeningNetwork)


def test_a_file_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "chess.npz"
    path.write_bytes(small_model("chess").to_bytes())
    assert PackageModels().deepening_loss(str(path)) is PackageModels().deepening_loss(str(path))


@pytest.mark.source("M38.shipped", "M8.default")
def test_an_empty_name_is_the_model_of_the_package() -> None:
    assert isinstance(PackageModels().snapshot_loss(""), SnapshotLoss)
    assert isinstance(PackageModels().deepening_loss(""), DeepeningNetwork)


@pytest.mark.source("M38.replaceable", "M9.fallback")
def test_a_package_without_models_falls_back_to_what_needs_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "package_file", lambda name: tmp_path / name)
    assert PackageModels().snapshot_loss("") is two_arm_heuristic
    assert PackageModels().deepening_loss("") is rule_of_thumb


def test_a_path_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    for ask in (PackageModels().snapshot_loss, PackageModels().deepening_loss):
        with pytest.raises(DataError, match=r"a model must be a file that can be read .*no\.npz"):
            ask(str(tmp_path / "no.npz"))
    with pytest.raises(DataError, match=r"time values must be a file that can be read .*no\.json"):
        PackageModels().time_values("chess", str(tmp_path / "no.json"))


def test_time_values_are_read_for_their_game_only(tmp_path: Path) -> None:
    path = tmp_path / "values.json"
    path.write_text(VALUES.to_json())
    assert PackageModels().time_values("chess", str(path)) == VALUES
    with pytest.raises(DataError, match="time values for scrabble, got 'chess'"):
        PackageModels().time_values("scrabble", str(path))


def test_the_package_has_time_values_or_rough_ones_for_both_games_and_no_other() -> None:
    for game in ("chess", "scrabble"):
        assert PackageModels().time_values(game, "").game == game
    with pytest.raises(DataError, match="chess or scrabble, got 'go'"):
        PackageModels().time_values("go", "")


def test_time_values_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "values.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="not UTF-8 text"):
        PackageModels().time_values("chess", str(path))
