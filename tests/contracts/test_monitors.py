"""What every monitor promises: it copes with any search, and judges the same search the same way."""

import math
from collections.abc import Callable

import pytest
from hypothesis import given

from tests.contracts.strategies import searches
from zeitnot.monitors import (
    Deadline,
    EndgameDepths,
    LossBelowPrice,
    MateFound,
    Monitor,
    SoftTarget,
    any_of,
    bonferroni,
    exact_independent,
    two_arm_heuristic,
)
from zeitnot.turns import Progress, Verdict

MAKERS: dict[str, Callable[[], Monitor]] = {
    "deadline": lambda: Deadline(3.0),
    "soft target": lambda: SoftTarget(target_s=1.0, minimum_depth=4),
    "soft target that breaks off": lambda: SoftTarget(target_s=1.0, breaks_off=True),
    "mate": MateFound,
    "endgame depths": EndgameDepths,
    "two arms": lambda: LossBelowPrice(simulation_s=2.0, price_pts_per_s=0.1, estimator=two_arm_heuristic),
    "bonferroni": lambda: LossBelowPrice(simulation_s=2.0, price_pts_per_s=0.1, estimator=bonferroni),
    "exact": lambda: LossBelowPrice(simulation_s=2.0, price_pts_per_s=0.1, estimator=exact_independent),
    "any of": lambda: any_of(MateFound(), EndgameDepths(), SoftTarget(target_s=1.0), Deadline(3.0)),
    "any of none": any_of,
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
@given(search=searches())
def test_any_search_gets_sensible_verdicts_and_the_same_ones_again(
    make: Callable[[], Monitor], search: list[Progress]
) -> None:
    first, second = make(), make()
    for report in search:
        verdict = first.observe(report)
        assert isinstance(verdict, Verdict)
        assert verdict == second.observe(report)
        assert verdict.target_s is None or verdict.target_s >= 0
        assert verdict.expected_loss_pts is None or verdict.expected_loss_pts >= 0


@given(search=searches())
def test_any_of_stops_when_and_only_when_one_of_them_does(search: list[Progress]) -> None:
    apart: list[Monitor] = [MateFound(), EndgameDepths(), SoftTarget(target_s=1.0)]
    together = any_of(MateFound(), EndgameDepths(), SoftTarget(target_s=1.0))
    for report in search:
        stops = [monitor.observe(report).reason for monitor in apart]
        reasons = [reason for reason in stops if reason is not None]
        assert together.observe(report).reason == (reasons[0] if reasons else None)


@given(search=searches())
def test_a_deadline_stops_from_its_time_on(search: list[Progress]) -> None:
    for report in search:
        assert Deadline(1.0).observe(report).stop is (report.elapsed_s >= 1.0)
        assert not Deadline(math.inf).observe(report).stop
