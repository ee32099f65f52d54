"""Policies with the models that the package ships, in real searches."""

import subprocess
from contextlib import closing
from importlib import resources

import chess
import pytest

from tests.scrabble.clocked_scenes import knowledge
from zeitnot.chess.engine import Engine, Request
from zeitnot.chess.proxy import WrappedEngine
from zeitnot.clocks import ClockReading, TimeControl
from zeitnot.models import make_manager, make_policy, package_file
from zeitnot.models.network_loss import DeepeningNetwork, SnapshotLoss
from zeitnot.monitors import bonferroni
from zeitnot.policies import Learned, Magpie
from zeitnot.scrabble.clocked_game import ClockedGame
from zeitnot.scrabble.player import Player
from zeitnot.scrabble.turn_timer import WorkRates
from zeitnot.turns import Reason

MOST_BYTES = 50_000
SICILIAN = "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 2 6"


def learned() -> Learned:
    policy = make_policy("learned")
    assert isinstance(policy, Learned)
    return policy


@pytest.mark.source("M38", "M8")
@pytest.mark.parametrize("name", ["chess_loss.npz", "scrabble_loss.npz"])
def test_the_package_ships_small_models(name: str) -> None:
    assert 0 < package_file(name).stat().st_size < MOST_BYTES


@pytest.mark.source("M38")
def test_learned_has_the_models_and_values_of_the_package() -> None:
    policy = learned()
    assert isinstance(policy.deepening_loss, DeepeningNetwork)
    assert policy.snapshot_loss is bonferroni
    assert policy.chess.made_by.startswith("zeitnot learn values")
    assert policy.scrabble.made_by.startswith("zeitnot learn values")


@pytest.mark.source("M9", "M38")
def test_magpie_has_the_heuristic_unless_a_model_is_named() -> None:
    plain, trained = make_policy("magpie"), make_policy("magpie", {"model": ""})
    assert isinstance(plain, Magpie)
    assert isinstance(trained, Magpie)
    assert plain == Magpie()
    assert isinstance(trained.estimator, SnapshotLoss)


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
    ).stdout.strip()
    with closing(WrappedEngine([command], make_manager("learned"))) as engine:
        clock = ClockReading(remaining_s=4.0, increment_s=0.1)
        for fen in (chess.STARTING_FEN, SICILIAN):
            played = engine.think(Request(board=chess.Board(fen), clock=clock))
            assert played.fault == played.record.fault == ""
            assert played.record.expected_loss_pts is not None
            assert played.record.used_s < 3.0


@pytest.mark.source("M33")
@pytest.mark.parametrize("factor", [1.0, 3.0])
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
