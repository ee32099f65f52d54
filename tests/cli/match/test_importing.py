import json
from pathlib import Path

import pytest

from zeitnot.cli.app import run
from zeitnot.cli.exits import EXIT_BAD_INPUT
from zeitnot.lab import RunStore, standings_of

HEAD = (
    '[Event "x"]\n[Site "?"]\n[Date "2026.01.02"]\n[Round "{round}"]\n[White "{white}"]\n[Black "{black}"]\n'
)
FASTCHESS = (
    HEAD + '[Result "{result}"]\n[GameStartTime "2026-01-02T10:00:00 +0000"]\n[TimeControl "8+0.08"]\n'
    '[Termination "{termination}"]\n\n'
    "1. e4 {{book}} e5 {{book}} 2. Nf3 {{+0.30/12 0.250s}} Nc6 {{-0.25/11 0.500s}} "
    "3. Bb5 {{+M7/20 1.000s}} a6 {{-M6/19 2.000s{more}}} {result}\n\n"
)


def game(
    white: str, black: str, result: str, *, more: str = "", termination: str = "normal", round_: int = 1
) -> str:
    return FASTCHESS.format(
        white=white, black=black, result=result, more=more, termination=termination, round=round_
    )


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def imported(text: str, *words: str) -> RunStore:
    Path("games.pgn").write_text(text)
    assert run(["import", "games.pgn", *words]) == 0
    return RunStore.read(Path("runs/games.run"))


def test_games_of_another_runner_become_a_run_with_times_and_scores() -> None:
    flag = game("A", "B", "1-0", more=", Black loses on time", termination="time forfeit")
    text = flag + game("B", "A", "1/2-1/2", more=", Draw by adjudication")
    with imported(text) as store:
        first, second = store.games()
        records = store.records(0)
    assert (first.words, first.fault, first.at_fault) == ("White wins: Black loses on time", "out of time", 1)
    assert (second.first, second.half_points, second.pair) == (1, 1, first.pair)
    assert second.words == "Draw by adjudication"
    assert [record.move for record in records] == ["g1f3", "b8c6", "f1b5", "a7a6"]
    assert [record.used_s for record in records] == [0.25, 0.5, 1.0, 2.0]
    assert [record.depth for record in records] == [12, 11, 20, 19]
    assert [record.score_cp for record in records] == [30.0, -25.0, 30_000 - 7, 6 - 30_000]
    assert records[0].clock_before_s == 8.0
    assert records[0].clock_after_s == pytest.approx(8 - 0.25 + 0.08)
    assert first.began == "2026-01-02T10:00:00+00:00"
    assert store.plan.control == "0:08+0.08"


def test_the_board_of_an_imported_turn_is_found() -> None:
    with imported(game("A", "B", "1-0") + game("B", "A", "0-1")) as store:
        plan, text = store.plan, store.text(0)
    found = plan.played_game.position_before(plan, text, place=1, move="b8c6")
    assert found is not None
    assert (found.move, found.notation.split()[1]) == ("Nc6", "b")


def test_games_are_paired_by_their_opening_whatever_their_order() -> None:
    other = game("B", "A", "0-1").replace("1. e4", "1. d4")
    text = game("A", "B", "1-0") + other + game("B", "A", "1/2-1/2") + game("C", "A", "0-1")
    with imported(text) as store:
        games = store.games()
    assert [(each.number, each.first, each.second) for each in games] == [
        (0, 0, 1),
        (1, 1, 0),
        (2, 1, 0),
        (4, 2, 0),
    ]
    assert (store.plan.total_games, store.plan.numbers) == (4, 6)
    assert standings_of(store.plan, games).table.scores["A", "B"].pairs.counts[3] == 1


