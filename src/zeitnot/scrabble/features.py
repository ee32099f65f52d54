"""Features of a Scrabble position: what a policy may know before the search."""

from collections.abc import Sequence

from zeitnot.scrabble.generation import RatedMove
from zeitnot.scrabble.inference import ObservedPlay
from zeitnot.scrabble.moves import MoveKind
from zeitnot.scrabble.position import Position
from zeitnot.turns import ScrabbleFeatures

COMPETITIVE_PTS = 2.0
"""A move within this distance of the best competes with it; from the MAGPIE document."""


def features_of(
    position: Position, moves: Sequence[RatedMove], seen: ObservedPlay | None = None
) -> ScrabbleFeatures:
    """Return the features of a position that a policy may use; its moves may be unknown, never none.

    `seen` is the opponent's last turn, if known.
    """
    return ScrabbleFeatures(
        bag_tiles=position.bag_count,
        opponent_tiles=position.other_count,
        own_tiles=len(position.rack),
        score_difference_pts=position.spread_pts,
        legal_moves=choices(moves) if moves else None,
        gap_pts=moves[0].equity_pts - moves[1].equity_pts if len(moves) > 1 else None,
        competitive_moves=sum(moves[0].equity_pts - move.equity_pts <= COMPETITIVE_PTS for move in moves)
        if moves
        else None,
        opponent_kept=None if seen is None else seen.kept_count,
    )


def choices(moves: Sequence[RatedMove]) -> int:
    """Return the number of moves that are not a pass."""
    return sum(rated.move.kind is not MoveKind.PASS for rated in moves)


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
