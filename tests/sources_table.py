"""The table of requirements with the tests that show them: read, collected, written."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

HEADLINE = "# Requirements and the tests that show them"
WRITTEN_BY = "Written by `make sources` from `tests/requirements.toml` and the `source` markers of the tests."


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """One source document's system and what it asks for."""

    letter: str
    """First letter of its identifiers."""
    name: str
    """What it is called."""
    game: str
    """What it plays."""
    requirements: Mapping[str, str]
    """Title by identifier, in order."""


def read_systems(text: str) -> tuple[System, ...]:
    """Read the text of `requirements.toml`."""
    return tuple(
        System(letter=letter, name=table["system"], game=table["game"], requirements=table["requirements"])
        for letter, table in tomllib.loads(text).items()
    )


def test_name(node_id: str) -> str:
    """Cut the parameters off a test's identifier, so that its cases count as one test."""
    path, separator, rest = node_id.partition("::")
    return path + separator + rest.partition("[")[0]


test_name.__test__ = False  # type: ignore[attr-defined]  # a function about tests, not a test


def marker_faults(marked: Iterable[tuple[str, tuple[object, ...]]], known: Iterable[str]) -> list[str]:
    """Say which tests carry a marker with an unknown identifier, or with none at all."""
    known = set(known)
    faults = set()
    for node_id, ids in marked:
        if not ids:
            faults.add(f"{test_name(node_id)}: a source marker names at least one requirement, got none")
        for identifier in ids:
            if identifier not in known:
                rule = "a source marker takes identifiers of tests/requirements.toml"
                faults.add(f"{test_name(node_id)}: {rule}, got {identifier!r}")
    return sorted(faults)


def shown_by(marked: Iterable[tuple[str, tuple[object, ...]]]) -> dict[str, list[str]]:
    """Gather the tests of every identifier, sorted, each once."""
    tests: dict[str, set[str]] = {}
    for node_id, ids in marked:
        for identifier in ids:
            tests.setdefault(str(identifier), set()).add(test_name(node_id))
    return {identifier: sorted(names) for identifier, names in tests.items()}


def table(systems: Iterable[System], tests: Mapping[str, list[str]]) -> str:
    """Write the page: the count, a table for each system, and what nothing shows yet."""
    systems = tuple(systems)
    titles = {identifier: title for system in systems for identifier, title in system.requirements.items()}
    missing = [identifier for identifier in titles if not tests.get(identifier)]
    all_tests = {name for identifier in titles for name in tests.get(identifier, [])}
    lines = [HEADLINE, "", WRITTEN_BY, ""]
    shown = len(titles) - len(missing)
    lines += [f"**{shown} of {len(titles)} requirements are shown, by {len(all_tests)} tests.**", ""]
    lines += ["| letter | system | game | shown | of |", "|---|---|---|---:|---:|"]
    for system in systems:
        shown = sum(1 for identifier in system.requirements if tests.get(identifier))
        lines.append(
            f"| {system.letter} | {system.name} | {system.game} | {shown} | {len(system.requirements)} |"
        )
    for system in systems:
        lines += [
            "",
            f"## {system.letter}: {system.name}",
            "",
            "| id | requirement | shown by |",
            "|---|---|---|",
        ]
        for identifier, title in system.requirements.items():
            names = "<br>".join(f"`{name}`" for name in tests.get(identifier, []))
            lines.append(f"| {identifier} | {title} | {names} |")
    lines += ["", "## Shown by nothing yet", ""]
    lines += [f"- {identifier}: {titles[identifier]}" for identifier in missing] or ["Nothing is missing."]
    return "\n".join(lines) + "\n"
