"""A wrapped engine that works, and one for each thing that can go wrong with it."""

import os
import resource
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from tests.chess.proxy.fixtures_proxy import ends, request, runs, scripted, wrapped
from zeitnot.chess.engine import PlayedMove
from zeitnot.chess.proxy import WrappedEngine
from zeitnot.chess.proxy.inner_engine import FIRST_WORD_S
from zeitnot.errors import DataError, SettingError, StateError
from zeitnot.models import make_manager
from zeitnot.turns import Iteration, Limits, Reason

LATE_S = 1.0
"""What a busy machine may add to an answer in these tests."""
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


@pytest.fixture
def engine() -> Iterator[WrappedEngine]:
    with closing(wrapped(scripted("sound"))) as started:
        yield started


def played(kind: str, *arguments: str, clock_s: float | None = 3.0) -> PlayedMove:
    """Have one move of an engine with a fault, which must leave no process behind."""
    engine = wrapped(scripted(kind, *arguments))
    pid = engine.inner.pid
    assert pid is not None
    try:
        return engine.think(request(clock_s=clock_s))
    finally:
        last = engine.inner.pid
        engine.close()
        assert ends(pid)
        assert last is None or ends(last)


def test_the_plan_ends_the_search_and_the_record_tells(engine: WrappedEngine) -> None:
    seen: list[Iteration] = []
    answer = engine.think(request(clock_s=3.0), on_report=seen.append)
    record = answer.record
    assert (answer.move, answer.ponder, answer.fault) == ("d2d4", "e7e5", "")
    assert engine.name == "Scripted"
    assert record.policy == "uniform"
    assert record.used_s >= record.target_s - engine.inner.lag.mean_s - 0.001  # told to stop so much earlier
    assert record.used_s < record.budget.limit_s + LATE_S
    assert record.depth == seen[-1].depth
    assert record.nodes >= seen[-1].nodes  # work after the last finished depth counts
    assert record.reason in (Reason.TARGET, Reason.LIMIT)


def test_the_lag_of_stops_is_measured_and_planned_with(engine: WrappedEngine) -> None:
    assert engine.inner.lag.measurements == 0
    engine.think(request(clock_s=1.0))
    assert engine.inner.lag.measurements == 1
    engine.inner.lag = replace(engine.inner.lag, mean_s=0.25, worst_s=0.5)
    thinking = engine.prepare(request(clock_s=1.0))
    assert thinking.turn.overhead.mean_s == engine.manager.overhead.mean_s + 0.25
    assert thinking.turn.overhead.worst_s == engine.manager.overhead.worst_s + 0.5
    engine.run()


