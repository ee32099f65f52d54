"""Reviews of uploaded files as a server has them: queue, progress, kept pages, bounds; without a browser."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.fixtures_live import events_of
from tests.web.fixtures_review import ATTACK, QUICK, SHORT, keep_hostile_review
from tests.web.fixtures_site import PATIENCE_S, Answer, Visitor, served
from zeitnot.errors import SettingError
from zeitnot.web.review_desk import MOST_AT_ONCE, ReviewDesk
from zeitnot.web.review_process import ReviewProcess, ReviewWish, plain_name

SLOW = "effort=4&engine=built-in"
"""How a game is reviewed in minutes: it is cancelled before."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reviewed")


@pytest.fixture(scope="module")
def visitor(folder: Path) -> Iterator[Visitor]:
    with served(folder) as found:
        yield found


def uploaded(visitor: Visitor, content: bytes, query: str = QUICK) -> Answer:
    return visitor.ask("POST", f"/review?{query}", body=content, headers={"origin": visitor.origin})


def name_of(answer: Answer) -> str:
    assert answer.status == 200, answer.text
    return str(json.loads(answer.text)["name"])


def kept_in(folder: Path) -> set[str]:
    return {path.name for path in (folder / "reviews").iterdir()}


def test_files_are_reviewed_in_turn_and_a_bad_one_fails_in_one_line(visitor: Visitor, folder: Path) -> None:
    good = name_of(uploaded(visitor, ATTACK, f"{QUICK}&name=..%2F..%2F%3Cscript%3Ealert(1)%3C/script%3E.pgn"))
    bad = name_of(uploaded(visitor, b"no game at all", f"{QUICK}&name=%3Cimg%20src=x%20onerror=alert(2)%3E"))
    told, shares, jobs = [], [], {}
    with events_of(visitor, "/review/events") as events:
        for news in events:
            told.append(json.dumps(news))
            jobs = news["jobs"]
            if good in jobs:
                assert jobs[bad]["state"] == "waiting"
                shares.append((jobs[good]["done"], jobs[good]["total"]))
            elif jobs[bad]["state"] == "failed":
                break
    assert shares == sorted(shares)
    assert shares[-1][1] == 7
    assert jobs[bad]["words"].startswith("a review must have a game, got none that can be read (_img_src_x_")
    assert "zeitnot-review-" not in jobs[bad]["words"]  # the folder that it lay in
    assert kept_in(folder) == {f"{good}.html"}
    page, lobby = visitor.get(f"/review/{good}"), visitor.get("/review").text
    for text in (*told, lobby):
        assert "<script>alert" not in text
        assert "<img src=x" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in lobby
    assert "<td>1</td>" in lobby
    assert "sandbox allow-scripts" in page.headers["content-security-policy"]
    assert "connect-src" not in page.headers["content-security-policy"]
    assert "<script>alert" not in page.text
    assert page.text.rstrip().endswith("</html>")
    assert visitor.post(f"/review/{bad}/cancel").status == 303
    assert bad not in visitor.get("/review").text


def test_a_cancelled_review_ends_and_leaves_nothing(visitor: Visitor, folder: Path) -> None:
    before = kept_in(folder)
    running, waiting = (name_of(uploaded(visitor, SHORT, SLOW)) for _ in range(2))
    with events_of(visitor, "/review/events") as events:
        next(news for news in events if news["jobs"][running]["total"])
        assert 'class="review-job"' in visitor.get("/review").text  # as a reload shows it
        for name in (waiting, running):
            assert visitor.post(f"/review/{name}/cancel").status == 303
        last = next(news for news in events if running not in news["jobs"])
    assert waiting not in last["jobs"]
    assert kept_in(folder) == before


