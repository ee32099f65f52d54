"""`zeitnot scrabble infer`: odds of what was kept, in work time, and what is wrong in one line."""

from pathlib import Path

import pytest

from tests.cli.scrabble.command_output import form_of, output_of
from tests.scrabble.finished_game import finished_game
from zeitnot.cli.app import run

QUICK = ("infer", "--work", "1000", "--time", "0.3s")


def turn_that_kept(least: int, most: int) -> int:
    """Return a turn after a placement that kept so many tiles."""
    events = finished_game().game.events
    for number, event in enumerate(events[:-4], start=1):
        placed = [] if event.move is None else [tile for tile in event.move.tiles if tile]
        if placed and least <= 7 - len(placed) <= most:
            return number + 1
    raise AssertionError("the game must have such a turn")


def test_leaves_and_tiles_are_listed_with_their_odds(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    turn = turn_that_kept(1, 3)
    output = output_of(capsys, *QUICK, game, "--turn", str(turn), "-n", "4")
    assert "against chance" in output
    assert "racks looked at" in output
    assert "really kept:" in output
    tables = output.split("kept   ")[-1]
    assert tables.count(" %") >= 16


def test_json_has_the_same_and_the_seed_repeats(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    turn = turn_that_kept(2, 4)
    arguments = (*QUICK, game, "--turn", str(turn), "-n", "5")
    form = form_of(capsys, *arguments)
    event = finished_game().game.events[turn - 2]
    assert form["turn"] == turn
    assert form["opponent"] == ("ann", "bob")[event.player]
    assert form["score_pts"] == event.points
    assert len(form["leaves"]) == 5
    assert all(len(leave["tiles"]) == form["kept_count"] for leave in form["leaves"])
    chances = [leave["chance"] for leave in form["leaves"]]
    assert chances == sorted(chances, reverse=True)
    for row in (*form["leaves"], *form["tiles"], form["kept"]):
        assert row["ratio"] == pytest.approx(row["chance"] / row["drawn_chance"])
    assert form_of(capsys, *arguments) == form


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        ("1", "--turn must be 2 or more"),
        ("99", "--turn must be 1 to"),
        ("last", "all unseen tiles are the opponent's"),
        ("", "in a game that is over, got none"),
    ],
)
def test_what_cannot_be_inferred_is_said_in_one_line(
    game: str, turn: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    events = [event for event in finished_game().game.events if event.move is not None]
    number = str(len(events)) if turn == "last" else turn
    assert run(["scrabble", "infer", game, *(("--turn", number) if number else ())]) == 2
    error = capsys.readouterr().err
    assert words in " ".join(error.split())
    assert error.count("\n") == 1


def test_moves_that_kept_nothing_or_were_withdrawn_say_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "short.gcg"
    path.write_text(
        "#player1 ann\n#player2 bob\n"
        ">ann: EHIRSTV 8D THRIVES +78 78\n>bob: AN 9G AN +11 11\n>bob: AN -- -11 0\n>ann: EE - +0 78\n"
    )
    assert run(["scrabble", "infer", str(path), "--turn", "2"]) == 2
    assert "must follow a move that kept tiles, got '2'" in capsys.readouterr().err
    assert run(["scrabble", "infer", str(path), "--turn", "3"]) == 2
    assert "must follow a move that stayed on the board, got '3'" in capsys.readouterr().err
