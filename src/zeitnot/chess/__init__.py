"""Chess: the engine and its UCI server, the book, play at the terminal, features for policies."""

from zeitnot.facades import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
