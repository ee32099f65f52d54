"""What a command prints: text, JSON, the reason for a refusal, the examples in its help."""

import json
import re
import shlex
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from zeitnot.cli.app import run


def output_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run `zeitnot scrabble` with these words, which must succeed, and return what it prints."""
    capsys.readouterr()
    assert run(["scrabble", *words]) == 0, capsys.readouterr().err
    output: str = capsys.readouterr().out
    return output


def form_of(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """Run it with --json, and return the form."""
    form: dict[str, Any] = json.loads(output_of(capsys, *words, "--json"))
    return form


def check_refused(capsys: pytest.CaptureFixture[str], words: Sequence[str], said: Iterable[str]) -> None:
    """Run `zeitnot scrabble` with these words, which must be refused in one line that says all this."""
    capsys.readouterr()
    assert run(["scrabble", *words]) == 2
    output, error = capsys.readouterr()
    assert output == ""
    assert error.startswith("zeitnot: ")
    assert error.count("\n") == 1
    for each in said:
        assert each in error


def examples_of(capsys: pytest.CaptureFixture[str], *command: str) -> list[list[str]]:
    """Return the words of the examples in the help of a command."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "120")
        text = output_of(capsys, *command, "--help").split("Examples")[1]
    return [shlex.split(example) for example in re.findall(r"^ zeitnot (.*?)\s*$", text, flags=re.MULTILINE)]
