"""On 300 s without increment the optimum is difficulty x 149.85 / (difficulty x 1.5 + 39) seconds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.clocks import ClockReading
from zeitnot.policies.argo import Argo
from zeitnot.turns import (
    GO_ON,
    Budget,
    ChessFeatures,
    EndgamePly,
    Factor,
    Iteration,
    Monitor,
    Progress,
    Reason,
    Tick,
    Trail,
    Turn,
    Verdict,
)

FIVE_MINUTES = Turn(clock=ClockReading(remaining_s=300.0))


def watch(turn: Turn = FIVE_MINUTES, policy: Argo | None = None) -> Monitor:
    policy = policy or Argo()
    return policy.monitor(turn, policy.plan(turn))


def done(
    depth: int,
    score_cp: float = 20.0,
    move: str = "e2e4",
    *,
    elapsed_s: float = 0.1,
    mate_in: int | None = None,
) -> Iteration:
    return Iteration(elapsed_s=elapsed_s, depth=depth, score_cp=score_cp, best_move=move, mate_in=mate_in)


def last(monitor: Monitor, *iterations: Iteration) -> Verdict:
    for iteration in iterations[:-1]:
        monitor.observe(iteration)
    return monitor.observe(iterations[-1])


def difficulty(verdict: Verdict) -> float:
    return verdict.factors[0].value


# Difficulty after each depth


@pytest.mark.source("A6.drop", "A7.optimum")
def test_a_drop_of_more_than_50_cp_raises_the_difficulty_by_three_tenths() -> None:
    verdict = last(watch(), done(4), done(5, -31.0))
    assert not verdict.stop
    assert verdict.factors == (Factor("difficulty", 1.3),)
    assert verdict.target_s == pytest.approx(4.757142857)  # 1.3 x 149.85 / 40.95


@pytest.mark.source("A6.change", "A7.optimum")
def test_a_changed_best_move_raises_the_difficulty_by_a_fifth() -> None:
    verdict = last(watch(), done(4), done(5, move="d2d4"))
    assert difficulty(verdict) == pytest.approx(1.2)
    assert verdict.target_s == pytest.approx(4.407352941)  # 1.2 x 149.85 / 40.8


@pytest.mark.source("A6.stable", "A7.optimum")
@pytest.mark.parametrize("score_cp", [-30.0, 20.0, 120.0])
def test_a_depth_that_confirms_the_move_lowers_the_difficulty_by_a_fifth(score_cp: float) -> None:
    verdict = last(watch(), done(4), done(5, score_cp))
    assert difficulty(verdict) == pytest.approx(0.8)
    assert verdict.target_s == pytest.approx(2.982089552)  # 0.8 x 149.85 / 40.2


@pytest.mark.source("A6.stable_floor")
def test_the_difficulty_falls_no_lower_than_0_8() -> None:
    monitor = watch()
    assert difficulty(last(monitor, done(4), done(5))) == pytest.approx(0.8)
    assert monitor.observe(done(6)) is GO_ON


@pytest.mark.source("A6.order")
def test_a_drop_counts_before_a_change_of_the_best_move() -> None:
    assert difficulty(last(watch(), done(4), done(5, -40.0, "d2d4"))) == pytest.approx(1.3)


@pytest.mark.source("A6.drop_cap")
def test_drops_raise_the_difficulty_to_two_at_most() -> None:
    monitor = watch()
    steps = [last(monitor, done(4, 400.0), done(5, 340.0))]
    steps += [monitor.observe(done(depth, 400.0 - 60.0 * (depth - 4))) for depth in (6, 7)]
    assert [difficulty(verdict) for verdict in steps] == pytest.approx([1.3, 1.69, 2.0])
    assert steps[-1].target_s == pytest.approx(7.135714286)  # 2 x 149.85 / 42


@pytest.mark.source("A6.change_cap")
def test_changes_raise_the_difficulty_to_1_5_at_most() -> None:
    monitor = watch(policy=Argo(tactical_changes=100))
    steps = [last(monitor, done(4), done(5, move="d2d4"))]
    steps += [monitor.observe(done(depth, move=f"move {depth}")) for depth in (6, 7)]
    assert [difficulty(verdict) for verdict in steps] == pytest.approx([1.2, 1.44, 1.5])


@pytest.mark.source("A6.change_cap")
def test_a_change_never_lowers_a_difficulty_that_is_already_higher() -> None:
    monitor = watch()
    assert difficulty(last(monitor, done(4, 200.0), done(5, 140.0), done(6, 80.0))) == pytest.approx(1.69)
    assert monitor.observe(done(7, 80.0, "d2d4")) is GO_ON


@pytest.mark.source("A6.depth")
def test_depths_below_five_do_not_move_the_optimum() -> None:
    monitor = watch()
    for depth, score_cp in ((1, 300.0), (2, -300.0), (3, 0.0), (4, -90.0)):
        assert monitor.observe(done(depth, score_cp, move=f"move {depth}")) is GO_ON


def test_a_first_report_from_a_great_depth_has_nothing_to_compare_with() -> None:
    assert watch().observe(done(9, -500.0)) is GO_ON


# The end of the search


@pytest.mark.source("A7.end")
def test_a_depth_past_the_optimum_ends_the_search() -> None:
    monitor = watch()
    assert monitor.observe(done(1, elapsed_s=3.69)) is GO_ON
    verdict = monitor.observe(done(2, elapsed_s=3.7))
    assert verdict.reason is Reason.TARGET
    assert verdict.target_s == pytest.approx(3.7)


@pytest.mark.source("A7.end")
def test_the_optimum_itself_is_past_it() -> None:
    monitor = watch()
    optimum_s = last(monitor, done(4), done(5)).target_s
    assert optimum_s is not None
    assert monitor.observe(done(6, elapsed_s=optimum_s)).reason is Reason.TARGET


@pytest.mark.source("A7.optimum", "A7.end")
def test_a_drop_past_the_optimum_lets_the_search_go_on() -> None:
    monitor = watch()
    assert not last(monitor, done(4, elapsed_s=1.0), done(5, -40.0, elapsed_s=4.5)).stop
    assert monitor.observe(done(6, -40.0, elapsed_s=4.6)).reason is Reason.TARGET


@pytest.mark.source("A1.deadline", "A7.end")
def test_inside_a_depth_only_the_deadline_counts() -> None:
    monitor = watch()
    assert monitor.observe(Tick(elapsed_s=14.27)) is GO_ON
    assert monitor.observe(Tick(elapsed_s=14.28)).reason is Reason.LIMIT


def test_the_optimum_never_passes_a_deadline_that_the_guard_lowered() -> None:
    guarded = Budget.same_target_and_limit(Trail.start("guarded", 0.5))
    monitor = Argo().monitor(FIVE_MINUTES, guarded)
    assert last(monitor, done(4), done(5, -31.0)) is GO_ON
    assert monitor.observe(done(6, -31.0, elapsed_s=0.5)).reason is Reason.LIMIT


@pytest.mark.source("A13.factor")
def test_a_settled_result_takes_a_quarter_off_the_optimum() -> None:
    verdict = last(watch(), done(9), done(10, 29.0))
    assert verdict.factors == (Factor("difficulty", 0.8), Factor("settled", 0.75))
    assert verdict.target_s == pytest.approx(2.236567164)  # 2.982089552 x 3/4


@pytest.mark.source("A13.factor", "A13.score")
def test_the_quarter_comes_back_when_the_result_moves() -> None:
    verdict = last(watch(), done(9), done(10), done(11, 40.0))
    assert verdict.factors == (Factor("difficulty", 0.8),)
    assert verdict.target_s == pytest.approx(2.982089552)


@pytest.mark.source("A13.move", "A13.score", "A13.depth")
@pytest.mark.parametrize("changed", [done(10, 30.0), done(10, 10.0), done(10, move="d2d4"), done(9)])
def test_a_result_is_settled_by_the_same_move_within_10_cp_from_depth_10(changed: Iteration) -> None:
    verdict = last(watch(), done(8), changed)
    assert len(verdict.factors) == 1


@pytest.mark.source("A9.horizon", "A9.short", "A9.both_sides")
@pytest.mark.parametrize(
    ("mate_in", "depth", "stops"),
    [
        (5, 2, True),
        (-5, 2, True),
        (6, 2, False),
        (8, 20, True),
        (8, 19, False),
        (-8, 21, True),
        (-8, 20, False),
    ],
)
def test_a_mate_that_is_short_or_within_the_horizon_ends_the_search(
    mate_in: int, depth: int, stops: bool
) -> None:
    verdict = watch().observe(done(depth, 99_000.0, mate_in=mate_in))
    assert (verdict.reason is Reason.MATE) is stops


@pytest.mark.source("A11.emergency", "A11.critical")
@pytest.mark.parametrize(("remaining_s", "fixed_s"), [(8.0, 1.54), (4.0, 0.01)])
def test_on_an_emergency_clock_the_difficulty_moves_nothing(remaining_s: float, fixed_s: float) -> None:
    monitor = watch(Turn(clock=ClockReading(remaining_s=remaining_s)))
    assert last(monitor, done(4, elapsed_s=0.001), done(5, -500.0, elapsed_s=0.002)) is GO_ON
    assert monitor.observe(done(6, elapsed_s=fixed_s + 0.001)).reason is Reason.LIMIT


# Tactical positions


@pytest.mark.source("A14.swing")
def test_a_large_swing_makes_the_position_tactical_once() -> None:
    monitor = watch()
    # Up 101 cp with the same move: x 0.8 for the confirmed move, x 1.5 for the swing
    assert difficulty(last(monitor, done(4), done(5, 121.0))) == pytest.approx(1.2)
    # The second swing does not count again: x 0.8
    assert difficulty(monitor.observe(done(6, 300.0))) == pytest.approx(0.96)


@pytest.mark.source("A14.changes")
def test_the_third_change_of_the_best_move_makes_the_position_tactical_once() -> None:
    monitor = watch(policy=Argo(most_difficulty=10.0))
    steps = [last(monitor, done(4), done(5, move="d2d4"))]
    steps += [monitor.observe(done(depth, move=f"move {depth}")) for depth in (6, 7)]
    assert [difficulty(verdict) for verdict in steps] == pytest.approx([1.2, 1.44, 2.25])  # 1.5 x 1.5
    assert monitor.observe(done(8, move="g1f3")) is GO_ON


@pytest.mark.source("A14.cap")
def test_a_tactical_position_raises_the_difficulty_to_two_at_most() -> None:
    assert difficulty(last(watch(), done(4, 200.0), done(5, 140.0), done(6, 20.0))) == 2.0


@pytest.mark.source("A14.moves")
def test_the_search_begins_with_the_difficulty_of_a_tactical_position() -> None:
    monitor = watch(Turn(clock=FIVE_MINUTES.clock, features=ChessFeatures(captures=6, checks=2)))
    assert difficulty(last(monitor, done(4), done(5))) == pytest.approx(1.2)  # 1.5 x 0.8


# Any clock, any game


@given(
    st.integers(-1_000, 100_000_000),
    st.floats(0.0, 1e3),
    st.none() | st.integers(0, 60),
    st.sampled_from([Argo(), Argo(critical_below_s=0.0, emergency_below_s=0.0, optimum_branch=5.0)]),
)
def test_the_monitor_begins_with_the_target_of_the_plan(
    remaining_ms: int, increment_s: float, moves_to_go: int | None, policy: Argo
) -> None:
    clock = ClockReading(remaining_s=remaining_ms / 1000, increment_s=increment_s, moves_to_go=moves_to_go)
    turn = Turn(clock=clock)
    budget = policy.plan(turn)
    before, past = (done(1, elapsed_s=share * budget.target_s) for share in (0.999, 1.001))
    assert policy.monitor(turn, budget).observe(past).stop
    assert budget.target_s == 0.0 or policy.monitor(turn, budget).observe(before) is GO_ON


@given(
    st.floats(1.0, 1e4),
    st.lists(st.tuples(st.floats(-2000.0, 2000.0), st.sampled_from("abc")), max_size=30),
)
def test_whatever_the_search_reports_the_target_stays_within_the_limit(
    remaining_s: float, reports: list[tuple[float, str]]
) -> None:
    turn = Turn(clock=ClockReading(remaining_s=remaining_s))
    budget = Argo().plan(turn)
    monitor = Argo().monitor(turn, budget)
    for depth, (score_cp, move) in enumerate(reports, start=1):
        verdict = monitor.observe(done(depth, score_cp, move, elapsed_s=0.0))
        assert not verdict.stop
        if verdict is not GO_ON:
            assert verdict.target_s is not None
            assert 0.0 < verdict.target_s <= budget.limit_s
            assert 0.8 <= difficulty(verdict) <= 2.0


def test_a_game_without_depths_stops_at_the_optimum() -> None:
    def ply(elapsed_s: float) -> Progress:
        return EndgamePly(elapsed_s=elapsed_s, started_s=0.0, budget_s=9.0, depth=1, value_pts=0.0)

    assert watch().observe(ply(3.6)) is GO_ON
    assert watch().observe(ply(3.8)).reason is Reason.TARGET
