"""A time manager inside a search loop of your own: plan, observe after every depth, finish."""

import time
from collections.abc import Iterator

from zeitnot import make_manager
from zeitnot.clocks import ClockReading
from zeitnot.turns import Iteration


def deepen(numbers: int) -> Iterator[tuple[int, int]]:
    """Stand for any iterative search: yields depth and nodes, each depth three times the work of the last."""
    nodes = 0
    for depth in range(1, 30):
        nodes += sum(1 for _ in range(numbers * 3**depth))
        yield depth, nodes


manager = make_manager("textbook")
thinking = manager.begin(clock=ClockReading(remaining_s=5.0, increment_s=0.1))
print(f"target {thinking.budget.target}")
print(f"limit {thinking.budget.limit}")
started = time.perf_counter()
for depth, nodes in deepen(100):
    elapsed_s = time.perf_counter() - started
    report = Iteration(elapsed_s=elapsed_s, depth=depth, score_cp=20.0, best_move="e2e4", nodes=nodes)
    if thinking.observe(report).stop:
        break
record = thinking.finish(used_s=time.perf_counter() - started)
print(f"depth {record.depth} in {record.used_s:.3f} s, stopped by: {record.reason}")
