"""Game files: the games of a run beside its store, in the formats of other programs."""

from pathlib import Path

from zeitnot.errors import SettingError
from zeitnot.lab.match.participant import GameKind
from zeitnot.lab.store.places import games_path
from zeitnot.lab.store.run_store import RunStore


class GameFiles:
    """Chess: one PGN file that grows; Scrabble: a folder with a GCG file for each game."""

    def __init__(self, store: RunStore) -> None:
        """Bring the files in line with the store, which a killed process may have left ahead of them."""
        self._store = store
        self._chess = store.plan.game is GameKind.CHESS
        self.path = games_path(store.path, store.plan.game)
        numbers = [game.number for game in store.games()]
        try:
            if self._chess:
                # Beside the file, then renamed: whoever reads it meanwhile sees whole games.
                beside = self.path.with_name(f".{self.path.name}.part")
                with beside.open("w", encoding="utf-8") as file:
                    file.writelines(f"{store.text(number)}\n" for number in numbers)
                beside.replace(self.path)
            else:
                self.path.mkdir(parents=True, exist_ok=True)
                for number in numbers:
                    self._gcg(number).write_text(store.text(number), encoding="utf-8")
        except OSError as error:
            raise self._unwritable(error) from error

    def add(self, number: int) -> None:
        """Add a game that the store has."""
        text = self._store.text(number)
        try:
            if self._chess:
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(f"{text}\n")
            else:
                self._gcg(number).write_text(text, encoding="utf-8")
        except OSError as error:
            raise self._unwritable(error) from error

    def _gcg(self, number: int) -> Path:
        return self.path / f"{number // 2 + 1:04}{'ab'[number % 2]}.gcg"

    def _unwritable(self, error: OSError) -> SettingError:
        cause = (error.strerror or str(error)).lower()
        return SettingError(
            f"games must go to files that can be written ({cause}), got {str(self.path)!r}; "
            f"they are kept in {str(self._store.path)!r} all the same"
        )
