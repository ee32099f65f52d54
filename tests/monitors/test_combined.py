from dataclasses import dataclass

from tests.turns.scripted import Scripted
from zeitnot.monitors import any_of
from zeitnot.turns import GO_ON, Factor, Memory, Reason, Tick, Verdict

TICK = Tick(elapsed_s=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(Memory):
    """A memory that can be told from another."""

    count: int


STOP = Verdict(reason=Reason.MATE, note="mate in 2")


def test_nothing_to_say_is_passed_on_as_the_constant() -> None:
    assert any_of(Scripted([GO_ON]), Scripted([GO_ON])).observe(TICK) is GO_ON
    assert any_of().observe(TICK) is GO_ON


def test_a_single_word_is_passed_on_as_it_is() -> None:
    assert any_of(Scripted([GO_ON]), Scripted([STOP]), Scripted([GO_ON])).observe(TICK) is STOP


def test_the_first_that_stops_has_the_word() -> None:
    other = Verdict(reason=Reason.LIMIT, note="late")
    verdict = any_of(Scripted([STOP]), Scripted([other])).observe(TICK)
    assert (verdict.reason, verdict.note) == (Reason.MATE, "mate in 2")


def test_a_later_stop_keeps_what_an_earlier_monitor_knows() -> None:
    earlier = Verdict(
        target_s=3.0,
        factors=(Factor("stability", 0.7),),
        expected_loss_pts=0.2,
        events=("unstable",),
        clears_soft_stop=True,
    )
    later = Verdict(
        reason=Reason.TARGET,
        note="past",
        events=("forced",),
        expected_loss_pts=9.0,
        factors=(Factor("x", 1.0),),
    )
    verdict = any_of(Scripted([earlier]), Scripted([later])).observe(TICK)
    assert (verdict.reason, verdict.note, verdict.target_s) == (Reason.TARGET, "past", 3.0)
    assert (verdict.expected_loss_pts, verdict.events) == (0.2, ("unstable", "forced"))
    assert verdict.factors == (Factor("stability", 0.7), Factor("x", 1.0))
    assert verdict.clears_soft_stop


def test_the_first_memory_is_kept_and_a_later_one_if_there_is_no_other() -> None:
    one, two = Counted(count=1), Counted(count=2)

    def kept(first: Counted | None, second: Counted | None) -> Memory | None:
        monitors = (Scripted([Verdict(memory=memory, note="a")]) for memory in (first, second))
        return any_of(*monitors).observe(TICK).memory

    assert (kept(one, two), kept(None, two), kept(one, None), kept(None, None)) == (one, two, one, None)


def test_every_monitor_sees_all_progress_even_after_a_stop() -> None:
    last = Scripted([GO_ON, GO_ON])
    monitor = any_of(Scripted([STOP, GO_ON]), last)
    monitor.observe(TICK)
    monitor.observe(TICK)
    assert last.verdicts == []
