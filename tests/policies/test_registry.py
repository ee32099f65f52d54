"""Policies by name, with plug-ins of all kinds installed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from zeitnot.clocks import ClockReading
from zeitnot.errors import DataError, SettingError, UnknownPolicyError
from zeitnot.models import make_manager
from zeitnot.policies import left_out, plain_policy, policy_names, registry
from zeitnot.policies.uniform import Uniform

MODULE = """
from dataclasses import dataclass
from zeitnot.errors import DataError
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

class Numbered(Plain, PolicyBase):
    games = ("chess", 3)

class OddPreset(Plain, PolicyBase):
    presets = {"a": {}, "b": 3}

class OddOnlyIn(Plain, PolicyBase):
    only_in = 3

class OddPersonal(Plain, PolicyBase):
    personal = 3

class Planless:
    def monitor(self, turn, budget): return Uniform().monitor(turn, budget)

class Interrupting(Plain):
    def __init__(self): raise KeyboardInterrupt

class Refusing(Plain):
    def __init__(self): raise DataError("no such file")

instance = Plain()

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
numbered = plugged_in_for_tests:Numbered
odd-preset = plugged_in_for_tests:OddPreset
odd-only-in = plugged_in_for_tests:OddOnlyIn
odd-personal = plugged_in_for_tests:OddPersonal
planless = plugged_in_for_tests:Planless
instance = plugged_in_for_tests:instance
interrupting = plugged_in_for_tests:Interrupting
interrupted = interrupted_for_tests:Policy
refusing = plugged_in_for_tests:Refusing
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
    (tmp_path / "interrupted_for_tests.py").write_text("raise KeyboardInterrupt")
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
        ("numbered", r"must declare games as a tuple of texts, got \('chess', 3\)"),
        ("odd-preset", r"must declare every preset as a mapping, got \{'a': \{\}, 'b': 3\}"),
        ("odd-only-in", "must declare only_in as a mapping, got 3"),
        ("odd-personal", "must declare personal as a mapping, got 3"),
        ("planless", "must be a class with plan and monitor, got <class"),
        ("instance", "must be a class with plan and monitor, got <plugged_in_for_tests"),
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


@pytest.mark.parametrize("name", ["interrupting", "interrupted"])
def test_the_users_interrupt_is_no_fault_of_a_plug_in(name: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        plain_policy(name)


def test_an_error_of_this_package_is_passed_on() -> None:
    with pytest.raises(DataError, match=r"^no such file$"):
        plain_policy("refusing")


def test_an_unknown_name_is_answered_with_the_nearest_or_with_all() -> None:
    with pytest.raises(UnknownPolicyError, match=r"no such policy: 'unifrom'; did you mean 'uniform'\?"):
        plain_policy("unifrom")
    with pytest.raises(
        UnknownPolicyError, match=r"no such policy: 'xyz'; there are uniform, magpie, .*, wanting$"
    ):
        plain_policy("xyz")


def test_built_in_policies_are_listed_first_and_plug_ins_by_name() -> None:
    built_in = registry.built_in_names()
    assert built_in[:2] == ("uniform", "magpie")
    plugged_in = policy_names()[len(built_in) :]
    assert policy_names()[: len(built_in)] == built_in
    assert list(plugged_in) == sorted(plugged_in)
    assert {"plain", "missing"} <= set(plugged_in)
    assert registry.plug_in_value("plain") == "plugged_in_for_tests:Plain"
    assert registry.plug_in_value("uniform") == ""


def test_of_two_plug_ins_with_one_name_the_second_is_left_out(tmp_path: Path) -> None:
    info = tmp_path / "second_for_tests-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: second-for-tests\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[zeitnot.policies]\nplain = second_for_tests:Plain\n")
    registry._plugged_in.cache_clear()
    values = {"plugged_in_for_tests:Plain", "second_for_tests:Plain"}
    (other,) = values - {registry.plug_in_value("plain")}
    words = f"plug-in 'plain' ({other}) is left out: another plug-in has that name"
    assert [sentence for sentence in left_out() if "'plain'" in sentence] == [words]


def test_explicit_settings_override_those_of_a_preset() -> None:
    wanted = {"preset": "flagging", "reserve_s": 3.0}
    assert registry.with_preset("neurofish", wanted) == {
        **registry.presets_of("neurofish")["flagging"],
        "reserve_s": 3.0,
    }
    assert wanted["preset"] == "flagging"
    assert registry.with_preset("neurofish", {"reserve_s": 3.0}) == {"reserve_s": 3.0}


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
