"""Replays: the policies as they are written, the games they play, and the figures these come to."""

import itertools
import math
import os
from dataclasses import replace
from multiprocessing import resource_tracker
from random import Random
from typing import Any

import pytest

from tests.lab.fleet.tiny_match import children, gone
from tests.lab.replay.made_up_data import chess_games, chess_traces, scrabble_traces
from zeitnot.errors import DataError, SettingError, UnknownPolicyError, ZeitnotError
from zeitnot.games import DeepeningGames, NearTraces
from zeitnot.games.searches import NEIGHBOURS
from zeitnot.lab import (
    Entrant,
    PhaseSum,
    PolicyFigures,
    ReplayPlan,
    ReplayRunner,
    figures_of,
    parse_entrants,
    phase_figures,
    run_replay,
    turn_estimate,
)
from zeitnot.scrabble.recorded_games import ScrabbleGames
from zeitnot.scrabble.turn import WorkRates
from zeitnot.turns import ChessFeatures, ScrabbleFeatures


def test_settings_follow_their_policy_up_to_the_next_one() -> None:
    first, second, third = parse_entrants(
        "uniform, stockfish:horizon_moves=40,stable_range=0.6,1.5,ponders=true, magpie:alpha=0.2"
    )
    assert first == Entrant(name="uniform", policy="uniform")
    assert dict(second.settings) == {"horizon_moves": "40", "stable_range": "0.6,1.5", "ponders": "true"}
    assert dict(third.settings) == {"alpha": "0.2"}
    assert second.name == "stockfish:horizon_moves=40,stable_range=0.6,1.5,ponders=true"


def test_what_was_written_with_a_policy_wins_over_what_comes_from_elsewhere() -> None:
    entrant = Entrant.parse("uniform:turns_left=20").with_settings(
        {"turns_left": "40", "increment_share": "1"}
    )
    assert dict(entrant.settings) == {"turns_left": "20", "increment_share": "1"}


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("unifrom", UnknownPolicyError, "did you mean 'uniform'"),
        ("uniform:turns=3", SettingError, "did you mean"),
        ("uniform,uniform", SettingError, "one or more that differ"),
        ("", SettingError, "one or more that differ, got ''"),
        ("turns_left=3", UnknownPolicyError, "POLICY"),
        ("uniform:turns_left", SettingError, "KEY=VALUE, got 'turns_left'"),
        ("uniform:turns_left=0", SettingError, "turns_left must be"),
    ],
)
def test_what_cannot_be_meant_is_refused(text: str, error: type[ZeitnotError], words: str) -> None:
    with pytest.raises(error, match=words):
        parse_entrants(text)


def test_a_fresh_manager_knows_nothing_of_another_game() -> None:
    manager = Entrant.parse("magpie:alpha=0.5").manager()
    other = manager.fresh()
    assert other is not manager
    assert other.policy is manager.policy
    assert other.calibration.alpha == 0.5
    other.events["fallbacks"] += 1
    assert not manager.events


def chess_plan(policies: str = "uniform,stockfish", **changes: Any) -> ReplayPlan:
    settings: dict[str, Any] = {
        "game": "chess",
        "traces": chess_traces(),
        "entrants": parse_entrants(policies),
        "control": "10+0.1",
        "work_per_s": 100_000.0,
    }
    return ReplayPlan(**{**settings, **changes})


def scrabble_plan(policies: str = "uniform,magpie", **changes: Any) -> ReplayPlan:
    scrabble = {"game": "scrabble", "traces": scrabble_traces(), "control": "2:00 -10/min", "work_per_s": 1e3}
    return chess_plan(policies, **{**scrabble, **changes})


def figures(plan: ReplayPlan, games: int = 20) -> tuple[PolicyFigures, ...]:
    return figures_of(run_replay(plan, games=games))


