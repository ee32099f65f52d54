"""Made-up chess searches behave like searches."""

from itertools import pairwise
from random import Random
from typing import ClassVar

from zeitnot.chess.simulated import LONGEST_MOVES, SHORTEST_MOVES, SimulatedChess, typical_chess_game
from zeitnot.clocks import ClockReading
from zeitnot.games import DeepeningHabits, SimulatedDeepening, SimulatedPosition
from zeitnot.policies import Uniform
from zeitnot.turns import (
    GO_ON,
    Budget,
    ChessFeatures,
    Iteration,
    Monitor,
    Progress,
    Reason,
    TimeManager,
    Turn,
    Verdict,
)


def features(position: SimulatedPosition) -> ChessFeatures:
    assert isinstance(position.features, ChessFeatures)
    return position.features


def iterations(position: SimulatedPosition) -> tuple[Iteration, ...]:
    assert isinstance(position.search, SimulatedDeepening)
    return position.search.iterations


def drawn(seed: int, moves: int = 80) -> list[SimulatedPosition]:
    return SimulatedChess(Random(seed)).game(moves=moves)


def test_move_numbers_count_up_and_pieces_go_off_the_board() -> None:
    for game in (drawn(1), typical_chess_game(moves=80)):
        assert [features(position).move_number for position in game] == list(range(1, 81))
        assert features(game[0]).pieces == 32
        assert features(game[-1]).pieces < 10


def test_depths_count_up_and_each_ends_later_than_the_one_before() -> None:
    for position in drawn(2):
        depths = iterations(position)
        assert [iteration.depth for iteration in depths] == list(range(1, len(depths) + 1))
        assert all(later.elapsed_s > earlier.elapsed_s for earlier, later in pairwise(depths))
        assert all(later.nodes >= earlier.nodes for earlier, later in pairwise(depths))


def test_depths_go_on_until_past_any_turn() -> None:
    habits = DeepeningHabits()
    assert all(iterations(position)[-1].elapsed_s > habits.longest_s / 6 for position in drawn(3))


def test_minds_change_less_often_at_high_depths() -> None:
    changes = {"low": 0, "high": 0}
    for position in drawn(4):
        for iteration in iterations(position)[:16]:
            changes["low" if iteration.depth <= 8 else "high"] += iteration.best_move_changes > 0
    assert changes["low"] > 1.3 * changes["high"] > 0


def test_the_best_moves_share_rises_while_it_stands() -> None:
    fresh: list[float] = []
    settled: list[float] = []
    for position in drawn(5):
        for iteration in iterations(position)[1:]:
            assert iteration.best_move_share is not None
            assert 0 <= iteration.best_move_share <= 1
            (fresh if iteration.best_move_changes else settled).append(iteration.best_move_share)
    assert sum(settled) / len(settled) > sum(fresh) / len(fresh) + 0.2


def test_some_positions_hold_a_mate_and_some_an_easy_move() -> None:
    game = drawn(6, moves=150)
    assert any(iterations(position)[-1].mate_in is not None for position in game)
    assert any(
        last.second_score_cp is not None and last.score_cp - last.second_score_cp == 300
        for position in game
        for last in iterations(position)[-1:]
    )


def test_random_games_are_neither_endless_nor_over_at_once() -> None:
    source = SimulatedChess(Random(7))
    lengths = [len(source.game()) for _ in range(300)]
    assert min(lengths) >= SHORTEST_MOVES
    assert max(lengths) <= LONGEST_MOVES
    assert 30 < sum(lengths) / len(lengths) < 50


def test_typical_games_leave_nothing_to_chance_and_differ_by_variant() -> None:
    assert typical_chess_game(variant=1) == typical_chess_game(variant=1)
    assert typical_chess_game(variant=1) != typical_chess_game(variant=2)


class Listener(Uniform):
    """Keeps what its monitors are told."""

    heard: ClassVar[list[Progress]] = []

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        return self

    def observe(self, progress: Progress) -> Verdict:
        self.heard.append(progress)
        return GO_ON


def test_few_reports_are_made_however_long_the_turn() -> None:
    for remaining_s in (1.0, 60.0, 7200.0):
        Listener.heard.clear()
        thinking = TimeManager(Listener(), fallback=Uniform()).begin(
            clock=ClockReading(remaining_s=remaining_s)
        )
        record = typical_chess_game(moves=1)[0].search.run(thinking)
        assert record.used_s == record.budget.limit_s
        assert record.reason is Reason.LIMIT
        assert 3 <= len(Listener.heard) <= 16


def test_without_time_a_move_is_played_at_once() -> None:
    thinking = TimeManager(Uniform(), fallback=Uniform()).begin(clock=ClockReading(remaining_s=-1.0))
    record = typical_chess_game(moves=1)[0].search.run(thinking)
    assert record.used_s == 0
    assert record.reason is Reason.LOW_TIME
    assert record.move
