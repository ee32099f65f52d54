"""Other languages and boards at the command line: by name, from word list to match."""

from pathlib import Path
from random import Random

import pytest

from tests.cli.scrabble.command_output import form_of, output_of
from zeitnot.cli.app import run
from zeitnot.lab import RunStore
from zeitnot.scrabble import LetterDistribution, gcg

MIDDLE = f"{'15/' * 7}5C[CH]AS6/{'15/' * 6}15"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a folder with a lexicon of Spanish syllables."""
    monkeypatch.chdir(tmp_path)
    rng = Random(1)
    syllables = ["cha", "lla", "rro", "ña", "sa", "te", "mi", "lo", "nu", "per", "ar", "es", "á", "dú"]
    words = {"".join(rng.choices(syllables, k=rng.choice((1, 1, 2, 2, 3)))) for _ in range(1_500)}
    (tmp_path / "words.txt").write_text("\n".join(sorted(words)), encoding="utf-8")
    built = ["lexicon", "build", "words.txt", "-o", "s.kwg", "--language", "spanish", "--skip-bad"]
    assert run(["scrabble", *built]) == 0
    return tmp_path


def test_words_are_asked_for_as_people_write_them(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--language", "spanish", "--lexicon", "s.kwg")
    assert "good" in output_of(capsys, "check", "lla", "[LL]A", *words)
    form = form_of(capsys, "anagram", "[CH]A", *words)
    assert form["words"] == {"2": ["[CH]A"]}
    assert run(["scrabble", "check", "lla", "--lexicon", "s.kwg"]) == 2


def test_a_position_with_its_tiles_needs_no_option(capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, "show", f"{MIDDLE} A[RR]E/ 0/0 0 ld spanish;")
    assert "CH" in text
    assert "[LL]" in text
    position = f"{MIDDLE} A[RR]O/ 0/0 0 ld spanish;"
    form = form_of(capsys, "moves", position, "--lexicon", "s.kwg")
    assert form["leaves"] == "none"
    assert any("[RR]" in move["move"] for move in form["moves"])


def test_games_at_sight_on_the_board_of_super_scrabble(capsys: pytest.CaptureFixture[str]) -> None:
    form = form_of(capsys, "autoplay", "--board", "super", "--games", "2")
    assert form["games"] == 2
    assert form["lexicon"] == "ENABLE1"


def test_a_game_that_names_its_tiles_is_analysed_without_an_option(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "#player1 ann\n#player2 bob\n#tile-distribution spanish\n>ann: A[LL]ESTMI 8G [LL]A +18 18\n"
    (folder / "game.gcg").write_text(text, encoding="utf-8")
    quick = ("--lexicon", "s.kwg", "--effort", "0.02", "--processes", "1", "--candidates", "2")
    (turn,) = form_of(capsys, "analyse", "game.gcg", *quick)["turns"]
    assert turn["played"]["move"] == "8G [LL]A"
    assert turn["note"] == ""


def test_the_engine_plays_with_the_tiles_that_belong_to_its_board(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """English has one Z, Super Scrabble two."""
    new_game = "newgame seat 0 rule void lexicon X clock 0:01 -10/min"
    lines = [new_game, f"position {'/'.join(['21'] * 21)} AEINTZZ/ 0/0 0", "go 100 100", "quit"]
    (folder / "lines").write_text("\n".join(lines), encoding="utf-8")
    capfd.readouterr()
    with (folder / "lines").open(encoding="utf-8") as lines_file:
        monkeypatch.setattr("sys.stdin", lines_file)
        assert run(["scrabble", "engine", "--board", "super", "--threads", "1"]) == 0
    ready, move = capfd.readouterr().out.splitlines()
    assert ready == "ready"
    assert move.startswith("move ")


def test_a_match_keeps_language_and_board(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = ["match", "magpie", "uniform", "--game", "scrabble", "--clock", "0:05 -10/min", "--work", "20"]
    rules = ["--language", "spanish", "--board", "super", "--lexicon", "s.kwg", "--games", "2"]
    assert run([*match, *rules, "--output", "spanish.run"]) == 0
    with RunStore.read(folder / "spanish.run") as store:
        assert dict(store.plan.settings)["distribution"] == "spanish"
        assert dict(store.plan.settings)["layout"] == "super"
        texts = [store.text(number) for number in (0, 1)]
    for text in texts:
        game = gcg.parse(text).game
        assert game.is_over
        assert (game.distribution.name, game.layout.size) == ("spanish", 21)


def test_leaves_are_learned_for_an_alphabet_of_more_than_31_letters(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The tiles of the bag are few, so that the table is small: what counts is their letters."""
    letters = LetterDistribution.named("polish")
    assert letters is not None
    names = zip(letters.alphabet.capitals, letters.alphabet.smalls, strict=True)
    lines = ["?,?,1,0,0"]
    lines += [f"{upper},{lower},{9 if upper in 'AŻ' else int(upper in 'EKZŹ')},1,0" for upper, lower in names]
    (folder / "few.csv").write_text("\n".join(lines), encoding="utf-8")
    (folder / "few.txt").write_text("aż\nża\nżaż\naa\nża\nże\nkaż\nźa\naże\nzaż\nżak\n", encoding="utf-8")
    tiles = ("--distribution", "few.csv")
    output_of(capsys, "lexicon", "build", "few.txt", "-o", "few.kwg", *tiles)
    few = (*tiles, "--lexicon", "few.kwg")
    output_of(capsys, "learn", "leaves", "-o", "few.klv2", "--rounds", "20,20", *few)
    form = form_of(capsys, "autoplay", "--leaves", "few.klv2", "--games", "4", *few)
    assert form["games"] == 4
