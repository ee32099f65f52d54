"""The policy `learned`: one price for all turns, applied to every kind of search."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from zeitnot.clocks import ClockReading, Overtime
from zeitnot.errors import DataError
from zeitnot.monitors import DeepeningLoss, LossEstimator, SearchContext
from zeitnot.policies import GameEnd, Learned, TimeValues, plain_policy
from zeitnot.policies.mergen_lessons import MergenLessons
from zeitnot.turns import (
    BoardFeatures,
    Calibration,
    ChessFeatures,
    Iteration,
    Overhead,
    Rate,
    Reason,
    ScrabbleFeatures,
    SimulationCheck,
    Snapshot,
    Turn,
    TurnRecord,
)

NO_LAG = Overhead(mean_s=0.0, worst_s=0.0)


def chess_turn(
    remaining_s: float, *, increment_s: float = 0.0, move: int = 20, moves_to_go: int | None = None
) -> Turn:
    reading = ClockReading(remaining_s=remaining_s, increment_s=increment_s, moves_to_go=moves_to_go)
    return Turn(clock=reading, ply=2 * move, features=ChessFeatures(move_number=move), overhead=NO_LAG)


def scrabble_turn(remaining_s: float, *, bag: int = 50, points: int = 10) -> Turn:
    calibration = Calibration(
        movegen=Rate(seconds=0.001, measurements=1),
        sample=Rate(seconds=0.001, measurements=1),
        node=Rate(seconds=1e-5, measurements=1),
    )
    clock = ClockReading(remaining_s=remaining_s, overtime=Overtime(points=points))
    features = ScrabbleFeatures(bag_tiles=bag, legal_moves=100, gap_pts=0.5, competitive_moves=5)
    return Turn(clock=clock, features=features, overhead=NO_LAG, calibration=calibration)


def iteration(elapsed_s: float, depth: int) -> Iteration:
    return Iteration(
        elapsed_s=elapsed_s, depth=depth, score_cp=0.0, best_move="e2e4", nodes=round(1e6 * elapsed_s)
    )


def stop_s(policy: Learned, turn: Turn) -> float:
    """Return when a search that finishes a depth every fortieth of its time is stopped."""
    budget = policy.plan(turn)
    monitor = policy.monitor(turn, budget)
    elapsed_s, depth = 0.001, 5
    while not monitor.observe(iteration(elapsed_s, depth)).stop:
        elapsed_s, depth = elapsed_s * 1.025, depth + 1
    return elapsed_s


def constant_loss(loss: float) -> DeepeningLoss:
    def estimate(_: Sequence[Iteration], __: SearchContext) -> float:
        return loss

    return estimate


def test_a_position_where_more_is_at_stake_is_searched_for_longer() -> None:
    calm, sharp = (Learned(deepening_loss=constant_loss(loss)) for loss in (0.002, 0.02))
    turn = chess_turn(60.0)
    assert stop_s(sharp, turn) > 2 * stop_s(calm, turn)


def test_a_longer_clock_lowers_the_price_and_lengthens_the_search() -> None:
    policy = Learned(deepening_loss=constant_loss(0.01))
    assert stop_s(policy, chess_turn(60.0)) > 1.5 * stop_s(policy, chess_turn(20.0))


def test_a_price_factor_above_one_saves_time() -> None:
    turn, policy = chess_turn(60.0), Learned(deepening_loss=constant_loss(0.01))
    assert stop_s(replace(policy, price_factor=3.0), turn) < stop_s(policy, turn)


def test_increments_to_come_are_spent_in_part_before_they_arrive() -> None:
    policy = Learned()
    assert policy.plan(chess_turn(60.0, increment_s=1.0)).target_s > policy.plan(chess_turn(60.0)).target_s


def test_the_last_move_before_the_control_may_take_what_is_there() -> None:
    policy = Learned()
    last = policy.plan(chess_turn(30.0, moves_to_go=1))
    assert last.limit_s == pytest.approx(30.0)
    assert last.target_s > policy.plan(chess_turn(30.0, moves_to_go=20)).target_s


def test_the_trail_says_what_a_second_costs() -> None:
    assert "a second costs" in str(Learned().plan(chess_turn(60.0)).target)


def test_a_game_that_says_how_many_turns_come_is_believed() -> None:
    policy = Learned()
    few, many = (
        policy.plan(replace(chess_turn(60.0), features=BoardFeatures(turns_to_come=turns)))
        for turns in (5.0, 50.0)
    )
    assert "5 turns to come" in few.target.steps[0].note
    assert "50 turns to come" in many.target.steps[0].note
    assert few.target_s > 2 * many.target_s
    assert stop_s(policy, replace(chess_turn(60.0), features=BoardFeatures())) > 0


def test_the_only_legal_move_is_played_at_once() -> None:
    turn = replace(chess_turn(600.0), features=ChessFeatures(legal_moves=1))
    assert Learned().plan(turn).limit_s <= 0.05


@pytest.mark.parametrize("sample_s", [5e-324, 1e-300, 1e300])
@pytest.mark.parametrize("overtime", [None, Overtime(points=46, period_s=60.0)])
def test_a_speed_that_no_machine_has_is_planned_with(sample_s: float, overtime: Overtime | None) -> None:
    calibration = Calibration(sample=Rate(seconds=sample_s, measurements=40))
    clock = ClockReading(remaining_s=1.0, increment_s=2.0, overtime=overtime)
    budget = Learned().plan(replace(scrabble_turn(1.0), clock=clock, calibration=calibration))
    assert all(math.isfinite(step.result_s) for step in budget.target.steps)


def check(elapsed_s: float) -> SimulationCheck:
    snapshot = Snapshot(arms=2, samples=round(1000 * elapsed_s), top=())
    return SimulationCheck(elapsed_s=elapsed_s, started_s=0.0, snapshot=snapshot)


def simulated_s(policy: Learned, turn: Turn) -> float:
    monitor = policy.monitor(turn, policy.plan(turn))
    elapsed_s = 0.05
    while not monitor.observe(check(elapsed_s)).stop:
        elapsed_s *= 1.02
    return elapsed_s


def point(_: Snapshot) -> float:
    return 1.0


def test_simulations_obey_one_price() -> None:
    policy = Learned(snapshot_loss=point, limit_factor=100.0, largest_share=1.0)
    short, long = scrabble_turn(60.0), scrabble_turn(600.0)
    assert simulated_s(policy, long) > 2 * simulated_s(policy, short)


@pytest.mark.parametrize(("loss_pts", "stops"), [(5e-5, True), (2e-4, False)])
def test_a_decided_simulation_ends_however_much_time_is_left(loss_pts: float, stops: bool) -> None:
    policy, turn = Learned(snapshot_loss=lambda _: loss_pts), scrabble_turn(1e7)
    assert policy.monitor(turn, policy.plan(turn)).observe(check(1.0)).stop is stops


def test_a_second_costs_no_more_than_overtime_while_overtime_is_bought() -> None:
    # With almost nothing left a second costs far more than the sixtieth of a point that overtime costs.
    policy = Learned(snapshot_loss=point)
    turn = scrabble_turn(0.5, bag=80, points=1)
    assert policy.plan(turn).periods_bought == 1
    assert "costs 0.017 points" in str(policy.plan(turn).target)
    # Overtime that is not bought gives no second to anyone, so its price bounds nothing.
    dear = scrabble_turn(0.5, bag=80, points=1000)
    assert policy.plan(dear).periods_bought == 0
    free = replace(dear, clock=replace(dear.clock, overtime=None))
    assert policy.plan(dear).target == policy.plan(free).target


def test_overtime_is_bought_only_when_its_last_second_is_worth_its_price() -> None:
    policy = Learned()
    assert policy.plan(scrabble_turn(0.2, bag=80, points=1)).periods_bought == 1
    assert policy.plan(scrabble_turn(0.2, bag=80, points=1000)).periods_bought == 0
    assert policy.plan(scrabble_turn(600.0, bag=80, points=1)).periods_bought == 0


def test_turns_at_sight_to_come_are_kept_back_with_the_lag_of_one() -> None:
    lag = Overhead(mean_s=0.05, worst_s=0.2)
    turn = replace(scrabble_turn(2.0, bag=1), overhead=lag)
    turns = sum(Learned().scrabble.turns_to_come(93.0 - 8))
    steps = Learned(bag_shares=2.0).plan(turn).limit.steps
    step = next(step for step in steps if step.name == "clock minus static turns")
    assert step.result_s == pytest.approx(2.0 - 0.2 - (turns + 4) * 0.051)
    crawling = replace(turn, overhead=Overhead(mean_s=0.3, worst_s=0.2))
    left = Learned(price_factor=0.01, bag_shares=2.0).plan(crawling).limit_s
    assert left == pytest.approx(max(0.0, 2.0 - 0.45 - turns * 0.301 - 0.5))


def test_a_move_far_ahead_at_sight_is_played_without_a_simulation() -> None:
    turn = scrabble_turn(600.0)
    assert isinstance(turn.features, ScrabbleFeatures)
    ahead = replace(turn, features=replace(turn.features, gap_pts=11.0))
    assert Learned().plan(ahead).quick_exit is Reason.CLEAR_BEST
    assert Learned().plan(turn).quick_exit is None
    few = replace(turn.features, gap_pts=30.0, bag_tiles=5)
    assert Learned().plan(replace(turn, features=few)).quick_exit is None  # static values mislead there


def test_a_game_that_uses_less_than_such_games_do_lowers_the_price() -> None:
    policy, turn = Learned(deepening_loss=constant_loss(0.002)), chess_turn(60.0)
    budget = policy.plan(turn)

    def after(used_s: float) -> Turn:
        record = TurnRecord(
            policy="learned", ply=38, clock_before_s=61.0, budget=budget, used_s=used_s, memory=budget.memory
        )
        return replace(turn, previous=record)

    quiet, wild = after(0.1 * budget.target_s), after(3 * budget.target_s)
    assert stop_s(policy, quiet) > stop_s(policy, turn) > stop_s(policy, wild)
    assert "as this game goes x0.91" in str(policy.plan(quiet).target)


class _Shelf:
    """Models that can be told from the rough ones."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def snapshot_loss(self, name: str, /) -> LossEstimator:
        self.asked.append(("snapshot", name))
        return point

    def deepening_loss(self, name: str, /) -> DeepeningLoss:
        self.asked.append(("deepening", name))
        return constant_loss(0.5)

    def time_values(self, game: str, name: str, /) -> TimeValues:
        self.asked.append((game, name))
        return replace(TimeValues.rough("chess" if game == "chess" else "scrabble"), made_by="shelf")

    def mergen_lessons(self, name: str, /) -> MergenLessons:
        self.asked.append(("mergen", name))
        return MergenLessons()


