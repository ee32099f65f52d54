"""Scrabble against the player without a screen: tiles as a hand lays them, turns taken back, GCG."""

import json
import re
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import pytest

from zeitnot.clocks import TimeControl
from zeitnot.errors import DataError, SettingError
from zeitnot.games import GameWish, find_game
from zeitnot.scrabble import Board, LetterDistribution, Move, Position
from zeitnot.scrabble.play.human_game import ScrabbleHumanGame
from zeitnot.scrabble.play.move_input import laid_text, parse_laid

ALPHABET = LetterDistribution.english().alphabet


def begun(folder: Path, clock: str = "0:05 -10/min", *, seat: int = 0) -> ScrabbleHumanGame:
    wish = GameWish(policy="magpie", control=TimeControl.parse(clock), seat=seat)
    game = find_game("scrabble").human_game(wish, folder)
    assert isinstance(game, ScrabbleHumanGame)
    game.start_clock()
    return game


def engine_moves(game: ScrabbleHumanGame) -> None:
    search = game.begin_search()
    assert search is not None
    search.stop()
    search.result()
    game.end_search(search)


def resumed(game: ScrabbleHumanGame, folder: Path) -> ScrabbleHumanGame:
    found = find_game("scrabble").resumed_game(game.text(), folder)
    assert isinstance(found, ScrabbleHumanGame)
    return found


def test_a_game_that_has_just_begun_can_be_resumed(tmp_path: Path) -> None:
    game = begun(tmp_path)
    game.stop_clock()
    again = resumed(game, tmp_path)
    assert again.view().board == game.view().board
    assert again.text() == game.text()


def test_a_game_is_resumed_with_rack_scores_clocks_and_policy(tmp_path: Path) -> None:
    game = begun(tmp_path, "25:00 -10/min", seat=1)
    engine_moves(game)
    game.play("pass")
    game.stop_clock()
    before, after = game.view(), resumed(game, tmp_path).view()
    assert after.moves == before.moves
    assert after.board == before.board
    assert after.seats[0].name == "Zeitnot (magpie)"
    for old, new in zip(before.seats, after.seats, strict=True):
        assert new.left_s == pytest.approx(old.left_s, abs=0.001)


def test_the_view_does_not_show_the_engines_tiles(tmp_path: Path) -> None:
    game = begun(tmp_path)
    engines = ALPHABET.rack_text(game._table.racks[1])
    assert json.dumps(asdict(game.view())).count(engines) == 0


def test_taking_back_restores_racks_scores_and_clocks_and_returns_the_tiles(tmp_path: Path) -> None:
    game = begun(tmp_path, "25:00 -10/min")
    racks, left_s = list(game._table.racks), game.view().seats[1].left_s
    with pytest.raises(DataError, match="no move of yours"):
        game.take_back()
    game.play(game.hint().move)
    engine_moves(game)
    game.take_back()
    view = game.view()
    assert game._table.racks == racks
    assert (view.ply, view.plan) == (0, None)
    assert [seat.score for seat in view.seats] == [0, 0]
    assert view.seats[1].left_s == left_s
    assert view.board["bag"] == 86
    game.play("pass")
    engine_moves(game)
    held = [*game._table.racks[0], *game._table.racks[1], *game._table._bag._tiles]
    on_board = [tile for tile in game._table.game.state.board.tiles()]
    assert len(held) + len(on_board) == 100


def test_a_turn_taken_back_after_resuming_has_the_clocks_before_it(tmp_path: Path) -> None:
    game = begun(tmp_path, "25:00 -10/min")
    for _ in range(2):
        game.play("pass")
        engine_moves(game)
    game.stop_clock()
    text = re.sub(r"#note [0-9.]+s", "#note 30.000s", game.text())
    again = find_game("scrabble").resumed_game(text, tmp_path)
    again.take_back()
    again.stop_clock()
    assert [seat.left_s for seat in again.view().seats] == pytest.approx([1470.0, 1470.0], abs=0.1)
    assert again.ply == 2


def test_a_resigned_game_is_read_as_it_ended(tmp_path: Path) -> None:
    game = begun(tmp_path)
    game.play("pass")
    engine_moves(game)
    game.resign()
    again = resumed(game, tmp_path)
    assert again.is_over
    assert again.can() == []
    assert again.view().result == game.view().result
    assert "you resigned: zeitnot won" in again.view().result


def test_six_turns_without_a_score_end_the_game_and_count_the_tiles(tmp_path: Path) -> None:
    game = begun(tmp_path)
    for _ in range(3):
        game.play("pass")
        game._make(Move.pass_turn())
    assert game.is_over
    again = resumed(game, tmp_path).view()
    assert again.result == game.view().result
    assert [move.text.split()[0] for move in again.moves[-2:]] == ["end", "end"]


def test_a_phoney_is_refused_in_words_and_costs_no_turn(tmp_path: Path) -> None:
    game = begun(tmp_path)
    rack = [letter for letter, _ in game.view().board["rack"]]
    while "?" in rack or any(rack[0] + each in game._table.lexicon for each in rack[1:]):
        game = begun(tmp_path)
        rack = [letter for letter, _ in game.view().board["rack"]]
    with pytest.raises(DataError, match=f"Not in ENABLE1: {rack[0]}{rack[1]}"):
        game.play(f"8H={rack[0]} 8I={rack[1]}")
    assert game.ply == 0


def test_a_preview_has_words_and_points(tmp_path: Path) -> None:
    game = begun(tmp_path)
    hint = game.hint()
    if "=" in hint.move:
        assert game.preview(hint.move).endswith(" points")
    assert game.preview("pass") == ""
    assert game.ply == 0


def test_a_lexicon_must_be_a_file_of_the_folder(tmp_path: Path) -> None:
    wish = GameWish(policy="magpie", control=TimeControl.parse("5+0"), options={"lexicon": "../outside.kwg"})
    with pytest.raises(SettingError, match="lexicon must be one of ''"):
        find_game("scrabble").human_game(wish, tmp_path)
    text = begun(tmp_path).text().replace("#policy", "#lexicon-file /etc/passwd\n#policy")
    with pytest.raises(SettingError, match="lexicon must be one of ''"):
        find_game("scrabble").resumed_game(text, tmp_path)


BOARD = Position.from_cgp("15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 / 0/0 0").board


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("8K=S", "8H CAT(S)"),
        ("7I=B 9I=D", "I7 B.D"),
        ("9I=D 7I=B", "I7 B.D"),
        ("9H=o 10H=d", "H8 .od"),
        ("8G=s 8K=S", "8G s...S"),
        ("9K=A", "9K A"),
    ],
)
def test_laid_tiles_are_the_move_through_what_lies_there(text: str, move: str) -> None:
    wanted = Move.parse(move.replace("CAT(S)", "...S"), ALPHABET)
    assert parse_laid(text, BOARD, ALPHABET) == wanted
    assert Counter(laid_text(wanted, ALPHABET).split()) == Counter(text.split())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("8A=B 8C=D", "no gaps, got one at 8B"),
        ("1A=B 2B=D", "one row or one column"),
        ("1A=B 1A=D", "tiles must look like"),
        ("1A=1", "must be one of A to Z"),
        ("99Z=A", "tiles must look like"),
        (" ".join(f"1{column}=A" for column in "ABCDEFGH"), "at most 7"),
        ("=", "tiles must look like"),
    ],
)
def test_tiles_that_are_no_move_are_explained(text: str, words: str) -> None:
    with pytest.raises(DataError, match=words):
        parse_laid(text, Board.empty(), ALPHABET)
