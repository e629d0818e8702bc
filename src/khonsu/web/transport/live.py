"""The live connection: the browser says what was chosen, the server answers with the new table."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from khonsu.bots import Candidate
from khonsu.errors import IllegalStep, KhonsuError
from khonsu.match import Match
from khonsu.text import Text
from khonsu.web.domain.invitations import program_seat
from khonsu.web.domain.table import NotYours
from khonsu.web.scenes.messages import Explained, HintGiven, Pong, Trouble
from khonsu.web.services.hub import Hub
from khonsu.web.services.room import Room
from khonsu.web.services.watcher import Watcher
from khonsu.web.transport import messages as m
from khonsu.web.transport.common import TheHub
from khonsu.web.transport.edge import same_origin
from khonsu.web.transport.people import bearer, language, person
from khonsu.web.words import bot_name, words

Socket = WebSocket[Any, Any, Any]


@websocket("/table/{key:str}/live")
async def live(socket: Socket, hub: TheHub, key: FromPath[str]) -> None:
    """One connection, from its beginning to its end."""
    try:
        room = await hub.get(key)
    except KhonsuError:
        await socket.close(code=4503)  # the database is away: the browser tries again
        return
    if room is None or not ours(socket, hub):
        await socket.close(code=4404 if room is None else 4403)
        return
    watcher = newcomer(socket, hub, room)
    if watcher.token_seat == -1:
        await socket.close(code=4403)
        return
    if not hub.admits(room, watcher.address, watcher.person):
        await socket.close(code=4429)
        return
    await socket.accept()
    hub.watch(room, watcher)
    speaking = asyncio.create_task(speak(socket, watcher))
    try:
        await listen(socket, hub, room, watcher, speaking)
    finally:
        hub.unwatch(room, watcher)
        speaking.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await speaking


def ours(socket: Socket, hub: Hub) -> bool:
    """Browsers say which page opened the connection: only our own may. Programs say nothing."""
    scheme = "https" if hub.settings.secure_cookies else socket.url.scheme
    headers = socket.headers
    return same_origin(scheme, headers.get("host", ""), headers.get("origin"), hub.settings.origins)


def newcomer(socket: Socket, hub: Hub, room: Room) -> Watcher:
    """Whoever connects; a program whose secret is for no seat here gets seat -1."""
    token = bearer(socket)
    seat = program_seat(room.table, token) if token else None
    query = socket.query_params
    return Watcher(
        person=person(socket),
        token_seat=-1 if token and seat is None else seat,
        language=language(socket),
        narrow=query.get("narrow") == "1",
        text=query.get("text") == "1",
        drawing=query.get("drawing") != "0",
        address=socket.client.host if socket.client else "",
        limit=hub.settings.messages,
    )


async def speak(socket: Socket, watcher: Watcher) -> None:
    """Send what waits in the queue."""
    while (waiting := await watcher.queue.get()) is not None:
        await socket.send_data(waiting.decode())
    await socket.close(code=4408)


async def listen(socket: Socket, hub: Hub, room: Room, watcher: Watcher, speaking: asyncio.Task[None]) -> None:
    """Answer messages one after the other; a bad one is answered with a sentence and changes nothing."""
    while not speaking.done():
        try:
            received: object = await socket.receive_data(mode="text")
        except (WebSocketDisconnect, RuntimeError):
            return
        except (KeyError, TypeError, ValueError):  # a binary frame
            received = ""
        try:
            if not watcher.may_speak():
                raise m.TooMuch()
            said = m.understand(received)
            await ANSWERS[type(said)](hub, room, watcher, said)
        except KhonsuError as error:
            t = words(watcher.language, room.table.match.game.name)
            watcher.send(Trouble(refusal(error, t), type(error).__name__))
            if not isinstance(error, m.TooMuch):
                watcher.send(room.scenes.scene(watcher))
        await asyncio.sleep(0)  # let the answers go out between messages that come in a row


def refusal(error: KhonsuError, t: Text) -> str:
    """Why something was not done, for people at a board: legal moves are shown there, not listed in notation."""
    if isinstance(error, IllegalStep):
        return t("That move isn't possible any more. Choose one of the highlighted ones.")
    return t.explain(error)


# -- one answer for each kind of message -------------------------------------------------------------------------------


async def act(hub: Hub, room: Room, watcher: Watcher, said: m.Choose | m.Undo | m.Done) -> None:
    """A step, a step taken back, the end of a turn: for a seat of the one who says it."""
    seat = watcher.shown if said.seat is None else said.seat
    if seat not in watcher.seats(room.table):
        raise NotYours()
    kind = "step" if isinstance(said, m.Choose) else "undo" if isinstance(said, m.Undo) else "done"
    await hub.act(room, seat, kind, said.step if isinstance(said, m.Choose) else None, said.ply)


async def layout(hub: Hub, room: Room, watcher: Watcher, said: m.Layout) -> None:
    """Draw for another screen."""
    watcher.narrow = watcher.narrow if said.narrow is None else said.narrow
    watcher.text = watcher.text if said.text is None else said.text
    watcher.send(room.scenes.scene(watcher))


async def ping(hub: Hub, room: Room, watcher: Watcher, said: m.Ping) -> None:
    """A sign of life."""
    watcher.send(Pong())


async def explain(hub: Hub, room: Room, watcher: Watcher, said: m.Explain) -> None:
    """What a step would do."""
    own(room, watcher, watcher.shown)
    step = room.table.match.find(said.step, watcher.shown)
    watcher.send(Explained(step.id, room.table.match.explain(step, watcher.language)))


async def uncover(hub: Hub, room: Room, watcher: Watcher, said: m.Uncover) -> None:
    """Show a seat's view to the one who has the device now."""
    watcher.shown = own(room, watcher, said.seat)
    watcher.send(room.scenes.scene(watcher, fresh=True))


