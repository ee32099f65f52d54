"""Phases of a game, by which times are reported."""

from zeitnot.lab.match.participant import GameKind
from zeitnot.scrabble.features import PHASES as SCRABBLE_PHASES
from zeitnot.scrabble.features import phase_of as scrabble_phase_of
from zeitnot.turns import ChessFeatures, TurnRecord

CHESS_PHASES = ("opening", "middle game", "endgame")
"""Phases of chess, by moves played and pieces left."""
OPENING_MOVES = 12
"""Moves that count as opening while most pieces are on the board."""
OPENING_PIECES = 26
"""Fewer pieces are no opening any more."""
ENDGAME_PIECES = 14
"""Largest number of pieces, kings included, at which a position is an endgame."""


def phases(game: GameKind) -> tuple[str, ...]:
    """Return the names of the phases of a game, in their order."""
    return CHESS_PHASES if game is GameKind.CHESS else SCRABBLE_PHASES


def phase_of(record: TurnRecord) -> str:
    """Return the name of the phase that a turn belongs to."""
    features = record.features
    if not isinstance(features, ChessFeatures):
        return SCRABBLE_PHASES[scrabble_phase_of(features)]
    if features.pieces <= ENDGAME_PIECES:
        return CHESS_PHASES[2]
    early = features.move_number <= OPENING_MOVES and features.pieces >= OPENING_PIECES
    return CHESS_PHASES[0 if early else 1]
