"""Shell completion: what a real bash offers, and the scripts for the three shells."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from zeitnot.cli.app import run
from zeitnot.cli.completion import SHELLS

ASK = """
source {script}
COMP_WORDS=({words})
COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 ))
_zeitnot_completion zeitnot
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
"""What bash does when TAB is pressed behind the words."""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("completion")
    command = folder / "zeitnot"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m zeitnot "$@"\n')
    command.chmod(0o755)
    shown = subprocess.run(
        [command, "--show-completion", "bash"], capture_output=True, text=True, check=True, timeout=60
    )
    path = folder / "completion.sh"
    path.write_text(shown.stdout)
    return path


def offered(script: Path, words: str) -> list[str]:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash here")
    result = subprocess.run(
        [bash, "--norc", "-c", ASK.format(script=script, words=words)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PATH": f"{script.parent}{os.pathsep}{os.environ['PATH']}"},
        timeout=60,
    )
    assert result.stderr == ""
    return result.stdout.split()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("zeitnot pl", ["plan", "play"]),
        ("zeitnot scrabble an", ["analyse", "anagram"]),
        ("zeitnot plan --mov", ["--moves-to-go"]),
        ("zeitnot play --policy neu", ["neurofish"]),
        ("zeitnot match uniform arg", ["argo"]),
        ("zeitnot replay data --policies uniform,mag", ["uniform,magpie"]),
        (
            "zeitnot uci --policy neurofish --preset s",
            ["score-instability", "shallow-search", "stop-between-depths", "stop-mid-move"],
        ),
        ("zeitnot curve --game sc", ["scrabble"]),
        ("zeitnot --show-completion f", ["fish"]),
        ("zeitnot help scr", ["scrabble"]),
        ("zeitnot help scrabble anag", ["anagram"]),
    ],
)
def test_a_real_bash_offers_the_right_words(script: Path, words: str, expected: list[str]) -> None:
    assert sorted(offered(script, words)) == sorted(expected)


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_its_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--show-completion", shell]) == 0
    text = capsys.readouterr().out
    assert f"_ZEITNOT_COMPLETE=complete_{shell}" in text


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_is_installed_where_the_shell_looks(
    shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert run(["--install-completion", shell]) == 0
    said = capsys.readouterr().out
    path = Path(said.split(" is in ")[1].split(";")[0])
    assert path.is_relative_to(tmp_path)
    assert "_ZEITNOT_COMPLETE" in path.read_text(encoding="utf-8")


def test_a_shell_that_is_none_is_answered_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--show-completion", "tcsh"]) == 2
    assert capsys.readouterr().err == (
        "zeitnot: --show-completion must name one of bash, zsh, fish, got 'tcsh'\n"
    )


def test_without_a_name_it_is_the_shell_of_the_user(script: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash here")
    result = subprocess.run(
        [bash, "--norc", "-c", f"{script.parent}/zeitnot --show-completion; true"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "SHELL": "/bin/bash"},
        timeout=60,
    )
    assert "complete_bash" in result.stdout
