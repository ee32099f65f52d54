"""Moves as people type them: understood where that is possible, explained where it is not."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.chess.play.input import COMMANDS, read_move
from zeitnot.errors import DataError
from zeitnot.games import read_command

PROMOTES = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"
PINNED = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1"
CHECKED = "4r1k1/8/8/8/8/8/3P4/3NK3 w - - 0 1"
TWO_KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
CASTLING = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("text", "uci", "fen"),
    [
        ("e4", "e2e4", chess.STARTING_FEN),
        (" Nf3 ", "g1f3", chess.STARTING_FEN),
        ("nf3", "g1f3", chess.STARTING_FEN),
        ("e2e4", "e2e4", chess.STARTING_FEN),
        ("e2-e4", "e2e4", chess.STARTING_FEN),
        ("E2E4", "e2e4", chess.STARTING_FEN),
        ("Nf3!?", "g1f3", chess.STARTING_FEN),
        ("O-O", "e1g1", CASTLING),
        ("0-0-0", "e1c1", CASTLING),
        ("o-o", "e1g1", CASTLING),
        ("ooo", "e1c1", CASTLING),
        ("e1g1", "e1g1", CASTLING),
        ("e8=Q", "e7e8q", PROMOTES),
        ("e8n", "e7e8n", PROMOTES),
        ("e7e8=r", "e7e8r", PROMOTES),
        ("Nbd2", "b1d2", TWO_KNIGHTS),
        ("nbd2", "b1d2", TWO_KNIGHTS),
    ],
)
def test_moves_are_understood(text: str, uci: str, fen: str) -> None:
    assert read_move(chess.Board(fen), text).uci() == uci


@pytest.mark.source("G9.bad_move")
@pytest.mark.parametrize(
    ("text", "said", "fen"),
    [
        ("e2e5", "The pawn on e2 can play e3, e4.", chess.STARTING_FEN),
        ("e4e5", "There is no piece on e4.", chess.STARTING_FEN),
        ("e7e5", "The pawn on e7 is Black's.", chess.STARTING_FEN),
        ("a1a3", "The rook on a1 cannot move.", chess.STARTING_FEN),
        ("Nf6", "No knight can go to f6: it can play Na3, Nc3, Nf3, Nh3.", chess.STARTING_FEN),
        ("e5", "No pawn can go to e5: the pawn of the e-file can play e3, e4.", chess.STARTING_FEN),
        ("dxe5", "No pawn can go to e5: the pawn of the d-file can play d3, d4.", chess.STARTING_FEN),
        ("a4", "You have no pawn of the a-file.", PINNED),
        ("Qd4", "You have no queen.", PINNED),
        ("O-O", "Castling is not possible now.", chess.STARTING_FEN),
        ("e8", "Promote to what? e8=B, e8=N+, e8=Q, e8=R.", PROMOTES),
        ("e7e8", "Promote to what? e8=B, e8=N+, e8=Q, e8=R.", PROMOTES),
        ("Nd2", "Nd2 can be several moves: Nbd2, Nfd2.", TWO_KNIGHTS),
        ("Nc3", "That would leave your king in check. No knight can go to c3: it cannot move.", PINNED),
        ("e2c3", "That would leave your king in check. The knight on e2 cannot move.", PINNED),
        ("d4", "Your king is in check. No pawn can go to d4: the pawn of the d-file cannot move.", CHECKED),
        ("Nff3", "Nff3 is not how that move is written. Did you mean Nf3?", chess.STARTING_FEN),
        ("dxe3", "dxe3 is not how that move is written. Did you mean e3?", chess.STARTING_FEN),
        ("Nf33", "'Nf33' is no move and no command. Did you mean Nf3", chess.STARTING_FEN),
        ("castle", "Type a move such as e4, Nf3 or g1f3.", chess.STARTING_FEN),
        ("--", "is no move", chess.STARTING_FEN),
        ("0000", "is no move", chess.STARTING_FEN),
    ],
)
def test_moves_that_cannot_be_played_are_explained(text: str, said: str, fen: str) -> None:
    with pytest.raises(DataError) as caught:
        read_move(chess.Board(fen), text)
    assert said in str(caught.value)


def test_a_long_list_of_moves_is_cut() -> None:
    with pytest.raises(DataError, match=r"and \d+ more$"):
        read_move(chess.Board("4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1"), "Qb3")


@given(st.text(max_size=12))
def test_any_text_is_a_legal_move_or_answered(text: str) -> None:
    board = chess.Board(CASTLING)
    try:
        move: chess.Move | None = read_move(board, text)
    except DataError:
        move = None
    assert move is None or move in board.legal_moves


@given(
    st.integers(min_value=0), st.sampled_from([chess.STARTING_FEN, CASTLING, PROMOTES, TWO_KNIGHTS, CHECKED])
)
def test_every_legal_move_is_understood_in_both_notations(number: int, fen: str) -> None:
    board = chess.Board(fen)
    moves = list(board.legal_moves)
    move = moves[number % len(moves)]
    assert read_move(board, board.san(move)) == move
    assert read_move(board, move.uci()) == move


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("undo", "undo"),
        (" HELP ", "help"),
        ("?", "help"),
        ("draw", "draw"),
        ("draw?", "draw"),
        ("exit", "quit"),
        ("takeback", "undo"),
        ("e4", None),
        ("", None),
    ],
)
def test_commands_are_told_from_moves(text: str, command: str | None) -> None:
    assert read_command(text, COMMANDS) == command
