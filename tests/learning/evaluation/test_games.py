"""Games of the engine against itself, and the files that their positions are kept in."""

import random
from pathlib import Path

import chess
import numpy as np
import pytest

from zeitnot import _native
from zeitnot.chess.self_play import (
    GameSettings,
    Player,
    RemotePlayer,
    agreed_result,
    play_game,
    random_opening,
    ruled_result,
)
from zeitnot.errors import DataError
from zeitnot.lab import run_tasks
from zeitnot.learning import Positions, load_folders, play_builds, play_games
from zeitnot.learning.evaluation.games import play_part

QUICK = GameSettings(nodes=40, most_plies=60)
BUILD = Path(_native.__file__)


def test_a_game_is_legal_to_its_end_and_its_quiet_positions_are_calm() -> None:
    player = Player(nodes=100)
    game = play_game(player, player, random_opening(player, random.Random(1)), GameSettings(nodes=100))
    board = chess.Board()
    seen = {}
    for text in game.moves:
        seen[board.fen()] = board.copy(stack=False), board.parse_uci(text)
        board.push_uci(text)
    assert game.quiet
    for fen, score_cp in game.quiet:
        before, move = seen[fen]
        assert not before.is_check()
        assert not before.is_capture(move)
        assert abs(score_cp) < 1000


def test_the_same_seed_plays_the_same_games_and_another_seed_others() -> None:
    first, again, other = (play_part(0, seed=seed, settings=QUICK, build=None) for seed in (1, 1, 2))
    assert first.fen.tolist() == again.fen.tolist()
    assert first.fen.tolist() != other.fen.tolist()


@pytest.mark.parametrize(
    ("scores_cp", "plies", "result"),
    [
        ([1200] * 4, 40, 2),
        ([-1200] * 4, 40, 0),
        ([1200] * 3, 40, None),
        ([0] * 12, 90, 1),
        ([0] * 12, 60, None),
        ([500], 300, 1),
    ],
)
def test_a_game_ends_when_both_sides_agree(scores_cp: list[int], plies: int, result: int | None) -> None:
    assert agreed_result(scores_cp, plies) == result


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        (chess.STARTING_FEN, None),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", 0),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1),
        ("7k/8/6K1/8/8/8/8/6B1 b - - 0 1", 1),
    ],
)
def test_the_rules_end_games(fen: str, result: int | None) -> None:
    assert ruled_result(chess.Board(fen)) == result


def test_a_run_goes_on_where_it_was_cut_short_and_refuses_other_settings(tmp_path: Path) -> None:
    part = Positions.of_rows([(chess.STARTING_FEN, 20, 1, 0)])
    (tmp_path / "settings.txt").write_text(f"seed 1, {QUICK!r}\n", encoding="utf-8")
    part.save(tmp_path / "part-00000.npz")
    assert list(play_games(tmp_path, games=20, settings=QUICK, run=run_tasks)) == [(25, 1)]
    with pytest.raises(DataError, match="must be continued with the same settings"):
        list(play_games(tmp_path, games=20, seed=2, settings=QUICK))


def test_positions_of_several_folders_are_read_with_their_games_kept_apart(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        Positions.of_rows([(chess.STARTING_FEN, -20, 2, 7)]).save(tmp_path / name / "part-00000.npz")
    read = load_folders([tmp_path / "a", tmp_path / "b"])
    assert (read.score_cp.tolist(), read.result.tolist()) == ([-20, -20], [2, 2])
    assert len(np.unique(read.game)) == 2


def test_files_of_another_form_are_refused(tmp_path: Path) -> None:
    (tmp_path / "part-00000.npz").write_bytes(b"no archive")
    with pytest.raises(DataError, match="must be an NPZ file"):
        load_folders([tmp_path])
    with pytest.raises(DataError, match="must hold parts"):
        load_folders([tmp_path / "nowhere"])


def test_a_match_is_told_in_half_points_of_pairs() -> None:
    told = list(play_builds(None, BUILD, games=3, nodes=30, run=run_tasks))
    assert told == [2, 2]  # a build against itself plays the same game twice


def test_a_build_in_a_process_of_its_own_plays_the_same_moves() -> None:
    here, there = Player(nodes=60), RemotePlayer(nodes=60, build=BUILD)
    moves: list[str] = []
    for _ in range(2):
        here.new_game()
        there.new_game()
        for _ in range(4):
            chosen = there.choose(moves)
            assert chosen == here.choose(moves)
            moves.append(chosen.move)
    mate = ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert there.choose(mate) == here.choose(mate)
    there.close()
    there.close()


def test_a_build_that_does_not_play_is_refused(tmp_path: Path) -> None:
    (tmp_path / "no.so").write_bytes(b"no module")
    with pytest.raises(DataError, match="must be a compiled native module that plays"):
        list(play_builds(None, tmp_path / "no.so", games=2, nodes=30, run=run_tasks))
    with pytest.raises(DataError, match="must be a compiled native module, got"):
        list(play_builds(None, tmp_path / "nowhere.so", games=2))
