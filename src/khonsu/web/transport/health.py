"""What whoever watches over the server is told."""

from __future__ import annotations

import asyncio
import math
import time
from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency
from sqlalchemy.exc import SQLAlchemyError

from khonsu.web.settings import PULSE
from khonsu.web.storage.store import Away, Store
from khonsu.web.transport.common import TheHub


class Pulse:
    """Whether the database keeps what it is given. It is asked once a second at most, whoever wants to know."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._asking = asyncio.Lock()
        self._well, self._asked = False, -math.inf

    async def feel(self) -> bool:
        """The last answer if it is fresh, or a new one."""
        async with self._asking:
            if time.monotonic() - self._asked > PULSE:
                self._well = await self._ask()
                self._asked = time.monotonic()
            return self._well

    async def _ask(self) -> bool:
        try:
            async with asyncio.timeout(5):
                await self.store.knock()
        except (Away, SQLAlchemyError, OSError):
            return False
        return True


ThePulse = NamedDependency[Pulse]


@get("/healthz", include_in_schema=False)
async def health(hub: TheHub, pulse: ThePulse) -> Response[dict[str, Any]]:
    """200 if matches can be kept, 503 if not."""
    if await pulse.feel():
        return Response({"database": True, "tables": len(hub.rooms)})
    return Response({"database": False}, status_code=503)
