"""Wall time and work time."""

import pytest

from zeitnot.clocks import Clock, TimeControl, TimeSource, WallTime, WorkTime
from zeitnot.errors import SettingError


def test_wall_time_does_not_go_back() -> None:
    source: TimeSource = WallTime()
    first_s = source.now_s()
    assert source.now_s() >= first_s


def test_work_is_time() -> None:
    source = WorkTime(work_per_s=1000)
    source.add_work(1500)
    source.advance(0.25)
    assert source.now_s() == 1.75
    assert (source.work, source.work_per_s) == (1500, 1000)


def test_a_second_is_a_million_units_of_work_unless_told_otherwise() -> None:
    source = WorkTime()
    source.add_work(2_500_000)
    assert source.now_s() == 2.5


def test_a_unit_of_work_may_take_seconds() -> None:
    source = WorkTime(work_per_s=0.5)
    source.add_work(3)
    assert source.now_s() == 6.0


def test_no_work_takes_no_time() -> None:
    source = WorkTime()
    source.add_work(0)
    assert (source.work, source.now_s()) == (0, 0.0)


def test_work_time_stands_still_without_work() -> None:
    clock = Clock(TimeControl.sudden_death(10), WorkTime(work_per_s=100))
    clock.start()
    assert clock.remaining_s == 10


def test_many_small_pieces_of_work_add_up_exactly() -> None:
    source = WorkTime(work_per_s=10)
    for _ in range(1_000):
        source.add_work(1)
    assert source.now_s() == 100.0


@pytest.mark.parametrize("work_per_s", [0, -1, float("inf"), float("nan")])
def test_work_per_second_must_be_a_positive_number(work_per_s: float) -> None:
    with pytest.raises(SettingError, match="work_per_s must be above 0 and finite, got"):
        WorkTime(work_per_s=work_per_s)


def test_time_never_goes_back() -> None:
    source = WorkTime()
    with pytest.raises(SettingError, match="work must be at least 0 units, got -1"):
        source.add_work(-1)
    with pytest.raises(SettingError, match="seconds must be at least 0"):
        source.advance(-1)
