"""Help: the same by word and by option, with an example everywhere, and free of the language's types."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from zeitnot.cli.app import root, run

WIDTH = 80


def below(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield words, command
    for name, each in getattr(command, "commands", {}).items():
        yield from below(each, (*words, name))


COMMANDS = dict(below(root()))
LEAVES = [words for words, command in COMMANDS.items() if not hasattr(command, "commands")]


def help_of(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> str:
    assert run([*words, "--help"]) == 0
    return capsys.readouterr().out


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))


@pytest.mark.parametrize("words", [(), ("match",), ("scrabble",), ("scrabble", "play")], ids=" ".join)
def test_help_on_a_command_is_the_same_as_its_option(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["help", *words]) == 0
    assert capsys.readouterr().out == help_of(words, capsys)


def test_help_on_a_command_that_does_not_exist_names_those_that_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["help", "mtach"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "'mtach'" in error
    assert "policies, plan, curve" in error


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_help_shows_a_type_of_the_language(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    text = help_of(words, capsys)
    assert not re.search(r"<\w+[\[\w\]]*>|\{[A-Z]", text)
    assert not re.search(r"\b(BOOLEAN|INTEGER|FLOAT|TEXT|PATH)\b", text)


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_every_command_has_an_example_that_fits_a_line(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    doc = COMMANDS[words].help
    examples = [line.strip() for line in doc.splitlines() if line.strip().startswith("zeitnot ")]
    assert examples
    text = help_of(words, capsys)
    whole = [example for example in examples if "15/15/15" not in example]  # a position is what it is
    for example in whole:
        assert f" {example} " in text.replace("\n", " \n"), example
