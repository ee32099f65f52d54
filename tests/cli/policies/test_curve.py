"""`zeitnot curve`: table, plot, page and JSON."""

import json
from pathlib import Path
from typing import Any

import pytest

from zeitnot.cli.app import run
from zeitnot.policies import policy_class, policy_names


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["curve", *arguments]) == 0
    return capsys.readouterr().out


def form_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    form: dict[str, Any] = json.loads(output_of(capsys, *arguments, "--json"))
    return form


@pytest.mark.parametrize(("game", "turns"), [("chess", 40), ("scrabble", 12)])
def test_all_policies_that_suit_the_game_play_a_game_of_typical_length(
    game: str, turns: int, capsys: pytest.CaptureFixture[str]
) -> None:
    form = form_of(capsys, "--clock", "3+2", "--game", game)
    assert [curve["policy"] for curve in form["curves"]] == [
        name for name in policy_names() if game in policy_class(name).games
    ]
    for curve in form["curves"]:
        assert len(curve["used_s"]) == len(curve["left_s"]) == turns
        assert sum(curve["used_s"]) + curve["left_s"][-1] == pytest.approx(180 + 2 * turns)
        assert curve["flagged"] == 0


def test_it_says_how_it_read_the_clock(capsys: pytest.CaptureFixture[str]) -> None:
    first = output_of(capsys, "--clock", "3+2", "--policy", "uniform").split("\n")[0]
    assert first == "chess, 40 moves on 3+2, read as 3:00+2; seconds per move:"
    first = output_of(capsys, "--clock", "3:00+2", "--policy", "uniform").split("\n")[0]
    assert first == "chess, 40 moves on 3:00+2; seconds per move:"


def test_the_table_shows_first_last_and_round_moves(capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, "--clock", "3+2", "--policy", "uniform")
    rows = [row.split() for row in text.split("\n")]
    assert ["policy", "move", "1", "10", "20", "30", "40", "used", "left"] in rows
    (uniform,) = [row for row in rows if row[:1] == ["uniform"]]
    assert float(uniform[1]) == pytest.approx((180 - 30 * 0.01) / 30 + 0.9 * 2, abs=0.01)


def test_without_colours_the_lines_of_the_plot_carry_letters(capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, "--clock", "3+2", "--policy", "uniform", "--policy", "argo")
    assert text.rstrip().endswith("a uniform   b argo")
    assert "seconds per move" in text


@pytest.mark.parametrize("width", ["60", "80", "120"])
def test_nothing_is_wider_than_the_terminal(
    width: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    text = output_of(capsys, "--clock", "90+30")
    assert max(map(len, text.split("\n"))) <= int(width)


def test_a_setting_changes_the_curve_of_one_policy(capsys: pytest.CaptureFixture[str]) -> None:
    plain = form_of(capsys, "--clock", "3+2", "--policy", "uniform")["curves"][0]
    hasty = form_of(capsys, "--clock", "3+2", "--policy", "uniform", "--set", "turns_left=90")["curves"][0]
    assert sum(hasty["used_s"]) < sum(plain["used_s"])


def test_the_page_is_written_and_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "curves.html"
    text = output_of(capsys, "--clock", "3+2", "--turns", "5", "--html", str(page))
    assert text.rstrip().endswith(f"written: {page}")
    html = page.read_text(encoding="utf-8")
    assert "Time per move" in html
    assert "Clock left" in html
    assert "3:00+2" in html


def test_json_and_page_can_be_asked_for_together(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "curves.html"
    form = form_of(capsys, "--clock", "3+2", "--turns", "5", "--html", str(page))
    assert form["clock"] == "3:00+2"
    assert page.exists()


def test_the_same_question_has_the_same_answer(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (output_of(capsys, "--clock", "5+0", "--turns", "20") for _ in range(2))
    assert first == second


def test_the_game_may_be_written_with_a_capital(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["curve", "-c", "1+0", "-g", "Chess", "-p", "argo", "--turns", "3"]) == 0
    assert capsys.readouterr().out.startswith("chess, 3 moves")


def test_a_policy_for_another_game_is_shown_with_a_word_about_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["curve", "-c", "1+0", "-p", "magpie", "-p", "argo", "--turns", "3"]) == 0
    said = capsys.readouterr()
    assert said.err == "zeitnot: magpie is not made for chess but for scrabble\n"
    assert "magpie" in said.out