@pytest.mark.parametrize(("clock_s", "plies"), [(0.1, 3), (0.03, 1), (0.0, 1)])
def test_without_time_for_a_stop_the_engine_is_asked_for_a_few_plies(
    clock_s: float, plies: int, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with closing(wrapped(scripted("logs", "--flag-file", str(log)))) as engine:
        engine.inner.lag = replace(engine.inner.lag, mean_s=0.0, worst_s=0.09)  # so that no limit is left
        assert engine.think(request(clock_s=clock_s)).move == "d2d4"
    assert [line for line in log.read_text().splitlines() if line.startswith("go")] == [f"go depth {plies}"]


def test_limits_are_passed_on_and_end_the_search_for_the_engine(engine: WrappedEngine) -> None:
    threading.Timer(0.05, engine.stop).start()
    answer = engine.think(request(clock_s=None, limits=Limits(infinite=True)))
    assert answer.move == "d2d4"
    assert answer.record.reason is Reason.CALLER


def test_a_stop_right_after_the_order_is_not_lost(engine: WrappedEngine) -> None:
    engine.prepare(request(clock_s=None, limits=Limits(infinite=True)))
    engine.stop()
    assert engine.run().move == "d2d4"


def test_pondering_waits_for_the_hit_and_then_for_the_clock(engine: WrappedEngine) -> None:
    engine.prepare(request(clock_s=0.6, limits=Limits(ponder=True)))
    answers: list[PlayedMove] = []
    thread = threading.Thread(target=lambda: answers.append(engine.run()))
    thread.start()
    thread.join(timeout=0.2)
    assert not answers
    engine.ponder_hit()
    thread.join(timeout=60)
    assert answers[0].move == "d2d4"
    assert answers[0].record.used_s < 0.6


def test_a_hit_that_comes_before_the_engine_is_ready_ends_the_pondering(
    engine: WrappedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zeitnot.chess.proxy.wrapped_engine.LATE_BEGIN_S", -1.0)  # planned anew at once
    engine.prepare(request(clock_s=0.6, limits=Limits(ponder=True)))
    engine.ponder_hit()
    assert engine.run().move == "d2d4"


def test_a_ponder_miss_is_a_stop_and_costs_nothing(engine: WrappedEngine) -> None:
    engine.prepare(request(limits=Limits(ponder=True)))
    engine.stop()
    assert engine.run().record.used_s == 0.0


def test_an_answer_too_early_is_held_back_while_pondering() -> None:
    with closing(wrapped(scripted("answers-early"))) as engine:
        engine.prepare(request(limits=Limits(ponder=True)))
        answers: list[PlayedMove] = []
        thread = threading.Thread(target=lambda: answers.append(engine.run()))
        thread.start()
        with engine.inner.changed:
            engine.inner.changed.wait_for(lambda: engine.inner.best is not None)
        assert thread.is_alive()
        engine.ponder_hit()
        thread.join(timeout=60)
        assert answers[0].move == "d2d4"


def test_one_search_runs_at_a_time(engine: WrappedEngine) -> None:
    refused: list[bool] = []

    def meddle(iteration: Iteration) -> None:
        with pytest.raises(StateError, match="one search runs at a time"):
            engine.prepare(request())
        refused.append(True)

    engine.prepare(request())
    engine.run(on_report=meddle)
    assert refused
    with pytest.raises(StateError, match="prepared before it runs"):
        engine.run()


@pytest.mark.parametrize("clock_s", [0.0, -3.0, 0.001, 0.05])
def test_a_clock_that_has_run_out_is_answered_at_once(engine: WrappedEngine, clock_s: float) -> None:
    answer = engine.think(request(clock_s=clock_s))
    assert answer.move == "d2d4"
    assert answer.record.used_s < LATE_S


def test_a_finished_position_is_not_asked_about(engine: WrappedEngine) -> None:
    answer = engine.think(request(fen=MATED))
    assert (answer.move, answer.ponder, answer.fault) == ("", "", "")


def test_options_are_sent_again_after_a_restart(tmp_path: Path) -> None:
    command = scripted("dies-once-in-search", "--flag-file", str(tmp_path / "died"))
    with closing(wrapped(command, Hash="32")) as engine:
        engine.inner.set_option("MultiPV", "1")
        first = engine.inner.pid
        answer = engine.think(request(clock_s=60.0))
        assert answer.move == "d2d4"
        assert engine.inner.pid not in (None, first)
        assert engine.inner.options.value("hash") == "32"
        assert "ended by itself (exit code 4)" in answer.fault
        assert "it was started again" in answer.fault


def test_an_engine_that_dies_at_every_search_is_started_once_and_stood_in_for() -> None:
    answer = played("dies-at-go", clock_s=20.0)
    assert chess.Move.from_uci(answer.move) in chess.Board().legal_moves
    assert answer.fault.count("exit code 3: out of luck") == 2
    assert answer.fault.count("it was started again") == 1
    assert "the built-in search stood in" in answer.fault


def test_the_next_game_starts_it_again() -> None:
    with closing(wrapped(scripted("dies-at-go"))) as engine:
        engine.think(request(clock_s=20.0))
        assert "started again" not in engine.think(request(clock_s=20.0)).fault
        engine.new_game()
        assert engine.inner.alive


def test_one_that_dies_while_it_is_idle_is_started_again_before_the_next_move(engine: WrappedEngine) -> None:
    assert engine.inner.pid is not None
    os.kill(engine.inner.pid, signal.SIGKILL)
    with engine.inner.changed:
        assert engine.inner.changed.wait_for(lambda: not engine.inner.alive, timeout=LATE_S * 10)
    answer = engine.think(request(clock_s=20.0))
    assert answer.move == "d2d4"
    assert "signal SIGKILL" in answer.fault


def test_one_that_does_not_hear_stop_is_answered_for_with_its_last_report() -> None:
    answer = played("deaf", clock_s=1.0)
    assert answer.move == "d2d4"
    assert "did not answer `stop` within" in answer.fault
    assert answer.record.used_s < 1.0


def test_one_that_says_nothing_at_all_is_stood_in_for() -> None:
    answer = played("silent-and-deaf", clock_s=1.0)
    assert answer.move


def stopped_at_once(engine: WrappedEngine) -> PlayedMove:
    """Have a search that is stopped before it begins."""
    engine.prepare(request(clock_s=None, limits=Limits(infinite=True)))
    engine.stop()
    return engine.run()


def test_a_stop_waits_for_the_first_report() -> None:
    with closing(wrapped(scripted("no-early-stop"))) as engine:
        answers = [stopped_at_once(engine) for _ in range(3)]
        assert {(answer.move, answer.fault) for answer in answers} == {("d2d4", "")}
        assert engine.think(request(clock_s=0.05)).fault == ""


def test_one_that_never_reports_is_waited_for_only_once() -> None:
    with closing(wrapped(scripted("silent"))) as engine:
        first, *others = [stopped_at_once(engine) for _ in range(5)]
        assert {(answer.move, answer.fault) for answer in (first, *others)} == {("d2d4", "")}
        assert first.record.used_s >= FIRST_WORD_S
        assert min(answer.record.used_s for answer in others) < FIRST_WORD_S


def test_one_that_hangs_is_ended_and_started_again() -> None:
    with closing(wrapped(scripted("deaf"))) as engine:
        first = engine.inner.pid
        assert first is not None
        engine.think(request(clock_s=1.0))
        assert ends(first)
        answer = engine.think(request(clock_s=20.0))
        assert answer.move == "d2d4"
        assert "the engine hung and was ended" in answer.fault


def test_a_late_answer_is_not_taken_for_the_next_search() -> None:
    with closing(wrapped(scripted("late", "--move", "d2d4"))) as engine:
        first = engine.think(request(clock_s=0.4))
        assert first.move == "d2d4"
        second = engine.think(request(clock_s=20.0, moves="d2d4 d7d5", limits=Limits(search_moves=("c2c4",))))
        assert second.move == "c2c4"


@pytest.mark.parametrize("kind", ["illegal", "null"])
def test_a_move_that_is_none_is_replaced_by_the_last_report(kind: str) -> None:
    answer = played(kind, clock_s=1.0)
    assert answer.move == "d2d4"
    assert "which is not legal here" in answer.fault


def test_a_flood_of_lines_neither_stalls_nor_hides_the_answer() -> None:
    answer = played("floods", clock_s=2.0)
    assert answer.move == "d2d4"
    assert "babbles" in answer.fault
    assert answer.record.used_s < 2.0


def test_output_without_line_ends_neither_stalls_nor_fills_memory() -> None:
    before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    answer = played("floods-without-end", clock_s=1.0)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kb < 64_000
    assert answer.move
    assert answer.record.used_s < 1.0


def test_what_comes_after_the_answer_is_passed_over() -> None:
    with closing(wrapped(scripted("talks-on"))) as engine:
        lines: list[str] = []
        for _ in range(3):
            assert engine.think(request(clock_s=0.5), on_line=lines.append).fault == ""
        assert not [line for line in lines if "depth 99" in line]


def test_an_engine_without_nodes_is_timed_all_the_same() -> None:
    answer = played("no-nodes", clock_s=1.0)
    assert answer.fault == ""
    assert answer.record.nodes == 0
    assert answer.record.depth > 0


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("dies-at-once", "'uciok', got its end .exit code 127: cannot open shared object"),
        ("never-ready", "'readyok' within"),
        ("mute", "'uciok' within"),
        ("babbles-first", "'uciok' within"),
    ],
)
def test_an_engine_that_cannot_begin_is_refused_in_one_line(kind: str, message: str) -> None:
    with pytest.raises(DataError, match=message) as error:
        WrappedEngine(scripted(kind), make_manager("uniform"), patience_s=0.5)
    assert "\n" not in str(error.value)


def test_a_missing_program_and_an_unknown_option_are_refused() -> None:
    with pytest.raises(SettingError, match="did you mean 'stockfish'"):
        wrapped(["stockfsh"])
    with pytest.raises(SettingError, match="no option of the engine is called 'Hush'; did you mean 'hash'"):
        wrapped(scripted("sound"), Hush="3")


def test_nothing_is_left_when_it_is_closed_in_the_middle_of_a_search(engine: WrappedEngine) -> None:
    pid = engine.inner.pid
    assert pid is not None
    engine.prepare(request(clock_s=None, limits=Limits(infinite=True)))
    thread = threading.Thread(target=engine.run)
    thread.start()
    began_s = time.monotonic()
    engine.close()
    thread.join(timeout=60)
    assert time.monotonic() - began_s < 10 * LATE_S
    assert not runs(pid)
