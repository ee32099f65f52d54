"""The values that pass between a clock, a policy and a search, and the manager that runs one turn."""

from zeitnot.facades import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
