"""Openings: the list that ships, lists in other formats, and lists made anew."""

from dataclasses import replace
from pathlib import Path

import chess
import pytest

from zeitnot.chess.analyst import Analyst
from zeitnot.chess.openings import BUILT_IN, UNBALANCED, Opening, OpeningMaker, OpeningRules, read_openings
from zeitnot.errors import DataError, SettingError

QUICK = OpeningRules(plies=4, nodes=1500, final_nodes=3000, candidates=6)
KINGS_PAWN = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


@pytest.mark.parametrize(("path", "least"), [(None, 400), (Path(UNBALANCED), 300)])
def test_the_lists_that_ship_are_large_legal_and_without_twins(path: Path | None, least: int) -> None:
    openings = read_openings(path)
    assert len(openings) >= least
    assert {len(opening.moves) for opening in openings} == {8}
    boards = [opening.board() for opening in openings]
    assert len({board.epd() for board in boards}) == len(boards)
    assert all(board.is_valid() and not board.is_game_over() for board in boards)


def test_the_list_that_ships_names_the_command_that_made_it() -> None:
    header = BUILT_IN.read_text(encoding="utf-8").splitlines()[:3]
    assert all(line.startswith("#") for line in header)
    assert "zeitnot openings make " in header[1]


def test_a_file_called_unbalanced_comes_before_the_list_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / UNBALANCED).write_text("e2e4 e7e5\n", encoding="utf-8")
    assert read_openings(Path(UNBALANCED)) == (Opening(moves=("e2e4", "e7e5")),)


def test_unbalanced_openings_are_about_a_pawn_from_equality() -> None:
    analyst = Analyst()
    for opening in read_openings(Path(UNBALANCED))[::60]:
        (best, *_) = analyst.moves(opening.board(), nodes=100_000, lines=1)
        assert 90 <= abs(best.score_cp) <= 140


def test_moves_are_read_and_comments_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("# two\n\ne2e4 e7e5  # 1. e4 e5\ng1f3\n", encoding="utf-8")
    assert read_openings(path) == (Opening(moves=("e2e4", "e7e5")), Opening(moves=("g1f3",)))


def test_a_line_written_reads_back(tmp_path: Path) -> None:
    opening = Opening(moves=("e2e4", "e7e5", "g1f3"))
    assert opening.line() == "e2e4 e7e5 g1f3  # 1. e4 e5 2. Nf3"
    path = tmp_path / "list.txt"
    path.write_text(f"{opening.line()}\n{Opening(fen=KINGS_PAWN).line()}\n", encoding="utf-8")
    assert read_openings(path) == (opening, Opening(fen=KINGS_PAWN))


@pytest.mark.parametrize(
    "line",
    [
        KINGS_PAWN,
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id "king\'s pawn";',
    ],
)
def test_fen_and_epd_lines_are_read(line: str, tmp_path: Path) -> None:
    path = tmp_path / "list.epd"
    path.write_text(f"{line}\n", encoding="utf-8")
    (opening,) = read_openings(path)
    assert opening.board().epd() == chess.Board(KINGS_PAWN).epd()


def test_pgn_games_are_read_up_to_so_many_half_moves(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(
        f'[Event "a"]\n\n1. e4 e5 2. Nf3 *\n\n[Event "b"]\n[SetUp "1"]\n[FEN "{KINGS_PAWN}"]\n\n1... c5 *\n',
        encoding="utf-8",
    )
    openings = read_openings(path, plies=2)
    assert openings == (Opening(moves=("e2e4", "e7e5")), Opening(moves=("c7c5",), fen=KINGS_PAWN))


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("list.txt", "e2e4 e7e5\ne2e4 e2e4\n", "line 2: .*legal UCI moves.*'e2e4' after 1 half moves"),
        ("list.txt", "Nf3\n", "line 1: .*legal UCI moves.*'Nf3'"),
        ("list.epd", "8/8/8/8/8/8/8/8 w - -\n", "line 1: .*no king"),
        ("list.txt", "# nothing\n", "at least one"),
        ("games.pgn", '[Event "a"]\n\n1. e4 e4 *\n', "legal games"),
        ("games.pgn", "", "at least one"),
    ],
)
def test_a_bad_list_is_refused_with_its_place(name: str, text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=said) as caught:
        read_openings(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("name", ["list.txt", "games.pgn"])
def test_a_missing_list_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file"):
        read_openings(tmp_path / name)


def test_a_list_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="not UTF-8"):
        read_openings(path)


def test_the_same_seed_makes_the_same_openings_and_another_others() -> None:
    first = list(OpeningMaker(rules=QUICK, seed=3).make(6))
    assert list(OpeningMaker(rules=QUICK, seed=3).make(6)) == first
    assert list(OpeningMaker(rules=QUICK, seed=4).make(6)) != first


def test_made_openings_are_balanced_playable_and_without_twins() -> None:
    openings = list(OpeningMaker(rules=QUICK, seed=1).make(8))
    boards = [opening.board() for opening in openings]
    assert len({board.epd() for board in boards}) == 8
    analyst = Analyst()
    for board in boards:
        assert board.ply() == 4
        assert abs(analyst.moves(board, nodes=3000, lines=1)[0].score_cp) <= QUICK.balance_cp
        last = board.pop()
        scored = analyst.moves(board, nodes=1500, lines=6)
        (score_cp,) = (each.score_cp for each in scored if each.move == last)
        assert scored[0].score_cp - score_cp <= QUICK.window_cp


def test_openings_can_be_made_unbalanced() -> None:
    rules = replace(QUICK, least_cp=40, balance_cp=150, window_cp=150, spread_cp=60)
    analyst = Analyst()
    for opening in OpeningMaker(rules=rules, seed=1).make(5):
        assert 40 <= abs(analyst.moves(opening.board(), nodes=3000, lines=1)[0].score_cp) <= 150


def test_more_openings_than_there_are_is_refused_and_not_waited_for() -> None:
    rules = OpeningRules(plies=1, nodes=500, final_nodes=500, patience=60)
    with pytest.raises(SettingError, match=r"count must be .* got 21 where no more than"):
        list(OpeningMaker(rules=rules).make(21))


def test_the_analyst_answers_the_same_question_the_same_whatever_came_between() -> None:
    analyst, board = Analyst(), chess.Board(KINGS_PAWN)
    first = analyst.moves(board, nodes=3000, lines=4)
    analyst.moves(chess.Board(), nodes=3000, lines=4)
    assert analyst.moves(board, nodes=3000, lines=4) == first
    assert [each.score_cp for each in first] == sorted((each.score_cp for each in first), reverse=True)
    assert len(analyst.moves(board, nodes=1, lines=40)) == 20
    assert analyst.moves(chess.Board("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), nodes=100, lines=1) == ()


@pytest.mark.parametrize("rule", [{"plies": 0}, {"nodes": 0}, {"balance_cp": -1}, {"spread_cp": 0}])
def test_rules_out_of_range_are_refused(rule: dict[str, int]) -> None:
    with pytest.raises(SettingError, match=next(iter(rule))):
        OpeningRules(**rule)
