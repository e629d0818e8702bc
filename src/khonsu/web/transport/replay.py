"""Afterwards: a finished match step by step, its record, and records that people bring."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Redirect, Response, Template

import khonsu
from khonsu.errors import BadPlace, KhonsuError
from khonsu.match.record import parse
from khonsu.rulebook import has_rulebook
from khonsu.web.domain.table import NotFinished
from khonsu.web.scenes.client_words import client_words
from khonsu.web.scenes.ending import ending
from khonsu.web.scenes.messages import Told
from khonsu.web.scenes.scene import shown_points, still
from khonsu.web.scenes.story import retold
from khonsu.web.services.lobby import keep_record, no_files
from khonsu.web.settings import RECORD
from khonsu.web.transport.common import TheHub, Visit, find, page
from khonsu.web.transport.people import language, person, texts


class TooLong(KhonsuError):
    """A record beyond every match."""

    template = "That file is too large: a record has at most {most} kB."


@get("/table/{key:str}/replay", include_in_schema=False)
async def replay_page(request: Visit, hub: TheHub, key: FromPath[str]) -> Template | Redirect:
    """The page with the slider; `?at=40&seat=1` leads to one moment."""
    table = (await find(hub, key)).table
    if not table.open:
        return Redirect(f"/table/{key}", status_code=303)
    t = texts(request, table.arrangement.game)
    client = {"words": client_words(t), "table": key, "steps": len(table.played), "game": table.match.game.name}
    about = table.match.game.about
    more = {"names": table.names(t), "rules": has_rulebook(about.name)}
    return page(request, "replay.html", t=t, table=table, about=about, client=client, **more)


@get("/table/{key:str}/frame", include_in_schema=False)
async def frame(
    request: Visit,
    hub: TheHub,
    key: FromPath[str],
    at: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
    seat: Annotated[int, QueryParameter(ge=-1, le=10)] = -1,
    narrow: FromQuery[bool] = False,
) -> dict[str, Any]:
    """One moment of a finished match through the eyes of one seat."""
    room = await find(hub, key)
    table = room.table
    if not table.open:
        raise NotFinished()
    if at > len(table.played) or seat >= table.match.players:
        raise BadPlace(at, len(table.played))
    t, match = texts(request, table.arrangement.game), table.match
    position, names = room.frames.at(at), table.names(t)
    return {
        "at": at,
        "svg": "".join(still(match, position.view(seat), names, seat, language(request), narrow)),
        "board": "" if match.game.picture else match.game.words.board(position.view(seat), names, t),
        "scores": [shown_points(position, seat) for seat in range(match.players)],
        "step": match.steps[at - 1].text if at else "",
    }


@get("/table/{key:str}/story", include_in_schema=False)
async def whole_story(
    request: Visit, hub: TheHub, key: FromPath[str], seat: Annotated[int, QueryParameter(ge=-1, le=10)] = -1
) -> list[Told]:
    """The log of a finished match through the eyes of one seat, turn by turn."""
    table = (await find(hub, key)).table
    if not table.open:
        raise NotFinished()
    if seat >= table.match.players:
        raise BadPlace(seat, table.match.players)
    t = texts(request, table.arrangement.game)
    return await asyncio.to_thread(retold, table, seat, t, 0)


@get("/table/{key:str}/ending", include_in_schema=False)
async def how_it_ended(request: Visit, hub: TheHub, key: FromPath[str]) -> Template:
    """The points of all, side by side, and how it went: a part of a page, for the table to show."""
    table = (await find(hub, key)).table
    if not table.finished:
        raise NotFinished()
    t = texts(request, table.arrangement.game)
    end = await asyncio.to_thread(ending, table, t)
    return page(request, "ending.html", t=t, table=table, end=end, own=table.own_seats(person(request)))


@get("/table/{key:str}/record", include_in_schema=False)
async def record(hub: TheHub, key: FromPath[str]) -> Response[str]:
    """The record as a file."""
    table = (await find(hub, key)).table
    name = f"khonsu-{table.arrangement.game}-{key}.record"
    return Response(
        table.record(), media_type="text/plain", headers={"content-disposition": f'attachment; filename="{name}"'}
    )


@get("/look", include_in_schema=False)
async def look_form(request: Visit) -> Template:
    """Where a record can be brought."""
    return page(request, "look.html", problem="")


@post("/look", include_in_schema=False)
async def look(request: Request[Any, Any, Any], hub: TheHub) -> Redirect | Template:
    """Read a record and show it."""
    me, t = person(request), texts(request)
    form = await request.form()
    try:
        text = await record_text(form.get("record"), str(form.get("text", "")))
        header = parse(text).header
        no_files({key[7:]: value for key, (_, value) in header.items() if key.startswith("option ")})
        game = header["game"][1] if "game" in header else ""
        hub.compiler.want(game)
        hub.compiler.check(game)
        match = await asyncio.to_thread(khonsu.read, text)
    except KhonsuError as error:
        return page(request, "look.html", problem=t.explain(error))
    return Redirect(f"/table/{await keep_record(hub, match, me)}/replay", status_code=303)


async def record_text(file: Any, text: str) -> str:
    """What was uploaded or pasted."""
    raw = await file.read() if isinstance(file, UploadFile) and file.filename else text.encode()
    if len(raw) > RECORD:
        raise TooLong(most=RECORD // 1024)
    return raw.decode(errors="replace")


HANDLERS = [replay_page, frame, whole_story, how_it_ended, record, look_form, look]
