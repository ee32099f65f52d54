"""Games against the engine as a server has them: forms, moves, files, bounds; no browser is needed."""

import json
import re
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

from tests.scrabble.fixtures_languages import with_word_lists_in
from tests.web.fixtures_site import PATIENCE_S, Answer, Visitor, served

QUICK = {"game": "chess", "clock": "depth 1", "book": "no"}


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    with served(tmp_path) as found:
        yield found


def begun(visitor: Visitor, **fields: str) -> str:
    """Begin a game and return its address."""
    answer = visitor.post("/play", urlencode({**QUICK, **fields}))
    assert answer.status == 303, answer.text
    return answer.headers["location"]


def played(visitor: Visitor, address: str, text: str, ply: int) -> Answer:
    return visitor.post(f"{address}/move", urlencode({"text": text, "ply": ply}))


class Stream:
    """A page that watches a game."""

    def __init__(self, visitor: Visitor, address: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", visitor.port, timeout=PATIENCE_S)
        self._connection.request("GET", f"{address}/events")
        self._answer = self._connection.getresponse()
        assert self._answer.headers["content-type"].startswith("text/event-stream")

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: object) -> None:
        self._answer.close()
        self._connection.close()

    def state(self, *, ply: int) -> dict[str, object]:
        """Return the next state with this many turns played."""
        event = ""
        while line := self._answer.readline().decode():
            if line.startswith("event: "):
                event = line.split()[1]
            elif line.startswith("data: ") and event == "state":
                form: dict[str, object] = json.loads(line.removeprefix("data: "))
                if form["ply"] == ply:
                    return form
        raise AssertionError("the stream has ended")


def test_the_lobby_offers_every_game_with_its_policies_clocks_and_choices(visitor: Visitor) -> None:
    page = visitor.get("/play").text
    for words in (
        "Play Chess",
        "Play Scrabble",
        ">mergen<",
        ">magpie<",
        "25:00 -10/min",
        "ENABLE1, built in",
        ">Catalan",
        "Super Scrabble, 21 by 21",
    ):
        assert words in page
    assert 'href="/play"' in visitor.get("/").text


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"game": "go"}, "the game must be one of chess, scrabble"),
        ({"game": "chess", "policy": "magpie:x=1"}, "the policy must be one of mergen"),
        ({"game": "chess", "policy": "learned:loss_file=/etc/passwd"}, "the policy must be one of"),
        ({"game": "scrabble", "policy": "mergen"}, "the policy must be one of magpie"),
        ({"game": "chess", "other_clock": "soon"}, "soon"),
        ({"game": "chess", "seat": "2"}, "the side must be one of white, black"),
        ({"game": "scrabble", "lexicon": "../../etc/passwd"}, "lexicon must be one of"),
        ({"game": "scrabble", "language": "../english"}, "language must be one of"),
        ({"game": "scrabble", "board": "/etc/passwd"}, "board must be one of"),
    ],
)
def test_a_wish_that_cannot_be_met_is_explained_above_the_form(
    visitor: Visitor, tmp_path: Path, fields: dict[str, str], words: str
) -> None:
    answer = visitor.post("/play", urlencode(fields))
    assert answer.status == 400
    alert = re.search(r'role="alert">([^<]*)<', answer.text)
    assert alert is not None
    assert words in alert[1]
    assert not list(tmp_path.glob("games/*"))


def test_what_was_typed_is_still_there_after_a_refusal_and_escaped(visitor: Visitor) -> None:
    clock = '"><script>alert(1)</script>'
    answer = visitor.post("/play", urlencode({"game": "chess", "other_clock": clock}))
    assert "<script>alert" not in answer.text
    assert 'value="&quot;&gt;&lt;script&gt;' in answer.text


def test_a_move_is_in_the_file_before_it_is_acknowledged(visitor: Visitor, tmp_path: Path) -> None:
    address = begun(visitor)
    (kept,) = (tmp_path / "games").iterdir()
    assert kept.stem == address.rpartition("/")[2]
    assert '[Result "*"]' in kept.read_text()
    assert played(visitor, address, "e2e4", 0).status == 200
    assert "1. e4" in kept.read_text()


def test_the_engine_answers_while_somebody_watches(visitor: Visitor, tmp_path: Path) -> None:
    address = begun(visitor)
    with Stream(visitor, address) as stream:
        assert stream.state(ply=0)["can"] == ["move", "hint", "draw", "resign"]
        played(visitor, address, "e2e4", 0)
        stream.state(ply=2)
        (kept,) = (tmp_path / "games").iterdir()
        assert re.search(r"1\. e4 .*1\.\.\. \w", kept.read_text())


def test_an_illegal_move_is_refused_in_words(visitor: Visitor) -> None:
    answer = played(visitor, begun(visitor), "e2e5", 0)
    assert answer.status == 400
    assert "The pawn on e2 can play e3, e4" in json.loads(answer.text)["error"]


def test_a_move_for_another_position_is_refused(visitor: Visitor) -> None:
    address = begun(visitor)
    assert played(visitor, address, "e2e4", 0).status == 200
    for ply in ("0", "", "x", "-1", "9" * 30):
        answer = visitor.post(f"{address}/move", urlencode({"text": "e2e4", "ply": ply}))
        assert answer.status == 400
        assert "gone on meanwhile" in answer.text


