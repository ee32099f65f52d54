"""`zeitnot scrabble autoplay` on the clock: pairs of games, kept and gone on with."""

import io
import json
import signal
import subprocess
import sys
import tempfile
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from zeitnot.cli.app import run
from zeitnot.lab import RunStore
from zeitnot.scrabble import gcg

QUICK = (
    *("scrabble", "autoplay", "--policy", "magpie", "--clock", "1:00", "-10/min"),
    *("--work", "6", "--threads", "1"),
)


def played(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert run([*QUICK, *options, "--json"]) == 0
    form: dict[str, Any] = json.loads(capsys.readouterr().out)
    return form


@dataclass(frozen=True)
class Match:
    """Two pairs, played two games at a time and kept."""

    path: Path
    form: dict[str, Any]


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Match:
    path = tmp_path_factory.mktemp("match") / "match.run"
    with redirect_stdout(io.StringIO()) as output:
        assert run([*QUICK, "--games", "4", "--threads", "2", "-o", str(path), "--json"]) == 0
    return Match(path=path, form=json.loads(output.getvalue()))


@pytest.mark.source("M32")
def test_pairs_have_the_same_tiles_with_seats_swapped_and_an_error_on_the_win_rate(match: Match) -> None:
    form = match.form
    assert form["games"] == 4
    assert form["pairs"] == 2
    assert form["clock"] == "1:00 -10/min"
    assert form["first"]["win_rate"]["error_95"] is not None
    assert [side["policy"] for side in form["sides"]] == ["magpie", "uniform"]
    assert all(side["forfeits"] == side["over_time"] == 0 for side in form["sides"])
    for pair in ("0001", "0002"):
        first, second = (
            gcg.read(match.path.with_name("match.gcg") / f"{pair}{game}.gcg").game for game in "ab"
        )
        assert first.nicks == ("magpie", "uniform")
        assert second.nicks == ("uniform", "magpie")
        assert [event.rack for event in first.events[:1]] == [event.rack for event in second.events[:1]]
    with RunStore.read(match.path) as store:
        turns = list(store.turns())
        records = [record for game in store.games() for record in store.records(game.number)]
    assert {(turn.participant, record.policy) for turn, record in zip(turns, records, strict=True)} == {
        (0, "magpie"),
        (1, "uniform"),
    }


def test_the_list_of_runs_tells_the_same_of_the_clocks(
    capsys: pytest.CaptureFixture[str], match: Match
) -> None:
    assert run(["runs", str(match.path), "--json"]) == 0
    clocks = json.loads(capsys.readouterr().out)["clocks"]
    sides = [dict(side) for side in match.form["sides"]]
    assert [side.pop("policy") for side in sides] == [each.pop("participant") for each in clocks]
    assert clocks == sides
    assert run(["runs", str(match.path)]) == 0
    assert "bank used" in capsys.readouterr().out


def test_the_same_seed_gives_the_same_match_however_many_play_at_once_and_however_often_it_goes_on(
    capsys: pytest.CaptureFixture[str], match: Match, tmp_path: Path
) -> None:
    path = tmp_path / "match.run"
    played(capsys, "--games", "2", "-o", str(path))
    with RunStore.read(path) as store:
        before = store.games()
    more = played(capsys, "--games", "4", "-o", str(path))
    assert {**more, "time_s": 0} == {**match.form, "time_s": 0}
    with RunStore.read(path) as store:
        assert store.games()[:2] == before
        assert store.plan.total_games == 4


def test_an_interrupted_match_shows_what_there_is_and_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "match.run"
    words = [*QUICK, "--games", "4", "-o", str(path)]
    # The interrupt comes from inside, so that it comes neither too early nor too late.
    script = (
        "import os, signal, sys\n"
        "from zeitnot.lab import RunStore\n"
        "add = RunStore.add\n"
        "def counted(store, game):\n"
        "    add(store, game)\n"
        "    if game.number == 1: os.kill(os.getpid(), signal.SIGINT)\n"
        "RunStore.add = counted\n"
        "from zeitnot.cli import main\n"
        "if __name__ == '__main__':\n"
        f"    sys.argv = {['zeitnot', *words]!r}\n"
        "    sys.exit(main())\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=120
    )
    assert result.returncode == 128 + signal.SIGINT
    assert result.stdout.startswith("2 of 4 games")
    assert "time with an empty bag" in result.stdout
    assert f"interrupted; `zeitnot resume {path}` goes on from here" in result.stderr
    assert run([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 4


def test_without_a_file_nothing_is_left_behind(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert run([*QUICK, "--games", "2", "--against", "magpie"]) == 0
    text, error = capsys.readouterr()
    assert "magpie 1 against magpie 2" in text
    assert "kept in" not in error
    assert list(tmp_path.iterdir()) == []


def test_results_are_shown_with_phases_and_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*QUICK, "--games", "2"]) == 0
    text = capsys.readouterr().out
    for words in ("2 games", "1:00 -10/min", "magpie against uniform", "time with an empty bag", "work time"):
        assert words in text
    for words in ("points a game", "bank used", "least time left", "games over time", "latest past a limit"):
        assert words in text


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--policy", "argo"], "--policy must be one for Scrabble (uniform, magpie, learned), got 'argo'"),
        (["--against", "nobody"], "nobody"),
        (["--clock", "soon"], "soon"),
        (["--clock", "infinite"], "--clock must give each side a bank of time"),
        (["--work", "-1"], "--work must be samples in a second"),
        (["--against-leaves", "none"], "--against-leaves is for play at sight"),
        (["--games", "0"], "--games"),
        (["--lexicon", "nosuch.kwg", "-o", "match.run"], "a lexicon must be a file"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*QUICK, *options]) == 2
    assert list(tmp_path.iterdir()) == []
    error = capsys.readouterr().err
    assert words in error
    assert "Traceback" not in error


def test_a_run_of_another_match_is_refused(
    capsys: pytest.CaptureFixture[str], match: Match, tmp_path: Path
) -> None:
    assert run([*QUICK, "--games", "4", "--seed", "2", "-o", str(match.path)]) == 2
    assert "a match must go to a new file or a run of this match" in capsys.readouterr().err
    (tmp_path / "file").write_text("no run\n")
    for other in (tmp_path / "file", tmp_path):
        assert run([*QUICK, "--games", "2", "-o", str(other)]) == 2
        assert "a run must be a file that `zeitnot match` wrote" in capsys.readouterr().err


def test_the_challenge_rule_is_kept_with_the_run_and_its_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.run"
    played(capsys, "--games", "2", "--challenge", "double", "-o", str(path))
    with RunStore.read(path) as store:
        assert dict(store.plan.settings)["challenge"] == "double"
    texts = [file.read_text() for file in sorted((tmp_path / "match.gcg").iterdir())]
    assert len(texts) == 2
    assert all("#challenge-rule double\n" in text for text in texts)


def test_challenges_are_for_games_on_the_clock(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scrabble", "autoplay", "--challenge", "double"]) == 2
    assert "--challenge are for games on the clock" in capsys.readouterr().err
