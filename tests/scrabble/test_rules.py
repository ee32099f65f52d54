"""Rules: what is legal and what it scores, worked out by hand."""

import pytest

from tests.scrabble.random_games import english
from zeitnot.clocks import Overtime
from zeitnot.errors import DataError
from zeitnot.scrabble import Board, Layout, LetterDistribution, Move, Play, rules

LETTERS = LetterDistribution.english()
ALPHABET = LETTERS.alphabet


def judged(text: str, board: Board, *, rack: str | None = None, words: set[str] | None = None) -> Play:
    return rules.judge(
        Move.parse(text, ALPHABET),
        board,
        distribution=LETTERS,
        layout=Layout.standard(),
        rack=None if rack is None else english(rack),
        is_word=None if words is None else words.__contains__,
    )


def board_of(*moves: str) -> Board:
    """Lay words down without asking any rule."""
    board = Board.empty()
    for text in moves:
        move = Move.parse(text, ALPHABET)
        squares = zip(move.squares(), move.tiles, strict=True)
        board = board.with_tiles(
            (row, column, tile) for (row, column), tile in squares if board.tile(row, column) != tile
        )
    return board


QUIZ = board_of("8E QUIZ")

SCORES = [
    ("8E QUIZ", Board.empty(), 44, ("QUIZ",)),  # (10 + 1 + 1 + 10) x 2
    ("8D QUIZ", board_of("7G A"), 43, ("QUIZ", "AZ")),  # 2 x 10 + 1 + 1 + 10, and 1 + 10
    ("H5 qUIZ", Board.empty(), 24, ("QUIZ",)),  # the blank scores nothing: (0 + 1 + 1 + 10) x 2
    ("9G AT", QUIZ, 17, ("AT", "IA", "ZT")),  # 2 x 1 + 1, 1 + 2 x 1, 10 + 1
    ("G8 .T", QUIZ, 3, ("IT",)),  # 1 + 2 x 1
    ("8E ....S", QUIZ, 23, ("QUIZS",)),  # the double word was used before
    ("8E QUIZ.ES", board_of("8I Z"), 68, ("QUIZZES",)),  # (10 + 1 + 1 + 10 + 10 + 1 + 1) x 2
    ("8H AEINRST", Board.empty(), 66, ("AEINRST",)),  # (7 + 1 for the double letter) x 2 + 50
    ("1A AEI.NRTO", board_of("1D S"), 122, ("AEISNRTO",)),  # 8 x 3 x 3 + 50
    ("8G .Z.", board_of("7H A", "9H A", "8G A", "8I A"), 48, ("AZA", "AZA")),  # 12 x 2, both ways
    ("F6 Z", board_of("6E A"), 31, ("AZ",)),  # 1 + 3 x 10, whichever way the text goes
]


@pytest.mark.parametrize(("text", "board", "points", "words"), SCORES, ids=[row[0] for row in SCORES])
def test_scores_worked_out_by_hand(text: str, board: Board, points: int, words: tuple[str, ...]) -> None:
    play = judged(text, board)
    assert play.score_pts == points
    assert play.words == words


def test_a_play_says_which_tiles_go_where() -> None:
    play = judged("9F nOTE", QUIZ, rack="EOT?")
    assert play.squares == ((8, 5, 0x80 | 14), (8, 6, 15), (8, 7, 20), (8, 8, 5))
    assert play.used == (0, 15, 20, 5)
    assert play.words == ("NOTE", "UN", "IO", "ZT")


@pytest.mark.parametrize("text", ["7G .T", "G7 AIT", "G7 A(I)T", "G7 A.T"])
def test_letters_played_through_may_be_named_or_not(text: str) -> None:
    board = QUIZ if text.startswith("G") else board_of("8E QUIZ", "7G A")
    assert "." in judged(text, board).move.text(ALPHABET)


def test_a_blank_on_the_board_may_be_named_in_capital_or_small() -> None:
    board = board_of("8E QuIZ")
    moves = {judged(text, board).move for text in ("F8 uN", "F8 UN", "F8 .N", "F8 (u)N", "F8 (U)N")}
    assert {move.text(ALPHABET) for move in moves} == {"F8 .N"}


