"""What a manager learns from one clock to the next: the lag, and whether the game is still the same."""

import math

import pytest

from tests.turns.scripted import Granting, manager_of, turn_of
from zeitnot.clocks import Byoyomi, Clock, ClockReading, Stage, TimeControl
from zeitnot.turns import Limits, Overhead, Reason


def test_lag_is_learned_from_consecutive_clocks() -> None:
    manager = manager_of(Granting())
    turn_of(manager, ClockReading(remaining_s=60.0, increment_s=2.0), used_s=1.0)
    manager.begin(clock=ClockReading(remaining_s=60.7, increment_s=2.0))
    assert manager.overhead.measurements == 1
    assert manager.overhead.mean_s == pytest.approx(Overhead().after(0.3).mean_s)
    assert manager.overhead.worst_s == pytest.approx(0.45)


def test_lag_is_learned_from_the_clock_after_the_move() -> None:
    manager = manager_of(Granting())
    turn = manager.begin(clock=ClockReading(remaining_s=60.0, increment_s=2.0))
    turn.finish(used_s=1.0, clock_after_s=60.7)
    assert manager.overhead.mean_s == pytest.approx(Overhead().after(0.3).mean_s)
    learned = manager.overhead
    manager.begin(clock=ClockReading(remaining_s=60.7, increment_s=2.0))
    assert manager.overhead == learned


def test_a_late_stop_counts_as_lag() -> None:
    manager = manager_of(Granting(target_s=1.0, limit_s=2.0))
    turn_of(manager, ClockReading(remaining_s=60.0), used_s=2.5)
    manager.begin(clock=ClockReading(remaining_s=57.5))
    assert manager.overhead == Overhead().after(0.5)


def test_a_slow_line_is_kept_off_the_limit_from_the_second_turn() -> None:
    manager = manager_of(Granting(target_s=99.0, limit_s=99.0))
    turn_of(manager, ClockReading(remaining_s=4.5), used_s=1.0)
    turn = manager.begin(clock=ClockReading(remaining_s=2.0), limits=Limits())
    assert manager.overhead.worst_s == pytest.approx(1.5 * 1.5)
    assert 0.0 < turn.budget.limit_s < 2.0 - 1.5


def test_a_policy_plans_without_the_time_that_lag_will_take() -> None:
    policy = Granting()
    manager = manager_of(policy, overhead=Overhead(mean_s=0.31))
    budget = manager.begin(clock=ClockReading(remaining_s=60.0), ply=0).budget
    kept_s = 40 * (0.3 + 0.01)  # each turn costs its lag and a least share
    assert policy.turns[0].clock.remaining_s == pytest.approx(60.0 - kept_s)
    assert policy.turns[0].overhead.mean_s == pytest.approx(0.01)
    assert budget.kept_for_lag_s == pytest.approx(kept_s)


def test_lag_comes_off_the_increment_first() -> None:
    policy = Granting()
    manager = manager_of(policy, overhead=Overhead(mean_s=0.31))
    manager.begin(clock=ClockReading(remaining_s=60.0, increment_s=2.0), ply=0)
    seen = policy.turns[0].clock
    assert seen.increment_s == pytest.approx(1.7)
    assert seen.remaining_s == pytest.approx(60.0 - 20 * 0.3)  # in case it grows


def test_lag_never_eats_the_clock() -> None:
    policy = Granting(target_s=0.0, limit_s=0.0)
    manager = manager_of(policy, overhead=Overhead(mean_s=0.31))
    budget = manager.begin(clock=ClockReading(remaining_s=5.0), ply=0).budget
    assert policy.turns[0].clock.remaining_s == pytest.approx(0.25)
    assert budget.target_s == budget.limit_s == pytest.approx(0.01)


def test_a_quick_exit_gets_no_least_share() -> None:
    policy = Granting(target_s=0.0, limit_s=0.0, quick_exit=Reason.ONE_MOVE)
    assert manager_of(policy).begin(clock=ClockReading(remaining_s=5.0)).budget.limit_s == 0.0


def test_a_byoyomi_period_lost_to_lag_is_a_lesson() -> None:
    clock = Clock(TimeControl.parse("5x10s byoyomi"))
    manager = manager_of(Granting(target_s=99.0, limit_s=99.0))
    first = manager.begin(clock=clock.reading())
    first.finish(used_s=9.5)
    clock.spend(9.5 + 0.8)
    second = manager.begin(clock=clock.reading())
    assert manager.overhead.worst_s == pytest.approx(1.5 * 2 * 0.5)
    assert second.budget.limit_s < 10.0 - 0.8 < first.budget.limit_s