def test_models_are_handed_in_from_above_by_the_names_that_a_user_wrote() -> None:
    shelf = _Shelf()
    policy = plain_policy("learned", {"chess_model": "mine.npz"}, models=shelf)
    assert isinstance(policy, Learned)
    assert policy.chess.made_by == "shelf"
    assert policy.snapshot_loss is point
    assert ("deepening", "mine.npz") in shelf.asked
    assert ("scrabble", "") in shelf.asked
    # Scrabble values are continued beyond their recordings; those of chess are as they were learned.
    assert policy.scrabble.prices[0] < policy.chess.prices[0] == shelf.time_values("chess", "").prices[0]


@pytest.mark.parametrize("price", [0.0, 5e-324, 1e308, math.inf])
def test_work_at_any_price_has_a_figure(price: float) -> None:
    assert math.isfinite(TimeValues.rough("scrabble").work_at(0, price))


def relative_policy() -> Learned:
    """Return a policy whose values and estimates know no nodes: losses fall with the effort."""

    def estimate(_: Sequence[Iteration], context: SearchContext) -> float:
        effort = context.effort(_[-1])
        return 0.05 if effort is None else min(1.0, 0.01 * math.exp(-0.5 * effort))

    values = replace(TimeValues.rough("chess"), usual_work=10_000.0, relative=True)
    return Learned(chess=values, deepening_loss=estimate)


