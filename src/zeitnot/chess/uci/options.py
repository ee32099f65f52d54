"""Options: what an interface can see and set, the chosen policy's parameters among them.

The list has the options of the engine and those of the chosen policy that concern chess. A parameter of
another policy is not listed but accepted by name, so that it can be set before the policy is chosen.
UCI has no fractional numbers: float parameters are strings, integers with a range are spins.
"""

import difflib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal

from zeitnot.chess.uci.settings import MOST_THREADS, EngineSettings, largest_hash_mb
from zeitnot.errors import SettingError
from zeitnot.policies import Parameter, parameters_of, policy_class, policy_names, presets_of

EMPTY = "<empty>"
"""UCI's notation for an empty string."""

_TRUTH = {"true": True, "false": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option of an engine."""

    name: str
    """Name as announced; it is matched case-insensitively."""
    kind: Literal["check", "spin", "combo", "button", "string"]
    """UCI type of the option."""
    default: str | int | bool = ""
    """Default value."""
    low: int = 0
    """Smallest value of a spin."""
    high: int = 0
    """Largest value of a spin."""
    choices: Sequence[str] = ()
    """Values of a combo."""
    field: str = ""
    """Field of the settings that the option sets; empty for one that is more than a field."""

    def line(self) -> str:
        """Return the line that announces the option."""
        words = f"option name {self.name} type {self.kind}"
        match self.kind:
            case "button":
                return words
            case "check":
                return f"{words} default {str(self.default).lower()}"
            case "spin":
                return f"{words} default {self.default} min {self.low} max {self.high}"
            case "combo":
                return f"{words} default {self.default} {' '.join(f'var {each}' for each in self.choices)}"
            case _:
                return f"{words} default {self.default or EMPTY}"

    def read(self, text: str) -> str | int | bool:
        """Return the value of a text; one outside the range raises a SettingError."""
        match self.kind:
            case "check" if text.lower() in _TRUTH:
                return _TRUTH[text.lower()]
            case "spin" if (number := _whole(text)) is not None and self.low <= number <= self.high:
                return number
            case "combo" if text.lower() in map(str.lower, self.choices):
                return next(each for each in self.choices if each.lower() == text.lower())
            case "string" | "button":
                return "" if text == EMPTY else text
        raise SettingError(f"option {self.name} must be {self._expected()}, got {text[:80]!r}")

    def _expected(self) -> str:
        match self.kind:
            case "check":
                return "true or false"
            case "spin":
                return f"a whole number from {self.low} to {self.high}"
            case _:
                return f"one of {', '.join(self.choices)}"


def _whole(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


ABOUT = "Zeitnot, a chess engine to compare ways of spending the clock; GPL-3.0-or-later"

MOST_LINES = 256
"""Most variations that can be reported; no position has more legal moves."""
MOST_OVERHEAD_MS = 60_000

_GAME = "chess"
_PRESET = "preset"
_PRESET_OPTION = "Preset"
_NO_PRESET = "none"


class OptionTable:
    """Table of options with their values. An invalid value changes nothing."""

    def __init__(self, settings: EngineSettings) -> None:
        """Start with settings, which are announced as the defaults."""
        self.settings = settings
        self.clear_asked = False
        self._first = settings
        self._by_policy: dict[str, dict[str, Option]] = {}

    def lines(self) -> list[str]:
        """Return the lines that announce the options of the engine and of the chosen policy."""
        policy = self.settings.policy
        parameters = parameters_of(policy_class(policy))
        listed = [
            option
            for option in self._of_policy(policy).values()
            if (parameter := parameters.get(option.name.partition(".")[2])) and parameter.game in ("", _GAME)
        ]
        return [option.line() for option in (*self._own_options(), *listed)]

    def set(self, name: str, text: str) -> None:
        """Set an option, listed or not; an unknown name or invalid value raises a SettingError."""
        option = self._option(name)
        text = "" if text == EMPTY else text
        if option.name in (_PRESET_OPTION, f"{self.settings.policy}.{_PRESET}") and not text:
            text = _NO_PRESET
        value = option.read(text)
        if option.field:
            self.settings = self.settings.with_field(option.field, value)
            return
        match option.name:
            case "Clear Hash":
                self.clear_asked = True
            case "UCI_EngineAbout":
                pass
            case "Policy":
                self._take(replace(self.settings, policy=str(value)), str(value))
            case "Preset":
                self._take_given(self.settings.policy, _PRESET, str(value))
            case _:
                policy, _, parameter = option.name.partition(".")
                self._take_given(policy, parameter, text)

    def _take_given(self, policy: str, name: str, text: str) -> None:
        none = name == _PRESET and text.lower() in ("", _NO_PRESET)
        self._take(self.settings.with_given(policy, name, None if none else text), policy)

    def _take(self, settings: EngineSettings, policy: str) -> None:
        settings.make_policy(policy)  # raises for an invalid value
        self.settings = settings

    def _option(self, name: str) -> Option:
        """Return an option by name; only the policy that the name begins with is loaded."""
        key = name.lower()
        known = {option.name.lower(): option for option in self._own_options()}
        prefix, dot, _ = key.partition(".")
        policy = next((each for each in policy_names() if each.lower() == prefix), None) if dot else None
        if policy is not None:
            known |= self._of_policy(policy)
        if key == _PRESET:  # not listed for a policy without presets
            known.setdefault(key, Option(name=_PRESET_OPTION, kind="string"))
        if key not in known:
            known |= self._of_policy(self.settings.policy)
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean {known[near[0]].name!r}?" if near else "`uci` lists them"
            raise SettingError(f"no option is called {name[:80]!r}; {hint}")
        return known[key]

    def _own_options(self) -> Iterator[Option]:
        first, policy = self._first, self.settings.policy
        yield Option(name="Policy", kind="combo", default=first.policy, choices=policy_names())
        if presets := presets_of(policy):
            yield self._preset_option(_PRESET_OPTION, policy, tuple(presets))
        yield _spin("Move Overhead", first.overhead_ms, 0, MOST_OVERHEAD_MS, field="overhead_ms")
        yield _spin("Hash", first.hash_mb, 1, largest_hash_mb(), field="hash_mb")
        yield _spin("Threads", first.threads, 1, MOST_THREADS, field="threads")
        yield _spin("MultiPV", first.lines, 1, MOST_LINES, field="lines")
        yield Option(name="Ponder", kind="check", default=first.ponder, field="ponder")
        yield Option(name="OwnBook", kind="check", default=first.own_book, field="own_book")
        yield Option(name="BookFile", kind="string", default=first.book_file, field="book_file")
        yield Option(name="Clear Hash", kind="button")
        yield Option(name="UCI_Chess960", kind="check", default=first.chess960, field="chess960")
        yield Option(name="UCI_ShowWDL", kind="check", default=first.shows_wdl, field="shows_wdl")
        yield _spin("Nodes Per Second", first.nodes_per_second, 0, 2**31 - 1, field="nodes_per_second")
        yield Option(name="UCI_EngineAbout", kind="string", default=ABOUT)

    def _of_policy(self, policy: str) -> dict[str, Option]:
        """Return the options of a policy by their lower-case names."""
        if policy not in self._by_policy:
            values = self._first.plain_policy(policy)
            found = [
                _parameter_option(f"{policy}.{name}", parameter, getattr(values, name))
                for name, parameter in parameters_of(policy_class(policy)).items()
            ]
            if presets := presets_of(policy):
                found.append(self._preset_option(f"{policy}.{_PRESET}", policy, tuple(presets)))
            self._by_policy[policy] = {option.name.lower(): option for option in found}
        return self._by_policy[policy]

    def _preset_option(self, name: str, policy: str, presets: tuple[str, ...]) -> Option:
        default = str(self._first.given.get(policy, {}).get(_PRESET, _NO_PRESET))
        return Option(name=name, kind="combo", default=default, choices=(_NO_PRESET, *presets))


def _spin(name: str, default: int, low: int, high: int, *, field: str = "") -> Option:
    return Option(name=name, kind="spin", default=default, low=low, high=max(high, default), field=field)


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
