"""PolicyBase: what a policy declares unless it says otherwise."""

import pytest

from zeitnot.policies import Learned, PolicyBase, Stockfish, Uniform
from zeitnot.policies.base import Host, hooks_of


def test_a_host_does_not_ponder_unless_it_says_so() -> None:
    assert Host() == Host(ponders=False, overhead_s=None, kind=None)


@pytest.mark.parametrize("policy", [PolicyBase, Uniform, Learned])
def test_a_policy_is_not_named_after_an_engine_unless_it_says_so(policy: type[PolicyBase]) -> None:
    assert not policy.named_after_engine
    assert Stockfish.named_after_engine


def test_a_policy_is_for_the_games_that_it_names_or_for_all() -> None:
    assert (PolicyBase.plays("chess"), PolicyBase.plays("go")) == (True, True)
    assert (Stockfish.plays("chess"), Stockfish.plays("scrabble")) == (True, False)


def test_a_class_without_the_base_declares_the_defaults() -> None:
    assert hooks_of(object) is PolicyBase
    assert hooks_of(Uniform) is Uniform


def test_without_hooks_a_policy_implies_and_learns_nothing() -> None:
    assert PolicyBase.implied_settings(Host(ponders=True), {}) == {}
    assert PolicyBase().calibration() is None
