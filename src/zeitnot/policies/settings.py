"""Where settings come from, lowest precedence first: preset, TOML table, environment, `key=value` words.

The texts are passed in: this package reads no files and no environment variables itself.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from zeitnot import untrusted
from zeitnot.errors import DataError, SettingError

PRESET = "preset"
"""The one setting that is not a parameter: the name of a set of them."""


def parse_toml(text: str, *, source: str) -> dict[str, dict[str, Any]]:
    """Read the `[policies.NAME]` tables of a TOML text; `source` names it in errors."""
    try:
        document = untrusted.parse_toml(text, what=source)
    except DataError as error:
        raise SettingError(str(error)) from error
    other = next((key for key in document if key != "policies"), None)
    if other is not None:
        raise SettingError(f"{source} must hold tables [policies.NAME] and nothing else, got {other!r}")
    tables = document.get("policies", {})
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        raise SettingError(f"{source} must hold tables [policies.NAME], got {untrusted.shown(tables)}")
    return tables


def parse_words(words: Iterable[str]) -> dict[str, str]:
    """Read `key=value` words."""
    settings = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key.strip():
            raise SettingError(f"a setting must be key=value, got {word!r}")
        settings[key.strip()] = value.strip()
    return settings


def parse_policy(text: str) -> tuple[str, dict[str, str]]:
    """Read `NAME` or `NAME:KEY=VALUE,KEY=VALUE`, the form in which every command takes a policy."""
    name, _, pairs = text.strip().partition(":")
    return name.strip(), parse_pairs(pairs, of=text)


def parse_pairs(text: str, *, of: str) -> dict[str, str]:
    """Read `KEY=VALUE,KEY=VALUE`; a word without `=` continues a list of values. `of` is for the error."""
    settings: dict[str, str] = {}
    key = ""
    for word in filter(None, text.split(",")):
        name, equals, value = (part.strip() for part in word.partition("="))
        if equals and name:
            key = name
            settings[key] = value
        elif key and not equals:
            settings[key] += f",{name}"
        else:
            raise SettingError(f"settings of a policy must be KEY=VALUE, got {word!r} in {of!r}")
    return settings


def from_environment(policy: str, environ: Mapping[str, str], *, policies: Iterable[str]) -> dict[str, str]:
    """Return the settings in `ZEITNOT_<POLICY>_<PARAMETER>` for one of the policies; dashes are
    underscores."""
    own = _prefix(policy)
    # ZEITNOT_TEXTBOOK_COMPLETE_... is for `textbook-complete`, not a parameter of `textbook`.
    others = tuple(p for p in map(_prefix, policies) if p.startswith(own) and p != own)
    return {
        key[len(own) :].lower(): value
        for key, value in environ.items()
        if key.startswith(own) and not key.startswith(others)
    }


def unknown_variables(environ: Mapping[str, str], *, policies: Iterable[str]) -> list[str]:
    """Return the variables that look like settings of an unknown policy."""
    known = tuple(map(_prefix, policies))
    return sorted(
        key
        for key in environ
        if key.startswith("ZEITNOT_") and key.count("_") > 1 and not key.startswith(known)
    )


def _prefix(policy: str) -> str:
    return f"ZEITNOT_{policy.upper().replace('-', '_')}_"


def layers(
    policy: str,
    *,
    policies: Iterable[str] = (),
    tables: Mapping[str, Mapping[str, Any]] | None = None,
    environ: Mapping[str, str] | None = None,
    words: Iterable[str] = (),
) -> dict[str, dict[str, Any]]:
    """Return the settings of one policy from file, environment and command line, lowest precedence first."""
    return {
        "file": dict((tables or {}).get(policy, {})),
        "environment": dict(from_environment(policy, environ or {}, policies=policies)),
        "--set": dict(parse_words(words)),
    }
