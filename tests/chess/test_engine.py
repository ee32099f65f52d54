"""The engine as its callers see it: orders, stops, records, games that repeat."""

import math

import chess
import pytest

from tests.chess.fixtures_engine import HANGING_QUEEN, KIWIPETE, Searched, make_engine
from zeitnot.chess.engine import Engine, Request
from zeitnot.chess.native_search import position_of
from zeitnot.clocks import ClockReading
from zeitnot.errors import DataError, StateError
from zeitnot.models import make_manager
from zeitnot.turns import Limits, Reason, TurnRecord

CLOCK = ClockReading(remaining_s=60.0)


def play(white: str, black: str, *, plies: int) -> tuple[list[str], list[TurnRecord]]:
    """Play a game between two policies on a clock that loses exactly what each turn used."""
    engines = [make_engine(white, nodes_per_second=4_000), make_engine(black, nodes_per_second=4_000)]
    left_s = [10.0, 10.0]
    board = chess.Board()
    records: list[TurnRecord] = []
    while len(records) < plies and not board.is_game_over():
        side = len(records) % 2
        clock, other = (ClockReading(remaining_s=left_s[i], increment_s=0.1) for i in (side, 1 - side))
        outcome = engines[side].think(Request(board=board, clock=clock, opponent=other))
        left_s[side] += 0.1 - outcome.record.used_s
        records.append(outcome.record)
        board.push_uci(outcome.move)
    return [move.uci() for move in board.move_stack], records


@pytest.mark.parametrize(("white", "black"), [("stockfish", "neurofish"), ("argo", "textbook")])
def test_games_in_work_time_repeat_move_by_move_and_record_by_record(white: str, black: str) -> None:
    moves, records = play(white, black, plies=100)
    again, records_again = play(white, black, plies=100)
    assert len(moves) > 10
    assert moves == again
    assert records == records_again
    assert all(record.used_s > 0 for record in records)


def test_a_new_game_forgets_the_last_one() -> None:
    engine = make_engine()
    first = Searched(engine, limits=Limits(depth=7), fen=KIWIPETE)
    engine.new_game()
    again = Searched(engine, limits=Limits(depth=7), fen=KIWIPETE)
    assert [r.nodes for r in first.reports] == [r.nodes for r in again.reports]
    assert engine.manager.previous == again.record


@pytest.mark.source("T2.move_time", "A1.deadline", "A12.move_time")
@pytest.mark.parametrize("policy", ["argo", "neurofish", "textbook", "stockfish", "mergen", "uniform"])
def test_move_time_is_used_to_the_last_node_whatever_the_policy(policy: str) -> None:
    searched = Searched(
        make_engine(policy, nodes_per_second=20_000), clock=CLOCK, limits=Limits(move_time_s=0.5)
    )
    assert searched.record.reason is Reason.LIMIT
    assert 0 <= searched.late_nodes(20_000) <= 1024


@pytest.mark.source("A1.cancel", "A1.unlimited")
def test_cancelling_ends_a_search_that_has_no_limits() -> None:
    engine = make_engine()
    engine.prepare(Request(board=chess.Board()))
    outcome = engine.run(on_report=lambda report: engine.stop() if report.depth == 6 else None)
    assert outcome.record.reason is Reason.CALLER
    assert engine.result.last.depth == 6


@pytest.mark.source("A10")
def test_cancellation_is_seen_within_1024_nodes() -> None:
    engine = make_engine("argo")
    seen = []

    def cancel(report: object) -> None:
        seen.append(engine.search)
        engine.stop()

    engine.think(Request(board=chess.Board(KIWIPETE), clock=CLOCK), on_report=cancel)
    assert len(seen) == 1
    assert engine.result.nodes - engine.result.last.nodes <= 1024


def test_a_stop_between_the_order_and_the_search_is_not_lost() -> None:
    engine = make_engine()
    engine.prepare(Request(board=chess.Board(), limits=Limits(infinite=True)))
    engine.stop()
    outcome = engine.run()
    assert outcome.record.reason is Reason.CALLER
    assert chess.Move.from_uci(outcome.move) in chess.Board().legal_moves


def test_a_stop_before_the_order_is_for_another_search() -> None:
    engine = make_engine()
    engine.stop()
    assert Searched(engine, limits=Limits(depth=4)).record.reason is Reason.DEPTH


