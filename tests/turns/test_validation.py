import math
from dataclasses import replace
from typing import Any

import pytest

from tests.turns.scripted import MuteError
from zeitnot.turns import (
    GO_ON,
    Aspiration,
    Budget,
    Factor,
    Quiescence,
    Reason,
    SearchSettings,
    Split,
    Step,
    Trail,
    Verdict,
)
from zeitnot.turns.validation import error_words, problem_in_budget, problem_in_verdict

SPLIT = Split(movegen_s=0.1, simulation_s=0.6, endgame_s=0.2, cushion_s=0.1)


def granting(target_s: Any, limit_s: Any, **fields: Any) -> Budget:
    budget = Budget(target=Trail.start("granted", target_s), limit=Trail.start("granted", limit_s))
    return replace(budget, **fields)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "must return a Budget, got None"),
        (3.0, "must return a Budget, got 3.0"),
        (granting(1.0, 1.0, target=3.0), "the target must be a Trail, got 3.0"),
        (granting(1.0, 1.0, limit=None), "the limit must be a Trail, got None"),
        (granting(1.0, 1.0, target=Trail(("x",))), "the target must be a trail of steps, got 'x'"),  # type: ignore[arg-type]
        (
            granting(1.0, 1.0, target=Trail((Step("x", "minus", 1.0, 1.0),))),  # type: ignore[arg-type]
            "the target must have steps with an operation and a figure",
        ),
        (
            granting(1.0, 1.0, limit=Trail((Step(None, "start", 1.0, 1.0),))),  # type: ignore[arg-type]
            "the limit must have steps with names",
        ),
        (granting(math.nan, 1.0), "the target must be 0 or more seconds, got nan"),
        (granting(1.0, -0.5), "the limit must be 0 or more seconds, got -0.5"),
        (granting("1", 2.0), "the target must have steps with an operation and a figure"),
        (granting(1.0, 1.0, minimum_depth="x"), "minimum_depth of the budget must be a whole number"),
        (granting(1.0, 1.0, minimum_depth=-1), "minimum_depth of the budget must be a whole number"),
        (granting(1.0, 1.0, quick_exit="foo"), "quick_exit of the budget must be none or a Reason"),
        (granting(1.0, 1.0, settings=None), "the settings must be a SearchSettings, got None"),
        (
            granting(1.0, 1.0, settings=SearchSettings(node_interval=0)),
            "node_interval of the settings must be a whole number from 1 to 1000000, got 0",
        ),
        (
            granting(1.0, 1.0, settings=SearchSettings(maximum_depth=2.5)),  # type: ignore[arg-type]
            "maximum_depth of the settings must be none or a whole number from 0 to 1000000, got 2.5",
        ),
        (
            granting(1.0, 1.0, settings=SearchSettings(quiescence=Quiescence(move_limits=(1, 2)))),  # type: ignore[arg-type]
            "move_limits of the quiescence must be 4 times a whole number from 0 to 1000000, got (1, 2)",
        ),
        (
            granting(1.0, 1.0, settings=SearchSettings(aspiration=Aspiration(window_cp="wide"))),  # type: ignore[arg-type]
            "window_cp of the aspiration must be a whole number from 0 to 1000000, got 'wide'",
        ),
        (granting(10**400, 1.0), "the target must have steps with an operation and a figure"),
        (
            granting(1.0, 1.0, target=Trail((Step("x", "start", 1.0, 10**400),))),
            "the target must have steps with an operation and a figure",
        ),
        *(
            (
                granting(1.0, 1.0, settings=SearchSettings(aspiration=Aspiration(window_cp=window_cp))),
                "window_cp",
            )
            for window_cp in (2**31 - 1, 2**40)
        ),
        (granting(1.0, 1.0, settings=SearchSettings(node_interval=10**30)), "node_interval of the settings"),
        (
            granting(1.0, 1.0, settings=SearchSettings(quiescence=Quiescence(budget_share=10**400))),
            "budget_share of the quiescence must be a number of 0 or more",
        ),
        (granting(1.0, 1.0, split=replace(SPLIT, samples=10**30)), "samples of the split"),
        (granting(1.0, 1.0, split=(1.0, 2.0)), "the split must be a Split, got (1.0, 2.0)"),
        (
            granting(1.0, 1.0, split=replace(SPLIT, endgame_s=math.nan)),
            "endgame_s of the split must be 0 or more seconds, got nan",
        ),
        (
            granting(1.0, 1.0, split=replace(SPLIT, cushion_s=-0.1)),
            "cushion_s of the split must be 0 or more seconds, got -0.1",
        ),
        (
            granting(1.0, 1.0, split=replace(SPLIT, simulation_s=math.inf)),
            "simulation_s of the split must be 0 or more seconds, got inf",
        ),
        (
            granting(1.0, 1.0, split=replace(SPLIT, nodes="many")),  # type: ignore[arg-type]
            "nodes of the split must be none or a whole number from 0 to 1000000000000000, got 'many'",
        ),
        (
            granting(1.0, 1.0, split=replace(SPLIT, check_every_samples=0)),
            "check_every_samples of the split must be a whole number from 1 to 1000000000000000, got 0",
        ),
        (
            granting(1.0, 1.0, kept_for_lag_s="some"),
            "kept_for_lag_s of the budget must be 0 or more seconds, got 'some'",
        ),
        (granting(10**15 + 1, 1.0), "the target must have steps with an operation and a figure"),
        (
            granting(1.0, 1.0, split=replace(SPLIT, samples="many")),  # type: ignore[arg-type]
            "samples of the split must be none or a whole number from 0 to 1000000000000000, got 'many'",
        ),
    ],
)
def test_a_budget_that_makes_no_sense_is_told_in_words(answer: object, words: str) -> None:
    assert words in problem_in_budget(answer)


