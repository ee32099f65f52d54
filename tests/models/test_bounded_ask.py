"""Asking in a thread: a question that hangs is abandoned, an error is reported, an answer is returned."""

import gc
import threading
import time
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.turns.awkward import OddError, spin
from zeitnot.models.bounded_ask import BoundedAsk
from zeitnot.turns import NoAdviceError

AMPLE_S = 30.0
"""Patience for answers that come at once, however busy the machine is."""
SHORT_S = 0.05
"""Patience for answers that never come."""


def raising(error: BaseException) -> Callable[[], None]:
    def raise_it() -> None:
        raise error

    return raise_it


def ended(thread: threading.Thread) -> bool:
    thread.join(timeout=AMPLE_S)
    return not thread.is_alive()


def test_an_answer_comes_back_from_another_thread() -> None:
    ask = BoundedAsk()
    threads = {ask(threading.get_ident, patience_s=AMPLE_S) for _ in range(3)}
    assert len(threads) == 1
    assert threading.get_ident() not in threads


@pytest.mark.parametrize(
    "error",
    [
        ZeroDivisionError("no"),
        SystemExit(3),
        KeyboardInterrupt(),
        OddError("odd"),
        GeneratorExit(),
        MemoryError(),
        RecursionError("deep"),
    ],
)
def test_whatever_is_raised_is_told_in_words_and_the_next_question_is_answered(error: BaseException) -> None:
    ask = BoundedAsk()
    with pytest.raises(NoAdviceError, match=type(error).__name__) as caught:
        ask(raising(error), patience_s=AMPLE_S)
    assert not caught.value.late
    assert ask(lambda: 7, patience_s=AMPLE_S) == 7


@pytest.mark.parametrize("hang", [lambda: time.sleep(600), spin, threading.Event().wait])
def test_a_question_that_hangs_is_left_behind(hang: Callable[[], object]) -> None:
    ask = BoundedAsk()
    began_s = time.monotonic()
    with pytest.raises(NoAdviceError, match="no answer within 50 ms") as caught:
        ask(hang, patience_s=SHORT_S)
    assert caught.value.late
    assert SHORT_S * 0.9 < time.monotonic() - began_s < AMPLE_S
    assert ask(lambda: 7, patience_s=AMPLE_S) == 7


def test_a_loop_without_end_is_ended() -> None:
    looping: list[threading.Thread] = []

    def loop() -> None:
        looping.append(threading.current_thread())
        spin()

    with pytest.raises(NoAdviceError):
        BoundedAsk()(loop, patience_s=SHORT_S)
    assert ended(looping[0])


def test_an_answer_that_comes_too_late_is_nobodys() -> None:
    ask, late = BoundedAsk(), threading.Event()
    with pytest.raises(NoAdviceError):
        ask(lambda: late.wait(timeout=AMPLE_S), patience_s=SHORT_S)
    late.set()
    assert ask(lambda: "mine", patience_s=AMPLE_S) == "mine"


def test_questions_from_several_threads_get_their_own_answers() -> None:
    ask = BoundedAsk()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda n: ask(lambda: n * n, patience_s=AMPLE_S), range(200)))
    assert found == [n * n for n in range(200)]


def test_the_thread_ends_with_whoever_asks() -> None:
    ask = BoundedAsk()
    thread = ask(threading.current_thread, patience_s=AMPLE_S)
    alive = weakref.ref(ask)
    del ask
    gc.collect()
    assert alive() is None
    assert ended(thread)


def test_a_waiting_thread_keeps_no_answer_alive() -> None:
    class Large:
        pass

    ask = BoundedAsk()
    answer = weakref.ref(ask(Large, patience_s=AMPLE_S))
    ask(lambda: None, patience_s=AMPLE_S)
    gc.collect()
    assert answer() is None


def test_without_a_thread_to_be_had_questions_are_asked_directly(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert BoundedAsk()(lambda: 7, patience_s=AMPLE_S) == 7


def test_an_interrupt_that_comes_after_the_answer_ends_the_thread_quietly() -> None:
    ask = BoundedAsk()
    thread = ask(threading.current_thread, patience_s=AMPLE_S)
    ask._abandon()  # as for an answer that comes just after the patience has ended
    assert ended(thread)
