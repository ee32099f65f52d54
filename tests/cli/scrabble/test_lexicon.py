"""`zeitnot scrabble lexicon`: build, check, info."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.scrabble.command_output import check_refused, examples_of, output_of
from zeitnot.cli.app import run
from zeitnot.scrabble import Lexicon


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a folder with a word list and its lexicon."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words.txt").write_text("# my words\ncat\nDOG\ndogs\n", encoding="utf-8")
    assert run(["scrabble", "lexicon", "build", "words.txt", "-o", "words.kwg"]) == 0
    return tmp_path


def test_a_list_becomes_a_lexicon(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, "lexicon", "build", "words.txt", "-o", "other.kwg")
    assert re.fullmatch(r"3 words in other\.kwg \(0\.\d kB\)\n", text)
    assert Lexicon.open(folder / "other.kwg").words() == ["CAT", "DOG", "DOGS"]


def test_a_good_lexicon_is_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, "lexicon", "check", "words.kwg")
    assert re.fullmatch(r"words\.kwg: good, 3 words, \d+ nodes, DAWG and GADDAG hold the same words\n", text)
    assert json.loads(output_of(capsys, "lexicon", "check", "words.kwg", "--json"))["good"] is True


def test_what_is_in_a_lexicon_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_of(capsys, "lexicon", "info", "words.kwg").splitlines()
    assert lines[0] == "words: 3 words of 7 letters (ACDGOST)"
    assert lines[1].endswith("DAWG and GADDAG")
    assert [line.split()[:2] for line in lines[5:7]] == [["3", "2"], ["4", "1"]]
    form = json.loads(output_of(capsys, "lexicon", "info", "words.kwg", "--json"))
    assert form["words_by_length"] == {"3": 2, "4": 1}
    assert form["gaddag"] is True


def test_without_a_file_the_built_in_lexicon_is_described(capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, "lexicon", "info")
    assert text.startswith("ENABLE1: 168,551 words of 26 letters")
    assert "28,420" in text


def test_an_older_file_stays_when_the_new_one_cannot_be_made(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (folder / "words.kwg").read_bytes()
    (folder / "words.txt").write_text("cat\nd0g\n", encoding="utf-8")
    assert run(["scrabble", "lexicon", "build", "words.txt", "-o", "words.kwg"]) == 2
    assert (folder / "words.kwg").read_bytes() == before
    assert {path.name for path in folder.iterdir()} == {"words.txt", "words.kwg", "words.kwg.letters.json"}


BAD = "cat\nd0g\nDOG\na\n" + "x1\n" * 30


def test_all_words_that_do_not_fit_are_listed_with_their_lines(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bad.txt").write_text(BAD, encoding="utf-8")
    capsys.readouterr()
    assert run(["scrabble", "lexicon", "build", "bad.txt", "-o", "bad.kwg"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "zeitnot: bad.txt, line 2: a word must have letters A to Z, got 'd0g'"
    assert lines[1] == "zeitnot: bad.txt, line 4: a word must have 2 to 21 letters, got 'a'"
    assert lines[20:] == [
        "zeitnot: and 12 more",
        "zeitnot: bad.txt: all words must fit, 32 do not; --skip-bad leaves them out",
    ]
    assert not (folder / "bad.kwg").exists()


def test_words_that_do_not_fit_can_be_left_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bad.txt").write_text(BAD, encoding="utf-8")
    text = output_of(capsys, "lexicon", "build", "bad.txt", "-o", "bad.kwg", "--skip-bad")
    assert re.fullmatch(r"2 words in bad\.kwg \(0\.\d kB\), 32 left out\n", text)
    assert Lexicon.open(folder / "bad.kwg").words() == ["CAT", "DOG"]


SWEDISH = "?,?,2,0,0\n" + "".join(
    f"{sign},{sign.lower()},4,1,{int(sign in 'AEIOU')}\n" for sign in "CATDOGSÅÄ"
)


def test_a_lexicon_knows_the_letters_that_it_was_built_for(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "swedish.csv").write_text(SWEDISH, encoding="utf-8")
    tiles = ["--distribution", "swedish.csv"]
    output_of(capsys, "lexicon", "build", "words.txt", "-o", "swedish.kwg", *tiles)
    assert "3 words" in output_of(capsys, "lexicon", "info", "swedish.kwg", *tiles)
    for other in (["info", "swedish.kwg"], ["info", "words.kwg", *tiles]):
        assert run(["scrabble", "lexicon", *other]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert "must name the 9 letters of 'swedish', which swedish.kwg has, got the 26 of 'english'" in first
    assert "must name the 26 letters of 'english', which words.kwg has, got the 9 of 'swedish'" in second


def test_letters_beside_a_lexicon_of_another_program_say_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "swedish.csv").write_text(SWEDISH, encoding="utf-8")
    output_of(capsys, "lexicon", "build", "words.txt", "-o", "swedish.kwg", "--distribution", "swedish.csv")
    (folder / "swedish.kwg").write_bytes((folder / "words.kwg").read_bytes())
    assert "3 words" in output_of(capsys, "lexicon", "info", "swedish.kwg")
    (folder / "words.kwg.letters.json").write_text("[]", encoding="utf-8")
    assert run(["scrabble", "lexicon", "info", "words.kwg"]) == 2
    assert "words.kwg.letters.json: the letters of a lexicon must be" in capsys.readouterr().err


def test_a_lexicon_of_more_letters_asks_for_its_distribution(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "two.csv").write_text("?,?,2,0,0\nA,a,4,1,1\nC,c,4,1,0\n", encoding="utf-8")
    (folder / "words.kwg.letters.json").unlink()
    assert run(["scrabble", "lexicon", "info", "words.kwg", "--distribution", "two.csv"]) == 2
    error = capsys.readouterr().err
    assert "got letter number 20 in words" in error
    assert "--language must name" in error


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["build", "words.txt"], ["--output"]),
        (["build", "nosuch.txt", "-o", "x.kwg"], ["a word list", "no such file", "'nosuch.txt'"]),
        (["build", "words.kwg", "-o", "x.kwg"], ["a word list", "words.kwg"]),
        (["build", "words.txt", "-o", "nowhere/x.kwg"], ["--output", "no such file"]),
        (["build", "words.txt", "-o", "."], ["--output", "ordinary file"]),
        (["build", "bad.txt", "-o", "x.kwg"], ["bad.txt, line 2", "A to Z", "'d0g'"]),
        (["build", "empty.txt", "-o", "x.kwg"], ["at least one word"]),
        (["check", "nosuch.kwg"], ["a lexicon", "no such file"]),
        (["check", "cut.kwg"], ["cut.kwg", "inside the file"]),
        (["check", "words.txt"], ["words.txt"]),
        (["check"], ["FILE.kwg"]),
        (["info", "cut.kwg"], ["cut.kwg", "inside the file"]),
        (["nosuch"], ["nosuch", "build, check, info"]),
    ],
)
def test_bad_input_is_answered_in_one_line_with_exit_code_2(
    arguments: list[str], said: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bad.txt").write_text("cat\nd0g\n", encoding="utf-8")
    (folder / "empty.txt").write_text("# nothing\n", encoding="utf-8")
    (folder / "cut.kwg").write_bytes((folder / "words.kwg").read_bytes()[:40])
    capsys.readouterr()
    check_refused(capsys, ["lexicon", *arguments], said)


@pytest.mark.parametrize(("command", "count"), [("build", 3), ("check", 1), ("info", 3)])
def test_every_example_in_the_help_runs(command: str, count: int, capsys: pytest.CaptureFixture[str]) -> None:
    examples = examples_of(capsys, "lexicon", command)
    assert len(examples) == count
    for example in examples:
        assert run(example) == 0
        assert capsys.readouterr().out
