"""BoundedAsk: calls a policy in a separate thread, and waits no longer than the clock can bear.

It is in this package because this is the lowest one that may use threads, and managers are made here.
"""

import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from zeitnot.turns import NoAdviceError, ask_directly, error_words

_Answer = TypeVar("_Answer")
_Answers = SimpleQueue[tuple[Any, str]]
"""An answer, or a description of what went wrong."""
_Questions = SimpleQueue[tuple[Callable[[], Any], _Answers] | None]
"""A question and where its answer goes; None ends the thread."""

_SLICE_S = 1.0
"""Length of the slices of a long wait, so that a suspended process counts the suspension as one slice."""


class BoundedAsk:
    """Asks all questions in one thread. If an answer does not come in time, the thread is abandoned.

    Nothing that a policy raises gets through, and a policy that never answers blocks nobody. Only native code
    that holds the interpreter's lock cannot be abandoned: no other thread can run then.
    """

    def __init__(self) -> None:
        """Start no thread yet."""
        self._questions: _Questions | None = None
        self._thread: threading.Thread | None = None

    def __call__(self, question: Callable[[], _Answer], *, patience_s: float) -> _Answer:
        """Return the answer; everything that goes wrong is a NoAdviceError."""
        answers: _Answers = SimpleQueue()
        try:
            questions = self._questions or self._begun()
        except RuntimeError:  # the system allows no more threads
            return ask_directly(question, patience_s=patience_s)
        questions.put((question, answers))
        found = _waited_for(answers, patience_s)
        if found is None:
            self._abandon()
            raise NoAdviceError(f"no answer within {patience_s * 1000:.0f} ms", late=True)
        answer: _Answer
        answer, wrong = found
        if wrong:
            raise NoAdviceError(wrong)
        return answer

    def _begun(self) -> _Questions:
        questions: _Questions = SimpleQueue()
        thread = threading.Thread(target=_answer_all, args=(questions,), name="policy", daemon=True)
        thread.start()
        # The thread has no reference to this object, and ends with it.
        weakref.finalize(self, questions.put, None).atexit = False
        self._questions, self._thread = questions, thread
        return questions

    def _abandon(self) -> None:
        questions, thread = self._questions, self._thread
        self._questions = self._thread = None
        if questions is None or thread is None:
            return
        _interrupt(thread)
        questions.put(None)


def _waited_for(answers: _Answers, patience_s: float) -> tuple[Any, str] | None:
    while patience_s > 0:
        try:
            return answers.get(timeout=min(patience_s, _SLICE_S))
        except Empty:
            patience_s -= _SLICE_S
    return None


def _answer_all(questions: _Questions) -> None:
    with suppress(SystemExit):  # `_interrupt` may come between two questions, too
        while (asked := questions.get()) is not None:
            question, answers = asked
            try:
                found = question(), ""
            except NoAdviceError as error:
                found = None, str(error)
            except BaseException as error:  # noqa: BLE001 (a policy may raise anything, SystemExit included)
                found = None, error_words(error)
            answers.put(found)
            del asked, question, answers, found  # a waiting thread must not keep a turn alive


def _interrupt(thread: threading.Thread) -> None:
    """End a thread that runs Python code: an endless loop would slow down every search.

    The thread is alive, because it ends only on request. One that waits in native code is not reached; it
    costs only its memory.
    """
    import ctypes

    number = ctypes.c_ulong(thread.ident or 0)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(number, ctypes.py_object(SystemExit))
