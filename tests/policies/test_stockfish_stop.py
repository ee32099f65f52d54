"""Stockfish: its stop rule, with figures computed by hand from the formulas."""

from typing import Any

import pytest

from zeitnot.clocks import ClockReading
from zeitnot.models import make_manager
from zeitnot.policies.stockfish import Stockfish, StockfishMemory
from zeitnot.turns import (
    GO_ON,
    Budget,
    ChessFeatures,
    EndgamePly,
    Features,
    Iteration,
    Limits,
    Monitor,
    Reason,
    Tick,
    Trail,
    Turn,
    TurnRecord,
    Verdict,
)


def depth(number: int, **values: Any) -> Iteration:
    return Iteration(**{"elapsed_s": 0.0, "depth": number, "score_cp": 0.0, "best_move": "e2e4", **values})


def record(*, score_cp: float | None = 0.0, memory: StockfishMemory | None = None) -> TurnRecord:
    budget = Budget.same_target_and_limit(Trail.start("even share", 1.0))
    return TurnRecord(
        policy="stockfish",
        ply=0,
        clock_before_s=60.0,
        budget=budget,
        used_s=1.0,
        score_cp=score_cp,
        memory=memory,
    )


def watch(
    policy: Stockfish | None = None,
    *,
    previous: TurnRecord | None = None,
    features: Features | None = None,
    limits: Limits | None = None,
    optimum_s: float = 1.0,
    limit_s: float = 100.0,
) -> Monitor:
    turn = Turn(
        clock=ClockReading(remaining_s=600.0),
        previous=previous,
        features=features,
        limits=limits or Limits(),
    )
    budget = Budget(target=Trail.start("optimum", optimum_s), limit=Trail.start("limit", limit_s))
    return (policy or Stockfish()).monitor(turn, budget)


def factor(verdict: Verdict, name: str) -> float:
    return next(f.value for f in verdict.factors if f.name == name)


def test_first_move_of_a_game_counts_as_falling_most() -> None:
    verdict = watch().observe(depth(1))
    assert [f.name for f in verdict.factors] == [
        "falling score",
        "stability",
        "best move changes",
        "share of nodes",
        "time reduction",
    ]
    assert [f.value for f in verdict.factors] == pytest.approx([1.728, 1.613492, 1.077, 1.0, 0.629], abs=1e-6)
    assert verdict.target_s == pytest.approx(3.002798, abs=1e-5)
    assert not verdict.stop


@pytest.mark.parametrize(
    ("previous_cp", "score_cp", "falling"),
    [
        (60.0, 30.0, 1.1348),  # (11.48 + 2.30 x 30 + 1.1 x 30) / 100
        (30.0, 30.0, 0.576),
        (0.0, 90.0, 0.576),
        (300.0, 0.0, 1.728),
        (-100_000.0, 100_000.0, 0.576),
    ],
)
def test_falling_score_lengthens(previous_cp: float, score_cp: float, falling: float) -> None:
    verdict = watch(previous=record(score_cp=previous_cp)).observe(depth(1, score_cp=score_cp))
    assert factor(verdict, "falling score") == pytest.approx(falling)


