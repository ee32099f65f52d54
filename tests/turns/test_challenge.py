"""Challenges: what a manager answers for a policy that decides, does not, or fails."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.turns.scripted import Granting
from zeitnot.clocks import ClockReading
from zeitnot.policies import Uniform
from zeitnot.turns import Challenge, Challenger, NoAdviceError, TimeManager

PHONEY = Challenge(words=("QX",), phoneys=("QX",), play_pts=19, spread_pts=-19, bag_tiles=80)
GOOD = Challenge(
    words=("QI",),
    phoneys=(),
    play_pts=11,
    spread_pts=-11,
    bag_tiles=80,
    cost_pts=5,
    clock=ClockReading(remaining_s=1.0),
)


@dataclass(slots=True, kw_only=True)
class Deciding(Granting):
    """Answers with what it was given, or by raising it."""

    answer: Any = True

    def challenges(self, challenge: Challenge) -> Any:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


def manager(policy: Any, **others: Any) -> TimeManager:
    return TimeManager(policy, fallback=Uniform(), name="tested", **others)


@pytest.mark.parametrize("policy", [Granting(), Uniform()])
def test_every_phoney_is_challenged_where_a_policy_does_not_decide(policy: Any) -> None:
    assert manager(policy).challenges(PHONEY)
    assert not manager(policy).challenges(GOOD)


def test_a_policy_decides_about_plays_good_and_bad() -> None:
    assert isinstance(Deciding(), Challenger)
    assert manager(Deciding(answer=True)).challenges(GOOD)
    assert not manager(Deciding(answer=False)).challenges(PHONEY)


@pytest.mark.parametrize("answer", [None, 1, "yes", RuntimeError("no idea"), SystemExit(3)])
def test_a_policy_that_fails_costs_its_own_advice(answer: Any, caplog: pytest.LogCaptureFixture) -> None:
    tested = manager(Deciding(answer=answer))
    assert tested.challenges(PHONEY)
    assert not tested.challenges(GOOD)
    assert tested.events["fallbacks"] == 2
    assert "every phoney is challenged" in caplog.text


def test_a_policy_that_hangs_is_not_asked_again_in_the_game() -> None:
    waits_s: list[float] = []

    def hangs(question: Callable[[], Any], *, patience_s: float) -> Any:
        waits_s.append(patience_s)
        raise NoAdviceError("no answer", late=True)

    tested = manager(Deciding(answer=False), ask=hangs)
    assert not tested.challenges(GOOD)
    assert 0 < waits_s[0] <= 0.5
    assert tested.challenges(PHONEY)
    assert len(waits_s) == 1
    tested.new_game()
    tested.challenges(GOOD, wall_time=False)
    assert waits_s[1] == tested.patience.hang_s
