"""Time controls, the clocks that run under them, and the time sources of those clocks."""

from zeitnot.facades import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
