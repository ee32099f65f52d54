"""Chess: the engine and its UCI server, the book, play at the terminal, features for policies."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeitnot.chess.features import board_of_fen, features_of, features_of_fen

__all__ = ["board_of_fen", "features_of", "features_of_fen"]


def __getattr__(name: str) -> object:
    # Loaded late: a UCI engine must answer `uci` before python-chess has been imported.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from zeitnot.chess import features

    return getattr(features, name)
