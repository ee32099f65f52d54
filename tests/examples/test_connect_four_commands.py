"""Commands with a game of a plug-in: a match, its page and tables, recorded turns and their replay."""

import csv
import json
import re
from pathlib import Path

import pytest

from zeitnot.cli.app import run
from zeitnot.games import find_game, registry
from zeitnot.learning import read_data

pytestmark = pytest.mark.usefixtures("connect_four")

GAME = "connect-four"
SMALL = ("--set", "nodes=600", "--set", "judge_nodes=300", "--set", "game_nodes=30", "--processes", "1")


@pytest.fixture(scope="module")
def match_run(tmp_path_factory: pytest.TempPathFactory, connect_four: Path) -> Path:
    path: Path = tmp_path_factory.mktemp("runs") / "a.run"
    words = ["match", "textbook", "uniform", "--game", GAME, "-n", "2", "--work", "1500", "-c", "2+0.02"]
    assert run([*words, "--hash", "4", "--concurrency", "1", "-o", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory, connect_four: Path) -> Path:
    folder: Path = tmp_path_factory.mktemp("data") / "small.data"
    assert run(["learn", "data", GAME, "-n", "12", *SMALL, "-o", str(folder)]) == 0
    return folder


def test_a_match_keeps_its_games_in_one_text(match_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = match_run.with_suffix(".c4").read_text(encoding="utf-8")
    assert text.count('[Game "Connect Four"]') == 2
    assert run(["runs", str(match_run.parent), "--json"]) == 0
    assert GAME in capsys.readouterr().out


def test_the_page_of_a_match_draws_boards(match_run: Path, tmp_path: Path) -> None:
    assert run(["report", str(match_run), "-o", str(tmp_path / "page.html")]) == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Connect Four" in page
    boards = re.findall(r'<div class="board"><svg [^>]*aria-label="Board with (\d+) discs">', page)
    assert boards
    assert all(4 <= int(discs) < 42 for discs in boards)


def test_a_match_is_exported_as_tables(match_run: Path, tmp_path: Path) -> None:
    assert run(["export", str(match_run), "--csv", str(tmp_path)]) == 0
    with (tmp_path / "turns.csv").open(encoding="utf-8", newline="") as file:
        turns = list(csv.DictReader(file))
    assert {turn["side"] for turn in turns} == {"first", "second"}
    assert {turn["phase"] for turn in turns} <= {"beginning", "middle", "end"}
    assert all(1 <= int(turn["legal_moves"]) <= 7 for turn in turns)
    assert (turns[0]["ply"], turns[0]["pieces"]) == ("4", "")


def test_a_curve_shows_every_policy_that_suits(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["curve", "--game", GAME, "--clock", "1:00", "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    curves = json.loads(captured.out)["curves"]
    assert [each["policy"] for each in curves] == find_game(GAME).policies()
    assert not any(each["flagged"] for each in curves)
    assert all(len(each["used_s"]) == 19 for each in curves)


def test_recorded_turns_are_judged_and_can_be_read_again(data: Path) -> None:
    found = read_data(data)
    assert (found.game, found.settings["nodes"]) == (GAME, 600)
    assert [trace.number for trace in found.traces] == list(range(12))
    game = find_game(GAME)
    assert game.recording is not None
    again = game.recorder(game.recording(nodes=600, judge_nodes=300, game_nodes=30)).record(7)
    assert found.traces[7] == again
    assert any(trace.solved for trace in found.traces)  # type: ignore[attr-defined]  # of this game
    for trace in found.traces:
        assert len(trace.position) == trace.ply
        assert trace.steps >= 1
        assert trace.iterations[-1].loss == 0.0  # type: ignore[attr-defined]  # of this game


def test_a_replay_gives_figures_for_every_policy(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["replay", str(data), "-p", "uniform,learned", "-c", "1+0.01", "--work", "1000"]
    assert run([*words, "-n", "20", "--processes", "1", "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    figures = {each["policy"]: each for each in form["policies"]}
    assert list(figures) == ["uniform", "learned", "oracle"]
    assert all(each["faults"] == 0 for each in figures.values())


def test_games_in_help_are_those_installed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["learn", "data", "--help"]) == 0
    listed = capsys.readouterr().out
    assert all(f" {name} " in listed for name in ("chess", "scrabble", GAME))
    assert run(["learn", "data", GAME, "--help"]) == 0
    text = capsys.readouterr().out
    assert "Record positions of Connect Four" in text
    assert "judge_nodes=40000: Nodes for each move that is judged" in text
    assert "seed=" not in text


@pytest.mark.parametrize("words", [["--help"], ["learn", "--help"], ["learn", "data", "chess", "--help"]])
def test_no_plug_in_is_looked_up_for_other_help(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise AssertionError("plug-ins were looked up")

    monkeypatch.setattr(registry, "_plugged_in", refuse)
    assert run(words) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["match", "uniform", "argo", "--game", "nosuch"],
            "one of chess, scrabble, connect-four, got 'nosuch'",
        ),
        (["match", "uniform", "argo", "--game", GAME, "--resign", "4"], "--resign is not for Connect Four"),
        (["match", "uniform", "stockfish15", "--game", GAME], "a participant of connect-four must be one of"),
        (["match", "uniform", "argo", "--game", GAME, "--ponder"], "pondering is not for connect-four"),
        (["learn", "data", "nosuch"], "the commands are scrabble, chess, connect-four"),
        (["learn", "data", GAME, "--set", "nods=1"], "has no setting 'nods'; did you mean 'nodes'?"),
        (["learn", "data", GAME, "--set", "x=1"], "the settings are nodes, judge_nodes, game_nodes, "),
        (["learn", "data", GAME, "--set", "nodes=many"], "nodes must be a whole number, got 'many'"),
        (["learn", "data", GAME, "--set", "nodes=0"], "zeitnot: nodes must be at least 1, got 0"),
        (["learn", "data", GAME, "--set", "seed=2"], "has no setting 'seed'"),
        (["learn", "data", GAME, "--set", "nodes"], "a setting must be key=value, got 'nodes'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_refused_in_one_line(
    words: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(words) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["train", "values"])
def test_models_are_not_learned_from_a_game_they_have_no_form_for(
    command: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["learn", command, str(data), "-o", str(tmp_path / "model")]) == 2
    said = "models must be learned from turns of chess or scrabble, got turns of connect-four"
    assert said in capsys.readouterr().err
