"""Parameters: what the fields of a policy accept, as values and as texts."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, ClassVar, get_args

import pytest

from zeitnot.errors import SettingError
from zeitnot.policies import PolicyBase, parameters_of
from zeitnot.policies.parameters import (
    Centipawns,
    Count,
    Depth,
    Figure,
    Multiplier,
    Points,
    Range,
    Seconds,
    Share,
    Turns,
    check,
    read_settings,
    with_settings,
)


class Pace(StrEnum):
    """Two values with names."""

    SLOW = "slow"
    FAST = "fast"


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """Base class with a documented parameter."""

    wait_s: Seconds = 1.0
    """Time to wait,
    in two lines."""


@dataclass(frozen=True, kw_only=True)
class Sample(Waiting, PolicyBase):
    """Policy with a parameter of every kind."""

    name: ClassVar[str] = "sample"
    only_in: ClassVar[Mapping[str, str]] = {"tries": "scrabble"}

    tries: Count = 3
    """Number of tries."""
    label: str = "a"
    loud: bool = False
    size: float = 1.0
    most: Annotated[float, Range(0.0, math.inf)] = 1.0
    pace: Pace = Pace.SLOW
    steps: tuple[Count, Count] = (1, 2)
    sizes: tuple[Count, ...] = (1, 2, 3)
    cap_s: Seconds | None = None
    mixed: int | str | None = None
    estimator: object = None

    def __post_init__(self) -> None:
        check(self)


class Bare:
    """Policy without parameters that is no dataclass."""


SAMPLE = parameters_of(Sample)


@pytest.mark.parametrize(
    ("kind", "low", "high"),
    [
        (Seconds, 0.0, 86_400.0),
        (Share, 0.0, 1.0),
        (Multiplier, 0.0, 100.0),
        (Turns, 1.0, 1_000.0),
        (Count, 1, 1_000_000),
        (Depth, 0, 246),
        (Centipawns, 0.0, 100_000.0),
        (Points, 0.0, 10_000.0),
        (Figure, -1e6, 1e6),
    ],
)
def test_every_kind_of_parameter_has_its_range(kind: object, low: float, high: float) -> None:
    assert get_args(kind)[1] == Range(low, high)


def test_fields_that_can_be_written_as_text_are_parameters() -> None:
    names = ["wait_s", "tries", "label", "loud", "size", "most", "pace", "steps", "sizes", "cap_s"]
    assert list(SAMPLE) == names
    assert parameters_of(Sample()) == SAMPLE
    assert parameters_of(Bare) == {}
    assert (SAMPLE["wait_s"].low, SAMPLE["wait_s"].high) == (0.0, 86_400.0)
    assert (SAMPLE["size"].low, SAMPLE["size"].high) == (-math.inf, math.inf)
    assert (SAMPLE["cap_s"].low, SAMPLE["cap_s"].high) == (0.0, 86_400.0)
    assert [name for name, it in SAMPLE.items() if it.several] == ["steps", "sizes"]
    assert [name for name, it in SAMPLE.items() if it.optional] == ["cap_s"]
    assert (SAMPLE["tries"].game, SAMPLE["wait_s"].game) == ("scrabble", "")


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("wait_s", "2.5", 2.5),
        ("wait_s", 2, 2.0),
        ("wait_s", 86_400.0, 86_400.0),
        ("wait_s", 0.0, 0.0),
        ("tries", " 7 ", 7),
        ("tries", 1, 1),
        ("tries", 1_000_000, 1_000_000),
        ("label", "none", "none"),
        ("size", -5.0, -5.0),
        ("size", "1e300", 1e300),
        ("pace", "FAST", Pace.FAST),
        ("pace", Pace.FAST, Pace.FAST),
        ("pace", "slow", Pace.SLOW),
        ("steps", "3,4", (3, 4)),
        ("steps", [3, 4], (3, 4)),
        ("steps", (3, 4), (3, 4)),
        ("cap_s", None, None),
        ("cap_s", " None ", None),
        ("cap_s", "1.5", 1.5),
        *(("loud", text, True) for text in ("true", "yes", "on", "1", "TRUE")),
        *(("loud", text, False) for text in ("false", "no", "off", "0", "Off")),
        ("loud", True, True),
    ],
)
def test_a_value_or_its_text_is_read(name: str, given: object, value: object) -> None:
    read = SAMPLE[name].read(given)
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("wait_s", "soon", "wait_s must be a number from 0 to 86400, got 'soon'"),
        ("wait_s", -0.1, "wait_s must be a number from 0 to 86400, got -0.1"),
        ("wait_s", 86_400.1, "wait_s must be a number from 0 to 86400, got 86400.1"),
        ("wait_s", math.nan, "wait_s must be a number from 0 to 86400, got nan"),
        ("wait_s", None, "wait_s must be a number from 0 to 86400, got None"),
        ("wait_s", True, "wait_s must be a number from 0 to 86400, got True"),
        ("size", 10**400, "size must be a number, got 1000"),
        ("most", "-1", "most must be a number, got '-1'"),
        ("tries", 0, "tries must be a whole number from 1 to 1e+06, got 0"),
        ("tries", "2.5", "tries must be a whole number from 1 to 1e+06, got '2.5'"),
        ("tries", 2.5, "tries must be a whole number from 1 to 1e+06, got 2.5"),
        ("label", 3, "label must be a text, got 3"),
        ("loud", "maybe", "loud must be true or false, got 'maybe'"),
        ("loud", 1, "loud must be true or false, got 1"),
        ("pace", "medium", "pace must be one of slow, fast, got 'medium'"),
        ("pace", 3, "pace must be one of slow, fast, got 3"),
        ("steps", "1", "steps must be 2 values, got '1'"),
        ("steps", [1, 2, 3], "steps must be 2 values, got [1, 2, 3]"),
        ("steps", {1, 2}, "steps must be 2 values, got {1, 2}"),
        ("steps", 5, "steps must be 2 values, got 5"),
        ("steps", [0, 1], "steps must be 2 times a whole number from 1 to 1e+06, got 0"),
    ],
)
def test_a_value_outside_of_its_kind_is_refused_with_what_is_expected(
    name: str, given: object, words: str
) -> None:
    with pytest.raises(SettingError) as error:
        SAMPLE[name].read(given)
    assert str(error.value).startswith(words)


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "none"), ((1, 2), "1,2"), (Pace.FAST, "fast"), (True, "true"), (2.5, "2.5"), ("Ab", "Ab")],
)
def test_a_value_is_written_as_text_that_can_be_read(value: object, text: str) -> None:
    assert SAMPLE["label"].text(value) == text


def test_a_policy_checks_its_own_fields() -> None:
    assert Sample(tries=5).tries == 5
    with pytest.raises(SettingError, match=r"tries must be a whole number from 1 to 1e\+06, got 0"):
        Sample(tries=0)
    text: Any = "5"
    with pytest.raises(SettingError, match=r"tries must be a whole number from 1 to 1e\+06, got '5'"):
        Sample(tries=text)


def test_settings_are_read_by_name_and_an_unknown_name_is_answered_with_the_nearest() -> None:
    assert read_settings(Sample, {"tries": "4", "loud": "on"}) == {"tries": 4, "loud": True}
    with pytest.raises(SettingError, match=r"sample has no parameter 'trys'; did you mean 'tries'\?"):
        read_settings(Sample(), {"trys": 4})
    with pytest.raises(SettingError, match="Bare has no parameter 'x'; see `zeitnot policies Bare`"):
        read_settings(Bare, {"x": 4})


def test_a_copy_has_the_settings_and_without_any_it_is_the_policy_itself() -> None:
    assert with_settings(Sample(), {"tries": "4"}) == Sample(tries=4)
    bare = Bare()
    assert with_settings(bare, {}) is bare


def test_docs_of_fields_are_read_from_the_source_and_from_base_classes() -> None:
    assert SAMPLE["tries"].doc == "Number of tries."
    assert SAMPLE["wait_s"].doc == "Time to wait, in two lines."
    assert SAMPLE["label"].doc == ""


def test_without_a_source_that_can_be_read_there_are_no_docs() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Unparsed:
        label: str = """a
b"""
        """Cannot be parsed alone: a line of the text begins further left than the class."""

    made: Any = dataclass(type("Made", (), {"label": "a", "__annotations__": {"label": str}}))
    lost: Any = dataclass(
        type("Lost", (), {"label": "a", "__annotations__": {"label": str}, "__module__": "no_such_module"})
    )
    for policy in (Unparsed, made, lost):
        assert parameters_of(policy)["label"].doc == ""


@pytest.mark.parametrize("hint", ["NoSuchType", "math.no_such_name", "1 + 'a'"])
def test_a_type_that_cannot_be_read_is_the_policys_fault(hint: str) -> None:
    policy: Any = dataclass(type("Unread", (), {"label": "a", "__annotations__": {"label": hint}}))
    with pytest.raises(SettingError, match="the fields of Unread must have types that can be read"):
        parameters_of(policy)
