"""A search in one call: a position and a time in, the move with its depth and the time it took out."""

import chess

from zeitnot import make_manager
from zeitnot.chess import features_of
from zeitnot.chess.engine import Engine, Request
from zeitnot.clocks import ClockReading, time_text
from zeitnot.turns import Limits


def best_move_timed(engine: Engine, fen: str, time_ms: float) -> tuple[str, int, float]:
    """Search so long, and return the move, the depth and the milliseconds used."""
    request = Request(board=chess.Board(fen), limits=Limits(move_time_s=time_ms / 1000))
    record = engine.think(request).record
    return record.move, record.depth, record.used_s * 1000


board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
manager = make_manager("mergen")
budget = manager.begin(clock=ClockReading(remaining_s=20.0), features=features_of(board)).budget
print(f"target {time_text(budget.target_s)}, maximum {time_text(budget.limit_s)}")
move, depth, used_ms = best_move_timed(Engine(manager), board.fen(), budget.target_s * 1000)
print(f"{move} at depth {depth} in {used_ms:.0f} ms")
