"""The faults. Each function breaks something and returns when it is whole again; the rest is the server's affair."""

from __future__ import annotations

import os
import resource
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from chaos.attackers import attack, flood, half_open, lock
from chaos.house import House

AWAY = 3.0  # seconds for which the database, or room on the disk, is missing
NOTICED = 20.0  # seconds in which somebody must have noticed that the disk is full
LOCKED = 8.0  # seconds for which the file is locked: longer than SQLite waits for it
MANY = 400  # connections or requests
FILES = 1024  # that a server may have open, as is usual on Linux
CUT = "select pg_terminate_backend(pid) from pg_stat_activity where datname like 'khonsu_%'"
SPAWNED = "multiprocessing.spawn"  # what the command line of a bot's process says


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong, so many times, in a house on that database."""

    name: str
    database: str
    times: int
    strike: Callable[[House], None]
    small_disk: bool = False


def kill_server(house: House) -> None:
    """kill -9; somebody starts it again, as a service manager would."""
    serving = house.chance.choice(house.servers)
    serving.kill()
    serving.start()


def kill_bots(house: House) -> None:
    """kill -9 for the processes in which bots think, and again for those that take their place."""
    seen: set[int] = set()
    for _ in range(2):
        until = time.monotonic() + 20
        while not (found := bot_processes(house.servers[0].process.pid) - seen) and time.monotonic() < until:
            time.sleep(0.01)
        for process in found:
            os.kill(process, signal.SIGKILL)
        seen |= found


def bot_processes(server: int) -> set[int]:
    """The processes that a server has begun for its bots."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == server and SPAWNED in (process / "cmdline").read_text():
                found.add(int(process.name))
        except (OSError, IndexError):  # it has ended meanwhile
            continue
    return found


def fill_disk(house: House) -> None:
    """No byte is free, until somebody tidies up. What SQLite has set aside is used up first."""
    filler, refused = house.folder / "filler", house.refused
    with filler.open("wb", buffering=0) as file:
        until = time.monotonic() + NOTICED
        while time.monotonic() < until:
            try:
                file.write(bytes(4096))
            except OSError:
                time.sleep(0.01)
            if until > time.monotonic() + AWAY and house.refused > refused:
                until = time.monotonic() + AWAY
    filler.unlink()


def lock_file(house: House) -> None:
    """Another program (a backup, a curious person) holds the file for itself."""
    with attack(lock, house.file, LOCKED) as process:
        process.join()


def flood_table(house: House) -> None:
    """Live connections to one table, from one address or from many, dropped at once."""
    port, key = house.servers[0].port, house.pairs[0].key
    with attack(flood, port, key, MANY, house.chance.choice((1, 40))):
        time.sleep(1)


def open_slowly(house: House) -> None:
    """Requests that are never finished. They stay: a server has to get rid of them by itself."""
    for serving in house.servers:
        hard = resource.prlimit(serving.process.pid, resource.RLIMIT_NOFILE)[1]
        resource.prlimit(serving.process.pid, resource.RLIMIT_NOFILE, (FILES, hard))
    house.leftovers.enter_context(attack(half_open, house.servers[0].port, FILES + MANY))


def stop_database(house: House) -> None:
    """The database crashes and is started again."""
    assert house.base is not None
    house.base.stop()
    time.sleep(AWAY)
    house.base.start()


def cut_connections(house: House) -> None:
    """Every connection to the database is cut, also those that only listen."""
    assert house.base is not None
    house.base.ask(CUT)


def cut_some(house: House) -> None:
    """Some of them: who listens may hear of a step and not be able to read it, or the other way round."""
    assert house.base is not None
    house.base.ask(f"{CUT} and random() < 0.5")


FAULTS = (
    Fault("server killed", "SQLite", 3, kill_server),
    Fault("bot processes killed twice in a row", "SQLite", 2, kill_bots),
    Fault("disk full", "SQLite", 2, fill_disk, small_disk=True),
    Fault("database file locked", "SQLite", 2, lock_file),
    Fault(f"{MANY} live connections dropped at once", "SQLite", 2, flood_table),
    Fault(f"{FILES + MANY} half-open requests", "SQLite", 1, open_slowly),
    Fault("one of two servers killed", "PostgreSQL", 2, kill_server),
    Fault("database crashed", "PostgreSQL", 2, stop_database),
    Fault("all connections to the database cut", "PostgreSQL", 3, cut_connections),
    Fault("some connections to the database cut", "PostgreSQL", 4, cut_some),
)
