"""What `debug on` explains: the plan, the end, the counters."""

import pytest

from tests.chess.fixtures_engine import HANGING_QUEEN
from tests.chess.uci_process import UciProcess, count
from zeitnot.chess.diagnostics import COUNTERS
from zeitnot.cli.chess.uci import DEBUG_VARIABLES, debug_asked

COUNTED = "info string counters of this game: "


def counters(line: str) -> dict[str, int]:
    words = (part.split() for part in line.removeprefix(COUNTED).split(", "))
    return {name: int(times) for name, times in words}


@pytest.mark.source("N18.debug_on")
def test_the_nine_counters_are_shown_after_a_search_and_at_the_end_of_a_game() -> None:
    with UciProcess("--policy", "neurofish") as engine:
        engine.send("debug on")
        lines = engine.ask("go wtime 1200 btime 1200", until="bestmove")
        assert len(COUNTERS) == 9
        shown = counters(lines[-2])
        assert tuple(shown) == COUNTERS
        assert shown["shallow_search_d2"] == 1
        engine.ask("go wtime 1200 btime 1200", until="bestmove")
        engine.send("ucinewgame")
        assert counters(engine.ready()[0])["shallow_search_d2"] == 2
        engine.send("quit")
        assert counters(engine.rest()[0])["shallow_search_d2"] == 0


@pytest.mark.source("N18.variable")
def test_the_environment_can_switch_debug_on() -> None:
    with UciProcess(environ={"ZEITNOT_DEBUG": "1"}) as engine:
        assert count(engine.ask("go depth 2", until="bestmove"), COUNTED) == 1
        engine.send("debug off")
        assert count(engine.ask("go depth 2", until="bestmove"), "info string") == 0


@pytest.mark.source("N18.variable")
@pytest.mark.parametrize(
    ("environ", "debug"),
    [
        ({}, False),
        ({"ZEITNOT_DEBUG": "1"}, True),
        ({"ZEITNOT_DEBUG": "yes"}, True),
        ({"ZEITNOT_DEBUG": "0"}, False),
        ({"ZEITNOT_DEBUG": "False"}, False),
        ({"ZEITNOT_DEBUG": "no"}, False),
        ({"ZEITNOT_DEBUG": " OFF "}, False),
        ({"ZEITNOT_DEBUG": ""}, False),
        ({"IS_DIAGNOSTIC": "True"}, True),
        ({"IS_DIAGNOSTIC": "False"}, False),
        ({"ZEITNOT_DEBUG": "", "IS_DIAGNOSTIC": "1"}, True),
        ({"ZEITNOT_DEBUG": "no", "IS_DIAGNOSTIC": "1"}, False),
    ],
)
def test_words_for_no_in_the_environment_mean_no(
    environ: dict[str, str], debug: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in DEBUG_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert debug_asked() is debug


@pytest.mark.source("N18.variable", "N18.debug_on")
@pytest.mark.parametrize(("word", "lines"), [("True", 1), ("False", 0)])
def test_the_variable_of_the_document_shows_the_counters(word: str, lines: int) -> None:
    with UciProcess("--policy", "neurofish", environ={"IS_DIAGNOSTIC": word}) as engine:
        assert count(engine.ask("go depth 2", until="bestmove"), COUNTED) == lines


def test_the_plan_and_the_end_are_explained_on_one_line_each() -> None:
    with UciProcess("--policy", "textbook", "--option", "Nodes Per Second=20000") as engine:
        engine.send("debug on", f"position fen {HANGING_QUEEN}")
        lines = engine.ask("go wtime 60000 btime 60000 winc 1000 binc 1000", until="bestmove")
    plan, end = lines[0], lines[-3]
    assert plan.startswith(
        "info string plan by textbook: target even share 2 s: 30 moves to come; increment +1 s;"
    )
    assert " = 1.75 s | limit even share 2 s" in plan
    assert end.startswith("info string stopped by target after ")
    assert end.endswith(" s, easy move x0.5, score drop x1.5, best move stable x0.7")
    assert "at depth" in end


@pytest.mark.source("T12.uci")
def test_the_end_of_a_search_that_pondered_tells_for_how_long() -> None:
    with UciProcess("--policy", "textbook", "--option", "Nodes Per Second=20000") as engine:
        engine.send("debug on", "go ponder wtime 60000 btime 60000")
        engine.until("info depth 5 ")
        lines = engine.ask("ponderhit", until="bestmove")
    assert "after a hit at " in lines[-3]
    assert "of pondering at depth" in lines[-3]


def test_without_debug_a_search_says_nothing_but_its_moves() -> None:
    with UciProcess(environ={"ZEITNOT_DEBUG": ""}) as engine:
        lines = engine.ask("go wtime 100 btime 100", until="bestmove")
        assert count(lines, "info depth") == len(lines) - 1
