import pytest

from tests.lab.match.scenes import SetTime
from zeitnot.lab.match.hiccups import LEAST_S, TICK_S, HiccupWatch


def test_ordinary_jitter_is_no_hiccup() -> None:
    watch = HiccupWatch(SetTime())
    watch.tick(before_s=1.0, now_s=1.0 + TICK_S + 0.9 * LEAST_S)
    assert watch.stolen_s(since_s=0.0, until_s=10.0) == 0.0


def test_only_the_part_within_a_turn_counts() -> None:
    watch = HiccupWatch(SetTime())
    watch.tick(before_s=1.0, now_s=1.0 + TICK_S + 0.4)
    begin_s, end_s = 1.0 + TICK_S, 1.4 + TICK_S
    assert watch.stolen_s(since_s=0.0, until_s=10.0) == pytest.approx(0.4)
    assert watch.stolen_s(since_s=begin_s + 0.1, until_s=10.0) == pytest.approx(0.3)
    assert watch.stolen_s(since_s=0.0, until_s=begin_s + 0.1) == pytest.approx(0.1)
    assert watch.stolen_s(since_s=end_s, until_s=end_s + 1) == 0.0


def test_several_hiccups_add_up() -> None:
    watch = HiccupWatch(SetTime())
    for second in range(3):
        watch.tick(before_s=float(second), now_s=second + TICK_S + 0.1)
    assert watch.stolen_s(since_s=0.0, until_s=10.0) == pytest.approx(0.3)


def test_its_thread_ends_with_it() -> None:
    watch = HiccupWatch()
    watch.start()
    thread = watch._thread
    assert thread is not None
    assert thread.is_alive()
    watch.close()
    assert not thread.is_alive()


def test_a_hiccup_counts_before_the_watch_has_been_woken() -> None:
    watch = HiccupWatch(SetTime())
    watch._before_s = 1.0
    assert watch.stolen_s(since_s=0.0, until_s=2.0) == pytest.approx(1.0 - TICK_S)
    assert watch.stolen_s(since_s=0.0, until_s=1.0 + TICK_S) == 0.0
