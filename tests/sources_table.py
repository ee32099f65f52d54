"""The table of requirements with the tests that show them: read, collected, written."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

HEADLINE = "# Requirements and the tests that show them"
WRITTEN_BY = "Written by `make sources` from `tests/requirements.toml` and the `source` markers of the tests."
COUNTED = (
    "A requirement is shown when a test shows each of its parts; one that is not divided counts as one part."
)
READINGS = (
    "Where a document is unclear, contradicts itself or is departed from: what it says and what was decided."
)

Marked = Iterable[tuple[str, tuple[object, ...]]]
TestsByIdentifier = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """Something that a source document asks for."""

    identifier: str
    """Letter and number."""
    title: str
    """What is asked for, in a few words."""
    parts: Mapping[str, str]
    """What each part says, by its name; empty when the requirement is not divided."""

    @property
    def identifiers(self) -> dict[str, str]:
        """What tests may name, with what each says."""
        if not self.parts:
            return {self.identifier: self.title}
        return {f"{self.identifier}.{name}": text for name, text in self.parts.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A decision about what a document means."""

    about: tuple[str, ...]
    """Identifiers of the requirements or parts concerned."""
    text: str
    """What the document says and what was decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """One source document's system and what it asks for."""

    letter: str
    """First letter of its identifiers."""
    name: str
    """What it is called."""
    game: str
    """What it plays."""
    requirements: tuple[Requirement, ...]
    """What it asks for, by number."""
    readings: tuple[Reading, ...] = ()
    """How its document is read."""


def read_systems(text: str) -> tuple[System, ...]:
    """Read the text of `requirements.toml`."""
    return tuple(
        System(
            letter=letter,
            name=table["system"],
            game=table["game"],
            requirements=tuple(_requirements(table["requirements"])),
            readings=tuple(
                Reading(about=tuple(reading["about"]), text=reading["text"])
                for reading in table.get("readings", ())
            ),
        )
        for letter, table in tomllib.loads(text).items()
    )


def _requirements(table: Mapping[str, Any]) -> Iterator[Requirement]:
    # By number: divided requirements are tables of their own and come after the others in the file.
    for identifier in sorted(table, key=lambda identifier: int(identifier[1:])):
        entry = table[identifier]
        title, parts = (entry, {}) if isinstance(entry, str) else (entry["title"], entry["parts"])
        yield Requirement(identifier=identifier, title=title, parts=parts)


def test_name(node_id: str) -> str:
    """Cut the parameters off a test's identifier, so that its cases count as one test."""
    path, separator, rest = node_id.partition("::")
    return path + separator + rest.partition("[")[0]


test_name.__test__ = False  # type: ignore[attr-defined]  # a function about tests, not a test


def marker_faults(marked: Marked, systems: Iterable[System]) -> list[str]:
    """Say which tests carry a marker with an identifier that cannot be named, or with none at all."""
    requirements = {asked.identifier: asked for system in systems for asked in system.requirements}
    known = {identifier for asked in requirements.values() for identifier in asked.identifiers}
    faults = set()
    for node_id, ids in marked:
        if not ids:
            faults.add(f"{test_name(node_id)}: a source marker names at least one requirement, got none")
        for identifier in ids:
            if identifier not in known:
                asked = requirements.get(str(identifier).partition(".")[0])
                if asked is None:
                    rule = "a source marker takes identifiers of tests/requirements.toml"
                else:
                    rule = f"a source marker for {asked.identifier} is one of {', '.join(asked.identifiers)}"
                faults.add(f"{test_name(node_id)}: {rule}, got {identifier!r}")
    return sorted(faults)


def shown_by(marked: Marked) -> dict[str, list[str]]:
    """Gather the tests of every identifier, sorted, each once."""
    tests: dict[str, set[str]] = {}
    for node_id, ids in marked:
        for identifier in ids:
            tests.setdefault(str(identifier), set()).add(test_name(node_id))
    return {identifier: sorted(names) for identifier, names in tests.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Count:
    """How much of a number of requirements is shown."""

    requirements: int
    requirements_shown: int
    parts: int
    parts_shown: int

    @classmethod
    def of(cls, requirements: Iterable[Requirement], tests: TestsByIdentifier) -> "_Count":
        shown = [[bool(tests.get(part)) for part in asked.identifiers] for asked in requirements]
        return cls(
            requirements=len(shown),
            requirements_shown=sum(map(all, shown)),
            parts=sum(map(len, shown)),
            parts_shown=sum(map(sum, shown)),
        )


def table(systems: Iterable[System], tests: TestsByIdentifier) -> str:
    """Write the page: the count, a table for each system, the readings, and what nothing shows yet."""
    systems = tuple(systems)
    everything = [asked for system in systems for asked in system.requirements]
    count = _Count.of(everything, tests)
    all_tests = {name for asked in everything for part in asked.identifiers for name in tests.get(part, [])}
    lines = [HEADLINE, "", WRITTEN_BY, COUNTED, ""]
    lines += [
        f"**{count.requirements_shown} of {count.requirements} requirements are shown, "
        f"{count.parts_shown} of {count.parts} parts, by {len(all_tests)} tests.**",
        "",
        "| letter | system | game | requirements shown | parts shown | readings |",
        "|---|---|---|---:|---:|---:|",
    ]
    for system in systems:
        count = _Count.of(system.requirements, tests)
        lines.append(
            f"| {system.letter} | {system.name} | {system.game} "
            f"| {count.requirements_shown} of {count.requirements} "
            f"| {count.parts_shown} of {count.parts} | {len(system.readings)} |"
        )
    for system in systems:
        lines += ["", f"## {system.letter}: {system.name}", "", *_system_lines(system, tests)]
    lines += ["", "## Readings", "", READINGS, *_reading_lines(systems)]
    lines += ["", "## Shown by nothing", "", *(_missing_lines(everything, tests) or ["Nothing is missing."])]
    return "\n".join(lines) + "\n"


def _system_lines(system: System, tests: TestsByIdentifier) -> Iterator[str]:
    yield from ["| id | requirement | parts shown |", "|---|---|---:|"]
    for asked in system.requirements:
        count = _Count.of([asked], tests)
        yield f"| {asked.identifier} | {asked.title} | {count.parts_shown} of {count.parts} |"
    # The attribute is for mkdocs, which otherwise leaves what is inside as it stands.
    yield from ["", '<details markdown="1">', "<summary>The parts and their tests</summary>"]
    for asked in system.requirements:
        yield from ["", f"**{asked.identifier}: {asked.title}**", ""]
        for identifier, text in asked.identifiers.items():
            names = [f"`{name}`" for name in tests.get(identifier, [])] or ["shown by nothing"]
            if asked.parts:
                yield f"- {identifier}: {text}"
            yield from (f"{'    ' if asked.parts else ''}- {name}" for name in names)
    yield from ["", "</details>"]


def _reading_lines(systems: Iterable[System]) -> Iterator[str]:
    for system in systems:
        if system.readings:
            yield from ["", f"### {system.letter}: {system.name}", ""]
            yield from (f"- **{', '.join(reading.about)}**: {reading.text}" for reading in system.readings)


def _missing_lines(requirements: Iterable[Requirement], tests: TestsByIdentifier) -> list[str]:
    return [
        f"- {identifier}: {text}" + (f" ({asked.title})" if asked.parts else "")
        for asked in requirements
        for identifier, text in asked.identifiers.items()
        if not tests.get(identifier)
    ]
