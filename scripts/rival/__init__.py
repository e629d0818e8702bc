"""boardgame.io's server from npm, in a scratch folder, and clients that speak to it as its own do (Socket.IO)."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

PACKAGE = "boardgame.io@0.50.2"
GAME = "tic-tac-toe"


class NotHere(Exception):
    """It cannot be installed or begun; the message says why."""


class Rival:
    """Its server, installed; it runs between `start` and `stop`."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="khonsu-rival-"))
        try:
            self._install()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def _install(self) -> None:
        """Into the scratch folder."""
        if not shutil.which("npm"):
            raise NotHere("npm is not installed")
        command = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", PACKAGE]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode:
            raise NotHere(done.stderr.strip() or "npm failed")

    def start(self) -> None:
        """Begin, and return when it listens."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        shutil.copy(Path(__file__).with_name("server.js"), self.folder)
        command = ["node", "server.js", str(self.port)]
        self.process = subprocess.Popen(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={"NODE_ENV": "production", "PATH": "/usr/local/bin:/usr/bin:/bin"},
        )  # fmt: skip
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "ready" in line:
                return
        raise NotHere("its server did not start")

    def stop(self) -> None:
        """As hard as it gets."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """Throw it away."""
        shutil.rmtree(self.folder, ignore_errors=True)


class RivalPair:
    """Both seats of a table, each with a connection; a match that is over is followed by another."""

    def __init__(self, number: int) -> None:
        self.number, self.match, self.chance = number, 0, random.Random(number)
        self.seats: list[ClientConnection] = []
        self.states: list[dict[str, Any]] = [{}, {}]
        self.bytes = self.steps = 0
        self.times: list[float] = []

    @property
    def key(self) -> str:
        """The id of the match; it is made when somebody asks for it first."""
        return f"m{self.number}-{self.match}"

    async def open(self, port: int) -> None:
        """Connect both seats."""
        for _ in range(2):
            url = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
            connection = await connect(url, max_size=2**22, open_timeout=60)
            await connection.recv()
            await connection.send(f"40/{GAME},")
            await connection.recv()
            self.seats.append(connection)
        await self.begin()

    async def begin(self) -> None:
        """Ask for a match and wait until both seats have it."""
        for seat in (0, 1):
            await self._say(seat, "sync", self.key, str(seat), None, 2)
            self.states[seat] = {}
            while not self.states[seat]:
                await self._hear(seat)

    async def _say(self, seat: int, *words: Any) -> None:
        await self.seats[seat].send(f"42/{GAME},{json.dumps(words)}")

    async def _hear(self, seat: int) -> None:
        raw = str(await self.seats[seat].recv())
        self.bytes += len(raw)
        if raw == "2":
            await self.seats[seat].send("3")
        elif raw.startswith(f"42/{GAME},"):
            kind, key, what, *_ = json.loads(raw[raw.index(",") + 1 :])
            if key == self.key and kind in ("sync", "update"):
                self.states[seat] = what["state"] if kind == "sync" else what

    async def _reach(self, seat: int, state_id: int) -> float:
        while self.states[seat]["_stateID"] < state_id:
            await self._hear(seat)
        return time.perf_counter()

    async def step(self) -> bool:
        """One move, until both seats have seen it."""
        if "gameover" in self.states[0]["ctx"]:
            self.match += 1
            sent = self.bytes
            await self.begin()
            self.bytes = sent
        state = self.states[0]
        player, before = state["ctx"]["currentPlayer"], state["_stateID"]
        cell = self.chance.choice([i for i, there in enumerate(state["G"]["cells"]) if there is None])
        payload = {"type": "clickCell", "args": [cell], "playerID": player, "credentials": None}
        begun = time.perf_counter()
        await self._say(int(player), "update", {"type": "MAKE_MOVE", "payload": payload}, before, self.key, player)
        heard = await asyncio.gather(*(self._reach(seat, before + 1) for seat in (0, 1)))
        self.times.append(max(heard) - begun)
        self.steps += 1
        return True
