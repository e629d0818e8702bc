"""What others see of us: pictures of a table for link previews, the page as an app, a move to another device."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import resvg_py
from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect, Response, Template

from khonsu.draw import Look, render
from khonsu.draw.flatten import flatten
from khonsu.web.domain.clock import now
from khonsu.web.domain.invitations import digest, new_token
from khonsu.web.domain.table import Table
from khonsu.web.settings import MOVING, PREVIEWS
from khonsu.web.transport.common import TheHub, Visit, address, find, page
from khonsu.web.transport.marks import qr_code
from khonsu.web.transport.people import language, person, texts
from khonsu.web.words import words

WIDTH = 1000  # pixels of a preview
FRESH = 600.0  # seconds for which a preview is shown as it was drawn
# what servers usually have; on one without them previews have no letters
FONTS: dict[str, Any] = {"sans_serif_family": "DejaVu Sans", "serif_family": "DejaVu Serif"}
SECRET = {"cache-control": "no-store"}

# -- previews ----------------------------------------------------------------------------------------------------------


class Previews:
    """Drawings of tables as everybody may see them, in pixels: other sites show no vectors.

    Each takes up to half a second, so they are drawn one at a time, kept for a while, and only so many a minute.
    """

    def __init__(self, a_minute: int = 20) -> None:
        self.a_minute = a_minute
        self._drawn: OrderedDict[str, tuple[float, bytes]] = OrderedDict()
        self._lock = asyncio.Lock()

    async def of(self, table: Table) -> bytes | None:
        """The picture of a table; None if too many have been drawn lately."""
        async with self._lock:
            at, found = self._drawn.get(table.key, (0.0, b""))
            if found and time.monotonic() - at < FRESH:
                return found
            if sum(time.monotonic() - at < 60 for at, _ in self._drawn.values()) >= self.a_minute:
                return found or None
            view, names = table.match.view(), table.names(words("en"))
            picture = await asyncio.to_thread(pixels, table, view, names)
            self._drawn.pop(table.key, None)
            self._drawn[table.key] = time.monotonic(), picture
            while len(self._drawn) > PREVIEWS:
                self._drawn.popitem(last=False)
            return picture


def pixels(table: Table, view: Mapping[str, object], names: list[str]) -> bytes:
    """A public view as a PNG."""
    svg = flatten(render(table.match.game, view, Look(names, "en")))
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, background="#F3E9D8", **FONTS))


previews = Previews()


@get("/table/{key:str}/preview.png", include_in_schema=False)
async def preview(hub: TheHub, key: FromPath[str]) -> Response[bytes] | Redirect:
    """What a chat shows beside a link to the table."""
    table = (await find(hub, key)).table
    picture = await previews.of(table) if table.match.game.picture else None
    if picture is None:
        return Redirect("/static/icons/512.png", status_code=303)
    return Response(picture, media_type="image/png", headers={"cache-control": f"max-age={FRESH:.0f}"})


# -- the page as an app ------------------------------------------------------------------------------------------------


@get("/manifest.webmanifest", include_in_schema=False, media_type="application/manifest+json")
async def manifest(request: Visit) -> dict[str, Any]:
    """How the page looks when it is installed."""
    png = [
        {"src": f"/static/icons/{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size, purpose in ((192, "any"), (512, "any"), (512, "maskable"))
    ]
    return {
        "id": "/",
        "name": "Khonsu",
        "short_name": "Khonsu",
        "description": texts(request)("Three games of ancient Egypt, one table"),
        "lang": language(request),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#F3E9D8",
        "theme_color": "#17151C",
        "icons": [{"src": "/static/moon.svg", "sizes": "any", "type": "image/svg+xml"}, *png],
    }


# -- another device ----------------------------------------------------------------------------------------------------


@get("/move", include_in_schema=False)
async def move_page(request: Visit) -> Template:
    """What going on at another device means."""
    return page(request, "move.html", url="")


@post("/move", include_in_schema=False)
async def offer_move(request: Visit, hub: TheHub) -> Template:
    """A code, shown once: the server keeps its digest, for a few minutes."""
    token, kept = new_token()
    await hub.store.offer_move(person(request), kept, now(), now() + MOVING)
    url = f"{address(request)}/move/{token}"
    made = page(request, "move.html", url=url, qr=qr_code(url), minutes=round(MOVING / 60))
    made.headers.update(SECRET)
    return made


@get("/move/{token:str}", include_in_schema=False)
async def arrive(request: Visit, hub: TheHub, token: FromPath[str]) -> Template:
    """At the other device. Only the button moves anything: programs that follow links do not."""
    old = await hub.store.mover(digest(token), now())
    made = page(request, "arrive.html", good=old is not None, same=old == person(request))
    made.headers.update(SECRET)
    return made


@post("/move/{token:str}", include_in_schema=False)
async def move(request: Visit, hub: TheHub, token: FromPath[str]) -> Template | Redirect:
    """Take everything over, unless it is the same device, the code is too old, or somebody was quicker."""
    me = person(request)
    old = await hub.store.mover(digest(token), now())
    if old in (None, me) or await hub.move(digest(token), me) is None:
        return page(request, "arrive.html", good=old == me, same=old == me)
    return Redirect("/", status_code=303)


HANDLERS = [preview, manifest, move_page, offer_move, arrive, move]
