"""The traces of the architecture page name files that there are, and every room has its line."""

import gc
import re
import sys
from types import FrameType

from tests.docs.page_blocks import ROOT
from tests.scrabble.fixtures_player import clock, player, position_with_bag

TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PACKAGE = ROOT / "src" / "zeitnot"
BAGS = (60, 5, 0)
"""Tiles in the bag: a simulation, one whose survivors are solved, and an endgame."""


def test_every_file_of_the_traces_is_there() -> None:
    named = re.findall(r"`((?:\w+/)+\w+\.py)`", TEXT)
    assert len(set(named)) > 60
    assert [name for name in named if not (PACKAGE / name).is_file()] == []


def test_every_room_is_described() -> None:
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert rooms - set(re.findall(r"^\| `(\w+)/` \|", TEXT, re.MULTILINE)) == set()


def test_the_files_of_a_scrabble_turn_are_those_that_run() -> None:
    page = TEXT.partition("### One Scrabble turn")[2].partition("\n### ")[0]
    named = re.findall(r"`((?:\w+/)+\w+\.py)`", page)
    steps = re.findall(r"`((?:\w+/)+\w+\.py)`", page.partition("\nThe values")[0])
    assert len(named) == len(set(named))
    assert len(steps) < 20
    assert set(named) == {name for bag in BAGS for name in files_of_a_turn(bag)}


def files_of_a_turn(bag: int) -> set[str]:
    """Return the files of the package whose functions are called while a turn is played."""
    one, position, files = player(), position_with_bag(bag), set()

    def called(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            files.add(frame.f_code.co_filename)

    one.new_game(initial_s=600.0)
    gc.collect()
    gc.disable()  # what other tests left behind would be called while it is collected
    before = sys.getprofile()
    sys.setprofile(called)
    try:
        one.choose(position, clock=clock(60.0))
    finally:
        sys.setprofile(before)
        gc.enable()
    return {name.removeprefix(f"{PACKAGE}/") for name in files if name.startswith(f"{PACKAGE}/")}