def test_with_relative_values_a_search_of_any_speed_stops_at_the_same_part_of_its_clock() -> None:
    policy = relative_policy()
    stops = [stop_s(policy, chess_turn(clock_s)) / clock_s for clock_s in (1.0, 10.0, 100.0)]
    assert stops == pytest.approx([stops[0]] * 3, rel=0.06)  # a depth more or less
    assert 0.002 < stops[0] < 0.1


def test_effort_is_measured_by_the_recorded_engine_or_by_an_even_share() -> None:
    seen: list[SearchContext] = []

    def estimate(_: Sequence[Iteration], context: SearchContext) -> float:
        seen.append(context)
        return 0.0

    fresh = chess_turn(60.0)
    planned = Learned().plan(fresh)
    before = TurnRecord(
        policy="learned", ply=38, clock_before_s=61.0, budget=planned, used_s=1.0, score_cp=35.0
    )
    turn = replace(fresh, previous=before)
    for values in (
        replace(TimeValues.rough("chess"), usual_work=40_000.0),
        replace(TimeValues.rough("chess"), usual_work=10_000.0, relative=True),
    ):
        policy = Learned(chess=values, deepening_loss=estimate)
        policy.monitor(turn, policy.plan(turn)).observe(iteration(0.1, 8))
    own, general = seen
    assert (own.usual_nodes, general.usual_nodes) == (40_000.0, None)
    turns = sum(TimeValues.rough("chess").turns_to_come(19))
    assert general.usual_s == pytest.approx(60.0 / turns)
    assert (own.previous_score_cp, own.features) == (35.0, turn.features)