ILLEGAL = [
    ("8A QUIZ", Board.empty(), "the first play must cover 8H, got one from 8A"),
    ("8H Q", Board.empty(), "a play must form a word of two letters or more"),
    ("8E Q.IZ", Board.empty(), "a play must have no gaps, got none to play through at 8F"),
    ("9E A(T)", QUIZ, "a play must have no gaps, got none to play through at 9F"),
    ("10E AT", QUIZ, "a play must touch a tile on the board, got none from 10E"),
    ("9I AT", QUIZ, "a play must touch a tile"),
    ("8F OIZE", QUIZ, "got 'O' at 8F, where 'U' lies"),
    ("G8 (A)T", QUIZ, "got 'A' at 8G, where 'I' lies"),
    ("8F .IZE", QUIZ, "a play must name its whole word, got a letter before it at 8E"),
    ("G6 AT", QUIZ, "a play must name its whole word, got a letter behind it at 8G"),
    ("8E QUIZ", QUIZ, "a play must put down at least one tile"),
    ("1A AEIOURST", board_of("2A A"), "a play must put down at most 7 tiles, got 8"),
]


@pytest.mark.parametrize(("text", "board", "said"), ILLEGAL, ids=[row[0] for row in ILLEGAL])
def test_an_illegal_play_is_refused_with_the_reason(text: str, board: Board, said: str) -> None:
    with pytest.raises(DataError, match=said):
        judged(text, board)


def test_tiles_come_from_the_rack() -> None:
    assert judged("8E QUIZ", Board.empty(), rack="ZQUIAAA").score_pts == 44
    assert judged("8E qUIZ", Board.empty(), rack="ZUI?").score_pts == 24
    with pytest.raises(DataError, match="tiles must come from the rack 'ZUI', got 'Q' beyond it"):
        judged("8E QUIZ", Board.empty(), rack="ZUI")
    with pytest.raises(DataError, match=r"got '\?' beyond it"):
        judged("8E qUIZ", Board.empty(), rack="QUIZ")
    with pytest.raises(DataError, match="got 'Z' beyond it"):
        judged("8E QUIZZ", Board.empty(), rack="QUIZ")


def test_only_placements_go_on_the_board() -> None:
    with pytest.raises(DataError, match="only a placement goes on the board, got 'pass'"):
        judged("-", QUIZ)


def test_every_word_formed_must_be_in_the_lexicon() -> None:
    words = {"AT", "IA", "ZT"}
    assert judged("9G AT", QUIZ, words=words).score_pts == 17
    for word in words:
        with pytest.raises(DataError, match=f"every word must be in the lexicon, got '{word}'"):
            judged("9G AT", QUIZ, words=words - {word})


def test_an_exchange_needs_seven_tiles_in_the_bag() -> None:
    rules.check_exchange(7, bag_count=7)
    with pytest.raises(DataError, match="an exchange needs 7 tiles in the bag, which has 6, got one of 1"):
        rules.check_exchange(1, bag_count=6)


def test_what_is_off_the_board_is_the_bag_and_the_racks() -> None:
    left = rules.off_board(board_of("8E QuIZ"), LETTERS, english("AE?"))
    assert len(left) == 93
    assert left.count(0) == 0
    assert left.count(1) == 8
    assert 17 not in left
    assert list(left) == sorted(left)


def test_more_tiles_than_there_are_is_refused() -> None:
    with pytest.raises(DataError, match="must hold at most 1 of 'Q', got 2"):
        rules.off_board(QUIZ, LETTERS, english("Q"))
    with pytest.raises(DataError, match=r"must hold at most 2 of '\?', got 3"):
        rules.off_board(board_of("8E QuIZ"), LETTERS, english("?"), english("?"))


def test_tiles_that_no_letter_has_are_refused() -> None:
    with pytest.raises(DataError, match="tiles must be numbered 0 to 26, got 27"):
        rules.off_board(QUIZ, LETTERS, (27,))


def test_the_end_counts_the_tiles_left() -> None:
    assert rules.going_out_pts(english("QI?"), LETTERS) == 22
    assert rules.scoreless_end_pts(english("QI?"), LETTERS) == -11


def test_overtime_costs_ten_points_for_every_minute_begun() -> None:
    assert [rules.overtime_pts(over_s) for over_s in (-5.0, 0.0, 0.5, 60.0, 61.0)] == [0, 0, -10, -10, -20]
    assert rules.overtime_pts(61.0, Overtime(points=5, period_s=30.0)) == -15
