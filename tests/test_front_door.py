"""The front door: the names of `import zeitnot`, what they cost, and that their examples hold."""

import doctest
import importlib
import subprocess
import sys

import pytest

import zeitnot

NAMES = {
    *("__version__", "make_manager", "make_policy", "policy_names", "ZeitnotError"),
    *("RunStore", "MatchPlan", "plan_match", "play_match", "resume_match"),
    *("TimeControl", "Clock", "GameClock", "ClockReading", "from_uci_limit", "from_usi_go", "GtpClock"),
    *("TimeManager", "Turn", "Limits", "TurnRecord"),
    *("BoardFeatures", "ChessFeatures", "ScrabbleFeatures"),
    *("Iteration", "SimulationCheck", "EndgamePly", "Tick"),
    *("Policy", "PolicyBase", "Monitor", "Memory", "Budget", "Trail", "Verdict", "Reason", "GO_ON"),
}


def test_the_public_names_are_these_and_no_others() -> None:
    assert set(zeitnot.__all__) == set(dir(zeitnot)) == NAMES
    assert len(zeitnot.__all__) == len(NAMES)


def test_every_name_can_be_had_and_says_what_it_is() -> None:
    for name in NAMES - {"__version__", "GO_ON"}:
        assert getattr(zeitnot, name).__doc__, name
    assert zeitnot.__version__
    with pytest.raises(AttributeError, match="has no attribute 'nosuch'"):
        _ = zeitnot.nosuch  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import zeitnot; dir(zeitnot)", ("zeitnot.clocks", "zeitnot.errors", "numpy", "chess")),
        ("import zeitnot; zeitnot.TimeControl", ("zeitnot.turns", "numpy", "chess")),
        ("import zeitnot; zeitnot.make_manager()", ("zeitnot.chess", "zeitnot.lab", "numpy", "chess")),
    ],
)
def test_a_name_imports_no_more_than_it_needs(code: str, absent: tuple[str, ...]) -> None:
    check = (
        f"import sys; {code}; assert not [m for m in sys.modules if m.startswith({absent!r})], sys.modules"
    )
    subprocess.run([sys.executable, "-c", check], check=True, timeout=120)


@pytest.mark.parametrize("name", ["zeitnot", "zeitnot.turns.other_clocks", "zeitnot.models.make"])
def test_the_examples_hold(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
