"""What is learned from games and searches: the chess evaluation, expected losses, time values, leaves."""

from zeitnot.facades import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
