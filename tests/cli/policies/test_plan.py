"""`zeitnot plan`: the budget, its trail, and what the guard made of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from zeitnot.cli.app import run
from zeitnot.turns import Budget, from_json_form

NEUROFISH = ["--policy", "neurofish", "--clock", "3:00+2"]
MAGPIE = ["--policy", "magpie", "--clock", "25:00 -10/min"]


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["plan", *arguments]) == 0
    return capsys.readouterr().out


def form_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    form: dict[str, Any] = json.loads(output_of(capsys, *arguments, "--json"))
    return form


@pytest.mark.source("N3.worked", "N4.soft", "N4.hard")
def test_the_worked_example_is_shown_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, *NEUROFISH, "--remaining", "180", "--moves-to-go", "40")
    assert text.startswith("neurofish on 3:00+2: 3:00 left, 2 s after the move, 40 moves to go\n")
    rows = [" ".join(row.split()) for row in text.split("\n")]
    assert "reserve -1.5 s 178.5 s 178.5 s" in rows
    assert "hard stop x1.5 8.344 s" in rows
    assert "guard: nothing to change" in rows
    assert "granted 5.562 s 8.344 s" in rows


@pytest.mark.source("N3.worked")
def test_json_holds_the_budget_as_the_library_reads_it_back(capsys: pytest.CaptureFixture[str]) -> None:
    form = form_of(capsys, *NEUROFISH, "--moves-to-go", "40")
    budget = from_json_form(Budget, form["budget"])
    assert budget.target_s == form["target_s"] == pytest.approx(5.5625)
    assert budget.limit_s == form["limit_s"] == pytest.approx(8.34375)
    assert form["clock"] == "3:00+2"
    assert form["fault"] == ""


def test_the_whole_clock_is_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert form_of(capsys, *NEUROFISH)["turn"]["clock"]["remaining_s"] == 180.0


@pytest.mark.parametrize("text", ["150", "2:30", "2m30s"])
def test_remaining_time_is_read_as_people_write_it(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    form = form_of(capsys, *NEUROFISH, "--remaining", text, "--opponent", text)
    assert form["turn"]["clock"]["remaining_s"] == 150.0
    assert form["turn"]["opponent"]["remaining_s"] == 150.0
    assert form["turn"]["initial_s"] == 180.0


def test_a_fen_gives_features_and_ply(capsys: pytest.CaptureFixture[str]) -> None:
    fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    turn = form_of(capsys, *NEUROFISH, "--fen", fen)["turn"]
    assert turn["ply"] == 4
    assert (turn["features"]["type"], turn["features"]["legal_moves"]) == ("ChessFeatures", 27)
    assert form_of(capsys, *NEUROFISH, "--fen", fen, "--ply", "7")["turn"]["ply"] == 7


def test_scrabble_options_give_scrabble_features_and_a_split(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--bag", "10", "--gap", "0.3", "--competitive", "4", "--spread", "-12"]
    features = form_of(capsys, *MAGPIE, *options)["turn"]["features"]
    assert features["bag_tiles"] == 10
    assert features["gap_pts"] == 0.3
    assert features["competitive_moves"] == 4
    assert features["score_difference_pts"] == -12
    text = output_of(capsys, *MAGPIE, *options)
    assert "\nsplit " in text
    assert "move generation" in text


def test_what_the_guard_clips_is_shown_as_its_doing(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [*MAGPIE, "--bag", "1", "--remaining", "60"]
    rows = [" ".join(row.split()) for row in output_of(capsys, *arguments).split("\n")]
    assert any(row.startswith("guard: what the clock can bear <=") for row in rows)
    form = form_of(capsys, *arguments)
    assert form["before_guard"]["limit_s"] > form["limit_s"]


def test_a_clock_that_is_over_grants_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    form = form_of(capsys, *NEUROFISH, "--remaining", "-3")
    assert form["target_s"] == form["limit_s"] == 0.0
    assert "-0:03 left" in output_of(capsys, *NEUROFISH, "--remaining", "-3")


@pytest.mark.parametrize(
    ("clock", "limit_s", "words"),
    [
        ("infinite", "inf", "unlimited left"),
        ("depth 7", "inf", "depth 7, no clock"),
        ("5s/move", 5.0, "5 s for the move"),
    ],
)
def test_controls_without_a_clock_are_planned_too(
    clock: str, limit_s: float | str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert form_of(capsys, "--policy", "argo", "--clock", clock)["limit_s"] == limit_s
    assert words in output_of(capsys, "--policy", "argo", "--clock", clock)


def test_a_set_parameter_changes_the_plan(capsys: pytest.CaptureFixture[str]) -> None:
    plain = form_of(capsys, *NEUROFISH)["target_s"]
    changed = form_of(capsys, *NEUROFISH, "--set", "overhead_s=0.25", "--set", "reserve_s=1.5")["target_s"]
    assert changed == pytest.approx(plain + 0.25)


def test_a_preset_is_the_sum_of_its_settings(capsys: pytest.CaptureFixture[str]) -> None:
    preset = form_of(capsys, *NEUROFISH, "--preset", "flagging")
    by_hand = form_of(
        capsys,
        *NEUROFISH,
        *("--set", "reserve_s=2", "--set", "preferred_depth=4"),
        *("--set", "emergency_reserve_s=1", "--set", "quiescence_share=0.25"),
    )
    assert preset["budget"] == by_hand["budget"]
    assert preset["target_s"] != form_of(capsys, *NEUROFISH)["target_s"]


def test_settings_that_differ_are_listed_with_what_they_are_otherwise(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = [" ".join(row.split()) for row in output_of(capsys, *NEUROFISH).split("\n")]
    assert "quiescence: budget share 0.35 (else no limit)" in rows
    assert "aspiration: widens later yes (else no)" in rows
    assert not any(row.startswith("maximum depth") for row in rows)


@pytest.mark.parametrize("width", ["60", "80", "120"])
def test_the_table_keeps_to_the_width_of_the_terminal(
    width: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    for arguments in (NEUROFISH, [*MAGPIE, "--bag", "10", "--gap", "0.3"]):
        assert max(map(len, output_of(capsys, *arguments).split("\n"))) <= int(width)


@pytest.mark.source("G5.first_move")
def test_without_a_position_the_first_one_of_the_game_is_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "-p", "mergen", "-c", "3+2", "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert form["target_s"] == pytest.approx(2.8, abs=0.05)
    assert form["limit_s"] == pytest.approx(7.0, abs=0.05)
    assert run(["plan", "-p", "magpie", "-c", "25:00 -10/min", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["turn"]["features"]["bag_tiles"] == 86


def test_the_ply_sets_the_number_of_the_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "-p", "mergen", "-c", "3+2", "--ply", "28", "--json"]) == 0
    turn = json.loads(capsys.readouterr().out)["turn"]
    assert (turn["ply"], turn["features"]["move_number"]) == (28, 15)


def test_a_settings_file_that_acts_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "zeitnot.toml").write_text("[policies.mergen]\nline_share = 0.4\n", encoding="utf-8")
    assert run(["plan", "-p", "mergen", "-c", "3+2"]) == 0
    assert "settings from zeitnot.toml" in capsys.readouterr().out
    assert run(["plan", "-p", "argo", "-c", "3+2"]) == 0
    assert "settings from" not in capsys.readouterr().out


def test_a_misspelt_variable_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZEITNOT_ARGOO_OVERHEAD_S", "1")
    assert run(["plan", "-p", "argo", "-c", "3+2"]) == 0
    assert "ZEITNOT_ARGOO_OVERHEAD_S is a setting of no policy and ignored" in capsys.readouterr().err
