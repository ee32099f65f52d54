"""EngineOptions: the options an engine has announced, and what was set of them."""

import difflib
from collections.abc import Mapping

from zeitnot.errors import SettingError


class EngineOptions:
    """Remembers values, so that an engine that is started again can be given them again."""

    def __init__(self, given: Mapping[str, str]) -> None:
        """Begin with values for options that are still to be announced."""
        self.announced: dict[str, str] = {}
        self._given = {name: str(value) for name, value in given.items()}

    def announce(self, words: str) -> None:
        """Take what follows the word `option` in an engine's introduction."""
        name = words.removeprefix("name ").partition(" type ")[0].strip()
        self.announced[name.lower()] = f"option {words}"

    def has(self, name: str) -> bool:
        """Tell whether the engine announced an option of that name."""
        return name.lower() in self.announced

    def value(self, name: str) -> str:
        """Give the value of an option: what was set, else its default."""
        default = self.announced.get(name.lower(), "").partition(" default ")[2].split(" ")[0]
        return next((value for key, value in self._given.items() if key.lower() == name.lower()), default)

    def set(self, name: str, value: str) -> str:
        """Set an option and give the command for it; a name that is none is a SettingError."""
        self._check(name)
        if " type button" not in self.announced[name.lower()]:
            self._given = {key: kept for key, kept in self._given.items() if key.lower() != name.lower()}
            self._given[name] = value
        return _line(name, value)

    def lines(self) -> list[str]:
        """Give the commands for all that was set; a name that is none is a SettingError."""
        for name in self._given:
            self._check(name)
        return [_line(name, value) for name, value in self._given.items()]

    def _check(self, name: str) -> None:
        if self.has(name):
            return
        near = difflib.get_close_matches(name.lower(), self.announced, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise SettingError(f"no option of the engine is called {name[:80]!r}{hint}")


def _line(name: str, value: str) -> str:
    return f"setoption name {name} value {value}" if value else f"setoption name {name}"
