"""The opponent's clock reaches the policy wherever there is one: `stockfish` uses less when it shows more."""

from contextlib import closing

import chess
import pytest

from tests.chess.fixtures_engine import make_engine
from tests.chess.fixtures_play import table
from tests.chess.proxy.fixtures_proxy import scripted, wrapped
from tests.chess.uci_process import UciProcess
from zeitnot.chess.engine import Request
from zeitnot.clocks import ClockReading
from zeitnot.turns import Trail

STEP = "opponent's clock"
OWN = ClockReading(remaining_s=2.0)


def factor(trail: Trail) -> float | None:
    """Return the factor for a clock behind the opponent's, where there is one."""
    return next((step.figure for step in trail.steps if step.name == STEP), None)


@pytest.mark.parametrize(("opponent_s", "expected"), [(4.0, 0.70005), (1.0, None), (None, None)])
def test_the_engine_thinks_less_when_the_opponent_has_more(
    opponent_s: float | None, expected: float | None
) -> None:
    opponent = None if opponent_s is None else ClockReading(remaining_s=opponent_s)
    outcome = make_engine("stockfish", nodes_per_second=2_000).think(
        Request(board=chess.Board(), clock=OWN, opponent=opponent)
    )
    assert factor(outcome.record.budget.target) == (expected and pytest.approx(expected, abs=1e-5))


def test_lag_that_is_kept_off_the_own_clock_does_not_put_it_behind() -> None:
    engine = make_engine("stockfish", nodes_per_second=2_000)
    engine.manager.overhead = engine.manager.overhead.after(0.2).after(0.2).after(0.2)
    clock = ClockReading(remaining_s=10.0)
    budget = engine.prepare(Request(board=chess.Board(), clock=clock, opponent=clock)).budget
    assert budget.kept_for_lag_s > 0
    assert factor(budget.target) is None


def test_uci_takes_it_from_the_other_sides_words() -> None:
    with UciProcess("--policy", "stockfish", "--option", "Nodes Per Second=2000") as engine:
        engine.send("debug on")
        white = engine.ask("position startpos", "go wtime 2000 btime 4000", until="bestmove")
        black = engine.ask("position startpos moves e2e4", "go wtime 2000 btime 4000", until="bestmove")
        alone = engine.ask("position startpos", "go wtime 2000", until="bestmove")
    assert "opponent's clock x0.7: has more time" in white[0]
    assert STEP not in black[0]
    assert STEP not in alone[0]


def test_an_engine_behind_the_proxy_is_told_to_think_less() -> None:
    with closing(wrapped(scripted("sound"), policy="stockfish")) as engine:
        opponent = ClockReading(remaining_s=4.0)
        thinking = engine.prepare(Request(board=chess.Board(), clock=OWN, opponent=opponent))
        engine.stop()
        engine.run()
    assert factor(thinking.budget.target) == pytest.approx(0.7, abs=0.05)  # lag is kept off both clocks


def test_against_a_person_it_looks_at_the_persons_clock() -> None:
    playing = table(["e4", "why", "d4", "why"], clock="0:02+1", policy="stockfish")
    playing.session.run()
    assert STEP in playing.text
