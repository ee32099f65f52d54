"""The pages of a run and of its games."""

import json
import re
from html import unescape
from pathlib import Path

from tests.lab.match.scenes import played, small_plan
from tests.report.match_page.runs import kept
from tests.web.fixtures_live import events_of
from tests.web.fixtures_site import Visitor, served
from zeitnot.lab import LiveFile, Moved, Wish
from zeitnot.lab.match.live import live_path


def test_a_run_has_standings_games_and_incidents(visitor: Visitor) -> None:
    page = visitor.get("/runs/chess").text
    for words in (
        "uniform against textbook",
        "Elo (95 %)",
        "Game 1",
        "Nothing went wrong",
        "finished",
        "/report",
    ):
        assert words in page
    assert "Spread" in visitor.get("/runs/scrabble").text


def test_nothing_can_be_wished_of_a_finished_run(visitor: Visitor) -> None:
    assert re.search(r"<button[^>]*value=.pause.[^>]*hidden", visitor.get("/runs/chess").text)
    for wish in ("pause", "stop", "go on", "resume", "nonsense", ""):
        assert visitor.post("/runs/chess/wish", f"wish={wish}").status == 400


def test_a_game_can_be_stepped_through_with_the_trail_of_every_budget(visitor: Visitor, runs: Path) -> None:
    for run, squares in (("chess", 8), ("scrabble", 15)):
        page = visitor.get(f"/runs/{run}/games/1").text
        form = re.search(r'id="game-data">(.*?)</script>', page, re.DOTALL)
        assert form is not None
        data = json.loads(form[1])
        assert len(data["grids"]) == len(data["turns"]) + 1
        assert len(data["grids"][0]["rows"]) == squares
        assert data["grids"][0]["rows"] != data["grids"][-1]["rows"]
        assert all("even share" in turn["detail"] or "class=" in turn["detail"] for turn in data["turns"])
        assert "Ended by" in data["turns"][0]["detail"]


def test_all_games_are_listed_page_by_page(visitor: Visitor) -> None:
    page = visitor.get("/runs/chess/games?page=7")
    assert page.status == 200
    assert "/runs/chess/games/2" in page.text
    assert visitor.get("/runs/chess/games?page=" + "9" * 500).status == 200
    assert visitor.get("/runs/chess/games?page=-1").status == 200


def moved(ply: int, move: str) -> Moved:
    return Moved(number=1, ply=ply, seat=ply % 2, move=move, left_s=(9.5, 10.0), used_s=0.5, reason="target")


def test_a_match_under_way_is_seen_move_by_move(tmp_path: Path) -> None:
    plan = small_plan(games=4, openings=("e2e4 e7e5",))
    run = kept(tmp_path / "a.run", plan, played(plan)[:1])
    with served(tmp_path) as visitor, LiveFile(run, finished=1) as live:
        live.saw(moved(2, "g1f3"))
        with events_of(visitor, "/runs/a/events") as events:
            first = next(events)
            assert first["state"]["word"] == "playing"
            assert "uniform" in unescape(first["parts"]["standings"])
            game = first["games"][0]
            assert (game["number"], game["seat"], game["names"]) == (2, 1, ["textbook", "uniform"])
            assert game["grid"]["words"] == "Nf3"
            live.saw(moved(3, "b8c6"))
            game = next(each for each in events if each.get("games"))["games"][0]
            assert (game["grid"]["words"], game["seat"], game["turns"][1]["used"]) == ("Nc6", 0, 0.5)
            assert visitor.post("/runs/a/wish", "wish=pause").status == 303
            assert live.look() is Wish.PAUSE
            state = next(each for each in events if "state" in each)["state"]
            assert (state["word"], state["wishes"]) == ("pausing", ["go on", "stop"])


def test_a_killed_match_is_shown_as_what_it_is(tmp_path: Path) -> None:
    plan = small_plan(games=4)
    run = kept(tmp_path / "a.run", plan, played(plan)[:1])
    with LiveFile(run, finished=1) as live:
        live.saw(moved(6, "e1g1"))
        left_behind = live_path(run).read_bytes()
    live_path(run).write_bytes(left_behind)  # as a process that is killed leaves it
    with served(tmp_path) as visitor:
        assert "killed" in visitor.get("/").text
        page = visitor.get("/runs/a").text
        assert "The match was killed" in page
        with events_of(visitor, "/runs/a/events") as events:
            first = next(events)
            assert first["games"] == []
            assert (first["state"]["word"], first["state"]["wishes"]) == ("killed", ["resume"])


def test_a_damaged_live_file_harms_nobody(tmp_path: Path) -> None:
    plan = small_plan(games=4)
    run = kept(tmp_path / "a.run", plan, played(plan)[:1])
    live_path(run).write_bytes(b"\xff" * 100_000)
    with served(tmp_path) as visitor:
        assert visitor.get("/runs/a").status == 200
        with events_of(visitor, "/runs/a/events") as events:
            assert next(events)["games"] == []
