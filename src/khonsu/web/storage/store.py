"""Storage. A table is a row, its seats are rows, and all that was done at it are the rows of a journal.

The journal's primary key is (table, ply): of two writers who want the same ply one is refused by the database, whatever
process it lives in. Nothing in a journal is ever changed: taking a step back is an entry like the step itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sqlite3
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import (
    Connection,
    Engine,
    PoolProxiedConnection,
    and_,
    create_engine,
    delete,
    event,
    exists,
    func,
    insert,
    make_url,
    or_,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.dialects.sqlite.base import SQLiteDialect
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine

from khonsu.errors import KhonsuError
from khonsu.web.domain.arrangement import Arrangement, Entry, Seat
from khonsu.web.storage.rows import House, Learnt, Move, Pause, journal, learnt, moves, seats, tables

MIGRATIONS = Path(__file__).parent / "migrations"
PATIENCE = 8.0  # seconds that the database is waited for
KNOCK = "knock"  # the name under which a word is written that nobody reads
ALIVE = "alive"  # the name under which the house notes when it was last open
log = logging.getLogger("khonsu.web")
APPEND = insert(journal)
APPEND_SQLITE = str(APPEND.compile(dialect=SQLiteDialect(paramstyle="named")))
TAKEN = IntegrityError, sqlite3.IntegrityError  # whoever says that a row is there already


class Lost(Exception):
    """Somebody else was quicker: the ply is taken."""


class Away(KhonsuError):
    """The database does not answer, is locked, or has no room left."""

    template = "The stored matches cannot be reached right now, so nothing was changed. Try again in a moment."


class Store:
    """All reading and writing of the database."""

    def __init__(self, address: str) -> None:
        self.engine = _engine(address)
        self.session = async_sessionmaker(self.engine, expire_on_commit=False)
        self._line: tuple[AsyncConnection, Any] | None = None  # of the journal to PostgreSQL, and the driver's own
        self._pen = _pen(address)
        self._waiting: list[Waiting] = []
        self._writer: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()  # one writer at a time: SQLite has only one, and others lose nothing by it

    async def open(self) -> None:
        """Bring the database to the present form."""
        async with self.engine.begin() as connection:
            await connection.run_sync(_upgrade)

    async def close(self) -> None:
        """Let go of the database."""
        await self._hang_up()
        await self.engine.dispose()
        if self._pen is not None:
            self._pen.close()

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncSession]:
        """A session in which every trouble but a conflict of keys ends in `Away`, and in time."""
        async with _answered(), self.session() as session:
            yield session

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncSession]:
        """The same, one writer at a time, committed at its end."""
        async with _answered(), self._lock, self.session() as session:
            yield session
            await session.commit()

    async def knock(self) -> None:
        """Whether the database keeps what it is given; raises if not. A full disk still answers to who only asks."""
        with contextlib.suppress(IntegrityError):  # another process knocks for the first time at this moment
            async with self._writing() as session:
                await session.merge(House(name=KNOCK, value=secrets.token_hex(4)))

    async def renew(self, name: str) -> None:
        """Make a secret of the server anew."""
        async with self._writing() as session:
            await session.merge(House(name=name, value=secrets.token_hex(32)))

    async def secret(self, name: str) -> str:
        """A secret of the server, made on first use."""
        with contextlib.suppress(IntegrityError):  # another process is making it at this moment
            async with self._writing() as session:
                if await session.get(House, name) is None:
                    session.add(House(name=name, value=secrets.token_hex(32)))
        async with self._reading() as session:
            return (await session.get_one(House, name)).value

    async def last_open(self) -> float:
        """When the house last noted that it is open."""
        async with self._reading() as session:
            row = await session.get(House, ALIVE)
            return float(row.value) if row else await session.scalar(select(func.max(journal.c.at))) or 0.0

    async def beat(self, at: float, gap: float) -> list[tuple[float, float]]:
        """Note that the house is open; if it was not for longer than `gap`, that was a pause. Returns all pauses."""
        last = await self.last_open()
        with contextlib.suppress(IntegrityError):  # another process notes the same pause
            async with self._writing() as session:
                if last and at - last > gap:
                    session.add(Pause(closed_at=last, opened_at=at))
                await session.merge(House(name=ALIVE, value=repr(max(at, last))))
        async with self._reading() as session:
            return [(row.closed_at, row.opened_at) for row in await session.scalars(select(Pause))]

    async def add(self, table: Arrangement, taken: Sequence[Seat], done: Sequence[Entry] = ()) -> None:
        """Keep a new table with its seats and its journal."""
        async with self._writing() as session:
            await session.execute(insert(tables), vars(table))
            for rows, kept in ((seats, taken), (journal, done)):
                if kept:
                    await session.execute(insert(rows), [vars(row) for row in kept])

    async def table(self, key: str) -> Arrangement | None:
        """A table by its id."""
        async with self._reading() as session:
            row = (await session.execute(select(tables).where(tables.c.id == key))).one_or_none()
            return Arrangement(**row._asdict()) if row else None

    async def seats(self, key: str) -> list[Seat]:
        """The seats of a table in order."""
        query = select(seats).where(seats.c.table == key).order_by(seats.c.seat)
        async with self._reading() as session:
            return [Seat(**row._asdict()) for row in await session.execute(query)]

    async def journal(self, key: str, since: int = 0) -> list[Entry]:
        """What was done at a table, from a ply on."""
        query = select(journal).where(journal.c.table == key, journal.c.ply >= since).order_by(journal.c.ply)
        async with self._reading() as session:
            return [Entry(**row._asdict()) for row in await session.execute(query)]

    async def append(self, entry: Entry) -> None:
        """Keep one more entry; `Lost` if its ply is taken, `Away` if it could not be kept. Returns when it is on disk.

        Entries that come while others are being written are written together: the disk is asked once for all of them.
        After `Away` the entry may stand in the journal all the same: a connection can break between write and answer.
        """
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, kept))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        await kept

    async def _write(self) -> None:
        while self._waiting:
            await asyncio.sleep(0)  # who else comes in this turn of the event loop is written with them
            batch, self._waiting = self._waiting, []
            try:
                await self._keep(batch)
            except Away as error:
                log.warning("%s entries could not be stored", sum(not kept.done() for _, kept in batch))
                _settle(batch, error)
            finally:
                _settle(batch, Away())  # whatever happened, nobody waits for ever

    async def _keep(self, batch: Sequence[Waiting]) -> None:
        try:
            rows = [vars(entry) for entry, _ in batch]
            async with _answered(), self._lock:
                await self._insert(rows)
        except TAKEN:
            if len(batch) == 1:
                return _settle(batch, Lost())
            for waiting in batch:  # one of them was too late: each for itself
                await self._keep([waiting])
        _settle(batch)

    async def _insert(self, rows: list[dict[str, Any]]) -> None:
        """Write rows into the journal. This is done at every step, so nothing goes back and forth needlessly."""
        if self._pen is not None:
            await asyncio.get_running_loop().run_in_executor(self._pen.hand, self._pen.append, rows)
        elif self.engine.dialect.name == "sqlite":
            async with self.engine.begin() as connection:
                await connection.execute(APPEND, rows)
        else:
            await self._send(rows)

    async def _send(self, rows: list[dict[str, Any]]) -> None:
        """The same on PostgreSQL: one message and one answer, not the six of a transaction on a tested connection."""
        try:
            await (await self._called()).execute(APPEND, rows)
        except IntegrityError:
            raise
        except BaseException:
            await self._hang_up()
            raise

    async def _called(self) -> AsyncConnection:
        """The journal's own connection. Rows that are sent together stand or fall together without a transaction."""
        if self._line is None or self._line[1].is_closed():
            await self._hang_up()
            connection = await self.engine.connect()
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            self._line = connection, (await connection.get_raw_connection()).driver_connection
        return self._line[0]

    async def _hang_up(self) -> None:
        """Forget the connection, whatever state it is in."""
        if self._line is not None:
            (connection, _), self._line = self._line, None
            with contextlib.suppress(Exception):
                await connection.invalidate()
                await connection.close()

    async def change_table(self, key: str, **values: Any) -> None:
        """New values of a table's row."""
        async with self._writing() as session:
            await session.execute(update(tables).where(tables.c.id == key).values(**values))

    async def claim(self, key: str, **values: Any) -> bool:
        """The same where a value is given only once: False if somebody was quicker."""
        empty = [tables.c[name].is_(None) for name in values]
        async with self._writing() as session:
            done: Any = await session.execute(update(tables).where(tables.c.id == key, *empty).values(**values))
            return bool(done.rowcount)

    async def change_seat(self, key: str, seat: int, **values: Any) -> None:
        """New values of a seat."""
        async with self._writing() as session:
            query = update(seats).where(seats.c.table == key, seats.c.seat == seat).values(**values)
            await session.execute(query)

    async def sit(self, key: str, seat: int, person: str, name: str) -> bool:
        """Give a free seat to a person, whose invitation is used up by it; False if somebody else was quicker."""
        free = and_(seats.c.table == key, seats.c.seat == seat, seats.c.person.is_(None))
        async with self._writing() as session:
            taken = update(seats).where(free).values(person=person, name=name, token=None)
            done: Any = await session.execute(taken)
            return bool(done.rowcount)

    async def tables(self, which: str, person: str = "", limit: int = 50) -> list[Arrangement]:
        """Tables of a list: mine, open, running (to watch), finished, clocked."""
        mine = exists().where(seats.c.table == tables.c.id, seats.c.person == person)
        free = exists().where(seats.c.table == tables.c.id, seats.c.kind == "open", seats.c.person.is_(None))
        conditions = {
            "mine": and_(mine, tables.c.over_at.is_(None)),
            "open": and_(free, tables.c.listed, tables.c.begun_at.is_(None)),
            "running": and_(tables.c.listed, tables.c.begun_at.is_not(None), tables.c.over_at.is_(None)),
            "finished": and_(tables.c.over_at.is_not(None), or_(tables.c.listed, mine)),
            "clocked": and_(tables.c.over_at.is_(None), tables.c.begun_at.is_not(None)),
        }
        newest = tables.c.over_at.desc() if which == "finished" else tables.c.made_at.desc()
        query = select(tables).where(conditions[which]).order_by(newest).limit(limit)
        async with self._reading() as session:
            return [Arrangement(**row._asdict()) for row in await session.execute(query)]

    async def learn(self, person: str, game: str, lesson: str, at: float) -> None:
        """Note that a person has finished a lesson."""
        with contextlib.suppress(IntegrityError):  # noted at this moment by another process
            async with self._writing() as session:
                await session.merge(Learnt(person=person, game=game, lesson=lesson, at=at))

    async def remember(self, person: str, game: str, what: str, value: object, at: float) -> None:
        """Note the present value of something beside the lessons, as `what=value`; an earlier one is forgotten."""
        old = and_(
            learnt.c.person == person, learnt.c.game == game, learnt.c.lesson.startswith(f"{what}=", autoescape=True)
        )
        async with self._writing() as session:
            await session.execute(delete(learnt).where(old))
            await session.merge(Learnt(person=person, game=game, lesson=f"{what}={value}", at=at))

    async def learnt(self, person: str, game: str) -> set[str]:
        """The lessons of a game that a person has finished."""
        query = select(learnt.c.lesson).where(learnt.c.person == person, learnt.c.game == game)
        async with self._reading() as session:
            return set(await session.scalars(query))

    # -- another device ------------------------------------------------------------------------------------------------

    async def offer_move(self, person: str, token: str, at: float, until: float) -> None:
        """Note the digest of a code that moves a person, instead of an earlier one; codes of the past are cleared."""
        async with self._writing() as session:
            await session.execute(delete(moves).where(or_(moves.c.person == person, moves.c.until <= at)))
            session.add(Move(person=person, token=token, until=until))

    async def mover(self, token: str, at: float) -> str | None:
        """Who can be moved with this code now; asking does not use it up."""
        async with self._reading() as session:
            query = select(moves.c.person).where(moves.c.token == token, moves.c.until > at)
            found: str | None = await session.scalar(query)
            return found

    async def move(self, token: str, person: str, at: float) -> list[str] | None:
        """Use a code up: seats, tables and lessons of whoever made it become this person's. Returns their tables.

        None if there is no such code, or somebody was quicker: of two who use it, one removes the row.
        """
        async with self._writing() as session:
            query = select(moves.c.person).where(moves.c.token == token, moves.c.until > at)
            old = await session.scalar(query)
            gone: Any = await session.execute(delete(moves).where(moves.c.token == token, moves.c.until > at))
            if old is None or not gone.rowcount:
                return None
            found = await session.scalars(select(seats.c.table).where(seats.c.person == old).distinct())
            keys = list(found)
            await session.execute(update(seats).where(seats.c.person == old).values(person=person))
            await session.execute(update(tables).where(tables.c.owner == old).values(owner=person))
            known = select(learnt.c.game, learnt.c.lesson).where(learnt.c.person == person)
            new = and_(learnt.c.person == old, tuple_(learnt.c.game, learnt.c.lesson).not_in(known))
            await session.execute(update(learnt).where(new).values(person=person))
            return keys