async def confirm(hub: Hub, room: Room, watcher: Watcher, said: m.Confirm) -> None:
    """Whether turns are confirmed, for all seats of this person."""
    for seat in watcher.seats(room.table) or [own(room, watcher, -1)]:
        await hub.set_confirm(room, seat, said.on)


async def hand_over(hub: Hub, room: Room, watcher: Watcher, said: m.HandOver) -> None:
    """A bot plays for somebody who is away."""
    await hub.hand_over(room, said.seat, watcher.seats(room.table))


async def take_back(hub: Hub, room: Room, watcher: Watcher, said: m.Return) -> None:
    """Somebody who had left plays again."""
    await hub.take_back(room, own(room, watcher, said.seat))


async def hint(hub: Hub, room: Room, watcher: Watcher, said: m.AskHint) -> None:
    """What a bot would do in the watcher's place, knowing what the watcher knows."""
    table, seat = room.table, own(room, watcher, watcher.shown)
    adviser, ply = table.arrangement.hints, table.ply
    if not adviser or not table.answers(seat):
        raise NotYours()
    choice = await hub.thinkers.choose(adviser, table.match, seat, table=table.key)
    if ply != table.ply:
        return
    found = [shown(table.match, seat, candidate, watcher.language) for candidate in choice.candidates[:5]]
    name = bot_name(adviser, words(watcher.language))
    watcher.send(HintGiven(name, percent(choice.estimate[seat]), choice.note, found))


def shown(match: Match, seat: int, candidate: Candidate, language: str) -> dict[str, Any]:
    """One step that a bot considered."""
    step = match.find(candidate.step, seat)
    return {
        "id": step.id,
        "text": step.text,
        "label": match.explain(step, language),
        "value": round(candidate.value, 2),
        "chance": percent(candidate.share),
        "visits": candidate.visits,
    }


def percent(share: float | None) -> int | None:
    """A chance as people say it; None where a bot does not know it."""
    return None if share is None else round(100 * min(1.0, max(0.0, share)))


def own(room: Room, watcher: Watcher, seat: int) -> int:
    """The seat again, if it is the watcher's."""
    if seat not in watcher.seats(room.table):
        raise m.BadMessage()
    return seat


Answer = Callable[[Hub, Room, Watcher, Any], Awaitable[None]]
ANSWERS: dict[type[m.Said], Answer] = {
    m.Choose: act,
    m.Undo: act,
    m.Done: act,
    m.Layout: layout,
    m.Ping: ping,
    m.Explain: explain,
    m.Uncover: uncover,
    m.Confirm: confirm,
    m.HandOver: hand_over,
    m.Return: take_back,
    m.AskHint: hint,
}
