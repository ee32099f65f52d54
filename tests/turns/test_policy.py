"""How policies are asked: what is caught, how long the manager waits, and who is not asked again."""

import logging
import math
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest

from tests.turns.scripted import Broken, BrokenMonitor, Granting, MuteError, manager_of
from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError
from zeitnot.policies import Uniform
from zeitnot.turns import NoAdviceError, Patience, Tick, TimeManager, ask_directly
from zeitnot.turns.validation import error_words

CLOCK = ClockReading(remaining_s=60.0)


class Sluggish:
    """Answers late from the given question on."""

    def __init__(self, from_question: int = 1) -> None:
        self.patience_s: list[float] = []
        self._from = from_question

    def __call__(self, question: Callable[[], Any], *, patience_s: float) -> Any:
        self.patience_s.append(patience_s)
        if len(self.patience_s) >= self._from:
            raise NoAdviceError("no answer within 7 ms", late=True)
        return question()


class OddError(BaseException):
    """Not even an Exception."""


def raising(error: BaseException) -> Callable[[], None]:
    def raise_it() -> None:
        raise error

    return raise_it


@pytest.mark.parametrize("error", [SystemExit(3), OddError("odd"), GeneratorExit()])
def test_everything_a_policy_raises_is_a_fault_in_words(error: BaseException) -> None:
    with pytest.raises(NoAdviceError, match=type(error).__name__):
        ask_directly(raising(error), patience_s=1.0)


def test_asked_directly_an_interrupt_is_that_of_the_user() -> None:
    with pytest.raises(KeyboardInterrupt):
        ask_directly(raising(KeyboardInterrupt()), patience_s=1.0)


def test_an_error_whose_text_exits_is_named_by_its_class() -> None:
    class ExitingError(Exception):
        def __str__(self) -> str:
            raise SystemExit

    assert error_words(ExitingError()) == "ExitingError"
    assert error_words(MuteError()) == "MuteError"


@pytest.mark.parametrize("error", [SystemExit(3), OddError("odd")])
def test_a_policy_that_raises_no_exception_costs_its_advice_alone(error: BaseException) -> None:
    for policy in (
        Broken(plans=raising(error)),
        Broken(watches=raising(error)),
        Broken(watches=lambda: BrokenMonitor(raising(error))),
    ):
        turn = manager_of(policy).begin(clock=CLOCK)
        assert 0 < turn.budget.limit_s < 60.0
        turn.observe(Tick(elapsed_s=0.0))
        assert type(error).__name__ in turn.finish(used_s=0.1).fault


@pytest.mark.parametrize(("question", "hook"), [(1, "plan"), (2, "monitor"), (3, "monitor")])
def test_a_policy_that_is_late_once_is_not_asked_again_in_the_game(question: int, hook: str) -> None:
    ask = Sluggish(question)
    manager = manager_of(Granting(), ask=ask)
    faults = []
    for ply in (0, 2, 4):
        turn = manager.begin(clock=CLOCK, ply=ply)
        assert 0 < turn.budget.target_s <= turn.budget.limit_s < 60.0
        turn.observe(Tick(elapsed_s=0.0))
        turn.observe(Tick(elapsed_s=0.1))
        faults.append(turn.finish(used_s=0.2).fault)
    assert set(faults) == {f"{hook}: no answer within 7 ms; it is not asked again in this game"}
    assert len(ask.patience_s) == question
    manager.new_game()
    manager.begin(clock=CLOCK)
    assert len(ask.patience_s) > question


@pytest.mark.parametrize("question", [1, 2])
def test_a_turn_gets_its_time_after_what_was_waited_in_vain(question: int) -> None:
    ask = Sluggish(question)
    late = manager_of(Uniform(), ask=ask).begin(clock=CLOCK).budget
    plain = manager_of(Uniform()).begin(clock=CLOCK).budget
    assert late.target_s == pytest.approx(plain.target_s + ask.patience_s[-1])
    assert late.limit_s == pytest.approx(plain.limit_s + ask.patience_s[-1])
    assert "waited for the policy" in str(late.target)
    work = manager_of(Uniform(), ask=Sluggish(question)).begin(clock=CLOCK, wall_time=False).budget
    assert work == plain


def test_a_wait_in_vain_is_never_more_than_the_clock_can_bear() -> None:
    for clock_s in (0.0, 0.05, 0.2, 1.0):
        clock = ClockReading(remaining_s=clock_s)
        plain = manager_of(Granting(limit_s=99.0)).begin(clock=clock).budget
        late = manager_of(Granting(limit_s=99.0), ask=Sluggish(2)).begin(clock=clock).budget
        assert late.limit_s == plain.limit_s


