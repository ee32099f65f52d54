"""Gains of a second by phase, read from a file of time values and applied by the player."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.scrabble.fixtures_player import player, position_with_bag
from zeitnot.clocks import ClockReading
from zeitnot.models import package_file
from zeitnot.turns import Reason, TurnRecord

PACKAGE_FILE = package_file("scrabble_values.json")
THIS_PHASE = 2
"""Phase of a position with 40 tiles in the bag."""


def values_file(folder: Path, *, gain: float, error: float = 0.0, phase: int = THIS_PHASE) -> Path:
    """Write the package's values with another gain in one phase and a tiny one in the others."""
    form = json.loads(PACKAGE_FILE.read_text())
    for number, each in enumerate(form["phases"]):
        each["gain_per_s"] = gain if number == phase else 1e-9
        each["gain_error"] = error if number == phase else 0.0
    path = folder / f"{gain}-{error}-{phase}.json"
    path.write_text(json.dumps(form))
    return path


def turn(**settings: str) -> TurnRecord:
    told: dict[str, Any] = {
        "preset": "document",
        "values_by_phase": "yes",
        "low_time_s": "0",
        "quick_exit_gap_pts": "99",
    }
    thinker = player("magpie", **{**told, **settings})
    return thinker.choose(position_with_bag(40, seed=3), clock=ClockReading(remaining_s=60.0), ply=8).record


@pytest.mark.source("M20.trained", "M31.used")
def test_a_real_turn_is_stopped_by_the_gain_that_was_learned_for_its_phase(tmp_path: Path) -> None:
    cheap = turn(values=str(values_file(tmp_path, gain=1e-9)))
    dear = turn(values=str(values_file(tmp_path, gain=100.0)))
    elsewhere = turn(values=str(values_file(tmp_path, gain=100.0, phase=THIS_PHASE + 1)))
    assert dear.reason is Reason.LOSS_BELOW_PRICE
    assert dear.samples < cheap.samples == elsewhere.samples
    assert cheap.reason is not Reason.LOSS_BELOW_PRICE


@pytest.mark.source("M20.trained", "M31.used")
def test_a_gain_that_is_not_above_its_error_leaves_the_figure_of_the_document(tmp_path: Path) -> None:
    unsure = turn(values=str(values_file(tmp_path, gain=100.0, error=101.0)))
    assert (unsure.samples, unsure.reason) == (turn().samples, turn().reason)


def test_gains_of_phases_are_asked_for_only_when_told_so(tmp_path: Path) -> None:
    dear = str(values_file(tmp_path, gain=100.0))
    by_position = turn(values=dear, values_by_phase="no")
    assert by_position.samples == turn(values=str(PACKAGE_FILE), values_by_phase="no").samples
