"""SimulatedDeepening: a search by iterative deepening that is made up, depth by depth."""

from bisect import bisect_left
from dataclasses import dataclass
from random import Random

from zeitnot.games.searches import REPORTED_SPAN, watched
from zeitnot.turns import Iteration, Reason, Thinking, TurnRecord

MATE_CP = 100_000.0
"""Score of a mate on the board."""

_MOVES = ("e2e4", "d2d4", "g1f3", "c2c4", "b1c3", "f1b5", "e1g1", "a2a4")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeepeningHabits:
    """How made-up searches go. The figures are plausible for engines of today, not measured on one."""

    first_depth_s: float = 0.0002
    """Time of the first depth: a few hundred nodes."""
    longest_s: float = 20_000.0
    """Depths are made up until one takes longer than any turn does."""
    nodes_per_second: int = 1_000_000
    """One thread, to an order of magnitude."""
    typical_growth: float = 1.5
    """Growth from depth to depth where nothing is left to chance: near that of strong engines."""
    growth: tuple[float, float] = (1.5, 4.0)
    """Least and largest growth: from the strongest engines to the 4 of the NeuroFish document."""
    unevenness: tuple[float, float] = (0.75, 1.3)
    """Least and largest factor on the growth of a single depth."""
    easy_share: float = 0.1
    """How often one move is far better than the others."""
    easy_gap_cp: float = 300.0
    """How far the easy move is ahead of the others."""
    mate_share: float = 0.04
    """How often there is a mate to be found."""
    second_known_share: float = 0.5
    """How often the score of the second move is known."""
    change_chance: float = 0.7
    """Chance of a new best move at depth 1; it falls with the depth."""
    change_decay: float = 0.6
    """Power of the depth by which it falls."""
    score_spread_cp: float = 120.0
    """Standard deviation of the first score."""
    score_noise_cp: float = 60.0
    """Standard deviation of the score's step at depth 1; it falls with the square root of the depth."""
    drops_cp: tuple[float, ...] = (0.0, 30.0, 150.0, 300.0)
    """By how much the score falls when a best move is refuted, each as often."""


@dataclass(frozen=True, slots=True)
class SimulatedDeepening:
    """The depths that a search would finish, and when."""

    iterations: tuple[Iteration, ...]
    """Depth by depth."""

    def run(self, thinking: Thinking) -> TurnRecord:
        """Report depths until the turn ends."""
        limit_s = thinking.budget.limit_s
        if thinking.budget.quick_exit is not None or limit_s <= 0:
            exit_reason = thinking.budget.quick_exit or Reason.LOW_TIME
            return thinking.finish(used_s=0.0, move=self.iterations[0].best_move, reason=exit_reason)
        first = bisect_left(self.iterations, limit_s / REPORTED_SPAN, key=lambda each: each.elapsed_s)
        used_s, reason = watched(thinking, self.iterations[first:], end_s=limit_s)
        return thinking.finish(used_s=used_s, reason=reason or Reason.SOLVED)


_TYPICAL = DeepeningHabits()


def typical_deepening(*, phase: float, last_change: int) -> SimulatedDeepening:
    """Settle on a move at one depth, with a slightly lower score, and become surer of it from there."""
    habits = _TYPICAL
    iterations = []
    elapsed_s, depth = habits.first_depth_s * habits.typical_growth**phase, 1
    while elapsed_s < habits.longest_s:
        settled = depth >= last_change
        iterations.append(
            Iteration(
                elapsed_s=elapsed_s,
                depth=depth,
                score_cp=(-10.0 if settled else 20.0) + (6.0 if depth % 2 else -6.0) / depth,
                best_move=_MOVES[0] if settled else _MOVES[1 + depth // 3 % 2],
                nodes=int(elapsed_s * habits.nodes_per_second),
                best_move_share=0.35 + (0.45 * (1 - 0.8 ** (depth - last_change + 1)) if settled else 0.0),
                best_move_changes=1.0 if depth == last_change else 0.0,
                selective_depth=depth + depth // 2,
            )
        )
        elapsed_s, depth = elapsed_s * habits.typical_growth, depth + 1
    return SimulatedDeepening(tuple(iterations))


def drawn_deepening(rng: Random, habits: DeepeningHabits) -> SimulatedDeepening:
    """Change its mind less and less often; sometimes one move is easy, sometimes there is a mate to find."""
    easy, knows_second = rng.random() < habits.easy_share, rng.random() < habits.second_known_share
    mate_from = rng.randint(4, 20) if rng.random() < habits.mate_share else None
    growth, score_cp = rng.uniform(*habits.growth), rng.gauss(0, habits.score_spread_cp)
    iterations: list[Iteration] = []
    elapsed_s, depth, best, stable = habits.first_depth_s * rng.uniform(0.3, 3.0), 1, 0, 0
    while elapsed_s < habits.longest_s:
        changed = depth > 1 and not easy and rng.random() < habits.change_chance / depth**habits.change_decay
        best, stable = (rng.randrange(len(_MOVES)), 0) if changed else (best, stable + 1)
        score_cp += rng.gauss(0, habits.score_noise_cp / depth**0.5) - (
            rng.choice(habits.drops_cp) if changed else 0
        )
        mate_in = None if mate_from is None or depth < mate_from else (mate_from + 1) // 2
        shown_cp = score_cp if mate_in is None else MATE_CP - mate_in
        gap_cp = habits.easy_gap_cp if easy else abs(rng.gauss(0, habits.score_noise_cp))
        iterations.append(
            Iteration(
                elapsed_s=elapsed_s,
                depth=depth,
                score_cp=shown_cp,
                best_move=_MOVES[best],
                mate_in=mate_in,
                nodes=int(elapsed_s * habits.nodes_per_second),
                best_move_share=0.95 if easy else min(1.0, 0.9 - 0.6 * 0.8**stable + rng.uniform(-0.1, 0.1)),
                best_move_changes=rng.randint(1, 3) if changed else 0.0,
                second_score_cp=shown_cp - gap_cp if easy or knows_second else None,
                selective_depth=depth + depth // 2,
                fail_lows=rng.randint(0, 2) if changed else 0,
            )
        )
        elapsed_s, depth = elapsed_s * growth * rng.uniform(*habits.unevenness), depth + 1
    return SimulatedDeepening(tuple(iterations))
