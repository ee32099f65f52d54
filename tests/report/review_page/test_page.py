"""The review page: everything of a game is on it, and nothing from a file gets through unescaped."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from zeitnot.errors import DataError
from zeitnot.report import ReviewFacts, make_review_page, write_review_page
from zeitnot.review import Review


def without_library(page: str) -> str:
    """Return the page without plotly's own code."""
    return re.sub(r"<script>.*?</script>", "", page, flags=re.DOTALL)


def test_a_page_shows_the_game_the_moments_and_what_it_rests_on(found: Review) -> None:
    page = make_review_page(replace(found, games=found.games[:1], profiles=()))
    shown = without_library(page)
    for words in (
        "The clocks",
        "The moments that mattered",
        "too quick",
        "All moves of",
        "What this rests on",
    ):
        assert words in shown
    assert shown.count('class="board"') == len(found.games[0].moments)
    assert "learned" in shown
    assert "would probably have found" in shown


def test_a_player_of_several_games_stands_first(found: Review) -> None:
    shown = without_library(make_review_page(found))
    assert shown.index("By phase") < shown.index("The clocks")
    assert "Typical: " in shown


def test_nothing_from_a_file_gets_through_unescaped(found: Review) -> None:
    page = make_review_page(found)
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_the_page_is_written_whole(found: Review, tmp_path: Path) -> None:
    write_review_page(tmp_path / "review.html", found)
    text = (tmp_path / "review.html").read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert text.rstrip().endswith("</html>")
    assert "default-src 'none'" in text
    assert not re.search(r'(src|href)="(?!#)', without_library(text))


def test_a_page_says_in_its_head_whose_games_it_holds(found: Review, tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    write_review_page(path, found)
    facts = ReviewFacts.read(path)
    assert facts == ReviewFacts.of(found)
    assert (facts.games, facts.players) == (2, found.games[0].game.players)
    path.write_text("<p>another page</p>")
    with pytest.raises(DataError, match="must be a page that zeitnot made"):
        ReviewFacts.read(path)
