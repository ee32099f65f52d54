"""Small watchers of a running search, each for one question."""

from zeitnot.facades import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
