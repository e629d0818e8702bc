"""The JSON interface for programs, over the same gate as the pages. A seat's token says for whom a program speaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.params import JSONBody, PathParameter, QueryParameter

import khonsu
from khonsu.bots import bots
from khonsu.compiling import NotReady
from khonsu.errors import KhonsuError
from khonsu.kernel.about import Follows
from khonsu.web.domain.invitations import program_seat
from khonsu.web.domain.table import Stale, Table
from khonsu.web.scenes.messages import LogLine, SeatShown
from khonsu.web.scenes.scene import question, seats, told
from khonsu.web.services.hub import Hub
from khonsu.web.services.lobby import Host, Wanted, Wish, make
from khonsu.web.services.room import Room
from khonsu.web.settings import NAME
from khonsu.web.storage.store import Away
from khonsu.web.transport.common import TheHub
from khonsu.web.transport.people import bearer, language
from khonsu.web.words import words

Call = Request[Any, Any, Any]
Key = Annotated[str, PathParameter(min_length=1, max_length=32, description="The table's id, as in its address.")]
Ply = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class OptionInfo(msgspec.Struct):
    """One option of a game. The default is null where another option decides it."""

    name: str
    text: str
    default: bool | int | str | None
    values: list[bool | int | str]
    least: int
    most: int


class GameInfo(msgspec.Struct):
    """A game's card."""

    name: str
    title: str
    sentence: str
    players: list[int]
    minutes: list[int]
    options: list[OptionInfo]


