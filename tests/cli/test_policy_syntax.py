"""A policy is written in one way wherever one is named: NAME or NAME:KEY=VALUE,KEY=VALUE."""

import json
import os
import sys

import pytest

from tests.chess.proxy.fixtures_proxy import scripted
from tests.chess.uci_process import UciProcess
from zeitnot.cli.app import run
from zeitnot.errors import SettingError
from zeitnot.policies import parse_policy

PLAN = ["plan", "--clock", "3:00+2", "--json", "--policy"]
CGP = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0"


@pytest.mark.parametrize(
    ("text", "name", "settings"),
    [
        ("uniform", "uniform", {}),
        (" uniform : turns_left = 20 ", "uniform", {"turns_left": "20"}),
        ("argo:", "argo", {}),
        (
            "learned:chess_model=a:b=c.npz,price_factor=2",
            "learned",
            {"chess_model": "a:b=c.npz", "price_factor": "2"},
        ),
        (
            "magpie:gap_factors=0.3,0.6,1.5,alpha=0.2",
            "magpie",
            {"gap_factors": "0.3,0.6,1.5", "alpha": "0.2"},
        ),
    ],
)
def test_a_policy_is_read_with_its_settings(text: str, name: str, settings: dict[str, str]) -> None:
    assert parse_policy(text) == (name, settings)


@pytest.mark.parametrize("text", ["uniform:20", "uniform:=20", "uniform:20,turns_left=3"])
def test_settings_without_a_key_are_refused(text: str) -> None:
    with pytest.raises(SettingError, match="settings of a policy must be KEY=VALUE, got "):
        parse_policy(text)


def planned(*words: str, capsys: pytest.CaptureFixture[str]) -> float:
    assert run([*PLAN, *words]) == 0
    return float(json.loads(capsys.readouterr().out)["target_s"])


def test_plan_takes_settings_with_the_policy_and_set_wins(capsys: pytest.CaptureFixture[str]) -> None:
    plain = planned("uniform", capsys=capsys)
    quick = planned("uniform:turns_left=100", capsys=capsys)
    assert quick < plain
    assert planned("uniform", "--set", "turns_left=100", capsys=capsys) == quick
    assert planned("uniform:turns_left=2", "--set", "turns_left=100", capsys=capsys) == quick


def test_curve_takes_the_same_policy_with_different_settings(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["curve", "-c", "3+2", "--turns", "3", "--json", "-p", "uniform", "-p", "uniform:turns_left=100"]
    assert run(words) == 0
    plain, quick = json.loads(capsys.readouterr().out)["curves"]
    assert (plain["policy"], quick["policy"]) == ("uniform", "uniform:turns_left=100")
    assert quick["used_s"][0] < plain["used_s"][0]


def test_scrabble_takes_settings_with_the_policy(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "scrabble",
        "think",
        CGP,
        "--clock",
        "0:20",
        "--work",
        "10",
        "--json",
        "--threads",
        "1",
    ]
    used_s = []
    for policy in ("uniform:tiles_per_turn=1", "uniform:tiles_per_turn=20"):
        assert run([*words, "--policy", policy]) == 0
        form = json.loads(capsys.readouterr().out)
        assert form["policy"] == policy
        used_s.append(form["used_s"])
    assert used_s[1] > 5 * used_s[0]


@pytest.mark.parametrize(
    "words",
    [
        ["plan", "--clock", "3+2", "--policy"],
        ["curve", "--clock", "3+2", "--policy"],
        ["play", "--clock", "3+2", "--policy"],
        ["uci", "--policy"],
        ["wrap", "--engine", "stockfish", "--policy"],
        ["scrabble", "think", CGP, "--policy"],
        ["scrabble", "play", "--policy"],
        ["scrabble", "autoplay", "--games", "2", "--clock", "0:20", "--policy"],
        ["scrabble", "autoplay", "--games", "2", "--clock", "0:20", "--against"],
    ],
    ids=" ".join,
)
def test_a_wrong_setting_is_refused_in_one_line_by_every_command(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with open(os.devnull, encoding="utf-8") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        assert run([*words, "uniform:turnsleft=20"]) == 2
    errors = capfd.readouterr().err
    assert errors.startswith(
        "zeitnot: --policy: uniform has no parameter 'turnsleft'; did you mean 'turns_left'?"
    )
    assert errors.count("\n") == 1


def test_an_engine_and_a_proxy_play_by_settings_named_with_the_policy() -> None:
    program, *words = scripted("sound")
    arguments = [f"--engine-arg={word}" for word in words]
    for command, options in (("uci", ()), ("wrap", ("--engine", program, *arguments))):
        with UciProcess(*options, "--policy", "uniform:turns_left=17", command=command) as engine:
            lines = engine.ask("uci", until="uciok")
            assert "option name uniform.turns_left type string default 17.0" in lines
