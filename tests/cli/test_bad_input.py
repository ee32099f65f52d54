"""Bad input is answered in one line on stderr that says what is wrong and what is right, with exit code 2."""

import subprocess
import sys
from pathlib import Path

import pytest

from zeitnot.cli.app import run

PLAN = ["plan", "--policy", "neurofish", "--clock", "3:00+2"]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

MATCH = ["match", "uniform", "argo"]

BAD = [
    (["plans"], ["plans", "policies, plan, curve"]),
    (["--nosuch"], ["--nosuch", "zeitnot --help"]),
    (["plan"], ["--policy"]),
    (["plan", "--policy", "neurofish"], ["--clock"]),
    (["plan", "--policy"], ["--policy", "requires an argument"]),
    (["plan", "--polcy", "neurofish"], ["--polcy", "--policy"]),
    (["plan", "--policy", "neurofsh", "--clock", "3+2"], ["'neurofsh'", "did you mean 'neurofish'?"]),
    (["plan", "--policy", "neurofish", "--clock", "3+"], ["a number of seconds", "position 3", "'3+'"]),
    (["plan", "--policy", "neurofish", "--clock", ""], ["such as 3:00+2"]),
    ([*PLAN, "--remaining", "soon"], ["--remaining", "3:00", "'soon'"]),
    ([*PLAN, "--remaining", ""], ["--remaining", "3:00"]),
    ([*PLAN, "--remaining", "3:00 or so"], ["--remaining", "position 6"]),
    ([*PLAN, "--opponent", "?"], ["--opponent", "3:00"]),
    ([*PLAN, "--ply", "two"], ["--ply", "whole number", "'two'"]),
    ([*PLAN, "--ply", "-1"], ["--ply", "0 or more", "'-1'"]),
    ([*PLAN, "--moves-to-go", "1.5"], ["--moves-to-go", "whole number"]),
    ([*PLAN, "--fen", "nonsense"], ["FEN", "8 rows", "'nonsense'"]),
    ([*PLAN, "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], ["white has no king"]),
    ([*PLAN, "--fen", START, "--bag", "7"], ["--fen and --bag"]),
    ([*PLAN, "--bag", "-1"], ["--bag", "0 or more"]),
    ([*PLAN, "--gap", "nan"], ["--gap", "a number", "'nan'"]),
    ([*PLAN, "--spread", "x"], ["--spread", "a number"]),
    ([*PLAN, "--set", "overhead_s"], ["key=value", "'overhead_s'"]),
    ([*PLAN, "--set", "overhed_s=1"], ["'overhed_s'", "did you mean 'overhead_s'?"]),
    ([*PLAN, "--set", "overhead_s=lots"], ["overhead_s", "a number from 0", "'lots'"]),
    ([*PLAN, "--set", "overhead_s=-1"], ["overhead_s", "from 0", "'-1'"]),
    ([*PLAN, "--preset", "nosuch"], ["flagging", "'nosuch'"]),
    ([*PLAN, "--config", "nosuch.toml"], ["no such file", "'nosuch.toml'"]),
    ([*PLAN, "--config", "."], ["is a directory"]),
    (
        ["plan", "--policy", "argo", "--clock", "infinite", "--remaining", "9"],
        ["--remaining", "such as 3:00+2"],
    ),
    (["policies", "nosuch"], ["'nosuch'", "neurofish"]),
    (["policies", "argo", "mergen"], ["mergen", "policies --help"]),
    (["curve"], ["--clock"]),
    (["curve", "--clock", "infinite"], ["such as 3:00+2", "'infinite'"]),
    (["curve", "--clock", "3+2", "--game", "go"], ["chess, scrabble", "'go'"]),
    (["curve", "--clock", "3+2", "--policy", "argo", "--game", "go"], ["chess, scrabble", "'go'"]),
    (["curve", "--clock", "3+2", "--turns", "none"], ["--turns", "whole number"]),
    (["curve", "--clock", "3+2", "--turns", "5000"], ["1 to 1000"]),
    (["curve", "--clock", "3+2", "--policy", "nosuch"], ["'nosuch'", "neurofish"]),
    (["curve", "--clock", "3+2", "--set", "overhead_s=1"], ["exactly one --policy"]),
    (["curve", "--clock", "3+2", "--turns", "2", "--html", "nowhere/x.html"], ["no such file", "nowhere"]),
    (["curve", "--clock", "3+2", "--turns", "2", "--html", "."], ["ordinary file"]),
    (["mtach"], ["'mtach'", "he commands are", "match"]),
    ([*MATCH, "--set", "x=1"], ["--set", "uniform:KEY=VALUE"]),
    ([*MATCH, "--games", "-3"], ["--games", "1 or more", "'-3'"]),
    ([*MATCH, "--games", "1000000000000"], ["games must be", "1000000000"]),
    ([*MATCH, "--games", "9999", "--concurrency", "5000"], ["concurrency must be at most 1,024, got 5,000"]),
    (["learn", "data", "chess", "-n", "1000000000000"], ["--positions must be at most 10000000"]),
    (["learn", "data", "chess", "--games", "1000000000000"], ["--games must be at most 10000000"]),
    ([*MATCH, "--hash", "99999999"], ["--hash must be at most", "'99999999'"]),
    ([*MATCH, "--threads", "100000"], ["--threads must be at most 256"]),
    ([*MATCH, "--margin", "-3"], ["--margin must be a number of 0 or more, got '-3'"]),
    ([*MATCH, "--stall", "-1"], ["--stall must be a number above 0, got '-1'"]),
    ([*MATCH, "--work", "-5"], ["--work must be a number above 0, got '-5'"]),
    ([*MATCH, "--resign", "4/x"], ["--resign must be MOVES/CP, such as 4/", "'4/x'"]),
    ([*MATCH, "--draw", "x"], ["--draw must be MOVES/CP", "'x'"]),
    ([*MATCH, "--error-rate", "3"], ["--alpha, --beta and --error-rate must be below 0.5, got '3'"]),
    ([*MATCH, "--output", "taken.run"], ["new file", "'taken.run'"]),
    (["match", "unifrm", "argo"], ["'unifrm'", "did you mean 'uniform'?"]),
    (["match", "stokfish+argo", "uniform"], ["'stokfish'", "a program on the path"]),
    (["play", "-c", "3+2", "--hash", "9999999"], ["--hash must be at most"]),
    (["report", "nosuch.run"], ["`zeitnot match` wrote", "'nosuch.run'"]),
    (["learn", "data", "chess", "-n", "5", "-o", "other"], ["--output must be a new folder", "'other'"]),
    (["learn", "values", "other", "-o", "x.json", "--speed", "0"], ["--speed must be a number above 0"]),
    (["replay", "other", "-p", "uniform"], ["a data set must be a folder", "'other'"]),
    (["bench", "--depth", "99"], ["--depth must be at most 30"]),
    (["wrap", "--engine", "./nosuch"], ["a program on the path", "'./nosuch'"]),
    (["openings", "make", "--count", "1", "--plies", "1", "--nodes", "9", "-o", "no/x"], ["no such file"]),
    (["scrabble", "play", "--save", "taken.txt"], ["a new file", "--resume", "'taken.txt'"]),
    (["help", "nosuch"], ["'nosuch'"]),
]


@pytest.mark.parametrize(("arguments", "said"), BAD, ids=[" ".join(arguments) for arguments, _ in BAD])
def test_bad_input_is_answered_in_one_line(
    arguments: list[str],
    said: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("taken.txt", "taken.run"):
        (tmp_path / name).write_text("something else", encoding="utf-8")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").write_text("something else", encoding="utf-8")
    assert run(arguments) == 2
    output, error = capsys.readouterr()
    assert output == ""
    assert error.startswith("zeitnot: ")
    assert error.count("\n") == 1
    for words in said:
        assert words in error


def test_the_process_itself_ends_with_2_and_no_traceback() -> None:
    command = [sys.executable, "-m", "zeitnot", "plan", "--policy", "argo", "--clock", "soon"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("zeitnot: time control: expected ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("policies = 3", "tables [policies.NAME]"),
        ("[policies.nosuch]\nx = 1", "[policies.nosuch]"),
        ("not toml", "must be TOML"),
        ("[policies.neurofish]\noverhead_s = 'lots'", "overhead_s must be a number"),
        ("[policies.neurofish]\npreset = 'nosuch'", "flagging"),
    ],
)
def test_a_bad_config_file_is_answered_in_one_line(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "zeitnot.toml"
    config.write_text(text, encoding="utf-8")
    assert run([*PLAN, "--config", str(config)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert said in error
