"""The gap to the second-best move, which a policy asks the search about: where it is used, what it costs."""

from contextlib import closing
from dataclasses import replace

import chess
import pytest

from tests.chess.fixtures_engine import HANGING_QUEEN, KIWIPETE, Searched, make_engine
from tests.chess.proxy.fixtures_proxy import debian_engine, request, wrapped
from tests.chess.uci_process import UciProcess, count
from tests.lab.match.scenes import played, small_plan
from zeitnot.chess.fixed_searches import POSITIONS
from zeitnot.clocks import ClockReading
from zeitnot.turns import Limits, TurnRecord

CLOCK = ClockReading(remaining_s=60.0, increment_s=1.0)
ONE_MOVE = "7k/8/8/8/8/8/1r6/K7 w - - 0 1"
MATE_OR_LESS = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"


def factors(record: TurnRecord) -> dict[str, float]:
    return {factor.name: factor.value for factor in record.factors}


@pytest.mark.source("T8.asked", "T8.factor")
def test_a_textbook_engine_halves_its_time_for_an_easy_move_by_default() -> None:
    easy = Searched(make_engine("textbook"), clock=CLOCK, fen=HANGING_QUEEN)
    assert factors(easy.record)["easy move"] == 0.5
    indifferent = Searched(make_engine("textbook", easy_factor=1.0), clock=CLOCK, fen=HANGING_QUEEN)
    assert "easy move" not in factors(indifferent.record)
    assert easy.record.used_s < 0.8 * indifferent.record.used_s


@pytest.mark.source("T8.asked", "T8.margin")
def test_among_moves_of_like_value_none_is_easy() -> None:
    searched = Searched(make_engine("textbook"), clock=CLOCK, fen=chess.STARTING_FEN)
    assert "easy move" not in factors(searched.record)


@pytest.mark.source("T8.unseen")
def test_the_second_move_is_measured_without_a_line_of_its_own() -> None:
    searched = Searched(make_engine("textbook"), clock=CLOCK, fen=HANGING_QUEEN)
    assert [len(report.lines) for report in searched.reports] == [1] * len(searched.reports)
    assert searched.reports[-1].lead_cp == 151


@pytest.mark.source("T8.margin")
@pytest.mark.parametrize(
    ("fen", "lead_cp"),
    [(HANGING_QUEEN, 151), (MATE_OR_LESS, 151), (chess.STARTING_FEN, 150), (ONE_MOVE, None)],
)
def test_the_lead_is_known_on_which_side_of_the_gap_it_lies(fen: str, lead_cp: int | None) -> None:
    searched = Searched(make_engine("textbook"), clock=CLOCK, limits=Limits(depth=4), fen=fen)
    assert searched.reports[-1].lead_cp == lead_cp


def test_policies_that_do_not_ask_pay_nothing() -> None:
    searched = Searched(make_engine("uniform"), clock=CLOCK, limits=Limits(depth=6), fen=KIWIPETE)
    assert searched.record.budget.settings.gap_cp == 0
    assert {report.lead_cp for report in searched.reports} == {None}


def test_asking_costs_a_small_part_of_what_a_second_line_costs() -> None:
    """Measured over all positions at depth 12: 10 % more nodes instead of 68 %."""

    def nodes(*, lines: int = 1, **settings: float) -> int:
        engines = (make_engine("textbook", **settings) for _ in POSITIONS[:8])
        limits, clock = Limits(depth=8), ClockReading(remaining_s=7200.0)
        return sum(
            Searched(engine, clock=clock, limits=limits, fen=fen, lines=lines).record.nodes
            for engine, fen in zip(engines, POSITIONS, strict=False)
        )

    alone = nodes(easy_factor=1.0)
    assert nodes() < 1.2 * alone < 1.4 * alone < nodes(lines=2)


@pytest.mark.source("T8.asked", "T8.unseen")
def test_it_is_so_by_uci_and_the_second_line_is_not_shown() -> None:
    with UciProcess("--policy", "textbook", "--option", "Nodes Per Second=20000") as engine:
        engine.send("debug on", f"position fen {HANGING_QUEEN}")
        lines = engine.ask("go wtime 60000 btime 60000", until="bestmove")
        assert count(lines, "info string stopped by target") == 1
        assert any("easy move x0.5" in line for line in lines)
        assert not any("multipv 2" in line for line in lines)
        engine.send("setoption name MultiPV value 2")
        lines = engine.ask("go wtime 60000 btime 60000", until="bestmove")
        assert any("multipv 2" in line for line in lines)


@pytest.mark.source("T8.asked")
def test_it_is_so_in_a_match() -> None:
    turns = [
        turn for game in played(small_plan("textbook", "uniform", work_per_s=20_000.0)) for turn in game.turns
    ]
    easy = {turn.record.policy for turn in turns if "easy move" in factors(turn.record)}
    assert easy == {"textbook"}


@pytest.mark.source("T8.asked", "T8.unseen")
def test_a_wrapped_engine_is_asked_for_two_lines_and_one_is_passed_on() -> None:
    with closing(wrapped([debian_engine("stockfish")], policy="textbook")) as engine:
        shown: list[str] = []
        answer = engine.think(request(clock_s=12.0, fen=HANGING_QUEEN), on_line=shown.append)
        assert engine.inner.options.value("MultiPV") == "2"
        assert factors(answer.record)["easy move"] == 0.5
        assert any("multipv 1 " in line for line in shown)
        assert not any("multipv 2 " in line for line in shown)
        engine.think(replace(request(clock_s=1.0), lines=3), on_line=shown.append)
        assert engine.inner.options.value("MultiPV") == "3"
        assert any("multipv 3 " in line for line in shown)


def test_a_wrapped_engine_is_not_asked_for_a_second_line_by_other_policies() -> None:
    with closing(wrapped([debian_engine("stockfish")], policy="uniform")) as engine:
        engine.think(request(clock_s=0.5))
        assert engine.inner.options.value("MultiPV") == "1"
