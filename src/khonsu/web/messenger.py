"""Word between the processes that serve one database: a table has gone on, its seats have changed, who is there.

PostgreSQL carries it (NOTIFY and LISTEN). News is only a hint where to look: what happened is read from the database,
so a lost or doubled message does no harm. On SQLite there is one process, and nobody to talk to.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec

log = logging.getLogger("khonsu.web")
CHANNEL = "khonsu"
AGAIN = 1.0  # seconds before a lost connection is tried again


class News(msgspec.Struct, omit_defaults=True):
    """What one process tells the others about a table."""

    table: str
    ply: int = 0  # the journal has that many entries
    seats: bool = False  # the rows of the table and its seats have changed
    here: list[int] | None = None  # the seats for which somebody is connected to the sender
    sender: str = ""


encode = msgspec.json.Encoder().encode
Heard = Callable[[News], Awaitable[None]]
Missed = Callable[[], Awaitable[None]]
decode = msgspec.json.Decoder(News).decode


class Messenger:
    """Sends news in order, in the background, and hands over what others send."""

    def __init__(self, database: str) -> None:
        scheme, _, rest = database.partition("://")
        self.address = f"postgresql://{rest}" if scheme.startswith("postgresql") else None
        self.name = secrets.token_hex(8)
        self._waiting: asyncio.Queue[News] = asyncio.Queue(1000)
        self._tasks: list[asyncio.Task[None]] = []

    def open(self, heard: Heard, missed: Missed) -> None:
        """Begin. `heard` gets the news; `missed` is called when a connection is there again after a loss."""
        if self.address is not None:
            self._tasks = [asyncio.create_task(self._listen(heard, missed)), asyncio.create_task(self._speak())]

    async def close(self) -> None:
        """Fall silent."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    def say(self, news: News) -> None:
        """Let news follow the others. What does not fit in the queue is left out: the database knows it."""
        if self._tasks:
            news.sender = self.name
            with contextlib.suppress(asyncio.QueueFull):
                self._waiting.put_nowait(news)

    async def _speak(self) -> None:
        while True:
            try:
                async with self._connected() as connection:
                    while True:
                        news = await self._waiting.get()
                        await connection.execute("select pg_notify($1, $2)", CHANNEL, encode(news).decode())
            except _troubles() as error:
                log.warning("no word to other processes: %s", error)
                await asyncio.sleep(AGAIN)

    async def _listen(self, heard: Heard, missed: Missed) -> None:
        while True:
            try:
                async with self._connected() as connection:
                    await self._until_lost(connection, heard, missed)
            except _troubles() as error:
                log.warning("no word from other processes: %s", error)
            await asyncio.sleep(AGAIN)

    async def _until_lost(self, connection: Any, heard: Heard, missed: Missed) -> None:
        received: asyncio.Queue[str | None] = asyncio.Queue()
        connection.add_termination_listener(lambda *_: received.put_nowait(None))
        await connection.add_listener(CHANNEL, lambda *news: received.put_nowait(news[3]))
        await missed()
        while (text := await received.get()) is not None:
            await self._hand_over(text, heard)

    async def _hand_over(self, text: str, heard: Heard) -> None:
        try:
            news = decode(text)
            if news.sender != self.name:
                await heard(news)
        except Exception:  # whatever one message brings about, the next one shall be heard
            log.exception("news that led to nothing")

    @contextlib.asynccontextmanager
    async def _connected(self) -> AsyncIterator[Any]:
        import asyncpg

        connection = await asyncpg.connect(self.address)
        try:
            yield connection
        finally:
            connection.terminate()


def _troubles() -> tuple[type[Exception], ...]:
    """What the driver raises when the database is away; it is installed only where it is used."""
    import asyncpg

    return (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
