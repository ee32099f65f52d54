"""Spending curves: means over typical games."""

from functools import partial

import pytest

from zeitnot.clocks import TimeControl
from zeitnot.errors import ZeitnotError
from zeitnot.games import find_game
from zeitnot.lab import spending_curves
from zeitnot.policies import Uniform
from zeitnot.turns import TimeManager

UNIFORM = {"uniform": partial(TimeManager, Uniform(), fallback=Uniform())}


@pytest.mark.parametrize("game", ["chess", "scrabble"])
def test_time_used_and_time_left_add_up_on_every_turn(game: str) -> None:
    (curve,) = spending_curves(UNIFORM, TimeControl.parse("5+3"), game=game)
    assert len(curve.used_s) == len(curve.left_s) == find_game(game).typical_turns
    left_s = 300.0
    for used_s, after_s in zip(curve.used_s, curve.left_s, strict=True):
        left_s += 3.0 - used_s
        assert after_s == pytest.approx(left_s)
    assert curve.flagged == 0


def test_uniform_spends_less_and_less_of_a_clock_without_increment() -> None:
    (curve,) = spending_curves(UNIFORM, TimeControl.parse("5+0"), game="chess")
    assert curve.used_s == tuple(sorted(curve.used_s, reverse=True))
    assert curve.used_s[0] == pytest.approx(10.0, rel=0.01)


def test_every_policy_gets_a_curve_of_its_own_with_as_many_turns_as_asked_for() -> None:
    managers = {
        "calm": UNIFORM["uniform"],
        "hasty": partial(TimeManager, Uniform(turns_left=90.0), fallback=Uniform()),
    }
    calm, hasty = spending_curves(managers, TimeControl.parse("5+0"), game="chess", turns=15)
    assert (calm.policy, hasty.policy) == ("calm", "hasty")
    assert len(calm.used_s) == 15
    assert calm.total_s > hasty.total_s


@pytest.mark.parametrize(
    ("clock", "game", "turns", "fault"),
    [
        ("infinite", "chess", None, "clock that runs"),
        ("depth 5", "chess", None, "clock that runs"),
        ("3+2", "go", None, "one of chess, scrabble"),
        ("3+2", "chess", 0, "1 to 1000 turns"),
        ("3+2", "chess", 1001, "1 to 1000 turns"),
    ],
)
def test_what_has_no_curve_is_refused(clock: str, game: str, turns: int | None, fault: str) -> None:
    with pytest.raises(ZeitnotError, match=fault):
        spending_curves(UNIFORM, TimeControl.parse(clock), game=game, turns=turns)