def test_a_review_ends_with_its_server_and_leaves_nothing(tmp_path: Path) -> None:
    wish = ReviewWish(file_name="game.pgn", content=SHORT, effort=4.0, is_built_in=True)
    process = ReviewProcess(wish, tmp_path / "review.html")
    next(event for event in process.events())
    process._channel.close()  # which happens when a server is killed
    process._process.join(PATIENCE_S)
    assert process._process.exitcode is not None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("query", "content", "words"),
    [
        ("effort=1000", SHORT, "the effort must be one of 0.1, 1, 4, got '1000'"),
        ("engine=/bin/sh", SHORT, "the engine must be one of best, built-in, got '/bin/sh'"),
        ("games=0", SHORT, "the games must be 1 to 200, got '0'"),
        ("games=99999999999999999999", SHORT, "the games must be 1 to 200"),
        ("games=%C2%B2", SHORT, "the games must be 1 to 200"),
        ("", b"", "the file must hold games, got an empty one"),
    ],
)
def test_a_wish_that_cannot_be_met_is_refused_in_words(
    visitor: Visitor, query: str, content: bytes, words: str
) -> None:
    answer = uploaded(visitor, content, query)
    assert answer.status == 400
    assert words in json.loads(answer.text)["error"]


def test_more_reviews_than_can_wait_are_refused(tmp_path: Path) -> None:
    desk = ReviewDesk(tmp_path)
    places = [desk.place() for _ in range(MOST_AT_ONCE)]
    for place in places:
        place.__enter__()
    with pytest.raises(SettingError, match="at most 4 reviews can wait at once"), desk.place():
        pass
    places[0].__exit__(None, None, None)
    with desk.place():
        pass


def test_a_review_that_cannot_start_does_not_hold_up_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> ReviewProcess:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("zeitnot.web.review_desk.ReviewProcess", fail)
    desk = ReviewDesk(tmp_path)
    for _ in range(2):
        desk.begin(ReviewWish(file_name="game.pgn", content=SHORT))
        worker = desk._worker
        if worker is not None:
            worker.join(PATIENCE_S)
    words = "the review failed: RuntimeError: can't start new thread"
    assert [job.failure for job in desk.jobs] == [words, words]


def test_large_files_and_files_of_other_sites_are_refused(visitor: Visitor) -> None:
    lines = ["POST /review HTTP/1.1", "Host: localhost", "Origin: http://localhost"]
    head = "\r\n".join([*lines, f"Content-Length: {(16 << 20) + 1}", "", ""])
    with socket.create_connection(("127.0.0.1", visitor.port), timeout=PATIENCE_S) as connection:
        connection.sendall(head.encode())
        assert b"413" in connection.recv(100)
    answer = visitor.ask("POST", "/review", body=SHORT, headers={"origin": "http://evil.example"})
    assert answer.status == 403


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("my games.pgn.zst", "my_games.pgn.zst"),
        ("../../etc/passwd", "passwd"),
        ("C:\\games\\a.gcg", "a.gcg"),
        (".bashrc", "bashrc"),
        ("-rf", "rf"),
        ("\0\n<b>", "_b_"),
        ("", "games"),
        ("...", "games"),
        ("x" * 500 + ".pgn", "x" * 56 + ".pgn"),
    ],
)
def test_names_of_files_become_plain(name: str, plain: str) -> None:
    assert plain_name(name) == plain


def test_no_file_but_a_review_of_the_folder_can_be_read_or_deleted(tmp_path: Path) -> None:
    keep_hostile_review(tmp_path)
    secret = tmp_path / "secret.html"
    secret.write_text("a secret")
    (tmp_path / "reviews" / "review-20260101-120001.html").symlink_to(secret)
    (tmp_path / "reviews" / "notes.html").write_text("a secret")
    (tmp_path / "reviews" / "review-20260101-120002.html").write_text("no review")
    with served(tmp_path) as visitor:
        lobby = visitor.get("/review").text
        assert "damaged: a review must be a page that zeitnot made" in lobby
        assert "<script>alert" not in lobby
        for name in ("..%2fsecret", "review-20260101-120001", "notes", "..", "events%00"):
            assert visitor.get(f"/review/{name}").status in {404, 405}
            assert visitor.post(f"/review/{name}/delete").status in {404, 405}
        assert visitor.post("/review/review-20260101-120000/nonsense").status == 404
        assert visitor.get("/review/review-20260101-120000/delete").status == 405
        assert visitor.post("/review/review-20260101-120000/delete").status == 303
    assert secret.exists()
    assert kept_in(tmp_path) == {
        "notes.html",
        "review-20260101-120001.html",
        "review-20260101-120002.html",
    }
