"""Storage. A table is a row, its seats are rows, and all that was done at it are the rows of a journal.

The journal's primary key is (table, ply): of two writers who want the same ply one is refused by the database, whatever
process it lives in. Nothing in a journal is ever changed: taking a step back is an entry like the step itself.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import JSON, Connection, Double, ForeignKey, and_, event, exists, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

MIGRATIONS = Path(__file__).parent / "migrations"


class Base(DeclarativeBase):
    """All rows."""


class House(Base):
    """What the server must remember about itself: the key of its cookies."""

    __tablename__ = "house"
    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]


class TableRow(Base):
    """One match and the settings of its table."""

    __tablename__ = "tables"
    id: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str]
    rules: Mapped[int]
    players: Mapped[int]
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    seed: Mapped[str]  # a number of 64 bits, which not every database keeps
    salt: Mapped[str]
    owner: Mapped[str | None]  # the digest of a person
    listed: Mapped[bool]
    hints: Mapped[str | None]  # the bot that may be asked
    clock: Mapped[dict[str, float] | None] = mapped_column(JSON)  # {"minutes": each} or {"days": a turn}
    made_at: Mapped[float] = mapped_column(Double)
    begun_at: Mapped[float | None] = mapped_column(Double)
    over_at: Mapped[float | None] = mapped_column(Double, index=True)
    result: Mapped[list[float] | None] = mapped_column(JSON)
    again: Mapped[str | None]  # the table of the rematch
    uploaded: Mapped[bool] = mapped_column(default=False)


class SeatRow(Base):
    """Who sits where."""

    __tablename__ = "seats"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str]  # person, friend, open, bot, program, record
    name: Mapped[str]
    bot: Mapped[str | None]
    person: Mapped[str | None] = mapped_column(index=True)  # digest of the person who sits here
    token: Mapped[str | None]  # digest of the secret of an invitation or a program
    confirm: Mapped[bool]  # whether the end of a turn is confirmed
    stand_in: Mapped[str | None]  # the bot that plays for a person who left
    flagged: Mapped[bool]  # the clock ran out: the seat stays with the bot


class Entry(Base):
    """One thing that was done: a step in notation, a step taken back, a turn confirmed."""

    __tablename__ = "journal"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int]
    kind: Mapped[str]  # step, undo, done
    text: Mapped[str]
    at: Mapped[float] = mapped_column(Double)


class Lost(Exception):
    """Somebody else was quicker: the ply is taken."""


class Store:
    """All reading and writing of the database."""

    def __init__(self, address: str) -> None:
        self.engine: AsyncEngine = create_async_engine(address)
        if address.startswith("sqlite"):
            event.listen(self.engine.sync_engine, "connect", _sqlite_habits)
        self.session = async_sessionmaker(self.engine, expire_on_commit=False)
        self._waiting: list[tuple[Entry, asyncio.Future[None]]] = []
        self._writer: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()  # one writer at a time: SQLite has only one, and others lose nothing by it

    async def open(self) -> None:
        """Bring the database to the present form."""
        async with self.engine.begin() as connection:
            await connection.run_sync(_upgrade)

    async def close(self) -> None:
        """Let go of the database."""
        await self.engine.dispose()

    async def knock(self) -> None:
        """Whether the database answers; raises if not."""
        async with self.session() as session:
            await session.execute(text("select 1"))

    async def secret(self, name: str) -> str:
        """A secret of the server, made on first use."""
        async with self.session() as session:
            if found := await session.get(House, name):
                return found.value
            made = House(name=name, value=secrets.token_hex(32))
            session.add(made)
            try:
                await session.commit()
                return made.value
            except IntegrityError:
                await session.rollback()
                row = await session.get_one(House, name)
                return row.value

    async def add(self, table: TableRow, seats: Sequence[SeatRow], journal: Sequence[Entry] = ()) -> None:
        """Keep a new table."""
        async with self._lock, self.session() as session:
            session.add(table)
            await session.flush()
            session.add_all([*seats, *journal])
            await session.commit()

    async def table(self, key: str) -> TableRow | None:
        """A table by its id."""
        async with self.session() as session:
            return await session.get(TableRow, key)

    async def seats(self, key: str) -> list[SeatRow]:
        """The seats of a table in order."""
        async with self.session() as session:
            return list(await session.scalars(select(SeatRow).where(SeatRow.table == key).order_by(SeatRow.seat)))

    async def journal(self, key: str, since: int = 0) -> list[Entry]:
        """What was done at a table, from a ply on."""
        query = select(Entry).where(Entry.table == key, Entry.ply >= since).order_by(Entry.ply)
        async with self.session() as session:
            return list(await session.scalars(query))

    async def append(self, entry: Entry) -> None:
        """Keep one more entry; `Lost` if its ply is taken. Returns when it is safe on disk.

        Entries that come while others are being written are written together: the disk is asked once for all of them.
        """
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, kept))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        await kept

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                await self._insert([entry for entry, _ in batch])
                for _, kept in batch:
                    _settle(kept)
            except SQLAlchemyError:
                for entry, kept in batch:  # one of them was too late, or worse: each for itself
                    try:
                        await self._insert([entry])
                        _settle(kept)
                    except IntegrityError:
                        _settle(kept, Lost())
                    except SQLAlchemyError as error:
                        _settle(kept, error)

    async def _insert(self, entries: list[Entry]) -> None:
        rows = [{name: getattr(entry, name) for name in Entry.__table__.columns.keys()} for entry in entries]  # noqa: SIM118
        async with self._lock, self.session() as session:
            await session.execute(insert(Entry), rows)
            await session.commit()

    async def change_table(self, key: str, **values: Any) -> None:
        """New values of a table's row."""
        async with self._lock, self.session() as session:
            await session.execute(update(TableRow).where(TableRow.id == key).values(**values))
            await session.commit()

    async def claim(self, key: str, **values: Any) -> bool:
        """The same where a value is given only once: False if somebody was quicker."""
        empty = [getattr(TableRow, name).is_(None) for name in values]
        async with self._lock, self.session() as session:
            done: Any = await session.execute(update(TableRow).where(TableRow.id == key, *empty).values(**values))
            await session.commit()
            return bool(done.rowcount)

    async def change_seat(self, key: str, seat: int, **values: Any) -> None:
        """New values of a seat."""
        async with self._lock, self.session() as session:
            query = update(SeatRow).where(SeatRow.table == key, SeatRow.seat == seat).values(**values)
            await session.execute(query)
            await session.commit()

    async def sit(self, key: str, seat: int, person: str, name: str) -> bool:
        """Give a free seat to a person; False if somebody else was quicker."""
        free = and_(SeatRow.table == key, SeatRow.seat == seat, SeatRow.person.is_(None))
        async with self._lock, self.session() as session:
            done: Any = await session.execute(update(SeatRow).where(free).values(person=person, name=name))
            await session.commit()
            return bool(done.rowcount)

    async def tables(self, which: str, person: str = "", limit: int = 50) -> list[TableRow]:
        """Tables of a list: mine, open, running (to watch), finished, clocked."""
        mine = exists().where(SeatRow.table == TableRow.id, SeatRow.person == person)
        free = exists().where(SeatRow.table == TableRow.id, SeatRow.kind == "open", SeatRow.person.is_(None))
        conditions = {
            "mine": and_(mine, TableRow.over_at.is_(None)),
            "open": and_(free, TableRow.listed, TableRow.begun_at.is_(None)),
            "running": and_(TableRow.listed, TableRow.begun_at.is_not(None), TableRow.over_at.is_(None)),
            "finished": and_(TableRow.over_at.is_not(None), or_(TableRow.listed, mine)),
            "clocked": and_(TableRow.over_at.is_(None), TableRow.begun_at.is_not(None)),
        }
        newest = TableRow.over_at.desc() if which == "finished" else TableRow.made_at.desc()
        async with self.session() as session:
            return list(await session.scalars(select(TableRow).where(conditions[which]).order_by(newest).limit(limit)))


def _settle(kept: asyncio.Future[None], error: Exception | None = None) -> None:
    """Tell whoever still waits."""
    if not kept.done():
        if error is None:
            kept.set_result(None)
        else:
            kept.set_exception(error)


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


def now() -> float:
    """The time as it is kept."""
    return time.time()
