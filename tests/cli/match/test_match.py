import contextlib
import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from zeitnot.cli.app import run
from zeitnot.cli.exits import EXIT_BAD_INPUT, EXIT_INTERRUPTED
from zeitnot.lab import RunStore

QUICK = ["--clock", "1+0.01", "--work", "2000", "--hash", "1", "--concurrency", "1"]
SHORT = ["--resign", "1/100", "--draw", "1/100"]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a match that several tests look at."""
    path = tmp_path_factory.mktemp("runs") / "duel.run"
    assert run(["match", "uniform", "textbook", "--games", "4", *QUICK, "--output", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def twice(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """Play one match twice, and return the folder, and what the first wrote: its output and its messages."""
    folder, said = tmp_path_factory.mktemp("twice"), [io.StringIO() for _ in range(4)]
    with contextlib.chdir(folder):
        for out, err in (said[:2], said[2:]):
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                assert run(["match", "uniform", "textbook", "--games", "2", *QUICK]) == 0
    return folder / "runs", [each.getvalue() for each in said[:2]]


def test_a_match_tells_who_is_better_and_where_it_is_kept(twice: tuple[Path, list[str]]) -> None:
    runs, (out, err) = twice
    assert "2 of 2 games: chess, 1+0.01 (read as 0:01+0.01)" in out
    assert "uniform against textbook" in out
    assert "kept in runs/uniform-textbook.run" in err
    assert (runs / "uniform-textbook.run").is_file()
    assert (runs / "uniform-textbook.pgn").read_text().count("[Event ") == 2


def test_without_a_terminal_every_game_is_a_line(twice: tuple[Path, list[str]]) -> None:
    _, (_, err) = twice
    lines = [line for line in err.splitlines() if not line.startswith("zeitnot: ")]
    assert lines[0].startswith("1 of 2: game ")
    assert lines[1].startswith("2 of 2: game ")
    assert "Elo" in lines[1]


def test_the_same_match_again_goes_to_a_file_of_its_own(twice: tuple[Path, list[str]]) -> None:
    paths = sorted(twice[0].glob("*.run"))
    assert [path.name for path in paths] == ["uniform-textbook-2.run", "uniform-textbook.run"]
    with RunStore.read(paths[0]) as first, RunStore.read(paths[1]) as second:
        assert [first.records(n) for n in (0, 1)] == [second.records(n) for n in (0, 1)]


def test_machines_get_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "uniform", "textbook", "argo", "--games", "2", *QUICK, "--gauntlet", "--json"]
    assert run(arguments) == 0
    form = json.loads(capsys.readouterr().out)
    assert form["games"] == form["games_planned"] == 4
    assert form["ended"] == "all games played"
    assert [(each["first"], each["second"], each["games"]) for each in form["pairings"]] == [
        ("uniform", "textbook", 2),
        ("uniform", "argo", 2),
    ]
    assert sum(form["pairings"][0]["pentanomial"]) == 1
    assert [each["participant"] for each in form["faults"]] == ["uniform", "textbook", "argo"]
    with RunStore.read(next(Path("runs").glob("*.run"))) as store:
        fallen = [game.fault for game in store.games()].count("out of time")
    assert sum(each["flags"] for each in form["faults"]) == fallen
    assert all(each["crashes"] == each["restarts"] == 0 for each in form["faults"])
    assert all(each["turns"] > 0 and each["turn_s"] > 0 for each in form["time_use"])


def test_a_sequential_test_ends_the_match_once_it_is_decided(capsys: pytest.CaptureFixture[str]) -> None:
    # A side that never thinks for long against one that does: a few pairs decide.
    hurried = "uniform:turns_left=500,increment_share=0"
    arguments = ["match", "uniform", hurried, "--sprt", "0", "150", "--elo-model", "logistic", "--json"]
    arguments += ["--clock", "4+0.01", "--work", "20000", "--resign", "2/300", "--draw", "5/20"]
    assert run([*arguments, "--games", "400", "--hash", "1"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert form["ended"] == "the test is decided"
    assert form["sprt"]["verdict"] == "H1"
    assert form["sprt"]["llr"] >= form["sprt"]["upper"]
    assert form["games"] < 200


def test_scrabble_is_played_by_the_same_command(capsys: pytest.CaptureFixture[str]) -> None:
    clock = ["--clock", "0:20", "-10/min", "--work", "20"]
    assert run(["match", "magpie", "uniform", "--game", "scrabble", "--games", "2", *clock]) == 0
    assert "spread (95 %)" in capsys.readouterr().out
    assert sorted(path.name for path in Path("runs/magpie-uniform.gcg").iterdir()) == [
        "0001a.gcg",
        "0001b.gcg",
    ]


def test_a_real_engine_plays_wrapped_and_on_its_own_clock(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "stockfish+textbook", "stockfish", "--clock", "0.5+0.01", "--games", "2", "--json"]
    assert run([*arguments, "--margin", "60000"]) == 0  # how busy the machine is does not count here
    form = json.loads(capsys.readouterr().out)
    assert form["games"] == 2
    with RunStore.read(Path("runs/stockfish+textbook-stockfish.run")) as store:
        assert [game.fault for game in store.games()] == [None, None]
        policies = {turn.policy for number in (0, 1) for turn in store.records(number)}
        assert policies == {"textbook", "own clock"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["uniform"], "two participants or more, got 1"),
        (["uniform", "nobody"], "'nobody' is no policy"),
        (["uniform", "argo", "--game", "draughts"], "--game must be one of chess, scrabble, got 'draughts'"),
        (["uniform", "argo", "--games", "few"], "--games must be a whole number of 1 or more, got 'few'"),
        (["uniform", "argo", "--clock", "soon"], "at position 1 of 'soon'"),
        (["uniform", "argo", "--hash", "17592186044416"], "--hash must be at most"),
        (["uniform", "argo", "--threads", "257"], "--threads must be at most 256, got '257'"),
        (["uniform", "argo", "--work", "-5"], "--work must be a number above 0"),
        (["uniform", "ethereal-chess", "--work", "100000"], "own clock must have the option nodestime"),
        (["uniform", "stockfish", "--work", "100500"], "must be whole thousands of nodes a second"),
        (["uniform", "stockfish", "--work", "100000", "--clock", "40/10"], "must have one time for the game"),
        (["uniform", "argo", "--sprt", "5", "0"], "elo0 must be below elo1"),
        (["uniform", "argo", "--sprt", "0", "5", "--elo-model", "odd"], "model must be 'normalised'"),
        (["uniform", "argo", "--openings", "nowhere.epd"], "openings must be a file that can be read"),
        (["uniform", "argo", "--margin", "-1"], "--margin must be a number of 0 or more"),
        (["uniform", "argo", "--resign", "x/5"], "--resign must be MOVES/CP, such as"),
        (["uniform", "argo", "--concurrency", "0"], "--concurrency must be a whole number of 1"),
        (
            ["magpie", "uniform", "--game", "scrabble", "--openings", "a.epd"],
            "--openings is not for Scrabble",
        ),
        (
            ["magpie", "uniform", "--game", "scrabble", "--margin", "5"],
            "--margin is not for Scrabble, got '5'",
        ),
        (["uniform", "argo", "--clock", "25:00 -10/min"], "overtime costs points, which chess has not"),
        (["uniform", "argo", "--output", "games.pgn"], "a run must go to a file named *.run"),
        (["uniform", "argo", "--lexicon", "a.kwg"], "--lexicon is not for Chess, got 'a.kwg'"),
        (["uniform", "argo", "--output", "/dev/null/a.run"], "--output must be in an existing folder"),
        (["uniform", "argo", "--movetime", "1", "--clock", "1+1"], "--movetime goes without --clock"),
        (["uniform", "argo", "--movetime", "soon"], "--movetime must be seconds for each move"),
        (["uniform", "argo", "--one-sided"], "--one-sided needs --resign"),
        (["uniform", "argo", "--draw", "8/10/late"], "--draw 8/10/FROM must be a whole number"),
        (["uniform", "argo", "--syzygy", "nowhere"], "--syzygy must be a folder of tables"),
        (["uniform", "argo", "--affinity", "4095"], "affinity must name cores of this machine"),
        (
            ["magpie", "uniform", "--game", "scrabble", "--max-moves", "9"],
            "--max-moves is not for Scrabble, got '9'",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["match", *arguments]) == EXIT_BAD_INPUT
    output = capsys.readouterr()
    assert said in output.err
    assert len(output.err.splitlines()) == 1
    assert not Path("runs").exists()


@pytest.mark.parametrize(
    ("engine", "said"),
    [("true", "an engine must answer with 'uciok'"), ("stockfish:option.Hsh=16", "did you mean 'hash'")],
)
def test_an_engine_is_tried_before_anything_is_played(
    engine: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["match", "uniform", engine, "--clock", "1+0.01", "--games", "2"]) == EXIT_BAD_INPUT
    output = capsys.readouterr()
    assert len(output.err.splitlines()) == 1
    assert not Path("runs").exists()
    assert said in output.err


def test_odds_limits_and_rules_are_in_the_run_and_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    limits = ["--nodes", "600", "--alpha", "0.1", "--beta", "0.2", "--sprt", "0", "5", "--affinity", "all"]
    rules = [
        "--resign",
        "1/100",
        "--one-sided",
        "--draw",
        "1/100/1",
        "--max-moves",
        "50",
        "--concurrency",
        "1",
    ]
    words = ["match", "uniform:clock=1+0.01", "stockfish:name=SF,depth=2", "--games", "2", "--json"]
    assert run([*words, *limits, *rules, "--margin", "60000"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert (form["nodes"], form["affinity"]) == (600, "all")
    assert (form["max_moves"], form["ponder"]) == (50, False)
    assert form["time_use"][1]["least_left_s"] is None  # there is no clock, and JSON has no infinity
    assert form["limits"] == [
        {"participant": "uniform:clock=1+0.01", "clock": "0:01+0.01", "nodes": 600, "depth": None},
        {"participant": "SF", "clock": "infinite", "nodes": 600, "depth": 2},
    ]
    assert (form["sprt"]["alpha"], form["sprt"]["beta"]) == (0.1, 0.2)
    assert form["adjudication"]["resign_one_sided"] is True
    assert form["adjudication"]["draw_from_move"] == 1
    with RunStore.read(Path("runs/uniform_clock=1+0.01-SF.run")) as store:
        assert (store.plan.nodes, store.plan.rules.most_plies) == (600, 100)
        assert max(record.nodes for record in store.records(0) if record.policy == "uniform") < 3_000
        assert {record.depth for record in store.records(0) if record.policy == "own clock"} <= {1, 2}


def test_a_policy_of_the_other_game_is_played_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "magpie", "uniform", "--games", "2", *QUICK]) == 0
    assert "magpie is made for Scrabble; this is chess" in capsys.readouterr().err


def test_how_the_clock_was_read_is_told(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["runs", str(duel)]) == 0
    assert "1+0.01 (read as 0:01+0.01)" in " ".join(capsys.readouterr().out.split())


def test_runs_are_listed_and_shown(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["runs", str(duel.parent)]) == 0
    assert "4 of 4" in capsys.readouterr().out
    assert run(["runs", str(duel)]) == 0
    assert "uniform against textbook" in capsys.readouterr().out
    assert run(["runs", str(duel), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 4


def test_a_folder_without_runs_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["runs", str(tmp_path)]) == EXIT_BAD_INPUT
    assert "must hold files .run" in capsys.readouterr().err


def test_where_nothing_was_played_yet_runs_says_what_makes_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["runs"]) == EXIT_BAD_INPUT
    assert "which `zeitnot match` makes, got 'runs'" in capsys.readouterr().err


def test_a_finished_run_has_nothing_to_resume(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = duel.stat().st_mtime_ns
    assert run(["resume", str(duel)]) == 0
    assert "4 of 4 games" in capsys.readouterr().out
    assert duel.stat().st_mtime_ns == before


def test_a_run_is_exported(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", str(duel), "--parquet", "data"]) == 0
    assert "data/games.parquet: 4 rows" in capsys.readouterr().out
    assert run(["export", str(duel), "--csv", "data", "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert [each["file"] for each in form["written"]] == [
        "data/games.csv",
        "data/turns.csv",
        "data/steps.csv",
    ]
    assert form["written"][0]["rows"] == 4
    assert len(list(Path("data").iterdir())) == 6
    assert run(["export", str(duel)]) == EXIT_BAD_INPUT


def test_ctrl_c_keeps_every_finished_game_and_resume_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["match", "uniform", "argo", "--games", "20", *QUICK, *SHORT, "--output", "cut.run"]
    with subprocess.Popen(
        [sys.executable, "-m", "zeitnot", *arguments], stderr=subprocess.PIPE, text=True, cwd=tmp_path
    ) as process:
        assert process.stderr is not None
        assert "steps of 1,024 nodes" in process.stderr.readline()
        first = process.stderr.readline()
        assert first.startswith("1 of 20"), first
        os.kill(process.pid, signal.SIGINT)
        rest = process.stderr.read()
    assert process.returncode == EXIT_INTERRUPTED
    assert "`zeitnot resume cut.run` goes on from here" in rest
    with RunStore.read(Path("cut.run")) as store:
        kept = {game.number: store.records(game.number) for game in store.games()}
    assert 1 <= len(kept) < 20
    assert run(["resume", "cut.run", "--concurrency", "2"]) == 0
    assert "20 of 20 games" in capsys.readouterr().out
    with RunStore.read(Path("cut.run")) as store:
        assert [game.number for game in store.games()] == list(range(20))
        assert all(store.records(number) == records for number, records in kept.items())
    rounds = re.findall(r'Round "(.*)"', Path("cut.pgn").read_text())
    assert rounds == [f"{pair}.{game}" for pair in range(1, 11) for game in (1, 2)]


@pytest.mark.source("T12.match")
def test_pondering_is_told_in_the_table_in_json_and_in_the_export(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "uniform", "textbook", "--games", "2", *QUICK, "--ponder", "-o", "a.run"]
    assert run(arguments) == 0
    out = capsys.readouterr().out
    assert "pondering, seed 1" in " ".join(out.split())
    told = re.search(r"^textbook pondered on (\d+) replies, (\d+) came \(", out, re.MULTILINE)
    assert told is not None
    replies, hits = map(int, told.groups())
    assert replies > hits > 0
    assert run(["runs", "a.run", "--json"]) == 0
    pondering = json.loads(capsys.readouterr().out)["pondering"]
    assert [each["participant"] for each in pondering] == ["uniform", "textbook"]
    assert (pondering[1]["replies"], pondering[1]["hits"]) == (replies, hits)
    assert run(["export", "a.run", "--csv", "data"]) == 0
    with Path("data/turns.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["participant"] == "textbook"]
    assert sum(row["pondered_s"] != "" for row in rows) == replies
    assert sum(row["ponder_hit"].lower() == "true" for row in rows) == hits


def test_a_match_without_pondering_says_nothing_of_it(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["runs", str(duel)]) == 0
    assert "ponder" not in capsys.readouterr().out
    assert run(["runs", str(duel), "--json"]) == 0
    assert "pondering" not in json.loads(capsys.readouterr().out)


def test_pondering_in_scrabble_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "magpie", "uniform", "--game", "scrabble", "--ponder"]) == EXIT_BAD_INPUT
    assert capsys.readouterr().err == "zeitnot: pondering is not for scrabble, got ponder=True\n"
