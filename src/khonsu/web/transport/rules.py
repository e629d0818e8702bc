"""The rulebooks: a page for each game, its summary on one sheet, and the drawings in them."""

from __future__ import annotations

import asyncio

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Response, Template

import khonsu
from khonsu.explain import AboutThing, has_things, sheet
from khonsu.rulebook import SUMMARY, has_rulebook, rulebook
from khonsu.rulebook.drawing import draw
from khonsu.rulebook.pages import pages
from khonsu.text import LANGUAGES
from khonsu.web.services.hub import Hub
from khonsu.web.transport.common import TheHub, Visit, page
from khonsu.web.transport.people import THEMES, language, texts, theme
from khonsu.web.words import words

SHAPES = {"wide": False, "narrow": True}


@get("/rules/{game:str}", include_in_schema=False)
async def rules(request: Visit, hub: TheHub, game: FromPath[str]) -> Template:
    """The whole rulebook."""
    return await rules_page(request, hub, game, "rules.html")


@get("/rules/{game:str}/summary", include_in_schema=False)
async def summary(request: Visit, hub: TheHub, game: FromPath[str]) -> Template:
    """The page to keep beside the board."""
    return await rules_page(request, hub, game, "rules_summary.html")


async def rules_page(request: Visit, hub: Hub, game: str, template: str) -> Template:
    """A page with the rulebook in the visitor's language. Its drawings need the game's rules."""
    if not has_rulebook(game):
        raise NotFoundException
    hub.compiler.check(game)
    spoken = language(request)
    lead, sections = await asyncio.to_thread(pages, game, spoken, theme(request))
    return page(
        request,
        template,
        t=texts(request, game),
        about=khonsu.games()[game],
        title=rulebook(game, spoken).title,
        lead=lead,
        sections=sections,
        summary=next(section for section in sections if section.anchor == SUMMARY),
    )


@get("/rules/{game:str}/drawings/{spoken:str}/{colours:str}/{shape:str}/{name:str}", include_in_schema=False)
async def drawing(
    hub: TheHub,
    game: FromPath[str],
    spoken: FromPath[str],
    colours: FromPath[str],
    shape: FromPath[str],
    name: FromPath[str],
) -> Response[str]:
    """A drawing of a rulebook."""
    if not has_rulebook(game) or spoken not in LANGUAGES or colours not in THEMES or shape not in SHAPES:
        raise NotFoundException
    hub.compiler.check(game)
    stem = name.removesuffix(".svg")
    if stem not in rulebook(game, spoken).drawings:
        raise NotFoundException
    made = await asyncio.to_thread(draw, game, stem, spoken, colours, SHAPES[shape])
    return Response(made.svg, media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})


@get("/about/{game:str}/{name:str}", include_in_schema=False)
async def about(game: FromPath[str], name: FromPath[str]) -> Response[dict[str, AboutThing]]:
    """What every thing on a game's table is, in one language: `en.json`."""
    spoken = name.removesuffix(".json")
    if game not in khonsu.games() or spoken not in LANGUAGES or not has_things(game):
        raise NotFoundException
    return Response(sheet(game, words(spoken, game)), headers={"cache-control": "max-age=3600"})


HANDLERS = [rules, summary, drawing, about]
