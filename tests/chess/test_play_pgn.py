"""PGN of games at the terminal: headers, clocks and times that other programs read back."""

import io
from pathlib import Path

import chess
import chess.pgn
import pytest

from tests.chess.fixtures_play import NAMES
from zeitnot.chess.pgn import control_tag, keep_game, pgn_text
from zeitnot.chess.play import Game
from zeitnot.chess.play.game import Ending
from zeitnot.clocks import TimeControl, WorkTime

FEN = "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"


def played(clock: str, moves: list[tuple[str, float]], fen: str = chess.STARTING_FEN) -> Game:
    source = WorkTime()
    game = Game(TimeControl.parse(clock), board=chess.Board(fen), source=source)
    game.start()
    for move, seconds in moves:
        source.advance(seconds)
        game.play(chess.Move.from_uci(move))
    return game


def read_back(game: Game) -> chess.pgn.Game:
    tree = chess.pgn.read_game(io.StringIO(pgn_text(game, NAMES)))
    assert tree is not None
    assert tree.errors == []
    return tree


@pytest.mark.source("G9.clock")
def test_each_move_carries_its_clock_and_its_time() -> None:
    game = played("3+2", [("e2e4", 1.5), ("e7e5", 62.25)])
    nodes = list(read_back(game).mainline())
    assert [node.clock() for node in nodes] == [180.5, 119.75]
    assert [node.emt() for node in nodes] == [1.5, 62.25]


def test_the_headers_tell_who_when_and_how() -> None:
    game = played("3+2", [("e2e4", 1.0)])
    game.end(Ending.won(chess.BLACK, "White is out of time", termination="time forfeit"))
    headers = read_back(game).headers
    assert headers["White"] == "Human"
    assert headers["Black"] == "Engine"
    assert headers["Date"] == "2024.02.29"
    assert headers["Result"] == "0-1"
    assert headers["TimeControl"] == "180+2"
    assert headers["Termination"] == "time forfeit"


def test_a_game_without_a_clock_has_times_only() -> None:
    tree = read_back(played("depth 5", [("e2e4", 2.0)]))
    (node,) = tree.mainline()
    assert (node.clock(), node.emt()) == (None, 2.0)
    assert tree.headers["TimeControl"] == "-"


def test_a_position_set_up_is_written_as_such() -> None:
    tree = read_back(played("1:00", [("e8d8", 1.0)], fen=FEN))
    assert tree.headers["FEN"] == FEN
    assert tree.board().fen() == FEN
    assert [move.uci() for move in tree.mainline_moves()] == ["e8d8"]


@pytest.mark.parametrize(
    ("clock", "tag"),
    [("3+2", "180+2"), ("40/90:00", "40/5400"), ("infinite", "-"), ("depth 5", "-"), ("10:00 byo 5x30", "?")],
)
def test_the_time_control_is_written_as_far_as_pgn_has_words(clock: str, tag: str) -> None:
    assert control_tag(TimeControl.parse(clock)) == tag


def test_games_are_added_to_a_file_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    for move in ("e2e4", "d2d4"):
        keep_game(path, pgn_text(played("3+2", [(move, 1.0)]), NAMES))
    with path.open(encoding="utf-8") as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    assert [next(iter(game.mainline_moves())).uci() for game in games] == ["e2e4", "d2d4"]