def test_falling_score_looks_four_iterations_back() -> None:
    monitor = watch(previous=record(score_cp=0.0))
    scores = [50.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    found = [factor(monitor.observe(depth(n, score_cp=s)), "falling score") for n, s in enumerate(scores, 1)]
    assert found == pytest.approx([0.576, 0.576, 0.576, 0.576, 0.6648, 0.576])


def test_score_units_can_be_made_finer() -> None:
    monitor = watch(Stockfish(units_per_cp=2.0), previous=record(score_cp=20.0))
    assert factor(monitor.observe(depth(1)), "falling score") == pytest.approx((11.48 + 2 * 3.4 * 20) / 100)


def test_previous_turn_without_a_score_counts_as_the_first() -> None:
    verdict = watch(previous=record(score_cp=None)).observe(depth(1))
    assert factor(verdict, "falling score") == 1.728


@pytest.mark.parametrize(
    ("steady", "reduction"),
    [(0, 0.629), (4, 0.629), (10, 1.030028), (16, 1.495538), (17, 1.544), (60, 1.544)],
)
def test_best_move_that_lasts_shortens(steady: int, reduction: float) -> None:
    monitor = watch()
    monitor.observe(depth(5))
    verdict = monitor.observe(depth(5 + steady))
    assert factor(verdict, "time reduction") == pytest.approx(reduction, abs=1e-6)
    assert factor(verdict, "stability") == pytest.approx((1.468 + 0.85) / (2.284 * reduction), abs=1e-6)


def test_time_saved_on_the_previous_turn_is_partly_spent_on_this_one() -> None:
    previous = record(memory=StockfishMemory(time_reduction=1.544))
    verdict = watch(previous=previous).observe(depth(1))
    assert factor(verdict, "stability") == pytest.approx((1.468 + 1.544) / (2.284 * 0.629))


def test_time_reduction_passes_from_turn_to_turn_through_the_record() -> None:
    manager = make_manager("stockfish")
    first = manager.begin(clock=ClockReading(remaining_s=60.0))
    for number in (1, 11):
        first.observe(depth(number, score_cp=20.0))
    first.finish(used_s=2.0)
    second = manager.begin(clock=ClockReading(remaining_s=58.0), ply=2).observe(depth(1, score_cp=20.0))
    assert factor(second, "stability") == pytest.approx((1.468 + 1.030028) / (2.284 * 0.629), abs=1e-6)
    assert factor(second, "falling score") == 0.576


def test_changes_of_the_best_move_lengthen_and_are_forgotten_by_halves() -> None:
    monitor = watch()
    moves = ["e2e4", "d2d4", "d2d4", "e2e4"]
    found = [
        factor(monitor.observe(depth(n, best_move=move)), "best move changes")
        for n, move in enumerate(moves, 1)
    ]
    assert found == pytest.approx([1.077 + 2.229 * changes for changes in (0.0, 1.0, 0.5, 1.25)])


def test_changes_that_the_search_counts_itself_are_taken_as_they_are() -> None:
    monitor = watch()
    monitor.observe(depth(1, best_move_changes=0.5))
    verdict = monitor.observe(depth(2, best_move="d2d4", best_move_changes=0.25))
    assert factor(verdict, "best move changes") == pytest.approx(1.077 + 2.229 * 0.5)


@pytest.mark.parametrize(
    ("share", "effort"), [(None, 1.0), (0.3, 0.838), (0.95, 0.798467), (1.0, 0.754058), (1.2, 0.693)]
)
def test_large_share_of_nodes_on_the_best_move_shortens(share: float | None, effort: float) -> None:
    verdict = watch().observe(depth(1, best_move_share=share))
    assert factor(verdict, "share of nodes") == pytest.approx(effort, abs=1e-6)


def test_search_stops_once_the_moved_target_is_past() -> None:
    monitor = watch(previous=record(), optimum_s=2.0)
    early = monitor.observe(depth(1, elapsed_s=0.1))
    assert early.target_s == pytest.approx(2.0 * 0.576 * 1.613492 * 1.077, abs=1e-5)
    assert not monitor.observe(depth(2, elapsed_s=2.0018)).stop
    assert monitor.observe(depth(3, elapsed_s=2.002)).reason is Reason.TARGET


def test_target_never_passes_the_limit() -> None:
    monitor = watch(optimum_s=2.0, limit_s=3.0)
    assert monitor.observe(depth(1, elapsed_s=2.9)).target_s == 3.0
    assert monitor.observe(depth(2, elapsed_s=3.1)).reason is Reason.LIMIT


def test_depth_under_way_is_broken_off_at_the_limit_only() -> None:
    monitor = watch(optimum_s=1.0, limit_s=3.0)
    assert monitor.observe(Tick(elapsed_s=2.9)) is GO_ON
    assert monitor.observe(Tick(elapsed_s=3.0)).reason is Reason.LIMIT


def test_other_work_stops_at_the_optimum() -> None:
    ply = EndgamePly(elapsed_s=1.1, started_s=0.0, budget_s=5.0, depth=3, value_pts=1.0)
    assert watch(optimum_s=1.0).observe(ply).reason is Reason.TARGET


@pytest.mark.parametrize(
    ("features", "limits"),
    [(ChessFeatures(legal_moves=1), Limits()), (None, Limits(search_moves=("e2e4",)))],
)
def test_only_move_is_played_after_half_a_second(features: Features | None, limits: Limits) -> None:
    monitor = watch(features=features, limits=limits, optimum_s=5.0)
    assert monitor.observe(depth(1, elapsed_s=0.5)).target_s == 0.5
    assert monitor.observe(depth(2, elapsed_s=0.51)).reason is Reason.ONE_MOVE


@pytest.mark.parametrize(
    ("mate_in", "stops"), [(1, True), (2, True), (3, False), (-1, True), (0, True), (-2, False)]
)
def test_mate_in_two_or_being_mated_in_one_ends_the_search(mate_in: int, stops: bool) -> None:
    verdict = watch().observe(depth(1, mate_in=mate_in))
    assert (verdict.reason is Reason.MATE) is stops
