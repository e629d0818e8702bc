"""How a server holds up: scripted clients play many tables over live connections, on this machine only.

Each table has two seats with a connection each, and both get a drawing after every step. A number of tables moves
once a second; the time from sending a step to its arrival at both seats is measured. Then as many steps as go in, one
after the other. Before that, how long every game takes for a drawing, for the seat that is asked, in processor time.
Last, boardgame.io's server does the same in turns with ours; docs/benchmarks.md gets both side by side.
Example: python scripts/bench_web.py --tables 10 100 --seconds 20 --only loads
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

import khonsu

sys.path.insert(0, str(Path(__file__).parent))
from postgresql import NotInstalled, PostgreSQL
from rival import GAME, PACKAGE, NotHere, Rival, RivalPair
from serving import Serving


class Choice(msgspec.Struct):
    """A legal step."""

    id: int


class State(msgspec.Struct):
    """What the clients need of a message."""

    kind: str
    name: str = ""
    ply: int = -1
    over: bool = False
    asked: list[int] = []
    choices: list[Choice] = []


HURRIED = 40  # tables that move as quickly as they can: of fewer, each connection would say more than it may
decode = msgspec.json.Decoder(State).decode


class Pair:
    """Both seats of a table."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.seats: list[ClientConnection] = []
        self.states = [State("table"), State("table")]
        self.bytes = self.steps = 0
        self.said = ""
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
            elif state.name == "TooMuch":  # the server answers quicker than a connection may speak
                await asyncio.sleep(0.1)
                await self.seats[seat].send(self.said)
        return time.perf_counter()

    async def step(self) -> bool:
        """One step, until both seats have seen it."""
        state = self.states[0]
        if state.over:
            return False
        seat = state.asked[0]
        ply, step = state.ply, self.chance.choice(self.states[seat].choices).id
        begun = time.perf_counter()
        self.said = json.dumps({"kind": "step", "seat": seat, "step": step, "ply": ply})
        await self.seats[seat].send(self.said)
        heard = await asyncio.gather(*(self.read(other, ply + 1) for other in (0, 1)))
        self.times.append(max(heard) - begun)
        self.steps += 1
        return True


Table = Pair | RivalPair


async def stroll(pair: Table, until: float) -> None:
    """Once a second."""
    await asyncio.sleep(pair.chance.random())
    while time.perf_counter() < until:
        begun = time.perf_counter()
        if not await pair.step():
            return
        await asyncio.sleep(max(0.0, 1 - (time.perf_counter() - begun)))


async def run(pair: Table, until: float) -> None:
    """As quickly as it goes."""
    while time.perf_counter() < until and await pair.step():
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


async def ours(url: str, game: str, tables: int) -> list[Pair]:
    """Tables of ours, set and connected."""
    pairs = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        for number in range(tables):
            body = {"game": game, "seats": [{"kind": "program"}, {"kind": "program"}]}
            made = (await client.post("/api/tables", json=body)).json()
            pair = Pair(random.Random(number))
            await pair.open(url, made["table"], made["tokens"], drawing=True)
            pairs.append(pair)
    return pairs


async def theirs(port: int, tables: int) -> list[RivalPair]:
    """Tables of boardgame.io, made and connected."""
    pairs = [RivalPair(number) for number in range(tables)]
    for pair in pairs:
        await pair.open(port)
    return pairs


async def settled(process: int) -> float:
    """Resident memory of a server that has come to rest: it goes on loading kernels when its first page is there."""
    before, now = 0.0, memory(process)
    while abs(now - before) > 0.5:
        await asyncio.sleep(2)
        before, now = now, memory(process)
    return now


