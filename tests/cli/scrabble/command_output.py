"""What a command prints, as text or as JSON."""

import json
from typing import Any

import pytest

from zeitnot.cli.app import run


def output_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run `zeitnot` with these words, which must succeed, and return what it prints."""
    capsys.readouterr()
    assert run(list(words)) == 0, capsys.readouterr().err
    output: str = capsys.readouterr().out
    return output


def form_of(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """Run it with --json, and return the form."""
    form: dict[str, Any] = json.loads(output_of(capsys, *words, "--json"))
    return form
