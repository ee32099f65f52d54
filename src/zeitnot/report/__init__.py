"""What people look at: plots at the terminal and in the browser."""

from zeitnot.facades import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
