"""`zeitnot emit`: a manager as one source file."""

from pathlib import Path

import pytest

from zeitnot.cli.app import run


def test_a_file_and_its_vectors_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, vectors = tmp_path / "timeman.h", tmp_path / "vectors.txt"
    words = ["--policy", "textbook:low_s=20", "--set", "moves_left=25", "--lang", "c"]
    assert run(["emit", *words, "-o", str(source), "--vectors", str(vectors), "--turns", "10"]) == 0
    text = source.read_text()
    assert "`zeitnot emit --policy textbook:low_s=20 --set moves_left=25 --lang c`" in " ".join(
        line.removeprefix("// ") for line in text.splitlines()
    )
    assert "ZEITNOT_LOW_S = 20.0;" in text
    assert "ZEITNOT_MOVES_LEFT = 25.0;" in text
    assert vectors.read_text().count("\nbegin ") >= 10
    assert "10 turns" in capsys.readouterr().err


def test_without_a_file_the_source_is_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["emit", "--policy", "textbook", "--preset", "listing", "--lang", "rust"]) == 0
    assert "const REPEATS: bool = true;" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--policy", "argo", "--lang", "c"], "learned, textbook, stockfish, got 'argo'"),
        (["--policy", "nosuch", "--lang", "c"], "got 'nosuch'"),
        (["--lang", "java"], "c, cpp, rust, got 'java'"),
        (["--lang", "c", "--profile", "nosuch"], "stockfish-15.1"),
        (["--lang", "c", "--policy", "textbook", "--profile", "stockfish-15.1"], "only the policy learned"),
        (["--lang", "c", "-o", "/nosuch/timeman.h"], "'/nosuch/timeman.h'"),
        (["--lang", "c", "--turns", "0"], "--turns"),
        ([], "--lang"),
    ],
)
def test_bad_words_are_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["emit", *words]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""