@pytest.mark.parametrize("plan", [chess_plan("uniform,stockfish"), scrabble_plan("uniform,magpie")])
def test_the_same_seed_gives_the_same_figures_on_any_number_of_processes(
    plan: ReplayPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zeitnot.lab.replay.replay.PART", 8)
    alone = run_replay(plan, games=20)
    assert run_replay(plan, games=20, processes=2) == alone
    other = run_replay(replace(plan, seed=2), games=20)
    assert figures_of(other)[0].cost != figures_of(alone)[0].cost


def test_a_run_that_is_broken_off_leaves_nothing_behind_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zeitnot.lab.replay.replay.PART", 5)
    plan = chess_plan("uniform")
    resource_tracker.ensure_running()  # it stays, once any test of this process has started workers
    before = set(children(os.getpid()))
    with ReplayRunner(plan, processes=2) as runner:
        with pytest.raises(KeyboardInterrupt):
            runner.run(40, on_games=interrupt)
        assert gone(sorted(set(children(os.getpid())) - before))
        (entrant,) = parse_entrants("textbook")
        again = runner.run(10, entrants=(entrant,))
    assert again == run_replay(replace(plan, entrants=(entrant,)), games=10)


def interrupt(_: int) -> None:
    raise KeyboardInterrupt


def test_every_policy_has_the_same_games_whoever_else_plays() -> None:
    both = figures(chess_plan("uniform,stockfish"))
    alone = figures(chess_plan("stockfish"))
    assert alone[0].cost == both[1].cost
    assert alone[0].used_s == both[1].used_s


@pytest.mark.parametrize("policy", ["uniform", "stockfish", "learned"])
def test_a_longer_clock_uses_more_and_loses_less_in_chess(policy: str) -> None:
    short, middle, long = (
        figures(chess_plan(policy, control=control))[0] for control in ("1+0.01", "10+0.1", "60+0.6")
    )
    assert short.used_s < middle.used_s < long.used_s
    assert short.cost.mean > middle.cost.mean > long.cost.mean


@pytest.mark.parametrize("policy", ["uniform", "magpie", "learned"])
def test_a_longer_clock_uses_more_and_loses_less_in_scrabble(policy: str) -> None:
    short, long = (
        figures(scrabble_plan(policy, control=control), games=10)[0]
        for control in ("0:30 -10/min", "4:00 -10/min")
    )
    assert short.used_s < long.used_s
    assert short.cost.mean > long.cost.mean
    assert short.flagged == long.flagged == 0


def test_the_phases_make_up_the_whole() -> None:
    for plan in (chess_plan(), scrabble_plan()):
        for each in figures(plan):
            phases = [phase_figures(each, phase) for phase in each.phases]
            assert sum(phase.turns * phase.turn_s for phase in phases) == pytest.approx(each.used_s)
            lost = sum(phase.loss for phase in phases) + each.penalty_pts
            assert lost == pytest.approx(each.cost.mean)


def test_a_difference_is_sharper_than_the_figures_it_is_of() -> None:
    first, second = figures(chess_plan("uniform,uniform:turns_left=33"), games=80)
    assert first.difference is None
    assert second.difference is not None
    assert second.difference.mean == pytest.approx(second.cost.mean - first.cost.mean)
    assert first.cost.error is not None
    assert second.difference.error is not None
    assert second.difference.error < first.cost.error / 2


def test_more_games_do_not_hide_how_few_the_traces_are() -> None:
    few = figures(chess_plan("uniform", traces=chess_traces(20)), games=160)[0].cost.error
    many = figures(chess_plan("uniform", traces=chess_traces(320)), games=160)[0].cost.error
    assert few is not None
    assert many is not None
    assert few > 2 * many


def test_turns_beyond_their_record_are_counted() -> None:
    assert figures(chess_plan("uniform"))[0].beyond < 0.1
    assert figures(chess_plan("uniform", control="900+10"))[0].beyond > 0.9


def test_chess_turns_come_in_the_order_of_a_game_and_are_as_many() -> None:
    traces = chess_traces(400)
    games = DeepeningGames(traces, nodes_per_s=1e5, longest_s=10.0)
    drawn = [games.draw(Random(number)) for number in range(200)]
    first_ply = min(trace.ply for trace in traces)
    mean = sum(trace.ply + trace.plies_to_come - first_ply for trace in traces) / len(traces) / 2
    assert sum(len(game.positions) for game in drawn) / len(drawn) == pytest.approx(mean, rel=0.1)
    for game in drawn:
        for turn, position in enumerate(game.positions[:20]):
            assert isinstance(position.features, ChessFeatures)
            assert abs(position.features.move_number - (game.first_ply + 2 * turn) // 2 - 1) <= 8


def test_scrabble_turns_go_from_a_full_bag_to_an_empty_one() -> None:
    traces = scrabble_traces(400)
    games = ScrabbleGames(traces, rates=WorkRates(), longest_s=10.0)
    endgames = []
    for number in range(100):
        game = games.draw(Random(number))
        unseen = [
            position.features.unseen_tiles
            for position in game.positions
            if isinstance(position.features, ScrabbleFeatures)
        ]
        assert unseen[0] >= 75
        assert unseen[-1] <= 16
        assert all(later <= earlier + 12 for earlier, later in itertools.pairwise(unseen))
        endgames.append(sum(tiles <= 7 for tiles in unseen))
    # Their turns with an empty bag are 1 to 4 from the end: four of both sides, two of one.
    assert 1.2 < sum(endgames) / len(endgames) < 2.8


def test_neighbours_are_drawn_by_their_weight() -> None:
    near = NearTraces(list(range(100)), place=float, weight=lambda each: 1.0 if each % 2 else 3.0)
    rng = Random(1)
    drawn = [near.draw(rng, 50.0) for _ in range(2000)]
    assert max(drawn) - min(drawn) < NEIGHBOURS
    assert 0.7 < sum(each % 2 == 0 for each in drawn) / len(drawn) < 0.8
    assert {near.draw(rng, -1e9) for _ in range(2000)} == set(range(NEIGHBOURS))


def test_overtime_is_counted_in_points() -> None:
    over = figures(scrabble_plan("magpie", control="0:20 -1/min", work_per_s=100.0))[0]
    assert over.penalty_pts > 0
    lost = sum(phase.loss for phase in over.phases.values()) / over.games
    assert over.cost.mean == pytest.approx(lost + over.penalty_pts)


def test_what_cannot_be_replayed_is_refused() -> None:
    with pytest.raises(SettingError, match="a clock that runs over the game, got 'depth 5'"):
        chess_plan(control="depth 5")
    with pytest.raises(SettingError, match="work a second must be above 0"):
        chess_plan(work_per_s=0.0)
    with pytest.raises(DataError, match="must have recorded turns, got none"):
        run_replay(chess_plan(traces=()), games=1)
    with pytest.raises(DataError, match="must all be of one game"):
        run_replay(chess_plan(traces=(*chess_traces(2), *scrabble_traces(2))), games=1)
    with pytest.raises(SettingError, match="games must be at least 1, got 0"):
        run_replay(chess_plan(), games=0)


def test_in_whole_games_those_who_meet_see_each_others_clocks() -> None:
    policies = "stockfish,uniform:turns_left=500,uniform:turns_left=10"
    alone = chess_plan(policies, traces=chess_games())
    used_s = {
        name: [each.used_s for each in figures_of(run_replay(plan, games=60))]
        for name, plan in {
            "alone": alone,
            "thrifty rival": replace(alone, pairings=((0, 1),)),
            "lavish rival": replace(alone, pairings=((2, 0),)),
        }.items()
    }
    # Stockfish's rules spend less while the opponent has more time; even shares do not look at it.
    assert used_s["thrifty rival"][0] < 0.97 * used_s["alone"][0]
    assert used_s["lavish rival"][0] == pytest.approx(used_s["alone"][0])
    assert used_s["thrifty rival"][1:] == used_s["lavish rival"][1:] == used_s["alone"][1:]


def test_all_that_one_meets_are_met_in_turn() -> None:
    plan = chess_plan("stockfish,uniform:turns_left=500,uniform:turns_left=10", traces=chess_games())
    first, second, both = (
        run_replay(replace(plan, pairings=pairs), games=60)["stockfish"].used_s
        for pairs in (((0, 1),), ((0, 2),), ((0, 1), (0, 2)))
    )
    assert first < both < second


def test_pairings_are_of_entrants() -> None:
    with pytest.raises(SettingError, match="of entrants of the replay, got"):
        chess_plan("uniform,stockfish", pairings=((0, 2),))


def test_seconds_a_turn_have_the_error_of_recording_other_games() -> None:
    few, many = (
        figures_of(run_replay(chess_plan("stockfish", traces=chess_games(6)), games=games))[0]
        for games in (100, 400)
    )
    errors = [phase_figures(each, "middle game").turn_error_s for each in (few, many)]
    assert errors[0] is not None
    assert errors[1] == pytest.approx(errors[0], rel=0.3)  # more replayed games are no more recorded ones
    alone = figures_of(run_replay(chess_plan("stockfish", traces=chess_games(1)), games=10))[0]
    assert phase_figures(alone, "opening").turn_error_s is None


def test_the_error_of_the_seconds_a_turn_is_by_games() -> None:
    # 2 s a turn in all; the games are 4 s below what their turns would take, on it, and 4 s above.
    found = turn_estimate({1: (10, 16.0), 2: (5, 10.0), 3: (5, 14.0)})
    assert found.mean == pytest.approx(2.0)
    assert found.error == pytest.approx(1.96 * math.sqrt(32) / 20)
    sums = PhaseSum(turns=15, used_s=26.0, traces={1: (10, 16.0), 2: (5, 10.0)})
    sums.add(PhaseSum(turns=6, used_s=15.0, traces={2: (1, 1.0), 3: (5, 14.0)}))
    assert sums.traces == {1: (10, 16.0), 2: (6, 11.0), 3: (5, 14.0)}
