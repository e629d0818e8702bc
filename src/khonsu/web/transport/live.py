"""The live connection: the browser says what was chosen, the server answers with the new table."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from khonsu.errors import KhonsuError
from khonsu.web.domain.table import NotYours, Table
from khonsu.web.scenes.scene import scene
from khonsu.web.services.hub import Hub, TheHub, frame
from khonsu.web.services.watcher import Watcher
from khonsu.web.settings import FRAME
from khonsu.web.transport.edge import same_origin
from khonsu.web.transport.people import bearer, language, person, program_seat
from khonsu.web.words import bot_name, words

Number = Annotated[int, msgspec.Meta(ge=-1, le=2**31)]


class Said(msgspec.Struct, forbid_unknown_fields=True):
    """A message from a browser or program. Which fields count depends on its kind."""

    kind: Annotated[str, msgspec.Meta(max_length=16)]
    ply: Number | None = None
    step: Number | Annotated[str, msgspec.Meta(max_length=80)] | None = None
    seat: Number | None = None
    narrow: bool | None = None
    text: bool | None = None
    on: bool | None = None


class BadMessage(KhonsuError):
    """Something that is not a message."""

    template = "That message cannot be understood."


class TooMuch(KhonsuError):
    """More messages than anybody needs."""

    template = "Too many messages; wait a moment."


decode = msgspec.json.Decoder(Said).decode


@websocket("/table/{key:str}/live")
async def live(socket: WebSocket[Any, Any, Any], hub: TheHub, key: FromPath[str]) -> None:
    """One connection, from its beginning to its end."""
    try:
        table = await hub.get(key)
    except KhonsuError:
        await socket.close(code=4503)  # the database is away: the browser tries again
        return
    if table is None or not ours(socket, hub):
        await socket.close(code=4404 if table is None else 4403)
        return
    me = person(socket)
    token = bearer(socket)
    seat = program_seat(table, token) if token else None
    if token and seat is None:
        await socket.close(code=4403)
        return
    address = socket.client.host if socket.client else ""
    if not hub.admits(table, address, me):
        await socket.close(code=4429)
        return
    await socket.accept()
    narrow = socket.query_params.get("narrow") == "1"
    text = socket.query_params.get("text") == "1"
    drawing = socket.query_params.get("drawing") != "0"
    watcher = Watcher(me, language(socket), seat, narrow, text, drawing, address, limit=hub.settings.messages)
    hub.watch(table, watcher)
    speaking = asyncio.create_task(speak(socket, watcher))
    try:
        await listen(socket, hub, table, watcher, speaking)
    finally:
        hub.unwatch(table, watcher)
        speaking.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await speaking


def ours(socket: WebSocket[Any, Any, Any], hub: Hub) -> bool:
    """Browsers say which page opened the connection: only our own may. Programs say nothing."""
    scheme = "https" if hub.settings.secure_cookies else socket.url.scheme
    headers = socket.headers
    return same_origin(scheme, headers.get("host", ""), headers.get("origin"), hub.settings.origins)


async def speak(socket: WebSocket[Any, Any, Any], watcher: Watcher) -> None:
    """Send what waits in the queue."""
    while (waiting := await watcher.queue.get()) is not None:
        await socket.send_data(waiting.decode())
    await socket.close(code=4408)


async def listen(
    socket: WebSocket[Any, Any, Any], hub: Hub, table: Table, watcher: Watcher, speaking: asyncio.Task[None]
) -> None:
    """Answer messages one after the other; a bad one is answered with a sentence and changes nothing."""
    while not speaking.done():
        try:
            received = await socket.receive_data(mode="text")
        except (WebSocketDisconnect, RuntimeError):
            return
        except (KeyError, TypeError, ValueError):  # a binary frame
            received = ""
        try:
            if not watcher.may_speak():
                raise TooMuch()
            await answer(hub, table, watcher, understand(received))
        except KhonsuError as error:
            t = words(watcher.language, table.match.game.name)
            problem = {"kind": "problem", "sentence": t.explain(error), "name": type(error).__name__}
            watcher.send(frame(problem))
            if not isinstance(error, TooMuch):
                watcher.send(frame(scene(table, watcher)))
        await asyncio.sleep(0)  # let the answers go out between messages that come in a row


def understand(received: Any) -> Said:
    """The message in a frame."""
    if not isinstance(received, str) or len(received.encode(errors="replace")) > FRAME:
        raise BadMessage()
    try:
        return decode(received)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadMessage() from None


async def answer(hub: Hub, table: Table, watcher: Watcher, said: Said) -> None:
    """Do what a message says, for a seat of the one who says it."""
    own = watcher.seats(table)
    if said.kind == "layout":
        watcher.narrow = watcher.narrow if said.narrow is None else said.narrow
        watcher.text = watcher.text if said.text is None else said.text
        watcher.send(frame(scene(table, watcher)))
    elif said.kind == "ping":
        watcher.send(frame({"kind": "pong"}))
    elif said.kind in ("step", "undo", "done"):
        seat = watcher.shown if said.seat is None else said.seat
        if seat not in own:
            raise NotYours()
        await hub.act(table, seat, said.kind, said.step, said.ply)
    elif said.kind == "explain" and said.step is not None and watcher.shown in own:
        step = table.find(watcher.shown, said.step)
        sentence = table.match.explain(step, watcher.language)
        watcher.send(frame({"kind": "explain", "step": step.id, "sentence": sentence}))
    else:
        await answer_seat(hub, table, watcher, said, own)


async def answer_seat(hub: Hub, table: Table, watcher: Watcher, said: Said, own: list[int]) -> None:
    """What is about seats rather than steps."""
    if said.kind == "uncover" and said.seat in own:
        watcher.shown = said.seat
        watcher.send(frame(scene(table, watcher, fresh=True)))
    elif said.kind == "confirm" and said.on is not None and own:
        for seat in own:
            await hub.set_confirm(table, seat, said.on)
    elif said.kind == "hand over" and said.seat is not None:
        await hub.hand_over(table, said.seat, own)
    elif said.kind == "return" and said.seat in own:
        await hub.take_back(table, said.seat)
    elif said.kind == "hint" and watcher.shown in own:
        await hint(hub, table, watcher)
    else:
        raise BadMessage()


async def hint(hub: Hub, table: Table, watcher: Watcher) -> None:
    """What a bot would do in the watcher's place, knowing what the watcher knows."""
    seat, ply = watcher.shown, table.ply
    if not table.row.hints or not table.answers(seat):
        raise NotYours()
    choice = await hub.thinkers.choose(table.row.hints, table.match, seat, table=table.row.id)
    if ply != table.ply:
        return
    steps = {step.id: step for step in table.match.legal(seat)}
    candidates = [
        {
            "id": found.step,
            "text": steps[found.step].text,
            "label": table.match.explain(steps[found.step], watcher.language),
            "value": round(found.value, 2),
            "chance": percent(found.share),
            "visits": found.visits,
        }
        for found in choice.candidates[:5]
        if found.step in steps
    ]
    said = {"chance": percent(choice.estimate[seat]), "note": choice.note, "candidates": candidates}
    watcher.send(frame({"kind": "hint", "bot": bot_name(table.row.hints, words(watcher.language)), **said}))


def percent(share: float | None) -> int | None:
    """A chance as people say it; None where a bot does not know it."""
    return None if share is None else round(100 * min(1.0, max(0.0, share)))
