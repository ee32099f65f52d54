"""The code of README and docs runs as it stands, and every command on a page exists with its options."""

import doctest
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from tests.docs.page_blocks import PAGES, ROOT, blocks, commands, shown, words_of
from zeitnot.cli.app import root, run
from zeitnot.games.engine_process import GAMES_FOLDER

COMMAND_LINE: Any = root()
CHECKER = doctest.OutputChecker()
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
COMMANDS = {command: name for page, name in zip(PAGES, NAMES, strict=True) for command in commands(page)}


def with_blocks(*languages: str) -> list[str]:
    return [
        name
        for page, name in zip(PAGES, NAMES, strict=True)
        if any(block.reason is None for language in languages for block in blocks(page, language))
    ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new working folder, in the environment that the pages assume."""
    monkeypatch.setenv("PATH", os.pathsep.join((os.environ.get("PATH", ""), GAMES_FOLDER)))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "no-config"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def stripped(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


@pytest.mark.parametrize("name", with_blocks("console", "python"))
def test_the_blocks_of_a_page_run_in_their_order(
    name: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    page = ROOT / name
    for block in blocks(page, "console"):
        for each in shown(block) if block.reason is None else ():
            code = run(words_of(each.command))
            output, error = capfd.readouterr()
            assert code == 0, f"{each.command}: {error}"
            got = stripped(output)
            if each.output:
                assert CHECKER.check_output(stripped(each.output), got, doctest.ELLIPSIS), got
    script = "\n".join(block.text for block in blocks(page, "python") if block.reason is None)
    if script:
        (folder / "page.py").write_text(script, encoding="utf-8")
        result = subprocess.run(
            [sys.executable, "page.py"], capture_output=True, text=True, check=False, timeout=240
        )
        assert result.returncode == 0, result.stderr
        assert result.stdout
        assert result.stderr == ""


@pytest.mark.parametrize("name", with_blocks("pycon"))
def test_the_examples_of_a_page_give_what_it_shows(name: str) -> None:
    text = "\n".join(block.text for block in blocks(ROOT / name, "pycon") if block.reason is None)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(doctest.DocTestParser().get_doctest(text, {}, name, name, 0), out=report.append)
    assert not runner.failures, "".join(report)


def parse(command: str) -> None:
    """Let the command line read a command, without running it."""
    words = words_of(command)
    parser = COMMAND_LINE
    while words and words[0] in getattr(parser, "commands", {}):
        parser = parser.commands[words.pop(0)]
    if hasattr(parser, "commands"):
        assert words[0].startswith("--"), f"no such command: {command}"
    else:
        parser.make_context("zeitnot", words)


@pytest.mark.parametrize(("command", "name"), COMMANDS.items())
def test_a_command_on_a_page_exists_with_its_options(command: str, name: str, folder: Path) -> None:
    for block in blocks(ROOT / name, "toml")[:1]:
        (folder / "match.toml").write_text(block.text, encoding="utf-8")  # as the page calls it
    parse(command)


@pytest.mark.parametrize(
    "command", ["zeitnot nosuch", "zeitnot plan --nosuch", "zeitnot plan -p argo", "zeitnot learn nosuch"]
)
def test_a_command_that_does_not_exist_would_be_noticed(command: str) -> None:
    with pytest.raises((AssertionError, typer.BadParameter.__mro__[1])):
        parse(command)


def test_there_are_commands_and_blocks_on_the_pages() -> None:
    assert len(COMMANDS) > 100
    assert "hard_deadline_s" in blocks(ROOT / "README.md", "python")[0].text
    assert len(with_blocks("console", "python", "pycon")) >= 10
