"""Whoever looks at a table: a browser or a program, in a seat or as a spectator."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from khonsu.web.domain.clock import now
from khonsu.web.domain.table import Table
from khonsu.web.settings import HEARTBEAT, QUEUE


@dataclass(eq=False)
class Watcher:
    """One live connection. Updates wait in its queue; one that does not read them is let go."""

    person: str
    language: str
    token_seat: int | None = None  # the seat whose secret was shown instead of a cookie
    narrow: bool = False
    text: bool = False  # wants the table as text, too
    drawing: bool = True
    address: str = ""  # where the connection comes from
    shown: int = -1  # the seat whose view is on the screen
    heard: int = 0  # steps whose sentences were sent
    drawn: list[str] = field(default_factory=list)  # the lines of the drawing that was sent last
    limit: tuple[float, float] = (40.0, 20.0)  # messages at once, and a second
    queue: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(QUEUE))
    _spent: float = 0.0
    _at: float = field(default_factory=time.monotonic)

    def seats(self, table: Table) -> list[int]:
        """The seats that this watcher may act for."""
        return own_seats(table, self.person, self.token_seat)

    def eyes(self, table: Table) -> tuple[int, int | None]:
        """The seat whose view is shown (-1: the public one), and the seat for which the screen must be handed over."""
        own = self.seats(table)
        if not own:
            return -1, None
        asked = [seat for seat in own if seat in table.asked]
        wanted = self.shown if self.shown in own and (self.shown in asked or not asked) else (asked or own)[0]
        if len(own) > 1 and wanted != self.shown and not table.finished and table.secret:
            return -1, wanted
        self.shown = wanted
        return wanted, None

    def send(self, frame: bytes) -> None:
        """Let a frame follow the others."""
        try:
            self.queue.put_nowait(frame)
        except asyncio.QueueFull:
            self.leave()

    def leave(self) -> None:
        """End the connection, whatever is still waiting."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)

    def may_speak(self) -> bool:
        """Whether one more message is within the limit."""
        now = time.monotonic()
        self._spent = max(0.0, self._spent - (now - self._at) * self.limit[1])
        self._at = now
        if self._spent + 1 > self.limit[0]:
            return False
        self._spent += 1
        return True


def own_seats(table: Table, person: str, token_seat: int | None = None) -> list[int]:
    """The seats of a person, or the one a token stands for."""
    if token_seat is not None:
        return [token_seat]
    return [row.seat for row in table.seats if row.person is not None and row.person == person]


def seats_here(watchers: Iterable[Watcher], table: Table) -> set[int]:
    """The seats for which somebody is connected to this process."""
    return {seat for watcher in watchers for seat in watcher.seats(table)}


def present(table: Table) -> set[int]:
    """The seats for which somebody is there, at this process or at another that said so lately."""
    late = now() - 3 * HEARTBEAT
    return seats_here(table.watchers, table).union(*(seats for at, seats in table.elsewhere.values() if at > late))
