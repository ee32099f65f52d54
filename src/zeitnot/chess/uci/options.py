"""OptionTable: the options an interface can see and set, all policies' parameters among them."""

import difflib
import math
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from functools import cached_property

from zeitnot.chess.uci.option import EMPTY, Option
from zeitnot.chess.uci.settings import MOST_THREADS, EngineSettings, largest_hash_mb
from zeitnot.errors import SettingError, ZeitnotError
from zeitnot.policies import Parameter, parameters_of, policy_class, policy_names, presets_of

ABOUT = "Zeitnot, a chess engine to compare ways of spending the clock; GPL-3.0-or-later"

MOST_LINES = 256
"""No position has more legal moves."""
MOST_OVERHEAD_MS = 60_000

_PRESET = "preset"
_NO_PRESET = "none"

_FIELDS = {
    "Move Overhead": "overhead_ms",
    "Hash": "hash_mb",
    "Threads": "threads",
    "MultiPV": "lines",
    "Ponder": "ponder",
    "OwnBook": "own_book",
    "BookFile": "book_file",
    "UCI_Chess960": "chess960",
    "UCI_ShowWDL": "shows_wdl",
    "Nodes Per Second": "nodes_per_second",
}
"""Options that are nothing but a field of the settings."""


class OptionTable:
    """Announces options and takes new values. A value that breaks a rule changes nothing."""

    def __init__(self, settings: EngineSettings) -> None:
        """Begin with these settings; they are the defaults that are announced."""
        self.settings = settings
        self.clear_asked = False
        self._first = settings

    def lines(self) -> list[str]:
        """Announce all options."""
        return [option.line() for option in self._options.values()]

    def set(self, name: str, text: str) -> None:
        """Set one option; a name or value that is none is a SettingError."""
        option = self._options.get(name.lower())
        if option is None:
            near = difflib.get_close_matches(name.lower(), self._options, n=1)
            hint = f"did you mean {self._options[near[0]].name!r}?" if near else "`uci` lists them"
            raise SettingError(f"no option is called {name[:80]!r}; {hint}")
        value = option.read(text)
        text = "" if text == EMPTY else text
        if option.name in _FIELDS:
            self.settings = self.settings.with_field(_FIELDS[option.name], value)
            return
        match option.name:
            case "Clear Hash":
                self.clear_asked = True
            case "UCI_EngineAbout":
                pass
            case "Policy":
                self._take(replace(self.settings, policy=str(value)), str(value))
            case "Preset":
                self._take_given(self.settings.policy, _PRESET, text)
            case _:
                policy, _, parameter = option.name.partition(".")
                self._take_given(policy, parameter, text)

    def _take_given(self, policy: str, name: str, text: str) -> None:
        none = name == _PRESET and text.lower() in ("", _NO_PRESET)
        self._take(self.settings.with_given(policy, name, None if none else text), policy)

    def _take(self, settings: EngineSettings, policy: str) -> None:
        settings.make_policy(policy)  # refuses what does not fit
        self.settings = settings

    @cached_property
    def _options(self) -> dict[str, Option]:
        options = [*self._own_options(), *self._policy_options()]
        return {option.name.lower(): option for option in options}

    def _own_options(self) -> Iterator[Option]:
        first = self._first
        yield Option(name="Policy", kind="combo", default=first.policy, choices=policy_names())
        preset = str(first.given.get(first.policy, {}).get(_PRESET, ""))
        yield Option(name="Preset", kind="string", default=preset)
        yield _spin("Move Overhead", first.overhead_ms, 0, MOST_OVERHEAD_MS)
        yield _spin("Hash", first.hash_mb, 1, largest_hash_mb())
        yield _spin("Threads", first.threads, 1, MOST_THREADS)
        yield _spin("MultiPV", first.lines, 1, MOST_LINES)
        yield Option(name="Ponder", kind="check", default=first.ponder)
        yield Option(name="OwnBook", kind="check", default=first.own_book)
        yield Option(name="BookFile", kind="string", default=first.book_file)
        yield Option(name="Clear Hash", kind="button")
        yield Option(name="UCI_Chess960", kind="check", default=first.chess960)
        yield Option(name="UCI_ShowWDL", kind="check", default=first.shows_wdl)
        yield _spin("Nodes Per Second", first.nodes_per_second, 0, 2**31 - 1)
        yield Option(name="UCI_EngineAbout", kind="string", default=ABOUT)

    def _policy_options(self) -> Iterator[Option]:
        for policy in policy_names():
            try:
                values = self._first.plain_policy(policy)
                parameters = parameters_of(policy_class(policy))
            except ZeitnotError:  # a plug-in that cannot be loaded, or settings that only it would see
                continue
            if presets := presets_of(policy):
                default = self._first.given.get(policy, {}).get(_PRESET, _NO_PRESET)
                choices = (_NO_PRESET, *presets)
                yield Option(name=f"{policy}.{_PRESET}", kind="combo", default=str(default), choices=choices)
            for name, parameter in parameters.items():
                yield _parameter_option(f"{policy}.{name}", parameter, getattr(values, name))


def _spin(name: str, default: int, low: int, high: int) -> Option:
    return Option(name=name, kind="spin", default=default, low=low, high=max(high, default))


def _parameter_option(name: str, parameter: Parameter, value: object) -> Option:
    text = parameter.text(value)
    if issubclass(parameter.kind, Enum) and not parameter.several:
        none = (parameter.text(None),) if parameter.optional else ()
        choices = (*none, *(parameter.text(each) for each in parameter.kind))
        return Option(name=name, kind="combo", default=text, choices=choices)
    if parameter.several or parameter.optional:
        return Option(name=name, kind="string", default=text)
    if parameter.kind is bool:
        return Option(name=name, kind="check", default=bool(value))
    if parameter.kind is int and math.isfinite(parameter.low) and math.isfinite(parameter.high):
        return _spin(name, int(text), int(parameter.low), int(parameter.high))
    return Option(name=name, kind="string", default=text)
