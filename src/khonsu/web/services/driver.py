"""Bots move where somebody watches or a person waits. A failure is logged and tried again, never the end of a match."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from khonsu.web.domain.table import Stale, Table
from khonsu.web.services.pool import STAND_IN

if TYPE_CHECKING:
    from khonsu.web.services.hub import Hub

log = logging.getLogger("khonsu.web")
SOONEST, LATEST = 0.5, 8.0  # seconds before a bot that could not move is asked again; doubled each time


class Driver:
    """Lets the bots of all tables move."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def drive(self, table: Table) -> None:
        """Let the bots move whose turn it is."""
        if table.thinking is None and self._wanted(table):
            table.thinking = self.hub.tasks.once(f"driving the bots of table {table.row.id}", self._drive(table))

    def _wanted(self, table: Table) -> bool:
        return table.bot_to_move is not None and (table.watched or table.somebody_plays)

    async def _drive(self, table: Table) -> None:
        wait = SOONEST
        try:
            while self._wanted(table):
                try:
                    await self._move(table)
                    wait = SOONEST
                except Stale:
                    continue
                except Exception as error:  # the database is away, or no bot answers: the match waits and goes on
                    log.warning("a bot could not move at table %s: %s: %s", table.row.id, type(error).__name__, error)
                    await asyncio.sleep(wait)
                    wait = min(LATEST, 2 * wait)
        finally:
            table.thinking = None

    async def _move(self, table: Table) -> None:
        """One step of the bot whose turn it is, unless the table goes on without it meanwhile."""
        seat, ply = table.bot_to_move, table.ply
        if seat is None:
            return
        name = table.player(seat) or STAND_IN
        pause = asyncio.get_running_loop().time() + self.hub.settings.bot_pause
        urgent = table.somebody_plays
        choice = await self.hub.thinkers.choose(name, table.match, seat, table=table.row.id, urgent=urgent)
        await asyncio.sleep(pause - asyncio.get_running_loop().time())
        if choice.note:
            await self.hub.act_as_bot(table, seat, "note", choice.note, ply)
        await self.hub.act_as_bot(table, seat, "step", choice.step, ply + bool(choice.note))
