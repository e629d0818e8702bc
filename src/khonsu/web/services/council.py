"""Bots as partners: they propose what they would do, and weigh what a person proposes to them."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from khonsu.bots import Choice
from khonsu.web.domain.council import adviser, waits_for_word
from khonsu.web.domain.table import Table
from khonsu.web.services.room import Room
from khonsu.web.settings import SUBSTITUTE

if TYPE_CHECKING:
    from khonsu.web.services.hub import Hub

log = logging.getLogger("khonsu.web")
MARGIN = 0.05  # share of the win that a bot gives up at most to do as its partner proposes


class Council:
    """Who speaks with whom at all tables."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def consult(self, room: Room) -> None:
        """Let a bot propose something to its partner who is asked, where somebody looks at the table."""
        if room.advising is None and room.watched and self._to_advise(room.table) is not None:
            room.advising = self.hub.tasks.once(f"advice at table {room.table.key}", self._advise(room))

    def _to_advise(self, table: Table) -> int | None:
        return next((seat for seat in table.asked if adviser(table, seat) is not None), None)

    async def _advise(self, room: Room) -> None:
        """What the bot itself would choose, knowing what its partner knows, which is the same (AK: section 5)."""
        table = room.table
        try:
            while room.watched and (seat := self._to_advise(table)) is not None:
                by, ply = adviser(table, seat), table.ply
                assert by is not None
                name = table.seats[by].player or SUBSTITUTE
                choice = await self.hub.thinkers.choose(name, table.match, seat, table=table.key, urgent=False)
                if table.ply == ply and adviser(table, seat) == by:
                    table.propose(by, seat, choice.step, ply)
                    room.tell_partners(by, seat)
        except Exception as error:  # nobody is lost without advice; the next question is another chance
            log.warning("no advice at table %s: %s: %s", table.key, type(error).__name__, error)
        finally:
            room.advising = None

    async def agree(self, room: Room, seat: int, ply: int, choice: Choice) -> int:
        """The step that a bot plays: its own, or its partner's, whose word it waits for a while."""
        room.word.clear()
        try:
            async with asyncio.timeout(self.hub.settings.word_wait):
                while room.table.ply == ply and waits_for_word(room.table, seat):
                    await room.word.wait()
                    room.word.clear()
        except TimeoutError:
            pass
        proposal = room.table.proposals.get(seat)
        step = proposal.step if proposal and room.table.ply == ply else None
        return choice.step if step is None else weigh(choice, step.id)


def weigh(choice: Choice, proposed: int) -> int:
    """The proposal, if the bot's own search finds it about as good as its best, or has no opinion; else the best."""
    found = {candidate.step: candidate for candidate in choice.candidates}
    best, other = found.get(choice.step), found.get(proposed)
    if best is None or other is None:
        return choice.step if found else proposed
    if best.share is None or other.share is None:  # values have no scale that all bots share
        return proposed if other.visits and other.value >= best.value else choice.step
    return proposed if other.share >= best.share - MARGIN else choice.step
