"""The live connection: the browser says what was chosen, the server answers with the new table."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from khonsu.errors import IllegalStep, KhonsuError
from khonsu.explain import why_not
from khonsu.match.advice import loss
from khonsu.text import Text
from khonsu.web.domain.council import advised
from khonsu.web.domain.invitations import program_seat
from khonsu.web.domain.table import NotYours
from khonsu.web.scenes.hints import shown_turns, sketches
from khonsu.web.scenes.messages import Explained, HintGiven, Pong, Trouble, TurnSketch, Warned, Why
from khonsu.web.scenes.scene import question
from khonsu.web.services.hub import Hub
from khonsu.web.services.room import Room
from khonsu.web.services.watcher import Watcher
from khonsu.web.transport import messages as m
from khonsu.web.transport.coach import coach, may_coach, try_again
from khonsu.web.transport.common import TheHub
from khonsu.web.transport.edge import same_origin
from khonsu.web.transport.people import bearer, language, person
from khonsu.web.words import bot_name, strongest, words

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


def acting(room: Room, watcher: Watcher, said: m.ForSeat) -> int:
    """The seat for which something is done: one of those who says it."""
    seat = watcher.shown if said.seat is None else said.seat
    if seat not in watcher.seats(room.table):
        raise NotYours()
    return seat


async def act(hub: Hub, room: Room, watcher: Watcher, said: m.Undo | m.Done) -> None:
    """A step taken back, the end of a turn."""
    await hub.act(room, acting(room, watcher, said), "undo" if isinstance(said, m.Undo) else "done", ply=said.ply)


async def choose(hub: Hub, room: Room, watcher: Watcher, said: m.Choose) -> None:
    """A step, or several in one; who asks for care is warned first of what would be lost."""
    seat, table = acting(room, watcher, said), room.table
    t = table.match.game.texts(watcher.language)
    what: int | str | tuple[int, ...] | None = said.step
    present = table.answers(seat) and said.ply in (None, table.ply)
    if present and isinstance(said.step, int) and watcher.token_seat is None:
        legal = said.step in table.match.legal_ids(seat)
        short = () if legal else room.scenes.shortcuts(seat, watcher.language)
        several = [each.steps for each in short if each.id == said.step]
        steps = several[0] if several else said.step
        if said.careful and (legal or several) and (sentence := loss(table.match, seat, steps, t)):
            watcher.send(Warned(said.step, sentence))
            return
        what = steps
    await hub.act(room, seat, "step", what, said.ply)


async def layout(hub: Hub, room: Room, watcher: Watcher, said: m.Screen) -> None:
    """Draw for another screen."""
    watcher.narrow = watcher.narrow if said.narrow is None else said.narrow
    watcher.text = watcher.text if said.text is None else said.text
    watcher.send(room.scenes.scene(watcher))


async def ping(hub: Hub, room: Room, watcher: Watcher, said: m.Ping) -> None:
    """A sign of life."""
    watcher.send(Pong())


async def explain(hub: Hub, room: Room, watcher: Watcher, said: m.Explain) -> None:
    """What a step would do."""
    seat = own(room, watcher, watcher.shown)
    step = room.table.match.find(said.step, seat if (asked := advised(room.table, seat)) is None else asked)
    watcher.send(Explained(step.id, room.table.match.explain(step, watcher.language)))


async def why(hub: Hub, room: Room, watcher: Watcher, said: m.AskWhy) -> None:
    """Why a thing cannot be chosen, for somebody who plays; spectators are told what it is by their browser."""
    table, seat = room.table, watcher.shown
    if seat not in watcher.seats(table):
        return
    t = words(watcher.language, table.match.game.name)
    reason = why_not(table.match, seat, said.thing, t)
    sentence = question(table, seat, t) if reason and table.unconfirmed == seat else reason.sentence if reason else ""
    watcher.send(Why(said.thing, sentence, reason.section if reason else ""))


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
    if not adviser and await may_coach(hub, table, watcher):
        adviser = strongest()  # what the coach offers to look at can be looked at without hints, too
    if not adviser or not table.answers(seat):
        raise NotYours()
    found = await hub.thinkers.turns(adviser, table.match, seat, table=table.key)
    if ply != table.ply:
        return
    t = words(watcher.language, table.match.game.name)
    watcher.hinted = (ply, seat, found)
    shown = await asyncio.to_thread(shown_turns, table.match.game, found, seat, table.names(t), t)
    watcher.send(HintGiven(bot_name(adviser, t), found.note, shown))


async def sketch(hub: Hub, room: Room, watcher: Watcher, said: m.AskSketch) -> None:
    """The drawings of a turn of the last hint."""
    if watcher.hinted is None or watcher.hinted[0] != room.table.ply:
        return
    _, seat, found = watcher.hinted
    if not 0 <= said.turn < len(found.best):
        raise m.BadMessage()
    names = room.table.names(words(watcher.language))
    looks = (names, watcher.language, watcher.narrow)
    drawings = await asyncio.to_thread(sketches, room.table.match.game, found, said.turn, seat, looks)
    watcher.send(TurnSketch(said.turn, drawings))


async def again(hub: Hub, room: Room, watcher: Watcher, said: m.AskAgain) -> None:
    """What the others did last."""
    watcher.send(await room.last_turns.of(watcher))


async def propose(hub: Hub, room: Room, watcher: Watcher, said: m.Propose) -> None:
    """What one would do in the partner's place."""
    await hub.propose(room, own(room, watcher, watcher.shown if said.seat is None else said.seat), said.step, said.ply)


async def say(hub: Hub, room: Room, watcher: Watcher, said: m.CallPhrase) -> None:
    """A player's phrase; who only watches is silent."""
    seats = watcher.seats(room.table)
    hub.say(room, watcher.shown if watcher.shown in seats else own(room, watcher, (seats or [-1])[0]), said.phrase)


def own(room: Room, watcher: Watcher, seat: int) -> int:
    """The seat again, if it is the watcher's."""
    if seat not in watcher.seats(room.table):
        raise m.BadMessage()
    return seat


Handler = Callable[[Hub, Room, Watcher, Any], Awaitable[None]]
ANSWERS: dict[type[m.ClientMessage], Handler] = {
    m.Choose: choose,
    m.Undo: act,
    m.Done: act,
    m.Screen: layout,
    m.Ping: ping,
    m.Explain: explain,
    m.AskWhy: why,
    m.Uncover: uncover,
    m.Confirm: confirm,
    m.HandOver: hand_over,
    m.Return: take_back,
    m.AskHint: hint,
    m.AskSketch: sketch,
    m.AskCoach: coach,
    m.TryAgain: try_again,
    m.CallPhrase: say,
    m.Propose: propose,
    m.AskAgain: again,
}
