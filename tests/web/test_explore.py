"""Explore: budgets of all policies."""

import json
from urllib.parse import urlencode

import pytest

from tests.web.fixtures_site import Visitor
from zeitnot.cli.app import run
from zeitnot.errors import SettingError
from zeitnot.games import find_game
from zeitnot.web.exploration import Curves, Question, planned_turns


def test_every_policy_of_the_game_is_asked(visitor: Visitor) -> None:
    for game in ("chess", "scrabble"):
        page = visitor.get(f"/explore?game={game}").text
        for policy in find_game(game).policies():
            assert f"{policy}</h3>" in page


def test_budgets_are_those_of_zeitnot_plan(capsys: pytest.CaptureFixture[str]) -> None:
    question = Question(control="3:00+2", left_percent=50, opponent_percent=75, move=11)
    for each in planned_turns(question):
        clock = ["--clock", "3:00+2", "--remaining", "90", "--opponent", "135", "--ply", "20"]
        assert run(["plan", "--policy", each.policy, *clock, "--json"]) == 0
        form = json.loads(capsys.readouterr().out)
        budget = each.record.budget
        assert (form["target_s"], form["limit_s"]) == (budget.target_s, budget.limit_s)


def test_clocks_move_and_position_change_the_budgets() -> None:
    first = planned_turns(Question(left_percent=50))
    for other in (
        Question(left_percent=10),
        Question(left_percent=50, opponent_percent=50),
        Question(left_percent=50, move=30),
        Question(left_percent=50, position="8/8/8/4k3/8/8/4P3/4K3 w - - 0 60"),
    ):
        assert planned_turns(other) != first
    assert planned_turns(Question(left_percent=50)) == first


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("control", "nonsense", "position 1"),
        ("control", "1+1" * 100, "at most 120 characters"),
        ("control", "180s/move", "a clock that runs"),
        ("position", "<script>alert(1)</script>", "&lt;script&gt;"),
        ("left_percent", "1e999", "must be a number"),
        ("left_percent", "-1", "0 to 100"),
        ("move", "100000", "1 to 200"),
        ("game", "<b>", "the game must be one of"),
    ],
)
def test_what_is_wrong_is_said_in_the_place_of_the_answer(
    visitor: Visitor, field: str, value: str, words: str
) -> None:
    for path in ("/explore/answer", "/explore"):
        answer = visitor.get(f"{path}?{urlencode({field: value})}")
        assert answer.status == 200
        assert words in answer.text
        assert "<script>alert" not in answer.text


def test_curves_are_made_once_and_kept() -> None:
    curves = Curves()
    question = Question(game="scrabble", control="2:00 -10/min")
    found = curves.of(question)
    assert [each.policy for each in found] == find_game("scrabble").policies()
    assert curves.of(Question(game="scrabble", control="2:00 -10/min", move=9)) is found


def test_curves_are_drawn_with_one_line_for_each_policy(visitor: Visitor) -> None:
    page = visitor.get("/explore/curves?game=scrabble")
    assert page.text.count("<polyline") == 2 * len(find_game("scrabble").policies())


def test_a_game_without_positions_refuses_one() -> None:
    with pytest.raises(SettingError, match="tiles in the bag"):
        planned_turns(Question(game="scrabble", control="2:00", position="900"))
