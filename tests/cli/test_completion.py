"""Shell completion: what real shells offer, and the scripts for the three of them."""

import os
import pty
import select
import shutil
import subprocess
import sys
import time
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


PATIENCE_S = 60


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("completion")
    command = folder / "zeitnot"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m zeitnot "$@"\n')
    command.chmod(0o755)
    for shell in SHELLS:
        shown = subprocess.run(
            [command, "--show-completion", shell],
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE_S,
        )
        (folder / f"completion.{shell}").write_text(shown.stdout)
    return folder / "completion.bash"


def shell_path(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"there is no {name} here")
    return path


def environment(script: Path) -> dict[str, str]:
    return {**os.environ, "PATH": f"{script.parent}{os.pathsep}{os.environ['PATH']}"}


def said_by(script: Path, *command: str) -> str:
    result = subprocess.run(
        command, capture_output=True, text=True, check=True, env=environment(script), timeout=PATIENCE_S
    )
    assert result.stderr == ""
    return result.stdout


def offered(script: Path, words: str) -> list[str]:
    return said_by(script, shell_path("bash"), "--norc", "-c", ASK.format(script=script, words=words)).split()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("zeitnot scrabble an", ["analyse", "anagram"]),
        ("zeitnot play --policy neu", ["neurofish"]),
        ("zeitnot replay data --policies uniform,mag", ["uniform,magpie"]),
    ],
)
def test_a_real_bash_offers_the_right_words(script: Path, words: str, expected: list[str]) -> None:
    assert sorted(offered(script, words)) == sorted(expected)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("zeitnot pl", ["plan", "play"]),
        ("zeitnot plan --mov", ["--moves-to-go"]),
        ("zeitnot match uniform arg", ["argo"]),
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
def test_what_a_shell_asks_for_is_answered_with_the_right_words(
    words: str, expected: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_ZEITNOT_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    with pytest.raises(SystemExit, match=r"^0$"):
        run([])
    assert sorted(capsys.readouterr().out.split()) == sorted(expected)


def test_a_real_fish_offers_the_right_words(script: Path) -> None:
    ask = f"source {script.with_suffix('.fish')}; complete -C 'zeitnot scrabble an'"
    lines = said_by(script, shell_path("fish"), "--no-config", "-c", ask).splitlines()
    assert sorted(line.partition("\t")[0] for line in lines) == ["anagram", "analyse"]


def test_a_real_zsh_completes_a_word(script: Path) -> None:
    """Zsh completes only where somebody types, so it gets a terminal."""
    zsh, (terminal, end) = shell_path("zsh"), pty.openpty()
    setup = f"PS1=; autoload -U compinit; compinit -D -u; source {script.with_suffix('.zsh')}; echo rea''dy\n"
    with subprocess.Popen(
        [zsh, "-f", "-i"], stdin=end, stdout=end, stderr=end, env=environment(script)
    ) as it:
        os.close(end)
        try:
            _typed(terminal, setup, until="ready")
            assert "anagram" in _typed(terminal, "zeitnot scrabble anag\t", until="anagram")
        finally:
            it.kill()
            os.close(terminal)


def _typed(terminal: int, text: str, *, until: str) -> str:
    """Type, and read what the terminal shows until a word comes or patience ends."""
    os.write(terminal, text.encode())
    shown, deadline_s = "", time.monotonic() + PATIENCE_S
    while until not in shown and time.monotonic() < deadline_s:
        if select.select([terminal], [], [], 0.1)[0]:
            shown += os.read(terminal, 4096).decode(errors="replace")
    return shown


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
    result = subprocess.run(
        [shell_path("bash"), "--norc", "-c", f"{script.parent}/zeitnot --show-completion; true"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "SHELL": "/bin/bash"},
        timeout=60,
    )
    assert "complete_bash" in result.stdout
