"""`zeitnot openings`: lists and books made at the command line."""

import random
import re
import shlex
import signal
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from zeitnot.chess.book import book_move
from zeitnot.chess.openings import Opening, OpeningMaker, read_openings
from zeitnot.cli.app import run

QUICK = ["--plies", "3", "--nodes", "800", "--final-nodes", "1500", "--count", "4"]


def test_a_list_names_its_command_and_the_command_makes_it_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "list.txt"
    assert run(["openings", "make", *QUICK, "--seed", "7", "-o", str(path)]) == 0
    assert re.search(r"4 openings of \d+ drawn in ", capsys.readouterr().out)
    text = path.read_text(encoding="utf-8")
    assert len(read_openings(path)) == 4
    command = text.splitlines()[1].removeprefix("# Made by: zeitnot ")
    assert run(shlex.split(command)) == 0
    assert capsys.readouterr().out == text


@pytest.fixture
def interrupted_after_two(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Interrupt from inside, so that it comes neither too early nor too late."""
    make = OpeningMaker.make

    def two_and_an_interrupt(maker: OpeningMaker, count: int) -> Iterator[Opening]:
        for number, opening in enumerate(make(maker, count)):
            if number == 2:
                signal.raise_signal(request.param)
            yield opening

    monkeypatch.setattr(OpeningMaker, "make", two_and_an_interrupt)


@pytest.mark.parametrize("interrupted_after_two", [signal.SIGINT, signal.SIGTERM], indirect=True)
@pytest.mark.usefixtures("interrupted_after_two")
def test_an_interrupt_keeps_the_openings_made_so_far_and_leaves_an_older_list_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, partial = tmp_path / "list.txt", tmp_path / "list.txt.partial"
    path.write_text("e2e4\n", encoding="utf-8")
    assert run(["openings", "make", *QUICK, "--seed", "7", "-o", str(path)]) == 130
    assert f"interrupted: 2 of 4 openings are kept in {partial}\n" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == "e2e4\n"
    assert len(read_openings(partial)) == 2
    monkeypatch.undo()
    command = partial.read_text(encoding="utf-8").splitlines()[1].removeprefix("# Made by: zeitnot ")
    assert run(shlex.split(command)) == 0
    assert capsys.readouterr().out == partial.read_text(encoding="utf-8")


@pytest.mark.parametrize("interrupted_after_two", [signal.SIGINT], indirect=True)
@pytest.mark.usefixtures("interrupted_after_two")
def test_an_interrupt_writes_the_openings_made_so_far_to_the_output(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["openings", "make", *QUICK]) == 130
    output, error = capsys.readouterr()
    assert len([line for line in output.splitlines() if not line.startswith("#")]) == 2
    assert "interrupted: 2 of 4 openings are kept in the output\n" in error


def test_a_book_is_read_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "small.bin"
    assert run(["openings", "book", "--positions", "4", "--nodes", "800", "-o", str(path)]) == 0
    assert re.fullmatch(r"\d+ moves of 4 positions in .*\n", capsys.readouterr().out)
    assert path.stat().st_size % 16 == 0
    assert book_move(chess.Board(), path, random.Random(1)) is not None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["make", "--count", "none"], ["--count", "whole number"]),
        (["make", "--plies", "0"], ["--plies", "1 or more"]),
        (["make", "--balance", "-1"], ["--balance", "0 or more"]),
        (["make", *QUICK, "--least", "80"], ["least_cp", "must not exceed balance_cp"]),
        (["make", *QUICK, "-o", "nowhere/list.txt"], ["--output", "no such file"]),
        (["book", "--positions", "x"], ["--positions", "whole number"]),
        (["book", "--positions", "1", "--nodes", "500", "-o", "."], ["--output", "ordinary file"]),
        (["nosuch"], ["nosuch", "make, book"]),
    ],
)
def test_bad_input_is_answered_in_one_line(
    arguments: list[str],
    said: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["openings", *arguments]) == 2
    output, error = capsys.readouterr()
    assert output == ""
    assert error.count("\n") == 1
    for words in said:
        assert words in error


@pytest.mark.parametrize("command", ["make", "book"])
def test_every_example_in_the_help_runs(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.chdir(tmp_path)
    assert run(["openings", command, "--help"]) == 0
    text = capsys.readouterr().out.split("Examples")[1]
    examples = re.findall(r"^ zeitnot (.*?)\s*$", text, flags=re.MULTILINE)
    assert len(examples) == 3
    for example in examples:
        assert run(shlex.split(example)) == 0
        assert capsys.readouterr().out