def test_a_prior_makes_every_difference_finite(capsys: pytest.CaptureFixture[str]) -> None:
    text = game("A", "B", "1-0") + game("B", "A", "0-1")
    imported(text, "--json").close()
    form = json.loads(capsys.readouterr().out)
    (best, worst) = form["standings"]
    # One pair won, and two draws that were never played: three points of four, half of the difference each.
    assert best["elo"]["elo"] == pytest.approx(190.85 / 2, abs=0.01)
    assert worst["elo"]["elo"] == pytest.approx(-190.85 / 2, abs=0.01)
    assert run(["runs", "runs/games.run", "--crosstable"]) == 0
    assert "A      inf    -" in capsys.readouterr().out
    assert run(["runs", "runs/games.run", "--crosstable", "--prior", "2"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Rank Name  Elo  +/-  Games   Score  Draws    1    2",
        "   1 A      95  197      2  100.0%   0.0%  ***  2/2",
        "   2 B     -95  197      2    0.0%   0.0%  0/2  ***",
    ]
    assert run(["runs", ".", "--prior", "2"]) == EXIT_BAD_INPUT


def test_what_cannot_be_imported_is_counted_and_the_rest_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    hostile = game("\x1b[2J" + "x" * 300, "A", "1-0")
    text = game("A", "B", "*") + game("A", "A", "1-0") + hostile + '[Variant "Atomic"]\n\n1. e4 1-0\n\n'
    with imported(text) as store:
        assert len(store.games()) == 1
        assert store.plan.participants[0].name.startswith("?[2Jxxx")
        assert len(store.plan.participants[0].name) == 200
    assert "3 games were left out; the first, games.pgn, game 1: its result is '*'" in capsys.readouterr().err


def test_odds_are_read_and_games_without_times_count_as_results() -> None:
    odds = '[WhiteTimeControl "10+0.1"]\n[BlackTimeControl "1+0.01"]\n'
    text = game("A", "B", "1-0").replace('[TimeControl "8+0.08"]\n', odds)
    with imported(
        text + HEAD.format(white="B", black="A", round=2) + '[Result "0-1"]\n\n1. f3 e5 0-1\n'
    ) as store:
        assert store.plan.clock_words == "0:10+0.1; B: 0:01+0.01"
        assert [each.turns for each in store.games()] == [4, 0]


@pytest.mark.parametrize("text", ["", "nothing", '[Result "*"]\n\n1. e4 *\n'])
def test_a_file_without_games_is_refused_in_one_line(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("games.pgn").write_text(text)
    assert run(["import", "games.pgn"]) == EXIT_BAD_INPUT
    assert "files to import must have a finished game" in capsys.readouterr().err
    assert not Path("runs").exists()


def test_an_imported_run_makes_a_report_and_cannot_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    imported(game("A", "B", "1-0") + game("B", "A", "0-1")).close()
    assert run(["report", "runs/games.run"]) == 0
    page = Path("runs/games.html").read_text()
    assert "imported from games.pgn" in page
    assert "zeitnot resume" not in page
    assert run(["resume", "runs/games.run"]) == EXIT_BAD_INPUT
    assert "must be played here" in capsys.readouterr().err


def test_games_are_exported_with_the_fields_that_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    imported(game("A", "B", "1-0", more=", Black resigns")).close()
    words = ["export", "runs/games.run", "--pgn", "out.pgn", "--fields"]
    assert run([*words, "score,clk"]) == 0
    moves = Path("out.pgn").read_text().split("\n\n")[1]
    assert moves.startswith("1. e4 e5 2. Nf3 { +0.30/12 [%clk 0:00:07.83] } 2... Nc6 { -0.25/11 [%clk")
    assert "resigns" not in moves
    assert run([*words, "none"]) == 0
    assert "{" not in Path("out.pgn").read_text()
    assert run([*words, "pv"]) == EXIT_BAD_INPUT
    assert "must be some of score, time, eval, clk, emt, nodes, nps, got 'pv'" in capsys.readouterr().err


def test_games_of_scrabble_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    Path("game.gcg").write_text("#player1 a Anna\n#player2 b Bert\n>a: AEINRST 8D RETAINS +66 66\n")
    assert run(["import", "game.gcg"]) == EXIT_BAD_INPUT
    assert "only games of chess are imported, got scrabble" in capsys.readouterr().err
