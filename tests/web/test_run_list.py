"""The list of runs."""

from pathlib import Path

from tests.web.fixtures_site import Visitor, served


def test_every_run_is_listed_with_its_game_and_its_games(visitor: Visitor) -> None:
    page = visitor.get("/")
    assert page.status == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    for words in ('href="/runs/chess"', 'href="/runs/scrabble"', "Scrabble", "2 of 2", "finished"):
        assert words in page.text


def test_names_of_participants_are_escaped(visitor: Visitor) -> None:
    page = visitor.get("/")
    assert "<script>alert" not in page.text
    assert "&lt;script&gt;" in page.text


def test_a_damaged_file_is_shown_as_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "damaged.run").write_text("no database")
    with served(tmp_path) as visitor:
        page = visitor.get("/")
    assert page.status == 200
    assert "broken" in page.text
    assert "a run must be a file that `zeitnot match` wrote" in page.text


def test_an_empty_folder_says_how_a_run_is_made(tmp_path: Path) -> None:
    with served(tmp_path) as visitor:
        assert "`zeitnot match`" in visitor.get("/").text


def test_one_run_can_be_served_alone(runs: Path) -> None:
    with served(runs / "chess.run") as visitor:
        page = visitor.get("/").text
    assert 'href="/runs/chess"' in page
    assert "scrabble" not in page
