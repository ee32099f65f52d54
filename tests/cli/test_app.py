"""The command line as a whole: help, version, colours, and ways to end."""

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import shown_at_terminal
from zeitnot import __version__
from zeitnot.cli.app import root, run
from zeitnot.cli.exits import EXIT_BROKEN_PIPE

ZEITNOT = (sys.executable, "-m", "zeitnot")


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"zeitnot {__version__}\n"


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_help_names_every_command(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 0
    output = capsys.readouterr().out
    for command in ("policies", "plan", "curve"):
        assert command in output


def help_of(command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", "120")
    assert run([*command.split(), "--help"]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("command", ["", "policies", "plan", "curve"])
def test_every_example_in_the_help_runs(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = help_of(command, capsys, monkeypatch)
    examples = re.findall(r"^ zeitnot (.*?)\s*$", text.split("Examples")[1], flags=re.MULTILINE)
    assert len(examples) >= 3
    monkeypatch.chdir(tmp_path)
    for example in examples:
        assert run(shlex.split(example)) == 0
        assert capsys.readouterr().out


def test_every_option_has_a_help_text() -> None:
    for name, command in root().commands.items():
        for option in command.params:
            assert option.help, f"{name} {option.name}"


def test_a_module_run_and_the_command_are_the_same() -> None:
    result = subprocess.run([*ZEITNOT, "--version"], capture_output=True, text=True, check=False, timeout=60)
    assert (result.returncode, result.stdout, result.stderr) == (0, f"zeitnot {__version__}\n", "")


def test_output_that_is_not_a_terminal_has_no_colours() -> None:
    result = subprocess.run(
        [*ZEITNOT, "curve", "--clock", "3+2", "--turns", "5"], capture_output=True, check=False, timeout=60
    )
    assert result.returncode == 0
    assert b"\x1b" not in result.stdout


def test_a_terminal_gets_colours_unless_no_color_is_set() -> None:
    command = ("curve", "--clock", "3+2", "--turns", "5", "--policy", "uniform")
    coloured = re.compile(r"\x1b\[(?:38;|[39][0-7]m)")
    assert coloured.search(shown_at_terminal(*command))
    assert not coloured.search(shown_at_terminal(*command, NO_COLOR="1"))


@pytest.mark.parametrize("arguments", [["policies", "--json"], ["policies"], ["--version"]])
def test_a_reader_that_has_left_is_no_error_to_talk_about(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(
        [*ZEITNOT, *arguments], stdout=writing, stderr=subprocess.PIPE, check=False, timeout=60
    )
    os.close(writing)
    assert (result.returncode, result.stderr) == (EXIT_BROKEN_PIPE, b"")


def test_an_interrupt_ends_quietly_with_130() -> None:
    # The interrupt comes from inside, so that it comes neither too early nor too late.
    script = (
        "import os, signal, sys\n"
        "import zeitnot.clocks\n"
        "def interrupted(text): os.kill(os.getpid(), signal.SIGINT)\n"
        "zeitnot.clocks.TimeControl.parse = interrupted\n"
        "from zeitnot.cli import main\n"
        "sys.argv = ['zeitnot', 'curve', '--clock', '3+2']\n"
        "sys.exit(main())\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    assert (result.returncode, result.stdout, result.stderr) == (128 + signal.SIGINT, "", "")


def test_help_does_not_load_what_only_commands_need() -> None:
    script = (
        "import sys\n"
        "from zeitnot.cli.app import run\n"
        "run(['--help'])\n"
        "heavy = {'chess', 'numpy', 'plotly'}\n"
        "heavy |= {'zeitnot.policies', 'zeitnot.clocks.clock', 'zeitnot.lab.match'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    assert result.stderr.strip() == ""
