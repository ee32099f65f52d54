"""The time manager as a library: times for a position, in a search of your own that keeps to them."""

from collections.abc import Callable, Iterator

import chess

from zeitnot import make_manager
from zeitnot.chess import features_of
from zeitnot.clocks import GameClock, TimeControl, time_text
from zeitnot.turns import Iteration

VALUES = dict(zip(chess.PIECE_TYPES, (100, 300, 300, 500, 900, 0), strict=True))


def negamax(board: chess.Board, depth: int, over: Callable[[], bool]) -> tuple[int, str]:
    """Stand for somebody else's search: material and nothing else; gives the score and the best move."""
    if over():
        raise TimeoutError
    if depth == 0:
        signs = ((piece, 1 if piece.color == board.turn else -1) for piece in board.piece_map().values())
        return sum(sign * VALUES[piece.piece_type] for piece, sign in signs), ""
    best = -100_000, ""
    for move in list(board.legal_moves):
        board.push(move)
        best = max(best, (-negamax(board, depth - 1, over)[0], move.uci()))
        board.pop()
    return best


def deepen(board: chess.Board, over: Callable[[], bool]) -> Iterator[tuple[int, int, str]]:
    """Search one ply deeper each time, until it is over."""
    for depth in range(1, 64):
        try:
            yield depth, *negamax(board.copy(), depth, over)
        except TimeoutError:
            return


board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
# Ten lines: a manager from total time, increment and kind; times for a position; the time used reported back.
clock, manager = GameClock(TimeControl.fischer(20.0, 0.1)), make_manager("mergen", {"kind": "rapid"})
clock.start()
thinking = manager.begin(clock=clock.reading(), ply=board.ply(), features=features_of(board))
target_s, maximum_s = thinking.budget.target_s, thinking.budget.limit_s
print(f"target {time_text(target_s)}, maximum {time_text(maximum_s)}")
for depth, score, move in deepen(board, lambda: clock.clocks[0].turn_used_s > maximum_s):
    used_s = clock.clocks[0].turn_used_s
    if thinking.observe(Iteration(elapsed_s=used_s, depth=depth, score_cp=score, best_move=move)).stop:
        break
record = thinking.finish(used_s=clock.press(), clock_after_s=clock.remaining_s(0))
left = time_text(clock.remaining_s(0))
print(f"{record.move} at depth {record.depth} in {time_text(record.used_s)}, {left} left: {record.reason}")
