"""The live tables of this server: loading them, doing things at them in order, telling everybody, letting bots move."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from litestar.di import NamedDependency
from sqlalchemy.exc import SQLAlchemyError

from khonsu.errors import KhonsuError
from khonsu.web.messenger import Messenger, News
from khonsu.web.pool import STAND_IN, Thinkers
from khonsu.web.scene import scene, seats
from khonsu.web.settings import HEARTBEAT, IDLE, Settings
from khonsu.web.store import Lost, Store, now
from khonsu.web.table import NotKept, NotYours, Stale, Table
from khonsu.web.watcher import Watcher, present, seats_here
from khonsu.web.words import words

log = logging.getLogger("khonsu.web")
frame = msgspec.json.Encoder().encode


class Hub:
    """All tables in memory. A table that is not here is made from its journal when somebody asks for it."""

    def __init__(self, store: Store, thinkers: Thinkers, settings: Settings) -> None:
        self.store = store
        self.thinkers = thinkers
        self.settings = settings
        self.messenger = Messenger(settings.database)
        self.tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Take up the matches that a stop or a crash has left waiting, and keep the house in order."""
        self.messenger.open(self.hear, self._hear_all)
        self._begin(self._keep_house())

    async def close(self) -> None:
        """Stop everything that runs."""
        await self.messenger.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in self.tables.values():
            for watcher in table.watchers:
                watcher.leave()

    async def get(self, key: str) -> Table | None:
        """A table by its id, replayed from its journal if it is not in memory."""
        if key in self.tables:
            return self.tables[key]
        async with self._loading.setdefault(key, asyncio.Lock()):
            if key not in self.tables and (row := await self.store.table(key)):
                table = Table(row, await self.store.seats(key))
                table.unwatched = now()
                await self._catch_up(table)
                self.tables[key] = table
                self.drive(table)
        self._loading.pop(key, None)
        return self.tables.get(key)

    # -- doing ---------------------------------------------------------------------------------------------------------

    async def act(
        self, table: Table, seat: int, kind: str, what: int | str | None = None, ply: int | None = None
    ) -> None:
        """Do one thing at a table: checked, then stored, then carried out, then told, in this order."""
        async with table.lock:
            entry = table.check(seat, kind, what, ply)
            entry.at = now()
            try:
                await self.store.append(entry)
            except Lost:
                await self._catch_up(table)
                self.tell(table)
                raise Stale() from None
            except SQLAlchemyError as error:
                log.exception("table %s: a step could not be stored", table.row.id)
                raise NotKept() from error
            table.apply(entry)
            self.messenger.say(News(table.row.id, ply=table.ply))
            self.tell(table)
            if table.finished:
                await self._finish(table)
        self.drive(table)

    async def hear(self, news: News) -> None:
        """Another process tells of a table: look into the database if it is of interest here."""
        if (table := self.tables.get(news.table)) is None:
            return
        if news.here is not None:
            if news.sender not in table.elsewhere and table.watchers:
                self._say_here(table)  # it has just loaded the table and does not know yet who is here
            table.elsewhere[news.sender] = (now(), set(news.here))
            self._note_presence(table)
            self.tell_seats(table)
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
        if table.begun and table.finished:
            await self._finish(table)

    async def _finish(self, table: Table) -> None:
        if table.row.over_at is None:
            table.row.over_at, table.row.result = now(), list(table.match.result())
            await self.store.change_table(table.row.id, over_at=table.row.over_at, result=table.row.result)

    def tell(self, table: Table) -> None:
        """Send every watcher the present state, each through their own eyes."""
        for watcher in list(table.watchers):
            watcher.send(frame(scene(table, watcher)))

    def tell_seats(self, table: Table) -> None:
        """Send what changed around the board: who is there, whose clock runs."""
        for watcher in list(table.watchers):
            t = words(watcher.language, table.match.game.name)
            watcher.send(frame({"kind": "seats", "seats": seats(table, watcher.eyes(table)[0], t)}))

    # -- people --------------------------------------------------------------------------------------------------------

    def watch(self, table: Table, watcher: Watcher) -> None:
        """Somebody comes to look."""
        table.watchers.add(watcher)
        self._note_presence(table)
        self._say_here(table)
        self.tell_seats(table)
        watcher.send(frame(scene(table, watcher, fresh=True)))

    def unwatch(self, table: Table, watcher: Watcher) -> None:
        """Somebody goes."""
        table.watchers.discard(watcher)
        table.unwatched = now()
        self._note_presence(table)
        self._say_here(table)
        self.tell_seats(table)

    def _say_here(self, table: Table) -> None:
        table.said_here = now()
        self.messenger.say(News(table.row.id, here=sorted(seats_here(table.watchers, table))))

    def _note_presence(self, table: Table) -> None:
        here = present(table)
        people = {row.seat for row in table.seats if row.person is not None}
        table.gone = {seat: table.gone.get(seat, now()) for seat in people - here}

    async def sit(self, table: Table, seat: int, person: str, name: str) -> bool:
        """Give a free seat to a person, and begin when it was the last one."""
        if not await self.store.sit(table.row.id, seat, person, name):
            return False
        row = table.seats[seat]
        row.person, row.name = person, name
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
        """Whether the end of this seat's turns is confirmed from now on."""
        table.seats[seat].confirm = confirm
        await self.store.change_seat(table.row.id, seat, confirm=confirm)
        if table.finished:
            await self._finish(table)
        self.changed(table)

    async def hand_over(self, table: Table, seat: int, by: list[int]) -> None:
        """Let a bot play for somebody who has been away for the stated time and is waited for."""
        away = now() - table.gone.get(seat, now())
        if not by or seat in by or seat not in table.asked or away < self.settings.leave_after:
            raise NotYours()
        await self._stand_in(table, seat, STAND_IN)

    async def take_back(self, table: Table, seat: int) -> None:
        """Somebody who had left plays again."""
        if not table.seats[seat].flagged:
            await self._stand_in(table, seat, None)

    async def _stand_in(self, table: Table, seat: int, bot: str | None, flagged: bool = False) -> None:
        async with table.lock:
            table.seats[seat].stand_in, table.seats[seat].flagged = bot, flagged
            await self.store.change_seat(table.row.id, seat, stand_in=bot, flagged=flagged)
        self.changed(table)

    def changed(self, table: Table) -> None:
        """A row of this table was changed here: the same as `refresh`, and other processes are told."""
        self.messenger.say(News(table.row.id, seats=True))
        self.refresh(table)

    def refresh(self, table: Table) -> None:
        """Something other than a step has changed: draw anew, tell everybody, let bots go on."""
        table.pictures.clear()
        self.tell(table)
        self.drive(table)

    # -- bots ----------------------------------------------------------------------------------------------------------

    def drive(self, table: Table) -> None:
        """Let the bots move whose turn it is."""
        if table.thinking is None and table.bot_to_move is not None:
            table.thinking = self._begin(self._bots(table))

    async def _bots(self, table: Table) -> None:
        try:
            while (seat := table.bot_to_move) is not None:
                ply, name = table.ply, table.player(seat) or STAND_IN
                pause = asyncio.create_task(asyncio.sleep(self.settings.bot_pause))
                choice = await self.thinkers.choose(name, table.match, seat)
                await pause
                if ply == table.ply and table.bot_to_move == seat:
                    try:
                        if choice.note:
                            await self.act(table, seat, "note", choice.note, ply)
                        await self.act(table, seat, "step", choice.step, ply + bool(choice.note))
                    except Stale:
                        continue
                    except NotKept:
                        await asyncio.sleep(1)
        except (KhonsuError, OSError, RuntimeError):
            log.exception("a bot could not move at table %s", table.row.id)
        finally:
            table.thinking = None

    # -- the house -----------------------------------------------------------------------------------------------------

    def _begin(self, work: Any) -> asyncio.Task[Any]:
        """A task that is not forgotten while it runs."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _keep_house(self) -> None:
        """Take up waiting matches; then watch the clocks, and let go of tables that nobody looks at."""
        for row in await self.store.tables("clocked", limit=10_000):
            if row.clock:
                await self._take_up(row.id)
        while True:
            await asyncio.sleep(1)
            for table in list(self.tables.values()):
                await self._look_after(table)

    async def _take_up(self, key: str) -> None:
        try:
            await self.get(key)
        except KhonsuError:
            log.warning("table %s cannot be taken up: other rules", key)

    async def _look_after(self, table: Table) -> None:
        at = now()
        for seat in table.asked:
            left = table.left(seat, at)
            if left is not None and left <= 0 and table.player(seat) is None:
                await self._stand_in(table, seat, STAND_IN, flagged=True)
        if table.watchers and at - table.said_here > HEARTBEAT:
            self._say_here(table)
        keeps = table.watchers or table.thinking or table.lock.locked() or (table.row.clock and table.asked)
        if not keeps and at - table.unwatched > IDLE:
            self.tables.pop(table.row.id, None)


TheHub = NamedDependency[Hub]  # as handlers ask for it
