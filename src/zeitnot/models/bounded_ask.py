"""BoundedAsk: asks a policy in a thread of its own, and waits no longer than the clock can bear.

It lives here because this is the lowest room that may have threads, and the one where managers are made.
"""

import threading
import weakref
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from zeitnot.turns import NoAdviceError, ask_directly, error_words

_Answer = TypeVar("_Answer")
_Answers = SimpleQueue[tuple[Any, str]]
"""An answer, or what went wrong in words."""
_Questions = SimpleQueue[tuple[Callable[[], Any], _Answers] | None]
"""None ends the thread."""

_SLICE_S = 1.0
"""Long waits are made of such slices, so that a process that was stopped for a while counts it as one."""


class BoundedAsk:
    """Asks in one thread for all questions. A question that is not answered in time is left behind with it.

    Nothing that a policy raises gets through, and neither does a policy that never answers. Only one that
    holds the interpreter's lock within native code cannot be left behind: no thread runs then.
    """

    def __init__(self) -> None:
        """Start no thread yet."""
        self._questions: _Questions | None = None
        self._thread: threading.Thread | None = None

    def __call__(self, question: Callable[[], _Answer], *, patience_s: float) -> _Answer:
        """Return the answer; whatever goes wrong is a NoAdviceError."""
        answers: _Answers = SimpleQueue()
        try:
            questions = self._questions or self._begun()
        except RuntimeError:  # the system gives no more threads
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
        # The thread does not know of this object, and ends with it.
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
    while (asked := questions.get()) is not None:
        question, answers = asked
        try:
            found = question(), ""
        except NoAdviceError as error:
            found = None, str(error)
        except BaseException as error:  # noqa: BLE001 (a policy may raise anything, SystemExit included)
            found = None, error_words(error)
        answers.put(found)
        del asked, question, answers, found  # a waiting thread keeps no turn alive


def _interrupt(thread: threading.Thread) -> None:
    """End a thread that runs Python code: one that loops for ever would take its share of every search.

    The thread is alive, because it ends only when it is told to. One that waits within native code is not
    reached; it costs nothing but its memory.
    """
    import ctypes

    number = ctypes.c_ulong(thread.ident or 0)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(number, ctypes.py_object(SystemExit))
