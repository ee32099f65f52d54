"""What every policy promises, built in or plugged in; the rules themselves are in the package."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.contracts.strategies import parameter_values, searches, set_policies, turns
from zeitnot.chess.simulated import typical_chess_game
from zeitnot.clocks import Clock, ClockReading, TimeControl
from zeitnot.errors import SettingError
from zeitnot.lab import play_simulated
from zeitnot.models import make_manager, make_policy
from zeitnot.policies.contract import (
    contract_breaches,
    managed_breaches,
    monitor_breaches,
    parameter_breaches,
    plan_breaches,
)
from zeitnot.policies.parameters import parameters_of
from zeitnot.policies.registry import policy_class, policy_names, presets_of
from zeitnot.turns import Progress, Turn

pytestmark = pytest.mark.parametrize("name", policy_names())


@given(turn=turns, search=searches(), data=st.data())
def test_the_defaults_and_any_settings_in_their_ranges_keep_the_contract(
    name: str, turn: Turn, search: list[Progress], data: st.DataObject
) -> None:
    """Plans stay within what the clock can bear, monitors say the same of the same search, and turns under a
    manager leave the overhead and the floor; to draw a turn takes longer than to check all of it."""
    for policy in (make_policy(name), data.draw(set_policies(name))):
        assert plan_breaches(policy, turn) == []
        assert monitor_breaches(policy, turn, search) == []
        assert managed_breaches(policy, turn, search) == []


@pytest.mark.parametrize("text", ["1:00 byo 5x30", "5 s byo 1x10", "10:00 byo 20/5:00", "3:00 byo 3x1"])
def test_byoyomi_is_used_over_a_whole_game(name: str, text: str) -> None:
    control = TimeControl.parse(text)
    assert control.byoyomi is not None
    game = play_simulated(make_manager(name), control, typical_chess_game(moves=120))
    shares = [record.used_s / control.byoyomi.share_s for record in game.records]
    assert not game.flagged
    assert len(shares) == 120
    if control.byoyomi.moves == 1:  # in a block a policy may divide the time as it likes
        assert min(shares) > 0.9 - 0.12 / control.byoyomi.period_s
    assert sum(shares) / len(shares) > 0.8
    assert all(record.budget.settings.maximum_depth is None for record in game.records)


def test_a_dropped_connection_does_not_rush_the_rest_of_the_game(name: str) -> None:
    def used_after(lost_s: float) -> float:
        manager, clock = make_manager(name), Clock(TimeControl.parse("3+2"))
        for turn, lag_s in enumerate((0.02, lost_s, 0.02)):
            manager.begin(clock=clock.reading(), ply=2 * turn).finish(used_s=2.0)
            clock.spend(2.0 + lag_s)
        later = ClockReading(remaining_s=4.0, increment_s=2.0)
        return manager.begin(clock=later, ply=60).budget.limit_s

    assert used_after(40.0) == used_after(0.02)
    assert used_after(1.9) >= min(used_after(0.02), 1.1)


@pytest.mark.source("N19.constructor")
def test_every_default_keeps_its_own_rule_and_survives_being_text(name: str) -> None:
    assert parameter_breaches(make_policy(name)) == []


@pytest.mark.source("N19.constructor")
@given(data=st.data())
def test_every_value_in_range_survives_being_text(name: str, data: st.DataObject) -> None:
    for parameter in parameters_of(policy_class(name)).values():
        value = data.draw(parameter_values(parameter))
        assert parameter.read(parameter.text(value)) == parameter.read(value) == value


@pytest.mark.source("N19.constructor")
def test_every_parameter_refuses_what_is_out_of_its_range(name: str) -> None:
    for parameter in parameters_of(policy_class(name)).values():
        wrong: Any = object() if parameter.high == float("inf") else parameter.high + 1
        wrong = (wrong,) * len(parameter.default) if parameter.several else wrong
        with pytest.raises(SettingError, match=f"{parameter.name} must be"):
            make_policy(name, {parameter.name: wrong})


@pytest.mark.source("N20.flagging", "N20.shallow_search", "N20.quiescence_explosion", "N20.score_instability")
def test_every_preset_makes_a_policy_that_keeps_the_contract(name: str) -> None:
    for preset in presets_of(name):
        assert contract_breaches(make_policy(name, {"preset": preset}), cases=40) == []


def test_the_kit_for_authors_finds_nothing(name: str) -> None:
    assert contract_breaches(make_policy(name), cases=60) == []