def test_one_search_runs_at_a_time() -> None:
    engine = make_engine()

    def meddle(report: object) -> None:
        with pytest.raises(StateError, match="one search runs at a time"):
            engine.prepare(Request(board=chess.Board()))
        with pytest.raises(StateError, match="one search runs at a time"):
            engine.run()
        with pytest.raises(StateError, match="one search runs at a time"):
            engine.new_game()

    engine.prepare(Request(board=chess.Board(), limits=Limits(depth=1)))
    engine.run(on_report=meddle)
    with pytest.raises(StateError, match="a search is prepared before it runs"):
        engine.run()


def test_an_order_that_was_not_run_is_replaced_by_the_next() -> None:
    engine = make_engine()
    engine.prepare(Request(board=chess.Board(), limits=Limits(depth=1)))
    engine.prepare(Request(board=chess.Board(), limits=Limits(depth=3)))
    assert engine.run().record.depth == 3
    engine.prepare(Request(board=chess.Board()))
    engine.new_game()


def test_a_callback_that_fails_leaves_the_engine_usable() -> None:
    engine = make_engine()

    def fail(report: object) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        engine.think(Request(board=chess.Board(), limits=Limits(depth=3)), on_report=fail)
    assert Searched(engine, limits=Limits(depth=3)).depth == 3


@pytest.mark.parametrize("left_s", [0.0, -1.0, 0.001])
def test_a_clock_without_time_still_gets_a_move_that_was_looked_at(left_s: float) -> None:
    hanging_queen = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"
    engine = Engine(make_manager("uniform"), hash_mb=1, nodes_per_second=10)
    searched = Searched(engine, clock=ClockReading(remaining_s=left_s), fen=hanging_queen)
    assert searched.outcome.move == "e4d5"
    assert (searched.record.depth, searched.record.reason) == (1, Reason.LIMIT)


def test_without_a_legal_move_there_is_none() -> None:
    searched = Searched(make_engine(), clock=CLOCK, fen="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert (searched.outcome.move, searched.outcome.ponder, searched.reports) == ("", "", [])


@pytest.mark.source("G13.lines")
def test_with_two_lines_a_policy_sees_how_far_the_second_move_is_behind() -> None:
    two = Searched(make_engine("textbook"), clock=CLOCK, fen=HANGING_QUEEN, lines=2)
    assert "easy move" in {factor.name for factor in two.record.factors}
    assert [len(report.lines) for report in two.reports] == [2] * len(two.reports)


def test_moves_are_handed_over_as_they_were_played_on_their_own_board() -> None:
    # A rook goes from e1 to h1 before the king comes back to e1: read on the last board, that is castling.
    board = chess.Board("k7/8/8/8/8/8/3K4/4R3 w - - 0 1")
    for move in ("e1h1", "a8b8", "d2e1", "b8c8"):
        board.push_uci(move)
    assert position_of(board).fen().split()[:2] == board.fen().split()[:2]


def test_a_game_that_repeats_is_a_draw_for_the_search() -> None:
    board = chess.Board("7k/8/8/8/8/8/r7/6QK w - - 0 1")
    for move in ("g1f1", "h8g8", "f1g1", "g8h8") * 2:
        board.push_uci(move)
    assert position_of(board).is_draw()


def test_a_null_move_cannot_be_searched() -> None:
    board = chess.Board()
    board.push(chess.Move.null())
    with pytest.raises(DataError, match="a position must be one that can occur in a game"):
        position_of(board)


@pytest.mark.source("T10", "G12")
def test_a_book_move_takes_no_time_and_leaves_a_record() -> None:
    engine = make_engine()
    record = engine.book_turn(Request(board=chess.Board(), clock=CLOCK), "e2e4")
    assert (record.move, record.used_s, record.reason) == ("e2e4", 0.0, Reason.BOOK)
    assert engine.manager.previous is record


def test_time_can_be_switched_between_wall_and_work() -> None:
    engine = make_engine(nodes_per_second=1_000)
    limits = Limits(move_time_s=1.0)
    assert Searched(engine, limits=limits).result.nodes < 3_000
    engine.set_nodes_per_second(30_000)
    assert Searched(engine, limits=limits).result.nodes > 29_000
    engine.set_nodes_per_second(0)
    engine.prepare(Request(board=chess.Board(), limits=Limits(nodes=2_000)))
    assert math.isfinite(engine.run().record.used_s)