@pytest.mark.parametrize(
    "budget",
    [
        granting(0.0, 0.0),
        granting(1, 2),
        granting(math.inf, math.inf),
        granting(1.0, 2.0, split=SPLIT, quick_exit=Reason.ONE_MOVE, minimum_depth=0),
        granting(10**15, 10**15),
        granting(1.0, 1.0, target=Trail.start("x", 10**15).plus("y", -(10**15))),
        granting(1.0, 1.0, settings=SearchSettings(node_interval=1_000_000, gap_cp=1_000_000)),
        granting(1.0, 1.0, settings=SearchSettings(quiescence=Quiescence(budget_share=0.0))),
        granting(1.0, 1.0, split=Split(movegen_s=0.0, simulation_s=0.0, endgame_s=0.0, cushion_s=0.0)),
        granting(1.0, 1.0, split=replace(SPLIT, check_every_samples=1, samples=0, nodes=10**15)),
    ],
)
def test_a_budget_that_makes_sense_is_nothing_to_speak_of(budget: Budget) -> None:
    assert problem_in_budget(budget) == ""


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        (None, "observe must return a Verdict, got None"),
        (Verdict(reason="because"), "the reason must be none or a Reason, got 'because'"),  # type: ignore[arg-type]
        (Verdict(reason=[]), "the reason must be none or a Reason, got []"),  # type: ignore[arg-type]
        (Verdict(target_s=math.nan), "the target must be 0 or more seconds, got nan"),
        (Verdict(target_s="1"), "the target must be 0 or more seconds, got '1'"),  # type: ignore[arg-type]
        (Verdict(expected_loss_pts="1"), "the expected loss must be 0 or more points, got '1'"),  # type: ignore[arg-type]
        (Verdict(expected_loss_pts=math.nan), "the expected loss must be 0 or more points, got nan"),
        (Verdict(note=None), "the note must be a text"),  # type: ignore[arg-type]
        (Verdict(clears_soft_stop=1), "clears_soft_stop true or false"),  # type: ignore[arg-type]
        (Verdict(factors=None), "the factors must be a tuple of Factor, got None"),  # type: ignore[arg-type]
        (Verdict(factors=(Factor("x", math.nan),)), "the factors must be a tuple of Factor"),
        (Verdict(factors=(("x", 1.0),)), "the factors must be a tuple of Factor"),  # type: ignore[arg-type]
        (Verdict(events=None), "the events must be a tuple of texts, got None"),  # type: ignore[arg-type]
        (Verdict(events=([],)), "the events must be a tuple of texts, got ([],)"),  # type: ignore[arg-type]
        (Verdict(events="event"), "the events must be a tuple of texts, got 'event'"),  # type: ignore[arg-type]
    ],
)
def test_a_verdict_that_makes_no_sense_is_told_in_words(verdict: object, words: str) -> None:
    assert words in problem_in_verdict(verdict)


@pytest.mark.parametrize(
    "verdict",
    [
        GO_ON,
        Verdict(reason=Reason.TARGET, note="done"),
        Verdict(target_s=3, factors=(Factor("x", 2),), events=("a", "b"), clears_soft_stop=True),
        Verdict(expected_loss_pts=math.inf),
        Verdict(expected_loss_pts=0.0, target_s=0.0),
    ],
)
def test_a_verdict_that_makes_sense_is_nothing_to_speak_of(verdict: Verdict) -> None:
    assert problem_in_verdict(verdict) == ""


def test_an_error_that_cannot_speak_is_named() -> None:

    assert error_words(MuteError()) == "MuteError"
    assert error_words(KeyError("x")) == "KeyError: 'x'"
