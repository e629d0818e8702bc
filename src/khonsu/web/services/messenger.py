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

from khonsu.web.services.tasks import Tasks

log = logging.getLogger("khonsu.web")
CHANNEL = "khonsu"
SAY = "select pg_notify($1, said) from unnest($2::text[]) as said"
AT_ONCE = 100  # news in one message to the database
SIGN_OF_LIFE = 10.0  # seconds of silence after which the connection is tried


class News(msgspec.Struct, omit_defaults=True):
    """What one process tells the others about a table."""

    table: str
    ply: int = 0  # the journal has that many entries
    seats: bool = False  # the rows of the table and its seats have changed
    here: list[int] | None = None  # the seats for which somebody is connected to the sender
    said: tuple[int, int] | None = None  # a seat and its phrase
    proposed: tuple[int, int] | None = None  # a seat, and the step it proposes to its partner at `ply`; -1: none
    coach: int | None = None  # a seat that would like everybody to switch the coach on
    sender: str = ""


encode = msgspec.json.Encoder().encode
Hear = Callable[[News], Awaitable[None]]
Missed = Callable[[], Awaitable[None]]
decode = msgspec.json.Decoder(News).decode


class Messenger:
    """Sends news in order, in the background, and hands over what others send."""

    def __init__(self, database: str) -> None:
        scheme, _, rest = database.partition("://")
        self.address = f"postgresql://{rest}" if scheme.startswith("postgresql") else None
        self.name = secrets.token_hex(8)
        self._waiting: asyncio.Queue[News] = asyncio.Queue(1000)
        self._unsaid: list[News] = []  # what the connection was lost over: it is said again
        self._heard: Hear | None = None
        self._missed: Missed | None = None

    def open(self, tasks: Tasks, heard: Hear, missed: Missed) -> None:
        """Begin. `heard` gets the news; `missed` is called whenever a connection is there (again)."""
        if self.address is not None:
            self._heard, self._missed = heard, missed
            tasks.forever("listening to other processes", self._listen)
            tasks.forever("speaking to other processes", self._speak)

    def say(self, news: News) -> None:
        """Let news follow the others. What does not fit in the queue is left out: the database knows it."""
        if self._heard is not None:
            news.sender = self.name
            with contextlib.suppress(asyncio.QueueFull):
                self._waiting.put_nowait(news)

    async def _speak(self) -> None:
        async with self._connected() as connection:
            while True:
                self._unsaid = self._unsaid or [await self._waiting.get()]
                while not self._waiting.empty() and len(self._unsaid) < AT_ONCE:
                    self._unsaid.append(self._waiting.get_nowait())
                said = [encode(news).decode() for news in self._unsaid]
                await connection.execute(SAY, CHANNEL, said, timeout=5)
                self._unsaid = []

    async def _listen(self) -> None:
        """Until the connection is lost, with or without a word."""
        received: asyncio.Queue[str | None] = asyncio.Queue()
        async with self._connected() as connection:
            connection.add_termination_listener(lambda *_: received.put_nowait(None))
            await connection.add_listener(CHANNEL, lambda *news: received.put_nowait(news[3]))
            assert self._missed is not None
            log.warning("word from other processes is heard from now on; every table is looked at anew")
            await self._missed()
            while True:
                try:
                    async with asyncio.timeout(SIGN_OF_LIFE):
                        text = await received.get()
                except TimeoutError:
                    await connection.execute("select 1", timeout=5)
                    continue
                if text is None:
                    raise ConnectionError("the connection was cut")
                await self._hand_over(text)

    async def _hand_over(self, text: str) -> None:
        """What cannot be read now is not forgotten: listening begins again, and every table is looked at anew."""
        try:
            news = decode(text)
        except msgspec.DecodeError:
            log.exception("news that nobody understands")
            return
        if news.sender != self.name and self._heard is not None:
            await self._heard(news)

    @contextlib.asynccontextmanager
    async def _connected(self) -> AsyncIterator[Any]:
        import asyncpg

        connection = await asyncpg.connect(self.address, timeout=5)
        try:
            yield connection
        finally:
            connection.terminate()
