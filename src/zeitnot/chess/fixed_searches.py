"""Fixed searches: the same positions, searched the same way, so that any change in behaviour shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import chess

from zeitnot.chess.engine import Engine, Request
from zeitnot.chess.native_search import iteration_of
from zeitnot.clocks import ClockReading
from zeitnot.models import make_manager
from zeitnot.turns import NO_CONNECTION, NO_LIMITS, Iteration, Limits, TurnRecord

POSITIONS = (
    chess.STARTING_FEN,
    "r2qr1k1/1p1bbppp/p1np1n2/2pNp3/2P1P3/3P1N2/PP1BBPPP/2RQ1RK1 w - - 11 11",
    "r1bqkb1r/pp3pp1/2n5/2p1p3/N2pB2p/P3P3/1PPP1PPP/R1BQ1RK1 b kq - 0 11",
    "r4rk1/1p1bbpp1/pn1ppq1p/3P4/3N4/P1N5/1PP1BPPP/R2Q1R1K b - - 3 14",
    "rnb2rk1/p4ppp/1pP1p3/1N2q3/1b3n2/3BP2P/PPQN1PP1/R1B1K2R w KQ - 9 15",
    "r2q1r1k/2pbb1pp/p3p3/4Pp2/1nBP4/1N2P3/1P1B2PP/R2Q1RK1 b - - 1 17",
    "r4rk1/p4ppp/1p1b4/2pP4/2P5/q1BQ4/P4PPP/R3R1K1 w - - 0 18",
    "2r2rk1/ppn1bppp/4pn2/3p4/NP1P4/P1B2P2/2P1B1PP/1R3RK1 w - - 1 21",
    "r6k/1p3pb1/1nb2n1p/pNp1r3/P1P4R/1P3B2/3N2PP/R1B3K1 w - - 1 25",
    "3r2k1/2R2ppp/p7/1p6/1n1B2P1/1P2P3/4KP1P/8 b - - 0 29",
    "N2r2k1/1Q1q1p1n/6p1/1PP4p/3b4/6P1/P4PBP/3R2K1 b - - 0 33",
    "5r1k/r5p1/1p2P1Qp/p1p3b1/2Pp1BP1/P7/1P4q1/1K1R3R w - - 0 33",
    "7k/nqrr1pp1/p3p2p/1pP1P2P/1P2QR2/3N2P1/4P3/R5K1 b - - 3 35",
    "8/p4kp1/1p3p2/2p4p/P1P1K2P/1P4P1/5P2/8 w - - 0 40",
    "k2Q4/1p6/p7/P1pP3p/2q4P/8/8/4K3 b - - 1 46",
    "8/5kp1/P2R4/8/7p/r7/6PK/8 b - - 13 49",
)
"""Positions from the engine's self-play, one for each stage of a game, and a pawn endgame."""

HASH_MB = 4
"""Size of the transposition table: small, so that it fills up and entries are replaced."""
NODES_PER_SECOND = 100_000.0
"""Nodes that count as one second, so that no search depends on the wall clock."""
BLITZ = ClockReading(remaining_s=10.0, increment_s=0.1)
"""Clock of the searches that a policy ends, of about ten thousand nodes each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedSearch:
    """Result of one fixed search."""

    fen: str
    """Position searched."""
    iterations: tuple[Iteration, ...]
    """Completed iterations, in order."""
    record: TurnRecord
    """Record of the turn, with the move."""


def search_fixed_positions(depth: int, policies: Sequence[str]) -> Iterator[FixedSearch]:
    """Search every position to the same depth, then under the clock with each policy in turn."""
    for fen in POSITIONS:
        yield _searched(fen, policy="uniform", limits=Limits(depth=depth))
    for place, fen in enumerate(POSITIONS):
        yield _searched(fen, policy=policies[place % len(policies)], clock=BLITZ)


def _searched(
    fen: str, *, policy: str, limits: Limits = NO_LIMITS, clock: ClockReading | None = None
) -> FixedSearch:
    manager = make_manager(policy, overhead=NO_CONNECTION)
    engine = Engine(manager, hash_mb=HASH_MB, nodes_per_second=NODES_PER_SECOND)
    iterations: list[Iteration] = []
    outcome = engine.think(
        Request(board=chess.Board(fen), clock=clock, opponent=clock, limits=limits),
        on_report=lambda report: iterations.append(iteration_of(report)),
    )
    return FixedSearch(fen=fen, iterations=tuple(iterations), record=outcome.record)
