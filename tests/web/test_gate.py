"""Nobody gets in who does not belong: hostile requests against a real server."""

import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.web.fixtures_site import PATIENCE_S, Visitor, served
from zeitnot.errors import SettingError
from zeitnot.web.gate import Bounds, Gate
from zeitnot.web.site import Site

HOSTILE = "/runs/hostile"
PAGES = ("/", HOSTILE, f"{HOSTILE}/games", f"{HOSTILE}/games/1", "/explore", "/review", "/nothing")


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_forbids_what_is_inline_and_what_comes_from_elsewhere(
    visitor: Visitor, path: str
) -> None:
    page = visitor.get(path)
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in page.headers
    assert " style=" not in page.text
    assert "onclick" not in page.text


@pytest.mark.parametrize("path", PAGES)
def test_no_name_of_a_run_reaches_a_page_as_html(visitor: Visitor, path: str) -> None:
    page = visitor.get(path).text
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "</title></style>'" not in page


def test_the_report_has_scripts_inside_but_no_origin(visitor: Visitor) -> None:
    page = visitor.get("/runs/hostile/report")
    assert page.status == 200
    assert "sandbox allow-scripts" in page.headers["content-security-policy"]
    assert "connect-src" not in page.headers["content-security-policy"]


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "localhost.evil.example:1",
        "",
        "[::1",
        "::1]",
    ],
)
def test_a_name_that_was_made_to_mean_this_machine_is_refused(visitor: Visitor, host: str) -> None:
    assert visitor.get("/", {"host": host}).status in (400, 421)


@pytest.mark.parametrize("host", ["localhost", "localhost:9000", "127.0.0.1:1", "[::1]:8000"])
def test_names_of_this_machine_are_let_in_whatever_the_port(visitor: Visitor, host: str) -> None:
    assert visitor.get("/", {"host": host}).status == 200


def test_two_names_of_a_host_are_refused(visitor: Visitor) -> None:
    port = visitor.port
    lines = ["GET / HTTP/1.1", f"Host: localhost:{port}", "Host: evil.example", "Connection: close", "", ""]
    assert raw(visitor, "\r\n".join(lines).encode()).split(b"\r\n")[0].split()[1] in (b"400", b"421")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": ""},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_page_of_another_site_cannot_steer_a_run(visitor: Visitor, headers: dict[str, str]) -> None:
    assert visitor.post("/runs/chess/wish", "wish=stop", headers).status == 403


def test_what_steers_must_say_where_it_comes_from(visitor: Visitor) -> None:
    answer = visitor.ask("POST", "/runs/chess/wish", body=b"wish=stop")
    assert answer.status == 403


def test_another_site_can_link_here_but_not_read_here(visitor: Visitor) -> None:
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert visitor.get("/", link).status == 200
    for mode, kind in (("no-cors", "image"), ("cors", "empty"), ("navigate", "iframe")):
        headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": mode, "sec-fetch-dest": kind}
        assert visitor.get("/runs/chess/events", headers).status == 403
    assert visitor.get("/", {"origin": "http://evil.example"}).status == 403


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_change_nothing(visitor: Visitor, method: str) -> None:
    answer = visitor.ask(method, "/runs/chess", headers={"origin": visitor.origin})
    assert answer.status == 405
    assert "access-control-allow-origin" not in answer.headers


def test_a_get_steers_nothing(visitor: Visitor) -> None:
    assert visitor.get("/runs/chess/wish?wish=stop").status == 405


@pytest.mark.parametrize(
    "path",
    [
        "/runs/..%2f..%2fetc%2fpasswd",
        "/runs/../../etc/passwd",
        "/runs/%2e%2e/secret",
        "/runs/link",
        "/runs/chess.run",
        "/runs/chess%00",
        "/assets/..%2fapp.py",
        "/assets/../app.py",
        "/assets/%2fetc%2fpasswd",
        "/runs/chess/games/0",
        "/runs/chess/games/999999999999999999999",
        "/runs/chess/games/-1",
    ],
)
def test_nothing_outside_the_folder_can_be_reached(runs: Path, visitor: Visitor, path: str) -> None:
    secret = runs.parent / "secret.run"
    if not secret.exists():
        secret.write_bytes((runs / "chess.run").read_bytes())
    link = runs / "link.run"
    if not link.is_symlink():
        link.symlink_to(secret)
    answer = visitor.get(path)
    assert answer.status == 404
    assert "root:" not in answer.text
    assert "import" not in answer.text


