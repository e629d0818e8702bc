"""A real server in a thread, people who visit it, and programs that sit at its tables."""

from __future__ import annotations

import asyncio
import json
import random
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

import khonsu
from khonsu.cli.serve import address
from khonsu.compiling import Compiler
from khonsu.web.services import lobby, pool
from khonsu.web.services.hub import Hub
from khonsu.web.settings import ServerSettings, sqlite
from khonsu.web.transport.app import create_app
from khonsu.web.transport.door import server as at_the_door

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
from postgresql import NotInstalled, PostgreSQL


class Server:
    """`khonsu serve` without the command line, in a thread of the tests."""

    def __init__(self, settings: ServerSettings, compiler: Compiler | None = None) -> None:
        self.settings = settings
        self.compiler = compiler
        self.hub: Hub | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.ready = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self.run()), daemon=True)

    async def run(self) -> None:
        self.loop = asyncio.get_running_loop()
        app = await create_app(self.settings, self.compiler)
        self.hub = (app.dependencies["hub"]).dependency()  # type: ignore[union-attr]
        self.server = at_the_door(app, self.settings, log_level="error", timeout_graceful_shutdown=1)
        self.server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        self.ready.set()
        await self.server.serve(sockets=[self.listener])

    def start(self) -> Server:
        self.thread.start()
        assert self.ready.wait(30)
        for _ in range(200):
            try:
                httpx.get(self.url + "/pigments.css")
                if self.compiler is not None or httpx.get(self.url + "/ready").json() == {}:
                    return self
            except httpx.TransportError:
                pass
            threading.Event().wait(0.05)
        raise AssertionError("the server does not answer")

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(20)
        assert not self.thread.is_alive()

    def call(self, work: Any) -> Any:
        """Run a coroutine where the server lives."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)


class Visitor:
    """A person with a browser, as far as the server can tell. Keeps all that was ever received."""

    def __init__(self, server: Server, language: str = "en") -> None:
        self.server = server
        self.traffic: list[str] = []
        self.http = httpx.Client(
            base_url=server.url,
            headers={"accept-language": language},
            follow_redirects=True,
            event_hooks={"response": [self._note]},
        )

    def _note(self, response: httpx.Response) -> None:
        response.read()
        self.traffic.append(f"{response.url} {response.headers} {response.text}")

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def post(self, path: str, files: Any = None, **fields: Any) -> httpx.Response:
        """Send a form, with the token that its page carries."""
        page = self.http.get("/look").text
        token = re.search(r'name="_csrf_token" value="([^"]+)"', page)
        assert token is not None
        return self.http.post(path, data={"_csrf_token": token[1], **fields}, files=files)

    def play_now(self, game: str = "ankhor") -> str:
        return str(self.post(f"/play/{game}").url.path).rsplit("/", 1)[1]

    def new(self, *seats: str, **fields: str) -> str:
        given = {f"seat{n}": kind for n, kind in enumerate(seats)}
        answer = self.post("/new/ankhor", players=str(len(seats)), **given, **fields)
        assert answer.url.path.startswith("/table/"), answer.text
        return answer.url.path.rsplit("/", 1)[1]

    @contextmanager
    def live(self, key: str, token: str = "", query: str = "drawing=0", **headers: str) -> Iterator[Live]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        sent = {"cookie": cookies, **({"authorization": f"Bearer {token}"} if token else {}), **headers}
        url = f"ws://127.0.0.1:{self.server.port}/table/{key}/live?{query}"
        with connect(url, additional_headers=sent, max_size=2**22) as connection:
            yield Live(connection, self.traffic)


class Live:
    """A live connection: the last state, and ways to answer."""

    def __init__(self, connection: ClientConnection, traffic: list[str]) -> None:
        self.connection = connection
        self.traffic = traffic
        self.state: dict[str, Any] = {}
        self.parts: list[str] = []
        self.until("table")

    def read(self, timeout: float = 20) -> dict[str, Any]:
        raw = self.connection.recv(timeout)
        assert isinstance(raw, str)
        self.traffic.append(raw)
        message: dict[str, Any] = json.loads(raw)
        if message["kind"] == "table":
            if "drawing" in message:
                self.parts = [self.parts[part] if isinstance(part, int) else part for part in message["drawing"]]
                message["svg"] = "".join(self.parts)
            self.state = message
        return message

    def until(self, kind: str) -> dict[str, Any]:
        while (message := self.read())["kind"] != kind:
            pass
        return message

    def wait(self, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not condition(self.state):
            self.read()
        return self.state

    def say(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def do(self, kind: str, step: Any = None, **more: Any) -> dict[str, Any]:
        """Act on the present state and wait for the next one."""
        ply = self.state["ply"]
        said = {"kind": kind, **({} if step is None else {"step": step}), "ply": ply, **more}
        self.say(**said)
        while self.state["ply"] <= ply:
            if self.read().get("name") == "TooMuch":  # the server answers quicker than a connection may speak
                time.sleep(0.1)
                self.say(**said)
        return self.state

    def my_turn(self) -> dict[str, Any]:
        return self.wait(lambda state: state["over"] or state["you"] in state["asked"])

    def act(self, pick: Callable[[list[Any]], Any] = lambda choices: choices[0]) -> None:
        """One answer to whatever is asked."""
        state = self.my_turn()
        if state["confirm"]:
            self.do("done")
        elif not state["over"]:
            self.do("step", pick(state["choices"])["id"])


@pytest.fixture(autouse=True)
def same_shuffles(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a server in this process deals and how its bots err follows from the test's name.

    A test that sees one match fails again when it is run again; other tests look at many seeds.
    """
    deals, thoughts = random.Random(request.node.nodeid), random.Random(request.node.nodeid)
    monkeypatch.setattr(lobby, "new_seed", lambda: (deals.getrandbits(64), f"{deals.getrandbits(128):032x}"))
    monkeypatch.setattr(pool, "secrets", SimpleNamespace(randbits=thoughts.getrandbits))


