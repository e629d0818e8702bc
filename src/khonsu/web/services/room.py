"""A room: a table with everybody around it, as far as this process knows them."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from khonsu.web.domain.arrangement import Entry
from khonsu.web.domain.clock import now
from khonsu.web.domain.phrases import Voice, coach_wanted, phrases
from khonsu.web.domain.table import Table
from khonsu.web.scenes.again import LastTurns
from khonsu.web.scenes.frames import Frames
from khonsu.web.scenes.messages import CoachSays, Seats, Spoken, encode
from khonsu.web.scenes.scene import Scenes, seats
from khonsu.web.services.watcher import Watcher
from khonsu.web.settings import SEATS_EVERY
from khonsu.web.words import words


class Room:
    """What happens around a table: who looks, who waits, what is under way."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.scenes = Scenes(table)
        self.last_turns = LastTurns(table)
        self.lock = asyncio.Lock()  # things are done at a table one after the other
        self.doubtful = False  # whether the journal may hold more than is known here
        self.watchers: set[Watcher] = set()
        self.waiting: set[asyncio.Event] = set()  # of programs that wait until something happens
        self.thinking: asyncio.Task[None] | None = None
        self.unwatched = now()  # since when
        self.said_here = 0.0  # when other processes were last told who is connected here
        self.presence_unsaid = False  # somebody has come or gone since
        self.advising: asyncio.Task[None] | None = None
        self.word = asyncio.Event()  # for bots that wait for a partner's word: there may be one, or none to wait for
        self.voices: defaultdict[int, Voice] = defaultdict(Voice)  # of the seats
        self._frames: Frames | None = None
        self._told_seats = 0.0  # when everybody was last told who is there, by the clock of the event loop
        self._seats_due: asyncio.TimerHandle | None = None  # the next time

    @property
    def watched(self) -> bool:
        """Whether anybody looks at the table through this process."""
        return bool(self.watchers or self.waiting)

    @property
    def frames(self) -> Frames:
        """The moments of a match that is over."""
        self._frames = self._frames or Frames(self.table.match)
        return self._frames

    def apply(self, entry: Entry) -> None:
        """Carry out an entry that stands in the journal."""
        self.table.apply(entry)
        self.scenes.forget()
        self.word.set()

    # -- telling -------------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Send every watcher the present state, each through their own eyes, and wake programs that wait for it."""
        for event in self.waiting:
            event.set()
        for watcher in list(self.watchers):
            watcher.send(self.scenes.scene(watcher))
        self.scenes.put_away()

    def tell_partners(self, *seats: int) -> None:
        """Something was said between two partners: only their screens show it."""
        self.word.set()
        for watcher in list(self.watchers):
            if watcher.view(self.table)[0] in seats:
                watcher.send(self.scenes.scene(watcher))
        self.scenes.put_away()

    def say(self, seat: int, phrase: int) -> None:
        """Let everybody here hear a phrase, each in their own language; nothing of it is kept."""
        for watcher in list(self.watchers):
            t = words(watcher.language)
            watcher.send(Spoken(seat, self.table.names(t)[seat], phrases(t)[phrase]))

    def suggest_coach(self, seat: int) -> None:
        """Tell the other players that somebody would like the coach, which speaks only if all want it."""
        by = self.table.seats[seat].person
        for watcher in list(self.watchers):
            if watcher.person != by and not watcher.coached and watcher.seats(self.table):
                t = words(watcher.language)
                watcher.send(CoachSays("asked", coach_wanted(self.table.names(t)[seat], t)))

    def note_presence(self) -> None:
        """Who is there, and who is gone."""
        here = {seat for watcher in self.watchers for seat in watcher.seats(self.table)}
        people = {seat.seat for seat in self.table.seats if seat.person is not None}
        self.table.presence.note(here, people)
        self.word.set()

    def presence_changed(self) -> None:
        """Somebody came or went: everybody is told, but of a crowd that comes and goes only a few times a second."""
        self.note_presence()
        if self._seats_due is None:
            loop = asyncio.get_running_loop()
            self._seats_due = loop.call_at(self._told_seats + SEATS_EVERY, self._tell_seats)

    def _tell_seats(self) -> None:
        self._seats_due, self._told_seats = None, asyncio.get_running_loop().time()
        made: dict[tuple[int, str], bytes] = {}
        for watcher in list(self.watchers):
            eyes = watcher.view(self.table)[0], watcher.language
            if eyes not in made:
                t = words(watcher.language, self.table.match.game.name)
                made[eyes] = encode(Seats(seats(self.table, eyes[0], t)))
            watcher.send(made[eyes])
        self.scenes.put_away()
