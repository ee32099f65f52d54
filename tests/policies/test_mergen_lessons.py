"""Mergen with what it learned from past games."""

import json
import math
from typing import Any

import pytest

from zeitnot.errors import DataError
from zeitnot.models import PackageModels
from zeitnot.policies import plain_policy
from zeitnot.policies.mergen import Mergen
from zeitnot.policies.mergen_lessons import PRIOR_GAMES, MergenLessons, MovesSeen

DOCUMENT = Mergen().figures()
LESSONS = MergenLessons(
    games=30,
    opening=MovesSeen().after([(0.0, 20.0)], weight=PRIOR_GAMES),
    share_games=PRIOR_GAMES,
    share_logs=PRIOR_GAMES * 2 * math.log(1.5),
    seen=("a", "b"),
)
"""As many games as the document's figures count for: they move the figures half of the way."""


class Models(PackageModels):
    """Models in which `mergen` has learned something."""

    def mergen_lessons(self, name: str = "mine", /) -> MergenLessons:
        assert name == "mine"
        return LESSONS


def test_without_games_the_documents_figures_hold() -> None:
    assert MergenLessons().figures(DOCUMENT, shares=(0.01, 0.15)) == DOCUMENT


def test_as_many_games_as_the_document_counts_for_go_half_of_the_way() -> None:
    figures = LESSONS.figures(DOCUMENT, shares=(0.01, 0.15))
    assert figures.opening_moves_left == pytest.approx((50.0, 35.0))
    assert figures.share_per_move == pytest.approx(0.06)
    assert figures.middlegame_moves_left == DOCUMENT.middlegame_moves_left


def test_share_per_move_stays_within_the_documents_bounds() -> None:
    wild = MergenLessons(games=1, share_games=1e6, share_logs=1e7)
    assert wild.figures(DOCUMENT, shares=(0.01, 0.15)).share_per_move == 0.15


def test_policy_takes_what_was_learned_when_it_is_told_to() -> None:
    policy = plain_policy("mergen", {"learned": "mine"}, models=Models())
    assert isinstance(policy, Mergen)
    assert policy.opening_moves_left == pytest.approx((50.0, 35.0))
    assert policy.share_per_move == pytest.approx(0.06)
    assert plain_policy("mergen", {}, models=Models()) == Mergen()
    assert plain_policy("mergen", {"learned": "off"}, models=Models()) == Mergen()


def test_figure_that_is_set_stays() -> None:
    policy = plain_policy("mergen", {"learned": "mine", "share_per_move": 0.03}, models=Models())
    assert isinstance(policy, Mergen)
    assert policy.share_per_move == 0.03
    assert policy.opening_moves_left == pytest.approx((50.0, 35.0))


def test_what_was_learned_is_read_back() -> None:
    assert MergenLessons.from_json(LESSONS.to_json()) == LESSONS


def damaged(**changes: Any) -> str:
    form = json.loads(LESSONS.to_json())
    form["mergen"].update(changes)
    return json.dumps(form)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"schema": 2}',
        '{"schema": 1, "mergen": 5}',
        damaged(games=-1),
        damaged(games="many"),
        damaged(share_logs="inf"),
        damaged(share_logs="nan"),
        damaged(opening={**json.loads(LESSONS.to_json())["mergen"]["opening"], "first_first": -40.0}),
        damaged(opening={**json.loads(LESSONS.to_json())["mergen"]["opening"], "first_last": 40.0}),
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(DataError):
        MergenLessons.from_json(text)
