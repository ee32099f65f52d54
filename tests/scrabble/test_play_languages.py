"""Games against the player in other languages and on the large board: what is chosen, kept and refused."""

import os
from pathlib import Path

import pytest

from tests.scrabble.fixtures_languages import begun, deal, lexicon_file, with_word_lists_in
from zeitnot.errors import SettingError
from zeitnot.games import find_game
from zeitnot.scrabble import LANGUAGES
from zeitnot.scrabble.play.human_game import ScrabbleHumanGame, kept_facts

SPANISH = ("chico", "calle", "perro", "año", "aches")
POLISH = ("żółw", "łąka", "dom")


def resumed(game: ScrabbleHumanGame, folder: Path) -> ScrabbleHumanGame:
    found = find_game("scrabble").resumed_game(game.text(), folder)
    assert isinstance(found, ScrabbleHumanGame)
    return found


def spanish(folder: Path, rack: str) -> ScrabbleHumanGame:
    game = begun(folder, language="spanish", lexicon=lexicon_file(folder, "spanish", SPANISH))
    deal(game, rack, "EEEEEEE")
    game.start_clock()
    return game


def test_a_tile_of_several_letters_is_played_valued_kept_and_taken_back(tmp_path: Path) -> None:
    game = spanish(tmp_path, "[CH]ICO[LL]A?")
    assert ["[CH]", 5] in game.view().board["rack"]
    assert game.preview("8E=[CH] 8F=I 8G=C 8H=o") == "[CH]ICO: 18 points"
    game.play("8E=[CH] 8F=I 8G=C 8H=o")
    game.stop_clock()
    assert game.view().board["tiles"]["8E"] == ["[CH]", 5, False]
    assert game.view().board["tiles"]["8H"] == ["O", 0, True]
    again = resumed(game, tmp_path)
    assert again.view().board == game.view().board
    assert again.view().board["rules"] == "Spanish"
    again.start_clock()
    again._make(again._read("pass"))
    again.take_back()
    assert again.view().board["tiles"] == {}
    assert sorted(letter for letter, _ in again.view().board["rack"]) == [
        "?",
        "A",
        "C",
        "I",
        "O",
        "[CH]",
        "[LL]",
    ]


def test_a_tile_of_several_letters_is_exchanged(tmp_path: Path) -> None:
    game = spanish(tmp_path, "[CH]ICO[LL]A?")
    game.play("exchange [LL]A?")
    assert game._table.game.events[-1].move is not None
    assert game.view().moves[-1].text == "exchanges 3"
    kept = game._table.game.distribution.alphabet.rack_text(game._table.racks[0])
    assert "[CH]" in kept


def test_every_letter_comes_with_its_form_for_a_blank_and_its_plain_spelling(tmp_path: Path) -> None:
    game = begun(tmp_path, language="polish", lexicon=lexicon_file(tmp_path, "polish", POLISH))
    letters = {capital: (small, plain) for capital, small, plain in game.view().board["letters"]}
    assert len(letters) == 32
    assert (letters["Ł"], letters["Ż"], letters["A"]) == (("ł", "L"), ("ż", "Z"), ("a", "A"))
    letters = {
        capital: (small, plain) for capital, small, plain in spanish(tmp_path, "A").view().board["letters"]
    }
    assert letters["[CH]"] == ("[ch]", "CH")


def test_super_scrabble_has_its_board_its_tiles_and_is_kept_as_that(tmp_path: Path) -> None:
    game = begun(tmp_path, board="super")
    board = game.view().board
    assert (board["size"], board["start"], board["bag"]) == (21, "11K", 186)
    assert (board["premiums"]["1A"], board["premiums"]["3F"]) == ("4W", "4L")
    deal(game, "CATSDOG", "EEEEEEE")
    game.start_clock()
    game.play("11K=C 11L=A 11M=T")
    game.stop_clock()
    again = resumed(game, tmp_path)
    assert again.view().board == game.view().board
    assert kept_facts(game.text()).rules == "Super Scrabble"


def test_a_language_on_the_large_board_says_both(tmp_path: Path) -> None:
    lexicon = lexicon_file(tmp_path, "polish", POLISH)
    game = begun(tmp_path, language="polish", board="super", lexicon=lexicon)
    assert game.view().board["bag"] == 86
    assert kept_facts(game.text()).rules == "Polish, Super Scrabble"


@pytest.mark.parametrize("options", [{"language": "klingon"}, {"board": "round"}, {"language": "../english"}])
def test_what_cannot_be_chosen_is_refused(tmp_path: Path, options: dict[str, str]) -> None:
    (name,) = options
    with pytest.raises(SettingError, match=f"{name} must be one of '(english|standard)'"):
        begun(tmp_path, **options)


def test_a_language_without_words_is_answered_with_what_to_install_and_loses_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_word_lists_in(tmp_path, monkeypatch)

    def labels() -> dict[str, str]:
        return dict(find_game("scrabble").play_choices(tmp_path)[0].values)

    assert set(labels()) == {"english", *LANGUAGES}
    assert labels()["polish"] == "Polish, needs a lexicon"
    with pytest.raises(
        SettingError, match=r"^Polish words are not on this machine: install them \(`apt install wpolish`\)"
    ):
        begun(tmp_path, language="polish")
    with pytest.raises(SettingError, match=r"^Finnish words are not on this machine: put a KWG file of them"):
        begun(tmp_path, language="finnish")
    words = tmp_path / "polish"
    words.write_text("\n".join(POLISH), encoding="utf-8")
    assert labels()["polish"] == "Polish"
    game = begun(tmp_path, language="polish")
    words.rename(tmp_path / "elsewhere")
    with pytest.raises(SettingError, match="Polish words are not on this machine"):
        resumed(game, tmp_path)
    (tmp_path / "elsewhere").rename(words)
    assert resumed(game, tmp_path).view().board == game.view().board


def test_a_lexicon_that_was_replaced_is_read_anew(tmp_path: Path) -> None:
    lexicon = lexicon_file(tmp_path, "polish", ["dom"])
    os.utime(tmp_path / lexicon, ns=(1, 1))
    assert "ŻÓŁW" not in begun(tmp_path, language="polish", lexicon=lexicon)._table.lexicon
    lexicon_file(tmp_path, "polish", ["dom", "żółw"])
    assert "ŻÓŁW" in begun(tmp_path, language="polish", lexicon=lexicon)._table.lexicon
