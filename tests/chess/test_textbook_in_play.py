"""The textbook's rules in real searches with default settings; each is worked out anew from the reports."""

from itertools import pairwise

import pytest

from tests.chess.fixtures_engine import HANGING_QUEEN, KIWIPETE, Searched, make_engine
from zeitnot._native import Report
from zeitnot.chess.fixed_searches import POSITIONS
from zeitnot.clocks import ClockReading
from zeitnot.turns import Limits, Reason

CLOCK = ClockReading(remaining_s=60.0, increment_s=1.0)
FENS = (*POSITIONS, HANGING_QUEEN, KIWIPETE)


def planned_s(
    policy: str, remaining_s: float, increment_s: float = 0.0, moves_to_go: int | None = None
) -> list[float]:
    """Return the soft and hard limits of a search, to the millisecond."""
    clock = ClockReading(remaining_s=remaining_s, increment_s=increment_s, moves_to_go=moves_to_go)
    budget = Searched(make_engine(policy), clock=clock, limits=Limits(depth=1)).record.budget
    return [round(budget.target_s, 3), round(budget.limit_s, 3)]


@pytest.mark.source("T3.base", "T3.moves", "T3.soft", "T3.hard", "T3.margin")
def test_basic_allocation_in_the_engine() -> None:
    assert planned_s("textbook", 300.0) == [5.95, 19.95]
    assert planned_s("textbook", 300.0, 2.0) == [7.15, 23.95]
    assert planned_s("textbook", 300.0, moves_to_go=20) == [8.95, 29.95]


@pytest.mark.source("T3.quarter", "T3.floor")
def test_bounds_of_the_basic_allocation_in_the_engine() -> None:
    assert planned_s("textbook", 100.0, moves_to_go=5)[1] == 24.95
    assert planned_s("textbook", 1.0) == [0.01, 0.017]
    assert planned_s("textbook", 0.7) == [0.01, 0.01]


@pytest.mark.source("T9.low_soft", "T9.low_hard", "T9.emergency_soft")
def test_time_trouble_in_the_engine() -> None:
    assert planned_s("textbook", 24.0, 4.0) == [1.6, 4.8]
    assert planned_s("textbook", 9.0, 0.5) == [0.4, 1.55]


@pytest.mark.source("T11.optimal", "T11.floor", "T11.maximum", "T11.quarter")
def test_the_complete_manager_in_the_engine() -> None:
    assert planned_s("textbook-complete", 300.0) == [7.45, 37.25]
    assert planned_s("textbook-complete", 100.0, 4.0) == [6.45, 25.0]
    assert planned_s("textbook-complete", 1.0) == [0.01, 0.05]


def drops(reports: list[Report], *, by_cp: int) -> list[bool]:
    scores = [report.lines[0].score_cp for report in reports]
    return [later < earlier - by_cp for earlier, later in pairwise(scores)]


def changes(reports: list[Report]) -> list[bool]:
    return [earlier != later for earlier, later in pairwise(report.lines[0].moves[0] for report in reports)]


def expected_factors(reports: list[Report]) -> dict[str, float]:
    """Work out from a search's reports which of the four rules held at its end."""
    changed = changes(reports)
    settled = len(changed) >= 5 and not any(changed[-5:]) and reports[-1].depth >= 10
    rules = {
        "score drop": (1.5, any(drops(reports, by_cp=50))),
        "best move changes": (1.3, sum(changed) > 2),
        "best move stable": (0.7, settled),
        "easy move": (0.5, reports[-1].lead_cp == 151),
    }
    return {name: factor for name, (factor, holds) in rules.items() if holds}


@pytest.mark.source(
    "T5.margin", "T5.factor", "T6.count", "T6.factor", "T7.count", "T7.depth", "T7.factor", "T8.factor"
)
def test_the_four_rules_move_the_soft_limit_of_real_searches() -> None:
    seen: list[str] = []
    for fen in FENS:
        searched = Searched(make_engine("textbook", nodes_per_second=8_000), clock=CLOCK, fen=fen)
        expected = expected_factors(searched.reports)
        record = searched.record
        assert {factor.name: factor.value for factor in record.factors} == expected
        seen += expected
        product = 1.0
        for factor in expected.values():
            product *= factor
        assert record.target_s == pytest.approx(min(1.75 * product, record.budget.limit_s))
    counts = {name: seen.count(name) for name in seen}
    assert set(counts) == {"score drop", "best move changes", "best move stable", "easy move"}
    assert max(counts.values()) < len(FENS)


@pytest.mark.source("T11.drop", "T11.change", "T11.clamp")
def test_the_two_rules_of_the_complete_manager_move_the_soft_limit_of_real_searches() -> None:
    clamped = 0
    for fen in FENS:
        searched = Searched(make_engine("textbook-complete", nodes_per_second=4_000), clock=CLOCK, fen=fen)
        record, reports = searched.record, searched.reports
        product = 1.4 ** sum(drops(reports, by_cp=30)) * 1.2 ** sum(changes(reports))
        assert record.target_s == pytest.approx(min(2.45 * product, record.budget.limit_s))
        clamped += record.target_s == record.budget.limit_s
    assert 0 < clamped < len(FENS)


@pytest.mark.source("T4.first")
def test_depth_one_is_finished_although_the_soft_limit_is_past() -> None:
    engine = make_engine("textbook", nodes_per_second=2_000)
    searched = Searched(engine, clock=ClockReading(remaining_s=9.0), fen=KIWIPETE)
    assert searched.reports[0].elapsed_s > searched.record.target_s
    assert (searched.depth, searched.record.reason) == (1, Reason.TARGET)
