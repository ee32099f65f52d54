"""Zeitnot keeps game engines out of time trouble: how long to think, when to stop, and which way is best."""

from typing import TYPE_CHECKING

__all__ = ["__version__", "make_manager"]

__version__: str

if TYPE_CHECKING:
    from zeitnot.models import make_manager
else:

    def __getattr__(name: str) -> object:
        """Look a name up when it is asked for: the version alone takes as long as importing all the rest."""
        match name:
            case "__version__":
                from importlib.metadata import version

                return version("zeitnot")
            case "make_manager":
                from zeitnot.models import make_manager

                return make_manager
            case _:
                raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
