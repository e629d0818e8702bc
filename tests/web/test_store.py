"""Storage: migrations, and two servers that share a database."""

from __future__ import annotations

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from khonsu.web.domain.arrangement import Arrangement, Entry
from khonsu.web.domain.table import Stale
from khonsu.web.services.hub import Hub
from khonsu.web.services.lobby import Host, Wanted, Wish, make
from khonsu.web.services.pool import Thinkers
from khonsu.web.settings import ServerSettings
from khonsu.web.storage.rows import mapping
from khonsu.web.storage.store import Lost, Store


def test_migrations_make_what_the_code_expects(database):
    async def differences() -> list[object]:
        store = Store(database)
        await store.open()
        await store.open()  # nothing to do the second time
        async with store.engine.connect() as connection:
            found = await connection.run_sync(
                lambda plain: compare_metadata(MigrationContext.configure(plain), mapping.metadata)
            )
        await store.close()
        return list(found)

    assert asyncio.run(differences()) == []


def test_two_servers_cannot_both_win_a_ply(rules, database):
    async def race() -> None:
        hubs = []
        for _ in range(2):
            store = Store(database)
            await store.open()
            hubs.append(Hub(store, Thinkers(1, 0.1), ServerSettings()))
        people = [Wish("program"), Wish("program")]
        key, _ = await make(hubs[0], Wanted("ankhor", people), Host())
        rooms = [await hub.get(key) for hub in hubs]
        table, other = (room.table for room in rooms)
        for _ in range(20):
            (seat,) = table.match.deciders
            step = table.match.legal(seat)[0].id
            results = await asyncio.gather(
                *(hub.act(room, seat, "step", step, room.table.ply) for hub, room in zip(hubs, rooms)),
                return_exceptions=True,
            )
            assert sorted(type(result) for result in results if result is not None) in ([Stale], [])
            assert sum(result is None for result in results) == 1
            for hub, room in zip(hubs, rooms):
                await hub._catch_up(room)
            assert table.ply == other.ply
            assert table.match.position.save() == other.match.position.save()
        entry = Entry(table=key, ply=0, seat=0, kind="step", text="blue", at=0.0)
        with pytest.raises(Lost):
            await hubs[0].store.append(entry)
        for hub in hubs:
            await hub.store.close()

    asyncio.run(race())


def test_seat_is_given_once(rules, database):
    async def sit() -> list[bool]:
        store = Store(database)
        await store.open()
        hub = Hub(store, Thinkers(1, 0.1), ServerSettings())
        key, _ = await make(hub, Wanted("ankhor", [Wish("person"), Wish("open")]), Host("me", "Me"))
        taken = await asyncio.gather(*(store.sit(key, 1, f"p{n}", "N") for n in range(8)))
        await store.close()
        return list(taken)

    assert sum(asyncio.run(sit())) == 1


def test_entries_written_together_stand_or_fall_one_by_one(database):
    """One that comes too late costs the others nothing, and none of them is written twice or half."""

    async def write() -> None:
        store = Store(database)
        await store.open()
        await store.add(
            Arrangement(id="t", game="ankhor", rules=1, players=2, options={}, seed="1", salt="", made_at=0.0), []
        )
        await store.append(Entry(table="t", ply=3, seat=0, kind="step"))
        entries = [Entry(table="t", ply=ply, seat=0, kind="step") for ply in (0, 1, 2, 3, 4)]
        results = await asyncio.gather(*(store.append(entry) for entry in entries), return_exceptions=True)
        assert [type(result) for result in results] == [type(None)] * 3 + [Lost, type(None)]
        assert [entry.ply for entry in await store.journal("t")] == [0, 1, 2, 3, 4]
        await store.append(Entry(table="t", ply=5, seat=0, kind="step"))
        await store.close()

    asyncio.run(write())
