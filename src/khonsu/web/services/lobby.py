"""New tables: from a form, a program, a rematch or a record. Everything that is asked for is checked here."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import khonsu
from khonsu.bots import bots
from khonsu.errors import BadOption, KhonsuError, UnknownBot, UnknownGame
from khonsu.match import Match
from khonsu.text import Text
from khonsu.web.domain.clock import now
from khonsu.web.domain.pledge import new_seed
from khonsu.web.domain.table import Table
from khonsu.web.services.hub import Hub
from khonsu.web.services.pool import ADVISER, OPPONENT
from khonsu.web.storage.store import Entry, SeatRow, TableRow
from khonsu.web.transport.people import clean_name, new_token
from khonsu.web.words import bot_name

KINDS = ("person", "friend", "open", "bot", "program")


class NobodyPlays(KhonsuError):
    """A table at which no seat is taken by its maker or left for others."""

    template = "A seat is one of {allowed}, not {given}."


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


async def make(hub: Hub, wanted: Wanted, person: str | None, name: str, t: Text) -> tuple[Table, dict[int, str]]:
    """A new table, and the secrets of the seats that have one."""
    if wanted.game not in khonsu.games():
        raise UnknownGame(wanted.game[:40], ", ".join(khonsu.games()))
    about = khonsu.games()[wanted.game]
    about.check_players(len(wanted.seats))
    no_files(wanted.options)
    options = about.resolve(wanted.options)
    seed, salt = new_seed()
    key = secrets.token_urlsafe(9)
    row = TableRow(
        id=key,
        game=wanted.game,
        rules=about.rules,
        players=len(wanted.seats),
        options=options,
        seed=str(seed),
        salt=salt,
        owner=person,
        listed=wanted.listed or any(wish.kind == "open" for wish in wanted.seats),
        hints=ADVISER if wanted.hints else None,
        clock=check_clock(wanted.clock),
        made_at=now(),
        uploaded=False,
    )
    Match(khonsu.game(wanted.game), row.players, seed, options)  # refuses what the game itself refuses
    seats, tokens = [], {}
    for number, wish in enumerate(wanted.seats):
        token = wish.token
        if wish.kind in ("friend", "program") and wish.person is None and token is None:
            tokens[number], token = new_token()
        seats.append(seat(key, number, wish, person, name, token, t))
    names_apart(seats)
    if all(row_.kind in ("bot", "program") or row_.person for row_ in seats):
        row.begun_at = row.made_at
    await hub.store.add(row, seats)
    table = await hub.get(key)
    assert table is not None
    return table, tokens


def no_files(options: Mapping[str, Any]) -> None:
    """On the command line an option may name a file; a visitor must not make the server read one."""
    for name, value in options.items():
        if isinstance(value, str) and any(mark in value for mark in "./\\"):
            raise BadOption(name[:40], value[:40], "a-z 0-9 _ , = - + ?")


def seat(key: str, number: int, wish: Wish, person: str | None, name: str, token: str | None, t: Text) -> SeatRow:
    """One seat as it was wished for."""
    if wish.kind not in KINDS:
        raise NobodyPlays(allowed=", ".join(KINDS), given=wish.kind[:20])
    bot = (wish.bot or OPPONENT) if wish.kind == "bot" else None
    if bot is not None and bot not in bots():
        raise UnknownBot(bot[:40], ", ".join(bots()))
    given = clean_name(wish.name)
    if wish.kind == "person":
        shown = given or name
    else:
        shown = given or (bot_name(bot, t) if bot else t("player {n}", n=number + 1))
    return SeatRow(
        table=key,
        seat=number,
        kind=wish.kind,
        name=shown,
        bot=bot,
        person=wish.person or (person if wish.kind == "person" else None),
        token=token,
        confirm=wish.kind in ("person", "friend", "open"),
        stand_in=None,
        flagged=False,
    )


def names_apart(seats: Sequence[SeatRow]) -> None:
    """Give people of the same name numbers."""
    names = [row.name for row in seats]
    for row in seats:
        if names.count(row.name) > 1:
            row.name = f"{row.name} {row.seat + 1}"


def check_clock(clock: dict[str, float] | None) -> dict[str, float] | None:
    """Minutes for the match, or days for a turn."""
    if not clock:
        return None
    (kind, value), *more = clock.items()
    most = {"minutes": 600.0, "days": 30.0}.get(kind)
    if more or most is None or not 0 < value <= most:
        raise BadOption("clock", str(clock)[:40], "minutes 1 – 600, days 1 – 30")
    return {kind: float(value)}


async def rematch(hub: Hub, old: Table, t: Text) -> str:
    """A table like the old one with the same people; everybody who asks for it is led to the same one."""
    if old.row.again is None:
        wishes = [
            Wish("person" if row.person else row.kind, row.bot, row.name, row.person, program_token(row))
            for row in old.seats
        ]
        wishes = wishes[1:] + wishes[:1]  # somebody else has the first seat
        wanted = Wanted(old.row.game, wishes, old.row.options, old.row.listed, bool(old.row.hints), old.row.clock)
        table, _ = await make(hub, wanted, old.row.owner, "", t)
        if await hub.store.claim(old.row.id, again=table.row.id):
            old.row.again = table.row.id
        elif row := await hub.store.table(old.row.id):
            old.row.again = row.again
        hub.changed(old)
    return old.row.again or ""


def program_token(row: SeatRow) -> str | None:
    """The digest by which a program stays known in a rematch; invitations are good for one match."""
    return row.token if row.kind == "program" else None


async def keep_record(hub: Hub, match: Match, person: str) -> str:
    """A table that only shows a record that somebody brought."""
    key, at = secrets.token_urlsafe(9), now()
    row = TableRow(
        id=key,
        game=match.game.name,
        rules=match.game.about.rules,
        players=match.players,
        options=match.options,
        seed=str(match.seed),
        salt="",
        owner=person,
        listed=False,
        hints=None,
        clock=None,
        made_at=at,
        begun_at=at,
        over_at=at,
        result=list(match.result()),
        uploaded=True,
    )
    seats = [
        SeatRow(table=key, seat=n, kind="record", name=clean_name(name) or str(n + 1), confirm=False, flagged=False)
        for n, name in enumerate(match.names)
    ]
    journal = [Entry(table=key, ply=n, seat=s.seat, kind="step", text=s.text, at=at) for n, s in enumerate(match.steps)]
    await hub.store.add(row, seats, journal)
    return key