async def measure(process: int, opening: Any, moving: int, seconds: float) -> dict[str, Any]:
    """One load: `moving` tables once a second, then up to 40 of them as quickly as it goes."""
    before = await settled(process)
    pairs: list[Table] = await opening
    held = memory(process) - before
    for pair in pairs:
        pair.bytes = 0
    used, until = processor(process), time.perf_counter() + seconds
    await asyncio.gather(*(stroll(pair, until) for pair in pairs[:moving]))
    used = processor(process) - used
    times = sorted(moment for pair in pairs for moment in pair.times)
    steps = sum(pair.steps for pair in pairs)
    sent = sum(pair.bytes for pair in pairs)
    grown = memory(process) - before
    hurry, begun = processor(process), time.perf_counter()
    await asyncio.gather(*(run(pair, begun + min(10.0, seconds)) for pair in pairs[:HURRIED]))
    most = sum(pair.steps for pair in pairs) - steps
    taken, hurry = time.perf_counter() - begun, processor(process) - hurry
    await asyncio.gather(*(seat.close() for pair in pairs for seat in pair.seats))
    return {
        "tables": len(pairs),
        "moving_once_a_second": moving,
        "steps_a_second": round(steps / seconds, 1),
        "p50_ms": round(1000 * times[len(times) // 2], 1),
        "p99_ms": round(1000 * times[int(len(times) * 0.99)], 1),
        "processor_ms_a_step": round(1000 * used / steps, 2),
        "bytes_a_step_and_seat": round(sent / steps / 2),
        "kB_of_memory_a_table": round(1024 * held / len(pairs), 1),
        "kB_a_table_after_playing": round(1024 * grown / len(pairs), 1),
        "most_steps_a_second": round(most / taken, 1),
        "processor_ms_a_step_in_a_hurry": round(1000 * hurry / most, 2),
        "steps_a_second_and_core": round(most / hurry, 1),
    }


@contextmanager
def served(*options: str) -> Iterator[Serving]:
    """A server of ours with an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        serving = Serving(Path(folder) / "bench.db", "--connections", "100000", *options)
        try:
            yield serving
        finally:
            serving.kill()


def load(game: str, tables: int, moving: int, seconds: float) -> dict[str, Any]:
    """One load on a server of ours."""
    with served() as serving:
        return asyncio.run(measure(serving.process.pid, ours(serving.url, game, tables), moving, seconds))


def drawing(name: str, players: int) -> dict[str, Any]:
    """Every seventh position of ten random matches, with what can be chosen, drawn once."""
    khonsu.game(name).match(players=players).svg(0)  # reads the templates, as a server does before anybody waits
    gc.collect()
    gc.freeze()  # as `khonsu serve` does
    times, late, sizes = [], [], []
    for seed in range(10):
        made = []
        match, chance = khonsu.game(name).match(players=players, seed=seed), random.Random(seed)
        while not match.over and len(match.steps) < 1500:
            match.play(chance.choice(match.legal(match.deciders[0])))
            if match.deciders and len(match.steps) % 7 == 0:
                begun = time.process_time()
                drawn = match.svg(match.deciders[0])
                made.append(1000 * (time.process_time() - begun))
                sizes.append(len(drawn.encode()))
        times += made
        late += made[len(made) // 2 :]  # there is more to draw
    times.sort()
    late.sort()
    return {
        "drawing": name,
        "seats": players,
        "drawings": len(times),
        "median_ms": round(times[len(times) // 2], 2),
        "late_median_ms": round(late[len(late) // 2], 2),
        "late_p99_ms": round(late[int(len(late) * 0.99)], 2),
        "longest_ms": round(times[-1], 2),
        "kB": round(sum(sizes) / len(sizes) / 1000, 1),
    }


RACED = {
    "steps_a_second_and_core": "moves/s a core",
    "p50_ms": "p50, ms",
    "p99_ms": "p99, ms",
    "bytes_a_step_and_seat": "bytes a move and watcher",
    "kB_of_memory_a_table": "memory of an open table, kB",
}


def race(game: str, tables: int, seconds: float, rounds: int) -> None:
    """Both servers in turns; the medians go into docs/benchmarks.md."""
    found: dict[str, list[dict[str, Any]]] = {"khonsu": [], "boardgame.io": []}
    rival = Rival()
    try:
        for _ in range(rounds):
            found["khonsu"].append(load(game, tables, tables, seconds))
            rival.start()
            try:
                moves = measure(rival.process.pid, theirs(rival.port, tables), tables, seconds)
                found["boardgame.io"].append(asyncio.run(moves))
            finally:
                rival.stop()
            for side, runs in found.items():
                print(json.dumps({"race": side, **runs[-1]}), flush=True)
    finally:
        rival.close()
    rows = []
    for key, name in RACED.items():
        cells = [sorted(run[key] for run in runs) for runs in found.values()]
        shown = (f"{statistics.median(cell):,g} ({cell[0]:,g} to {cell[-1]:,g})" for cell in cells)
        rows.append(f"| {name} | {' | '.join(shown)} |")
    write(
        f"{date.today()}, {tables} tables, two connections each, every table moves once a second for {seconds:g} s "
        f"(p50, p99, bytes, memory), then {min(tables, HURRIED)} as quickly "
        f"as they can (moves/s a core: processor time of the server). "
        f"{rounds} rounds in turns, medians (least to greatest); results are printed as measured.\n\n"
        f"| | khonsu, {game} | {PACKAGE}, {GAME} |\n|---|---:|---:|\n" + "\n".join(rows) + "\n\n"
        f"The games are not the same amount of work. {GAME} has nine cells; its server keeps matches in memory (its "
        "default) and sends the whole state, which the browser draws. Ours writes every step to disk before anybody "
        "hears of it (SQLite, `synchronous=FULL`), works out what each seat may see, explains the legal steps in "
        "words, and sends what changed of a drawing.\n"
    )


async def hurried(servers: list[Serving], database: PostgreSQL, game: str, seconds: float) -> dict[str, float]:
    """Steps a second of all servers together, as quickly as it goes, and whose processor time a step takes."""
    pairs = [pair for serving in servers for pair in await ours(serving.url, game, HURRIED)]
    shares = {
        "servers": [serving.process.pid for serving in servers],
        "postgresql": database.processes(),
        "clients": [os.getpid()],
    }
    used, begun = {who: sum(map(processor, those)) for who, those in shares.items()}, time.perf_counter()
    await asyncio.gather(*(run(pair, begun + seconds) for pair in pairs))
    taken, steps = time.perf_counter() - begun, sum(pair.steps for pair in pairs)
    used = {who: (sum(map(processor, those)) - used[who]) / steps for who, those in shares.items()}
    await asyncio.gather(*(seat.close() for pair in pairs for seat in pair.seats))
    together = sum(used.values())
    return {
        "steps_a_second": round(steps / taken),
        **{f"ms_a_step_{who}": round(1000 * each, 2) for who, each in used.items()},
        "steps_a_second_and_server_core": round(1 / used["servers"]),
        "most_steps_a_second_on_this_machine": round((os.cpu_count() or 1) / together),
    }


def middle(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The medians of several runs, number by number."""
    if len(rows) == 1:
        return rows[0]
    found = {
        key: round(statistics.median(row[key] for row in rows), 2) if isinstance(value, int | float) else value
        for key, value in rows[0].items()
    }
    return {**found, "medians_of": len(rows)}


def processes(game: str, seconds: float, rounds: int) -> None:
    """Print the medians of several rounds, if PostgreSQL is here."""
    try:
        found = [one_and_two(game, seconds) for _ in range(rounds)]
    except NotInstalled as error:
        print(f"PostgreSQL is not measured: {error}")
        return
    for rows in zip(*found):
        print(json.dumps(middle(list(rows))), flush=True)


def one_and_two(game: str, seconds: float) -> list[dict[str, Any]]:
    """One process on PostgreSQL, then two on the same database, each with 40 tables.

    Clients, database and servers share the cores of this machine, so two processes cannot be twice as quick here:
    `times_one` is what was seen, `times_one_with_a_core_each` what the servers' own processor time allows.
    """
    database = PostgreSQL()
    servers: list[Serving] = []
    rows: list[dict[str, Any]] = []
    try:
        address = database.new()
        for number in (1, 2):
            servers.append(Serving(address, "--connections", "100000"))
            found = asyncio.run(hurried(servers, database, game, seconds))
            rows.append({"processes": number, **found})
        wall, core = ([row[key] for row in rows] for key in ("steps_a_second", "steps_a_second_and_server_core"))
        allowed = min(2.0, rows[1]["most_steps_a_second_on_this_machine"] / wall[0])
        ratios = {
            "times_one": wall[1] / wall[0],
            "times_one_at_most_on_this_machine": allowed,
            "times_one_with_a_core_each": 2 * core[1] / core[0],
        }
        return [*rows, {key: round(ratio, 2) for key, ratio in ratios.items()}]
    finally:
        for serving in servers:
            serving.kill()
        database.close()


def write(text: str) -> None:
    """Put the race between its marks in docs/benchmarks.md."""
    page = Path(__file__).parents[1] / "docs" / "benchmarks.md"
    marks = re.compile("(?<=<!-- the race at the table -->\n).*?(?=<!-- end -->)", re.DOTALL)
    old = page.read_text(encoding="utf-8")
    page.write_text(marks.sub(lambda _: text, old), encoding="utf-8")


def main() -> None:
    """Measure drawings, then every load with a server of its own, then the race."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="ankhor")
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--moving", type=int, default=100, help="at most so many tables move")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, help="whose medians are printed; by default 3 of the race, 1 of others")
    parser.add_argument("--only", choices=("drawings", "loads", "processes", "race"))
    options = parser.parse_args()
    rounds = options.rounds or 1
    if options.only in (None, "drawings"):
        for name, about in khonsu.games().items():
            for players in about.players:
                print(json.dumps(middle([drawing(name, players) for _ in range(rounds)])), flush=True)
    if options.only in (None, "loads"):
        for tables in options.tables:
            moving = min(tables, options.moving)
            runs = [load(options.game, tables, moving, options.seconds) for _ in range(rounds)]
            print(json.dumps(middle(runs)), flush=True)
    if options.only in (None, "processes"):
        processes(options.game, options.seconds, rounds)
    if options.only in (None, "race"):
        try:
            race(options.game, 50, options.seconds, options.rounds or 3)
        except NotHere as error:
            print(f"boardgame.io is not measured: {error}")


if __name__ == "__main__":
    main()
