"""What stopping an endgame solver after each depth loses on average."""

from collections.abc import Sequence

from zeitnot.learning.loss_data import ScrabbleTrace

_FEWEST = 5
"""Endgames that a figure must rest on."""
_FALL = 0.5
"""A depth with too few endgames loses this part of what the depth before it does."""


def ply_losses(traces: Sequence[ScrabbleTrace]) -> tuple[tuple[float, float], ...]:
    """Give mean losses in points by depth: when the depth changed the value, and when it did not."""
    changed: dict[int, list[float]] = {}
    same: dict[int, list[float]] = {}
    for trace in traces:
        value_pts: float | None = None
        for ply in trace.plies:
            kind = same if ply.value_pts == value_pts else changed
            kind.setdefault(ply.depth, []).append(ply.loss_pts)
            value_pts = ply.value_pts
    rows: list[tuple[float, float]] = []
    for depth in range(1, max([*changed, *same], default=0) + 1):
        together = [*changed.get(depth, []), *same.get(depth, [])]
        if len(together) < _FEWEST:
            break
        mean = _mean(together)
        before = rows[-1] if rows else (mean, mean)
        moved, stood = changed.get(depth, []), same.get(depth, [])
        rows.append(
            (
                _mean(moved) if len(moved) >= _FEWEST else _FALL * before[0],
                _mean(stood) if len(stood) >= _FEWEST else min(mean, _FALL * before[1] if rows else mean),
            )
        )
    return tuple((round(max(0.0, a), 4), round(max(0.0, b), 4)) for a, b in rows)


def _mean(losses: list[float]) -> float:
    return sum(losses) / len(losses)