def test_a_link_out_of_the_folder_is_not_listed(tmp_path: Path, runs: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "link.run").symlink_to(runs / "chess.run")
    assert Site(place=tmp_path / "inside").runs() == []


def test_large_and_endless_requests_are_cut_off(visitor: Visitor) -> None:
    assert visitor.post("/runs/chess/wish", "x" * 100_000).status == 413
    head = "POST /runs/chess/wish HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
    chunk = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
    answer = raw(visitor, f"{head}Transfer-Encoding: chunked\r\n\r\n".encode() + 4 * chunk)
    assert b"413" in answer.split(b"\r\n")[0]
    assert b"400" in raw(visitor, f"{head}Content-Length: nonsense\r\n\r\n".encode()).split(b"\r\n")[0]
    assert visitor.get("/?" + "x" * 10_000).status == 414
    assert raw(visitor, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 100_000).startswith(
        b"HTTP/1.1 4"
    )


def test_a_web_socket_is_refused(visitor: Visitor) -> None:
    upgrade = {"connection": "Upgrade", "upgrade": "websocket", "sec-websocket-key": "x" * 16}
    assert visitor.get("/", {**upgrade, "sec-websocket-version": "13"}).status in (200, 400, 403, 426)


async def _never(*_: object) -> None:
    raise AssertionError("the application is not asked")


def test_a_visitor_who_asks_too_often_waits_and_others_do_not() -> None:
    now_s = 0.0
    gate = Gate(
        _never,
        site=Site(place=Path()),
        bounds=Bounds(burst=5, requests_per_s=1.0, visitors=2),
        now_s=lambda: now_s,
    )
    one, other = ({"client": (name, 1)} for name in ("one", "other"))
    assert [gate._has_room(one) for _ in range(7)] == [True] * 5 + [False] * 2
    assert gate._has_room(other)
    now_s = 2.0
    assert [gate._has_room(one) for _ in range(3)] == [True, True, False]


def test_another_host_needs_a_token(runs: Path) -> None:
    with pytest.raises(SettingError, match="must have a token"):
        Site(place=runs, host="0.0.0.0")  # noqa: S104 (which is refused)


def test_only_who_has_the_token_gets_in(runs: Path) -> None:
    with served(runs, host="0.0.0.0") as visitor:  # noqa: S104 (on a machine of its own, with a token)
        token = visitor.server.site.token
        assert len(token) >= 32
        assert f"token={token}" in visitor.address
        assert visitor.get("/").status == 401
        assert visitor.get("/?token=wrong").status == 401
        assert visitor.get("/", {"cookie": "zeitnot=wrong"}).status == 401
        assert visitor.get("/assets/web.css").status == 401
        first = visitor.get(f"/runs/chess?token={token}&x=1")
        assert (first.status, first.headers["location"]) == (303, "/runs/chess?x=1")
        cookie = first.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        own = {"cookie": cookie.split(";")[0]}
        assert visitor.get("/runs/chess", own).status == 200
        assert visitor.post(f"/runs/chess/wish?token={token}", "wish=stop").status == 401
        assert visitor.get("/", {**own, "host": "evil.example"}).status == 421
        elsewhere = visitor.get(f"//evil.example/?token={token}").headers["location"]
        assert urlsplit(elsewhere).netloc == ""


def raw(visitor: Visitor, request: bytes) -> bytes:
    """Send bytes as they are, and return what comes back."""
    with socket.create_connection(("127.0.0.1", visitor.port), timeout=PATIENCE_S) as connection:
        try:
            connection.sendall(request)
            return connection.recv(65_536)
        except ConnectionError:
            return b"HTTP/1.1 413 closed"
