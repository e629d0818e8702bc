"""How a server holds up: scripted clients play many tables over live connections, on this machine only.

Each table has two seats with a connection each, and both get a drawing after every step. A number of tables moves
once a second; the time from sending a step to its arrival at both seats is measured. Then as many steps as go in, one
after the other. Before that, how long every game takes for a drawing of a table with all seats, for the seat that is
asked, in processor time. Example: python scripts/bench_web.py --tables 10 100 --seconds 20
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

import khonsu

sys.path.insert(0, str(Path(__file__).parent))
from serving import Serving


class Choice(msgspec.Struct):
    """A legal step."""

    id: int


class State(msgspec.Struct):
    """What the clients need of a message."""

    kind: str
    ply: int = -1
    over: bool = False
    asked: list[int] = []
    choices: list[Choice] = []


decode = msgspec.json.Decoder(State).decode


class Pair:
    """Both seats of a table."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.seats: list[ClientConnection] = []
        self.states = [State("table"), State("table")]
        self.bytes = self.steps = 0
        self.times: list[float] = []

    async def open(self, url: str, key: str, tokens: dict[str, str], drawing: bool) -> None:
        """Connect both seats."""
        for seat in ("0", "1"):
            headers = {"authorization": f"Bearer {tokens[seat]}"}
            address = f"ws{url[4:]}/table/{key}/live?drawing={int(drawing)}"
            self.seats.append(await connect(address, additional_headers=headers, max_size=2**22, open_timeout=60))
        await asyncio.gather(*(self.read(seat, 0) for seat in (0, 1)))

    async def read(self, seat: int, ply: int) -> float:
        """Wait until a seat knows of a ply; returns when."""
        while self.states[seat].ply < ply:
            raw = await self.seats[seat].recv()
            self.bytes += len(raw)
            state = decode(raw)
            if state.kind == "table":
                self.states[seat] = state
        return time.perf_counter()

    async def step(self) -> bool:
        """One step, until both seats have seen it."""
        state = self.states[0]
        if state.over:
            return False
        seat = state.asked[0]
        ply, step = state.ply, self.chance.choice(self.states[seat].choices).id
        begun = time.perf_counter()
        await self.seats[seat].send(json.dumps({"kind": "step", "seat": seat, "step": step, "ply": ply}))
        heard = await asyncio.gather(*(self.read(other, ply + 1) for other in (0, 1)))
        self.times.append(max(heard) - begun)
        self.steps += 1
        return True

    async def stroll(self, until: float) -> None:
        """Once a second."""
        await asyncio.sleep(self.chance.random())
        while time.perf_counter() < until:
            begun = time.perf_counter()
            if not await self.step():
                return
            await asyncio.sleep(max(0.0, 1 - (time.perf_counter() - begun)))

    async def run(self, until: float) -> None:
        """As quickly as it goes."""
        while time.perf_counter() < until and await self.step():
            pass


def memory(process: int) -> float:
    """Resident memory of a process in MB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def processor(process: int) -> float:
    """Seconds of processor time that a process has used; unlike a delay, it does not depend on what else runs here."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(serving: Serving, game: str, tables: int, moving: int, seconds: float) -> dict[str, Any]:
    """One load."""
    before = memory(serving.process.pid)
    pairs = []
    async with httpx.AsyncClient(base_url=serving.url, timeout=60) as client:
        for number in range(tables):
            body = {"game": game, "seats": [{"kind": "program"}, {"kind": "program"}]}
            made = (await client.post("/api/tables", json=body)).json()
            pair = Pair(random.Random(number))
            await pair.open(serving.url, made["table"], made["tokens"], drawing=True)
            pairs.append(pair)
    until = time.perf_counter() + seconds
    for pair in pairs:
        pair.bytes = 0
    used = processor(serving.process.pid)
    await asyncio.gather(*(pair.stroll(until) for pair in pairs[:moving]))
    used = processor(serving.process.pid) - used
    times = sorted(moment for pair in pairs for moment in pair.times)
    steps = sum(pair.steps for pair in pairs)
    sent = sum(pair.bytes for pair in pairs)
    walked = steps / seconds
    until, begun = time.perf_counter() + min(10.0, seconds), time.perf_counter()
    await asyncio.gather(*(pair.run(until) for pair in pairs[:10]))
    most = (sum(pair.steps for pair in pairs) - steps) / (time.perf_counter() - begun)
    found = {
        "tables": tables,
        "moving_once_a_second": moving,
        "steps_a_second": round(walked, 1),
        "p50_ms": round(1000 * times[len(times) // 2], 1),
        "p99_ms": round(1000 * times[int(len(times) * 0.99)], 1),
        "processor_ms_a_step": round(1000 * used / steps, 2),
        "bytes_a_step_and_seat": round(sent / steps / 2),
        "kB_of_memory_a_table": round(1024 * (memory(serving.process.pid) - before) / tables, 1),
        "most_steps_a_second": round(most, 1),
    }
    await asyncio.gather(*(seat.close() for pair in pairs for seat in pair.seats))
    return found


def drawing(name: str) -> dict[str, Any]:
    """Every seventh position of a random match, with what can be chosen, drawn once."""
    match = khonsu.game(name).match(players=max(khonsu.games()[name].players), seed=1)
    chance, times, sizes = random.Random(1), [], []
    while not match.over and len(match.steps) < 1500:
        match.play(chance.choice(match.legal(match.deciders[0])))
        if match.deciders and len(match.steps) % 7 == 0:
            begun = time.process_time()
            drawn = match.svg(match.deciders[0])
            times.append(1000 * (time.process_time() - begun))
            sizes.append(len(drawn.encode()))
    times = sorted(times[1:])  # the first one reads the template
    return {
        "drawing": name,
        "seats": match.players,
        "drawings": len(times),
        "median_ms": round(times[len(times) // 2], 2),
        "p90_ms": round(times[int(len(times) * 0.9)], 2),
        "longest_ms": round(times[-1], 2),
        "kB": round(sum(sizes) / len(sizes) / 1000, 1),
    }


def main() -> None:
    """Measure drawings, then every load with a server of its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="ankhor")
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--moving", type=int, default=100, help="at most so many tables move")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--loads", action="store_true", help="no drawings")
    options = parser.parse_args()
    for name in () if options.loads else khonsu.games():
        print(json.dumps(drawing(name)), flush=True)
    for tables in options.tables:
        with tempfile.TemporaryDirectory() as folder:
            serving = Serving(Path(folder) / "bench.db", "--connections", "100000")
            try:
                moving = min(tables, options.moving)
                print(
                    json.dumps(asyncio.run(measure(serving, options.game, tables, moving, options.seconds))), flush=True
                )
            finally:
                serving.kill()


if __name__ == "__main__":
    main()
