"""The application: handlers, cookies, headers and limits put together. What Litestar brings is used as it is."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import MutableScopeHeaders
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.middleware.session.client_side import CookieBackendConfig
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Template
from litestar.static_files import create_static_files_router
from litestar.template.config import TemplateConfig
from sqlalchemy.exc import SQLAlchemyError

import khonsu
from khonsu.errors import KhonsuError
from khonsu.web import api, pages, replay
from khonsu.web.hub import Hub, TheHub
from khonsu.web.live import live
from khonsu.web.people import texts
from khonsu.web.pool import Thinkers
from khonsu.web.settings import BODY, Settings
from khonsu.web.store import Store

HERE = Path(__file__).parent
log = logging.getLogger("khonsu.web")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)
MAKING = re.compile("/play/[^/]+|/new/[^/]+|/look|/table/[^/]+/rematch|/api/tables")  # where tables are set
HEADERS = {
    "content-security-policy": POLICY,  # styles may stand in drawings; scripts come from files of ours only
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
}


async def create_app(settings: Settings) -> Litestar:
    """A server on its database, ready to be run."""
    store = Store(settings.database)
    await store.open()
    key = await store.secret("cookies")
    thinkers = Thinkers(settings.bot_processes, settings.bot_seconds)
    hub = Hub(store, thinkers, settings)

    @asynccontextmanager
    async def run(_: Litestar) -> AsyncIterator[None]:
        thinkers.warm()
        await hub.open()
        yield
        await hub.close()
        thinkers.close()
        await store.close()

    cookies = CookieBackendConfig(
        secret=bytes.fromhex(key),
        key="khonsu",
        max_age=400 * 86400,
        secure=settings.secure_cookies,
        samesite="lax",
    )
    limit = RateLimitConfig(
        ("minute", settings.requests_a_minute), exclude=["^/static", "^/pigments.css", "/live$", "^/healthz$"]
    )
    making = RateLimitConfig(
        ("minute", settings.new_tables),
        check_throttle_handler=makes_table,
        store="new_tables",
        set_rate_limit_headers=False,
    )
    return Litestar(
        route_handlers=[
            *pages.HANDLERS,
            *replay.HANDLERS,
            live,
            health,
            api.ROUTER,
            create_static_files_router("/static", [HERE / "static"], include_in_schema=False, cache_control=None),
        ],
        dependencies={"hub": Provide(lambda: hub, sync_to_thread=False)},
        lifespan=[run],
        middleware=[limit.middleware, making.middleware, cookies.middleware],
        csrf_config=CSRFConfig(
            secret=key[::-1],
            cookie_name="khonsu_csrf",
            cookie_samesite="strict",
            cookie_httponly=True,
            cookie_secure=settings.secure_cookies,
            exclude=["^/api/"],  # programs show a token of their own; no cookie counts there
        ),
        template_config=TemplateConfig(directory=HERE / "templates", engine=JinjaTemplateEngine),
        before_send=[seal],
        exception_handlers={
            KhonsuError: said_error,
            api.Refused: api.refused,
            HTTPException: http_error,
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


@get("/healthz", include_in_schema=False)
async def health(hub: TheHub) -> Response[dict[str, Any]]:
    """For whoever watches over the server: 200 if the database answers, 503 if not."""
    try:
        async with asyncio.timeout(5):
            await hub.store.knock()
    except (SQLAlchemyError, OSError, TimeoutError):
        return Response({"database": False}, status_code=503)
    return Response({"database": True, "tables": len(hub.tables)})


def makes_table(request: Request[Any, Any, Any]) -> bool:
    """Whether a request would set a new table."""
    return request.method == "POST" and MAKING.fullmatch(request.url.path) is not None


async def seal(message: Any, _: Any) -> None:
    """Every answer, whatever made it, carries the headers that keep browsers careful."""
    if message["type"] == "http.response.start":
        MutableScopeHeaders.from_message(message).update(HEADERS)


async def note(error: Exception, scope: Any) -> None:
    """Write down what nobody foresaw; what people do wrong is no news."""
    if not isinstance(error, KhonsuError | api.Refused | HTTPException):
        log.error("%s %s failed", scope.get("method", "live"), scope.get("path"), exc_info=error)


def said_error(request: Request[Any, Any, Any], error: KhonsuError) -> Response[Any]:
    """A sentence about what went wrong, as a page or as JSON."""
    if request.url.path.startswith("/api"):
        return api.refused(request, api.Refused(error))
    return error_page(request, 400, texts(request).explain(error))


def http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """The same for what the framework refuses."""
    if request.url.path.startswith("/api"):
        return Response(
            api.Problem(str(error.detail), "HTTP"), status_code=error.status_code, headers=error.headers or {}
        )
    request.scope.setdefault("session", {})  # an address that leads nowhere has not passed the cookie's reader
    sentences = {
        404: "There is nothing here: no page and no table has this address.",
        403: "This page is too old to act on. Load it anew.",
        429: "Too many requests; wait a minute.",
        413: "That is too much at once.",
    }
    sentence = sentences.get(error.status_code, "That did not work.")
    return error_page(request, error.status_code, texts(request)(sentence))


def error_page(request: Request[Any, Any, Any], code: int, sentence: str) -> Response[Any]:
    """A page with one sentence."""
    made: Template = pages.page(request, "error.html", sentence=sentence, code=code)
    made.status_code = code
    return made
