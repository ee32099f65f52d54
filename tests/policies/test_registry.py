"""Policies by name, with plug-ins of all kinds installed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError, UnknownPolicyError
from zeitnot.models import make_manager
from zeitnot.policies import left_out, plain_policy, policy_names, registry
from zeitnot.policies.uniform import Uniform

MODULE = """
from dataclasses import dataclass
from zeitnot.policies import PolicyBase, Uniform

class Plain:
    def plan(self, turn): return Uniform().plan(turn)
    def monitor(self, turn, budget): return Uniform().monitor(turn, budget)

class Raising(Plain):
    def __init__(self): raise OSError("no model file")

class Wanting(Plain):
    def __init__(self, model): pass

class Undeclared(Plain):
    presets = {"a": {}}

class Odd(Plain, PolicyBase):
    presets = ["a"]

class Played(Plain, PolicyBase):
    games = "chess"

class Declared(Plain, PolicyBase):
    games = ("scrabble",)
    presets = {"none": {}}

@dataclass(frozen=True, kw_only=True)
class Required(Plain):
    share: float

@dataclass(frozen=True)
class Unread(Plain):
    share: "NoSuchType" = 1.0
"""
POINTS = """
[zeitnot.policies]
plain = plugged_in_for_tests:Plain
raising = plugged_in_for_tests:Raising
wanting = plugged_in_for_tests:Wanting
odd = plugged_in_for_tests:Odd
played = plugged_in_for_tests:Played
undeclared = plugged_in_for_tests:Undeclared
declared = plugged_in_for_tests:Declared
required = plugged_in_for_tests:Required
unread = plugged_in_for_tests:Unread
missing = no_such_module_for_tests:Policy
uniform = plugged_in_for_tests:Plain
"""


@pytest.fixture(autouse=True)
def plug_ins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a package with policies, as far as entry points go."""
    info = tmp_path / "plugged_in_for_tests-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugged-in-for-tests\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    (tmp_path / "plugged_in_for_tests.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    registry._plugged_in.cache_clear()
    yield
    registry._plugged_in.cache_clear()


def test_a_class_that_is_no_dataclass_makes_a_policy() -> None:
    assert type(plain_policy("plain")).__name__ == "Plain"
    assert type(plain_policy("declared", {"preset": "none"})).__name__ == "Declared"


def test_a_class_that_has_only_plan_and_monitor_is_for_every_game() -> None:
    hooks = registry.policy_hooks("plain")
    assert hooks.plays("chess")
    assert hooks.plays("scrabble")
    assert not registry.policy_hooks("declared").plays("chess")
    assert make_manager("plain").begin(clock=ClockReading(remaining_s=60.0)).fault == ""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("undeclared", r"must inherit from zeitnot\.PolicyBase to declare presets"),
        ("odd", r"must declare presets as a mapping, got \['a'\]"),
        ("played", "must declare games as a tuple of texts, got 'chess'"),
    ],
)
def test_hooks_that_are_not_as_declared_are_refused(name: str, words: str) -> None:
    with pytest.raises(UnknownPolicyError, match=words):
        plain_policy(name)


def test_settings_of_a_class_without_parameters_are_refused() -> None:
    with pytest.raises(SettingError, match="Plain has no parameter 'share'; see `zeitnot policies Plain`"):
        plain_policy("plain", {"share": 1.0})
    with pytest.raises(SettingError, match="plain has no presets, got 'a'"):
        plain_policy("plain", {"preset": "a"})


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("raising", "policy 'raising' must be made from its settings alone: OSError: no model file"),
        ("wanting", "policy 'wanting' must be made from its settings alone: TypeError: .*'model'"),
        ("required", "policy 'required' must be made from its settings alone: TypeError: .*'share'"),
        ("unread", "the fields of Unread must have types that can be read: name 'NoSuchType'"),
    ],
)
def test_a_class_that_cannot_be_made_says_why(name: str, words: str) -> None:
    with pytest.raises(SettingError, match=words):
        plain_policy(name)


def test_a_parameter_without_a_default_can_be_set() -> None:
    policy: Any = plain_policy("required", {"share": "0.5"})
    assert policy.share == 0.5


def test_a_module_that_is_missing_is_the_plug_ins_fault() -> None:
    with pytest.raises(
        UnknownPolicyError, match=r"policy 'missing' \(no_such_module_for_tests:Policy\) cannot"
    ):
        plain_policy("missing")


def test_a_plug_in_cannot_take_a_built_ins_name_and_is_told_so() -> None:
    assert isinstance(plain_policy("uniform"), Uniform)
    assert policy_names().count("uniform") == 1
    words = "plug-in 'uniform' (plugged_in_for_tests:Plain) is left out: a built-in policy has that name"
    assert words in left_out()


@pytest.mark.parametrize("preset", [["flagging"], 3, {"a": 1}, "no-such"])
def test_a_preset_must_be_the_name_of_one(preset: object) -> None:
    with pytest.raises(SettingError, match=r"preset of neurofish must be one of flagging, .*, got"):
        plain_policy("neurofish", {"preset": preset})


def test_a_long_list_of_parameters_is_not_recited() -> None:
    with pytest.raises(
        SettingError, match="neurofish has no parameter 'zzz'; see `zeitnot policies neurofish`"
    ):
        plain_policy("neurofish", {"zzz": 1})
