"""Mistakes: from what loss on a move is one, and of what size."""

from dataclasses import dataclass
from enum import StrEnum

from zeitnot.scrabble.moves import ValuedMove


class Grade(StrEnum):
    """How good a move was."""

    BEST = "best"
    """The best move."""
    GOOD = "good"
    """Another move that lost nothing, or no more than the judgement errs."""
    SMALL = "small"
    """A small mistake."""
    MEDIUM = "medium"
    """A medium mistake."""
    LARGE = "large"
    """A large mistake."""


MISTAKES = {Grade.SMALL: 0.2, Grade.MEDIUM: 0.5, Grade.LARGE: 1.0}
"""Grades that are mistakes, with their weight in the mistake index, as it is usual among players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MistakeBounds:
    """Losses from which a move is a mistake, and of what size.

    The usual division among players is 3 % and 7 % of win probability, or 7 and 15 points where points are
    what is left to play for. Early in a game the two agree: a point is about half a percent.
    """

    least_pts: float = 1.0
    """Equity below which nothing is a mistake; this project's figure."""
    medium_pts: float = 7.0
    """Equity above which a mistake is medium."""
    large_pts: float = 15.0
    """Equity above which a mistake is large."""
    least_chance: float = 0.005
    """Win probability below which nothing is a mistake: about a point, early in a game."""
    medium_chance: float = 0.03
    """Win probability above which a mistake is medium."""
    large_chance: float = 0.07
    """Win probability above which a mistake is large."""
    late_unseen: int = 50
    """Unseen tiles from which on win probability counts; before, it says little more than equity."""
    decided: float = 0.02
    """Win probability of the best move, from either end, within which a game is decided and equity counts."""
    errors: float = 2.0
    """A loss within this many standard errors of the judgement is none."""

    def counts_chance(self, best: ValuedMove, *, unseen: int, bag: int) -> bool:
        """Return whether win probability counts, rather than equity."""
        return bag > 0 and unseen <= self.late_unseen and self.decided <= best.win_chance <= 1 - self.decided

    def by_points(self, lost_pts: float, error_pts: float) -> Grade:
        """Return the grade of a loss of equity."""
        least_pts = max(self.least_pts, self.errors * error_pts)
        return _grade(lost_pts, least_pts, self.medium_pts, self.large_pts)

    def by_chance(self, lost: float, error: float) -> Grade:
        """Return the grade of a loss of win probability."""
        least = max(self.least_chance, self.errors * error)
        return _grade(lost, least, self.medium_chance, self.large_chance)


def _grade(lost: float, least: float, medium: float, large: float) -> Grade:
    if lost < least:
        return Grade.GOOD
    return Grade.LARGE if lost > large else Grade.MEDIUM if lost > medium else Grade.SMALL


BOUNDS = MistakeBounds()