class NewSeat(msgspec.Struct, forbid_unknown_fields=True):
    """A seat of a new table: a bot, a program with a token, a friend with a link, or open to anybody."""

    kind: Literal["bot", "program", "friend", "open"]
    bot: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    name: Annotated[str, msgspec.Meta(max_length=NAME)] = ""


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """What a new table should be."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    seats: Annotated[list[NewSeat], msgspec.Meta(min_length=1, max_length=10)]
    options: dict[str, bool | int | str] = {}
    listed: bool = False
    minutes: Annotated[float, msgspec.Meta(gt=0, le=600)] | None = None


class Made(msgspec.Struct):
    """A new table, and the secret of each seat that has one; it is told only here."""

    table: str
    tokens: dict[str, str]


class StepOut(msgspec.Struct):
    """A legal step."""

    id: int
    text: str


class TableState(msgspec.Struct):
    """A table as one seat (or, without a token, everybody) may see it."""

    table: str
    game: str
    ply: int
    seat: int | None
    begun: bool
    over: bool
    asked: list[int]
    question: str
    legal: list[StepOut]
    can_undo: bool
    must_confirm: bool
    view: Mapping[str, object]
    seats: list[SeatShown]
    log: list[LogLine]
    seed_hash: str
    seed: str | None
    salt: str | None
    result: list[float] | None


class Problem(msgspec.Struct):
    """Why something was not done, in a sentence, and how the table stands now."""

    problem: str
    name: str
    state: TableState | None = None


class StepIn(msgspec.Struct, forbid_unknown_fields=True):
    """A step by its notation or id, as the answer to the question asked at that ply."""

    step: Annotated[str, msgspec.Meta(max_length=80)] | Annotated[int, msgspec.Meta(ge=0, le=2**31)]
    ply: Ply


class At(msgspec.Struct, forbid_unknown_fields=True):
    """The ply one speaks of."""

    ply: Ply


async def enter(request: Call, hub: Hub, key: str, seated: bool = False) -> tuple[Room, int | None]:
    """The room of the table, and the seat that the token stands for."""
    room = await hub.get(key)
    if room is None:
        raise NotFoundException("There is no such table.")
    token = bearer(request)
    seat = None if token is None else program_seat(room.table, token)
    if seat is None and (token is not None or seated):
        raise NotAuthorizedException("This needs the token of a seat at this table: Authorization: Bearer <token>.")
    return room, seat


def state(table: Table, seat: int | None, tongue: str, since: int = 0) -> TableState:
    """What a program is told."""
    eyes = -1 if seat is None else seat
    t = words(tongue, table.arrangement.game)
    made = TableState(
        table=table.key,
        game=table.arrangement.game,
        ply=table.ply,
        seat=seat,
        begun=table.begun,
        over=table.finished,
        asked=list(table.asked),
        question=question(table, eyes, t),
        legal=[StepOut(step.id, step.text) for step in table.match.legal(eyes)] if table.answers(eyes) else [],
        can_undo=seat is not None and table.can_undo(seat),
        must_confirm=seat is not None and table.unconfirmed == seat,
        view=table.view(eyes),
        seats=seats(table, eyes, t),
        log=told(table, eyes, t, since),
        seed_hash=table.pledge,
        seed=str(table.match.seed) if table.finished else None,
        salt=table.arrangement.salt if table.finished else None,
        result=list(table.match.result()) if table.finished else None,
    )
    table.put_away()
    return made


@get("/games", sync_to_thread=False)
def games(request: Call) -> list[GameInfo]:
    """All games with their options."""
    found = []
    for about in khonsu.games().values():
        t = words(language(request), about.name)
        options = [
            OptionInfo(
                option.name,
                t(option.text),
                None if isinstance(option.default, Follows) else option.default,
                list(option.values),
                option.least,
                option.most,
            )
            for option in about.options
        ]
        card = GameInfo(about.name, about.title, t(about.sentence), list(about.players), list(about.minutes), options)
        found.append(card)
    return found


@get("/bots", sync_to_thread=False)
def bot_names() -> list[str]:
    """The bots that can take a seat."""
    return list(bots())


@post("/tables")
async def new_table(request: Call, hub: TheHub, data: JSONBody[NewTable]) -> Made:
    """Set a table. Keep the tokens: they are not told again."""
    wishes = [Wish(seat.kind, seat.bot, seat.name) for seat in data.seats]
    clock = {"minutes": data.minutes} if data.minutes else None
    wanted = Wanted(data.game, wishes, data.options, data.listed, False, clock)
    key, tokens = await make(hub, wanted, Host())
    return Made(key, {str(seat): token for seat, token in tokens.items()})


@get("/tables/{key:str}")
async def look(
    request: Call, hub: TheHub, key: Key, since: Annotated[int, QueryParameter(ge=0, le=2**31)] = 0
) -> TableState:
    """How a table stands; the log begins at step `since`."""
    room, seat = await enter(request, hub, key)
    return state(room.table, seat, language(request), since)


@get("/tables/{key:str}/wait")
async def wait(
    request: Call,
    hub: TheHub,
    key: Key,
    ply: Annotated[int, QueryParameter(ge=0, le=2**31)],
    seconds: Annotated[float, QueryParameter(ge=0, le=25)] = 25,
) -> TableState:
    """The same, but only once the table has gone beyond `ply`, or after some seconds."""
    room, seat = await enter(request, hub, key)
    table = room.table
    if table.ply <= ply and not table.finished:
        await hub.next_news(room, ply, seconds)
    return state(table, seat, language(request), max(0, len(table.played) - 50))


@post("/tables/{key:str}/steps", status_code=200)
async def play(request: Call, hub: TheHub, key: Key, data: JSONBody[StepIn]) -> TableState:
    """Play a step. 409 with the present state if the table has moved on or the step is not legal."""
    return await do(request, hub, key, "step", data.step, data.ply)


@post("/tables/{key:str}/undo", status_code=200)
async def undo(request: Call, hub: TheHub, key: Key, data: JSONBody[At]) -> TableState:
    """Undo your last step."""
    return await do(request, hub, key, "undo", None, data.ply)


@post("/tables/{key:str}/done", status_code=200)
async def done(request: Call, hub: TheHub, key: Key, data: JSONBody[At]) -> TableState:
    """Confirm the end of the turn, where the seat has it confirmed."""
    return await do(request, hub, key, "done", None, data.ply)


async def do(request: Call, hub: Hub, key: str, kind: str, what: str | int | None, ply: int) -> TableState:
    """One act of a program."""
    room, seat = await enter(request, hub, key, seated=True)
    assert seat is not None
    table = room.table
    try:
        await hub.act(room, seat, kind, what, ply)
    except KhonsuError as error:
        raise Refused(error, state(table, seat, language(request), len(table.played))) from error
    return state(table, seat, language(request), max(0, len(table.played) - 1))


@get("/tables/{key:str}/record", media_type="text/plain")
async def record(request: Call, hub: TheHub, key: Key) -> str:
    """The record of a finished match."""
    room, _ = await enter(request, hub, key)
    return room.table.record()


class Refused(Exception):
    """Something that could not be done; the answer carries the present state."""

    def __init__(self, error: KhonsuError, present: TableState | None = None) -> None:
        self.error, self.present = error, present


def refused(request: Call, problem: Refused) -> Response[Problem]:
    """409 when the table is in another state, 503 without a database, 400 for what makes no sense."""
    sentence = words(language(request)).explain(problem.error)
    if isinstance(problem.error, Away):
        return Response(Problem(sentence, "Away"), status_code=503, headers={"retry-after": "2"})
    if isinstance(problem.error, NotReady):
        later = {"retry-after": str(problem.error.seconds)}
        return Response(Problem(sentence, "NotReady"), status_code=503, headers=later)
    code = 409 if problem.present is not None or isinstance(problem.error, Stale) else 400
    return Response(Problem(sentence, type(problem.error).__name__, problem.present), status_code=code)


ROUTER = Router("/api", route_handlers=[games, bot_names, new_table, look, wait, play, undo, done, record])
