import math
from dataclasses import fields, replace

import chess
import pytest

from tests.lab.replay.made_up_data import START, chess_traces
from zeitnot.chess.engine import Engine, Request
from zeitnot.chess.features import features_of
from zeitnot.chess.native_search import iteration_of
from zeitnot.chess.recording.recorder import ChessTrace
from zeitnot.clocks import ClockReading
from zeitnot.errors import DataError
from zeitnot.games import JudgedIteration, RecordedDeepening
from zeitnot.models import make_manager
from zeitnot.turns import Iteration, Limits, Reason

RATE = 50_000.0
STEP_S = 2 * 1024 / RATE
"""The engine counts its nodes in steps."""
MIDDLE_GAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8"
ENDGAME = "8/5pk1/6p1/1p1P3p/1P3P2/6PK/7P/8 w - - 0 40"


def recorded_by_engine(fen: str, nodes: int) -> ChessTrace:
    """Record a real search from an empty table."""
    found: list[Iteration] = []
    engine = Engine(make_manager("uniform"), nodes_per_second=RATE)
    board = chess.Board(fen)
    request = Request(board=board, limits=Limits(nodes=nodes))
    engine.think(request, on_report=lambda report: found.append(iteration_of(report)))
    finished = {iteration.depth: iteration for iteration in reversed(found)}
    return ChessTrace(
        number=0,
        fen=fen,
        ply=board.ply(),
        plies_to_come=20,
        features=features_of(board),
        iterations=tuple(
            JudgedIteration(iteration=finished[depth], loss=1 / depth) for depth in sorted(finished)
        ),
        loss_error=0.0,
    )


@pytest.mark.parametrize("fen", [START, MIDDLE_GAME, ENDGAME])
def test_a_replayed_turn_ends_where_the_real_engine_ends_it(fen: str) -> None:
    trace = recorded_by_engine(fen, 300_000)
    for policy in ("uniform", "stockfish", "textbook", "mergen", "learned"):
        # A recording of one line does not know the second move, which a textbook search is asked about.
        settings = {"easy_factor": 1.0} if policy == "textbook" else {}
        for remaining_s in (2.0, 12.0):
            clock = ClockReading(remaining_s=remaining_s, increment_s=0.05)
            engine = Engine(make_manager(policy, settings), nodes_per_second=RATE)
            real = engine.think(Request(board=chess.Board(fen), clock=clock)).record
            search = RecordedDeepening.of(trace, nodes_per_s=RATE, longest_s=remaining_s)
            manager = make_manager(policy, settings)
            thinking = manager.begin(clock=clock, ply=trace.ply, features=trace.features)
            replayed = search.run(thinking)
            assert not replayed.fault
            assert replayed.budget == real.budget
            assert replayed.used_s == pytest.approx(real.used_s, abs=STEP_S), (policy, remaining_s)
            assert replayed.reason == real.reason
            # A depth that ends within the step in which the search stopped may be done or not.
            ended = {each.depth for each in search.iterations if abs(each.elapsed_s - real.used_s) <= STEP_S}
            assert replayed.depth == real.depth or max(replayed.depth, real.depth) in ended


def test_a_turn_ends_on_the_very_report_on_which_a_real_thinking_is_told_to_stop() -> None:
    for trace in chess_traces(10):
        search = RecordedDeepening.of(trace, nodes_per_s=100_000, longest_s=10.0)
        clock = ClockReading(remaining_s=10.0, increment_s=0.1)
        thinking = make_manager("stockfish").begin(clock=clock, ply=20, features=trace.features)
        told = next(each for each in search.iterations if thinking.observe(each).stop)
        again = make_manager("stockfish").begin(clock=clock, ply=20, features=trace.features)
        record = search.run(again)
        assert (record.used_s, record.depth, record.nodes) == (told.elapsed_s, told.depth, told.nodes)


def test_twice_the_speed_takes_half_the_time() -> None:
    trace = chess_traces(1)[0]
    slow = RecordedDeepening.of(trace, nodes_per_s=1000, longest_s=1.0)
    fast = RecordedDeepening.of(trace, nodes_per_s=2000, longest_s=1.0)
    for one, other in zip(slow.iterations, fast.iterations, strict=False):
        assert one.elapsed_s == pytest.approx(2 * other.elapsed_s)


def test_beyond_its_end_a_search_goes_on_as_it_grew_and_keeps_its_last_loss() -> None:
    trace = chess_traces(1)[0]
    last = trace.iterations[-1]
    search = RecordedDeepening.of(trace, nodes_per_s=100_000, longest_s=60.0)
    more = search.iterations[len(trace.iterations) :]
    assert more[-1].elapsed_s >= 60.0
    assert [each.depth for each in more] == list(range(last.iteration.depth + 1, more[-1].depth + 1))
    growth = last.iteration.nodes / trace.iterations[-2].iteration.nodes
    assert more[0].nodes / last.iteration.nodes == pytest.approx(growth, rel=0.05)
    thinking = make_manager("uniform").begin(clock=ClockReading(remaining_s=900.0), features=trace.features)
    record = search.run(thinking)
    assert search.is_beyond(record)
    assert search.loss_at(record) == last.loss


class SolvedTrace(ChessTrace):
    """A trace whose last depth left nothing to find."""

    @property
    def solved(self) -> bool:
        return True


def test_a_search_that_solved_its_position_does_not_go_on() -> None:
    trace = chess_traces(1)[0]
    solved = SolvedTrace(**{field.name: getattr(trace, field.name) for field in fields(trace)})
    search = RecordedDeepening.of(solved, nodes_per_s=100_000, longest_s=60.0)
    assert len(search.iterations) == len(trace.iterations)
    thinking = make_manager("uniform").begin(clock=ClockReading(remaining_s=900.0), features=trace.features)
    record = search.run(thinking)
    assert (record.reason, record.used_s) == (Reason.SOLVED, search.recorded_s)
    assert not search.is_beyond(record)


def test_a_turn_without_a_finished_depth_plays_what_the_first_would() -> None:
    trace = chess_traces(1)[0]
    search = RecordedDeepening.of(trace, nodes_per_s=1.0, longest_s=1.0)
    thinking = make_manager("uniform").begin(clock=ClockReading(remaining_s=1.0), features=trace.features)
    record = search.run(thinking)
    assert record.reason is Reason.LIMIT
    assert record.move == trace.iterations[0].iteration.best_move
    assert search.loss_at(record) == trace.iterations[0].loss


def test_a_search_that_never_grows_has_an_end_all_the_same() -> None:
    trace = chess_traces(1)[0]
    flat = tuple(
        replace(judged, iteration=replace(judged.iteration, nodes=100)) for judged in trace.iterations
    )
    search = RecordedDeepening.of(replace(trace, iterations=flat), nodes_per_s=1000, longest_s=100.0)
    assert search.iterations[-1].elapsed_s >= 100.0
    assert math.isfinite(search.iterations[-1].elapsed_s)


def test_a_trace_without_a_depth_is_refused() -> None:
    with pytest.raises(DataError, match="must have a finished depth, got none in number 0"):
        RecordedDeepening.of(replace(chess_traces(1)[0], iterations=()), nodes_per_s=1.0, longest_s=1.0)
