"""The drawings: the table of a position, cut to what matters, drawn when it is asked for and never stored."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from khonsu.match import Match, read
from khonsu.rulebook.book import BadRulebook, folder
from khonsu.rulebook.outline import Box, Outline, around

MARGIN = 24  # around what is shown, unless the file says less because a neighbour would show
NAMES = ("Ana", "Bo", "Chloé", "Diego", "Emi")  # the players of all drawings
FIELD = re.compile(r"(seat|only|mark|margin): *(.*)")


class Sketch(NamedTuple):
    """What a drawing's file asks for."""

    file: str
    seat: int
    only: tuple[str, ...]
    mark: tuple[str, ...]
    margin: int
    text: str  # of a position or a record


class Drawing(NamedTuple):
    """A drawing and its size."""

    svg: str
    width: int
    height: int


@cache
def scene(game: str, name: str) -> Sketch:
    """The scene of a drawing, read from its file."""
    file = f"{game}/rulebook/drawings/{name}.txt"
    head, _, text = (folder(game) / "drawings" / f"{name}.txt").read_text(encoding="utf-8").partition("\n\n")
    given = {"seat": "none", "only": "", "mark": "", "margin": str(MARGIN)}
    for place, line in enumerate(head.splitlines(), 1):
        if not (found := FIELD.fullmatch(line.rstrip())):
            raise BadRulebook(
                file, place, "Before the empty line there are lines like 'seat: 0', 'only: …', 'mark: …'."
            )
        given[found[1]] = found[2]
    if given["seat"] != "none" and not given["seat"].isdigit():
        raise BadRulebook(file, 1, "The seat is a number, or none.")
    if not given["margin"].isdigit():
        raise BadRulebook(file, 1, "The margin is a number.")
    seat = -1 if given["seat"] == "none" else int(given["seat"])
    only, mark = tuple(given["only"].split()), tuple(given["mark"].split())
    return Sketch(file, seat, only, mark, int(given["margin"]), text)


@cache
def match(game: str, name: str) -> Match:
    """The match that a drawing shows; tests count its points."""
    text = scene(game, name).text
    laid = Match.from_position(text) if text.lstrip().startswith("Khonsu position") else read(text)
    if laid.game.name != game:
        raise BadRulebook(scene(game, name).file, 1, f"This is a position of {laid.game.name}.")
    laid.names = list(NAMES[: laid.players])
    return laid


@lru_cache(512)
def draw(game: str, name: str, language: str, theme: str = "auto", narrow: bool = False) -> Drawing:
    """A drawing in the colours of a theme (auto, light or dark); narrow for phones."""
    asked = scene(game, name)
    svg = match(game, name).svg(asked.seat, language, narrow)
    outline = Outline(svg)
    shown = cut(outline, asked)
    width, height = int(shown.right - shown.left), int(shown.bottom - shown.top)
    rings = "".join(ring(box_of(outline, word, asked.file).grown(5)) for word in asked.mark)
    svg = re.sub(r'viewBox="[^"]*"', f'viewBox="{shown.left} {shown.top} {width} {height}"', svg, count=1)
    svg = svg.replace("<svg ", f'<svg width="{width}" height="{height}" ', 1)
    if theme != "auto":
        svg = svg.replace('class="khonsu', f'class="{theme} khonsu', 1)
    return Drawing(svg.replace("</svg>\n", f"{rings}</svg>\n"), width, height)


def cut(outline: Outline, asked: Sketch) -> Box:
    """The part of the board that is shown."""
    whole = outline.whole()
    wanted = around([box_of(outline, word, asked.file).grown(asked.margin) for word in asked.only]) or whole
    near, far = map(max, wanted[:2], whole[:2]), map(min, wanted[2:], whole[2:])
    return Box(*map(round, (*near, *far)))


def box_of(outline: Outline, word: str, file: str) -> Box:
    """Where the elements lie that a word means."""
    box = outline.box(word)
    if box is None:
        raise BadRulebook(file, 1, f"Nothing on the board is called '{word}'.")
    return box


def ring(box: Box) -> str:
    """An outline that says: this."""
    width, height = box.right - box.left, box.bottom - box.top
    place = f'x="{box.left:g}" y="{box.top:g}" width="{width:g}" height="{height:g}" rx="12" fill="none"'
    return (
        f'<rect {place} stroke="var(--plaster)" stroke-width="9"/>'
        f'<rect {place} stroke="var(--orpiment)" stroke-width="5"/>'
    )
