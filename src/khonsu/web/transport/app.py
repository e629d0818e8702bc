"""The application: handlers, cookies, headers and limits put together. What Litestar brings is used as it is."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import MutableScopeHeaders
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.file_system import BaseLocalFileSystem
from litestar.middleware import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.middleware.session import SessionMiddleware
from litestar.middleware.session.client_side import CookieBackendConfig
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Template
from litestar.static_files import create_static_files_router
from litestar.template.config import TemplateConfig
from litestar.utils.scope.state import ScopeState
from sqlalchemy.exc import SQLAlchemyError

import khonsu
from khonsu.compiling import Compiler, NotReady
from khonsu.errors import KhonsuError
from khonsu.text import LANGUAGES
from khonsu.web.services.hub import Hub
from khonsu.web.services.pool import Thinkers
from khonsu.web.settings import BODY, ServerSettings
from khonsu.web.storage.store import Away, Store
from khonsu.web.transport import api, coach, learn, pages, quiz, replay, rules, sharing, waiting
from khonsu.web.transport.common import Visit, page
from khonsu.web.transport.edge import Asked, Cookies, Edge, Guard, NotJson
from khonsu.web.transport.health import Pulse, health
from khonsu.web.transport.live import live
from khonsu.web.transport.people import texts

HERE = Path(__file__).parents[1]
log = logging.getLogger("khonsu.web")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)
MAKING = re.compile("/play/[^/]+|/new/[^/]+|/look|/table/[^/]+/rematch|/api/tables")  # where tables are set
SECRET = re.compile("^(/join/[^/]*/|/move/).*", re.DOTALL)  # what follows lets whoever reads it sit down
TOKEN = "khonsu_csrf"  # the cookie that must agree with what a form shows
UNLIMITED = ["^/static", "^/pigments.css", "/live$", "^/healthz$", "^/ready$"]  # asked often, and cheap
HEADERS = {
    "content-security-policy": POLICY,  # styles may stand in drawings; scripts come from files of ours only
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
}
HTTPS = {"strict-transport-security": "max-age=31536000"}  # for a year browsers come by HTTPS only
CODES: Mapping[type[KhonsuError], int] = {Away: 503, NotJson: 415}  # of what went wrong; 400 for all else


class Files(BaseLocalFileSystem):
    """Our own files. What the system cannot find, for whatever reason, is not there."""

    async def info(self, path: Any, **more: Any) -> Any:
        """What is known of a file."""
        try:
            return await super().info(path, **more)
        except OSError as error:
            raise FileNotFoundError(path) from error


async def rehearse(compiler: Compiler) -> None:
    """Draw each game once when it is compiled, so that nobody's first step waits for templates and languages."""
    async for name in compiler.as_ready():
        for code in LANGUAGES:
            await asyncio.to_thread(still_life, name, code)


def still_life(name: str, code: str) -> None:
    """One drawing of a game, and one list in words, for nobody."""
    game = khonsu.game(name)
    game.texts(code).items(["", ""])
    if game.picture is not None:
        game.match().svg(0, code)


