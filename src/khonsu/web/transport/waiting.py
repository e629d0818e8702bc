"""Waiting for a game whose rules are still being compiled: how far it is, and a page that goes on by itself."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.response import Template

import khonsu
from khonsu.text import Text
from khonsu.web.services.hub import Hub
from khonsu.web.transport.common import TheHub, Visit, page
from khonsu.web.transport.people import texts


def how_far(hub: Hub, game: str, t: Text) -> dict[str, Any]:
    """How far a game is, as a number for a bar and as a sentence."""
    progress = hub.compiler.progress(game)
    said = {
        "ready": t("Ready"),
        "compiling": t("Getting ready: about {n} s left", n=progress.seconds),
        "waiting": t("Up next: ready in about {n} s", n=progress.seconds),
        "failed": t("This game cannot be prepared. The server's log says why."),
    }[progress.state]
    return {"state": progress.state, "share": round(100 * progress.share), "said": said}


def unready(request: Visit, hub: Hub) -> dict[str, Any]:
    """The games that are not ready yet, and how far they are."""
    t = texts(request)
    return {name: how_far(hub, name, t) for name in khonsu.games() if not hub.compiler.is_ready(name)}


def waiting_page(request: Visit, hub: Hub, game: str, fields: dict[str, str] | None = None) -> Template:
    """A page that shows how far a game is and then repeats the request, with the fields of its form."""
    hub.compiler.want(game)
    sent = {key: value for key, value in (fields or {}).items() if not key.startswith("_")}
    far = how_far(hub, game, texts(request))
    made = page(request, "waiting.html", about=khonsu.games()[game], far=far, fields=sent, get=request.method == "GET")
    made.status_code = 202
    return made


@get("/ready", include_in_schema=False)
async def ready(request: Visit, hub: TheHub) -> Response[dict[str, Any]]:
    """The games that pages wait for; those that are not named are ready."""
    return Response(unready(request, hub), headers={"cache-control": "no-store"})


HANDLERS = [ready]
