"""The seam between games and all that is made for every game: what a game provides, and the registry."""

from zeitnot.facades import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