def test_a_period_that_the_search_itself_overran_teaches_how_late_it_stopped() -> None:
    clock = Clock(TimeControl.parse("5x10s byoyomi"))
    manager = manager_of(Granting(target_s=99.0, limit_s=99.0))
    assert manager.begin(clock=clock.reading()).budget.limit_s == pytest.approx(9.5)
    manager.begin(clock=clock.reading()).finish(used_s=10.3)
    clock.spend(10.4)
    manager.begin(clock=clock.reading())
    assert manager.overhead.recent_s[-1] == pytest.approx(10.3 - 9.5)


@pytest.mark.parametrize("periods_left", [0, None])
def test_the_loss_of_the_last_period_is_a_lesson_too(periods_left: int | None) -> None:
    manager = manager_of(Granting(target_s=9.5, limit_s=9.5))
    last = ClockReading(remaining_s=10.0, moves_to_go=1, free_s=10.0, periods_left=1)
    manager.begin(clock=last).finish(used_s=9.5)
    manager.begin(clock=ClockReading(remaining_s=0.0, periods_left=periods_left))
    assert manager.overhead.recent_s[-1] == pytest.approx(2 * 0.5)


@pytest.mark.parametrize(("charged_s", "measurements"), [(0.0004, 0), (0.0005, 1), (0.00052, 1)])
def test_a_delay_was_exceeded_where_the_clock_shows_half_a_millisecond(
    charged_s: float, measurements: int
) -> None:
    manager = manager_of(Granting())
    turn_of(manager, ClockReading(remaining_s=charged_s, extra_s=5.0, free_s=5.0), used_s=2.0)
    manager.begin(clock=ClockReading(remaining_s=0.0, extra_s=5.0, free_s=5.0))
    assert manager.overhead.measurements == measurements


@pytest.mark.parametrize("now_s", [70.0, math.inf, math.nan, -math.inf])
def test_a_clock_that_was_set_anew_teaches_nothing(now_s: float) -> None:
    manager = manager_of(Granting())
    turn_of(manager, ClockReading(remaining_s=60.0), used_s=1.0)
    manager.begin(clock=ClockReading(remaining_s=now_s))
    assert (manager.overhead.mean_s, manager.overhead.worst_s) == (Overhead().mean_s, Overhead().worst_s)


def test_a_search_without_a_clock_teaches_no_lag() -> None:
    manager = manager_of(Granting())
    manager.begin().finish(used_s=5.0)
    manager.begin(clock=ClockReading(remaining_s=60.0)).finish(used_s=1.0)
    manager.begin()
    assert manager.overhead == Overhead()


@pytest.mark.parametrize(
    ("control", "used_s", "learned"),
    [
        ("180+2", 3.0, True),
        ("40/90:00+30, 30:00+30", 3.0, True),
        ("60 d5", 7.0, True),
        ("60 d5", 3.0, False),  # the delay hides both the turn and the lag
        ("60 b5", 7.0, True),
        ("60 b5", 3.0, False),
        ("600 byo 5x30", 20.0, True),
        ("5x30s byoyomi", 20.0, False),
        ("25:00 -10/min", 20.0, True),
    ],
)
def test_lag_is_learned_wherever_the_clock_shows_it(control: str, used_s: float, learned: bool) -> None:
    clock = Clock(TimeControl.parse(control))
    manager = manager_of(Granting(target_s=99.0, limit_s=99.0))
    for _ in range(2):
        manager.begin(clock=clock.reading()).finish(used_s=used_s)
        clock.spend(used_s + 0.4)
    manager.begin(clock=clock.reading())
    assert manager.overhead.measurements == (2 if learned else 0)
    if learned:
        assert manager.overhead.worst_s == pytest.approx(0.6)


def test_lag_is_learned_in_overtime_too() -> None:
    clock = Clock(TimeControl.parse("25:00 -10/min"))
    clock.spend(1501.0)
    manager = manager_of(Granting(target_s=99.0, limit_s=99.0))
    manager.begin(clock=clock.reading()).finish(used_s=5.0)
    clock.spend(5.4)
    manager.begin(clock=clock.reading())
    assert manager.overhead.worst_s == pytest.approx(0.6)


def test_a_dropped_connection_is_counted_and_forgotten() -> None:
    manager = manager_of(Granting())
    turn_of(manager, ClockReading(remaining_s=60.0), used_s=1.0)
    manager.begin(clock=ClockReading(remaining_s=19.0))
    assert manager.events["outages"] == 1
    assert (manager.overhead.mean_s, manager.overhead.worst_s) == (Overhead().mean_s, Overhead().worst_s)


@pytest.mark.parametrize("ply", [0, 10])
def test_a_ply_that_goes_back_begins_a_new_game(ply: int) -> None:
    policy = Granting()
    manager = manager_of(policy)
    manager.begin(clock=ClockReading(remaining_s=62.0), ply=10).finish(used_s=0.5)
    manager.begin(clock=ClockReading(remaining_s=60.0), ply=ply)
    assert manager.overhead == Overhead()
    assert (policy.turns[-1].previous, policy.turns[-1].initial_s) == (None, 60.0)


