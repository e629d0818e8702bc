"""The coach: the goal at first, then one new idea a turn, and before a turn ends what it brings and what is better.

It speaks to a person who plays against bots, or at tables where all people want it. What it has said once is
remembered with the lessons that a person has finished.
"""

from __future__ import annotations

import asyncio

from litestar import get
from litestar.params import FromPath
from litestar.response import Response

from khonsu.bots.turns import JudgedTurn
from khonsu.coaching import CoachBook
from khonsu.games import part
from khonsu.kernel.position import Position
from khonsu.lessons.reasons import reasons, turn_words
from khonsu.rulebook import has_rulebook
from khonsu.rulebook.pages import pages
from khonsu.text import Text
from khonsu.web.domain.clock import now
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


def book(game: str) -> CoachBook | None:
    """What the coach knows of a game."""
    found: CoachBook | None = getattr(part(game, "words.coach"), "COACH", None)
    return found


def agreed(room: Room) -> bool:
    """Whether everybody who plays here wants the coach; whoever plays against bots alone decides alone."""
    wanted = {watcher.person for watcher in room.watchers if watcher.coached}
    people = {row.person for row in room.table.seats if row.kind not in ("bot", "program", "record")}
    return people <= wanted


async def first_match(hub: Hub, table: Table, me: str) -> bool:
    """Whether a person plays this game for the first time with a coach, and against bots alone."""
    others = [row for row in table.seats if row.kind != "bot" and row.person != me]
    if others or table.finished:
        return False
    matches = {key for key in await hub.store.learnt(me, table.arrangement.game) if key.startswith(MATCH)}
    return matches <= {MATCH + table.key}


async def coach(hub: Hub, room: Room, watcher: Watcher, said: m.AskCoach) -> None:
    """Say what there is to say now."""
    table, seat = room.table, watcher.shown
    watcher.coached = said.on and bool(watcher.seats(table))
    if not watcher.coached or seat not in watcher.seats(table):
        return
    t = words(watcher.language, table.arrangement.game)
    if not agreed(room):
        watcher.send(CoachSays("wait", t("The coach speaks as soon as everybody at this table has switched it on.")))
    elif table.unconfirmed == seat:
        await look_back(hub, room, watcher, t)
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
    game, seat = table.arrangement.game, watcher.shown
    if (known := book(game)) is None:
        return
    if not any(step.seat == seat for step in table.match.steps):
        watcher.send(CoachSays("goal", t(known.goal), "goal", section_title(game, "goal", t.language)))
        await hub.store.learn(watcher.person, game, MATCH + table.key, now())
        return
    told = await hub.store.learnt(watcher.person, game)
    view = table.match.view(seat)
    for idea in known.ideas:
        if IDEA + idea.key not in told and (places := idea.when(view, seat)) is not None:
            filled = {name: t.term(value) if isinstance(value, str) else value for name, value in places.items()}
            title = section_title(game, idea.section, t.language)
            watcher.send(CoachSays("idea", t(idea.sentence, **filled), idea.section, title))
            await hub.store.learn(watcher.person, game, IDEA + idea.key, now())
            return


async def look_back(hub: Hub, room: Room, watcher: Watcher, t: Text) -> None:
    """What the turn that waits to be ended brings, and whether something is much better."""
    table, seat, ply = room.table, watcher.shown, room.table.ply
    if table.held is None:
        return
    count = played_now(table, seat)
    start = await asyncio.to_thread(table.match.at, len(table.match.steps) - count)
    steps = [step.id for step in table.match.steps[len(start.steps) :]] + [table.held.step.id]
    judged = await hub.thinkers.judge(strongest(), start, seat, steps, table=table.key)
    if judged is None or ply != table.ply:
        return
    names = table.names(t)
    said = await asyncio.to_thread(verdict, judged, seat, names, t, room)
    if judged.less >= MUCH:
        watcher.hinted = None  # its turns begin where this one did: they are shown once it is taken back
    watcher.send(said)


def verdict(judged: JudgedTurn, seat: int, names: list[str], t: Text, room: Room) -> CoachSays:
    """What is said about a turn: what it changes, the chances after it, and what the best one has more."""
    game = room.table.match.game
    start = Position.load(game, judged.found.start)
    after = Position.load(game, judged.played.after)
    text = turn_words(start, after, seat, names, t)
    chance = percent(judged.played.share)
    if chance is not None:
        text += " " + t("Your chance of winning is about {n}%.", n=chance)
    better = ""
    if judged.less >= MUCH:
        better = reasons(judged.found, game, seat, names, t)[0]
    return CoachSays("turn", text, better=better)


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
