"""Scrabble: letters, board and rules; positions (CGP), games (GCG), lexicons, and moves with their equity."""

from zeitnot.facades import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
