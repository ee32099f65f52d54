"""`zeitnot learn data`: real positions of both games, few and small."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import terminals
from zeitnot import lab
from zeitnot.chess.recording.recorder import ChessRecording, ChessTrace
from zeitnot.cli.app import run
from zeitnot.cli.exits import EXIT_INTERRUPTED
from zeitnot.games import find_game
from zeitnot.lab import DataRun, LocalTasks, recording_cost_s
from zeitnot.learning import MakeTask, read_data
from zeitnot.scrabble import ScrabbleRecording
from zeitnot.scrabble.recording.trace import ScrabbleTrace

DATA = ("learn", "data")
SMALL_CHESS = ("--nodes", "500", "--processes", "1")
SMALL_SCRABBLE = ("--samples", "1000", "--judge-samples", "300", "--seeds", "2", "--processes", "1")


@pytest.fixture(scope="module")
def chess(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("data") / "chess.data"
    assert run([*DATA, "chess", "-o", str(folder), "--positions", "3", *SMALL_CHESS]) == 0
    return folder


@pytest.mark.source("M29.scale")
def test_solving_with_few_tiles_in_the_bag_is_recorded_on_request(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = ("--samples", "100", "--judge-samples", "30", "--seeds", "1", "--processes", "1", "-n", "1")
    # With this seed one move leads from the beginning, so that the judge has nothing to do.
    command = [*DATA, "scrabble", "-o", str(tmp_path / "new"), *small, "--most-bag", "1", "--seed", "8"]
    assert run([*command, "--solving-nodes", "2000"]) == 0
    (trace,) = read_data(tmp_path / "new").traces
    assert isinstance(trace, ScrabbleTrace)
    assert trace.features.bag_tiles == 1
    assert len(trace.runs[0].solved_losses_pts) == len(trace.runs[0].checks)
    assert run(command) == 2
    assert "solving_deals 0 instead of 8" in capsys.readouterr().err


def test_scrabble_positions_are_recorded_and_summed_up_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "scrabble.data"
    assert run([*DATA, "scrabble", "-o", str(folder), "--positions", "3", *SMALL_SCRABBLE]) == 0
    data = read_data(folder)
    assert data.game == "scrabble"
    assert data.settings["samples"] == data.settings["long_samples"] == 1000
    assert [trace.number for trace in data.traces] == [0, 1, 2]
    traces = [trace for trace in data.traces if isinstance(trace, ScrabbleTrace)]
    rows = sum(len(each.checks) for trace in traces for each in trace.runs)
    rows += sum(len(trace.plies) for trace in traces)
    output = capsys.readouterr().out
    assert re.fullmatch(
        rf"3 positions, {rows} rows, reference standard error \d+\.\d+ pts, \d+ s; in .*\n", output
    )


def test_what_is_there_is_not_recorded_again(chess: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.stat().st_mtime_ns for path in chess.iterdir()}
    capsys.readouterr()
    assert run([*DATA, "chess", "-o", str(chess), "--positions", "3", "--json", *SMALL_CHESS]) == 0
    captured = capsys.readouterr()
    assert captured.err == f"going on with 3 positions that are in {chess}\n"
    form = json.loads(captured.out)
    assert form["positions"] == 3
    traces = [trace for trace in read_data(chess).traces if isinstance(trace, ChessTrace)]
    assert form["rows"] == sum(len(trace.iterations) for trace in traces)
    assert form["settings"]["nodes"] == 500
    assert {path: path.stat().st_mtime_ns for path in chess.iterdir()} == before


@pytest.mark.source("M29.scale")
def test_ctrl_c_keeps_what_is_recorded_and_the_same_command_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "chess.data"
    words = [*DATA, "chess", "-o", str(folder), *SMALL_CHESS]
    with terminals() as start:
        terminal = start(*words, "--positions", "9999")
        terminal.until("2/9999")  # or 12, or 22: the bar may skip a number
        terminal.type("\x03")
        assert terminal.ended() == 130
        assert re.search(r"interrupted: \d+ positions are kept in ", terminal.shown)
    kept = read_data(folder).traces
    assert len(kept) >= 2
    assert run([*words, "--positions", str(len(kept) + 1)]) == 0
    assert read_data(folder).traces[: len(kept)] == kept


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["scrabble", "--samples", "none"], "--samples must be a whole number of 1 or more, got 'none'"),
        (["scrabble", "--positions", "0"], "--positions must be a whole number of 1 or more, got '0'"),
        (["chess", "--processes", "0"], "--processes must be a whole number of 1 or more, got '0'"),
        (["chess", "--lines", "3"], "lines must be 1 or 2, got 3"),
        (["chess", "--option", "Hash=4"], "options are for a UCI engine"),
        (["chess", "--engine", "no-such-engine"], "an engine must be a program on the path"),
        (["chess", "--ray", "nowhere"], "must be auto or HOST:PORT, got 'nowhere'"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*DATA, *arguments, "-o", str(tmp_path / "x.data")]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_other_settings_do_not_go_into_the_same_data_set(
    chess: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*DATA, "chess", "-o", str(chess), "--nodes", "600"]) == 2
    assert "got judge_nodes 600 instead of 500; name another folder" in capsys.readouterr().err
    assert run([*DATA, "scrabble", "-o", str(chess)]) == 2
    assert "got game scrabble instead of chess" in capsys.readouterr().err


@pytest.mark.source("M29.scale")
def test_on_a_cluster_workers_that_share_the_folder_write_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def on_this_machine(make: MakeTask[Any], *, address: str, processes: int | None) -> LocalTasks:
        assert (address, processes) == ("auto", None)
        return LocalTasks(make, processes=1)

    monkeypatch.setattr(lab, "RayTasks", on_this_machine)
    folder = tmp_path / "x.data"
    few = ("--nodes", "60", "-n", "3", "--ray", "auto")
    assert run([*DATA, "chess", "-o", str(folder), *few]) == 0
    assert "3 positions, " in capsys.readouterr().out
    (shard,) = folder.iterdir()
    assert re.fullmatch(r"positions-000000-[0-9a-f]{32}\.parquet", shard.name)
    assert [trace.number for trace in read_data(folder).traces] == [0, 1, 2]


def test_the_cost_of_a_long_recording_is_told_before_it_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = ("--nodes", "60", "--processes", "1")
    words = [*DATA, "chess", "-o", str(tmp_path / "games.data"), *few, "--games"]
    assert run([*words, "2"]) == 0
    assert "core hours" not in capsys.readouterr().err
    monkeypatch.setattr(DataRun, "run", lambda self: None)  # nothing is recorded after that
    assert run([*words, "12"]) == EXIT_INTERRUPTED
    told = re.search(
        r"10 games take about (\S+) core hours, (\S+) hours on 1 core\n", capsys.readouterr().err
    )
    assert told is not None
    assert 0 < float(told[1]) == float(told[2]) < 0.1


@pytest.mark.parametrize("settings", [ChessRecording(), ScrabbleRecording()])
def test_a_quick_recording_costs_a_small_part_of_a_whole_one(settings: object) -> None:
    game = "chess" if isinstance(settings, ChessRecording) else "scrabble"
    small = find_game(game).small_recording(settings)
    assert small is not None
    assert small[1] > 15
    each_s = recording_cost_s(game, settings, numbers=1)
    assert each_s is not None
    assert 0.1 < each_s < 60
