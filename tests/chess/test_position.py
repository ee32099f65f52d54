"""The native position against python-chess: moves, keys, draws, exchanges, and known counts."""

import random
from collections.abc import Iterator

import chess
import pytest

from tests.chess.suites import PerftCase, perft_cases
from zeitnot._native import Position

MOST_LEAVES = 400_000
START = chess.STARTING_FEN


def random_boards(*, games: int, seed: int, chess960: bool = False) -> Iterator[chess.Board]:
    rng = random.Random(seed)
    for _ in range(games):
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
        while not board.is_game_over(claim_draw=False) and board.ply() < 160:
            yield board
            board.push(rng.choice(list(board.legal_moves)))


def native(board: chess.Board) -> Position:
    return Position(board.fen(shredder=board.chess960, en_passant="fen"), chess960=board.chess960)


def expected_moves(board: chess.Board) -> list[str]:
    return sorted(board.uci(move) for move in board.legal_moves)


def sampled(name: str, *, every: int) -> list[PerftCase]:
    return list(perft_cases(name))[::every]


def test_known_counts_of_the_tricky_positions_are_exact() -> None:
    cases = list(perft_cases("tricky"))
    assert len(cases) >= 10
    for case in cases:
        depth = case.deepest(most=5_000_000)
        assert Position(case.fen).perft(depth) == case.leaves[depth], case.fen


def test_known_counts_of_random_positions_are_exact() -> None:
    cases = sampled("random", every=60)
    assert len(cases) >= 100
    for case in cases:
        depth = case.deepest(most=MOST_LEAVES)
        assert Position(case.fen).perft(depth) == case.leaves[depth], case.fen


def test_known_counts_of_chess960_are_exact() -> None:
    cases = sampled("chess960", every=8)
    assert len(cases) >= 100
    for case in cases:
        depth = case.deepest(most=MOST_LEAVES)
        assert Position(case.fen, chess960=True).perft(depth) == case.leaves[depth], case.fen


@pytest.mark.parametrize("chess960", [False, True])
def test_legal_moves_are_those_of_python_chess(chess960: bool) -> None:
    for board in random_boards(games=25, seed=3, chess960=chess960):
        assert sorted(native(board).legal_moves()) == expected_moves(board), board.fen()


@pytest.mark.parametrize("chess960", [False, True])
def test_checks_are_seen_before_the_move_is_made(chess960: bool) -> None:
    for board in random_boards(games=15, seed=7, chess960=chess960):
        position = native(board)
        for move in board.legal_moves:
            assert position.gives_check(board.uci(move)) == board.gives_check(move), (board.fen(), move)


@pytest.mark.parametrize("chess960", [False, True])
def test_playing_moves_and_setting_up_the_position_give_the_same_key(chess960: bool) -> None:
    for board in random_boards(games=8, seed=4, chess960=chess960):
        played = Position(
            board.root().fen(shredder=chess960), [board.uci(m) for m in board.move_stack], chess960=chess960
        )
        assert played.key() == native(board).key(), board.fen()
        assert played.fen() == board.fen(shredder=chess960, en_passant="xfen"), board.fen()


def test_threefold_repetition_fifty_moves_and_bare_kings_are_draws() -> None:
    dance = ["g1f3", "g8f6", "f3g1", "f6g8"]
    assert not Position(START, dance).is_draw()
    assert Position(START, dance * 2).is_draw()
    assert Position("8/8/4k3/8/8/3K4/7R/8 w - - 100 80").is_draw()
    for fen in ("8/8/4k3/8/8/3K4/8/8", "8/8/4k3/8/8/3K4/8/7N", "8/b7/4k3/8/8/3K4/8/2B5"):
        assert Position(f"{fen} w - - 0 1").is_draw(), fen
    for fen in ("8/8/4k3/8/8/3K4/7P/8", "b7/8/4k3/8/8/3K4/8/2B5", "8/n7/4k3/8/8/3K4/8/2B5"):
        assert not Position(f"{fen} w - - 0 1").is_draw(), fen


