"""Kind: the six sorts of game, by how much time there is."""

from enum import StrEnum


class Kind(StrEnum):
    """What sort of game a time control makes (G1)."""

    BULLET = "bullet"
    BLITZ = "blitz"
    RAPID = "rapid"
    CLASSICAL = "classical"
    INFINITE = "infinite"
    FIXED_DEPTH = "fixed_depth"

    @staticmethod
    def of_base(seconds: float) -> "Kind":
        """Judge by the base time alone: bullet below 3 minutes, blitz below 10, rapid below 60."""
        for kind, below_s in _BELOW_S.items():
            if seconds < below_s:
                return kind
        return Kind.CLASSICAL


_BELOW_S = {Kind.BULLET: 180.0, Kind.BLITZ: 600.0, Kind.RAPID: 3600.0}
"""The bounds of the Mergen document (G1)."""
