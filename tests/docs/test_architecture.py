"""The traces of the architecture page name files that there are, and every room has its line."""

import re

from tests.docs.page_blocks import ROOT

TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PACKAGE = ROOT / "src" / "zeitnot"


def test_every_file_of_the_traces_is_there() -> None:
    named = re.findall(r"`((?:\w+/)+\w+\.py)`", TEXT)
    assert len(set(named)) > 60
    assert [name for name in named if not (PACKAGE / name).is_file()] == []


def test_every_room_is_described() -> None:
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert rooms - set(re.findall(r"^\| `(\w+)/` \|", TEXT, re.MULTILINE)) == set()
