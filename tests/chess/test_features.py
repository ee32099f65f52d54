"""Features of chess positions, and what is said of positions that are none."""

import random

import chess
import pytest

from zeitnot.chess import board_of_fen, features_of
from zeitnot.chess.features import _FAULTS
from zeitnot.errors import DataError
from zeitnot.turns import ChessFeatures

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_the_first_position_has_twenty_quiet_moves_and_all_pieces() -> None:
    assert features_of(chess.Board()) == ChessFeatures(move_number=1, legal_moves=20, pieces=32)


def test_captures_checks_and_pieces_are_counted() -> None:
    # White can take on e5 with the rook only, which also gives check; Ra1-a8 is the other check.
    features = features_of(board_of_fen("4k3/8/8/4p3/8/8/8/R3RK2 w - - 0 30"))
    assert (features.pieces, features.captures, features.checks) == (5, 1, 2)
    assert features.move_number == 30
    assert not features.in_check


def test_a_side_in_check_is_seen_and_has_few_moves() -> None:
    features = features_of(board_of_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"))
    assert features.in_check
    assert features.legal_moves == 0


def test_en_passant_counts_as_a_capture() -> None:
    assert features_of(board_of_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")).captures == 1


@pytest.mark.parametrize("number", range(12))
def test_counts_agree_with_those_of_python_chess(number: int) -> None:
    rng = random.Random(number)
    board = chess.Board.from_chess960_pos(rng.randrange(960)) if number % 3 == 0 else chess.Board()
    while not board.is_game_over() and len(board.move_stack) < 150:
        moves = list(board.legal_moves)
        features = features_of(board)
        assert features.legal_moves == len(moves)
        assert features.captures == sum(map(board.is_capture, moves))
        assert features.checks == sum(map(board.gives_check, moves))
        assert features.in_check == board.is_check()
        # Captures and checks often: they are what is counted.
        sharp = [move for move in moves if board.is_capture(move) or board.gives_check(move)]
        board.push(rng.choice(sharp if sharp and rng.random() < 0.3 else moves))


def test_a_board_without_a_king_is_refused() -> None:
    with pytest.raises(DataError, match="can occur in a game"):
        features_of(chess.Board("8/8/8/8/8/8/8/4K3 w - - 0 1"))


@pytest.mark.parametrize(
    ("fen", "fault"),
    [
        ("", "empty fen"),
        ("nonsense", "expected 8 rows"),
        (START.replace(" w ", " x "), "expected 'w' or 'b'"),
        (START.replace("KQkq", "ZZ"), "invalid castling part"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "the board is empty"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "white has no king"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "black has no king"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "too many kings"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on the first or the last rank"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "the side that is not to move is in check"),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "the castling rights do not fit"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "the en passant square does not fit"),
        ("4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1", "white has more than 8 pawns"),
    ],
)
def test_what_is_wrong_with_a_fen_is_named(fen: str, fault: str) -> None:
    with pytest.raises(DataError, match=fault) as error:
        features_of(board_of_fen(fen))
    assert str(error.value).endswith(f"got {fen!r}")


def test_every_fault_of_the_ordinary_game_has_words() -> None:
    racing = {chess.Status.RACE_CHECK, chess.Status.RACE_OVER, chess.Status.RACE_MATERIAL}
    assert set(_FAULTS) == set(chess.Status) - racing
