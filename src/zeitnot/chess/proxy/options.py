"""ProxyOptions: the options of the engine behind and those of the clock, in one list."""

import contextlib

from zeitnot.chess.proxy.inner_engine import InnerEngine
from zeitnot.chess.uci.options import OptionTable
from zeitnot.chess.uci.settings import EngineSettings
from zeitnot.errors import SettingError
from zeitnot.policies import policy_names

_OWN = ("policy", "preset", "move overhead")
"""Options that are about the clock, and so not for the engine behind, even when it has them."""
_SHARED = ("ponder", "multipv", "uci_chess960")
"""Options that both sides must know."""


class ProxyOptions:
    """Announces options and takes new values, each where it belongs."""

    def __init__(self, settings: EngineSettings, inner: InnerEngine) -> None:
        """Begin with these settings; the engine has introduced itself."""
        self._table = OptionTable(settings)
        self._inner = inner
        self._policies = {name.lower() for name in policy_names()}

    @property
    def settings(self) -> EngineSettings:
        """The settings of the clock's side."""
        return self._table.settings

    def lines(self) -> list[str]:
        """Announce all options: those of the clock, then the engine's."""
        own = [line for line in self._table.lines() if self._announced(_name(line))]
        theirs = [line for name, line in self._inner.options.announced.items() if not self._is_own(name)]
        return [*own, *theirs]

    def set(self, name: str, value: str) -> None:
        """Set one option; a name that is none, or a value for the clock that is wrong, is a SettingError."""
        key = name.lower()
        if self._is_own(key):
            self._table.set(name, value)
        elif key in _SHARED and self._inner.options.has(name):
            self._inner.set_option(name, value)
            with contextlib.suppress(SettingError):  # the engine itself says what it takes
                self._table.set(name, value)
        elif key == "ponder":
            self._table.set(name, value)
        else:
            self._inner.set_option(name, value)

    def _announced(self, name: str) -> bool:
        # Pondering is done here, so it can be had with an engine that does not know of it.
        return self._is_own(name) or (name == "ponder" and not self._inner.options.has(name))

    def _is_own(self, name: str) -> bool:
        policy, dot, _ = name.partition(".")
        return name in _OWN or (bool(dot) and policy in self._policies)


def _name(line: str) -> str:
    return line.removeprefix("option name ").partition(" type ")[0].lower()
