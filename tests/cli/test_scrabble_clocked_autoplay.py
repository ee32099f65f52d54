"""`zeitnot scrabble autoplay` on the clock: pairs of games, kept and gone on with."""

import json
from pathlib import Path
from typing import Any

import pytest

from zeitnot.cli.app import run
from zeitnot.scrabble import gcg
from zeitnot.turns import TurnRecord, from_json_form

QUICK = ("scrabble", "autoplay", "--policy", "magpie", "--clock", "1:00", "-10/min", "--work", "40")


def played(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert run([*QUICK, *options, "--json"]) == 0
    form: dict[str, Any] = json.loads(capsys.readouterr().out)
    return form


@pytest.mark.source("M32")
def test_pairs_have_the_same_tiles_with_seats_swapped_and_an_error_on_the_win_rate(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "match"
    form = played(capsys, "--against", "uniform", "--games", "4", "--threads", "2", "-o", str(folder))
    assert form["games"] == 4
    assert form["pairs"] == 2
    assert form["clock"] == "1:00 -10/min"
    assert form["first"]["win_rate"]["error_95"] is not None
    assert [side["policy"] for side in form["sides"]] == ["magpie", "uniform"]
    assert all(side["forfeits"] == side["over_time"] == 0 for side in form["sides"])
    for pair in ("0001", "0002"):
        first, second = (gcg.read(folder / "games" / f"{pair}{game}.gcg").game for game in "ab")
        assert first.nicks == ("first_magpie", "second_uniform")
        assert second.nicks == ("second_uniform", "first_magpie")
        assert [event.rack for event in first.events[:1]] == [event.rack for event in second.events[:1]]
    rows = [json.loads(line) for line in (folder / "turns.jsonl").read_text().splitlines()]
    records = [from_json_form(TurnRecord, row["turn"]) for row in rows]
    assert {(row["side"], record.policy) for row, record in zip(rows, records, strict=True)} == {
        (0, "magpie"),
        (1, "uniform"),
    }


def test_the_same_seed_gives_the_same_match_however_many_play_at_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one = played(capsys, "--games", "4", "--threads", "1")
    two = played(capsys, "--games", "4", "--threads", "2")
    assert {**one, "time_s": 0} == {**two, "time_s": 0}


def test_a_match_goes_on_where_it_was_interrupted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "match"
    whole = played(capsys, "--games", "4", "--threads", "2")
    played(capsys, "--games", "2", "-o", str(folder))
    lines = (folder / "pairs.jsonl").read_text()
    (folder / "pairs.jsonl").write_text(lines + '{"number": 1, "games": [[')  # cut off while it was written
    resumed = played(capsys, "--games", "4", "-o", str(folder))
    assert resumed["first"] == whole["first"]
    assert (folder / "pairs.jsonl").read_text().startswith(lines)


def test_results_are_shown_with_phases_and_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*QUICK, "--games", "2"]) == 0
    text = capsys.readouterr().out
    for words in ("2 games", "1:00 -10/min", "magpie against uniform", "time with an empty bag", "work time"):
        assert words in text


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--policy", "argo"], "--policy must be one for Scrabble (uniform, magpie), got 'argo'"),
        (["--against", "nobody"], "nobody"),
        (["--clock", "soon"], "soon"),
        (["--clock", "infinite"], "--clock must give each side a bank of time"),
        (["--work", "-1"], "--work must be samples in a second"),
        (["--against-leaves", "none"], "--against-leaves is for play at sight"),
        (["--games", "0"], "--games"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], options: list[str], words: str
) -> None:
    assert run([*QUICK, *options]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert "Traceback" not in error


def test_a_folder_of_another_match_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    played(capsys, "--games", "2", "-o", str(tmp_path / "match"))
    assert run([*QUICK, "--games", "2", "--seed", "2", "-o", str(tmp_path / "match")]) == 2
    assert "--output must be a new folder or one of this match" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert run([*QUICK, "--games", "2", "-o", str(tmp_path / "file")]) == 2
    assert "--output must be a folder that can be written" in capsys.readouterr().err
