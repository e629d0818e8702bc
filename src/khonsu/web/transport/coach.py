"""The coach: the goal at first, then one new idea a turn, and before a turn ends what it brings and what is better.

It speaks to a person who plays against bots, or at tables where all people want it. What it has said once and who wants
it is remembered with the lessons that a person has finished: for a game, or for a table where other people play.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from litestar import get
from litestar.params import FromPath
from litestar.response import Response

from khonsu.authors.coaching import CoachBook, Idea
from khonsu.bots.turns import JudgedTurn
from khonsu.games import part
from khonsu.kernel.position import Position
from khonsu.lessons.reasons import better, turn_words
from khonsu.match import Match
from khonsu.rulebook import has_rulebook
from khonsu.rulebook.pages import pages
from khonsu.text import Text
from khonsu.web.domain.clock import now
from khonsu.web.domain.phrases import coach_wanted
from khonsu.web.domain.table import Table
from khonsu.web.scenes.hints import percent
from khonsu.web.scenes.messages import CoachSays
from khonsu.web.services.hub import Hub
from khonsu.web.services.room import Room
from khonsu.web.services.watcher import Watcher
from khonsu.web.transport import messages as m
from khonsu.web.transport.common import TheHub, Visit, find
from khonsu.web.transport.people import language, person, theme
from khonsu.web.transport.quiz import section_title
from khonsu.web.words import strongest, words

MUCH = 0.12  # of the win, by which another turn is better, before the coach speaks of it
IDEA, MATCH = "coach ", "coached "  # before the keys of ideas and of coached tables, among those of lessons
WANTED, REMARKED, ASKED = "coach wanted ", "coach remarked ", "coach asked "  # each before a table's key


def book(game: str) -> CoachBook | None:
    """What the coach knows of a game."""
    found: CoachBook | None = getattr(part(game, "words.coach"), "COACH", None)
    return found


def people(table: Table) -> set[str | None]:
    """Whoever plays here and is no bot; None for a seat that nobody has taken yet."""
    return {row.person for row in table.seats if row.kind not in ("bot", "program", "record")}


def wanted(table: Table) -> str:
    """What a wish is remembered by: for all tables of a game against bots, or for this one with other people."""
    return WANTED + (table.key if len(people(table)) > 1 else "")


async def may_coach(hub: Hub, table: Table, watcher: Watcher) -> bool:
    """Whether everybody who plays here wants the coach; whoever plays against bots alone decides alone."""
    others = people(table) - {watcher.person}
    if not watcher.coached or None in others:
        return False
    game, wish = table.arrangement.game, f"{wanted(table)}=on"
    return all([wish in await hub.store.learnt(str(other), game) for other in others])


async def begins_coached(hub: Hub, table: Table, me: str) -> bool:
    """Whether a person wants the coach here: as decided before, else in the first match against bots alone."""
    if table.finished:
        return False
    known = await hub.store.learnt(me, table.arrangement.game)
    for on in (True, False):
        if f"{wanted(table)}={decided(on)}" in known:
            return on
    others = [row for row in table.seats if row.kind != "bot" and row.person != me]
    return not others and {key for key in known if key.startswith(MATCH)} <= {MATCH + table.key}


def decided(on: bool) -> str:
    """A wish as it is remembered."""
    return "on" if on else "off"


async def suggested(hub: Hub, table: Table, me: str, t: Text) -> str:
    """Who would like the coach here, for somebody who has not decided yet; "" for nobody."""
    game, wish = table.arrangement.game, wanted(table)
    others = people(table) - {me, None}
    if table.finished or not others or any(key.startswith(f"{wish}=") for key in await hub.store.learnt(me, game)):
        return ""
    for row in table.seats:
        if row.person in others and f"{wish}=on" in await hub.store.learnt(str(row.person), game):
            return coach_wanted(table.names(t)[row.seat], t)
    return ""


async def coach(hub: Hub, room: Room, watcher: Watcher, said: m.AskCoach) -> None:
    """Say what there is to say now, or note who wants to hear it; programs have no coach."""
    if not watcher.seats(room.table) or watcher.token_seat is not None:
        return
    watcher.coached = said.on
    if said.switched:
        await hub.store.remember(
            watcher.person, room.table.arrangement.game, wanted(room.table), decided(said.on), now()
        )
        if said.on:
            await switched_on(hub, room, watcher)
    elif said.on:
        await speak(hub, room, watcher)


async def switched_on(hub: Hub, room: Room, watcher: Watcher) -> None:
    """Begin, for all who have waited for it; or let the others know, once in a match."""
    table, game = room.table, room.table.arrangement.game
    if await may_coach(hub, table, watcher):
        for each in [each for each in room.watchers if each.coached]:
            await speak(hub, room, each)
        return
    t = words(watcher.language, game)
    watcher.send(CoachSays("wait", t("The coach speaks as soon as everybody at this table has switched it on.")))
    if ASKED + table.key not in await hub.store.learnt(watcher.person, game):
        await hub.store.learn(watcher.person, game, ASKED + table.key, now())
        hub.suggest_coach(room, watcher.seats(table)[0])


async def speak(hub: Hub, room: Room, watcher: Watcher) -> None:
    """What there is to say now to one who wants to hear it."""
    table, seat = room.table, watcher.shown
    if seat not in watcher.seats(table) or not await may_coach(hub, table, watcher):
        return
    t = words(watcher.language, table.arrangement.game)
    if table.unconfirmed == seat:
        # beside the connection: whoever ends the turn meanwhile need not wait for the coach
        work = look_back(hub, room, watcher, t, watcher.judging)
        watcher.judging = hub.tasks.once(f"judging a turn at table {table.key}", work)
    elif table.answers(seat) and watcher.remarked != table.match.position.turn and not played_now(table, seat):
        watcher.remarked = table.match.position.turn
        await remark(hub, table, watcher, t)


def played_now(table: Table, seat: int) -> int:
    """How many steps of the present turn the seat has played."""
    turn, count = table.match.position.turn, 0
    for played in reversed(table.played):
        if (played.turn, played.seat) != (turn, seat):
            break
        count += 1
    return count


async def remark(hub: Hub, table: Table, watcher: Watcher, t: Text) -> None:
    """The goal before the first turn; then the first idea that can be seen at this table and is new to the person."""
    game, seat, turn = table.arrangement.game, watcher.shown, table.match.position.turn
    told = await hub.store.learnt(watcher.person, game)
    if (known := book(game)) is None or f"{REMARKED}{table.key}={turn}" in told:
        return
    if MATCH + table.key not in told and not any(step.seat == seat for step in table.match.steps):
        key, said = MATCH + table.key, CoachSays("goal", t(known.goal), "goal", section_title(game, "goal", t.language))
    elif found := new_idea(known, table, seat, told):
        idea, values = found
        filled = {name: t.term(value) if isinstance(value, str) else value for name, value in values.items()}
        title = section_title(game, idea.section, t.language)
        key, said = IDEA + idea.key, CoachSays("idea", t(idea.sentence, **filled), idea.section, title)
        said.places = list(values.get("places", ()))
    else:
        return
    await hub.store.learn(watcher.person, game, key, now())
    await hub.store.remember(watcher.person, game, REMARKED + table.key, turn, now())
    watcher.send(said)


def new_idea(known: CoachBook, table: Table, seat: int, told: set[str]) -> tuple[Idea, Mapping[str, Any]] | None:
    """The first idea that can be seen here and is new to the person, with what fills its sentence."""
    view = table.match.view(seat)
    for idea in known.ideas:
        if IDEA + idea.key not in told and (places := idea.when(view, seat)) is not None:
            return idea, places
    return None


async def look_back(hub: Hub, room: Room, watcher: Watcher, t: Text, before: asyncio.Task[None] | None) -> None:
    """What the turn that waits to be ended brings, and whether something is much better; one turn after the other."""
    table, seat, ply = room.table, watcher.shown, room.table.ply
    if before is not None:
        await asyncio.wait([before])
    if table.held is None or ply != table.ply:
        return
    count = played_now(table, seat)
    start = await asyncio.to_thread(table.match.at, len(table.match.steps) - count)
    steps = [step.id for step in table.match.steps[len(start.steps) :]] + [table.held.step.id]
    judged = await hub.thinkers.judge(strongest(), start, seat, steps, table=table.key)
    if ply != table.ply:
        return
    names = table.names(t)
    if judged is None:
        watcher.send(await asyncio.to_thread(brought, start, table, seat, names, t))
        return
    said = await asyncio.to_thread(verdict, judged, seat, names, t, room)
    if judged.less >= MUCH:
        watcher.hinted = None  # its turns begin where this one did: they are shown once it is taken back
    watcher.send(said)


def verdict(judged: JudgedTurn, seat: int, names: list[str], t: Text, room: Room) -> CoachSays:
    """What is said about a turn: what it changes, the chances after it, and what the best one has more."""
    game = room.table.match.game
    text = turn_words(Position.load(game, judged.found.start), judged.played.after, seat, names, t)
    chance = percent(judged.played.share)
    if chance is not None:
        text += " " + t("Your chance of winning is about {n}%.", n=chance)
    return CoachSays("turn", text, better=better(judged, game, seat, names, t) if judged.less >= MUCH else "")


def brought(start: Match, table: Table, seat: int, names: list[str], t: Text) -> CoachSays:
    """What is said about a turn in which something came to light: only what it has changed.

    It cannot be taken back to its beginning, and the best turn without that knowledge would be no fair measure.
    """
    before, after = (match.position.imagine(seat, 0) for match in (start, table.match))
    if table.held is not None:
        after.play(seat, table.held.step.id)
    return CoachSays("turn", turn_words(before, after.save(), seat, names, t))


async def try_again(hub: Hub, room: Room, watcher: Watcher, said: m.TryAgain) -> None:
    """Take the turn back to where it began, as far as that is allowed."""
    table, seat = room.table, watcher.shown
    if seat not in watcher.seats(table):
        raise m.BadMessage()
    watcher.remarked = table.match.position.turn  # it is still the same turn
    for _ in range(len(table.played) + 1):
        if not table.can_undo(seat) or not (table.held or played_now(table, seat)):
            break
        await hub.act(room, seat, "undo", None, table.ply)


@get("/table/{key:str}/section", include_in_schema=False)
async def present_section(request: Visit, hub: TheHub, key: FromPath[str]) -> Response[str]:
    """What the rulebook says about the question that the visitor is asked."""
    table = (await find(hub, key)).table
    game, spoken = table.arrangement.game, language(request)
    asked = [seat for seat in table.own_seats(person(request)) if table.answers(seat)]
    known = book(game)
    if not asked or known is None or not has_rulebook(game):
        return Response("", media_type="text/html")
    anchor = known.sections.get(str(table.match.view(asked[0]).get(known.question)), "turn")
    _, sections = await asyncio.to_thread(pages, game, spoken, theme(request))
    found = next(one for one in sections if anchor in (one.anchor, *dict(one.parts)))
    headers = {"x-section": anchor}
    return Response(f"<h3>{found.title}</h3>{found.body}", media_type="text/html", headers=headers)


HANDLERS = [present_section]
