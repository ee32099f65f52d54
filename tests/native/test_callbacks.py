"""What a callback may do: raise anything, come back to who called it, or be there when Python ends."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.native.scarce_system import run_child
from tests.native.test_scrabble_endgame import STUCK_Q, Endgame, english, english_dictionary
from tests.native.test_scrabble_simulation import scene, simulate
from zeitnot._native import (
    ChessSearch,
    ChessSearchSettings,
    MoveGenerator,
    Network,
    Position,
    Report,
    StaticValues,
    StopControl,
)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
RAISED = [KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError, ZeroDivisionError]


class Chess:
    """A search that tells its depths to somebody."""

    def __init__(self, *, threads: int = 1) -> None:
        self.search = ChessSearch(hash_mb=1, threads=threads)

    def run(
        self, on_iteration: Callable[[Report], Any], *, hard_s: float = 10.0, work_per_second: float = 0.0
    ) -> None:
        control = StopControl(work_per_second=work_per_second)
        control.start(soft_s=hard_s, hard_s=hard_s)
        self.search.run(Position(START), ChessSearchSettings(), control, on_iteration, depth=6)


def raising(error: type[BaseException]) -> Callable[[Any], bool]:
    def call(_: object) -> bool:
        raise error

    return call


@pytest.mark.parametrize("error", RAISED)
@pytest.mark.parametrize("work_per_second", [0.0, 1e6])
@pytest.mark.parametrize("threads", [1, 3])
def test_whatever_a_report_raises_ends_a_chess_search_and_comes_out(
    error: type[BaseException], work_per_second: float, threads: int
) -> None:
    chess = Chess(threads=threads)
    with pytest.raises(error):
        chess.run(raising(error), work_per_second=work_per_second)
    chess.run(lambda _: True)


@pytest.mark.parametrize("error", RAISED)
def test_what_is_raised_behind_the_deadline_comes_out_too(error: type[BaseException]) -> None:
    """The caller is then waiting to answer for a search that does not end."""
    control = StopControl()

    def late(report: Report) -> bool:
        if report.depth < 3:
            return False
        control.move_hard_deadline(0.0)
        threading.Event().wait(0.02)
        raise error

    control.start(soft_s=10.0, hard_s=10.0)
    search = ChessSearch(hash_mb=1)
    with pytest.raises(error):
        search.run(Position(START), ChessSearchSettings(), control, late, depth=20)


@pytest.mark.parametrize("error", RAISED)
@pytest.mark.parametrize("threads", [1, 3])
def test_whatever_a_check_raises_ends_a_simulation_and_comes_out(
    error: type[BaseException], threads: int
) -> None:
    with pytest.raises(error):
        simulate(0.5, raising(error), threads=threads)


@pytest.mark.parametrize("error", RAISED)
@pytest.mark.parametrize("threads", [1, 3])
def test_whatever_a_ply_raises_ends_an_endgame_and_comes_out(
    error: type[BaseException], threads: int
) -> None:
    endgame = Endgame.of(STUCK_Q)
    with pytest.raises(error):
        endgame.solve(english(), on_ply=raising(error), threads=threads)
    assert endgame.solve(english(), threads=threads).complete


def test_a_callback_cannot_use_the_search_that_calls_it() -> None:
    chess = Chess()
    calls: list[Callable[[], None]] = [
        lambda: chess.run(lambda _: True),
        lambda: chess.search.set_hash(2),
        lambda: chess.search.set_threads(2),
        chess.search.new_game,
        chess.search.settle,
    ]

    def back(call: Callable[[], None]) -> Callable[[Any], bool]:
        def tell(_: object) -> bool:
            call()
            return True

        return tell

    for call in calls:
        with pytest.raises(RuntimeError, match="one call at a time"):
            chess.run(back(call))
    endgame, solver = Endgame.of(STUCK_Q), english()
    with pytest.raises(RuntimeError, match="one call at a time"):
        endgame.solve(solver, on_ply=lambda _: endgame.solve(solver).complete)


def test_two_threads_cannot_use_one_generator_at_once() -> None:
    position, board, *_ = scene()
    generator = MoveGenerator(english_dictionary())
    answers: list[object] = []

    def best_moves() -> list[int]:
        found = generator.generate(board, bytes(position.rack), StaticValues(), bag=80, wanted=5)
        return [move.equity for move in found]

    def generate() -> None:
        for _ in range(200):
            try:
                answers.append(best_moves())
            except RuntimeError as error:
                answers.append(str(error).split(" must ")[0])

    threads = [threading.Thread(target=generate) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    expected = best_moves()
    assert len(answers) == 600
    assert all(answer in (expected, "one call at a time") for answer in answers)


def test_inputs_that_vanish_while_they_are_read_are_refused() -> None:
    values: list[Any] = []

    class Reads:
        def __float__(self) -> float:
            values.clear()
            return 1.0

    values += [Reads(), *(float(number) for number in range(2, 101))]
    network = Network(means=[0.0] * 100, scales=[1.0] * 100, layers=[([1.0] * 100, [0.0])], reach=10.0)
    with pytest.raises(ValueError, match="inputs must stay as they are"):
        network.forward(values)


AT_THE_END = """
import sys, threading
from zeitnot._native import ChessSearch, ChessSearchSettings, Position, StopControl

control, search, begun = StopControl(), ChessSearch(hash_mb=1, threads=2), threading.Event()
control.start(soft_s=float("inf"), hard_s=float(sys.argv[1]))

def tell(report):
    begun.set()
    return False

def run():
    while True:
        search.run(Position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), ChessSearchSettings(), control, tell)
        control.start(soft_s=float("inf"), hard_s=float(sys.argv[1]))

threading.Thread(target=run, daemon=True).start()
assert begun.wait(30)
"""

MANY_AT_THE_END = """
import threading
from zeitnot._native import ChessSearch, ChessSearchSettings, Position, StopControl

def run():
    search, control = ChessSearch(hash_mb=1), StopControl(work_per_second=1)
    position, settings = Position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), ChessSearchSettings()
    while True:
        control.start(soft_s=0.0, hard_s=0.0)
        search.run(position, settings, control, lambda _: True)

for _ in range(8):
    threading.Thread(target=run, daemon=True).start()
"""


@pytest.mark.parametrize("hard_s", [1e9, 0.001])
def test_python_may_end_while_a_daemon_thread_searches(hard_s: float) -> None:
    for _ in range(3):
        run_child(AT_THE_END, str(hard_s))


def test_python_may_end_while_many_daemon_threads_come_and_go() -> None:
    for _ in range(4):
        run_child(MANY_AT_THE_END)
