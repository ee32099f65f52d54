"""StopControl seen from Python: exact figures in work time, inequalities that cannot fail in wall time."""

import math
import threading
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot._native import StopControl, StopReason

WORK_PER_SECOND = 1000
THREADS = 4


def work_control(*, soft_s: float = math.inf, hard_s: float = math.inf) -> StopControl:
    """Return a running control on which a thousand units of work are one second."""
    control = StopControl(work_per_second=WORK_PER_SECOND)
    control.start(soft_s=soft_s, hard_s=hard_s)
    return control


def run_on_all_threads(search: Callable[[], None]) -> None:
    threads = [threading.Thread(target=search) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)


def test_a_new_search_goes_on() -> None:
    control = work_control(soft_s=1.0, hard_s=2.0)
    assert not control.poll()
    assert not control.stopped()
    assert not control.soft_stopped()
    assert control.reason() is StopReason.NONE


def test_a_control_never_started_stops_only_when_told() -> None:
    control = StopControl(work_per_second=1)
    control.add_work(10**9)
    assert not control.poll()
    control.stop()
    assert control.poll()


def test_work_is_time() -> None:
    control = work_control()
    control.add_work(1500)
    control.add_work(1)
    assert control.work() == 1501
    assert control.elapsed_s() == 1.501
    assert control.work_per_second == WORK_PER_SECOND


def test_soft_deadline_raises_the_soft_stop_alone() -> None:
    control = work_control(soft_s=1.0, hard_s=2.0)
    control.add_work(999)
    control.poll()
    assert not control.soft_stopped()
    control.add_work(1)
    assert not control.poll()
    assert control.soft_stopped()
    assert not control.stopped()
    assert control.reason() is StopReason.NONE


def test_hard_deadline_stops_the_search() -> None:
    control = work_control(soft_s=1.0, hard_s=2.0)
    control.add_work(2000)
    assert control.poll()
    assert control.stopped()
    assert control.soft_stopped()
    assert control.reason() is StopReason.HARD_DEADLINE


def test_hard_deadline_before_the_soft_one_still_stops() -> None:
    control = work_control(soft_s=5.0, hard_s=2.0)
    control.add_work(2000)
    assert control.poll()
    assert not control.soft_stopped()


def test_nothing_is_raised_without_a_poll() -> None:
    control = work_control(soft_s=1.0, hard_s=2.0)
    control.add_work(5000)
    assert not control.stopped()
    assert not control.soft_stopped()


def test_a_stop_holds_without_a_poll() -> None:
    control = work_control()
    control.stop()
    assert control.stopped()
    assert control.poll()
    assert control.reason() is StopReason.STOPPED_BY_CALLER


def test_the_callers_stop_outlasts_a_deadline_that_comes_later() -> None:
    control = work_control(hard_s=1.0)
    control.stop()
    control.add_work(1000)
    assert control.poll()
    assert control.reason() is StopReason.STOPPED_BY_CALLER


def test_the_deadlines_stop_outlasts_a_caller_who_comes_later() -> None:
    control = work_control(hard_s=1.0)
    control.add_work(1000)
    control.poll()
    control.stop()
    assert control.reason() is StopReason.HARD_DEADLINE


def test_moving_the_hard_deadline_does_not_revive_a_stopped_search() -> None:
    control = work_control(hard_s=1.0)
    control.add_work(1000)
    control.poll()
    control.move_hard_deadline(10.0)
    assert control.poll()


def test_a_target_moved_out_in_time_is_not_raised() -> None:
    control = work_control(soft_s=1.0)
    control.add_work(900)
    control.move_soft_deadline(2.0)
    control.add_work(900)
    control.poll()
    assert not control.soft_stopped()
    assert control.soft_deadline_s() == 2.0


def test_a_target_moved_in_is_raised_at_the_next_poll() -> None:
    control = work_control(soft_s=10.0)
    control.add_work(900)
    control.move_soft_deadline(0.5)
    control.poll()
    assert control.soft_stopped()


def test_ponderhit_sets_deadlines_on_a_search_that_had_none() -> None:
    control = work_control()
    control.add_work(7000)
    assert not control.poll()
    control.move_soft_deadline(control.elapsed_s() + 1.0)
    control.move_hard_deadline(control.elapsed_s() + 3.0)
    assert (control.soft_deadline_s(), control.hard_deadline_s()) == (8.0, 10.0)
    control.add_work(1000)
    assert not control.poll()
    assert control.soft_stopped()
    control.add_work(2000)
    assert control.poll()


def test_a_soft_stop_raised_by_hand_is_taken_back() -> None:
    control = work_control(soft_s=1.0)
    control.raise_soft_stop()
    assert control.soft_stopped()
    assert not control.poll()
    control.clear_soft_stop()
    control.poll()
    assert not control.soft_stopped()


def test_a_soft_stop_past_its_deadline_is_raised_again() -> None:
    control = work_control(soft_s=1.0)
    control.add_work(1000)
    control.poll()
    control.clear_soft_stop()
    assert not control.soft_stopped()
    control.poll()
    assert control.soft_stopped()


