"""A house to break things in: a database, the servers on it, and the guests who play there all the while."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from postgresql import PostgreSQL
from serving import Serving

from chaos.players import Guest, Pair, Spectator, Step

BEGIN = 90.0  # seconds in which everybody must have made a first step
GIVE_UP = 20.0  # seconds after which a table that does not go on hangs
SMALL = "8m"  # of a disk that is to be filled
GAMES = ("ankhor", "horus", "ankh")
JOURNAL = 'select "table", ply, seat, text from journal'


class NotPossible(Exception):
    """A fault that cannot be brought about here; the message says why."""


@dataclass
class House:
    """Everything that a fault may break, and everybody it may trouble."""

    folder: Path
    servers: list[Serving]
    base: PostgreSQL | None
    pairs: list[Pair]
    spectator: Spectator
    chance: random.Random
    leftovers: ExitStack = field(default_factory=ExitStack)  # what a fault leaves behind until the house is closed

    @property
    def guests(self) -> list[Guest]:
        """Everybody."""
        return [*self.pairs, self.spectator]

    @property
    def refused(self) -> int:
        """How often somebody got another answer than hoped for, or none."""
        return sum(guest.refused for guest in self.guests)

    @property
    def file(self) -> Path:
        """Where SQLite keeps its tables."""
        return self.folder / "tables.db"

    def pause(self, since: float, limit: float) -> dict[str, float]:
        """Wait until everybody has made a step since that moment; seconds for each, infinite if it was too long."""
        found: dict[str, float] = {}
        names = {name: guest for guest in self.guests for name in guest.moments}
        while len(found) < len(names) and time.monotonic() < since + limit:
            time.sleep(0.05)
            for name, guest in names.items():
                if later := [moment for moment in guest.moments[name][-500:] if moment > since]:
                    found.setdefault(name, later[0] - since)
        return {name: found.get(name, float("inf")) for name in names}

    def dismiss(self) -> None:
        """Let everybody go."""
        for guest in self.guests:
            guest.leaving.set()
        for guest in self.guests:
            guest.join(20)

    def journal(self) -> set[Step]:
        """What stands in the database."""
        if self.base is not None:
            name = str(self.servers[0].database).rpartition("/")[2]
            return {tuple(row) for row in self.base.ask(JOURNAL, database=name)}
        with closing(sqlite3.connect(self.file, timeout=20)) as connection:
            return set(connection.execute(JOURNAL))

    def lost(self) -> int:
        """Steps that somebody was told of and that are not there."""
        there = self.journal()
        told = {step for pair in self.pairs for step in pair.acknowledged}
        kept = {key: sum(step[0] == key for step in there) for key in self.spectator.shown}
        unseen = sum(max(0, ply - kept[key]) for key, ply in self.spectator.shown.items())
        return len(told - there) + unseen


@contextmanager
def house(database: str, small_disk: bool, chance: random.Random, log: Path) -> Iterator[House]:
    """A house in which everybody has begun to play; on PostgreSQL with two servers."""
    with ExitStack() as closing_time:
        folder = Path(closing_time.enter_context(tempfile.TemporaryDirectory(prefix="khonsu-chaos-")))
        if small_disk:
            closing_time.enter_context(mounted(folder))
        base = None
        if database == "PostgreSQL":
            base = PostgreSQL()
            closing_time.callback(base.close)
        address = base.new() if base else folder / "tables.db"

        def begin(_: int) -> Serving:
            serving = Serving(address, "--bot-seconds", "0.3", log=log)
            closing_time.callback(serving.kill)
            return serving

        with ThreadPoolExecutor() as starting:
            servers = list(starting.map(begin, range(2 if base else 1)))
        doors = [serving.url for serving in servers]
        pairs = [Pair(game, doors, random.Random(chance.random())) for game in GAMES]
        made = House(folder, servers, base, pairs, Spectator("horus", doors[-1]), chance)
        closing_time.callback(made.dismiss)
        begun = time.monotonic()
        for guest in made.guests:
            guest.start()
        if missing := [name for name, seconds in made.pause(begun, BEGIN).items() if seconds > BEGIN]:
            raise RuntimeError(f"nobody could begin: {', '.join(missing)}")
        with made.leftovers:
            yield made


@contextmanager
def mounted(folder: Path) -> Iterator[None]:
    """A small disk in memory; only root may make one."""
    if os.geteuid() != 0:
        raise NotPossible("only root can mount a small disk to fill")
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(folder)], capture_output=True, text=True
    )
    if done.returncode:
        raise NotPossible(f"no small disk can be mounted here ({done.stderr.strip()})")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=False)
