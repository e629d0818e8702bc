"""The edge of the server: what strangers send, how slowly, and what they are told."""

from __future__ import annotations

import base64
import json
import logging
import re
import socket
import time
from contextlib import contextmanager, suppress

import pytest

from khonsu.cli import serve as command
from khonsu.web.settings import UNREAD
from khonsu.web.transport.edge import same_origin

BODY = {"game": "ankhor", "seats": [{"kind": "program"}, {"kind": "program"}]}


@contextmanager
def connection(server):
    """A bare connection, on which anything can be sent."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as found:
        yield found


def answer(raw: socket.socket) -> bytes:
    """All that comes until the server closes the connection."""
    parts = []
    while part := raw.recv(65536):
        parts.append(part)
    return b"".join(parts)


def request(server, head: bytes, *headers: bytes, body: bytes = b"") -> tuple[int, str]:
    """The status and the whole answer to a request that no honest client would make."""
    with connection(server) as raw:
        given = b"\r\n".join([head + b" HTTP/1.1", *headers, b"connection: close"])
        if not any(header.lower().startswith(b"host:") for header in headers):
            given += b"\r\nhost: localhost"
        raw.sendall(given + b"\r\ncontent-length: %d\r\n\r\n" % len(body) + body)
        said = answer(raw).decode(errors="replace")
    return int(said.split(" ", 2)[1]), said


@pytest.fixture
def quiet(caplog):
    """Nothing of what a test does may be news for the log."""
    caplog.set_level(logging.WARNING)
    yield caplog
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


# -- JSON needs its name -----------------------------------------------------------------------------------------------


def doors(visitor) -> list[str]:
    """Every address under /api to which something can be sent."""
    paths = visitor.get("/api/schema/openapi.json").json()["paths"]
    return [path.replace("{key}", "x") for path, methods in paths.items() if "post" in methods]


def test_every_post_of_programs_needs_json(visitor):
    assert len(doors(visitor)) >= 4
    for path in doors(visitor):
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
            refused = visitor.http.post(path, content=json.dumps(BODY), headers={"content-type": kind})
            assert refused.status_code == 415, (path, kind)
            assert "application/json" in refused.json()["problem"]
        assert visitor.http.post(path, content="{}", headers={"content-type": "application/json"}).status_code != 415


def test_json_with_a_charset_is_json(visitor):
    headers = {"content-type": "application/json; charset=utf-8"}
    assert visitor.http.post("/api/tables", content=json.dumps(BODY), headers=headers).status_code == 201


# -- what makes no sense -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["localhost:99999", "localhost:abc", "[::1", "a b", "é.example", "x@y:", "h:1:2"])
def test_bad_host(server, host, quiet):
    for path in (b"/", b"/api/games", b"/nowhere", b"/healthz"):
        code, said = request(server, b"GET " + path, b"host: " + host.encode())
        assert code == 400
        assert "Traceback" not in said


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000", "my_house.example", ""])
def test_good_host(server, host):
    assert request(server, b"GET /", b"host: " + host.encode())[0] == 200


@pytest.mark.parametrize("path", ["/table/%00", "/static/%00", "/table/a%0ab", "/api/tables/%00", "/%ff%fe", "/é%7f"])
def test_address_that_cannot_be(server, path, quiet):
    code, said = request(server, b"GET " + path.replace("é", "%C3%A9").encode())
    assert code == 404
    assert "content-security-policy" in said


@pytest.mark.parametrize("path", ["/table/" + "x" * 4000, "/static/" + "x" * 300, "/static/" + "a/" * 150])
def test_address_that_is_too_long(server, path, quiet):
    assert request(server, b"GET " + path.encode())[0] == 404


def test_live_connection_to_an_address_that_cannot_be(server, quiet):
    key = b"sec-websocket-key: " + base64.b64encode(bytes(16))
    upgrade = [b"upgrade: websocket", b"connection: upgrade", b"sec-websocket-version: 13", key]
    for path, host in ((b"/table/%0a/live", b"localhost"), (b"/table/x/live", b"localhost:99999")):
        with connection(server) as raw:
            raw.sendall(b"\r\n".join([b"GET " + path + b" HTTP/1.1", b"host: " + host, *upgrade, b"", b""]))
            assert b" 403 " in raw.recv(1000)


def crafted() -> list[str]:
    """Cookies that look like ours until they are opened."""
    ends = [b'{"expires_at": 99999999999}', b"{", b"[]", b'{"expires_at": "x"}', b"{}", b"[" * 5000, b"\xff"]
    made = [bytes(size) + b"additional_authenticated_data=" + end for end in ends for size in (0, 4, 12, 60)]
    return [base64.b64encode(cookie).decode() for cookie in made] + ["%C3%A9", '"\\303"', "=", "a"]


@pytest.mark.parametrize("cookie", crafted())
def test_crafted_cookie_is_nobodys(server, cookie, quiet):
    assert request(server, b"GET /", b"cookie: khonsu=" + cookie.encode())[0] == 200


@pytest.mark.parametrize("token", ["é" * 70, "%C3%A9" * 128, "", "x" * 128])
def test_foreign_token_of_a_form(visitor, token, quiet):
    visitor.get("/")
    cookie = visitor.http.cookies["khonsu_csrf"]
    post = visitor.http.post
    assert post("/play/ankhor", data={"_csrf_token": token}).status_code == 403
    assert post("/play/ankhor", files={"_csrf_token": ("a", b"b")}).status_code == 403
    assert post("/play/ankhor", headers={"x-csrftoken": token.encode()}).status_code == 403
    visitor.http.cookies.clear()
    forged = {"cookie": b"khonsu_csrf=" + (token or "é").encode()}
    assert post("/play/ankhor", data={"_csrf_token": cookie}, headers=forged).status_code == 403


NESTED = b"[" * 40_000
BROKEN = [
    NESTED,
    b'{"game": ' + NESTED,
    b"\xff\xfe",
    b'{"game": "\xff"}',
    b'{"game": "\\ud800", "seats": []}',
    b"{",
    b"1e999999",
]


@pytest.mark.parametrize("body", BROKEN)
def test_broken_json(server, visitor, body, quiet):
    for path in doors(visitor):
        code, said = request(server, b"POST " + path.encode(), b"content-type: application/json", body=body)
        assert code == 400
        assert "problem" in said


MULTIPART = b'--x\r\ncontent-disposition: form-data; name="text"%s\r\n\r\n\xff\xfe\r\n--x--\r\n'


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (b"multipart/form-data; boundary=x", MULTIPART % b""),
        (b"multipart/form-data; boundary=x", MULTIPART % b"\r\ncontent-type: application/json"),
        (b"multipart/form-data; boundary=x", MULTIPART % b"\r\ncontent-type: text/plain; charset=nonsense"),
        (b"multipart/form-data; boundary=x", MULTIPART % b"; filename*=nonsense''%ff"),
        (b"multipart/form-data; boundary=x", b"--x\r\n\r\n"),
        (b"multipart/form-data; boundary=x", b"\x00" * 100),
        (b"multipart/form-data; boundary=\xff", b"--\xff--"),
        (b"multipart/form-data", b""),
        (b"application/x-www-form-urlencoded", b"\xff=\xfe&%ff=%00"),
        (b"application/x-www-form-urlencoded; charset=nonsense", b"&" * 5000),
        (b"\xff/;;;=", b""),
    ],
)
def test_broken_form(server, kind, body, quiet):
    for path in (b"/look", b"/preferences", b"/new/ankhor", b"/play/ankhor"):
        assert request(server, b"POST " + path, b"content-type: " + kind, body=body)[0] in (400, 403)


@pytest.mark.parametrize(
    "header",
    [
        b"accept-language: \xff;q=x,,;",
        b"accept: \xff/;q=q",
        b"authorization: bearer \xff",
        b"range: bytes=9-1",
        b"if-none-match: \xff",
        b"cookie: ;;=;\xff",
    ],
)
def test_broken_headers(server, header, quiet):
    for path in (b"/", b"/static/table.js", b"/api/games", b"/api/tables/none"):
        assert request(server, b"GET " + path, header)[0] < 500


def test_log_cannot_be_forged(server, visitor, monkeypatch, caplog):
    def fail(*_):
        raise ZeroDivisionError("a slip of ours")

    monkeypatch.setattr(server.hub.store, "tables", fail)
    for path in ("/tables", "/tables?x=%0aERROR"):
        assert visitor.get(path).status_code == 500
    request(server, b"GET /tables%0AERROR:forged")
    lines = [record.getMessage() for record in caplog.records if record.name == "khonsu.web"]
    assert lines == ["GET '/tables' failed"] * 2
    assert not any("forged" in line for line in caplog.text.splitlines())


# -- slow and many -----------------------------------------------------------------------------------------------------


def half_open(server, count: int, beginning: bytes) -> list[socket.socket]:
    """Many connections on which a request has only begun."""
    sockets = []
    for _ in range(count):
        sockets.append(socket.create_connection(("127.0.0.1", server.port), timeout=20))
        sockets[-1].sendall(beginning)
    return sockets


ARRIVAL, ROOM = 1.5, 20
HEAD = b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 90\r\n"


@pytest.fixture(scope="module")
def hurried(serve_anew):
    """A server that waits for a request no longer than it must."""
    with serve_anew(arrival=ARRIVAL) as found:
        yield found


@pytest.fixture(scope="module")
def crowded(serve_anew):
    """A server that has room for few who have not said yet what they want."""
    with serve_anew(arrival=60, half_open=ROOM) as found:
        yield found


def test_slow_requests_are_cut(hurried):
    beginnings = [b"", b"GET / HT", HEAD, HEAD + b"\r\n", HEAD + b"\r\n{"]
    begun = time.monotonic()
    slow = [half_open(hurried, 1, beginning)[0] for beginning in beginnings]
    said = [answer(raw) for raw in slow]
    assert time.monotonic() - begun < 10
    assert said[0] == b""
    assert all(each.startswith(b"HTTP/1.1 408 ") for each in said[1:])
    for raw in slow:
        raw.close()


def test_dripping_request_is_cut(hurried):
    """Bytes that come one by one do not buy time."""
    with connection(hurried) as raw:
        begun = time.monotonic()
        raw.sendall(HEAD)
        with suppress(OSError):
            while time.monotonic() - begun < 15:
                raw.sendall(b"x: y\r\n")
                time.sleep(0.05)
        assert time.monotonic() - begun < 10


def test_connection_may_stay_for_many_requests(hurried):
    """The time begins anew with every answer."""
    with connection(hurried) as raw:
        begun = time.monotonic()
        while time.monotonic() - begun < 2 * ARRIVAL:
            raw.sendall(b"GET /api/bots HTTP/1.1\r\nhost: localhost\r\n\r\n")
            said = b""
            while not said.endswith(b"]"):
                said += (part := raw.recv(65536))
                assert part
            time.sleep(0.1)


def test_waiting_is_not_slow(hurried, visit):
    """Whoever has asked may wait for the answer, and a live connection is no request that has not come."""
    visitor = visit(hurried)
    key = visitor.http.post("/api/tables", json=BODY).json()["table"]
    with visitor.live(key) as live:
        assert visitor.get(f"/api/tables/{key}/wait?ply=0&seconds={1.5 * ARRIVAL}").status_code == 200
        live.say(kind="ping")
        live.until("pong")


def test_half_open_requests_lock_nobody_out(crowded, visit):
    """The newest comes in, and no more than there is room for stay."""
    many = half_open(crowded, 300, b"GET / HT")
    begun = time.monotonic()
    assert visit(crowded).get("/").status_code == 200
    assert time.monotonic() - begun < 10
    assert sum(map(len, crowded.server.config.http.waiting.values())) <= ROOM
    for raw in many:
        raw.close()


def test_other_addresses_keep_their_room(crowded):
    with socket.create_connection(
        ("127.0.0.1", crowded.port), timeout=20, source_address=("127.0.0.9", 0)
    ) as elsewhere:
        elsewhere.sendall(b"GET /api/bots HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n")
        many = half_open(crowded, 2 * ROOM, b"GET / HT")
        elsewhere.sendall(b"\r\n")
        assert b" 200 " in answer(elsewhere)
        for raw in many:
            raw.close()


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system does not know it")
def test_who_does_not_read_is_let_go():
    """The system does it, if it is told so at the door."""
    with command.listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == UNREAD * 1000


def test_as_many_files_as_the_system_allows():
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 200), hard))
        allowed = command.many_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == allowed
        assert allowed == (command.FILES if hard == resource.RLIM_INFINITY else min(hard, command.FILES))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# -- where pages come from ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scheme", "host", "origin", "same"),
    [
        ("ws", "localhost:8000", "http://localhost:8000", True),
        ("wss", "example.org", "https://example.org", True),
        ("https", "example.org:443", "https://example.org", True),
        ("ws", "example.org", "http://example.org:80", True),
        ("ws", "Example.org", "http://example.org", True),
        ("ws", "[::1]:8000", "http://[::1]:8000", True),
        ("wss", "example.org", "http://example.org", False),
        ("ws", "example.org", "https://example.org", False),
        ("ws", "localhost:8000", "http://localhost:8001", False),
        ("ws", "localhost", "http://localhost.evil.example", False),
        ("ws", "localhost", "null", False),
        ("ws", "", "", False),
        ("ws", "localhost", "file://localhost", False),
        ("ws", "localhost", "http://localhost:bad", False),
        ("ws", "localhost:bad", "http://localhost:bad", False),
        ("ws", "localhost", "http://[", False),
    ],
)
def test_same_origin(scheme, host, origin, same):
    assert same_origin(scheme, host, origin) is same


def test_origin_of_programs_and_friends():
    assert same_origin("ws", "localhost", None)
    assert same_origin("ws", "localhost", "https://elsewhere.example", ("https://elsewhere.example",))
    assert not same_origin("ws", "localhost", "http://elsewhere.example", ("https://elsewhere.example",))


def test_browsers_stay_with_https(serve, visit, visitor):
    assert "strict-transport-security" not in visitor.get("/").headers
    with serve(secure_cookies=True) as server:
        for path in ("/", "/nowhere", "/static/table.js", "/api/games"):
            assert re.match(r"max-age=\d{8,}", visit(server).get(path).headers["strict-transport-security"])


def test_a_file_is_no_folder(visitor):
    assert visitor.get("/static/table.js/x").status_code == 404


def test_a_handshake_that_is_too_long_is_answered(server):
    lines = [
        f"GET /table/x/live?{'a' * 60_000} HTTP/1.1",
        "host: localhost",
        "connection: upgrade",
        "upgrade: websocket",
        "sec-websocket-version: 13",
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 4")
