"""Fixtures: engines that count time in nodes, so that searches are reproducible."""

import math
from typing import Any

import chess

from zeitnot._native import Report
from zeitnot.chess.engine import Engine, PlayedMove, Request
from zeitnot.clocks import ClockReading
from zeitnot.models import make_manager
from zeitnot.turns import NO_LIMITS, Limits

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
"""A position full of captures."""

HANGING_QUEEN = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"
"""One move is better than all others by a queen."""

BLITZ = ClockReading(remaining_s=180.0, increment_s=2.0, moves_to_go=40)
"""The NeuroFish document's example: 5.56 s for this move."""


def make_engine(policy: str = "uniform", *, nodes_per_second: float = 20_000, **settings: Any) -> Engine:
    """Return a small engine that counts time in nodes."""
    return Engine(make_manager(policy, settings), hash_mb=4, nodes_per_second=nodes_per_second)


class Searched:
    """One search with all that it reported."""

    def __init__(
        self,
        engine: Engine,
        *,
        clock: ClockReading | None = None,
        limits: Limits = NO_LIMITS,
        fen: str = chess.STARTING_FEN,
        lines: int = 1,
    ) -> None:
        """Run the search."""
        self.reports: list[Report] = []
        request = Request(board=chess.Board(fen), clock=clock, limits=limits, lines=lines)
        self.outcome: PlayedMove = engine.think(request, on_report=self.reports.append)
        self.result = engine.result
        self.record = self.outcome.record
        self.depth = self.reports[-1].depth if self.reports else 0

    def late_nodes(self, nodes_per_second: float) -> int:
        """Return the number of nodes searched past the hard limit."""
        return self.result.nodes - math.ceil(self.record.budget.limit_s * nodes_per_second)
