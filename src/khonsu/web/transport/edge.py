"""The edge: what no browser and no honest program sends is turned away before anything else has to think of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from litestar import Request, Response
from litestar.datastructures import FormMultiDict
from litestar.enums import ScopeType
from litestar.exceptions import ClientException, HTTPException, NotFoundException, PermissionDeniedException
from litestar.middleware.csrf import CSRFMiddleware
from litestar.middleware.session.client_side import ClientSideSessionBackend
from litestar.types import ASGIApp, Receive, Scope, Send

from khonsu.errors import KhonsuError
from khonsu.web.settings import PATH

HOST = re.compile(r"(?:[\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?", re.ASCII | re.IGNORECASE)
PORTS = {"http": 80, "https": 443}


class NotUnderstood(KhonsuError):
    """A body that is not what it says it is."""

    template = "The server could not read this request. Reload the page and try again."


JSON_ONLY = ("/api/", "/learn/", "/quiz/")  # where a body is JSON; a form's would be read twice, and waited for


class NotJson(KhonsuError):
    """A program's request in another form. A page elsewhere can make a browser send anything but JSON."""

    template = "Send this request as JSON, with the header Content-Type: application/json."


class Edge:
    """Wraps the whole application: checks where a request goes to, and answers by itself if that makes no sense."""

    def __init__(self, app: ASGIApp, answer: Callable[[Any, HTTPException], Response[Any]]) -> None:
        self.app, self.answer = app, answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or turn it away."""
        if (error := fault(scope)) is None:
            await self.app(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await send({"type": "websocket.close", "code": 4404, "reason": ""})
        else:
            scope["headers"] = [(name, value) for name, value in scope["headers"] if name != b"host"]
            request: Asked = Asked(scope, receive, send)
            answer = self.answer(request, error).to_asgi_response(app=None, request=request)
            await answer(scope, receive, send)


def fault(scope: Scope) -> HTTPException | None:
    """What is wrong with the address of a request."""
    host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
    if host and ((found := HOST.fullmatch(host)) is None or int(found[1] or 0) > 65535):
        return ClientException()
    path = scope["path"]
    plain = path.isascii() and path.isprintable() and len(path) <= PATH  # as all our addresses are
    return None if plain else NotFoundException()


class Asked(Request[Any, Any, Any]):
    """A request whose body is read, or refused with a sentence."""

    async def json(self) -> Any:
        """The body as JSON."""
        with understood():
            return await super().json()

    async def form(self) -> FormMultiDict:
        """The body as a form."""
        with understood():
            return await super().form()


@contextmanager
def understood() -> Iterator[None]:
    """Parsers stumble over nesting, bytes and headers, each in its own way; the visitor hears one sentence."""
    try:
        yield
    except (RecursionError, ValueError, LookupError, TypeError) as error:
        raise NotUnderstood() from error


class Guard(CSRFMiddleware):
    """Who acts must come from our pages: forms show the token of their page. Programs have no cookie and send JSON."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or refuse it."""
        if scope["type"] != ScopeType.HTTP:
            return await self.app(scope, receive, send)
        asked: Asked = Asked(scope, receive)
        acts, kind = asked.method not in self.config.safe_methods, asked.content_type[0]
        if acts and scope["path"].startswith(JSON_ONLY) and kind != "application/json":
            raise NotJson()
        try:
            await super().__call__(scope, receive, send)
        except PermissionDeniedException:
            await (await asked.form()).close()  # files that came with it
            raise

    def _csrf_tokens_match(self, request_csrf_token: Any, cookie_csrf_token: str) -> bool:
        """A token can be anything, a file too; ours are plain text, and only such can be compared."""
        plain = isinstance(request_csrf_token, str) and (request_csrf_token + cookie_csrf_token).isascii()
        return plain and super()._csrf_tokens_match(request_csrf_token, cookie_csrf_token)


class Cookies(ClientSideSessionBackend):
    """The visitors' cookies. One that cannot be read, for whatever reason, is nobody's."""

    def dump_data(self, data: Any, scope: Scope | None = None) -> list[bytes]:
        """What the cookie is to hold. It is plain, and no handler is asked how it writes: there may be none."""
        return super().dump_data(data)

    def load_data(self, data: list[bytes]) -> dict[str, Any]:
        """What the cookie holds."""
        try:
            return super().load_data(data)
        except Exception:
            return {}


def same_origin(scheme: str, host: str, origin: str | None, allowed: Collection[str] = ()) -> bool:
    """Whether a live connection comes from a page of ours, by scheme, host and port. Programs name no page."""
    if origin is None or origin in allowed:
        return True
    secure = "https" if scheme in ("https", "wss") else "http"
    ours, theirs = _place(f"{secure}://{host}"), _place(origin)
    return ours is not None and ours == theirs


def _place(origin: str) -> tuple[str, str, int] | None:
    try:
        parts = urlsplit(origin)
        return parts.scheme, parts.hostname or "", parts.port or PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
