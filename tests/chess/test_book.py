"""Books: moves by weight, legal in any case, and files that are none refused."""

import random
from collections import Counter
from pathlib import Path

import chess
import chess.polyglot
import pytest

from zeitnot.chess.book import BUILT_IN, BookRules, book_entry, book_move, make_book, open_book, packed_book
from zeitnot.errors import DataError, SettingError

SMALL = BookRules(positions=6, nodes=1500, plies=3)
CASTLING = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"


def written(path: Path, board: chess.Board, **weights: int) -> Path:
    entries = [
        book_entry(board, chess.Move.from_uci(move), weight=weight) for move, weight in weights.items()
    ]
    path.write_bytes(packed_book(entries))
    return path


@pytest.mark.source("T10", "G12")
def test_the_built_in_book_knows_the_first_position_and_plays_legal_moves_all_over() -> None:
    rng = random.Random(1)
    for _ in range(20):
        board = chess.Board()
        while move := book_move(board, None, rng):
            assert move in board.legal_moves
            board.push(move)
        assert board.ply() >= 2


def test_every_entry_of_the_built_in_book_is_a_legal_move_of_its_position() -> None:
    boards = {chess.polyglot.zobrist_hash(chess.Board()): chess.Board()}
    entries = 0
    with open_book(None) as reader:
        for board in (waiting := [chess.Board()]):
            for entry in reader.find_all(board):
                entries += 1
                after = board.copy()
                after.push(entry.move)
                key = chess.polyglot.zobrist_hash(after)
                if key not in boards:
                    boards[key] = after
                    waiting.append(after)
        # Positions reached by answers that the book itself does not play are beyond this walk.
        assert 20 < entries <= len(reader)
    assert BUILT_IN.stat().st_size < 100_000


def test_moves_are_drawn_by_their_weights(tmp_path: Path) -> None:
    book = written(tmp_path / "book.bin", chess.Board(), e2e4=300, d2d4=100, a2a3=0)
    rng = random.Random(5)
    drawn = Counter(str(book_move(chess.Board(), book, rng)) for _ in range(400))
    assert set(drawn) == {"e2e4", "d2d4"}
    assert drawn["e2e4"] == pytest.approx(300, abs=30)


def test_the_same_draws_give_the_same_moves() -> None:
    games = [[book_move(chess.Board(), None, random.Random(seed)) for seed in range(20)] for _ in range(2)]
    assert games[0] == games[1]
    assert len(set(games[0])) > 1


def test_a_position_that_the_book_does_not_know_has_no_move() -> None:
    assert book_move(chess.Board("8/8/4k3/8/8/3QK3/8/8 w - - 0 1"), None, random.Random(1)) is None


@pytest.mark.parametrize("move", ["e1g1", "e1c1"])
def test_castling_is_kept_as_polyglot_writes_it_and_comes_back_as_castling(move: str, tmp_path: Path) -> None:
    board = chess.Board(CASTLING)
    book = written(tmp_path / "book.bin", board, **{move: 1})
    with open_book(book) as reader:
        (entry,) = reader.find_all(chess.polyglot.zobrist_hash(board))
    assert chess.square_name(entry.move.to_square) == ("h1" if move == "e1g1" else "a1")
    assert book_move(board, book, random.Random(1)) == chess.Move.from_uci(move)


def test_a_promotion_comes_back(tmp_path: Path) -> None:
    board = chess.Board("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1")
    book = written(tmp_path / "book.bin", board, e7e8r=1)
    assert book_move(board, book, random.Random(1)) == chess.Move.from_uci("e7e8r")


def test_an_illegal_move_in_a_book_is_never_played(tmp_path: Path) -> None:
    book = written(tmp_path / "book.bin", chess.Board(), e2e5=9, d1h5=9, e7e5=9)
    assert book_move(chess.Board(), book, random.Random(1)) is None


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "no such file"),
        (b"", "no entries"),
        (b"x" * 17, "16-byte entries"),
        (b"That the size is right does not make it a book .", "not in order"),
    ],
)
def test_a_file_that_is_no_book_is_refused(content: bytes | None, said: str, tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(DataError, match=said) as caught:
        book_move(chess.Board(), path, random.Random(1))
    assert str(path) in str(caught.value)


def test_a_folder_is_no_book(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="Polyglot"):
        book_move(chess.Board(), tmp_path, random.Random(1))


def test_a_made_book_is_repeatable_and_holds_the_likeliest_positions() -> None:
    entries = make_book(SMALL)
    assert packed_book(entries) == packed_book(make_book(SMALL))
    assert len({entry.key for entry in entries}) == 6
    assert chess.polyglot.zobrist_hash(chess.Board()) in {entry.key for entry in entries}
    assert max(entry.weight for entry in entries) == SMALL.most_weight


def test_a_made_book_goes_no_deeper_than_asked() -> None:
    entries = make_book(BookRules(positions=400, nodes=300, plies=1, candidates=3))
    firsts = [chess.Board()]
    for move in chess.Board().legal_moves:
        board = chess.Board()
        board.push(move)
        firsts.append(board)
    assert {entry.key for entry in entries} <= {chess.polyglot.zobrist_hash(board) for board in firsts}
    assert len({entry.key for entry in entries}) > 1


@pytest.mark.parametrize("rule", [{"plies": 0}, {"positions": 0}, {"window_cp": -1.0}, {"spread_cp": 0.0}])
def test_rules_out_of_range_are_refused(rule: dict[str, int]) -> None:
    with pytest.raises(SettingError, match=next(iter(rule))):
        BookRules(**rule)
