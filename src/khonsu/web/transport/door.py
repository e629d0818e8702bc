"""The door: how long a request may take to come in, and how many may be on their way at once."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any, ClassVar

import h11
import uvicorn
from litestar import Litestar
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame

from khonsu.web.settings import LONG, ServerSettings


class Door(H11Protocol):
    """One connection. While we wait for a whole request on it, a timer runs and it counts for its address.

    Uvicorn itself waits as long as it takes, for as many as come.
    """

    arrival: ClassVar[float]  # seconds
    most: ClassVar[int]  # of one address; 0: as many as come
    waiting: ClassVar[dict[str, dict[Door, asyncio.TimerHandle]]]  # by address, the longest wait first

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more will come."""
        super().connection_lost(exc)
        self._settle()

    def handle_events(self) -> None:
        """Something came: perhaps the request is whole now."""
        super().handle_events()
        self._look()

    def on_response_complete(self) -> None:
        """The next request has the whole time again."""
        self._settle()
        super().on_response_complete()
        self._look()

    def send_400_response(self, msg: str) -> None:
        """Refuse what makes no sense, if nothing else was answered yet; an answer that comes later goes nowhere."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _look(self) -> None:
        """Wait if a request is not whole; a connection that became a live one is no longer ours."""
        ours = self.transport.get_protocol() is self and not self.transport.is_closing()
        if not ours or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._settle()
        elif self not in (here := self.waiting.setdefault(self._address, {})):
            if 0 < self.most <= len(here):
                next(iter(here))._give_up(HTTPStatus.TOO_MANY_REQUESTS)
            self.waiting.setdefault(self._address, {})[self] = self.loop.call_later(
                self.arrival, self._give_up, HTTPStatus.REQUEST_TIMEOUT
            )

    def _settle(self) -> None:
        here = self.waiting.get(self._address, {})
        if (timer := here.pop(self, None)) is not None:
            timer.cancel()
        if not here:
            self.waiting.pop(self._address, None)

    def _give_up(self, status: HTTPStatus) -> None:
        """Close a connection; who has sent a part of a request and got no answer yet is told why."""
        self._settle()
        begun = self.conn.their_state is h11.SEND_BODY or self.conn.trailing_data[0]
        if begun and (self.cycle is None or self.cycle.response_complete or not self.cycle.response_started):
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            self.transport.write(head.encode())
        self.transport.close()

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""


class Light(PerMessageDeflate):
    """Compression of long messages only; a short one gains nothing by it."""

    def encode(self, frame: Frame) -> Frame:
        """A frame as it is sent."""
        return frame if len(frame.data) < LONG else super().encode(frame)


class Lightly(ServerPerMessageDeflateFactory):
    """Agrees on compression without memory: what both sides would keep is 90 kB for every table with two watchers.

    So our own window may be as large as it gets: it is there for one message only, and takes a fifth less time.
    """

    def __init__(self) -> None:
        super().__init__(True, True, None, 12, {"level": 1})

    def process_request_params(self, params: Any, accepted_extensions: Any) -> tuple[Any, PerMessageDeflate]:
        """What was agreed on."""
        agreed, how = super().process_request_params(params, accepted_extensions)
        bits = how.remote_max_window_bits, how.local_max_window_bits
        return agreed, Light(True, True, *bits, how.compress_settings)


class Wire(WebSocketsSansIOProtocol):
    """A live connection. What is no text ends it without a traceback; what is too long to begin with gets an answer."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.available_extensions = [Lightly()]

    def data_received(self, data: bytes) -> None:
        """Uvicorn does not look whether the beginning was understood, and the visitor would wait for ever."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """Hand a message on if it is one."""
        if self.curr_msg_data_type == "text" and not is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()


def is_text(data: bytes) -> bool:
    """Whether bytes are UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def server(app: Litestar, settings: ServerSettings, **more: Any) -> uvicorn.Server:
    """The server with all limits. Behind a proxy everybody has its address; then the proxy limits connections."""
    most = 0 if settings.secure_cookies else settings.half_open
    door = type(
        "DoorOfOneServer",
        (Door,),
        {"arrival": settings.arrival, "most": most, "waiting": {}},
    )
    given = {
        "http": door,
        "ws": Wire,
        "ws_max_size": 1 << 20,
        "ws_ping_interval": 20,
        "ws_ping_timeout": 20,
        "proxy_headers": settings.secure_cookies,
        "log_level": "warning",
        "timeout_graceful_shutdown": 3,
        "backlog": 128,  # all of them are let in before the first is looked at
        "lifespan": "on",
    }
    return uvicorn.Server(uvicorn.Config(app, **{**given, **more}))
