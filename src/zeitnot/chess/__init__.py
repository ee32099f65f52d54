"""Chess: for now, what a policy may know of a position."""

from zeitnot.chess.features import board_of_fen, features_of, features_of_fen

__all__ = ["board_of_fen", "features_of", "features_of_fen"]