VALUES_CP = {
    chess.PAWN: 100,
    chess.KNIGHT: 320,
    chess.BISHOP: 330,
    chess.ROOK: 500,
    chess.QUEEN: 950,
    chess.KING: 20_000,
}


def exchange_cp(board: chess.Board, square: chess.Square, side: chess.Color, taken_cp: int) -> int:
    """Win the most on one square by plain recursion over least valuable attackers, pins not counted."""
    attackers = [s for s in board.attackers(side, square) if board.piece_at(s)]
    if not attackers:
        return 0
    source = min(attackers, key=lambda s: VALUES_CP[board.piece_type_at(s) or chess.KING])
    piece = board.remove_piece_at(source)
    assert piece is not None
    after = board.copy(stack=False)
    after.set_piece_at(square, piece)
    gain = taken_cp - exchange_cp(after, square, not side, VALUES_CP[piece.piece_type])
    return max(0, gain) if piece.piece_type != chess.KING or not after.attackers(not side, square) else 0


def move_exchange_cp(board: chess.Board, move: chess.Move) -> int:
    after = board.copy(stack=False)
    victim = board.piece_type_at(move.to_square)
    gained_cp = VALUES_CP[chess.PAWN] if board.is_en_passant(move) else VALUES_CP[victim] if victim else 0
    mover = after.remove_piece_at(move.from_square)
    assert mover is not None
    if board.is_en_passant(move):
        after.remove_piece_at(move.to_square + (-8 if board.turn else 8))
    standing = move.promotion or mover.piece_type
    if move.promotion:
        gained_cp += VALUES_CP[move.promotion] - VALUES_CP[chess.PAWN]
    after.set_piece_at(move.to_square, chess.Piece(standing, board.turn))
    return gained_cp - exchange_cp(after, move.to_square, not board.turn, VALUES_CP[standing])


def test_exchanges_are_worth_what_plain_recursion_says() -> None:
    compared = 0
    for board in random_boards(games=12, seed=5):
        for move in board.legal_moves:
            if board.is_castling(move) or not board.is_capture(move):
                continue
            worth_cp = move_exchange_cp(board, move)
            position = native(board)
            assert position.exchange_wins(move.uci(), worth_cp), (board.fen(), move, worth_cp)
            assert not position.exchange_wins(move.uci(), worth_cp + 1), (board.fen(), move, worth_cp)
            compared += 1
    assert compared > 500


@pytest.mark.parametrize(
    ("fen", "rule"),
    [
        ("", "needs at least the board"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "each side must have one king"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w - - 0 1", "eight squares"),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "a piece must be one of"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x - - 0 1", "the side to move must be w or b"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Z - 0 1", "castling rights"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - e9 0 1", "en passant square"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - x 1", "halfmove clock"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "must not be in check"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "pawns cannot stand"),
        ("QQQQQQQQ/QQQQQQQQ/QQQQ4/8/8/8/7k/K7 w - - 0 1", "sixteen pieces"),
    ],
)
def test_a_bad_fen_is_refused_with_the_rule_it_breaks(fen: str, rule: str) -> None:
    with pytest.raises(ValueError, match=rule):
        Position(fen)


def test_an_illegal_move_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="a move must be legal, got 'e2e5'"):
        Position(START, ["e2e5"])


def test_any_text_is_a_position_or_a_value_error() -> None:
    rng = random.Random(6)
    letters = "PNBRQKpnbrqk12345678/ wb-KQkq abcdefgh0\x00é"
    for _ in range(3000):
        text = list(START)
        for _ in range(rng.randrange(1, 6)):
            text[rng.randrange(len(text))] = rng.choice(letters)
        try:
            position = Position("".join(text))
        except ValueError:
            continue
        assert position.perft(1) == len(position.legal_moves())
