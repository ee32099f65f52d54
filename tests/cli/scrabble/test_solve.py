"""`zeitnot scrabble solve`: moves with bounds of their chance to win, with the real solver in work time."""

import re

import pytest

from tests.cli.scrabble.command_output import form_of, output_of
from tests.scrabble.fixtures_player import position_with_bag
from zeitnot.cli.app import run

ENDGAME = (
    "7T4K2/7R4IS1/5GLOM3FA1/7WAVEY1U1/3POI1E2FANG1/1QUARTILE4H1/8N6/3VITRIcS2D2/3O4HAY1o2/"
    "1BRING2AWA1N2/3C3AS1L1N2/3E1O1ME1DEE2/1LID1U1IS2AR2/5ZED2JUT2/5O1O2OX3 CEEPRTT/BEEINO 300/290 0"
)
QUICK = ("solve", "--work", "500", "--threads", "1", "--time", "1s", "--candidates", "4")


def test_candidates_are_ranked_with_bounds_spread_and_deals(capsys: pytest.CaptureFixture[str]) -> None:
    cgp = position_with_bag(2, 2).to_cgp()
    text = output_of(capsys, *QUICK, cgp)
    assert re.search(r"^pre-endgame  \d moves? can be best, not proven; \d+ deals, [\d,]+ nodes", text, re.M)
    rows = re.findall(r"^ +\d +\S+ \S+ +\d+ +[\d.]+ .*~?[+-][\d.]+ +[\d,]+ of [\d,]+", text, re.M)
    assert len(rows) == 4


def test_json_has_every_candidate_and_repeats(capsys: pytest.CaptureFixture[str]) -> None:
    cgp = position_with_bag(2, 2).to_cgp()
    form = form_of(capsys, *QUICK, cgp)
    solved = form["pre_endgame"]
    assert form["move"] == solved["moves"][0]["move"]
    assert not solved["proven"]
    assert form["endgame"] is None
    for move in solved["moves"]:
        assert 0 <= move["low"] <= move["win_chance"] <= move["high"] <= 1
        assert 0 <= move["deals"] <= move["all_deals"]
    assert form_of(capsys, *QUICK, cgp) == form


def test_nodes_can_be_limited(capsys: pytest.CaptureFixture[str]) -> None:
    form = form_of(capsys, *QUICK, position_with_bag(2, 2).to_cgp(), "--nodes", "300")
    assert form["pre_endgame"]["nodes"] <= 332


def test_an_endgame_is_decided_and_valued(capsys: pytest.CaptureFixture[str]) -> None:
    form = form_of(capsys, *QUICK, ENDGAME)
    assert form["pre_endgame"] is None
    assert form["endgame"]["win_chance"] in (0.0, 0.5, 1.0, None)
    assert form["endgame"]["line"]


def test_more_tiles_in_the_bag_are_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scrabble", *QUICK, position_with_bag(9, 2).to_cgp()]) != 0
    error = capsys.readouterr().err
    assert "at most 6 tiles in the bag to be solved" in error
    assert len(error.strip().splitlines()) == 1
