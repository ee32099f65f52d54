"""Chess against the engine without a screen: what a page needs of it, and what its PGN brings back."""

import dataclasses
import re
from pathlib import Path

import chess
import pytest

from zeitnot.chess.pgn import read_kept
from zeitnot.chess.play.human_game import ChessHumanGame
from zeitnot.clocks import TimeControl
from zeitnot.errors import DataError, SettingError
from zeitnot.games import GameWish, find_game

HERE = Path()


def begun(
    clock: str = "depth 1", *, policy: str = "mergen", seat: int = 0, book: str = "no"
) -> ChessHumanGame:
    wish = GameWish(policy=policy, control=TimeControl.parse(clock), seat=seat, options={"book": book})
    game = find_game("chess").human_game(wish, HERE)
    assert isinstance(game, ChessHumanGame)
    game.start_clock()
    return game


def engine_moves(game: ChessHumanGame) -> None:
    search = game.begin_search()
    if search is not None:
        search.stop()
        search.result()
        game.end_search(search)


def resumed(game: ChessHumanGame) -> ChessHumanGame:
    found = find_game("chess").resumed_game(game.text(), HERE)
    assert isinstance(found, ChessHumanGame)
    return found


def test_a_game_is_resumed_from_its_pgn_with_moves_clocks_policy_and_book() -> None:
    game = begun("3:00+2", policy="textbook", seat=1)
    engine_moves(game)
    game.play("e7e5")
    game.stop_clock()
    again = resumed(game)
    assert [move.text for move in again.view().moves] == [move.text for move in game.view().moves]
    assert again.view().seats[0].name == "Zeitnot (textbook)"
    assert again.view().human == 1
    for before, after in zip(game.view().seats, again.view().seats, strict=True):
        assert after.left_s == pytest.approx(before.left_s, abs=0.02)
    assert again.text() == game.text()


def test_the_time_of_an_interrupted_turn_is_kept() -> None:
    game = begun("3:00+2")
    game._game.charge(7.5)
    game.stop_clock()
    assert '[TurnUsed "7.50"]' in game.text()
    assert resumed(game).view().seats[0].left_s == pytest.approx(172.5, abs=0.02)


def test_a_control_that_pgn_cannot_write_comes_back() -> None:
    game = begun("10:00 byo 5x30")
    assert resumed(game).view().seats[0].note == game.view().seats[0].note == "x5"


def test_the_terminal_goes_on_with_a_game_of_the_browser(tmp_path: Path) -> None:
    game = begun("3:00+2")
    game.play("e4")
    path = tmp_path / "game.pgn"
    path.write_text(game.text())
    kept = read_kept(path)
    assert kept.human == chess.WHITE
    assert kept.policy == "mergen"
    assert kept.game(TimeControl.parse("3:00+2")).board.peek() == chess.Move.from_uci("e2e4")


def test_an_illegal_move_is_explained_and_changes_nothing() -> None:
    game = begun()
    with pytest.raises(DataError, match="The pawn on e2 can play e3, e4"):
        game.play("e2e5")
    assert game.ply == 0


def test_taking_back_returns_to_the_humans_turn_before_the_last() -> None:
    game = begun("3:00+2")
    with pytest.raises(DataError, match="no move of yours"):
        game.take_back()
    assert "take_back" not in game.can()
    game.play("e4")
    engine_moves(game)
    assert "take_back" in game.can()
    game.take_back()
    view = game.view()
    assert (view.ply, view.moves, view.plan) == (0, [], None)
    assert view.seats[0].is_running
    game.play("d4")
    engine_moves(game)
    assert game.ply == 2


@pytest.mark.parametrize("how", ["resign", "mate", "flag"])
def test_a_finished_game_is_read_as_it_ended(how: str) -> None:
    game = begun("3:00+2")
    if how == "resign":
        game.resign()
    elif how == "flag":
        game._game.charge(181.0)
        assert game.flag_fell()
    else:
        for move in ("f3", "e5", "g4", "Qh4"):
            game._game.play(game._game.board.parse_san(move))
            game._sans.append(move)
    view, again = game.view(), resumed(game).view()
    assert view.result.endswith("(0-1)")
    assert again.result == view.result
    assert again.can == []
    assert again.board["targets"] == {}


def test_a_page_sees_legal_targets_promotions_check_and_the_last_move() -> None:
    game = begun()
    game._game.board.set_fen("8/P6k/8/8/8/8/7r/7K w - - 0 1")
    board = game.view().board
    assert board["check"] == "h1"
    assert set(board["targets"]) == {"h1"}
    game._game.board.set_fen("8/P6k/8/8/8/8/8/7K w - - 0 1")
    assert game.view().board["targets"]["a7"] == ["a8q", "a8r", "a8b", "a8n"]
    game.play("a8=Q")
    assert game.view().board["last"] == ["a7", "a8"]
    assert game.view().board["targets"] == {}


def test_the_plan_is_shown_while_the_engine_thinks_and_after() -> None:
    game = begun("0:20", policy="textbook")
    game.play("e4")
    search = game.begin_search()
    assert search is not None
    running = game.view()
    assert running.plan is not None
    assert running.plan.move == ""
    assert running.plan.target_s is not None
    assert 0 < running.plan.target_s <= (running.plan.limit_s or 0) < 20
    assert running.plan.steps
    assert running.can == ["hurry", "resign"]
    search.stop()
    search.result()
    game.end_search(search)
    after = game.view()
    assert after.plan is not None
    assert after.plan.move == after.moves[1].text
    assert re.search(r"ended after .*: ", " ".join(after.plan.lines))
    assert "you asked for the move" in " ".join(after.plan.lines)


def test_a_book_move_needs_no_search() -> None:
    game = begun(book="yes")
    game.play("e4")
    assert game.begin_search() is None
    assert game.ply == 2
    plan = game.view().plan
    assert plan is not None
    assert "from its book" in plan.lines[0]


def test_a_search_that_ends_after_the_game_plays_no_move() -> None:
    game = begun("3:00+2")
    game.play("e4")
    search = game.begin_search()
    assert search is not None
    game.resign()
    search.end()
    game.end_search(search)
    assert game.ply == 1
    assert "White resigns" in game.view().result


def test_a_hint_is_a_legal_move() -> None:
    game = begun()
    hint = game.hint()
    assert hint.words.startswith("Hint: ")
    game.play(hint.move)
    assert game.ply == 1


def test_a_draw_is_refused_by_an_engine_that_stands_better() -> None:
    game = begun()
    game._game.board.set_fen("3qk3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert not game.offer_draw()
    game._game.board.set_fen("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
    assert game.offer_draw()
    assert game.is_over


def test_wishes_that_cannot_be_met_are_refused() -> None:
    wish = GameWish(policy="nosuch", control=TimeControl.parse("3+2"))
    with pytest.raises(SettingError, match="the policy must be one of"):
        find_game("chess").human_game(wish, HERE)
    odd = dataclasses.replace(wish, policy="mergen", options={"book": "maybe"})
    with pytest.raises(SettingError, match="opening book must be one of 'yes', 'no', got 'maybe'"):
        find_game("chess").human_game(odd, HERE)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        '[White "a"]\n[Black "b"]\n\n1. e4 *',
        '[White "Zeitnot (mergen)"]\n\n1. e4 *',
        '[White "Zeitnot (mergen)"]\n\n1. e5 *',
    ],
)
def test_a_text_that_is_no_game_against_the_engine_is_refused(text: str) -> None:
    with pytest.raises(DataError):
        find_game("chess").resumed_game(text, HERE)