@pytest.mark.parametrize("action", ["nosuch", "move", "take_back", "hurry", "__class__"])
def test_what_is_not_possible_now_is_refused(visitor: Visitor, action: str) -> None:
    answer = visitor.post(f"{begun(visitor)}/{action}", urlencode({"text": "x" * 300, "ply": "0"}))
    assert answer.status == 400
    assert "error" in json.loads(answer.text)


@pytest.mark.parametrize(
    "name", ["nosuch", "..", "%2e%2e%2fetc", "chess-secret", "..%2f..%2fsecret", "chess-20260101-000000%00"]
)
def test_no_file_but_a_game_of_the_folder_can_be_reached(visitor: Visitor, tmp_path: Path, name: str) -> None:
    begun(visitor)
    tags = '[White "Zeitnot (mergen)"]\n[Black "Human"]\n[Clock "3:00"]\n[Result "1-0"]\n'
    (tmp_path / "secret.pgn").write_text(f"{tags}\n1. e4 1-0\n")
    (tmp_path / "games" / "chess-secret.pgn").symlink_to(tmp_path / "secret.pgn")
    for path in (f"/play/{name}", f"/play/{name}/text", f"/play/{name}/events"):
        answer = visitor.get(path)
        assert answer.status in {404, 405}
        assert "Zeitnot (mergen)" not in answer.text


def test_the_text_of_a_game_is_sent_when_it_is_over(visitor: Visitor) -> None:
    address = begun(visitor, game="scrabble", clock="5:00", book="")
    assert visitor.get(f"{address}/text").status == 404  # it would show the engine's tiles
    assert visitor.post(f"{address}/resign", "ply=0").status == 200
    answer = visitor.get(f"{address}/text")
    assert answer.status == 200
    assert "you resigned" in answer.text
    assert answer.headers["content-disposition"].endswith('.gcg"')


def test_a_damaged_file_is_told_as_what_it_is(visitor: Visitor, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "chess-20260101-120000.pgn").write_bytes(b"\xff\x00nonsense")
    (tmp_path / "games" / "scrabble-20260101-120001.gcg").write_text("#player1 a\n#player2 b\n")
    assert "2026-01-01 12:00" in visitor.get("/play").text
    assert visitor.get("/play/chess-20260101-120000").status == 404
    assert visitor.get("/play/scrabble-20260101-120001").status == 404


def test_cross_site_posts_are_refused(visitor: Visitor, tmp_path: Path) -> None:
    answer = visitor.post("/play", urlencode(QUICK), {"origin": "http://evil.example"})
    assert answer.status == 403
    assert not (tmp_path / "games").exists()


def test_words_that_are_not_on_this_machine_are_asked_for_in_a_sentence_and_no_game_is_lost(
    visitor: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists = tmp_path / "lists"
    lists.mkdir()
    with_word_lists_in(lists, monkeypatch)
    wish = {"game": "scrabble", "language": "polish", "board": "super"}
    sentence = "Polish words are not on this machine: install them (`apt install wpolish`), or put a KWG file"
    refused = visitor.post("/play", urlencode(wish))
    assert refused.status == 400
    assert sentence in refused.text
    assert '<option value="polish" selected>' in refused.text
    assert not (tmp_path / "games").exists()
    (lists / "polish").write_text("dom\nżółw\n", encoding="utf-8")
    address = begun(visitor, **wish, clock="5:00", book="")
    (kept,) = (tmp_path / "games").iterdir()
    text = kept.read_text(encoding="utf-8")
    (lists / "polish").unlink()
    with served(tmp_path) as later:
        assert "<td>Scrabble, Polish, Super Scrabble</td>" in later.get("/play").text
        page = later.get(address)
        assert (page.status, sentence in page.text) == (400, True)
        assert kept.read_text(encoding="utf-8") == text
        (lists / "polish").write_text("dom\nżółw\n", encoding="utf-8")
        assert later.get(address).status == 200


def test_a_form_with_too_many_fields_is_refused(visitor: Visitor) -> None:
    answer = visitor.post("/play", "&".join(f"f{number}=" for number in range(200)))
    assert answer.status == 400
    assert "at most 100 fields" in answer.text


def test_any_name_of_a_file_fits_into_the_header_of_its_text(visitor: Visitor, tmp_path: Path) -> None:
    address = begun(visitor)
    visitor.post(f"{address}/resign", "ply=0")
    (kept,) = (tmp_path / "games").iterdir()
    name = 'chess-my "final" game ü'
    kept.rename(kept.with_name(f"{name}.pgn"))
    answer = visitor.get(f"/play/{quote(name)}/text")
    assert answer.headers["content-disposition"] == 'attachment; filename="chess-my__final__game__.pgn"'


def test_the_list_says_how_each_game_stands(visitor: Visitor, tmp_path: Path) -> None:
    chess = begun(visitor, policy="textbook", clock="3:00+2")
    begun(visitor, game="scrabble", clock="25:00 -10/min")
    (tmp_path / "games" / "chess-20260101-120000.pgn").write_text("")
    visitor.post(f"{chess}/resign", "ply=0")
    page = visitor.get("/play").text
    assert "<td>textbook</td><td>3:00+2</td><td>Black wins: White resigns</td>" in page
    assert "<td>magpie</td><td>25:00 -10/min</td><td>goes on</td>" in page
    assert "damaged: a game must have tags" in page
