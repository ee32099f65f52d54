"""Standings of a run: games counted by pairs, once for everybody who shows them."""

from dataclasses import replace

import pytest

from zeitnot.games import Participant
from zeitnot.lab import GameRow, MatchPlan, Sprt, SprtVerdict, Tournament, standings_of

DUEL = MatchPlan(
    participants=(Participant.parse("uniform"), Participant.parse("argo")),
    control="10+0.1",
    games=200,
    openings=("e2e4",),
)


def game(plan: MatchPlan, number: int, half_points: int, pts: tuple[int, int] | None = None) -> GameRow:
    first, second = plan.order(number).sides
    first_pts, second_pts = pts or (None, None)
    return GameRow(
        number=number,
        first=first,
        second=second,
        half_points=half_points,
        words="",
        fault=None,
        fault_seat=None,
        first_pts=first_pts,
        second_pts=second_pts,
        first_left_s=1.0,
        second_left_s=1.0,
        turns=60,
        hiccups=0,
        notes="[]",
        began="2026-11-16T05:00:00+00:00",
        took_s=1.0,
    )


def test_half_points_are_those_of_the_first_of_the_plan_whatever_the_seat() -> None:
    both = [game(DUEL, 0, 2), game(DUEL, 1, 0)]
    duel = standings_of(DUEL, both).duel
    assert duel is not None
    assert (duel.games.wins, duel.games.losses) == (2, 0)
    assert duel.pairs.counts == (0, 0, 0, 0, 1)


def test_a_game_whose_pair_is_not_complete_counts_as_points_alone() -> None:
    standings = standings_of(DUEL, [game(DUEL, 0, 2), game(DUEL, 1, 1), game(DUEL, 3, 0), game(DUEL, 4, 2)])
    assert standings.duel is not None
    assert standings.games == 4
    assert standings.duel.points == 3.5
    assert standings.duel.pairs.counts == (0, 0, 0, 1, 0)


def test_the_order_of_the_games_changes_nothing() -> None:
    games = [game(DUEL, number, number % 3) for number in range(20)]
    assert standings_of(DUEL, games) == standings_of(DUEL, games[::-1])


def test_without_games_everybody_stands_at_nothing() -> None:
    standings = standings_of(DUEL, [])
    assert [row.score.points for row in standings.table.rows] == [0, 0]
    assert standings.elo("uniform") is None
    assert not standings.is_decided


def test_of_two_each_has_the_elo_over_the_other() -> None:
    standings = standings_of(DUEL, [game(DUEL, number, (2, 0, 1, 1, 2, 2)[number]) for number in range(6)])
    ahead, behind = standings.elo("uniform"), standings.elo("argo")
    assert ahead is not None
    assert behind is not None
    assert ahead.elo == pytest.approx(-behind.elo)
    assert ahead.elo > 0
    assert (ahead.low, ahead.high) == pytest.approx((-behind.high, -behind.low))


def test_a_gauntlet_is_measured_by_its_first_and_a_round_robin_by_the_field() -> None:
    three = (*DUEL.participants, Participant.parse("mergen"))
    gauntlet = replace(DUEL, participants=three, tournament=Tournament.GAUNTLET, games=2)
    assert standings_of(gauntlet, []).table.anchor == "uniform"
    assert standings_of(replace(DUEL, participants=three), []).table.anchor is None


def test_a_test_is_decided_by_complete_pairs() -> None:
    plan = replace(DUEL, sprt=Sprt(elo0=0, elo1=50))
    open_ = standings_of(plan, [game(plan, 0, 2)])
    assert open_.test is not None
    assert open_.test.llr == 0
    assert not open_.is_decided
    games = [game(plan, number, 1 if number % 4 == 3 else 0 if number % 2 else 2) for number in range(200)]
    won = standings_of(plan, games)
    assert won.test is not None
    assert won.test.verdict is SprtVerdict.H1
    assert won.is_decided


def test_scrabble_has_win_rate_and_spread_over_pairs_from_either_side() -> None:
    names = [Participant.parse(name, "scrabble") for name in ("magpie", "uniform")]
    plan = MatchPlan(game="scrabble", participants=tuple(names), control="2:00", games=4)
    games = [
        game(plan, 0, 2, (400, 380)),
        game(plan, 1, 0, (350, 380)),
        game(plan, 2, 0, (300, 330)),
        game(plan, 3, 1, (340, 340)),
        game(plan, 4, 2, (500, 100)),
    ]
    standings = standings_of(plan, games)
    spread = standings.spread("magpie", "uniform")
    assert spread is not None
    assert (spread.win_rate.mean, spread.spread_pts.mean) == (5 / 8, 5.0)
    other = standings.total_spread("uniform")
    assert other is not None
    assert (other.win_rate.mean, other.spread_pts.mean) == (3 / 8, -5.0)


def test_a_game_lost_on_time_is_lost_whatever_the_points() -> None:
    names = [Participant.parse(name, "scrabble") for name in ("magpie", "uniform")]
    plan = MatchPlan(game="scrabble", participants=tuple(names), control="2:00", games=2)
    standings = standings_of(plan, [game(plan, 0, 0, (400, 380)), game(plan, 1, 2, (380, 400))])
    spread = standings.spread("magpie", "uniform")
    assert spread is not None
    assert (spread.win_rate.mean, spread.spread_pts.mean) == (0.0, 20.0)
