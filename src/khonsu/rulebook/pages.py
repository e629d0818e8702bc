"""A rulebook as HTML, for the pages of the web; drawings are pictures beside it, loaded when they come into sight."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import escape

from khonsu.rulebook.book import Rulebook, Section, rulebook
from khonsu.rulebook.drawing import draw

WIDEST = 820  # a wider drawing has a second shape for phones
PIXELS = 0.7  # of a page, for one unit of a board
SMALL, LARGER = 480, 1.2  # a drawing smaller than this on the page is drawn larger, up to so many pixels for a unit
ANCHOR = re.compile(r" \{#([a-z0-9-]+)\}$")
MARKDOWN = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")


class Page(NamedTuple):
    """A section as HTML."""

    anchor: str
    title: str
    parts: tuple[tuple[str, str], ...]
    body: str
    covers: str


@lru_cache(64)
def pages(game: str, language: str, theme: str = "auto") -> tuple[str, tuple[Page, ...]]:
    """The lead and all sections of a rulebook."""
    book = rulebook(game, language)
    return html(book.lead, book, theme), tuple(page(section, book, theme) for section in book.sections)


def page(section: Section, book: Rulebook, theme: str) -> Page:
    """One section."""
    return Page(section.anchor, section.title, section.parts, html(section.text, book, theme), section.covers)


def html(text: str, book: Rulebook, theme: str) -> str:
    """Markdown as HTML: headings with their anchors, drawings as figures, tables that may be wider than a phone."""
    tokens = MARKDOWN.parse(text)
    made: list[Token] = []
    for place, token in enumerate(tokens):
        if token.type == "inline" and tokens[place - 1].type == "heading_open":
            name_heading(tokens[place - 1], token)
        if token.type == "inline" and pictures(token):
            made[-1] = raw(figures([child for child in token.children or [] if child.type == "image"], book, theme))
        elif not (token.type == "paragraph_close" and pictures(tokens[place - 1])):
            made.append(token)
        if token.type == "table_close":
            made.append(raw("</div>\n"))
        elif token.type == "table_open":
            made.insert(-1, raw('<div class="scroll">\n'))
    return str(MARKDOWN.renderer.render(made, MARKDOWN.options, {}))


def name_heading(heading: Token, inline: Token) -> None:
    """Take the anchor out of a heading's words and make it the heading's id."""
    last = (inline.children or [])[-1]
    if found := ANCHOR.search(last.content):
        heading.attrSet("id", found[1])
        last.content = last.content[: found.start()]


def pictures(inline: Token) -> bool:
    """Whether a paragraph is nothing but drawings."""
    kinds = {child.type for child in inline.children or [] if child.type != "text" or child.content.strip()}
    return "image" in kinds and kinds <= {"image", "softbreak"}


def raw(content: str) -> Token:
    """HTML of our own among what Markdown made."""
    return Token("html_block", "", 0, content=content)


def figures(images: Sequence[Token], book: Rulebook, theme: str) -> str:
    """Drawings with their captions; several of one paragraph stand side by side."""
    made = "".join(
        figure(str(image.attrs["src"]).removeprefix("drawing:"), image.content, book, theme) for image in images
    )
    return f'<div class="figures">{made}</div>\n'


def figure(name: str, caption: str, book: Rulebook, theme: str) -> str:
    """One drawing with its caption, which is also the text for those who do not see it."""
    drawing = draw(book.game, name, book.language, theme)
    place = f"/rules/{book.game}/drawings/{book.language}/{theme}"
    narrow = ""
    if drawing.width > WIDEST:
        phone = draw(book.game, name, book.language, theme, narrow=True)
        narrow = (
            f'<source media="(max-width: 40rem)" srcset="{place}/narrow/{name}.svg" '
            f'width="{phone.width}" height="{phone.height}">'
        )
    scale = max(PIXELS, min(LARGER, SMALL / drawing.width))
    width, height = round(drawing.width * scale), round(drawing.height * scale)
    words = escape(caption)
    return (
        f'<figure><picture>{narrow}<img src="{place}/wide/{name}.svg" alt="{words}" width="{width}" '
        f'height="{height}" loading="lazy"></picture><figcaption aria-hidden="true">{words}</figcaption></figure>'
    )
