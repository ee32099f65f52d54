"""Standings: ratings that make all results likeliest, with errors that a bootstrap finds as well."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lab.statistics.strategies import scores
from zeitnot.errors import SettingError
from zeitnot.lab import EloEstimate, Pentanomial, Score, Standing, Standings, Trinomial, share_of_elo

A, B, C, D = "argo", "magpie", "textbook", "uniform"


def row_of(standings: Standings, name: str) -> Standing:
    return next(row for row in standings.rows if row.name == name)


def elo_of_row(standings: Standings, name: str) -> EloEstimate:
    estimate = row_of(standings, name).elo
    assert estimate is not None
    return estimate


def pairs_of(counts: tuple[int, ...]) -> Score:
    """Make pairs of the given counts, level ones by two draws."""
    lost, worse, level, better, won = map(int, counts)
    return Score(
        games=Trinomial(wins=2 * won + better, draws=better + 2 * level + worse, losses=2 * lost + worse),
        pairs=Pentanomial(counts=(lost, worse, level, better, won)),
    )


ROUND_ROBIN = {
    (A, B): pairs_of((5, 20, 40, 30, 15)),
    (A, C): pairs_of((4, 10, 35, 30, 21)),
    (C, B): pairs_of((10, 25, 40, 20, 5)),
    (D, A): pairs_of((30, 35, 25, 8, 2)),
    (B, D): pairs_of((3, 10, 30, 37, 20)),
    (C, D): pairs_of((9, 20, 35, 24, 12)),
}


def test_rows_are_ranked_with_points_and_games_from_both_views() -> None:
    standings = Standings.of(ROUND_ROBIN)
    assert [row.name for row in standings.rows] == [A, B, C, D]
    assert row_of(standings, D).score.games.games == 2 * 300
    assert sum(row.score.points for row in standings.rows) == sum(
        each.games.games for each in ROUND_ROBIN.values()
    )
    assert [row.superiority is None for row in standings.rows] == [False, False, False, True]
    assert all(row.superiority > 0.5 for row in standings.rows if row.superiority is not None)


def test_ratings_are_those_of_a_search_for_the_largest_likelihood() -> None:
    names = [A, B, C, D]

    def surprise(elo: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> float:
        total = 0.0
        for (first, second), score in ROUND_ROBIN.items():
            share = share_of_elo(float(elo[names.index(first)] - elo[names.index(second)]))
            lost = score.games.games - score.points
            total -= score.points * math.log(share) + lost * math.log(1 - share)
        return total

    from scipy.optimize import minimize

    found = minimize(surprise, np.zeros(4), options={"gtol": 1e-7}).x
    standings = Standings.of(ROUND_ROBIN)
    fitted = [elo_of_row(standings, name).elo for name in names]
    assert fitted == pytest.approx((found - found.mean()).tolist(), abs=0.01)


@pytest.mark.parametrize("anchor", [None, D])
def test_errors_are_those_of_a_bootstrap_by_pairs(anchor: str | None) -> None:
    rng = np.random.default_rng(2)
    fitted: dict[str, list[float]] = {name: [] for name in (A, B, C, D)}
    for _ in range(200):
        drawn = {
            pairing: pairs_of(
                tuple(rng.multinomial(each.pairs.pairs, np.array(each.pairs.counts) / each.pairs.pairs))
            )
            for pairing, each in ROUND_ROBIN.items()
        }
        standings = Standings.of(drawn, anchor=anchor)
        for name, found in fitted.items():
            found.append(elo_of_row(standings, name).elo)
    standings = Standings.of(ROUND_ROBIN, anchor=anchor)
    for name, found in fitted.items():
        # 200 samples know a standard deviation to 5 %.
        assert elo_of_row(standings, name).error == pytest.approx(1.96 * np.std(found), rel=0.2, abs=1e-6)


def test_two_participants_differ_by_the_elo_of_their_match() -> None:
    score = pairs_of((10, 40, 100, 60, 20))
    standings = Standings.of({(A, B): score}, anchor=B)
    assert score.elo is not None
    assert elo_of_row(standings, A).elo == pytest.approx(score.elo.elo)
    assert elo_of_row(standings, A).error == pytest.approx(score.elo.error, rel=0.01)
    assert elo_of_row(standings, B) == EloEstimate(elo=0.0, low=0.0, high=0.0)
    assert standings.rows[0].superiority == pytest.approx(score.superiority, abs=0.001)


def test_without_an_anchor_the_mean_of_the_field_is_0() -> None:
    rated = [row.elo.elo for row in Standings.of(ROUND_ROBIN).rows if row.elo]
    assert sum(rated) == pytest.approx(0.0, abs=1e-6)


def test_the_cross_table_shows_each_against_each_in_order() -> None:
    table = Standings.of(ROUND_ROBIN).cross_table
    assert [table[number][number] for number in range(4)] == [None] * 4
    assert table[0][1] == ROUND_ROBIN[A, B]
    assert table[0][3] == ROUND_ROBIN[D, A].swapped()


def test_who_took_every_point_is_infinitely_better_and_leaves_the_others_as_they_are() -> None:
    others = {(A, B): ROUND_ROBIN[A, B]}
    standings = Standings.of({**others, (C, A): pairs_of((0, 0, 0, 0, 5)), (B, D): pairs_of((0, 0, 0, 0, 3))})
    assert [row.name for row in standings.rows] == [C, A, B, D]
    assert elo_of_row(standings, C).elo == math.inf
    assert elo_of_row(standings, D).elo == -math.inf
    assert elo_of_row(standings, A) == elo_of_row(Standings.of(others), A)
    assert standings.rows[0].superiority == pytest.approx(1 - 0.5**6)


def test_a_whitewash_between_two_is_infinite_both_ways() -> None:
    standings = Standings.of({(A, B): pairs_of((4, 0, 0, 0, 0))})
    assert [(row.name, row.elo.elo) for row in standings.rows if row.elo] == [(B, math.inf), (A, -math.inf)]


def test_nothing_is_said_of_who_did_not_play() -> None:
    standings = Standings.of({(A, B): ROUND_ROBIN[A, B], (A, C): Score()}, names=[D])
    assert [row.name for row in standings.rows] == [A, B, D, C]
    assert row_of(standings, C).elo is None
    assert row_of(standings, D).elo is None
    assert Standings.of({}, names=[A, B]).rows[0] == Standing(name=A, score=Score(), elo=None)
    assert Standings.of({}).rows == ()


def test_all_draws_are_level_but_not_certain() -> None:
    estimate = elo_of_row(Standings.of({(A, B): pairs_of((0, 0, 10, 0, 0))}, anchor=A), B)
    assert estimate.elo == 0.0
    assert estimate.error > 100


@given(st.lists(scores, min_size=6, max_size=6), st.sampled_from([None, A, D]))
def test_any_results_can_be_ranked_and_sides_swapped(played: list[Score], anchor: str | None) -> None:
    pairings = [(A, B), (A, C), (A, D), (B, C), (B, D), (C, D)]
    standings = Standings.of(dict(zip(pairings, played, strict=True)), anchor=anchor)
    swapped = Standings.of(
        {(b, a): score.swapped() for (a, b), score in zip(pairings, played, strict=True)},
        names=[A, B, C, D],
        anchor=anchor,
    )
    for row in standings.rows:
        other = row_of(swapped, row.name)
        assert row.score == other.score
        assert (row.elo is None) == (other.elo is None)
        if row.elo and other.elo:
            assert row.elo.elo == pytest.approx(other.elo.elo, abs=1e-4)
            assert row.elo.low <= row.elo.elo <= row.elo.high
        assert row.superiority is None or 0.0 <= row.superiority <= 1.0


def test_pairings_that_make_no_table_are_refused() -> None:
    with pytest.raises(SettingError, match="a pairing must have two participants, got 'argo' twice"):
        Standings.of({(A, A): Score()})
    with pytest.raises(SettingError, match="each two must be paired once"):
        Standings.of({(A, B): Score(), (B, A): Score()})
    with pytest.raises(SettingError, match="anchor must be one of argo, magpie, got 'uniform'"):
        Standings.of({(A, B): Score()}, anchor=D)
