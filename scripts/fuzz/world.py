"""A server that is watched, and what there is to be asked for at it: tables, people, programs, records."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import resource
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from serving import Serving
from websockets.sync.client import ClientConnection, connect

import khonsu
from khonsu.errors import KhonsuError
from khonsu.kernel.about import About
from khonsu.web.settings import ServerSettings, sqlite
from khonsu.web.transport.app import create_app

PATIENCE = 10.0  # seconds after which no answer is expected any more
ROOM = 4 << 30  # bytes of address space that the server gets above what it begins with: this machine must survive


class Watched(Serving):
    """A server with what it writes, how much memory and how much time it takes."""

    def __init__(self, folder: Path) -> None:
        self.heard = 0
        options = ("--bot-seconds", "0.01", "--bot-pause", "5")  # bots are there, but they leave the processor alone
        super().__init__(folder / "fuzz.db", *options, log=folder / "server.log")

    def start(self) -> None:
        """Begin, with a limit of memory."""
        super().start()
        self.proc = Path(f"/proc/{self.process.pid}")
        most = int(self._status("VmSize") * 2**20) + ROOM
        resource.prlimit(self.process.pid, resource.RLIMIT_AS, (most, most))

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self.process.poll() is None

    def _status(self, key: str) -> float:
        """A line of the process's status, in MB."""
        found = re.search(rf"{key}:\s+(\d+)", (self.proc / "status").read_text())
        return int(found[1]) / 1024 if found else 0.0

    def memory(self) -> float:
        """How much memory it has now; its peak is counted anew."""
        with contextlib.suppress(
            OSError
        ):  # where this may not be done, growth beyond the last peak is what can be seen
            (self.proc / "clear_refs").write_text("5")
        return self._status("VmRSS")

    def peak(self) -> float:
        """The most memory since then."""
        return self._status("VmHWM")

    def processor(self) -> float:
        """Seconds of processor time so far."""
        fields = (self.proc / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def waited(self) -> float:
        """Seconds for which server and fuzz were ready to run while others had the processors."""
        tasks = [*self.proc.glob("task/*/schedstat"), Path("/proc/self/schedstat")]
        return sum(int(task.read_text().split()[1]) for task in tasks if task.exists()) / 1e9

    def news(self) -> str:
        """What the server has written since this was last asked."""
        assert self.log is not None
        with self.log.open("rb") as said:
            said.seek(self.heard)
            new = said.read()
        self.heard += len(new)
        return new.decode(errors="replace")


async def routes(folder: Path) -> list[tuple[str, str]]:
    """Every method and path of the application."""
    app = await create_app(ServerSettings(database=sqlite(folder / "routes.db")))
    await app.dependencies["hub"].dependency().store.close()  # type: ignore[union-attr]
    return sorted((str(method), route.path) for route in app.routes for method in getattr(route, "methods", ["GET"]))


class Visitor(NamedTuple):
    """A person's cookies, and the token that forms must carry."""

    cookies: str
    csrf: str


@dataclass
class World:
    """Tables of every game in every state, people and programs at them, records."""

    server: Watched
    routes: list[tuple[str, str]]
    games: list[About]
    visitors: list[Visitor] = field(default_factory=list)
    programs: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict)  # game -> table, tokens
    people: dict[str, str] = field(default_factory=dict)  # game -> table at which the first visitor sits
    keys: dict[str, str] = field(default_factory=dict)  # what is special about a table -> its key
    tokens: dict[str, str] = field(default_factory=dict)
    records: list[str] = field(default_factory=list)
    notations: list[str] = field(default_factory=list)  # steps of all games

    @classmethod
    def made(cls, server: Watched, folder: Path, seed: int) -> World:
        """Always the same tables, but for their keys."""
        world, chance = cls(server, asyncio.run(routes(folder)), list(khonsu.games().values())), random.Random(seed)
        world.visitors = [world.visitor(), world.visitor()]
        for about in world.games:
            world.set_programs(about.name)
            world.set_people(about.name)
            waiting = [{"kind": "open"}, *[{"kind": "friend"}] * (about.players[0] - 1)]
            world.set_table(f"waiting {about.name}", {"game": about.name, "seats": waiting})
            for steps in (0, 30, 200, 10**9):
                world.play_record(about, steps, chance)
            world.keys[f"record {about.name}"] = world.post("/look", text=world.records[-1]).split("/")[2]
        world.finish(chance)
        return world

    def visitor(self) -> Visitor:
        """Somebody who has just come."""
        with httpx.Client(base_url=self.server.url, timeout=60) as client:
            token = re.search(r'name="_csrf_token" value="([^"]+)"', client.get("/look").text)
            assert token is not None
            return Visitor("; ".join(f"{name}={value}" for name, value in client.cookies.items()), token[1])

    def play_record(self, about: About, steps: int, chance: random.Random) -> None:
        """The record of a random match with random options."""
        chosen = chance.sample([option for option in about.options if option.values], 2)
        options = {option.name: chance.choice(option.values) for option in chosen}
        players, seed = chance.choice(about.players), chance.getrandbits(64)
        try:
            match = khonsu.game(about.name).match(players, seed, **options)
        except KhonsuError:  # options that do not go together
            match = khonsu.game(about.name).match(players, seed)
        while match.deciders and len(match.steps) < steps:
            seat = chance.choice(match.deciders)
            match.play(chance.choice(match.legal_ids(seat)), seat)
        self.records.append(match.record())
        self.notations += sorted({step.text for step in match.steps})

    def set_table(self, name: str, body: dict[str, Any]) -> tuple[str, dict[str, str]]:
        """A new table through the interface for programs; it takes the place of the last one of that name."""
        made = httpx.post(f"{self.server.url}/api/tables", json=body, timeout=60).json()
        self.tokens |= {f"{name} {seat}": token for seat, token in made["tokens"].items()}
        self.keys[name] = made["table"]
        return made["table"], made["tokens"]

    def set_programs(self, game: str) -> None:
        """A table of programs, which anybody with its tokens can play at."""
        seats = [{"kind": "program"}] * khonsu.games()[game].players[0]
        self.programs[game] = self.set_table(f"programs {game}", {"game": game, "seats": seats})

    def set_people(self, game: str, **fields: str) -> None:
        """A table all of whose seats are the first visitor's."""
        players = khonsu.games()[game].players[0]
        seats = {f"seat{seat}": "person" for seat in range(players)}
        made = self.post(f"/new/{game}", players=str(players), hints="on", **seats, **fields)
        self.people[game] = self.keys[f"people {game}"] = made.split("/")[2]

    def post(self, path: str, **fields: str) -> str:
        """A form of the first visitor; returns where it leads to."""
        me = self.visitors[0]
        form = {"_csrf_token": me.csrf, **fields}
        answer = httpx.post(self.server.url + path, data=form, headers={"cookie": me.cookies}, timeout=60)
        return answer.headers["location"]

    def finish(self, chance: random.Random) -> None:
        """A short match, played to its end."""
        self.set_people("ankhor", option_stall_rounds="1")
        self.keys["finished"] = self.people["ankhor"]
        with self.live(self.keys["finished"], self.visitors[0]) as connection:
            while not (state := hear(connection, "table"))["over"]:
                said = {"kind": "step", "step": chance.choice(state["choices"])["id"]} if state["choices"] else {}
                connection.send(json.dumps({"kind": "done", "ply": state["ply"], **said}))
        self.set_people("ankhor")

    def live(self, key: str, who: Visitor | None = None, token: str = "", query: str = "drawing=0") -> ClientConnection:
        """A live connection of a visitor, a program or nobody."""
        headers = [("cookie", who.cookies)] if who else []
        headers += [("authorization", f"Bearer {token}")] if token else []
        address = f"ws://127.0.0.1:{self.server.port}/table/{key}/live?{query}"
        waits = {"open_timeout": PATIENCE, "close_timeout": 2.0}
        return connect(address, additional_headers=headers, max_size=None, proxy=None, **waits)


def hear(connection: ClientConnection, kind: str, state: dict[str, Any] | None = None) -> dict[str, Any]:
    """Read up to a message of that kind; a table on the way is noted in `state`."""
    end = time.monotonic() + PATIENCE
    while (message := json.loads(connection.recv(max(0.0, end - time.monotonic()))))["kind"] != kind:
        if message["kind"] == "table" and state is not None:
            state.update(message)
    return dict(message)
