"""Zeitnot keeps game engines out of time trouble: how long to think, when to stop, and which way is best."""

__all__ = ["__version__"]

__version__: str


def __getattr__(name: str) -> str:
    """Look the version up when somebody asks for it: that takes as long as importing all the rest."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version

    return version("zeitnot")
