"""`zeitnot policies`."""

import json

import pytest

from zeitnot.cli.app import run
from zeitnot.policies import parameters_of, policy_class, policy_names


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["policies", *arguments]) == 0
    return capsys.readouterr().out


def test_every_policy_is_in_the_table_with_its_games_and_presets(capsys: pytest.CaptureFixture[str]) -> None:
    table = output_of(capsys)
    for name in policy_names():
        assert name in table
    assert "scrabble" in table
    assert "presets: flagging, shallow-search" in table


@pytest.mark.parametrize("width", ["80", "120"])
def test_the_table_keeps_to_the_width_of_the_terminal(
    width: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    for name in ("", *policy_names()):
        assert max(map(len, output_of(capsys, *filter(None, [name])).split("\n"))) <= int(width)


@pytest.mark.parametrize("name", policy_names())
def test_every_parameter_of_a_policy_is_shown_with_its_default(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    text = output_of(capsys, name)
    for parameter in parameters_of(policy_class(name)).values():
        assert f"\n{parameter.name} = {parameter.text(parameter.default)}  " in text
        assert parameter.doc in text


def test_ranges_and_presets_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, "neurofish")
    assert "reserve_s = 1.5  0 .. 86400" in text
    assert "preset flagging\n    " in text
    assert "ZEITNOT_NEUROFISH_" in text


def test_json_lists_every_policy_with_its_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    forms = {form["name"]: form for form in json.loads(output_of(capsys, "--json"))}
    assert list(forms) == list(policy_names())
    uniform = {parameter["name"]: parameter for parameter in forms["uniform"]["parameters"]}
    assert uniform["turns_left"]["default"] == 30.0
    assert (uniform["turns_left"]["low"], uniform["turns_left"]["high"]) == (1.0, 1000.0)


def test_json_of_one_policy_is_that_policy(capsys: pytest.CaptureFixture[str]) -> None:
    form = json.loads(output_of(capsys, "neurofish", "--json"))
    assert form["name"] == "neurofish"
    assert form["games"] == ["chess"]
    assert form["presets"]["flagging"]["reserve_s"] == 2.0
