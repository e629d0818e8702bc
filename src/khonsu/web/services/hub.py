"""The live tables of this server: loading them, doing things at them in order, telling everybody."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from contextlib import suppress

import msgspec
from litestar.di import NamedDependency

from khonsu.errors import KhonsuError
from khonsu.web.domain.clock import Pauses, not_before, now
from khonsu.web.domain.table import NotYours, OutOfTime, Stale, Table
from khonsu.web.scenes.scene import scene, seats
from khonsu.web.services.driver import Driver
from khonsu.web.services.messenger import Messenger, News
from khonsu.web.services.pool import STAND_IN, Thinkers
from khonsu.web.services.tasks import Tasks
from khonsu.web.services.watcher import Watcher, present, seats_here
from khonsu.web.settings import (
    BEAT,
    CLOSED,
    CONNECTIONS,
    HEARTBEAT,
    IDLE,
    SEATS_EVERY,
    TABLE_CONNECTIONS,
    WAITING,
    Settings,
)
from khonsu.web.storage.store import Away, Entry, Lost, Store
from khonsu.web.transport.people import free_name
from khonsu.web.words import words

log = logging.getLogger("khonsu.web")
frame = msgspec.json.Encoder().encode
KEY = re.compile("[A-Za-z0-9_-]{1,32}")  # what the id of a table can look like


class Hub:
    """All tables in memory. A table that is not here is made from its journal when somebody asks for it."""

    def __init__(self, store: Store, thinkers: Thinkers, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.tasks = Tasks()
        self.messenger = Messenger(settings.database)
        self.thinkers = thinkers
        self.driver = Driver(self)
        self.pauses = Pauses()
        self.tables: dict[str, Table] = {}
        self.asleep: dict[str, float] = {}  # tables with a clock that were let go -> when it will run out
        self.guests: Counter[str] = Counter()  # live connections of each address
        self._loading: dict[str, asyncio.Lock] = {}

    async def open(self) -> None:
        """Take up the matches that a stop or a crash has left waiting, and keep the house in order."""
        not_before(await self.store.last_open())
        await self._beat()
        for row in await self.store.tables("clocked", limit=10_000):
            if row.clock:
                self.asleep[row.id] = 0.0  # unknown until it is looked at
        self.messenger.open(self.tasks, self.hear, self._hear_all)
        self.tasks.forever("noting that the house is open", self._keep_beating)
        self.tasks.forever("housekeeping", self._keep_house)

    async def close(self) -> None:
        """Stop everything that runs."""
        await self.tasks.close()
        for table in self.tables.values():
            for watcher in table.watchers:
                watcher.leave()
        with suppress(Away):
            await self._beat()

    async def get(self, key: str) -> Table | None:
        """A table by its id, replayed from its journal if it is not in memory."""
        if key in self.tables or not KEY.fullmatch(key):
            return self.tables.get(key)
        try:
            async with self._loading.setdefault(key, asyncio.Lock()):
                if key not in self.tables and (row := await self.store.table(key)):
                    table = Table(row, await self.store.seats(key), self.pauses)
                    table.unwatched = now()
                    await self._catch_up(table)
                    self.tables[key] = table
                    self.asleep.pop(key, None)
                    self.driver.drive(table)
        finally:
            self._loading.pop(key, None)
        return self.tables.get(key)

    # -- doing ---------------------------------------------------------------------------------------------------------

    async def act(
        self, table: Table, seat: int, kind: str, what: int | str | None = None, ply: int | None = None
    ) -> None:
        """Whoever sits there does one thing: checked, then stored, then carried out, then told, in this order."""
        async with table.lock:
            await self._settle_doubt(table)
            if table.time_is_up(seat, now()):
                await self._stand_in(table, seat, STAND_IN, flagged=True)
                raise OutOfTime()
            table.may_act(seat)
            await self._enter(table, table.check(seat, kind, what, ply))
        self.driver.drive(table)

    async def act_as_bot(self, table: Table, seat: int, kind: str, what: int | str, ply: int) -> None:
        """The same for a bot of the house; the caller goes on with driving."""
        async with table.lock:
            await self._settle_doubt(table)
            if table.player(seat) is None:
                raise Stale()  # a person has come back to this seat
            await self._enter(table, table.check(seat, kind, what, ply))

    async def _enter(self, table: Table, entry: Entry) -> None:
        """Keep an entry, carry it out, tell of it. Whatever is not sure afterwards is looked at again."""
        entry.at = now()
        table.doubtful = True
        try:
            await self.store.append(entry)
        except Lost:
            await self._settle_doubt(table)
            self.tell(table)
            raise Stale() from None
        table.apply(entry)
        table.doubtful = False
        self.messenger.say(News(table.row.id, ply=table.ply))
        self.tell(table)
        await self._finish(table)

    async def _settle_doubt(self, table: Table) -> None:
        """If it is not known whether the last entry was stored, look into the journal."""
        if table.doubtful:
            before = table.ply
            await self._catch_up(table)
            table.doubtful = False
            if table.ply != before:
                self.messenger.say(News(table.row.id, ply=table.ply))
                self.tell(table)

    async def hear(self, news: News) -> None:
        """Another process tells of a table: look into the database if it is of interest here."""
        if (table := self.tables.get(news.table)) is None:
            return
        if news.here is not None:
            if news.sender not in table.elsewhere and table.watchers:
                self._say_here(table)  # it has just loaded the table and does not know yet who is here
            table.elsewhere[news.sender] = (now(), set(news.here))
            self._presence_changed(table)
        if news.seats or news.ply > table.ply:
            await self._look_again(table, news.seats)

    async def _hear_all(self) -> None:
        """News may have been missed: look at every table."""
        for table in list(self.tables.values()):
            await self._look_again(table, rows=True)

    async def _look_again(self, table: Table, rows: bool) -> None:
        """Bring a table to what the database knows of it."""
        async with table.lock:
            if rows and (row := await self.store.table(table.row.id)):
                table.renew(row, await self.store.seats(row.id))
            await self._catch_up(table)
            await self.begin(table)
        self._note_presence(table)
        self.refresh(table)

    async def _catch_up(self, table: Table) -> None:
        """Carry out what stands in the journal and is not known here yet."""
        for entry in await self.store.journal(table.row.id, table.ply):
            table.apply(entry)
        await self._finish(table)

    async def _finish(self, table: Table) -> None:
        """Note that a match is over; if that cannot be stored, housekeeping tries again."""
        if table.begun and table.finished and table.row.over_at is None:
            at, result = now(), list(table.match.result())
            try:
                await self.store.change_table(table.row.id, over_at=at, result=result)
            except Away:
                return
            table.row.over_at, table.row.result = at, result

    def tell(self, table: Table) -> None:
        """Send every watcher the present state, each through their own eyes, and wake programs that wait for it."""
        table.wake()
        for watcher in list(table.watchers):
            watcher.send(frame(scene(table, watcher)))

    async def next_news(self, table: Table, ply: int, seconds: float) -> None:
        """Wait until the table has gone beyond a ply, but not for ever; too many who wait are not let in."""
        if len(table.waiting) >= WAITING:
            return
        event = asyncio.Event()
        table.waiting.add(event)
        try:
            self.driver.drive(table)
            async with asyncio.timeout(seconds):
                while table.ply <= ply and not table.finished:
                    event.clear()
                    await event.wait()
        except TimeoutError:
            pass
        finally:
            table.waiting.discard(event)
            table.unwatched = now()

    # -- people --------------------------------------------------------------------------------------------------------

    def admits(self, table: Table, address: str, person: str) -> bool:
        """Whether one more live connection is within the limits of the table, the address and the person."""
        return (
            len(table.watchers) < TABLE_CONNECTIONS
            and self.guests[address] < self.settings.connections
            and sum(watcher.person == person for watcher in table.watchers) < CONNECTIONS
        )

    def watch(self, table: Table, watcher: Watcher) -> None:
        """Somebody comes to look."""
        self.guests[watcher.address] += 1
        table.watchers.add(watcher)
        self._presence_changed(table)
        watcher.send(frame(scene(table, watcher, fresh=True)))
        self.driver.drive(table)

    def unwatch(self, table: Table, watcher: Watcher) -> None:
        """Somebody goes."""
        self.guests -= Counter([watcher.address])
        table.watchers.discard(watcher)
        table.unwatched = now()
        self._presence_changed(table)

    def _presence_changed(self, table: Table) -> None:
        """Somebody came or went: everybody is told, but of a crowd that comes and goes only a few times a second."""
        self._note_presence(table)
        if table.seats_due is None:
            loop = asyncio.get_running_loop()
            table.seats_due = loop.call_at(table.seats_told + SEATS_EVERY, self._tell_presence, table)

    def _tell_presence(self, table: Table) -> None:
        table.seats_due, table.seats_told = None, asyncio.get_running_loop().time()
        self._say_here(table)
        made: dict[tuple[int, str], bytes] = {}
        for watcher in list(table.watchers):
            eyes = watcher.eyes(table)[0], watcher.language
            if eyes not in made:
                shown = seats(table, eyes[0], words(watcher.language, table.match.game.name))
                made[eyes] = frame({"kind": "seats", "seats": shown})
            watcher.send(made[eyes])

    def _say_here(self, table: Table) -> None:
        table.said_here = now()
        self.messenger.say(News(table.row.id, here=sorted(seats_here(table.watchers, table))))

    def _note_presence(self, table: Table) -> None:
        here = present(table)
        people = {row.seat for row in table.seats if row.person is not None}
        table.gone = {seat: table.gone.get(seat, now()) for seat in people - here}

    async def sit(self, table: Table, seat: int, person: str, name: str) -> bool:
        """Give a free seat to a person, under a name that nobody else has here, and begin when it was the last one."""
        async with table.lock:
            name = free_name(name, [row.name for row in table.seats if row.seat != seat])
            if not await self.store.sit(table.row.id, seat, person, name):
                return False
            row = table.seats[seat]
            row.person, row.name, row.token = person, name, None
            table.match.names[seat] = name
            await self.begin(table)
        self._note_presence(table)
        self.changed(table)
        return True

    async def begin(self, table: Table) -> None:
        """Begin if everybody is there."""
        if not table.begun and all(table.filled(row) for row in table.seats):
            at = now()
            if not await self.store.claim(table.row.id, begun_at=at) and (row := await self.store.table(table.row.id)):
                at = row.begun_at or at
            table.row.begun_at = table.since = at

    async def set_confirm(self, table: Table, seat: int, confirm: bool) -> None:
        """Whether the end of this seat's turns is confirmed from now on; a turn that has ended is settled by it."""
        async with table.lock:
            await self._settle_doubt(table)
            if table.finished:
                return
            await self._confirm(table, seat)
            await self.store.change_seat(table.row.id, seat, confirm=confirm)
            table.seats[seat].confirm = confirm
            await self._confirm(table, seat)
        self.changed(table)

    async def _confirm(self, table: Table, seat: int) -> None:
        if table.unconfirmed == seat:
            await self._enter(table, table.check(seat, "done", None, None))

    async def hand_over(self, table: Table, seat: int, by: list[int]) -> None:
        """Let a bot play for somebody who has been away for the stated time and is waited for."""
        away = now() - table.gone.get(seat, now())
        if not by or seat in by or seat not in table.asked or away < self.settings.leave_after:
            raise NotYours()
        async with table.lock:
            await self._stand_in(table, seat, STAND_IN)

    async def take_back(self, table: Table, seat: int) -> None:
        """Somebody who had left plays again."""
        if not table.seats[seat].flagged:
            async with table.lock:
                await self._stand_in(table, seat, None)

    async def _stand_in(self, table: Table, seat: int, bot: str | None, flagged: bool = False) -> None:
        """A bot takes a seat, or gives it back."""
        await self.store.change_seat(table.row.id, seat, stand_in=bot, flagged=flagged)
        table.seats[seat].stand_in, table.seats[seat].flagged = bot, flagged
        self.changed(table)

    def changed(self, table: Table) -> None:
        """A row of this table was changed here: the same as `refresh`, and other processes are told."""
        self.messenger.say(News(table.row.id, seats=True))
        self.refresh(table)

    def refresh(self, table: Table) -> None:
        """Something other than a step has changed: draw anew, tell everybody, let bots go on."""
        table.pictures.clear()
        self.tell(table)
        self.driver.drive(table)

    # -- the house -----------------------------------------------------------------------------------------------------

    async def _beat(self) -> None:
        """Note that the house is open, and learn of the times when it was not."""
        self.pauses.take_over(await self.store.beat(now(), CLOSED))

    async def _keep_beating(self) -> None:
        await asyncio.sleep(BEAT)
        await self._beat()

    async def _keep_house(self) -> None:
        """Once a second: take up tables whose clock runs out, and look after those that are here."""
        await asyncio.sleep(1)
        due = [key for key, at in self.asleep.items() if at <= now()]
        for key in due[:20]:
            await self._take_up(key)
        for table in list(self.tables.values()):
            try:
                await self._look_after(table)
            except Away:
                return  # the next table would find it away, too
            except Exception:
                log.exception("table %s cannot be looked after", table.row.id)

    async def _take_up(self, key: str) -> None:
        try:
            if await self.get(key) is None:
                self.asleep.pop(key, None)
        except KhonsuError as error:
            if not isinstance(error, Away):
                self.asleep.pop(key, None)
                log.warning("table %s cannot be taken up: %s", key, error)

    async def _look_after(self, table: Table) -> None:
        at = now()
        async with table.lock:
            await self._settle_doubt(table)
            for seat in table.asked:
                if table.time_is_up(seat, at):
                    await self._stand_in(table, seat, STAND_IN, flagged=True)
            await self._finish(table)
        if table.watchers and at - table.said_here > HEARTBEAT:
            self._say_here(table)
        self.driver.drive(table)
        if not (table.watched or table.thinking or table.lock.locked()) and at - table.unwatched > IDLE:
            self._let_go(table, at)

    def _let_go(self, table: Table, at: float) -> None:
        """Forget a table that nobody looks at; of a running clock only its end is remembered."""
        self.tables.pop(table.row.id, None)
        left = [seconds for seat in table.asked if (seconds := table.left(seat, at)) is not None]
        if left:
            self.asleep[table.row.id] = at + max(1.0, min(left))


TheHub = NamedDependency[Hub]  # as handlers ask for it