def test_a_retired_policy_is_told_of_once(caplog: pytest.LogCaptureFixture) -> None:
    manager = manager_of(Granting(), ask=Sluggish())
    with caplog.at_level(logging.WARNING, logger="zeitnot"):
        for _ in range(3):
            manager.begin(clock=CLOCK).finish(used_s=0.2)
    (message,) = caplog.messages
    assert "no answer within 7 ms; it is not asked again in this game" in message


def test_another_policy_is_asked_even_if_the_one_before_was_late() -> None:
    manager = manager_of(Granting(), ask=Sluggish())
    manager.begin(clock=CLOCK).finish(used_s=0.2)
    other = manager_of(Granting(), name="other")
    manager.adopt(other)
    assert (manager.name, manager.begin(clock=CLOCK).fault) == ("other", "")


@pytest.mark.parametrize(
    ("clock_s", "least_s", "most_s"),
    [(0.0, 0.01, 0.01), (0.02, 0.01, 0.01), (1.0, 0.01, 0.05), (10.0, 0.1, 0.5), (3600.0, 0.5, 0.5)],
)
def test_patience_is_a_part_of_what_the_clock_can_bear(clock_s: float, least_s: float, most_s: float) -> None:
    ask = Sluggish(99)
    manager_of(Granting(), ask=ask).begin(clock=ClockReading(remaining_s=clock_s))
    assert least_s <= ask.patience_s[0] <= most_s


def test_nobody_waits_beyond_the_hard_limit_for_a_word_about_the_search() -> None:
    ask = Sluggish(99)
    turn = manager_of(Granting(limit_s=2.0), ask=ask).begin(clock=CLOCK)
    for elapsed_s in (0.0, 1.95, 5.0):
        turn.observe(Tick(elapsed_s=elapsed_s))
    assert ask.patience_s[2:] == pytest.approx([0.5, 0.05, 0.01])


def test_where_no_wall_clock_runs_only_a_hang_is_too_long() -> None:
    ask = Sluggish(99)
    turn = manager_of(Granting(), ask=ask).begin(clock=CLOCK, wall_time=False)
    turn.observe(Tick(elapsed_s=1.999))
    assert ask.patience_s == [Patience().hang_s] * 3


@pytest.mark.parametrize(
    "wrong",
    [{"share": 0.0}, {"share": 2.0}, {"least_s": 0.0}, {"least_s": 0.6}, {"hang_s": 0.0}, {"hang_s": -1.0}],
)
def test_a_patience_that_makes_no_sense_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(SettingError, match="must be"):
        Patience(**wrong)


def test_a_policy_may_take_a_twentieth_of_the_clock_and_at_most_half_a_second() -> None:
    assert asdict(Patience()) == {"share": 0.05, "least_s": 0.01, "most_s": 0.5, "hang_s": 10.0}


def test_a_patience_may_be_all_of_the_clock_and_always_the_same_time() -> None:
    same = Patience(share=1.0, least_s=0.2, most_s=0.2, hang_s=0.5)
    assert [same.at_most_s(bearable_s) for bearable_s in (0.0, 0.2, 60.0)] == [0.2, 0.2, 0.2]
    assert Patience(share=1.0).at_most_s(0.3) == 0.3


@pytest.mark.parametrize(
    ("argument", "value", "words"),
    [
        ("clock", 10, r"clock must be of type ClockReading such as ClockReading\(remaining_s=10.0\), got 10"),
        ("clock", 0.0, "clock must be of type ClockReading"),
        ("opponent", 10.0, "opponent must be of type ClockReading"),
        ("limits", None, "limits must be of type Limits, got None"),
        ("ply", "3", "ply must be of type int, got '3'"),
        (
            "features",
            {"bag": 3},
            "features must be of type BoardFeatures or ChessFeatures or ScrabbleFeatures",
        ),
        ("lag", 0.1, "lag must be of type Overhead, got 0.1"),
    ],
)
def test_an_argument_of_another_type_is_refused_by_its_name(argument: str, value: Any, words: str) -> None:
    manager: TimeManager = manager_of(Granting())
    with pytest.raises(SettingError, match=words):
        manager.begin(**{argument: value})


def test_a_turn_without_a_clock_asks_nobody() -> None:
    ask = Sluggish()
    turn = manager_of(Granting(), ask=ask).begin()
    assert turn.budget.limit_s == math.inf
    assert turn.finish(used_s=0.0).fault == ""
    assert ask.patience_s == []
