"""Experiments: matches, replays, tuning, and games without engines that show how time is spent."""

from zeitnot.facades import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
