"""Play: a game against the engine at the terminal, with both clocks running."""

from zeitnot.facades import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
