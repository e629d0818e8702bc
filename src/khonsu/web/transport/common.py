"""What all doors share: the hub, the request of a visitor, a page, a table."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.response import Template

from khonsu.web.services.hub import Hub
from khonsu.web.services.room import Room
from khonsu.web.transport.people import given_name, language, person, texts, theme
from khonsu.web.words import NAMES

TheHub = NamedDependency[Hub]  # as handlers ask for it
Visit = Request[Any, Any, Any]


def address(request: Visit) -> str:
    """Where the visitor found us: what links for others begin with."""
    return f"{request.url.scheme}://{request.url.netloc}"


def page(request: Visit, template: str, **context: Any) -> Template:
    """A page with everything that all pages need."""
    person(request)
    t = context.pop("t", None) or texts(request)
    common = {
        "t": t,
        "language": language(request),
        "languages": NAMES,
        "theme": theme(request),
        "visitor": given_name(request),
        "here": request.url.path,
        "base": address(request),
    }
    return Template(template, context={**common, **context})


async def find(hub: Hub, key: str) -> Room:
    """The room of a table, or the page that says that there is none."""
    if (room := await hub.get(key)) is None:
        raise NotFoundException
    return room
