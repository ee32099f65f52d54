"""Lag where a player meets it: the engine under the clock of a slow connection."""

from dataclasses import dataclass, field

import chess
import pytest

from zeitnot.chess.engine import Engine, Request
from zeitnot.clocks import ClockReading
from zeitnot.models import make_manager
from zeitnot.turns import Reason, TurnRecord

NODES_PER_SECOND = 50_000
ENOUGH = 0.05
"""Part of the first clock above which a move at depth 1 is starved."""


@dataclass
class SlowGame:
    """One side of a game; the other answers with the first legal move, to save time."""

    policy: str
    first_s: float
    increment_s: float = 0.0
    records: list[TurnRecord] = field(default_factory=list)

    def play(self, lags_s: list[float]) -> float:
        """Play a move for each lag; return what is left on the clock."""
        engine = Engine(make_manager(self.policy), nodes_per_second=NODES_PER_SECOND)
        board, left_s = chess.Board(), self.first_s
        for lag_s in lags_s:
            clock = ClockReading(remaining_s=left_s, increment_s=self.increment_s)
            outcome = engine.think(Request(board=board, clock=clock))
            self.records.append(outcome.record)
            left_s -= outcome.record.used_s + lag_s
            if left_s < 0:
                return left_s
            left_s += self.increment_s
            board.push_uci(outcome.move)
            if board.is_game_over():
                return left_s
            board.push(next(iter(board.legal_moves)))
        return left_s

    @property
    def starved(self) -> list[TurnRecord]:
        """Turns at depth 1 or less with time on the clock and no mate found."""
        return [
            record
            for record in self.records
            if record.depth <= 1
            and record.reason is not Reason.MATE
            and (record.clock_before_s or 0.0) > ENOUGH * self.first_s
        ]


@pytest.mark.parametrize("policy", ["learned", "stockfish", "uniform", "textbook", "mergen"])
def test_three_tenths_of_lag_on_every_move_leave_time_to_search(policy: str) -> None:
    game = SlowGame(policy, first_s=15.0)
    assert game.play([0.3] * 32) >= 0
    assert game.starved == []


@pytest.mark.parametrize("policy", ["learned", "stockfish"])
def test_one_hiccup_costs_no_move_its_search(policy: str) -> None:
    game = SlowGame(policy, first_s=10.0, increment_s=0.1)
    assert game.play([0.4, *[0.005] * 11]) >= 0
    assert min(record.depth for record in game.records) > 3
