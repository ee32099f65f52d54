"""The page of a match: what is on it, whatever the run holds."""

import builtins
import json
import re
import sqlite3
from dataclasses import replace
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.lab.match.scenes import played, small_plan
from tests.report.match_page.runs import HOSTILE, duel_plan, kept, renamed
from zeitnot.errors import DataError, MissingExtraError, ZeitnotError
from zeitnot.games import Adjudication, Fault, RefereeRules
from zeitnot.lab import RunStore, Sprt
from zeitnot.report import COLOURS, write_match_page
from zeitnot.report.match_page.page import match_page_html
from zeitnot.report.match_page.plot import colour
from zeitnot.report.match_page.run_data import MOST_SHOWN
from zeitnot.turns import Budget

TITLES = (
    "Standings",
    "Score over games",
    "Where the time went",
    "Target against used",
    "Why searches ended",
    "Past the hard limit",
    "Clock at the end",
    "Expected loss at stop",
    "The longest turns",
    "Faults and incidents",
    "How to reproduce",
)
VOID = {"meta", "img", "br", "link", "input", "hr"}


@cache
def page_of(run: Path) -> str:
    with RunStore.read(run) as store:
        return match_page_html(store)


def body_of(page: str) -> str:
    """Give what was made from the run, without the library."""
    return page[page.index("<body>") : page.index("<script>/**")]


