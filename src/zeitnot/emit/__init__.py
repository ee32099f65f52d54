"""Emit: a manager as one source file in another language, to be pasted into an engine."""

from zeitnot.facades import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