def test_relative_values_without_the_work_of_a_usual_turn_are_refused() -> None:
    with pytest.raises(DataError, match="must have usual_work"):
        replace(TimeValues.rough("chess"), relative=True)
    with pytest.raises(DataError, match="usual_work must be above 0"):
        replace(TimeValues.rough("chess"), usual_work=0.0)


def test_a_recent_change_of_the_best_move_lengthens_a_search_of_learned_values() -> None:
    turn = chess_turn(60.0)

    def longest_s(change_weight: float) -> float:
        """Return the longest time after which a search whose best move has just changed goes on."""
        values = replace(TimeValues.rough("chess"), change_weight=change_weight)
        policy = Learned(chess=values, deepening_loss=lambda _, __: 0.001)
        budget, gone_on_s = policy.plan(turn), 0.0
        for elapsed_s in (0.01 * step for step in range(1, 1000)):
            monitor = policy.monitor(turn, budget)
            monitor.observe(replace(iteration(0.005, 7), best_move="d2d4"))
            if not monitor.observe(iteration(elapsed_s, 8)).stop:
                gone_on_s = elapsed_s
        return gone_on_s

    assert longest_s(1.0) == pytest.approx(2 * longest_s(0.0), abs=0.03)
    with pytest.raises(DataError, match="change_weight must be at least 0"):
        longest_s(-0.1)


def test_behind_on_the_clock_a_chess_turn_gets_less_and_ahead_no_more() -> None:
    turn = chess_turn(30.0)

    def target_s(other_s: float, **settings: Any) -> float:
        met = replace(turn, opponent=ClockReading(remaining_s=other_s))
        return Learned(**settings).plan(met).target_s

    alone_s = Learned().plan(turn).target_s
    # 30 s against 60 are a third of both behind: the time to spend is less by 0.9 x 1/3.
    assert target_s(60.0) == pytest.approx(0.7 * alone_s, rel=1e-3)
    assert target_s(10.0) == target_s(30.0) == alone_s
    assert target_s(60.0, behind_weight=0.0) == alone_s
    behind = replace(turn, opponent=ClockReading(remaining_s=60.0))
    assert "behind on the clock" in str(Learned().plan(behind).target)
    assert "behind on the clock" not in str(Learned().plan(turn).target)
    tiles = replace(behind, features=ScrabbleFeatures(bag_tiles=50))
    assert Learned().plan(tiles).target_s == Learned().plan(replace(tiles, opponent=None)).target_s


ENDING = GameEnd(empty=1.0, decided=-2.0, level=-1.5)