async def create_app(settings: ServerSettings, compiler: Compiler | None = None) -> Litestar:
    """A server on its database, ready to be run; the compiler makes the games ready while it runs."""
    compiler = compiler or Compiler(khonsu.games())
    store = Store(settings.database)
    await store.open()
    if settings.new_key:
        await store.renew("cookies")
    key = await store.secret("cookies")
    thinkers = Thinkers(settings.bot_processes, settings.bot_seconds, compiler=compiler)
    hub = Hub(store, thinkers, settings, compiler)
    pulse = Pulse(store)

    @asynccontextmanager
    async def run(_: Litestar) -> AsyncIterator[None]:
        compiler.open()
        await hub.open()
        hub.tasks.once("warming the bots", thinkers.warm())
        hub.tasks.once("reading the drawings", rehearse(compiler))
        yield
        await compiler.close()
        await hub.close()
        thinkers.close()
        await store.close()

    def not_ready(request: Visit, error: NotReady) -> Response[Any]:
        hub.compiler.want(error.game)
        if for_program(request):
            return api.refused(request, api.Refused(error))
        return waiting.waiting_page(request, hub, error.game)

    cookies = CookieBackendConfig(
        secret=bytes.fromhex(key),
        key="khonsu",
        max_age=400 * 86400,
        secure=settings.secure_cookies,
        samesite="lax",
    )
    tokens = CSRFConfig(
        secret=key[::-1],
        cookie_name=TOKEN,
        cookie_samesite="strict",
        cookie_httponly=True,
        cookie_secure=settings.secure_cookies,
        exclude=["^/api/"],  # programs show a token of their own; no cookie counts there
    )
    limit = RateLimitConfig(("minute", settings.requests_a_minute), exclude=UNLIMITED)
    making = RateLimitConfig(
        ("minute", settings.new_tables),
        check_throttle_handler=makes_table,
        store="new_tables",
        set_rate_limit_headers=False,
    )
    app = Litestar(
        route_handlers=[
            *pages.HANDLERS,
            *sharing.HANDLERS,
            *waiting.HANDLERS,
            *replay.HANDLERS,
            *learn.HANDLERS,
            *quiz.HANDLERS,
            *coach.HANDLERS,
            *rules.HANDLERS,
            live,
            health,
            api.ROUTER,
            create_static_files_router(
                "/static", [HERE / "static"], include_in_schema=False, cache_control=None, file_system=Files()
            ),
        ],
        dependencies={
            "hub": Provide(lambda: hub, sync_to_thread=False),
            "pulse": Provide(lambda: pulse, sync_to_thread=False),
        },
        lifespan=[run],
        request_class=Asked,
        middleware=[
            limit.middleware,
            making.middleware,
            DefineMiddleware(Guard, config=tokens),
        ],
        template_config=TemplateConfig(directory=HERE / "templates", engine=JinjaTemplateEngine),
        before_send=[seal({**HEADERS, **(HTTPS if settings.secure_cookies else {})})],
        exception_handlers={
            KhonsuError: said_error,
            NotReady: not_ready,
            api.Refused: api.refused,
            HTTPException: http_error,
            SQLAlchemyError: no_database,
            OSError: no_database,
            Exception: unforeseen,
        },
        openapi_config=OpenAPIConfig(
            title="Khonsu",
            version=khonsu.__version__,
            description="Tables, steps and records, for programs.",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=BODY,
        logging_config=None,
        after_exception=[note],
    )
    # around everything, so that pages about what went wrong know the visitor's language and colours too
    app.asgi_handler = SessionMiddleware(Edge(app.asgi_handler, http_error), Cookies(cookies))
    return app


def makes_table(request: Request[Any, Any, Any]) -> bool:
    """Whether a request would set a new table."""
    return request.method == "POST" and MAKING.fullmatch(request.url.path) is not None


def seal(headers: Mapping[str, str]) -> Callable[[Any, Any], Awaitable[None]]:
    """Every answer, whatever made it, carries the headers that keep browsers careful."""

    async def put(message: Any, _: Any) -> None:
        if message["type"] == "http.response.start":
            MutableScopeHeaders.from_message(message).update(headers)

    return put


async def note(error: Exception, scope: Any) -> None:
    """Write down what nobody foresaw, in one entry; what people do wrong is no news."""
    path = SECRET.sub(r"\1…", scope.get("path", ""))
    asked = scope.get("method", "live"), path  # the path with %a: a line of it must not look like ours
    if isinstance(error, SQLAlchemyError | OSError):
        log.error("%s %a failed: %s", *asked, " ".join(f"{type(error).__name__}: {error}".split())[:200])
    elif not isinstance(error, KhonsuError | api.Refused | HTTPException):
        log.error("%s %a failed", *asked, exc_info=error)


def said_error(request: Visit, error: KhonsuError) -> Response[Any]:
    """A sentence about what went wrong, as a page or as JSON."""
    code = CODES.get(type(error), 400)
    if for_program(request):
        answer: Response[Any] = api.refused(request, api.Refused(error))
        answer.status_code = code if code != 400 else answer.status_code
        return answer
    return error_page(request, code, texts(request).explain(error))


def http_error(request: Visit, error: HTTPException) -> Response[Any]:
    """The same for what the framework refuses."""
    if for_program(request):
        return Response(
            api.Problem(str(error.detail), "HTTP"), status_code=error.status_code, headers=error.headers or {}
        )
    sentences = {
        400: "The server could not read this request. Reload the page and try again.",
        404: "There is no page or table at this address. Check the link, or start from the home page.",
        403: "This page is out of date. Reload it and try again.",
        429: "Too many requests. Wait a minute, then try again.",
        413: "That is more than the server accepts at once. Try something smaller.",
    }
    sentence = sentences.get(error.status_code, "That didn't work. Try again in a moment.")
    return error_page(request, error.status_code, texts(request)(sentence))


def no_database(request: Visit, _: Exception) -> Response[Any]:
    """The database is away, locked or full, and nobody has said so yet."""
    return said_error(request, Away())


def unforeseen(request: Visit, _: Exception) -> Response[Any]:
    """What went wrong stands in the log; it is nothing for strangers."""
    t = texts(request)
    sentence = t("Something went wrong on the server. It has been logged; try again in a moment.")
    if for_program(request):
        return Response(api.Problem(sentence, "Unforeseen"), status_code=500)
    return error_page(request, 500, sentence)


def for_program(request: Visit) -> bool:
    """Whether a program waits for the answer."""
    return str(request.scope["path"]).startswith("/api")


def error_page(request: Visit, code: int, sentence: str) -> Response[Any]:
    """A page with one sentence. It may have been made before anybody read the cookie that its settings need."""
    if (token := request.cookies.get(TOKEN, "")).isalnum():
        ScopeState.from_scope(request.scope).csrf_token = token
    again = code >= 500 and request.method == "GET"
    made: Template = page(request, "error.html", sentence=sentence, code=code, again=again)
    made.status_code = code
    return made
