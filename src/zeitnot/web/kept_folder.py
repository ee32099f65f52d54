"""KeptFolder: files that visitors made, in a folder of their own beside the runs."""

import datetime
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from zeitnot.errors import SettingError
from zeitnot.untrusted import cause_of

_MOST_NAMES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptFolder:
    """A bounded number of files whose names are made here: the kind, day and time."""

    path: Path
    """The folder; it is made when the first file is."""
    most: int
    """Files that it may hold."""

    def files(self) -> Iterator[Path]:
        """Yield the files; a link that leads out of the folder is none of them."""
        if self.path.is_dir():
            inside = self.path.resolve()
            yield from (each for each in self.path.iterdir() if each.resolve().parent == inside)

    def new_path(self, kind: str, suffix: str, *, taken: Collection[str] = ()) -> Path:
        """Return a file that is not there yet, and whose name without suffix is not taken."""
        things = self.path.name
        try:
            self.path.mkdir(exist_ok=True)
            if sum(1 for _ in self.path.iterdir()) + len(taken) >= self.most:
                raise SettingError(f"{things} must hold fewer than {self.most} to begin one, got as many")
            stamp = f"{datetime.datetime.now():%Y%m%d-%H%M%S}"
            for number in range(1, _MOST_NAMES):
                name = f"{kind}-{stamp}" + (f"-{number}" if number > 1 else "")
                path = self.path / f"{name}{suffix}"
                if name not in taken and not path.exists():
                    return path
        except OSError as error:
            rule = f"{things} must be kept in a folder that can be written ({cause_of(error)})"
            raise SettingError(f"{rule}, got {things!r}") from error
        raise SettingError(f"{things} must not begin all at once, got too many in a second")


def kept_moment(name: str) -> str:
    """Return day and time of a kept file, as its name has them."""
    day, _, time = name.partition("-")[2].partition("-")
    return f"{day[:4]}-{day[4:6]}-{day[6:8]} {time[:2]}:{time[2:4]}"
