"""The analysis page: every turn with its board, grades, luck and clocks, and nothing unescaped."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.report.conftest import ATTACK
from tests.scrabble.analysed_game import analysed_planted_game, analysed_whole_game
from zeitnot.report import make_analysis_page, write_analysis_page
from zeitnot.scrabble import MISTAKES, GameAnalysis, Grade


def shown(analysis: GameAnalysis) -> str:
    """Return the page without plotly's own code."""
    return re.sub(r"<script>.*?</script>", "", make_analysis_page(analysis), flags=re.DOTALL)


def test_a_page_has_every_turn_with_its_board_grade_and_luck() -> None:
    analysis = analysed_whole_game()
    page = shown(analysis)
    assert page.count('class="board wide"') == len(analysis.turns)
    for turn in analysis.turns:
        assert f"Position before turn {turn.number}" in page
    for words in ("by luck of the draw", "Where the points came from", "Every turn", "an empty bag"):
        assert words in page
    opened = page.count("<details open>")
    assert opened == sum(turn.grade() in {Grade.MEDIUM, Grade.LARGE} for turn in analysis.turns)
    assert page.count(" mistake: lost ") == sum(turn.grade() in MISTAKES for turn in analysis.turns)


def test_clocks_are_drawn_where_the_file_has_times() -> None:
    with_times, without = shown(analysed_planted_game()), shown(analysed_whole_game())
    assert "On the clock after it" in with_times
    assert '"yaxis3"' in with_times
    assert "On the clock after it" not in without
    assert '"yaxis3"' not in without


def test_the_picture_shows_the_first_players_chances_and_the_seconds_luck_upside_down() -> None:
    analysis = analysed_planted_game()
    (form,) = re.findall(r'<script type="application/json">(.*?)</script>', make_analysis_page(analysis))
    chances, _, first, second, *clocks = json.loads(form)["data"]
    for turn, chance in zip(analysis.turns, chances["y"], strict=True):
        assert turn.played is not None
        own = 100 * turn.played.win_chance
        assert chance == pytest.approx(100 - own if turn.player else own, abs=0.06)
    for luck, seat in ((first, 0), (second, 1)):
        drawn = [turn.draw.luck_pts for turn in analysis.turns if turn.player == seat and turn.draw]
        assert luck["y"] == pytest.approx([-pts if seat else pts for pts in drawn], rel=1e-3)
    assert len(clocks) == 2


def test_a_part_of_a_game_has_no_account_of_its_spread() -> None:
    analysis = analysed_whole_game()
    assert "by luck of the draw" not in shown(replace(analysis, turns=analysis.turns[:3]))
    assert "No turns were analysed" in shown(replace(analysis, turns=()))


def test_nothing_from_a_file_gets_through_unescaped(tmp_path: Path) -> None:
    analysis = analysed_planted_game()
    hostile = replace(analysis.timed, players=(ATTACK, "Bea"), event=ATTACK, notes=(ATTACK,))
    turns = (replace(analysis.turns[0], played=None, note=ATTACK), *analysis.turns[1:])
    path = tmp_path / "page.html"
    write_analysis_page(path, replace(analysis, timed=hostile, turns=turns))
    page = path.read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert not re.search(r'(src|href)="(?!#)', re.sub(r"<script>.*?</script>", "", page, flags=re.DOTALL))
