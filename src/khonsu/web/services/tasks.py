"""The supervisor: no task of the server is forgotten while it runs, and none ends without a line in the log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

log = logging.getLogger("khonsu.web")
SOONEST, LATEST = 0.5, 5.0  # seconds before work that failed is begun again; doubled each time


class Tasks:
    """Everything that runs beside the requests."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def once(self, name: str, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Work that ends by itself; a failure is logged."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def forever(self, name: str, work: Callable[[], Awaitable[None]]) -> asyncio.Task[Any]:
        """Work that is begun again whenever it ends, after a short wait if it failed."""
        return self.once(name, _again(name, work))

    async def close(self) -> None:
        """End everything and wait until it has ended."""
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed", task.get_name(), exc_info=error)


async def _again(name: str, work: Callable[[], Awaitable[None]]) -> None:
    wait = SOONEST
    while True:
        began = asyncio.get_running_loop().time()
        try:
            await work()
        except Exception as error:
            if asyncio.get_running_loop().time() - began > LATEST:
                wait = SOONEST  # it had worked for a while
            log.warning("%s failed and is begun again in %.1f s: %s: %s", name, wait, type(error).__name__, error)
            await asyncio.sleep(wait)
            wait = min(LATEST, 2 * wait)
