"""Zugzwang: to pass would be the best move, so a search that cuts off by passing must look twice."""

import pytest

from zeitnot._native import ChessSearch, ChessSearchSettings, Position, SearchResult, StopControl

QUIET_KING_MOVE = "1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1"
"""Kh6 leaves Black without a good move; every other move draws."""
KNIGHT_SACRIFICE = "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1"
"""After Nxd5 Rxd5 Re6 White cannot keep the knight: the pin holds, and any king move gives it up."""
NEVER = 1_000
"""A depth that no search reaches."""


def searched(fen: str, *, verified: bool = True, nodes: int = 2**63, depth: int = 245) -> SearchResult:
    control = StopControl(work_per_second=1e5)
    control.start(soft_s=1e9, hard_s=1e9)
    settings = ChessSearchSettings()
    if not verified:
        settings.verification_depth = NEVER
    search = ChessSearch(hash_mb=16)
    return search.run(Position(fen), settings, control, lambda _: False, nodes=nodes, depth=depth)


@pytest.mark.parametrize(
    ("fen", "move", "nodes"), [(QUIET_KING_MOVE, "g5h6", 200_000), (KNIGHT_SACRIFICE, "f4d5", 400_000)]
)
def test_a_move_that_puts_the_opponent_in_zugzwang_is_found(fen: str, move: str, nodes: int) -> None:
    assert searched(fen, nodes=nodes).best == move
    assert searched(fen, nodes=nodes, verified=False).best != move


def test_the_score_shows_the_zugzwang_only_when_cut_offs_by_passing_are_verified() -> None:
    assert searched(QUIET_KING_MOVE, nodes=200_000).last.lines[0].score_cp > 200
    assert searched(QUIET_KING_MOVE, nodes=200_000, verified=False).last.lines[0].score_cp == 0


def test_verification_costs_next_to_nothing_where_there_is_much_to_move() -> None:
    fen = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"
    plain = searched(fen, depth=12, verified=False)
    assert searched(fen, depth=12).nodes == pytest.approx(plain.nodes, rel=0.05)
