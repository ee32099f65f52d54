"""Profiles of engines: kept under their names, found by them, and used where a policy learns from engines."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.chess.proxy.fixtures_proxy import debian_engine
from tests.models.small_profile import PROFILE, kept
from zeitnot.chess.proxy import WrappedEngine
from zeitnot.errors import DataError
from zeitnot.models import (
    PackageModels,
    all_profiles,
    find_profile,
    forget_profile,
    make_manager,
    profile_folder,
)
from zeitnot.policies import Learned, TimeValues


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def test_a_profile_is_found_by_the_name_of_its_engine_and_can_be_forgotten() -> None:
    folder = kept()
    found = find_profile("Stockfish 15.1")
    assert found is not None
    assert (found.profile, found.folder, found.shipped) == (PROFILE, folder, False)
    assert [each.profile for each in all_profiles() if not each.shipped] == [PROFILE]
    assert find_profile("Stockfish 15.2") is None
    assert find_profile("stockfish 15.1") is None, "the same folder, but another engine"
    assert forget_profile("Stockfish 15.1")
    assert find_profile("Stockfish 15.1") is None or find_profile("Stockfish 15.1").shipped  # type: ignore[union-attr]
    assert not forget_profile("Stockfish 15.1")


@pytest.mark.parametrize("name", ["../../etc", "..", "", "///"])
def test_no_name_leads_out_of_the_folder(name: str) -> None:
    if not name.strip("./"):
        with pytest.raises(DataError, match="must have a name"):
            profile_folder(name)
    else:
        assert profile_folder(name).parent.name == "profiles"
        assert profile_folder(name).name not in {"", ".", ".."}


def test_a_damaged_profile_is_refused_with_its_place() -> None:
    folder = kept()
    (folder / "profile.json").write_text("{")
    with pytest.raises(DataError, match=r"profile\.json"):
        find_profile("Stockfish 15.1")


def test_a_wrapped_engine_is_managed_by_its_own_profile_unless_other_models_are_named() -> None:
    kept(replace(PROFILE, engine=engine_name()))

    def served(policy: str, **settings: str) -> tuple[str, float | None]:
        engine = WrappedEngine([debian_engine("stockfish")], make_manager(policy, settings))
        try:
            chosen = engine.manager.policy
            return engine.manager.profile, chosen.chess.decay if isinstance(chosen, Learned) else None
        finally:
            engine.close()

    words, decay = served("learned")
    assert "3 games recorded on 2026-11-17" in words
    assert decay == 0.777
    assert served("textbook") == ("", None)
    rough = Path(profile_folder("other"))
    rough.mkdir(parents=True)
    (rough / "v.json").write_text(replace(TimeValues.rough("chess"), decay=0.111).to_json())
    assert served("learned", chess_values=str(rough / "v.json")) == ("", 0.111)


def test_another_policy_of_the_same_engine_has_its_profile_too() -> None:
    kept()
    manager = make_manager("textbook")
    manager.serve("Stockfish 15.1")
    assert manager.profile == ""
    manager.adopt(make_manager("learned"))
    assert manager.profile.startswith("its profile: Stockfish 15.1, 3 games")
    assert isinstance(manager.policy, Learned)
    assert manager.policy.chess.decay == 0.777
    manager.serve("Another 1.0")
    assert manager.profile == "the general model: no profile of Another 1.0"
    assert manager.policy.chess.decay != 0.777


def engine_name() -> str:
    """Return the name that the engine gives itself."""
    engine = WrappedEngine([debian_engine("stockfish")], make_manager("uniform"))
    try:
        return engine.name
    finally:
        engine.close()


def test_an_engine_without_a_profile_is_managed_by_the_general_model() -> None:
    manager = make_manager("learned")
    manager.serve("Some Engine 1.0")
    assert manager.profile == "the general model: no profile of Some Engine 1.0"
    assert isinstance(manager.policy, Learned)
    assert manager.policy.chess.relative
    assert manager.policy.deepening_loss is PackageModels().deepening_loss("general")
    named = make_manager("learned", {"chess_model": "general", "chess_values": "general"})
    assert isinstance(named.policy, Learned)
    assert named.policy.chess == manager.policy.chess


@pytest.mark.parametrize("engine", ["Stockfish 15.1", "Ethereal 12.00"])
def test_the_shipped_profile_of_an_engine_is_found_by_its_name(engine: str) -> None:
    found = find_profile(engine)
    assert found is not None
    assert found.shipped
    assert found.loss_file.stat().st_size + found.values_file.stat().st_size < 50_000
    assert PackageModels().time_values("chess", str(found.values_file)).relative
