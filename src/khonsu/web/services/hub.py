"""The rooms of this server: loading tables, doing things at them in order, telling everybody."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter, OrderedDict
from contextlib import suppress

from khonsu.compiling import Compiler, NotReady
from khonsu.errors import KhonsuError
from khonsu.web.domain.arrangement import Arrangement, Entry, Seat
from khonsu.web.domain.clock import Pauses, not_before, now
from khonsu.web.domain.council import advised
from khonsu.web.domain.names import free_name
from khonsu.web.domain.table import NotYours, OutOfTime, Stale, Table
from khonsu.web.services.driver import Driver
from khonsu.web.services.messenger import Messenger, News
from khonsu.web.services.pool import Thinkers
from khonsu.web.services.room import Room
from khonsu.web.services.tasks import Tasks
from khonsu.web.services.watcher import Watcher
from khonsu.web.settings import (
    BEAT,
    CLOSED,
    CONNECTIONS,
    HEARTBEAT,
    IDLE,
    SUBSTITUTE,
    TABLE_CONNECTIONS,
    WAITING,
    ServerSettings,
)
from khonsu.web.storage.store import Away, Lost, Store

log = logging.getLogger("khonsu.web")
REMEMBERED = 5_000  # tables out of memory of which it is known whose turn it is
AT_ONCE = 20  # tables that are looked after before others have their turn
KEY = re.compile("[A-Za-z0-9_-]{1,32}")  # what the id of a table can look like


def _waits_for(arrangement: Arrangement, seats: list[Seat], journal: list[Entry]) -> tuple[int, tuple[int, ...]]:
    table = Table(arrangement, seats)
    for entry in journal:
        table.apply(entry)
    return table.ply, table.asked


class Hub:
    """All rooms of this process. A table that is not here is made from its journal when somebody asks for it."""

    def __init__(
        self, store: Store, thinkers: Thinkers, settings: ServerSettings, compiler: Compiler | None = None
    ) -> None:
        self.store = store
        self.compiler = compiler or Compiler(())
        self.settings = settings
        self.tasks = Tasks()
        self.messenger = Messenger(settings.database)
        self.thinkers = thinkers
        self.driver = Driver(self)
        self.pauses = Pauses()
        self.rooms: dict[str, Room] = {}
        self.asleep: dict[str, float] = {}  # tables with a clock that were let go -> when it will run out
        self.guests: Counter[str] = Counter()  # live connections of each address
        self._loading: dict[str, asyncio.Lock] = {}
        self._asked: OrderedDict[str, tuple[int, tuple[int, ...]]] = (
            OrderedDict()
        )  # of tables nobody looks at: at a ply

    async def open(self) -> None:
        """Take up the matches that a stop or a crash has left waiting, and keep the house in order."""
        not_before(await self.store.last_open())
        await self._beat()
        for arrangement in await self.store.tables("clocked", limit=10_000):
            if arrangement.clock:
                self.asleep[arrangement.id] = 0.0  # unknown until it is looked at
        self.messenger.open(self.tasks, self.hear, self._hear_all)
        self.tasks.forever("noting that the house is open", self._keep_beating)
        self.tasks.forever("housekeeping", self._keep_house)

    async def close(self) -> None:
        """Stop everything that runs."""
        await self.tasks.close()
        for room in self.rooms.values():
            for watcher in room.watchers:
                watcher.leave()
        with suppress(Away):
            await self._beat()

    async def get(self, key: str) -> Room | None:
        """The room of a table, replayed from its journal if it is not in memory."""
        if key in self.rooms or not KEY.fullmatch(key):
            return self.rooms.get(key)
        try:
            async with self._loading.setdefault(key, asyncio.Lock()):
                if key not in self.rooms and (arrangement := await self.store.table(key)):
                    self.compiler.check(arrangement.game)
                    seats = await self.store.seats(key)
                    room = Room(await asyncio.to_thread(Table, arrangement, seats, self.pauses))
                    await self._catch_up(room)
                    self.rooms[key] = room
                    self.asleep.pop(key, None)
                    self.driver.drive(room)
        finally:
            self._loading.pop(key, None)
        return self.rooms.get(key)

    async def asked(self, arrangement: Arrangement, seats: list[Seat]) -> tuple[int, ...]:
        """The seats that a table waits for; one that is not in memory is replayed once, and when it has gone on."""
        key = arrangement.id
        if key in self.rooms:
            return self.rooms[key].table.asked
        ply, found = self._asked.pop(key, (-1, ()))
        if ply < 0 or await self.store.journal(key, ply):
            ply, found = await asyncio.to_thread(_waits_for, arrangement, seats, await self.store.journal(key))
        self._asked[key] = ply, found
        while len(self._asked) > REMEMBERED:
            self._asked.popitem(last=False)
        return found

    # -- doing ---------------------------------------------------------------------------------------------------------

    async def act(
        self,
        room: Room,
        seat: int,
        kind: str,
        what: int | str | tuple[int, ...] | None = None,
        ply: int | None = None,
    ) -> None:
        """Whoever sits there does one thing: checked, then stored, then carried out, then told, in this order.

        Several steps are entered one after the other, and told together.
        """
        async with room.lock:
            await self._settle_doubt(room)
            if room.table.time_is_up(seat, now()):
                await self._stand_in(room, seat, SUBSTITUTE, flagged=True)
                raise OutOfTime()
            room.table.may_act(seat)
            *before, last = what if isinstance(what, tuple) else (what,)
            for step in before:
                await self._enter(room, room.table.check(seat, kind, step, ply), tell=False)
                ply = room.table.ply
            try:
                entry = room.table.check(seat, kind, last, ply)
            except KhonsuError:
                if before:
                    self._tell_on(room)
                raise
            await self._enter(room, entry)
        self.driver.drive(room)

    async def act_as_bot(self, room: Room, seat: int, kind: str, what: int | str, ply: int) -> None:
        """The same for a bot of the house; the caller goes on with driving."""
        async with room.lock:
            await self._settle_doubt(room)
            if room.table.seats[seat].player is None:
                raise Stale()  # a person has come back to this seat
            await self._enter(room, room.table.check(seat, kind, what, ply))

    async def _enter(self, room: Room, entry: Entry, tell: bool = True) -> None:
        """Keep an entry, carry it out, tell of it. Whatever is not sure afterwards is looked at again."""
        entry.at = now()
        room.doubtful = True
        try:
            await self.store.append(entry)
        except Lost:
            await self._settle_doubt(room)
            room.tell()
            raise Stale() from None
        room.apply(entry)
        room.doubtful = False
        if tell:
            self._tell_on(room)
            await self._finish(room)

    def _tell_on(self, room: Room) -> None:
        """The table has gone on: tell everybody here, and other processes."""
        self.messenger.say(News(room.table.key, ply=room.table.ply))
        room.tell()

    async def _settle_doubt(self, room: Room) -> None:
        """If it is not known whether the last entry was stored, look into the journal."""
        if room.doubtful:
            before = room.table.ply
            await self._catch_up(room)
            room.doubtful = False
            if room.table.ply != before:
                self._tell_on(room)

    async def hear(self, news: News) -> None:
        """Another process tells of a table: look into the database if it is of interest here."""
        if (room := self.rooms.get(news.table)) is None:
            return
        if news.here is not None:
            if room.table.presence.hear(news.sender, news.here) and room.watchers:
                self._say_here(room)  # it has just loaded the table and does not know yet who is here
            room.presence_changed()
        if news.said is not None:
            room.say(*news.said)
        if news.coach is not None:
            room.suggest_coach(news.coach)
        if news.proposed is not None:
            return await self._hear_proposal(room, news)
        if news.seats or news.ply > room.table.ply:
            await self._look_again(room, news.seats)

    async def _hear_all(self) -> None:
        """News may have been missed: look at every table."""
        for room in list(self.rooms.values()):
            await self._look_again(room, rows=True)

    async def _look_again(self, room: Room, rows: bool) -> None:
        """Bring a table to what the database knows of it."""
        async with room.lock:
            key = room.table.key
            if rows and (arrangement := await self.store.table(key)):
                room.table.renew(arrangement, await self.store.seats(key))
            await self._catch_up(room)
            await self._begin(room)
        room.note_presence()
        self.refresh(room)

    async def _catch_up(self, room: Room) -> None:
        """Carry out what stands in the journal and is not known here yet."""
        for entry in await self.store.journal(room.table.key, room.table.ply):
            room.apply(entry)
        await self._finish(room)

    async def _finish(self, room: Room) -> None:
        """Note that a match is over; if that cannot be stored, housekeeping tries again."""
        table = room.table
        if table.begun and table.finished and table.arrangement.over_at is None:
            at, result = now(), list(table.match.result())
            try:
                await self.store.change_table(table.key, over_at=at, result=result)
            except Away:
                return
            table.arrangement.over_at, table.arrangement.result = at, result

    async def next_news(self, room: Room, ply: int, seconds: float) -> None:
        """Wait until the table has gone beyond a ply, but not for ever; too many who wait are not let in."""
        if len(room.waiting) >= WAITING:
            return
        event = asyncio.Event()
        room.waiting.add(event)
        try:
            self.driver.drive(room)
            async with asyncio.timeout(seconds):
                while room.table.ply <= ply and not room.table.finished:
                    event.clear()
                    await event.wait()
        except TimeoutError:
            pass
        finally:
            room.waiting.discard(event)
            room.unwatched = now()

    # -- people --------------------------------------------------------------------------------------------------------

    def admits(self, room: Room, address: str, person: str) -> bool:
        """Whether one more live connection is within the limits of the table, the address and the person."""
        return (
            len(room.watchers) < TABLE_CONNECTIONS
            and self.guests[address] < self.settings.connections
            and sum(watcher.person == person for watcher in room.watchers) < CONNECTIONS
        )

    def watch(self, room: Room, watcher: Watcher) -> None:
        """Somebody comes to look."""
        self.guests[watcher.address] += 1
        room.watchers.add(watcher)
        room.presence_changed()
        room.presence_unsaid = True
        watcher.send(room.scenes.scene(watcher, fresh=True))
        room.scenes.put_away()
        self.driver.drive(room)

    def unwatch(self, room: Room, watcher: Watcher) -> None:
        """Somebody goes."""
        self.guests -= Counter([watcher.address])
        room.watchers.discard(watcher)
        room.unwatched = now()
        room.presence_changed()
        room.presence_unsaid = True

    def _say_here(self, room: Room) -> None:
        room.said_here, room.presence_unsaid = now(), False
        self.messenger.say(News(room.table.key, here=sorted(room.table.presence.here)))

    async def propose(self, room: Room, by: int, step: int | None, ply: int) -> None:
        """A partner who is not asked says what they would do."""
        async with room.lock:
            await self._settle_doubt(room)
            to = advised(room.table, by)
            room.table.may_act(by)
            room.table.propose(by, to, step, ply)
        room.tell_partners(by, -2 if to is None else to)
        self.messenger.say(News(room.table.key, ply=ply, proposed=(by, -1 if step is None else step)))

    async def _hear_proposal(self, room: Room, news: News) -> None:
        """What was proposed in another process; if the table has gone on here or not so far, it is of no use."""
        assert news.proposed is not None
        by, step = news.proposed
        to = advised(room.table, by)
        with suppress(KhonsuError):
            room.table.propose(by, to, None if step < 0 else step, news.ply)
            room.tell_partners(by, -2 if to is None else to)

    def say(self, room: Room, seat: int, phrase: int) -> None:
        """A player calls something to the others, within limits."""
        room.voices[seat].use()
        self.messenger.say(News(room.table.key, said=(seat, phrase)))
        room.say(seat, phrase)

    def suggest_coach(self, room: Room, seat: int) -> None:
        """A player would like the coach; the others hear of it."""
        self.messenger.say(News(room.table.key, coach=seat))
        room.suggest_coach(seat)

    async def sit(self, room: Room, seat: int, person: str, name: str) -> bool:
        """Give a free seat to a person, and begin when it was the last one; False if somebody was quicker."""
        async with room.lock:
            others = [other.name for other in room.table.seats if other.seat != seat and other.name]
            name = free_name(name, others) if name else ""
            if not await self.store.sit(room.table.key, seat, person, name):
                return False
            row = room.table.seats[seat]
            row.person, row.name, row.token = person, name, None
            room.table.rename()
            await self._begin(room)
        room.note_presence()
        self.changed(room)
        return True

    async def move(self, token: str, person: str) -> int | None:
        """Give all that a code stands for to a person; how many tables that are, None if the code is no good."""
        keys = await self.store.move(token, person, now())
        for key in keys or []:
            self.messenger.say(News(key, seats=True))
            if (room := self.rooms.get(key)) is not None:
                await self._look_again(room, rows=True)
        return None if keys is None else len(keys)

    async def _begin(self, room: Room) -> None:
        """Begin if everybody is there."""
        table = room.table
        if not table.begun and all(seat.filled for seat in table.seats):
            at = now()
            if not await self.store.claim(table.key, begun_at=at) and (kept := await self.store.table(table.key)):
                at = kept.begun_at or at
            table.arrangement.begun_at = table.since = at

    async def set_confirm(self, room: Room, seat: int, confirm: bool) -> None:
        """Whether the end of this seat's turns is confirmed from now on; a turn that has ended is settled by it."""
        async with room.lock:
            await self._settle_doubt(room)
            if room.table.finished:
                return
            await self._confirm(room, seat)
            await self.store.change_seat(room.table.key, seat, confirm=confirm)
            room.table.seats[seat].confirm = confirm
            await self._confirm(room, seat)
        self.changed(room)

    async def _confirm(self, room: Room, seat: int) -> None:
        if room.table.unconfirmed == seat:
            await self._enter(room, room.table.check(seat, "done"))

    async def hand_over(self, room: Room, seat: int, by: list[int]) -> None:
        """Let a bot play for somebody who has been away for the stated time and is waited for."""
        away = now() - room.table.presence.gone.get(seat, now())
        if not by or seat in by or seat not in room.table.asked or away < self.settings.leave_after:
            raise NotYours()
        async with room.lock:
            await self._stand_in(room, seat, SUBSTITUTE)

    async def take_back(self, room: Room, seat: int) -> None:
        """Somebody who had left plays again."""
        if not room.table.seats[seat].flagged:
            async with room.lock:
                await self._stand_in(room, seat, None)

    async def _stand_in(self, room: Room, seat: int, bot: str | None, flagged: bool = False) -> None:
        """A bot takes a seat, or gives it back. A turn that only waited to be ended is ended as it was chosen."""
        if bot:
            await self._confirm(room, seat)
        await self.store.change_seat(room.table.key, seat, stand_in=bot, flagged=flagged)
        room.table.seats[seat].stand_in, room.table.seats[seat].flagged = bot, flagged
        self.changed(room)

    def changed(self, room: Room) -> None:
        """Something other than a step was changed here: the same as `refresh`, and other processes are told."""
        self.messenger.say(News(room.table.key, seats=True))
        self.refresh(room)

    def refresh(self, room: Room) -> None:
        """Something other than a step has changed: draw anew, tell everybody, let bots go on."""
        room.scenes.forget()
        room.tell()
        self.driver.drive(room)

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
        for looked_after, room in enumerate(list(self.rooms.values())):
            if looked_after % AT_ONCE == 0:
                await asyncio.sleep(0)  # nobody's step waits for a thousand tables
            try:
                await self._look_after(room)
            except Away:
                return  # the next table would find it away, too
            except Exception:
                log.exception("table %s cannot be looked after", room.table.key)

    async def _take_up(self, key: str) -> None:
        try:
            if await self.get(key) is None:
                self.asleep.pop(key, None)
        except KhonsuError as error:
            if not isinstance(error, Away | NotReady):
                self.asleep.pop(key, None)
                log.warning("table %s cannot be taken up: %s", key, error)

    async def _look_after(self, room: Room) -> None:
        at = now()
        async with room.lock:
            await self._settle_doubt(room)
            for seat in room.table.asked:
                if room.table.time_is_up(seat, at):
                    await self._stand_in(room, seat, SUBSTITUTE, flagged=True)
            await self._finish(room)
        if room.presence_unsaid or (room.watchers and at - room.said_here > HEARTBEAT):
            self._say_here(room)
        self.driver.drive(room)
        if not (room.watched or room.thinking or room.lock.locked()) and at - room.unwatched > IDLE:
            self._let_go(room.table, at)

    def _let_go(self, table: Table, at: float) -> None:
        """Forget a table that nobody looks at; of a running clock only its end is remembered."""
        self.rooms.pop(table.key, None)
        left = [seconds for seat in table.asked if (seconds := table.left(seat, at)) is not None]
        if left:
            self.asleep[table.key] = at + max(1.0, min(left))
