"""Policies with the models that the package ships, in real searches."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from importlib import resources
from pathlib import Path

import chess
import pytest

import zeitnot
import zeitnot.policies
from tests.scrabble.fixtures_player import knowledge, player, position_with_bag
from zeitnot.chess.engine import Engine, Request
from zeitnot.chess.proxy import WrappedEngine
from zeitnot.clocks import ClockReading, TimeControl
from zeitnot.errors import DataError, SettingError
from zeitnot.models import PackageModels, make_manager, make_policy, package_file
from zeitnot.models.bounded_ask import BoundedAsk
from zeitnot.models.network_loss import DeepeningNetwork, SnapshotLoss
from zeitnot.monitors import bonferroni, two_arm_heuristic
from zeitnot.policies import Learned, Magpie, Textbook
from zeitnot.scrabble import SearchState
from zeitnot.scrabble.clocked_game import ClockedGame
from zeitnot.scrabble.player import Player
from zeitnot.scrabble.simulation import SimulationState
from zeitnot.scrabble.turn import WorkRates
from zeitnot.turns import Reason, ask_directly

MOST_BYTES = 50_000
SICILIAN = "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 2 6"


def learned() -> Learned:
    policy = make_policy("learned")
    assert isinstance(policy, Learned)
    return policy


@pytest.mark.source("M38.shipped", "M8.file_size")
@pytest.mark.parametrize("name", ["chess_loss.npz", "scrabble_loss.npz"])
def test_the_package_ships_small_models(name: str) -> None:
    assert 0 < package_file(name).stat().st_size < MOST_BYTES


@pytest.mark.source("M38.shipped")
def test_learned_has_the_models_and_values_of_the_package() -> None:
    policy = learned()
    assert isinstance(policy.deepening_loss, DeepeningNetwork)
    assert policy.snapshot_loss is bonferroni
    assert policy.chess.made_by.startswith("zeitnot learn values")
    assert policy.scrabble.made_by.startswith("zeitnot learn values")


def test_the_one_way_to_make_a_manager_loads_the_models() -> None:
    assert zeitnot.make_manager is make_manager
    policy = make_manager("learned").policy
    assert isinstance(policy, Learned)
    assert isinstance(policy.deepening_loss, DeepeningNetwork)


def test_the_old_place_says_where_managers_are_made_now() -> None:
    with pytest.raises(ImportError, match=r"use zeitnot\.make_manager"):
        exec("from zeitnot.policies import make_manager")  # noqa: S102 (a checker of types would refuse it)
    with pytest.raises(AttributeError, match="has no attribute 'nosuch'"):
        _ = zeitnot.policies.nosuch  # type: ignore[attr-defined]


@pytest.mark.parametrize("setting", ["chess_model", "chess_values", "scrabble_model", "scrabble_values"])
def test_a_file_that_is_named_and_cannot_be_read_is_an_error(setting: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nosuch"):
        make_manager("learned", {setting: str(tmp_path / "nosuch")})


def test_the_package_names_its_manager_without_loading_it() -> None:
    code = (
        "import sys, zeitnot; assert 'make_manager' in zeitnot.__all__;"
        "loaded = [name for name in sys.modules if name.startswith('zeitnot.')];"
        "assert loaded == ['zeitnot.facades'], loaded"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_a_built_in_policy_is_asked_directly_and_any_other_in_a_thread() -> None:
    assert make_manager("textbook").ask is ask_directly
    assert isinstance(make_manager(Textbook()).ask, BoundedAsk)
    assert make_manager(Textbook(), ask=ask_directly).ask is ask_directly


def test_a_policy_given_as_an_object_has_its_own_name_and_no_settings() -> None:
    assert make_manager(Textbook()).name == "textbook"
    with pytest.raises(SettingError, match="settings must be those of a policy by name"):
        make_manager(Textbook(), {"soft_share": 0.5})


@pytest.mark.parametrize(
    ("first", "words"),
    [(lambda: 3, "calibration must return a Calibration, got 3"), (lambda: sys.exit(3), "SystemExit: 3")],
)
def test_a_calibration_that_is_none_is_refused(first: Callable[[], object], words: str) -> None:
    class Measured(Textbook):
        def calibration(self) -> object:  # type: ignore[override]
            return first()

    with pytest.raises(SettingError, match=words):
        make_manager(Measured())


@pytest.mark.source("M8.default", "M9.fallback", "M38.replaceable")
@pytest.mark.parametrize("preset", [{"model": ""}, {"preset": "document-trained"}])
def test_magpie_has_the_network_and_by_name_the_heuristic(preset: dict[str, str]) -> None:
    trained, plain = make_policy("magpie", preset), make_policy("magpie", {**preset, "model": "two-arm"})
    assert isinstance(trained, Magpie)
    assert isinstance(plain, Magpie)
    assert isinstance(trained.estimator, SnapshotLoss)
    assert plain.estimator is two_arm_heuristic


@pytest.mark.source("M8.default")
def test_a_default_turn_is_estimated_by_the_network() -> None:
    last: list[SimulationState] = []

    def look(state: SearchState) -> None:
        if isinstance(state, SimulationState):
            last.append(state)

    position = position_with_bag(40, seed=3)
    record = player().choose(position, clock=ClockReading(remaining_s=30.0), on_state=look).record
    said = {
        name: PackageModels().snapshot_loss(name)(last[-1].snapshot(position))
        for name in ("", "bonferroni", "two-arm")
    }
    assert record.expected_loss_pts == pytest.approx(said[""])
    assert len({f"{each:.9f}" for each in said.values()}) == len(said)


def test_the_notes_beside_the_models_name_the_commands_that_make_them() -> None:
    notes = (resources.files("zeitnot.models") / "data" / "README.md").read_text()
    for file in ("chess_loss.npz", "chess_values.json", "scrabble_loss.npz", "scrabble_values.json"):
        assert f"-o {file}" in notes


def test_a_search_of_the_built_in_engine_ends_by_its_price() -> None:
    engine = Engine(make_manager("learned"), nodes_per_second=100_000)
    outcome = engine.think(Request(board=chess.Board(SICILIAN), clock=ClockReading(remaining_s=10.0)))
    record = outcome.record
    assert record.fault == ""
    assert record.reason in {Reason.LOSS_BELOW_PRICE, Reason.LIMIT}
    assert record.expected_loss_pts is not None
    assert 0 <= record.expected_loss_pts < 0.2
    assert 0 < record.used_s < 3.0


def test_another_engine_is_managed_behind_the_proxy() -> None:
    command = subprocess.run(
        ["/bin/sh", "-c", 'PATH="$PATH:/usr/games" command -v stockfish'],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    ).stdout.strip()
    with closing(WrappedEngine([command], make_manager("learned"))) as engine:
        clock = ClockReading(remaining_s=4.0, increment_s=0.1)
        for fen in (chess.STARTING_FEN, SICILIAN):
            played = engine.think(Request(board=chess.Board(fen), clock=clock))
            assert played.fault == played.record.fault == ""
            assert played.record.expected_loss_pts is not None
            assert played.record.used_s < 3.0


@pytest.mark.source("M33.in_time")
@pytest.mark.parametrize("factor", [0.5, 1.0])
def test_a_game_of_scrabble_is_played_in_time_at_any_speed(factor: float) -> None:
    rates = WorkRates().times(0.016 * factor)
    players = [Player(make_manager("learned"), knowledge(), rates=rates) for _ in range(2)]
    result = ClockedGame((players[0], players[1]), TimeControl.parse("1:00 -10/min"), seed=3).play()
    assert result.forfeited is None
    assert result.over_s == (0.0, 0.0)
    assert min(result.used_s) > 0.7 * 60.0
    reasons = {turn.record.reason for turn in result.turns}
    assert Reason.LOSS_BELOW_PRICE in reasons
    assert not any(turn.record.fault for turn in result.turns)
