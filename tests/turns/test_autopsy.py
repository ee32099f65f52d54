import math
from dataclasses import replace

import pytest

from zeitnot.turns import (
    Autopsy,
    AutopsySettings,
    Budget,
    Place,
    Trail,
    TurnRecord,
    TurnTimings,
    autopsy_of,
    from_json_form,
    to_json_form,
)

RECORD = TurnRecord(
    policy="uniform",
    ply=0,
    clock_before_s=60.0,
    budget=Budget.same_target_and_limit(Trail.start("limit", 1.0)),
    used_s=1.5,
)
IN_TIME = TurnTimings(proxied=True, due_s=1.0, go_s=0.0, first_report_s=0.1, stop_s=0.99)
LATE = replace(IN_TIME, late_span_s=0.5, late_cpu_s=0.0, late_queue_s=0.0, late_stopped_s=0.0)


def examined(timings: TurnTimings | None, *, referee_s: float = 1.5, used_s: float = 1.5) -> Autopsy:
    found = autopsy_of(replace(RECORD, timings=timings, used_s=used_s), referee_s=referee_s)
    assert found is not None
    assert sum(found.by_place_s.values()) == pytest.approx(found.over_s)
    return found


@pytest.mark.parametrize(
    ("timings", "cause"),
    [
        (replace(LATE, answer_s=1.5, late_cpu_s=0.5), Place.ENGINE),
        (replace(LATE, late_cpu_s=0.5), Place.ENGINE),
        (replace(LATE, answer_s=1.5), Place.PIPE),
        (replace(LATE, answer_s=1.5, late_queue_s=0.4, late_cpu_s=0.1), Place.SCHEDULER),
        (replace(LATE, answer_s=1.5, late_stopped_s=0.4), Place.SCHEDULER),
        (replace(LATE, answer_s=1.5, stop_s=1.45), Place.PROXY),
        (replace(LATE, answer_s=1.5, busy_from_s=0.9, busy_until_s=1.45), Place.PROXY),
        (replace(LATE, busy_from_s=0.9, busy_until_s=math.inf), Place.PROXY),
        (replace(LATE, answer_s=1.01), Place.PROXY),
        (replace(LATE, go_s=1.4, stop_s=None, answer_s=1.5), Place.PROXY),
        (replace(LATE, answer_s=1.01, own_queue_s=0.4), Place.SCHEDULER),
        (replace(LATE, answer_s=1.01, proxied=False), Place.RUNNER),
        (replace(LATE, answer_s=1.5, stop_s=1.45, first_report_s=None, late_cpu_s=0.5), Place.ENGINE),
    ],
)
def test_the_cause_is_where_most_of_the_time_went(timings: TurnTimings, cause: Place) -> None:
    assert examined(timings).cause is cause


def test_the_runner_is_charged_from_the_move_to_the_stopped_clock() -> None:
    found = examined(replace(LATE, answer_s=0.99), used_s=1.0)
    assert found.by_place_s == {Place.RUNNER: pytest.approx(0.5)}


def test_a_player_that_hands_its_move_over_late_is_not_the_runner() -> None:
    assert examined(replace(LATE, answer_s=0.99, end_s=1.5), used_s=1.0).cause is Place.PROXY


def test_time_before_the_turn_was_planned_again_is_not_the_runners() -> None:
    assert examined(replace(LATE, before_s=2.0, answer_s=1.5), referee_s=3.5).cause is Place.PIPE


def test_what_a_run_does_not_hold_is_unknown() -> None:
    assert examined(None).cause is Place.UNKNOWN
    assert examined(None, used_s=1.0).cause is Place.RUNNER
    assert examined(replace(IN_TIME, answer_s=1.5)).cause is Place.UNKNOWN
    assert examined(replace(LATE, answer_s=1.5, late_span_s=0.001)).cause is Place.UNKNOWN


def test_in_work_time_only_the_search_takes_time() -> None:
    found = autopsy_of(RECORD, referee_s=1.5, work_time=True)
    assert found is not None
    assert found.cause is Place.ENGINE


def test_a_turn_in_time_has_no_autopsy_unless_it_lost() -> None:
    record = replace(RECORD, timings=LATE, used_s=1.01)
    assert autopsy_of(record, referee_s=1.01) is None
    assert autopsy_of(record, referee_s=1.01, settings=AutopsySettings(least_over_s=0.005)) is not None
    assert autopsy_of(record, referee_s=1.01, flagged=True) is not None


def test_without_timings_the_clock_counts_only_where_it_ran_out() -> None:
    own = replace(RECORD, budget=Budget.unlimited("own clock"), clock_before_s=1.0)
    assert autopsy_of(own, referee_s=1.5) is None
    found = autopsy_of(own, referee_s=1.5, flagged=True)
    assert found is not None
    assert found.over_s == pytest.approx(0.5)
    clockless = autopsy_of(replace(own, clock_before_s=None), referee_s=1.5, flagged=True)
    assert clockless is not None
    assert (clockless.cause, clockless.due_s) == (Place.UNKNOWN, None)


def test_the_words_name_the_cause_and_the_seconds() -> None:
    assert examined(replace(LATE, late_cpu_s=0.2999, late_queue_s=0.0001)).words == (
        "0.5 s too late: the engine searched on (engine 0.2999 s, pipe 0.2 s)"
    )


def test_timings_are_kept_and_records_of_earlier_versions_are_read() -> None:
    form = to_json_form(replace(RECORD, timings=replace(LATE, busy_until_s=math.inf)))
    assert from_json_form(TurnRecord, form).timings == replace(LATE, busy_until_s=math.inf)
    del form["timings"]
    assert from_json_form(TurnRecord, form).timings is None
