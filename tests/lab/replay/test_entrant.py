import pytest

from zeitnot.errors import SettingError, UnknownPolicyError, ZeitnotError
from zeitnot.lab.replay import Entrant, parse_entrants


def test_settings_follow_their_policy_up_to_the_next_one() -> None:
    first, second, third = parse_entrants(
        "uniform, stockfish:horizon_moves=40,stable_range=0.6,1.5,ponders=true, magpie:alpha=0.2"
    )
    assert first == Entrant(name="uniform", policy="uniform")
    assert dict(second.settings) == {"horizon_moves": "40", "stable_range": "0.6,1.5", "ponders": "true"}
    assert dict(third.settings) == {"alpha": "0.2"}
    assert second.name == "stockfish:horizon_moves=40,stable_range=0.6,1.5,ponders=true"


def test_what_was_written_with_a_policy_wins_over_what_comes_from_elsewhere() -> None:
    entrant = Entrant.parse("uniform:turns_left=20").with_settings(
        {"turns_left": "40", "increment_share": "1"}
    )
    assert dict(entrant.settings) == {"turns_left": "20", "increment_share": "1"}


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("unifrom", UnknownPolicyError, "did you mean 'uniform'"),
        ("uniform:turns=3", SettingError, "did you mean"),
        ("uniform,uniform", SettingError, "one or more that differ"),
        ("", SettingError, "one or more that differ, got ''"),
        ("turns_left=3", UnknownPolicyError, "POLICY"),
        ("uniform:turns_left", SettingError, "KEY=VALUE, got 'turns_left'"),
        ("uniform:turns_left=0", SettingError, "turns_left must be"),
    ],
)
def test_what_cannot_be_meant_is_refused(text: str, error: type[ZeitnotError], words: str) -> None:
    with pytest.raises(error, match=words):
        parse_entrants(text)


def test_a_fresh_manager_knows_nothing_of_another_game() -> None:
    manager = Entrant.parse("magpie:alpha=0.5").manager()
    other = manager.fresh()
    assert other is not manager
    assert other.policy is manager.policy
    assert other.calibration.alpha == 0.5
    other.events["fallbacks"] += 1
    assert not manager.events
