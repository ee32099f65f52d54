"""Zeitnot keeps game engines out of time trouble: how long to think, when to stop, and which way is best."""

from importlib.metadata import version

__version__ = version("zeitnot")

__all__ = ["__version__"]