@pytest.mark.parametrize("now_s", [180.0, 600.0])
def test_a_clock_that_jumps_up_to_its_first_figure_begins_a_new_game(now_s: float) -> None:
    policy = Granting()
    manager = manager_of(policy)
    for remaining_s in (180.0, 120.0, now_s):
        turn_of(manager, ClockReading(remaining_s=remaining_s, increment_s=2.0), used_s=62.0)
    assert (policy.turns[-1].previous, policy.turns[-1].initial_s) == (None, now_s)


@pytest.mark.parametrize(("jump_s", "begins"), [(0.0005, False), (0.00052, True)])
def test_a_clock_that_rises_by_rounding_begins_no_new_game(jump_s: float, begins: bool) -> None:
    manager = manager_of(Granting())
    turn_of(manager, ClockReading(remaining_s=0.0), used_s=0.0)
    manager.begin(clock=ClockReading(remaining_s=jump_s))
    assert (manager.previous is None) is begins


def test_a_search_without_a_clock_in_between_begins_no_new_game() -> None:
    manager = manager_of(Granting())
    record = manager.begin(clock=ClockReading(remaining_s=60.0)).finish(used_s=1.0)
    manager.begin()
    assert manager.previous is record


@pytest.mark.parametrize(("first", "second"), [(10, None), (None, 12), (10, 12), (None, None)])
def test_the_next_turn_teaches_lag_whether_or_not_its_ply_is_sent(
    first: int | None, second: int | None
) -> None:
    manager = manager_of(Granting())
    record = manager.begin(clock=ClockReading(remaining_s=60.0), ply=first).finish(used_s=0.5)
    manager.begin(clock=ClockReading(remaining_s=59.2), ply=second)
    assert manager.previous is record
    assert manager.overhead.recent_s[1:] == pytest.approx((0.3,))


@pytest.mark.parametrize("text", ["2/10:00, 5:00", "10 s byo 3x30", "10 s byo 2/60", "3+2", "60 d5"])
def test_a_stage_a_period_or_an_increment_begins_no_new_game(text: str) -> None:
    clock, policy = Clock(TimeControl.parse(text)), Granting()
    manager = manager_of(policy)
    for _ in range(5):
        turn_of(manager, clock.reading(), used_s=0.5)
        clock.spend(4.0)
    assert None not in [turn.previous for turn in policy.turns[1:]]


def test_a_turn_played_elsewhere_teaches_no_lag() -> None:
    manager = manager_of(Granting())
    manager.begin(clock=ClockReading(remaining_s=60.0), ply=10).finish(used_s=0.5)
    manager.begin(clock=ClockReading(remaining_s=58.0), ply=14)
    assert manager.overhead == Overhead()


def test_a_period_before_it_is_reached_teaches_the_lag_that_there_was() -> None:
    clock = Clock(TimeControl.parse("1:00 byo 5x30"))
    manager = manager_of(Granting(target_s=0.5, limit_s=99.0))
    for _ in range(6):
        manager.begin(clock=clock.reading()).finish(used_s=15.0)
        clock.spend(15.3)
    assert manager.overhead.measurements == 3
    assert manager.overhead.recent_s[1:] == pytest.approx((0.3, 0.3, 0.3))


def test_entering_byoyomi_is_not_taken_for_lag() -> None:
    byoyomi = Byoyomi(period_s=30.0, periods=5)
    clock = Clock(TimeControl(stages=(Stage(base_s=40.0),), byoyomi=byoyomi))
    manager = manager_of(Granting(target_s=99.0, limit_s=99.0))
    manager.begin(clock=clock.reading()).finish(used_s=45.0)
    clock.spend(45.4)
    manager.begin(clock=clock.reading())
    assert manager.overhead == Overhead()


def test_a_lag_that_is_measured_elsewhere_is_planned_with_and_not_learned_twice() -> None:
    policy = Granting()
    manager = manager_of(policy, overhead=Overhead(mean_s=0.01, worst_s=0.1))
    lag = Overhead(mean_s=0.03, worst_s=0.2)
    thinking = manager.begin(clock=ClockReading(remaining_s=60.0), lag=lag)
    assert policy.turns[0].clock.remaining_s == pytest.approx(60.0 - 40 * (0.03 + 0.01))
    assert policy.turns[0].overhead.worst_s == pytest.approx(0.3)
    used_s = thinking.budget.limit_s + 0.5  # the engine stopped late, which its own lag includes
    thinking.finish(used_s=used_s)
    manager.begin(clock=ClockReading(remaining_s=60.0 - used_s - 0.02), lag=lag)
    assert manager.overhead.recent_s[-1] == pytest.approx(0.02)