def test_a_soft_stop_taken_back_with_its_deadline_moved_stays_back_until_then() -> None:
    control = work_control(soft_s=1.0)
    control.add_work(1000)
    control.poll()
    control.move_soft_deadline(2.0)
    assert control.soft_stopped(), "moving the deadline alone takes nothing back"
    control.clear_soft_stop()
    control.poll()
    assert not control.soft_stopped()
    control.add_work(1000)
    control.poll()
    assert control.soft_stopped()


def test_start_forgets_the_last_search() -> None:
    control = work_control(soft_s=0.0, hard_s=0.0)
    control.add_work(5)
    control.poll()
    control.start(soft_s=1.0, hard_s=2.0)
    assert control.work() == 0
    assert control.elapsed_s() == 0.0
    assert control.reason() is StopReason.NONE
    assert not control.soft_stopped()
    assert not control.poll()


@pytest.mark.parametrize("deadline_s", [0.0, -0.0, -1.0, -math.inf])
@pytest.mark.parametrize("work_per_second", [0, WORK_PER_SECOND])
def test_a_deadline_of_nothing_or_less_is_past_at_once(deadline_s: float, work_per_second: float) -> None:
    control = StopControl(work_per_second=work_per_second)
    control.start(soft_s=deadline_s, hard_s=deadline_s)
    assert control.hard_deadline_s() == 0.0
    assert control.poll()
    assert control.soft_stopped()


def test_infinite_deadlines_never_come() -> None:
    control = work_control()
    control.add_work(2**62)
    assert not control.poll()
    assert not control.soft_stopped()


def test_wall_time_never_runs_backward_and_counts_no_work() -> None:
    control = StopControl()
    control.start(soft_s=math.inf, hard_s=math.inf)
    control.add_work(10**12)
    seen_s = [control.elapsed_s() for _ in range(100)]
    assert seen_s == sorted(seen_s)
    assert seen_s[0] >= 0.0
    assert not control.poll()


def test_wall_time_passes_the_hard_deadline_by_itself() -> None:
    control = StopControl()
    control.start(soft_s=0.0005, hard_s=0.001)
    while not control.poll():
        pass
    assert control.elapsed_s() >= 0.001
    assert control.reason() is StopReason.HARD_DEADLINE
    assert control.soft_stopped()


def test_not_a_number_is_no_deadline() -> None:
    control = work_control()
    rule = "deadline must be a number of seconds or infinity, got nan"
    with pytest.raises(ValueError, match=f"soft {rule}"):
        control.start(soft_s=math.nan, hard_s=1.0)
    with pytest.raises(ValueError, match=f"hard {rule}"):
        control.start(soft_s=1.0, hard_s=math.nan)
    with pytest.raises(ValueError, match=f"soft {rule}"):
        control.move_soft_deadline(math.nan)
    with pytest.raises(ValueError, match=f"hard {rule}"):
        control.move_hard_deadline(math.nan)
    assert (control.soft_deadline_s(), control.hard_deadline_s()) == (math.inf, math.inf)


@pytest.mark.parametrize("rate", [-1.0, math.nan, math.inf])
def test_a_rate_of_work_that_is_no_rate_is_refused(rate: float) -> None:
    with pytest.raises(ValueError, match=f"^work_per_second must be 0 .*, got {rate}$"):
        StopControl(work_per_second=rate)


def test_negative_work_is_refused() -> None:
    with pytest.raises(ValueError, match="work must not be negative, got -1"):
        work_control().add_work(-1)


@given(
    steps=st.lists(st.integers(min_value=0, max_value=500), max_size=60),
    soft_s=st.floats(min_value=-1.0, max_value=20.0),
    hard_s=st.floats(min_value=-1.0, max_value=20.0),
)
def test_stops_come_at_the_first_poll_past_their_deadline(
    steps: list[int], soft_s: float, hard_s: float
) -> None:
    control = work_control(soft_s=soft_s, hard_s=hard_s)
    work = 0
    for step in steps:
        control.add_work(step)
        work += step
        elapsed_s = work / WORK_PER_SECOND
        assert control.poll() == (elapsed_s >= hard_s)
        assert control.soft_stopped() == (elapsed_s >= soft_s)


def test_threads_share_one_hard_deadline() -> None:
    control = work_control(soft_s=1.0, hard_s=20.0)

    def search() -> None:
        while not control.poll():
            control.add_work(10)

    run_on_all_threads(search)
    assert control.reason() is StopReason.HARD_DEADLINE
    assert control.soft_stopped()
    assert 20_000 <= control.work() < 20_000 + THREADS * 10


def test_a_stop_from_one_thread_ends_the_search_of_the_others() -> None:
    control = StopControl()
    control.start(soft_s=math.inf, hard_s=math.inf)
    searching = threading.Barrier(THREADS)

    def search() -> None:
        first = searching.wait() == 0
        while not control.poll():
            control.add_work(1)
            if first and control.work() > 1000:
                control.stop()

    run_on_all_threads(search)
    assert control.reason() is StopReason.STOPPED_BY_CALLER
    assert control.work() > 1000
