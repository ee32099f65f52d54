"""Pins: versions and hashes of the test environment; run as a program, says whether they fit the project.

They are made by `make pins`, and hold for the Python that made them. Nothing but pip is needed to check them.
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.utils import canonicalize_name

PROJECT = Path(__file__).parents[1]
PINS = PROJECT / "requirements-test.txt"
PYTHON = (3, 11)
"""The Python whose environment is pinned."""
_PIN = re.compile(
    r"^([A-Za-z0-9._-]+)==(\S+?)(?: ; .*)? \\\n((?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE
)


def pinned(text: str) -> dict[str, str]:
    """Return the pinned versions by name; only those that have hashes."""
    return {canonicalize_name(name): version for name, version, _ in _PIN.findall(text)}


def asked_for() -> list[str]:
    """Return what the tests need, as the project names it."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *project["optional-dependencies"]["dev"]]


def misfit(wanted: Iterable[str], pins: Mapping[str, str]) -> str:
    """Return the first requirement that no pin meets; empty if all are met."""
    for text in wanted:
        requirement = Requirement(text)
        version = pins.get(canonicalize_name(requirement.name))
        if version is None or not requirement.specifier.contains(version, prereleases=True):
            return text
    return ""


def main() -> None:
    """Exit with a reason if the pins are not for this Python, or not for this project any more."""
    if sys.version_info[:2] != PYTHON:
        sys.exit("the pins are for another Python: newer versions are installed")
    if wrong := misfit(asked_for(), pinned(PINS.read_text(encoding="utf-8"))):
        sys.exit(f"the pins have no {wrong}: newer versions are installed; make pins would pin it")


if __name__ == "__main__":
    main()