def after_score(score_cp: float | None, *, pieces: int, game_end: GameEnd | None = ENDING) -> str:
    """Return the trail of a turn whose game stood like this on the turn before."""
    policy = Learned(chess=replace(TimeValues.rough("chess"), game_end=game_end))
    turn = chess_turn(60.0, increment_s=0.1)
    before = TurnRecord(
        policy="learned", ply=38, clock_before_s=61.0, budget=policy.plan(turn), used_s=1.0, score_cp=score_cp
    )
    features = ChessFeatures(move_number=20, pieces=pieces)
    return policy.plan(replace(turn, features=features, previous=before)).target.steps[0].note


def turns_to_come(score_cp: float, *, pieces: int, game_end: GameEnd | None = ENDING) -> float:
    """Return the number that the trail has."""
    return float(after_score(score_cp, pieces=pieces, game_end=game_end).split()[0])


def test_a_decided_or_level_game_with_few_pieces_has_fewer_turns_to_come() -> None:
    assert turns_to_come(1000.0, pieces=16, game_end=None) == pytest.approx(32.7)
    # Half of the pieces are gone: half of 1 - 2, of 1 - 1.5, and of 1 - 0.3.
    assert turns_to_come(1000.0, pieces=16) == pytest.approx(32.7 * math.exp(-0.5), rel=0.01)
    assert turns_to_come(-1000.0, pieces=16) == turns_to_come(1000.0, pieces=16)
    assert turns_to_come(0.0, pieces=16) == pytest.approx(32.7 * math.exp(-0.25), rel=0.01)
    assert turns_to_come(150.0, pieces=16) == pytest.approx(32.7 * math.exp(0.35), rel=0.01)
    assert "score and pieces" not in after_score(1000.0, pieces=16, game_end=None)
    assert after_score(1000.0, pieces=16).endswith(", score and pieces leave x0.61 turns")


def test_a_score_says_nothing_while_all_pieces_are_on_the_board_and_without_one_the_move_number_counts() -> (
    None
):
    alone = after_score(1000.0, pieces=16, game_end=None)
    assert after_score(1000.0, pieces=32) == after_score(None, pieces=16) == alone


def test_a_game_about_to_end_still_has_this_turn() -> None:
    ending = GameEnd(empty=0.0, decided=-50.0, level=0.0)
    features = ChessFeatures(move_number=200, pieces=3)
    late = replace(chess_turn(60.0, increment_s=0.1, move=200), features=features)
    policy = Learned(chess=replace(TimeValues.rough("chess"), game_end=ending))
    before = TurnRecord(
        policy="learned", ply=398, clock_before_s=61.0, budget=policy.plan(late), used_s=1.0, score_cp=1e5
    )
    assert policy.plan(replace(late, previous=before)).target.steps[0].note.startswith("1 turn to come")


def test_a_clock_that_only_runs_down_lasts_for_the_turns_of_a_long_game() -> None:
    def expected(turn: Turn, **settings: Any) -> float:
        return float(Learned(**settings).plan(turn).target.steps[0].note.split()[0])

    late = chess_turn(60.0, move=70)
    assert expected(late, sudden_death_turns=1.0) < 20
    assert expected(late) == 30
    assert expected(late, sudden_death_turns=50.0) == 50
    # A game that is expected to last longer is believed, and so are rules that add time or count the moves.
    early = chess_turn(60.0, move=1)
    assert expected(early) == expected(early, sudden_death_turns=1.0) > 30
    for brought in (
        ClockReading(remaining_s=60.0, increment_s=0.1),
        ClockReading(remaining_s=60.0, free_s=1.0),
        ClockReading(remaining_s=60.0, period_s=1.0),
    ):
        adding = replace(late, clock=brought)
        assert expected(adding) == expected(adding, sudden_death_turns=1.0) < 20
    assert expected(replace(late, clock=ClockReading(remaining_s=60.0, moves_to_go=5))) <= 5


def test_late_turns_of_a_long_game_keep_time_for_those_to_come() -> None:
    late = chess_turn(0.3, move=70)
    assert Learned().plan(late).target_s < 0.6 * Learned(sudden_death_turns=1.0).plan(late).target_s