Waiting = tuple[Entry, asyncio.Future[None]]


@asynccontextmanager
async def _answered() -> AsyncIterator[None]:
    """Drivers raise what they like, or nothing, when a database goes away: all of it becomes `Away`."""
    try:
        async with asyncio.timeout(PATIENCE):
            yield
    except (*TAKEN, Away):
        raise
    except Exception as error:
        log.warning("the database does not answer: %s: %s", type(error).__name__, " ".join(str(error).split())[:200])
        raise Away() from error


def _settle(batch: Sequence[Waiting], error: Exception | None = None) -> None:
    """Tell everybody who still waits."""
    for _, kept in batch:
        if not kept.done():
            if error is None:
                kept.set_result(None)
            else:
                kept.set_exception(error)


class Pen:
    """Writes the journal into an SQLite file, in a thread of its own: SQLite blocks. SQLAlchemy only opens the file."""

    def __init__(self, engine: Engine) -> None:
        self.hand = ThreadPoolExecutor(1, "journal")
        self._engine = engine
        self._held: PoolProxiedConnection | None = None

    def append(self, rows: list[dict[str, Any]]) -> None:
        """One whole transaction."""
        held = self._held = self._held or self._engine.raw_connection()
        connection: Any = held.driver_connection
        try:
            with connection:
                connection.executemany(APPEND_SQLITE, rows)
        except sqlite3.IntegrityError:
            raise
        except BaseException:
            self._held = None
            held.invalidate()
            raise

    def close(self) -> None:
        """Let go of the file."""
        if self._held is not None:
            self.hand.submit(self._held.close)
        self.hand.shutdown()
        self._engine.dispose()


def _pen(address: str) -> Pen | None:
    """The way of the journal to an SQLite file."""
    url = make_url(address)
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    engine = create_engine(url.set(drivername="sqlite"))
    event.listen(engine, "connect", _sqlite_habits)
    return Pen(engine)


def _engine(address: str) -> AsyncEngine:
    """The way to a database: it never waits without end, and never hands out a connection that is dead."""
    if address.startswith("sqlite"):
        engine = create_async_engine(address)
        event.listen(engine.sync_engine, "connect", _sqlite_habits)
        return engine
    limits = {"timeout": PATIENCE / 2, "command_timeout": PATIENCE / 2}
    return create_async_engine(address, pool_pre_ping=True, pool_timeout=PATIENCE, connect_args=limits)


def _upgrade(connection: Connection) -> None:
    """Run the migrations that are missing; of several processes that begin together one does it."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_xact_lock(7)"))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _sqlite_habits(connection: Any, _: Any) -> None:
    """Readers do not wait for writers; what was committed survives the end of the process and of the machine."""
    for habit in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {habit}")
