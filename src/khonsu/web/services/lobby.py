"""New tables: from a form, a program, a rematch or a record. Everything that is asked for is checked here."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import khonsu
from khonsu.bots import bots
from khonsu.errors import BadOption, KhonsuError, UnknownBot, UnknownGame
from khonsu.match import Match
from khonsu.web.domain.arrangement import Arrangement, Entry, Seat
from khonsu.web.domain.characters import character
from khonsu.web.domain.clock import now
from khonsu.web.domain.invitations import new_token
from khonsu.web.domain.names import clean_name, free_name
from khonsu.web.domain.pledge import new_seed
from khonsu.web.services.hub import Hub
from khonsu.web.services.room import Room
from khonsu.web.settings import ADVISER, OPPONENT

KINDS = ("person", "friend", "open", "bot", "program")


class UnknownSeat(KhonsuError):
    """A kind of seat that there is not."""

    template = 'Unknown seat type "{given}". Choose one of: {allowed}.'


@dataclass(frozen=True)
class Wish:
    """What is wanted of one seat."""

    kind: str
    bot: str | None = None
    name: str = ""
    person: str | None = None
    token: str | None = None  # the digest of a program's secret that goes on to be valid


@dataclass(frozen=True)
class Wanted:
    """What is wanted of a table."""

    game: str
    seats: Sequence[Wish]
    options: Mapping[str, Any] = field(default_factory=dict)
    listed: bool = False
    hints: bool = True
    clock: dict[str, float] | None = None


class Host(NamedTuple):
    """Who sets a table; programs have no name."""

    person: str | None = None
    name: str = ""


async def make(hub: Hub, wanted: Wanted, host: Host) -> tuple[str, dict[int, str]]:
    """A new table: its id, and the secrets of the seats that have one."""
    hub.compiler.check(wanted.game)
    arrangement = await asyncio.to_thread(arrange, wanted, host)
    seats, tokens = [], {}
    for number, wish in enumerate(wanted.seats):
        seats.append(seat(arrangement.id, number, wish, host))
        if wish.kind in ("friend", "program") and wish.person is None and wish.token is None:
            tokens[number], seats[-1].token = new_token()
    call(seats, host)
    if all(row.filled for row in seats):
        arrangement.begun_at = arrangement.made_at
    await hub.store.add(arrangement, seats)
    await hub.get(arrangement.id)
    return arrangement.id, tokens


def arrange(wanted: Wanted, host: Host) -> Arrangement:
    """What is wanted, checked. A game may take its time over a layout, so this is done in a thread."""
    if wanted.game not in khonsu.games():
        raise UnknownGame(wanted.game[:40], ", ".join(khonsu.games()))
    about = khonsu.games()[wanted.game]
    about.check_players(len(wanted.seats))
    no_files(wanted.options)
    options = about.resolve(wanted.options)
    seed, salt = new_seed()
    Match(khonsu.game(wanted.game), len(wanted.seats), seed, options)  # refuses what the game itself refuses
    return Arrangement(
        id=secrets.token_urlsafe(9),
        game=wanted.game,
        rules=about.rules,
        players=len(wanted.seats),
        options=options,
        seed=str(seed),
        salt=salt,
        owner=host.person,
        listed=wanted.listed or any(wish.kind == "open" for wish in wanted.seats),
        hints=ADVISER if wanted.hints else None,
        clock=check_clock(wanted.clock),
        made_at=now(),
    )


def no_files(options: Mapping[str, Any]) -> None:
    """On the command line an option may name a file; a visitor must not make the server read one."""
    for name, value in options.items():
        if isinstance(value, str) and any(mark in value for mark in "./\\"):
            raise BadOption(name[:40], value[:40], "a-z 0-9 _ , = - + ?")


def seat(key: str, number: int, wish: Wish, host: Host) -> Seat:
    """One seat as it was wished for. Nobody is called anything yet who was not given a name."""
    if wish.kind not in KINDS:
        raise UnknownSeat(allowed=", ".join(KINDS), given=wish.kind[:20])
    bot = (wish.bot or OPPONENT) if wish.kind == "bot" else None
    if bot is not None and bot not in bots():
        raise UnknownBot(bot[:40], ", ".join(bots()))
    return Seat(
        table=key,
        seat=number,
        kind=wish.kind,
        name=clean_name(wish.name),
        bot=bot,
        person=wish.person or (host.person if wish.kind == "person" else None),
        token=wish.token,
        confirm=wish.kind in ("person", "friend", "open"),
    )


def call(seats: Sequence[Seat], host: Host) -> None:
    """Names apart from each other: as given, the host's for their first seat, a character's for a bot, else none."""
    if first := next((row for row in seats if row.person is not None and row.person == host.person), None):
        first.name = first.name or host.name
    for row in seats:
        if row.name:
            row.name = free_name(row.name, [other.name for other in seats[: row.seat] if other.name])
    for row in seats:
        if row.bot and not row.name:
            row.name = character(row.bot, [other.name for other in seats])


def check_clock(clock: dict[str, float] | None) -> dict[str, float] | None:
    """Minutes for the match, or days for a turn."""
    if not clock:
        return None
    (kind, value), *more = clock.items()
    most = {"minutes": 600.0, "days": 30.0}.get(kind)
    if more or most is None or not 0 < value <= most:
        raise BadOption("clock", str(clock)[:40], "minutes 1 – 600, days 1 – 30")
    return {kind: float(value)}


async def rematch(hub: Hub, room: Room) -> str:
    """A table like the old one with the same people; everybody who asks for it is led to the same one."""
    old = room.table.arrangement
    if old.again is None:
        wishes = [
            Wish("person" if row.person else row.kind, row.bot, row.name, row.person, program_token(row))
            for row in room.table.seats
        ]
        wishes = wishes[1:] + wishes[:1]  # somebody else has the first seat
        wanted = Wanted(old.game, wishes, old.options, old.listed, bool(old.hints), old.clock)
        key, _ = await make(hub, wanted, Host(old.owner))
        if await hub.store.claim(old.id, again=key):
            old.again = key
        elif kept := await hub.store.table(old.id):
            old.again = kept.again
        hub.changed(room)
    return old.again or ""


def program_token(row: Seat) -> str | None:
    """The digest by which a program stays known in a rematch; invitations are good for one match."""
    return row.token if row.kind == "program" else None


async def keep_record(hub: Hub, match: Match, person: str) -> str:
    """A table that only shows a record that somebody brought."""
    key, at = secrets.token_urlsafe(9), now()
    row = Arrangement(
        id=key,
        game=match.game.name,
        rules=match.game.about.rules,
        players=match.players,
        options=match.options,
        seed=str(match.seed),
        salt="",
        owner=person,
        made_at=at,
        begun_at=at,
        over_at=at,
        result=list(match.result()),
        uploaded=True,
    )
    seats = [
        Seat(table=key, seat=n, kind="record", name=clean_name(name) or str(n + 1))
        for n, name in enumerate(match.names)
    ]
    journal = [Entry(table=key, ply=n, seat=s.seat, kind="step", text=s.text, at=at) for n, s in enumerate(match.steps)]
    await hub.store.add(row, seats, journal)
    return key
