"""What is done to a server from outside. Each attacker is a process of its own: killed, it lets go of all at once."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

SPAWN = multiprocessing.get_context("spawn")
READY = 60.0  # seconds in which an attacker must have begun
LONGEST = 60.0  # seconds after which an attacker ends by itself, whatever became of us


@contextlib.contextmanager
def attack(what: Callable[..., None], *details: Any) -> Iterator[Any]:
    """Runs an attacker while the block lasts; gives the process."""
    ready = SPAWN.Event()
    process = SPAWN.Process(target=what, args=(ready, *details), daemon=True)
    process.start()
    try:
        if not ready.wait(READY):
            raise RuntimeError(f"{what.__name__} did not begin")
        yield process
    finally:
        process.kill()
        process.join()


def lock(ready: Any, file: Path, seconds: float) -> None:
    """Keeps everybody else from writing into an SQLite file."""
    with contextlib.closing(sqlite3.connect(file, timeout=20)) as connection:
        connection.execute("begin exclusive")
        ready.set()
        time.sleep(seconds)
        connection.rollback()


def flood(ready: Any, port: int, key: str, count: int, addresses: int) -> None:
    """Opens many live connections to one table, from several addresses of this machine, and reads what comes."""

    async def one(number: int) -> None:
        here = (f"127.0.1.{1 + number % addresses}", 0)
        with contextlib.suppress(Exception):  # a server may refuse as it likes
            async with connect(
                f"ws://127.0.0.1:{port}/table/{key}/live", local_addr=here, open_timeout=20, max_size=2**22
            ) as live:
                opened.append(number)
                async for _ in live:
                    pass

    async def all_of_them() -> None:
        tasks = [asyncio.create_task(one(number)) for number in range(count)]
        until = time.monotonic() + 20
        while len(opened) + sum(task.done() for task in tasks) < count and time.monotonic() < until:
            await asyncio.sleep(0.1)
        ready.set()
        await asyncio.sleep(LONGEST)

    opened: list[int] = []
    asyncio.run(all_of_them())


def half_open(ready: Any, port: int, count: int) -> None:
    """Begins many requests, half of them in the headers and half in the body, and goes on byte by byte."""
    lines = b"POST /api/tables HTTP/1.1", b"Host: localhost", b"Content-Type: application/json", b"Content-Length: 9999"
    beginnings = b"\r\n".join(lines), b"\r\n".join((*lines, b"", b"{"))
    sockets = []
    for number in range(count):
        with contextlib.suppress(OSError):
            one = socket.create_connection(("127.0.0.1", port), timeout=2, source_address=("127.0.1.1", 0))
            one.sendall(beginnings[number % 2])
            sockets.append(one)
    ready.set()
    until = time.monotonic() + LONGEST
    while time.monotonic() < until:
        for one in sockets:
            with contextlib.suppress(OSError):
                one.send(b" ")
        time.sleep(1)
