"""Those who play and watch while things break. They do what any program or browser would: look, act, try again."""

from __future__ import annotations

import json
import random
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

PATIENCE = 3.0  # seconds a client waits for an answer before it asks again
SHAKE = 10.0  # seconds for the beginning of a live connection: browsers wait long
AGAIN = 0.1  # seconds between a refusal and the next try
PACE = 0.05  # seconds between two looks at the table
Step = tuple[str, int, int, str]  # table, ply, seat, notation


class Guest(threading.Thread):
    """Somebody at a table. `moments` says for each way in when something worked."""

    def __init__(self, game: str, doors: Sequence[str]) -> None:
        super().__init__(daemon=True)
        self.game, self.doors = game, doors
        self.key = ""
        self.moments: dict[str, list[float]] = {}
        self.refused = 0  # answers that were not what was hoped for, or none at all
        self.leaving = threading.Event()
        # a connection for each request: one that was open before the trouble would not show that newcomers are shut out
        limits = httpx.Limits(max_keepalive_connections=0)
        self.http = [httpx.Client(base_url=door, timeout=PATIENCE, limits=limits) for door in doors]

    def sit_down(self, seats: list[dict[str, str]]) -> dict[str, str]:
        """Set a new table; returns the tokens."""
        made = self.http[0].post("/api/tables", json={"game": self.game, "seats": seats}).raise_for_status().json()
        self.key = made["table"]
        tokens: dict[str, str] = made["tokens"]
        return tokens

    def worked(self, door: str) -> None:
        """Note the moment."""
        self.moments[door].append(time.monotonic())

    def run(self) -> None:
        """Until told to leave."""
        while not self.leaving.is_set():
            self.go_on()
        for client in self.http:
            client.close()

    def go_on(self) -> None:
        """Whatever is to be done next."""
        raise NotImplementedError


class Pair(Guest):
    """Two programs that play at random, match after match; each uses a server of its own if there are several."""

    def __init__(self, game: str, doors: Sequence[str], chance: random.Random) -> None:
        super().__init__(game, [doors[0], doors[-1]])
        self.ways = [f"{game} seat {seat}" for seat in (0, 1)]
        self.chance = chance
        self.tokens: dict[str, str] = {}
        self.acknowledged: set[Step] = set()
        self.moments = {way: [] for way in self.ways}

    def go_on(self) -> None:
        """Let each seat play if it is asked."""
        for seat in (0, 1):
            try:
                if not self.key:
                    self.tokens = self.sit_down([{"kind": "program"}] * 2)
                self.play(seat)
                self.leaving.wait(PACE)
            except httpx.HTTPError:
                self.refused += 1
                self.leaving.wait(AGAIN)

    def play(self, seat: int) -> None:
        """Look, and answer what is asked."""
        where = f"/api/tables/{self.key}"
        headers = {"authorization": f"Bearer {self.tokens[str(seat)]}"}
        state = self.http[seat].get(f"{where}?since={10**6}", headers=headers).raise_for_status().json()
        if state["over"]:
            self.key = ""
        elif state["legal"]:
            step = self.chance.choice(state["legal"])["text"]
            body = {"step": step, "ply": state["ply"]}
            self.http[seat].post(f"{where}/steps", json=body, headers=headers).raise_for_status()
            self.acknowledged.add((self.key, state["ply"], seat, step))
            self.worked(self.ways[seat])


class Spectator(Guest):
    """Watches bots play each other, match after match, and connects again as the browser does."""

    def __init__(self, game: str, door: str) -> None:
        super().__init__(game, [door])
        self.shown: dict[str, int] = defaultdict(int)  # table -> the furthest ply that was shown
        self.moments = {"bots": []}

    def go_on(self) -> None:
        """Watch one connection to its end."""
        try:
            if not self.key:
                self.sit_down([{"kind": "bot", "bot": "search"}] * 2)
            address = f"ws{self.doors[0][4:]}/table/{self.key}/live"
            with connect(address, open_timeout=SHAKE, close_timeout=1, ping_interval=None, max_size=2**22) as live:
                self.watch(live)
        except (httpx.HTTPError, WebSocketException, OSError):
            self.refused += 1
            self.leaving.wait(AGAIN)

    def watch(self, live: ClientConnection) -> None:
        """A step is one that is played before our eyes, not one that we find when we come back."""
        ply = None
        while not self.leaving.is_set():
            try:
                state: dict[str, Any] = json.loads(live.recv(timeout=0.5))
            except TimeoutError:
                continue
            if state["kind"] == "table":
                if ply is not None and state["ply"] > ply:
                    self.worked("bots")
                ply = state["ply"]
                self.shown[self.key] = max(self.shown[self.key], ply)
                if state["over"]:
                    self.key = ""
                    return
