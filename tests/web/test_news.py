"""News between processes is said again if the connection was lost over it, and read again if it could not be read."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import asyncpg
import pytest

from khonsu.web.services.messenger import Messenger, News
from khonsu.web.services.tasks import Tasks
from khonsu.web.storage.store import Away

Test = Callable[[Messenger, "asyncio.Queue[str]"], Awaitable[None]]


@pytest.fixture
def between(postgresql):
    """Runs a test with somebody who speaks, and the queue of what another process hears and looks at."""
    database = postgresql.new()

    def run(test: Test, troubles: int = 0) -> None:
        async def running() -> None:
            happened: asyncio.Queue[str] = asyncio.Queue()
            left = [troubles]

            async def hear(news: News) -> None:
                happened.put_nowait(f"heard {news.ply}")
                if left[0]:
                    left[0] -= 1
                    raise Away()

            async def missed() -> None:
                happened.put_nowait("looked")

            async def nobody(*_: News) -> None:
                pass

            tasks = Tasks()
            here, there = Messenger(database), Messenger(database)
            here.open(tasks, hear, missed)
            there.open(tasks, nobody, nobody)
            try:
                async with asyncio.timeout(20):
                    assert await happened.get() == "looked"
                    there.say(News("a", ply=1))
                    assert await happened.get() == "heard 1"
                    await test(there, happened)
            finally:
                await tasks.close()

        asyncio.run(running())

    run.database = database
    return run


def test_news_over_which_the_connection_was_lost_is_said_again(between):
    async def test(there: Messenger, happened: asyncio.Queue[str]) -> None:
        cutter = await asyncpg.connect(between.database)
        await cutter.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where pid <> pg_backend_pid() and query like '%pg_notify%'"
        )
        await cutter.close()
        there.say(News("a", ply=2))
        assert await happened.get() == "heard 2"

    between(test)


def test_news_that_could_not_be_read_leads_to_a_look_at_everything(between):
    async def test(there: Messenger, happened: asyncio.Queue[str]) -> None:
        assert await happened.get() == "looked"
        there.say(News("a", ply=2))
        assert await happened.get() == "heard 2"

    between(test, troubles=1)
