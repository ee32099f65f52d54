"""What the participants of a match did with their clocks, and their faults, worked out by hand."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.chess.proxy.fixtures_proxy import request, scripted
from tests.lab.match.scenes import played, small_plan
from tests.report.match_page.runs import kept
from zeitnot.chess.match.player import OtherEngine
from zeitnot.games import Fault, Participant, PlayedGame, Side
from zeitnot.lab import MatchPlan, RunStore, clock_figures, fault_counts, time_use
from zeitnot.turns import Budget, PlayedTurn, ScrabbleFeatures, Trail, TurnRecord

PLAN = MatchPlan(
    game="scrabble",
    participants=tuple(Participant.parse(name, "scrabble") for name in ("magpie", "uniform")),
    control="1:00 -10/min max 1:00",
    games=4,
)


def turn(ply: int, used_s: float, *, bag: int = 80, limit_s: float = 30.0, bought: int = 0) -> PlayedTurn:
    trail = Trail.start("clock", limit_s)
    record = TurnRecord(
        policy="",
        ply=ply,
        clock_before_s=60.0,
        budget=Budget(target=trail, limit=trail, periods_bought=bought),
        used_s=used_s,
        features=ScrabbleFeatures(bag_tiles=bag, opponent_tiles=7, score_difference_pts=0, legal_moves=5),
    )
    return PlayedTurn(seat=ply % 2, record=record, referee_s=used_s)


def game(
    number: int,
    scores_pts: tuple[int, int],
    left_s: tuple[float, float],
    *turns: PlayedTurn,
    out_of_time: int | None = None,
) -> PlayedGame:
    return PlayedGame(
        number=number,
        half_points=1 + (scores_pts[0] > scores_pts[1]) - (scores_pts[0] < scores_pts[1]),
        words="",
        fault=None if out_of_time is None else Fault.FLAG,
        fault_seat=out_of_time,
        scores_pts=scores_pts,
        left_s=left_s,
        turns=turns,
    )


@pytest.fixture
def store(tmp_path: Path) -> Iterator[RunStore]:
    with RunStore.create(tmp_path / "match.run", PLAN) as store:
        yield store


def test_a_run_without_games_has_no_figures_yet(store: RunStore) -> None:
    for figures in clock_figures(store):
        assert (figures.least_left_s, figures.latest_s) == (None, None)
        assert figures.bank_used == figures.over_time == figures.forfeits == 0
        assert set(figures.phase_shares.values()) == {0.0}


def test_time_is_counted_for_who_used_it_whatever_the_seat(store: RunStore) -> None:
    store.add(game(0, (400, 350), (30.0, 45.0), turn(0, 10), turn(1, 15), turn(2, 20, bag=0)))
    store.add(game(1, (300, 450), (15.0, 50.0), turn(0, 45), turn(1, 10, limit_s=9.5)))
    first, second = clock_figures(store)
    assert (first.participant, second.participant) == ("magpie", "uniform")
    assert first.score_pts.mean == (400 + 450) / 2
    assert second.score_pts.mean == (350 + 300) / 2
    assert first.bank_used == pytest.approx((30 / 60 + 10 / 60) / 2)
    assert second.bank_used == pytest.approx((15 / 60 + 45 / 60) / 2)
    assert (first.least_left_s, second.least_left_s) == (30.0, 15.0)
    assert (first.latest_s, second.latest_s) == (0.5, 15.0)
    assert first.phase_shares["81 and more unseen"] == pytest.approx(20 / 40)
    assert first.phase_shares["an empty bag"] == pytest.approx(20 / 40)
    assert sum(second.phase_shares.values()) == pytest.approx(1.0)


def test_overtime_that_was_bought_is_told_from_overtime_that_befell(store: RunStore) -> None:
    store.add(game(0, (400, 350), (-5.0, 20.0), turn(0, 65, bought=1), turn(1, 40)))
    store.add(game(1, (400, 350), (-2.0, -3.0), turn(0, 62), turn(1, 63)))
    first, second = clock_figures(store)
    assert (first.over_time, first.bought, first.least_left_s) == (2, 1, -5.0)
    assert (second.over_time, second.bought, second.least_left_s) == (1, 0, -2.0)
    assert first.bank_used == 1.0


def test_a_game_lost_on_time_is_a_forfeit_and_no_overtime_that_costs_points(store: RunStore) -> None:
    store.add(game(0, (0, 300), (-61.0, -1.0), turn(0, 121), turn(1, 61), out_of_time=0))
    first, second = clock_figures(store)
    assert (first.forfeits, first.over_time, first.bank_used) == (1, 0, 0.0)
    assert (second.forfeits, second.over_time, second.bank_used) == (0, 0, 1.0)


def test_a_game_without_its_pair_does_not_count_in_the_scores(store: RunStore) -> None:
    store.add(game(0, (400, 350), (30.0, 45.0), turn(0, 30), turn(1, 15)))
    store.add(game(1, (300, 450), (15.0, 50.0), turn(0, 45), turn(1, 10)))
    store.add(game(2, (900, 100), (15.0, 50.0), turn(0, 45), turn(1, 10)))
    assert clock_figures(store)[0].score_pts.mean == 425


def test_more_games_can_be_wanted_of_a_run_but_none_that_is_there_goes(store: RunStore) -> None:
    for number in range(4):
        store.add(game(number, (400, 350), (30.0, 45.0)))
    store.want_games(10)
    assert store.plan.total_games == 10
    store.want_games(2)
    assert store.plan.total_games == 4
    store.close()
    with RunStore.read(store.path) as again:
        assert again.plan.games == 4


def test_faults_are_counted_for_who_did_them(tmp_path: Path) -> None:
    plan = small_plan(games=6)
    faults = [(Fault.FLAG, 0), (Fault.FLAG, 1), (Fault.ILLEGAL, 0), (Fault.CRASH, 0), (Fault.STALL, 1)]
    games = played(small_plan())
    faulty = [
        replace(games[number % 2], number=number, fault=fault, fault_seat=seat)
        for number, (fault, seat) in enumerate(faults)
    ]
    with RunStore.read(kept(tmp_path / "a.run", plan, faulty)) as store:
        counts = fault_counts(plan, store.games())
    assert counts[0] == {
        **{"participant": "uniform", "flags": 2, "illegal_moves": 1, "crashes": 0, "stalls": 0},
        "restarts": 0,
    }
    assert counts[1] == {
        **{"participant": "textbook", "flags": 0, "illegal_moves": 0, "crashes": 1, "stalls": 1},
        "restarts": 0,
    }


def test_an_engine_that_was_started_again_is_counted(tmp_path: Path) -> None:
    command = scripted("dies-once-in-search", "--flag-file", str(tmp_path / "died"))
    mortal = Participant(name="mortal", side=Side.WRAPPED, policy="uniform", command=tuple(command))
    with closing(OtherEngine(mortal, small_plan(work_per_s=None), [])) as engine:
        engine.new_game(initial_s=60.0)
        assert engine.think(request(clock_s=60.0), deadline_s=60.0).restarts == 1
        assert engine.think(request(clock_s=60.0), deadline_s=60.0).restarts == 0
        restarts = engine.restarts
        engine.new_game(initial_s=60.0)
        assert engine.restarts == 0
    plan = small_plan()
    (game, _) = played(plan)
    with RunStore.read(kept(tmp_path / "a.run", plan, [replace(game, restarts=(restarts, 0))])) as store:
        first, second = fault_counts(plan, store.games())
    assert (first["restarts"], second["restarts"]) == (1, 0)


def test_time_is_summed_by_participant(tmp_path: Path) -> None:
    plan = small_plan()
    games = played(plan)
    with RunStore.read(kept(tmp_path / "a.run", plan, games)) as store:
        uniform, textbook = time_use(store)
    own = [turn for game in games for turn in game.turns if plan.order(game.number).sides[turn.seat] == 0]
    assert (uniform.participant, uniform.games, uniform.turns) == ("uniform", 2, len(own))
    assert uniform.used_s == sum(turn.referee_s for turn in own)
    assert uniform.longest_turn_s == max(turn.referee_s for turn in own)
    assert uniform.game_s == uniform.used_s / 2
    assert textbook.least_left_s == min(games[0].left_s[1], games[1].left_s[0])
    with RunStore.read(kept(tmp_path / "b.run", plan, [])) as store:
        assert {(each.turn_s, each.game_s, each.longest_turn_s) for each in time_use(store)} == {(None,) * 3}
