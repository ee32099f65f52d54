"""EngineOptions: the options that an engine announced and the values set."""

import difflib
from collections.abc import Mapping

from zeitnot.errors import SettingError


class EngineOptions:
    """Options with their values, which are sent again when the engine is restarted."""

    def __init__(self, given: Mapping[str, str]) -> None:
        """Start with values for options that are announced later."""
        self.announced: dict[str, str] = {}
        self._given = {name: str(value) for name, value in given.items()}

    def announce(self, words: str) -> None:
        """Add an option from the words after `option` in an engine's announcement."""
        name = words.removeprefix("name ").partition(" type ")[0].strip()
        self.announced[name.lower()] = f"option {words}"

    def has(self, name: str) -> bool:
        """Return whether the engine announced an option with this name."""
        return name.lower() in self.announced

    def is_given(self, name: str) -> bool:
        """Return whether a value was set for an option."""
        return any(key.lower() == name.lower() for key in self._given)

    def value(self, name: str) -> str:
        """Return the value set for an option, else its default."""
        default = self.announced.get(name.lower(), "").partition(" default ")[2].split(" ")[0]
        return next((value for key, value in self._given.items() if key.lower() == name.lower()), default)

    def largest(self, name: str) -> int | None:
        """Return the largest value that the engine names for an option, if it names one."""
        most = self.announced.get(name.lower(), "").partition(" max ")[2].split(" ")[0]
        return int(most) if most.isdecimal() else None

    def offers(self, name: str, value: str) -> bool:
        """Return whether a value is among those that the engine names for an option, or it names none."""
        _, _, choices = self.announced.get(name.lower(), "").partition(" var ")
        named = [choice.strip().lower() for choice in choices.split(" var ")] if choices else []
        return not named or value.lower() in named

    def set(self, name: str, value: str) -> str:
        """Set an option and return its command; an unknown name raises a SettingError."""
        self._check(name)
        if " type button" not in self.announced[name.lower()]:
            self._given = {key: kept for key, kept in self._given.items() if key.lower() != name.lower()}
            self._given[name] = value
        return _line(name, value)

    def lines(self) -> list[str]:
        """Return the commands for all values set; an unknown name raises a SettingError."""
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
