import json
from dataclasses import replace
from typing import Any

import pytest

from tests.lab.match.scenes import played, scrabble_plan, small_plan
from zeitnot.errors import DataError, SettingError
from zeitnot.games import GameOrder, Participant, RefereeRules
from zeitnot.lab import NO_CLOCK, MatchPlan, Sprt, Tournament, chosen_openings, plan_match


def orders(plan: MatchPlan) -> list[GameOrder]:
    return [plan.order(number) for number in range(plan.total_games)]


def test_a_pair_has_one_opening_and_the_seats_swapped() -> None:
    first, second = orders(small_plan(games=2))
    assert first.sides == (0, 1)
    assert second.sides == (1, 0)
    assert first.opening == second.opening
    assert (first.pair, first.swapped, second.pair, second.swapped) == (0, False, 0, True)


def test_everybody_has_met_everybody_equally_often_after_each_round() -> None:
    plan = small_plan("uniform", "argo", "mergen", games=4)
    games = orders(plan)
    assert plan.total_games == len(games) == 12
    for round_ in (0, 1):
        met = [set(order.sides) for order in games if order.opening == round_]
        assert sorted(map(sorted, met)) == sorted([[0, 1], [0, 2], [1, 2]] * 2)


def test_in_a_gauntlet_the_first_meets_each_of_the_others() -> None:
    plan = small_plan("uniform", "argo", "mergen", games=2, tournament=Tournament.GAUNTLET)
    assert plan.pairings == ((0, 1), (0, 2))
    assert plan.total_games == 4


def test_an_odd_number_of_games_is_rounded_up_to_pairs() -> None:
    assert small_plan(games=3).total_games == 4


def test_a_plan_comes_back_from_json_as_it_was() -> None:
    plan = small_plan(
        "uniform:turns_left=20",
        "stockfish+argo:option.Hash=16",
        work_per_s=None,
        sprt=Sprt(elo0=0, elo1=5),
        rules=RefereeRules(margins_s=(0.0, 0.05)),
    )
    assert MatchPlan.from_json(plan.to_json()) == plan


@pytest.mark.parametrize("text", ["", "[]", "{", '{"type": "MatchPlan"}', '{"control": 3}'])
def test_a_plan_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(DataError):
        MatchPlan.from_json(text)


def test_margins_are_one_for_all_or_one_for_each() -> None:
    plan = small_plan(rules=RefereeRules(margins_s=(0.01,)))
    assert (plan.margin_s(0), plan.margin_s(1)) == (0.01, 0.01)
    plan = small_plan(rules=RefereeRules(margins_s=(0.01, 0.2)))
    assert (plan.margin_s(0), plan.margin_s(1)) == (0.01, 0.2)
    with pytest.raises(SettingError, match="one for all or one for each participant, got 3"):
        small_plan(rules=RefereeRules(margins_s=(0.0, 0.0, 0.0)))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"participants": (Participant.parse("argo"),)}, "two participants or more, got 1"),
        ({"participants": (Participant.parse("argo"), Participant.parse("argo"))}, "got 'argo' twice"),
        ({"games": 0}, "games must be at least 1, got 0"),
        ({"hash_mb": 17592186044416}, "hash_mb must be at most 33554432, got 17592186044416"),
        ({"threads": 257}, "threads must be at most 256, got 257"),
        ({"control": "infinite"}, "must have a clock"),
        ({"control": "25:00 -10/min"}, "overtime costs points, which chess has not"),
        ({"work_per_s": 0.0}, "work a second must be above 0"),
        ({"openings": ()}, "must have an opening"),
        (
            {"participants": (Participant.parse("argo"), Participant.parse("stockfish")), "ponder": True},
            "pondering in work time is for the built-in engine, got 'stockfish'",
        ),
        (
            {
                "participants": tuple(map(Participant.parse, ("argo", "mergen", "uniform"))),
                "sprt": Sprt(elo0=0, elo1=5),
            },
            "a sequential test must have two participants, got 3",
        ),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(changes: dict[str, object], said: str) -> None:
    with pytest.raises(SettingError) as caught:
        replace(small_plan(), **changes)  # type: ignore[arg-type]
    assert said in str(caught.value)


