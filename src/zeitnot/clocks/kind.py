"""Kind: the six kinds of game, by how much time the players have."""

from enum import StrEnum


class Kind(StrEnum):
    """Kind of game that a time control makes (G1)."""

    BULLET = "bullet"
    BLITZ = "blitz"
    RAPID = "rapid"
    CLASSICAL = "classical"
    INFINITE = "infinite"
    FIXED_DEPTH = "fixed_depth"

    @staticmethod
    def of_base(seconds: float) -> "Kind":
        """Return the kind for a base time: bullet below 3 minutes, blitz below 10, rapid below 60."""
        for kind, below_s in _BELOW_S.items():
            if seconds < below_s:
                return kind
        return Kind.CLASSICAL


_BELOW_S = {Kind.BULLET: 180.0, Kind.BLITZ: 600.0, Kind.RAPID: 3600.0}
"""Upper bounds from the Mergen document (G1)."""
