"""Game files: the games of a run beside its store, in the formats of other programs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from zeitnot.errors import SettingError
from zeitnot.lab.closing import Closing
from zeitnot.lab.store.run_store import RunStore
from zeitnot.untrusted import cause_of


class GameFiles(Closing):
    """One file that grows in the order of the games, as PGN has it, or a folder with a file for each.

    In one file a game that ends before an earlier one waits for it; closing writes those that still wait.
    """

    def __init__(self, store: RunStore) -> None:
        """Bring the files in line with the store, which a killed process may have left ahead of them."""
        self._store = store
        self._one_file = store.plan.played_game.one_file
        self.path = store.plan.games_path(store.path)
        self._waiting = {game.number for game in store.games()}
        self._next = 0
        with self._border():
            if self._one_file:
                # Beside the file, then renamed: whoever reads it meanwhile sees whole games.
                beside = self.path.with_name(f".{self.path.name}.part")
                self._write(beside, mode="w")
                beside.replace(self.path)
            else:
                self.path.mkdir(parents=True, exist_ok=True)
                for number in sorted(self._waiting):
                    self._file(number).write_text(store.text(number), encoding="utf-8")

    def add(self, number: int) -> None:
        """Add a game that the store has, and those that waited for it."""
        with self._border():
            if self._one_file:
                self._waiting.add(number)
                self._write(self.path)
            else:
                self._file(number).write_text(self._store.text(number), encoding="utf-8")

    def close(self) -> None:
        """Write the games that still wait for one that is missing."""
        with self._border():
            if self._one_file:
                self._write(self.path, gaps=True)

    def _write(self, path: Path, *, mode: str = "a", gaps: bool = False) -> None:
        """Write what waits, as far as no game is missing, or all of it."""
        ready = []
        for number in sorted(self._waiting):
            if number != self._next and not gaps:
                break
            ready.append(number)
            self._next = number + 1
        if not ready and mode == "a":
            return
        with path.open(mode, encoding="utf-8") as file:
            file.writelines(f"{self._store.text(number)}\n" for number in ready)
        self._waiting.difference_update(ready)

    def _file(self, number: int) -> Path:
        return self.path / f"{number // 2 + 1:04}{'ab'[number % 2]}{self.path.suffix}"

    @contextmanager
    def _border(self) -> Iterator[None]:
        """Map what the system says to one line that names the file."""
        try:
            yield
        except OSError as error:
            raise SettingError(
                f"games must go to files that can be written ({cause_of(error)}), got {str(self.path)!r}; "
                f"they are kept in {str(self._store.path)!r} all the same"
            ) from error