def words_of(page: str) -> str:
    """Give what a reader sees."""
    without = re.sub(r"<script.*?</script>|<svg.*?</svg>", " ", body_of(page), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", without)).split())


def plots_of(page: str) -> list[dict[str, Any]]:
    return [json.loads(form) for form in re.findall(r'<script type="application/json">(.*?)</script>', page)]


class Elements(HTMLParser):
    """Notes every element, and whether they are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


@pytest.mark.parametrize("run", ["field_run", "duel_run", "scrabble_run"])
def test_every_section_is_there_and_the_page_is_whole(run: str, request: pytest.FixtureRequest) -> None:
    page = page_of(request.getfixturevalue(run))
    words = words_of(page)
    for title in TITLES:
        assert f"<h2>{title}</h2>" in page
    assert "nan" not in words.lower().split()
    assert "None" not in words
    elements = Elements()
    elements.feed(re.sub(r"<svg.*?</svg>", "", body_of(page), flags=re.DOTALL))
    assert elements.wrong == []


@pytest.mark.parametrize("run", ["field_run", "duel_run", "scrabble_run"])
def test_nothing_comes_from_elsewhere(run: str, request: pytest.FixtureRequest) -> None:
    page = page_of(request.getfixturevalue(run))
    assert "default-src 'none'" in page
    own = body_of(page).replace("http://www.w3.org", "")
    assert not re.search(r"https?:|//cdn|@import", own)
    assert len(page) < 8_000_000


@pytest.mark.parametrize("run", ["field_run", "duel_run", "scrabble_run"])
def test_plotly_knows_every_word_of_the_plots(run: str, request: pytest.FixtureRequest) -> None:
    from plotly.graph_objects import Figure

    plots = plots_of(page_of(request.getfixturevalue(run)))
    assert len(plots) >= 6
    for plot in plots:
        Figure(plot)
        for axis in ("xaxis", "yaxis"):
            assert axis in plot["layout"]


def test_the_headline_says_who_what_and_when(duel_run: Path) -> None:
    words = words_of(page_of(duel_run))
    assert "uniform against textbook" in words
    assert "work: 2,000 nodes are 1 s" in words
    assert "8, all that were planned" in words
    assert "Seed 1" in words
    assert "duel.run" in words


def test_the_standings_are_those_of_the_games(field_run: Path) -> None:
    from zeitnot.lab import standings_of

    with RunStore.read(field_run) as store:
        rows = standings_of(store.plan, store.games()).table.rows
    table = body_of(page_of(field_run)).split('aria-label="Standings"')[1].split("</table>")[0]
    shown = re.findall(r"<tr><td>(\d)</td><td>.*?<span>(\w+)</span>", table)
    assert shown == [(str(place), row.name) for place, row in enumerate(rows, start=1)]


def test_a_field_has_a_cross_table_and_a_duel_has_its_pairs(field_run: Path, duel_run: Path) -> None:
    assert "Cross table" in words_of(page_of(field_run))
    duel = words_of(page_of(duel_run))
    assert "Cross table" not in duel
    assert "4 complete pairs" in duel


def test_no_participant_has_the_grey_of_lines_that_belong_to_nobody() -> None:
    for number in range(len(COLOURS)):
        red, green, blue = (int(colour(number)[place : place + 2], 16) for place in (1, 3, 5))
        assert max(red, green, blue) - min(red, green, blue) > 64


def test_a_participant_has_one_colour_everywhere(field_run: Path) -> None:
    lines = [
        (trace["name"], trace["line"]["color"])
        for plot in plots_of(page_of(field_run))
        for trace in plot["data"]
        if trace.get("name") in {"uniform", "argo", "textbook"}
    ]
    assert len(lines) > 6
    assert len(set(lines)) == 3


def test_scrabble_has_win_rate_spread_and_positions(scrabble_run: Path) -> None:
    page = page_of(scrabble_run)
    words = words_of(page)
    assert "won %" in words
    assert "spread, points" in words
    assert "Spread of magpie over uniform" in words or "too few" in words
    assert re.search(r"<b>CGP</b> <code>[0-9A-Za-z/]+ [A-Z?]*/ \d+/\d+ \d", page)


def test_the_longest_turns_come_with_trail_position_and_board(field_run: Path) -> None:
    page = page_of(field_run)
    cards = page.split('<li class="card"')[1:]
    assert len(cards) == MOST_SHOWN
    assert page.count("<b>FEN</b>") == MOST_SHOWN
    assert page.count('<div class="board"><svg') == MOST_SHOWN
    for card in cards:
        assert 'class="trail"' in card
    with RunStore.read(field_run) as store:
        longest = max(store.turns(), key=lambda turn: turn.used_s)
        first = store.records(longest.game)[longest.place].budget.target.steps[0]
    assert first.name in cards[0]


def test_the_sequential_test_is_drawn_between_its_bounds(tmp_path: Path) -> None:
    plan = replace(duel_plan(), sprt=Sprt(elo0=0, elo1=10))
    page = page_of(kept(tmp_path / "a.run", plan, played(plan)))
    words = words_of(page)
    assert "The test of 0 against 10 normalised Elo is open after 8 games" in words
    (plot,) = [plot for plot in plots_of(page) if "annotations" in plot["layout"]]
    assert [each["text"] for each in plot["layout"]["annotations"]] == ["accepts H1: 10", "accepts H0: 0"]
    assert "--sprt 0 10" in words


def test_the_command_line_makes_the_same_plan(duel_run: Path) -> None:
    words = words_of(page_of(duel_run))
    assert (
        "zeitnot match uniform textbook --game chess --clock 1+0.01 --games 8 --seed 1 --work 2000 "
        "--hash 1 --openings FILE"
    ) in words
    assert "zeitnot resume" not in words


def test_the_command_line_has_odds_limits_and_the_rules_of_the_referee(tmp_path: Path) -> None:
    decided = Adjudication(
        resign_moves=3, resign_one_sided=True, draw_moves=8, draw_from_move=30, syzygy="/tables"
    )
    plan = replace(
        small_plan("uniform:clock=2+0.1", "textbook:name=Book"),
        rules=RefereeRules(adjudication=decided, most_plies=200),
        sprt=Sprt(elo0=0, elo1=10, alpha=0.1),
        nodes=5000,
        depth=9,
        affinity="all",
        ponder=True,
    )
    words = words_of(page_of(kept(tmp_path / "a.run", plan, [])))
    assert "zeitnot match uniform:clock=2+0.1 textbook:name=Book --game chess --clock 1+0.01" in words
    assert "--sprt 0 10 --alpha 0.1 --hash 1 --ponder --nodes 5000 --depth 9 --affinity all" in words
    assert "--resign 3/600 --one-sided --draw 8/10/30 --syzygy /tables --max-moves 100" in words
    assert "0:01+0.01; 5,000 nodes; depth 9; uniform:clock=2+0.1: 0:02+0.1" in words


def test_hostile_names_and_words_stay_text(tmp_path: Path) -> None:
    plan = small_plan("uniform", "argo", "textbook")
    games = [
        replace(game, words=HOSTILE[0], fault=Fault.CRASH, fault_seat=0, notes=(HOSTILE[1],))
        for game in played(plan)
    ]
    run = kept(tmp_path / "<b>.run", renamed(plan, HOSTILE), games)
    with RunStore.resume(run) as store:
        store.add_incident(0, HOSTILE[1])
    page = page_of(run)
    for name in HOSTILE:
        assert name not in body_of(page)
        assert name in words_of(page) or " ".join(name.split()) in words_of(page)
    elements = Elements()
    elements.feed(re.sub(r"<svg.*?</svg>", "", body_of(page), flags=re.DOTALL))
    assert elements.wrong == []
    assert not [tag for tag, _ in elements.seen if tag == "img"]
    assert not [name for _, attributes in elements.seen for name in attributes if name.startswith("on")]
    names = [trace.get("name", "") for plot in plots_of(page) for trace in plot["data"]]
    assert not [name for name in names if "<" in name]


def test_faults_and_incidents_are_told(tmp_path: Path) -> None:
    plan = small_plan()
    first, second = played(plan)
    first = replace(first, fault=Fault.FLAG, fault_seat=1, words="textbook is out of time", hiccups=2)
    run = kept(tmp_path / "a.run", plan, [first, replace(second, notes=("engine started again",))])
    with RunStore.resume(run) as store:
        store.add_incident(1, "its process ended")
    words = words_of(page_of(run))
    for expected in (
        "textbook is out of time",
        "engine started again",
        "its process ended",
        "The machine stopped 2 times in 1 game",
    ):
        assert expected in words
    assert "Nothing went wrong" not in words


def test_a_quiet_run_says_that_nothing_went_wrong(duel_run: Path) -> None:
    assert "Nothing went wrong" in words_of(page_of(duel_run))


def test_an_empty_run_is_a_page_that_says_so(tmp_path: Path) -> None:
    page = page_of(kept(tmp_path / "a.run", small_plan(), []))
    words = words_of(page)
    assert "No game has been played yet." in words
    assert plots_of(page) == []
    assert "zeitnot resume a.run" in words


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_run_of_few_games_is_a_page(count: int, tmp_path: Path) -> None:
    plan = small_plan(games=4)
    page = page_of(kept(tmp_path / "a.run", plan, played(plan)[:count]))
    assert f"{count} of 4" in words_of(page)
    for plot in plots_of(page):
        assert any(len(trace.get("x", "box")) > 1 or trace["type"] == "bar" for trace in plot["data"])


def test_an_even_score_is_called_level(tmp_path: Path) -> None:
    plan = small_plan()
    games = [replace(game, half_points=1) for game in played(plan)]
    words = words_of(page_of(kept(tmp_path / "a.run", plan, games)))
    assert "uniform and textbook are level: 1 of 2 games" in words


def test_an_engine_on_its_own_clock_has_no_target_and_no_limit(tmp_path: Path) -> None:
    plan = small_plan()
    free = Budget.unlimited("own clock")
    games = [
        replace(
            game,
            turns=tuple(
                replace(turn, record=replace(turn.record, budget=free, target_s=float("inf")))
                for turn in game.turns
            ),
        )
        for game in played(plan)
    ]
    words = words_of(page_of(kept(tmp_path / "a.run", plan, games)))
    assert "No turn had a target." in words
    assert "No turn had a hard limit." in words
    assert words.count("the engine kept its own clock") == MOST_SHOWN


def test_games_lost_on_the_first_turn_are_a_page(tmp_path: Path) -> None:
    plan = small_plan()
    games = [replace(game, turns=game.turns[:1]) for game in played(plan)]
    words = words_of(page_of(kept(tmp_path / "a.run", plan, games)))
    assert "Where the time went" in words


def test_a_participant_without_a_turn_is_on_the_page(tmp_path: Path) -> None:
    plan = small_plan("uniform", "argo", "textbook")
    games = [
        replace(game, turns=tuple(turn for turn in game.turns if plan.order(game.number).sides[turn.seat]))
        for game in played(plan)
    ]
    words = words_of(page_of(kept(tmp_path / "a.run", plan, games)))
    assert "uniform" in words
    assert "Mean and spread of each" in words


@pytest.mark.parametrize(
    "damage",
    ["turns SET score_cp = 5000000000000", "turns SET expected_loss_pts = 1e30", "texts SET records = x'00'"],
)
def test_what_can_be_read_is_shown_whatever_the_rest_is(damage: str, tmp_path: Path, duel_run: Path) -> None:
    path = tmp_path / "a.run"
    path.write_bytes(duel_run.read_bytes())
    connection = sqlite3.connect(path)
    connection.execute(f"UPDATE {damage}")
    connection.commit()
    connection.close()
    assert "uniform against textbook" in words_of(page_of(path))


def test_half_a_sign_in_a_name_is_written_as_an_escape(tmp_path: Path) -> None:
    plan = small_plan()
    names = ("half \ud800", "byte \udcff")
    games = [replace(game, words=f"{names[0]} wins", notes=(names[1],)) for game in played(plan)]
    run = kept(tmp_path / "a.run", renamed(plan, names), games)
    page = tmp_path / "a.html"
    with RunStore.read(run) as store:
        write_match_page(page, store)
    assert "half \\ud800 against byte \\udcff" in words_of(page.read_text(encoding="utf-8"))


def test_the_same_turn_of_several_games_is_shown_once(tmp_path: Path) -> None:
    plan = small_plan(games=2)
    first, second = played(plan)
    twin = replace(second, turns=tuple(replace(turn, seat=1 - turn.seat) for turn in first.turns))
    words = words_of(page_of(kept(tmp_path / "a.run", plan, [first, twin])))
    assert words.count("; the very same in game 2.") == MOST_SHOWN


def test_a_page_does_not_grow_with_the_turns(tmp_path: Path) -> None:
    plan = small_plan(games=40)
    first, second = played(small_plan())
    games = [replace((first, second)[number % 2], number=number) for number in range(40)]
    few = page_of(kept(tmp_path / "few.run", plan, games[:4]))
    many = page_of(kept(tmp_path / "many.run", plan, games))
    assert len(many) < len(few) * 1.01


def test_what_is_no_run_or_damaged_is_refused(tmp_path: Path, duel_run: Path) -> None:
    path = tmp_path / "a.run"
    path.write_bytes(duel_run.read_bytes()[:9000])
    with pytest.raises(ZeitnotError):
        page_of(path)
    path.write_bytes(duel_run.read_bytes())
    connection = sqlite3.connect(path)
    connection.execute("UPDATE games SET half_points = 7 WHERE number = 1")
    connection.commit()
    connection.close()
    with pytest.raises(DataError, match="as its plan has them"):
        page_of(path)


@pytest.mark.parametrize(
    "damage",
    ["participant = 9", "used_s = 'long'", "seat = 3", "ply = NULL", "reason = 5"],
)
def test_a_turn_that_cannot_be_is_refused(damage: str, tmp_path: Path, duel_run: Path) -> None:
    path = tmp_path / "a.run"
    path.write_bytes(duel_run.read_bytes())
    connection = sqlite3.connect(path)
    connection.execute(f"UPDATE turns SET {damage} WHERE game = 1 AND place = 2")  # noqa: S608 (from above)
    connection.commit()
    connection.close()
    with pytest.raises(DataError, match="those of its games"):
        page_of(path)


def test_a_game_whose_text_is_damaged_is_shown_without_position(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    plan = small_plan()
    games = [replace(game, text=game.text.replace("1. ", "1. Qh8 ", 1)) for game in played(plan)]
    page = page_of(kept(tmp_path / "a.run", plan, games))
    assert "<b>FEN</b>" not in page
    assert page.count('<li class="card"') == MOST_SHOWN
    assert caplog.text == ""


def test_without_plotly_the_install_line_is_named(
    duel_run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without_plotly(name: str, *rest: object) -> ModuleType:
        if name.startswith("plotly"):
            raise ImportError(name)
        return real(name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", without_plotly)
    with RunStore.read(duel_run) as store, pytest.raises(MissingExtraError, match=r"zeitnot\[lab\]"):
        write_match_page(tmp_path / "a.html", store)