def test_openings_are_drawn_by_the_seed_and_each_comes_once_before_any_comes_again() -> None:
    lines = [f"opening {number}" for number in range(10)]
    assert chosen_openings(lines, rounds=10, seed=1) != chosen_openings(lines, rounds=10, seed=2)
    assert sorted(chosen_openings(lines, rounds=10, seed=1)) == lines
    assert chosen_openings(lines, rounds=4, seed=1) == chosen_openings(lines, rounds=10, seed=1)[:4]


def test_a_participant_plays_by_its_own_clock_and_limits_or_else_by_those_of_the_match() -> None:
    plan = small_plan("uniform:clock=2+0.1,depth=3", "textbook:nodes=7", "argo", nodes=5, depth=9)
    assert [str(plan.control_of(number)) for number in range(3)] == ["0:02+0.1", "0:01+0.01", "0:01+0.01"]
    limits = [plan.limits_of(number) for number in range(3)]
    assert [(each.nodes, each.depth) for each in limits] == [(5, 3), (7, 9), (5, 9)]
    assert plan.has_odds
    assert plan.clock_words == (
        "0:01+0.01; 5 nodes; depth 9; uniform:clock=2+0.1,depth=3: 0:02+0.1, depth 3; "
        "textbook:nodes=7: 7 nodes"
    )
    assert MatchPlan.from_json(plan.to_json()) == plan


def test_a_match_with_nodes_or_a_depth_has_no_clock_unless_one_is_named() -> None:
    assert plan_match("uniform", "argo", nodes=100).control == NO_CLOCK
    assert plan_match("uniform", "argo", nodes=100).short_clock == "100 nodes"
    assert plan_match("uniform", "argo", depth=3, control="1+1").control == "1+1"
    assert plan_match("uniform", "argo").control == "10+0.1"
    assert plan_match("uniform", "argo", control="depth 4").limits_of(0).depth == 4


def test_a_plan_of_an_earlier_version_is_read() -> None:
    form = json.loads(small_plan().to_json())
    for name in ("nodes", "depth", "affinity"):
        del form[name]
    for name in ("control", "nodes", "depth", "written"):
        for participant in form["participants"]:
            del participant[name]
    for name in ("resign_one_sided", "syzygy"):
        del form["rules"]["adjudication"][name]
    assert MatchPlan.from_json(json.dumps(form)) == small_plan()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"control": "infinite"}, "a match must have a clock, nodes or a depth, got 'infinite'"),
        ({"nodes": 0}, "nodes must be from 1"),
        ({"depth": 5000}, "depth must be from 1 to 1000"),
        ({"affinity": "first"}, "affinity must be all or cores such as 0-3,6, got 'first'"),
        ({"affinity": "3-1"}, "affinity must be all or cores"),
    ],
)
def test_limits_and_cores_that_cannot_be_are_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(SettingError, match=said):
        small_plan(**changes)


def test_an_hourglass_is_for_all_and_nodes_are_not_for_scrabble() -> None:
    with pytest.raises(SettingError, match="an hourglass must be the clock of all"):
        small_plan("uniform:clock=*60", "argo")
    with pytest.raises(SettingError, match="are not for scrabble"):
        scrabble_plan(nodes=5)


def test_scrabble_is_played_with_odds_too() -> None:
    names = ("uniform", "uniform:clock=0:10 -10/min,name=quick")
    odds = scrabble_plan(participants=tuple(Participant.parse(name, "scrabble") for name in names))
    turns = played(odds)[0].turns
    assert [turn.record.clock_before_s for turn in turns[:2]] == [20.0, 10.0]
