"""Pins: versions and hashes of the test environment, made by `make pins` and checked before they are used.

python tests/pins.py                 whether they are for this machine and fit the project; only pip is needed
python tests/pins.py REPORT > FILE   makes them of what pip reports that it would install
"""

import json
import platform
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.utils import canonicalize_name

PROJECT = Path(__file__).parents[1]
PINS = PROJECT / "requirements-test.txt"
MACHINE = "CPython 3.11 on Linux x86_64"
"""Where the pinned files run."""
_PIN = re.compile(r"^(\S+)==(\S+) --hash=sha256:[0-9a-f]{64}$", re.MULTILINE)


def pins_text(report: Mapping[str, Any]) -> str:
    """Return a line for each package that pip would install: its version, and the hash of its file."""
    lines = []
    for item in report["install"]:
        name, version = canonicalize_name(item["metadata"]["name"]), item["metadata"]["version"]
        found = item["download_info"]["archive_info"]["hashes"]["sha256"]
        lines.append(f"{name}=={version} --hash=sha256:{found}\n")
    return f"# Made by `make pins`, for {MACHINE}.\n{''.join(sorted(lines))}"


def pinned(text: str) -> dict[str, str]:
    """Return the pinned versions by name."""
    return dict(_PIN.findall(text))


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
    """Make pins of a report; without one, exit with a reason if they are not for here."""
    if len(sys.argv) > 1:
        sys.stdout.write(pins_text(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
        return
    python = f"{platform.python_implementation()} {sys.version_info[0]}.{sys.version_info[1]}"
    here = f"{python} on {platform.system()} {platform.machine()}"
    if here != MACHINE:
        sys.exit(f"packages are pinned for {MACHINE}: the newest are installed for {here}")
    if wrong := misfit(asked_for(), pinned(PINS.read_text(encoding="utf-8"))):
        sys.exit(f"{PINS.name} has no {wrong}, `make pins` would add it: the newest are installed")


if __name__ == "__main__":
    main()
