"""Score curve: win, draw and loss probabilities from a score."""

import math
from dataclasses import dataclass

from zeitnot.errors import SettingError

_MOST_LEAD = 1.0 - 1e-9
"""Lead in expected score that no score reaches: only a mate is worth more."""
_MOST_EXPONENT = 50.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCurve:
    """Two logistic curves, one for each side; games that neither wins are drawn."""

    win_at_cp: float
    """Score at which half the games are won; more than a pawn, since a pawn ahead is often a draw."""
    spread_cp: float
    """Score that changes the odds of winning by e = 2.718."""

    def __post_init__(self) -> None:
        for name in ("win_at_cp", "spread_cp"):
            if not 0 < getattr(self, name) < math.inf:
                raise SettingError(f"{name} must be above 0 centipawns, got {getattr(self, name)!r}")

    def won(self, score_cp: float) -> float:
        """Return the share of games won by the side with this score."""
        # The hyperbolic tangent is the same curve and does not overflow.
        return 0.5 + 0.5 * math.tanh((score_cp - self.win_at_cp) / (2.0 * self.spread_cp))

    def expected_score(self, score_cp: float) -> float:
        """Return the expected score: 1 for a win, a half for a draw; a mate gives 1 or 0."""
        return 0.5 + 0.5 * (self.won(score_cp) - self.won(-score_cp))

    def score_cp(self, expected_score: float) -> float:
        """Return the score that is worth this much: the inverse of `expected_score`."""
        # With x = exp(score / spread) and a = exp(win / spread), the lead is
        # (a x² - a) / (a x² + (1 + a²) x + a).
        lead = min(max(2.0 * expected_score - 1.0, -_MOST_LEAD), _MOST_LEAD)
        a = math.exp(min(self.win_at_cp / self.spread_cp, _MOST_EXPONENT))
        half = lead * (1.0 / a + a) / (2.0 * (1.0 - lead))
        return self.spread_cp * math.log(half + math.hypot(half, math.sqrt((1.0 + lead) / (1.0 - lead))))


OWN_GAMES = ScoreCurve(win_at_cp=132.0, spread_cp=116.0)
"""Curve of the built-in engine, fitted to 400 games against itself at 10,000 nodes a move; the standard
errors are 14 and 11. Made by: zeitnot learn evaluation games FOLDER --games 400 --nodes 10000 --seed 7, then
zeitnot learn evaluation curve FOLDER."""
