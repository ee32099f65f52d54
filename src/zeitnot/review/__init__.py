"""Review: what a player's clock was spent on, where time was wasted and where it was missing."""

from zeitnot.facades import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
