"""Score curve: how many games are won, drawn and lost from a score."""

import math
from dataclasses import dataclass

from zeitnot.errors import SettingError


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCurve:
    """Two logistic curves, one for each side; what neither wins is drawn."""

    win_at_cp: float
    """Score at which every second game is won: above a pawn, whose lead is often no more than a draw."""
    spread_cp: float
    """Score that changes the odds of winning by e = 2.718."""

    def __post_init__(self) -> None:
        for name in ("win_at_cp", "spread_cp"):
            if not 0 < getattr(self, name) < math.inf:
                raise SettingError(f"{name} must be above 0 centipawns, got {getattr(self, name)!r}")

    def won(self, score_cp: float) -> float:
        """Tell the part of games won by the side that has the score."""
        # The hyperbolic tangent is the same curve, and takes any number without overflow.
        return 0.5 + 0.5 * math.tanh((score_cp - self.win_at_cp) / (2.0 * self.spread_cp))

    def expected_score(self, score_cp: float) -> float:
        """Tell what a game is worth: a win 1, a draw a half; a mate is 1 or 0."""
        return 0.5 + 0.5 * (self.won(score_cp) - self.won(-score_cp))


OWN_GAMES = ScoreCurve(win_at_cp=132.0, spread_cp=116.0)
"""Of the built-in engine, fitted to 400 games against itself at 10,000 nodes a move; the standard errors are
14 and 11. Made by: zeitnot learn evaluation games FOLDER --games 400 --nodes 10000 --seed 7, then
zeitnot learn evaluation curve FOLDER."""
