"""Names from outside at the terminal: no escape reaches it, wherever they are shown."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.lab.match.scenes import played, small_plan
from tests.report.match_page.runs import kept, renamed
from zeitnot.cli.app import run
from zeitnot.cli.console import output
from zeitnot.cli.match.screen import MatchWatch
from zeitnot.games import Fault
from zeitnot.lab import Finished, Lost, MatchProgress

CLEAR = "\x1b[2J\x9b31m\x07"
NAMES = (f"un{CLEAR}iform", f"text{CLEAR}book")


@pytest.fixture(scope="module")
def hostile_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    plan = small_plan()
    games = [
        replace(game, fault=Fault.CRASH, fault_seat=0, words=f"lost {CLEAR}", notes=(f"note {CLEAR}",))
        for game in played(plan)
    ]
    return kept(tmp_path_factory.mktemp("hostile") / f"a{CLEAR}b.run", renamed(plan, NAMES), games)


def safe(said: str) -> str:
    assert not [sign for sign in said if not sign.isprintable() and sign != "\n"]
    return said


@pytest.mark.parametrize(
    "words", [["runs", "FOLDER"], ["runs", "FILE"], ["resume", "FILE"], ["report", "FILE"]]
)
def test_commands_about_runs_print_no_escapes(
    words: list[str], hostile_run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = {"FOLDER": str(hostile_run.parent), "FILE": str(hostile_run)}
    assert run([places.get(word, word) for word in words]) == 0
    said = capsys.readouterr()
    assert r"\x1b[2J" in safe(said.out) + safe(said.err)


def test_errors_print_no_escapes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / f"no{CLEAR}game.gcg"
    game.write_text("nothing that can be read", encoding="utf-8")
    for words in (["scrabble", "show", str(game)], ["runs", f"no{CLEAR}where"], [f"no{CLEAR}command"]):
        assert run(words) != 0
        assert r"\x1b[2J" in safe(capsys.readouterr().err)


def test_progress_prints_no_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    plan = renamed(small_plan(), NAMES)
    (game, _) = played(small_plan())
    progress = MatchProgress(plan, [])
    with MatchWatch() as watch:
        watch.begin(progress)
        for event in (Finished(game=game), Lost(number=1, words=f"died {CLEAR}")):
            progress.saw(event)
            watch.saw(event)
    assert safe(capsys.readouterr().err).count(r"\x1b[2J") == 4


def test_any_text_on_the_console_of_results_is_safe(capsys: pytest.CaptureFixture[str]) -> None:
    output().print(f"a PGN tag {CLEAR}", style="bold")
    assert r"\x1b[2J\x9b31m" in safe(capsys.readouterr().out)
