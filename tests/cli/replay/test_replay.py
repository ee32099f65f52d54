import json
import signal
import weakref
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import terminals
from tests.lab.replay.made_up_data import chess_traces, scrabble_traces
from zeitnot.chess import ChessRecording
from zeitnot.cli.app import run
from zeitnot.lab import PolicyFigures, PolicySums, ReplayRunner, figures_of
from zeitnot.learning import write_shard
from zeitnot.turns import to_json_form


@pytest.fixture
def chess_data(tmp_path: Path) -> str:
    return data(tmp_path / "chess.data", chess_traces())


@pytest.fixture
def scrabble_data(tmp_path: Path) -> str:
    return data(tmp_path / "scrabble.data", scrabble_traces())


def data(folder: Path, traces: Any) -> str:
    folder.mkdir()
    write_shard(folder / "made_up.parquet", traces, settings={"made": "up"})
    return str(folder)


def replayed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["replay", *words]) == 0
    return capsys.readouterr().out


def test_policies_are_shown_with_what_they_use_and_lose(
    chess_data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = replayed(capsys, chess_data, "-p", "uniform,stockfish:horizon_moves=40", "-n", "20")
    assert "chess on 10+0.1, 100,000 nodes a second, from 60 recorded turns" in shown
    assert "middle game" in shown
    assert "games a minute" in shown


def test_json_has_the_figures_of_every_policy_and_phase(
    scrabble_data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (scrabble_data, "-p", "uniform", "-p", "magpie,learned", "-n", "10", "--clock", "1:00 -10/min")
    form = json.loads(replayed(capsys, *words, "--work", "500/s", "--json"))
    assert (form["game"], form["clock"], form["work_per_s"]) == ("scrabble", "1:00 -10/min", 500)
    uniform, magpie, learned, oracle = form["policies"]
    names = [each["policy"] for each in (uniform, magpie, learned, oracle)]
    assert names == ["uniform", "magpie", "learned", "oracle"]
    assert (uniform["share"]["mean"], oracle["share"]["mean"]) == (0.0, 1.0)
    assert uniform["difference"] is None
    lost = magpie["lost"]["mean"] - uniform["lost"]["mean"]
    assert magpie["difference"]["mean"] == pytest.approx(lost)
    assert magpie["phases"]["an empty bag"]["turns"] > 0


def test_even_shares_play_along_for_the_way_to_the_oracle(
    chess_data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    form = json.loads(replayed(capsys, chess_data, "-p", "stockfish", "-n", "5", "--json"))
    assert [each["policy"] for each in form["policies"]] == ["stockfish", "uniform", "oracle"]
    form = json.loads(
        replayed(capsys, chess_data, "-p", "stockfish", "-n", "5", "--clock", "1:00 byo 3x10", "--json")
    )
    assert [(each["policy"], each["share"]) for each in form["policies"]] == [("stockfish", None)]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-p", "unifrom"), "did you mean 'uniform'"),
        (("-p", "uniform", "--clock", "depth 5"), "a clock that runs over the game"),
        (("-p", "uniform", "--work", "0"), "--work must be a number above 0"),
        (("-p", "uniform", "--games", "0"), "--games must be a whole number of 1 or more"),
        (("-p", "uniform", "--processes", "x"), "--processes must be a whole number"),
        (("-p", "uniform", "--score-curve", "91"), "--score-curve must be two numbers, such as 91,42"),
        (("-p", "uniform", "--score-curve", "91,0"), "spread_cp must be above 0 centipawns"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    chess_data: str, words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", chess_data, *words]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1


def test_losses_of_whole_games_are_told_by_the_score_curve_that_is_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [replace(trace, game_number=trace.number // 10) for trace in chess_traces()]
    folder = tmp_path / "games.data"
    folder.mkdir()
    settings = to_json_form(ChessRecording(whole_games=True))
    write_shard(folder / "made_up.parquet", games, settings=settings)

    def lost(*words: str) -> float:
        form = json.loads(replayed(capsys, str(folder), "-p", "uniform", "-n", "5", *words, "--json"))
        return float(form["policies"][0]["lost"]["mean"])

    assert lost() == lost()
    assert lost("--score-curve", "91,42") != lost("--score-curve", "300,200")


def test_a_folder_without_data_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(tmp_path), "-p", "uniform"]) == 2
    assert "must be a folder with shards in it" in capsys.readouterr().err


def test_a_chess_policy_is_refused_for_scrabble(
    scrabble_data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", scrabble_data, "-p", "stockfish"]) == 2
    assert "a policy for scrabble must be one of" in capsys.readouterr().err


def test_tuning_says_what_the_held_out_turns_say_and_how_to_use_it(
    chess_data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["tune", "uniform:turns_left=400", chess_data, "-p", "turns_left", "--trials", "3", "-n", "10"]
    assert run(words) == 0
    shown = capsys.readouterr().out
    assert "held out" in shown
    assert "--set turns_left=" in shown
    assert "[policies.uniform]\nturns_left = " in shown
    assert run([*words, "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert form["trials"] == 3
    assert form["held_out"][0]["after"]["difference"]["mean"] <= 0.0


def test_an_interrupted_tuning_shows_what_it_found_and_keeps_it(chess_data: str, tmp_path: Path) -> None:
    kept = str(tmp_path / "trials.db")
    words = ("tune", "uniform", chess_data, "-p", "turns_left", "--trials", "100000", "-n", "5")
    with terminals() as start:
        terminal = start(*words, "--storage", kept, "--processes", "1")
        terminal.until("3/100000")
        terminal.type("\x03")
        assert terminal.ended() == 130
        assert "interrupted; what was found so far" in terminal.shown
        assert "--set turns_left=" in terminal.shown
    assert run([*words[:-4], "--trials", "3", "-n", "5", "--storage", kept, "--processes", "1"]) == 0


def test_an_interrupt_is_kept_in_mind_where_no_exception_gets_through(
    chess_data: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([interrupt_in_a_callback])

    def figures(sums: dict[str, PolicySums]) -> tuple[PolicyFigures, ...]:
        return next(answers, figures_of)(sums)

    monkeypatch.setattr("zeitnot.lab.tune.figures_of", figures)
    words = ["tune", "uniform", chess_data, "-p", "turns_left", "--trials", "9", "-n", "5", "--json"]
    assert run([*words, "--processes", "1"]) == 130
    output, said = capsys.readouterr()
    assert "interrupted; what was found so far" in said
    assert json.loads(output)["trials"] == 1


def interrupt_in_a_callback(sums: dict[str, PolicySums]) -> tuple[PolicyFigures, ...]:
    """Interrupt as a weak reference is told of the end of its object, where Python drops exceptions."""

    class Short:
        pass

    short = Short()
    reference = weakref.ref(short, lambda _: signal.raise_signal(signal.SIGINT))
    del short
    assert reference() is None
    return figures_of(sums)


def test_the_default_is_a_few_hundred_games_told_in_small_steps(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games_of_two_turns = data(
        tmp_path / "short.data", [replace(trace, ply=6, plies_to_come=4) for trace in chess_traces()]
    )
    steps: list[int] = []
    whole_run = ReplayRunner.run

    def counted(self: ReplayRunner, games: int, **named: Any) -> Any:
        named["on_games"] = steps.append
        return whole_run(self, games, **named)

    monkeypatch.setattr(ReplayRunner, "run", counted)
    assert "500 games of each policy" in replayed(
        capsys, games_of_two_turns, "-p", "uniform", "--processes", "1"
    )
    assert sum(steps) == 500
    assert max(steps) <= 50


def test_tuning_on_pairs_plays_games_and_says_what_other_tiles_say(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["tune", "magpie", "-p", "reserve_share", "--pairs", "1", "--trials", "1", "--work", "2"]
    assert run([*words, "--clock", "0:20 -10/min", "--processes", "1", "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert (form["trials"], form["pairs"], form["final_pairs"]) == (1, 1, 2)
    assert form["settings"] == {"reserve_share": "0.2"}
    assert form["difference_pts"]["mean"] == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-p", "reserve_share"], "needs a folder of data, or --pairs to play games"),
        (["some.data", "-p", "reserve_share", "--pairs", "2"], "--pairs plays real games and needs no data"),
    ],
)
def test_a_tuning_has_either_data_or_pairs(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["tune", "magpie", *words]) == 2
    assert message in capsys.readouterr().err
