"""ProxyOptions: the options of the wrapped engine and of time management, in one list."""

import contextlib

from zeitnot.chess.proxy.inner_engine import InnerEngine
from zeitnot.chess.uci.options import OptionTable
from zeitnot.chess.uci.settings import EngineSettings
from zeitnot.errors import SettingError
from zeitnot.policies import policy_names

_OWN = ("policy", "preset", "move overhead")
"""Options of time management, which are not passed to the wrapped engine even if it has them."""
_SHARED = ("ponder", "multipv", "uci_chess960")
"""Options that both the proxy and the wrapped engine need."""


class ProxyOptions:
    """Announces the options and passes new values to the proxy or to the engine."""

    def __init__(self, settings: EngineSettings, inner: InnerEngine) -> None:
        """Start with settings and an engine that has announced its options."""
        self._table = OptionTable(settings)
        self._inner = inner
        self._policies = {name.lower() for name in policy_names()}

    @property
    def settings(self) -> EngineSettings:
        """Settings of time management."""
        return self._table.settings

    def lines(self) -> list[str]:
        """Return the lines that announce all options: those of time management, then the engine's."""
        own = [line for line in self._table.lines() if self._announced(_name(line))]
        theirs = [line for name, line in self._inner.options.announced.items() if not self._is_own(name)]
        return [*own, *theirs]

    def set(self, name: str, value: str) -> None:
        """Set an option; an unknown name or an invalid value for time management raises a SettingError."""
        key = name.lower()
        if self._is_own(key):
            self._table.set(name, value)
        elif key in _SHARED and self._inner.options.has(name):
            self._inner.set_option(name, value)
            with contextlib.suppress(SettingError):  # the engine checks the value itself
                self._table.set(name, value)
        elif key == "ponder":
            self._table.set(name, value)
        else:
            self._inner.set_option(name, value)

    def _announced(self, name: str) -> bool:
        # The proxy does the pondering, so it also works with an engine that has no such option.
        return self._is_own(name) or (name == "ponder" and not self._inner.options.has(name))

    def _is_own(self, name: str) -> bool:
        policy, dot, _ = name.partition(".")
        return name in _OWN or (bool(dot) and policy in self._policies)


def _name(line: str) -> str:
    return line.removeprefix("option name ").partition(" type ")[0].lower()
