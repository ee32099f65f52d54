"""Site: what is served, to whom, and which runs are in it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from zeitnot.errors import DataError, SettingError
from zeitnot.lab import RUN_SUFFIX

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Hosts that only this machine reaches."""
SMALL_BODY = 64 << 10
"""Bytes of a request unless its section allows more."""
MOST_RUNS = 2_000
"""Runs of a folder that are looked at: the first by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """What a server shows."""

    place: Path
    """Folder of runs, or one run."""
    host: str = LOOPBACK[0]
    """Address that the server listens on."""
    token: str = ""
    """Secret that every visitor must know; empty: none, which only a loopback address may have."""

    def __post_init__(self) -> None:
        if not self.place.exists():
            raise SettingError(f"runs must be in an existing folder or file, got {str(self.place)!r}")
        if not self.is_loopback and not self.token:
            raise SettingError(f"another host than this machine must have a token, got {self.host!r} without")

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine reaches the server."""
        return self.host in LOOPBACK

    @property
    def folder(self) -> Path:
        """Folder that the runs are in."""
        return self.place if self.place.is_dir() else self.place.parent

    def runs(self) -> list[Path]:
        """Return the runs by name; a link that leads out of the folder is none of them."""
        return [path for path in sorted(self._named())[:MOST_RUNS] if self._is_inside(path)]

    def run(self, name: str) -> Path:
        """Return a run by its name without suffix; no other path can be reached by any name."""
        for path in self._named():
            if path.stem == name and self._is_inside(path):
                return path
        raise DataError(f"a run must be one of {self.folder.name or '.'}, got {name[:80]!r}")

    def _named(self) -> Iterable[Path]:
        """Return everything that has the name of a run."""
        if not self.place.is_dir():
            return (self.place,)
        return (path for path in self.place.iterdir() if path.suffix == RUN_SUFFIX)

    def _is_inside(self, path: Path) -> bool:
        return path == self.place or (path.resolve().parent == self.place.resolve() and path.is_file())


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of the site: its place in the navigation and its routes."""

    path: str
    """Where it begins, such as `/explore`."""
    title: str = ""
    """Word in the navigation; empty: not in it."""
    routes: "Callable[[Site], Sequence[BaseRoute]]" = field(repr=False)
    """Makes its routes."""
    largest_body: int = SMALL_BODY
    """Bytes that a request below its path may send."""
