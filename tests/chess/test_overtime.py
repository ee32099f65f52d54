"""Late turns of real processes: what the autopsy says of faults that were injected."""

import os

import pytest

from tests.chess.fixtures_late_turns import CAUSES, examined
from zeitnot.chess.overtime import LateTimes, OvertimeWatch
from zeitnot.turns import Place


@pytest.mark.parametrize(
    ("side", "fault"),
    [
        ("proxy", "sleep"),
        ("proxy", "stop"),
        ("proxy", "policy"),
        ("own clock", "sleep"),
        ("own clock", "stop"),
        ("own clock", "runner"),
        ("built-in", "policy"),
    ],
)
def test_an_injected_fault_is_named(side: str, fault: str) -> None:
    found = examined(side, fault)
    assert found is not None
    assert found.cause is CAUSES[fault], found.words


@pytest.mark.parametrize("side", ["proxy", "own clock", "built-in"])
def test_an_engine_that_searches_on_is_named_or_waits_for_a_core(side: str) -> None:
    found = examined(side, "search")
    assert found is not None
    # On a machine that is busy otherwise it waits for a core as well, and that may take longer.
    assert found.cause in {Place.ENGINE, Place.SCHEDULER}, found.words
    assert found.by_place_s[Place.ENGINE] > found.by_place_s.get(Place.PIPE, 0.0)


def test_one_look_is_no_span_of_time() -> None:
    watch = OvertimeWatch()
    watch.look(None, 0.0)
    watch.look(os.getpid(), 0.0)
    assert watch.times() == LateTimes()
    watch.look(os.getpid(), 1.0)
    assert watch.times().late_span_s == pytest.approx(1.0)
