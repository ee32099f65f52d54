"""Phases of a Scrabble game by unseen tiles."""

from zeitnot.turns import ScrabbleFeatures

PHASES = (
    "81 and more unseen",
    "51 to 80 unseen",
    "26 to 50 unseen",
    "15 to 25 unseen",
    "up to 14 unseen",
    "an empty bag",
)
"""Phases in order, as the MAGPIE document divides a game (M6)."""
_PHASE_ENDS = (80, 50, 25, 14)


def phase_of(features: object) -> int:
    """Return the number of a turn's phase."""
    if not isinstance(features, ScrabbleFeatures):
        return 0
    if features.bag_tiles == 0:
        return len(PHASES) - 1
    return sum(features.unseen_tiles <= end for end in _PHASE_ENDS)
