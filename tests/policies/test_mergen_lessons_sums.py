"""Mergen lessons: the sums that games add to, and the figures made from them."""

import json
import math
from dataclasses import replace
from typing import Any

import pytest

from zeitnot.errors import DataError
from zeitnot.policies import mergen_lessons
from zeitnot.policies.mergen import Mergen
from zeitnot.policies.mergen_lessons import MergenLessons, MovesSeen

DOCUMENT = Mergen().figures()
SHARES = (0.01, 0.15)


def test_a_players_moves_share_its_weight() -> None:
    seen = MovesSeen().after([(0.25, 4.0), (0.5, -1.0)], weight=0.5)
    assert seen.first_first == pytest.approx(0.25 * (0.75**2 + 0.5**2))
    assert seen.first_last == pytest.approx(0.25 * (0.75 * 0.25 + 0.5 * 0.5))
    assert seen.last_last == pytest.approx(0.25 * (0.25**2 + 0.5**2))
    assert seen.first_off == pytest.approx(0.25 * (0.75 * 4.0 - 0.5 * 1.0))
    assert seen.last_off == pytest.approx(0.25 * (0.25 * 4.0 - 0.5 * 1.0))
    twice = seen.after([(0.25, 4.0), (0.5, -1.0)], weight=0.5)
    assert (twice.first_first, twice.last_off) == pytest.approx((2 * seen.first_first, 2 * seen.last_off))


def test_ends_solve_the_fit_with_the_documents_figures_as_thirty_games() -> None:
    seen = MovesSeen(first_first=20.0, first_last=5.0, last_last=10.0, first_off=100.0, last_off=-40.0)
    first, last = (end - prior for end, prior in zip(seen.ends((40.0, 35.0)), (40.0, 35.0), strict=True))
    # The normal equations of the fit.
    assert 50.0 * first + 5.0 * last == pytest.approx(100.0)
    assert 5.0 * first + 40.0 * last == pytest.approx(-40.0)


def test_at_least_one_move_is_left() -> None:
    seen = MovesSeen(first_first=10.0, last_last=10.0, first_off=-1e6, last_off=-1e6)
    assert seen.ends((40.0, 35.0)) == (1.0, 1.0)


def test_figures_take_every_phase_and_the_share_from_its_own_sums() -> None:
    lessons = MergenLessons(
        games=7,
        opening=MovesSeen(first_off=30.0),
        middlegame=MovesSeen(first_off=60.0),
        endgame=MovesSeen(last_off=90.0),
        share_games=10.0,
        share_logs=-40.0 * math.log(2.0),
    )
    figures = lessons.figures(DOCUMENT, shares=SHARES)
    assert figures.games == 7
    assert figures.share_per_move == pytest.approx(0.02)
    assert figures.opening_moves_left == pytest.approx((41.0, 35.0))
    assert figures.middlegame_moves_left == pytest.approx((32.0, 20.0))
    assert figures.endgame_moves_left == pytest.approx((20.0, 13.0))
    shy = replace(lessons, share_logs=-1e6)
    assert shy.figures(DOCUMENT, shares=SHARES).share_per_move == 0.01


def test_a_game_is_counted_and_the_oldest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    assert mergen_lessons.MOST_SEEN == 200_000
    monkeypatch.setattr(mergen_lessons, "MOST_SEEN", 2)
    lessons = MergenLessons()
    for fingerprint in "abc":
        lessons = lessons.after_game(fingerprint)
    assert (lessons.games, lessons.seen) == (3, ("b", "c"))
    assert (MergenLessons().games, MergenLessons().share_games, MergenLessons().share_logs) == (0, 0.0, 0.0)


def form(**changes: Any) -> str:
    lessons = MergenLessons(games=1, opening=MovesSeen(first_first=4.0, first_last=2.0, last_last=1.0))
    written = json.loads(lessons.to_json())
    return json.dumps({**written, "mergen": {**written["mergen"], **changes}})


ZERO = {"first_first": 0.0, "first_last": 0.0, "last_last": 0.0, "first_off": 0.0, "last_off": 0.0}


def test_the_file_has_a_schema() -> None:
    assert json.loads(form())["schema"] == 1
    with pytest.raises(DataError, match="a file of mergen lessons must have schema 1, got another one"):
        MergenLessons.from_json(form().replace('"schema": 1', '"schema": 2'))
    with pytest.raises(DataError, match="a file of mergen lessons must have schema 1, got another one"):
        MergenLessons.from_json("[1]")
    with pytest.raises(DataError, match="a file of mergen lessons must be complete: "):
        MergenLessons.from_json('{"schema": 1, "mergen": 5}')


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"games": 0, "share_games": 0.0},
        {"endgame": {**ZERO, "first_last": 0.001}},
        {"middlegame": {**ZERO, "first_first": 4.0, "last_last": 1.0, "first_last": -2.0}},
    ],
)
def test_sums_that_games_can_have_are_read(changes: dict[str, Any]) -> None:
    assert isinstance(MergenLessons.from_json(form(**changes)), MergenLessons)


@pytest.mark.parametrize(
    "changes",
    [
        {"games": -1},
        {"share_games": -0.5},
        {"share_logs": "inf"},
        {"opening": {**ZERO, "first_first": -1.0, "last_last": -1.0}},
        {"middlegame": {**ZERO, "last_last": -0.5}},
        {"endgame": {**ZERO, "first_off": "inf"}},
        {"endgame": {**ZERO, "first_last": 0.00102}},
        {"middlegame": {**ZERO, "first_first": 4.0, "last_last": 1.0, "first_last": 2.001}},
    ],
)
def test_sums_that_no_games_can_have_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(DataError, match="must hold sums of real games, got impossible ones"):
        MergenLessons.from_json(form(**changes))