@pytest.fixture(scope="session")
def rules() -> None:
    """Loaded once, before any server thread needs them."""
    for name in khonsu.games():
        khonsu.game(name)


@contextmanager
def running(folder: Path, compiler: Compiler | None = None, **settings: Any) -> Iterator[Server]:
    """A server on a database in a folder; if it has a compiler of its own, the games may not be ready yet."""
    given = {"bot_pause": 0.0, "bot_seconds": 0.05, "requests_a_minute": 10**6, "leave_after": 0.2}
    given = {**given, "messages": (1e9, 1e9), **settings}
    server = Server(ServerSettings(**{"database": sqlite(folder / "tables.db"), **given}), compiler).start()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def server(rules: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that need nothing special."""
    with running(tmp_path_factory.mktemp("web")) as found:
        yield found


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A PostgreSQL of the tests' own; `new` gives the address of an empty database as the command line wants it."""
    try:
        server = PostgreSQL()
    except NotInstalled as why:
        pytest.skip(f"{why} Nothing is tested against it.")
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return sqlite(tmp_path / "tables.db")
    return address(request.getfixturevalue("postgresql").new())


@pytest.fixture
def visit() -> Iterator[Callable[..., Visitor]]:
    """New people; their connections end with the test."""
    come: list[Visitor] = []

    def visit(server: Server, language: str = "en") -> Visitor:
        come.append(Visitor(server, language))
        return come[-1]

    yield visit
    for visitor in come:
        visitor.http.close()


@pytest.fixture
def visitor(server: Server, visit: Callable[..., Visitor]) -> Visitor:
    return visit(server)


@pytest.fixture
def open_turns(monkeypatch: pytest.MonkeyPatch, game_name: str) -> None:
    """The first seat begins, and nothing comes to light in the middle of its first turns: the coach can judge them."""
    seed = {"ankh": 3, "ankhor": 8, "horus": 2}[game_name]
    monkeypatch.setattr(lobby, "new_seed", lambda: (seed, "0" * 32))


@pytest.fixture
def serve(rules: None, tmp_path: Path) -> Callable[..., Any]:
    """Servers with settings of their own, on one database per test."""
    return lambda **settings: running(tmp_path, **settings)


@pytest.fixture(scope="session")
def serve_anew(rules: None, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """The same for several tests, each server on a database of its own."""
    return lambda **settings: running(tmp_path_factory.mktemp("web"), **settings)
