"""Settings of policies as texts: TOML tables, words, pairs, environment variables."""

import pytest

from zeitnot.errors import SettingError
from zeitnot.policies.settings import (
    from_environment,
    layers,
    parse_pairs,
    parse_policy,
    parse_toml,
    parse_words,
    unknown_variables,
)

POLICIES = ("textbook", "textbook-complete", "argo")


def test_tables_of_policies_are_read_and_an_empty_text_has_none() -> None:
    assert parse_toml("[policies.argo]\ndrop_cp = 40.0\n", source="a.toml") == {"argo": {"drop_cp": 40.0}}
    assert parse_toml("", source="a.toml") == {}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[policies", "a.toml must be TOML"),
        ("[policy.argo]\ndrop_cp = 40.0\n", "nothing else, got 'policy'"),
        ("[policies.argo]\n[other]\n", "nothing else, got 'other'"),
        ("policies = 3\n", "a.toml must hold tables [policies.NAME], got 3"),
        ("[policies]\nargo = 3\n", "a.toml must hold tables [policies.NAME], got {'argo': 3}"),
        ("[policies]\nargo = 3\n[policies.uniform]\n", "must hold tables [policies.NAME], got {'argo': 3"),
    ],
)
def test_a_text_that_is_something_else_is_refused(text: str, words: str) -> None:
    with pytest.raises(SettingError) as error:
        parse_toml(text, source="a.toml")
    assert words in str(error.value)


def test_words_are_split_at_their_first_equals_sign() -> None:
    assert parse_words(["a=1", " b = x=y ", "c="]) == {"a": "1", "b": "x=y", "c": ""}
    for word in ("a", "=1", " =1"):
        with pytest.raises(SettingError, match=f"a setting must be key=value, got '{word}'"):
            parse_words([word])


def test_a_policy_is_a_name_with_pairs_and_a_word_without_equals_continues_a_list() -> None:
    assert parse_policy(" argo ") == ("argo", {})
    assert parse_policy("argo: drop_cp = 40, moves=1, 2 ,3") == ("argo", {"drop_cp": "40", "moves": "1,2,3"})
    assert parse_pairs("a=1,,b=2", of="x") == {"a": "1", "b": "2"}


@pytest.mark.parametrize(("pairs", "word"), [("a", "a"), ("=1", "=1"), ("a=1,=2", "=2"), ("3,a=1", "3")])
def test_pairs_without_a_key_are_refused(pairs: str, word: str) -> None:
    with pytest.raises(SettingError, match=f"must be KEY=VALUE, got '{word}' in 'argo:{pairs}'"):
        parse_policy(f"argo:{pairs}")


def test_variables_belong_to_the_policy_with_the_longest_name() -> None:
    environ = {
        "ZEITNOT_TEXTBOOK_LOW_S": "1",
        "ZEITNOT_TEXTBOOK_COMPLETE_MOVES_LEFT": "35",
        "ZEITNOT_ARGO_DROP_CP": "40",
        "PATH": "/bin",
    }
    assert from_environment("textbook", environ, policies=POLICIES) == {"low_s": "1"}
    assert from_environment("textbook-complete", environ, policies=POLICIES) == {"moves_left": "35"}
    assert from_environment("argo", environ, policies=POLICIES) == {"drop_cp": "40"}


def test_variables_of_no_policy_are_listed_unless_they_are_no_settings() -> None:
    environ = dict.fromkeys(
        ("ZEITNOT_ERGO_LOW_S", "ZEITNOT_ARGO_LOW_S", "ZEITNOT_DEBUG", "ZEITNOT_A_B", "OTHER_ERGO_LOW_S"), "1"
    )
    assert unknown_variables(environ, policies=POLICIES) == ["ZEITNOT_A_B", "ZEITNOT_ERGO_LOW_S"]


def test_words_win_over_the_environment_and_that_over_the_file() -> None:
    tables = {"argo": {"a": 1, "b": 1, "c": 1}, "textbook": {"d": 1}}
    environ = {"ZEITNOT_ARGO_B": "2", "ZEITNOT_ARGO_C": "2"}
    said = layers("argo", policies=POLICIES, tables=tables, environ=environ, words=["c=3"])
    assert said == {
        "file": {"a": 1, "b": 1, "c": 1},
        "environment": {"b": "2", "c": "2"},
        "--set": {"c": "3"},
    }
    assert not any(layers("argo").values())
