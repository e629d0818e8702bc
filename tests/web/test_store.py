"""Storage: migrations, and two servers that share a database."""

from __future__ import annotations

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from khonsu.text import Text
from khonsu.web.domain.table import Stale
from khonsu.web.services.hub import Hub
from khonsu.web.services.lobby import Wanted, Wish, make
from khonsu.web.services.pool import Thinkers
from khonsu.web.settings import Settings
from khonsu.web.storage.store import Base, Entry, Lost, Store


def test_migrations_make_what_the_code_expects(database):
    async def differences() -> list[object]:
        store = Store(database)
        await store.open()
        await store.open()  # nothing to do the second time
        async with store.engine.connect() as connection:
            found = await connection.run_sync(
                lambda plain: compare_metadata(MigrationContext.configure(plain), Base.metadata)
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
            hubs.append(Hub(store, Thinkers(1, 0.1), Settings()))
        people = [Wish("program"), Wish("program")]
        table, _ = await make(hubs[0], Wanted("ankhor", people), None, "", Text("en"))
        other = await hubs[1].get(table.row.id)
        assert other is not None
        for _ in range(20):
            (seat,) = table.match.deciders
            step = table.match.legal(seat)[0].id
            results = await asyncio.gather(
                hubs[0].act(table, seat, "step", step, table.ply),
                hubs[1].act(other, seat, "step", step, other.ply),
                return_exceptions=True,
            )
            assert sorted(type(result) for result in results if result is not None) in ([Stale], [])
            assert sum(result is None for result in results) == 1
            for hub, mine in zip(hubs, (table, other)):
                await hub._catch_up(mine)
            assert table.ply == other.ply
            assert table.match.position.save() == other.match.position.save()
        entry = Entry(table=table.row.id, ply=0, seat=0, kind="step", text="blue", at=0.0)
        with pytest.raises(Lost):
            await hubs[0].store.append(entry)
        for hub in hubs:
            await hub.store.close()

    asyncio.run(race())


def test_seat_is_given_once(rules, database):
    async def sit() -> list[bool]:
        store = Store(database)
        await store.open()
        hub = Hub(store, Thinkers(1, 0.1), Settings())
        table, _ = await make(hub, Wanted("ankhor", [Wish("person"), Wish("open")]), "me", "Me", Text("en"))
        taken = await asyncio.gather(*(store.sit(table.row.id, 1, f"p{n}", "N") for n in range(8)))
        await store.close()
        return list(taken)

    assert sum(asyncio.run(sit())) == 1
