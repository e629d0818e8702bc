"""Bots move where somebody watches or a person waits. A failure is logged and tried again, never the end of a match."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from khonsu.web.domain.table import Stale
from khonsu.web.services.council import Council
from khonsu.web.services.room import Room
from khonsu.web.settings import SUBSTITUTE

if TYPE_CHECKING:
    from khonsu.web.services.hub import Hub

log = logging.getLogger("khonsu.web")
SOONEST, LATEST = 0.5, 8.0  # seconds before a bot that could not move is asked again; doubled each time


class Driver:
    """Lets the bots of all tables move."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.council = Council(hub)

    def drive(self, room: Room) -> None:
        """Let the bots move whose turn it is."""
        self.council.consult(room)
        if room.thinking is None and self._wanted(room):
            room.thinking = self.hub.tasks.once(f"driving the bots of table {room.table.key}", self._drive(room))

    def _wanted(self, room: Room) -> bool:
        return room.table.bot_to_move is not None and (room.watched or room.table.somebody_plays)

    async def _drive(self, room: Room) -> None:
        wait = SOONEST
        try:
            while self._wanted(room):
                try:
                    await self._move(room)
                    wait = SOONEST
                except Stale:
                    continue
                except Exception as error:  # the database is away, or no bot answers: the match waits and goes on
                    log.warning("a bot could not move at table %s: %s: %s", room.table.key, type(error).__name__, error)
                    await asyncio.sleep(wait)
                    wait = min(LATEST, 2 * wait)
        finally:
            room.thinking = None

    async def _move(self, room: Room) -> None:
        """One step of the bot whose turn it is, unless the table goes on without it meanwhile."""
        seat, ply = room.table.bot_to_move, room.table.ply
        if seat is None:
            return
        name = room.table.seats[seat].player or SUBSTITUTE
        pause = asyncio.get_running_loop().time() + self.hub.settings.bot_pause
        urgent = room.table.somebody_plays
        choice = await self.hub.thinkers.choose(name, room.table.match, seat, table=room.table.key, urgent=urgent)
        await asyncio.sleep(pause - asyncio.get_running_loop().time())
        if choice.note:
            await self.hub.act_as_bot(room, seat, "note", choice.note, ply)
        step = await self.council.agree(room, seat, ply + bool(choice.note), choice)
        await self.hub.act_as_bot(room, seat, "step", step, ply + bool(choice.note))
