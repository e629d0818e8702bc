"""Small pictures for the form of a new table: a god, a guardian, the layout of a scenario. No rules are loaded."""

from __future__ import annotations

from functools import cache
from typing import Any

from markupsafe import Markup

from khonsu.draw import SHARED, environment
from khonsu.games.ankh.picture.map import HEIGHT, TERRAIN, WIDTH, Place, centre, ground, outline, side
from khonsu.games.ankh.rules.board import HEXES
from khonsu.games.ankh.scenarios import load

SHAPES = {"obelisk": "m-12,26,5-52,7-8,7,8,5,52z", "temple": "m-28,24v-40h56v40z", "pyramid": "m-30,24,30-52,30,52z"}


@cache
def sign(value: str, players: int) -> Markup:
    """The sign of a god or of a guardian."""
    signs = getattr(environment(SHARED).get_template("symbols.svg").module, "SIGNS")  # noqa: B009 (a template's name)
    drawn = signs.get(f"ankh-{value}", unknown(12, 20, 22))
    return Markup(f'<svg class="sample k-sign" viewBox="-2 -2 28 28" aria-hidden="true">{drawn}</svg>')


@cache
def scenario(value: str, players: int) -> Markup:
    """The map with what a scenario lays on it for so many players."""
    if value == "random":
        return framed(unknown(WIDTH // 2, HEIGHT // 2 + 150, 460))
    layout = load(value)["layouts"][str(players)]
    pieces = [line([(at[0], at[1]) for at in camels]) for camels in layout["camel_lines"]]
    pieces += [monument(one) for one in layout["neutral_monuments"]]
    for player in layout["players"]:
        owned = [monument(one) for one in player["controlled_monuments"]]
        figures = [figure(player["god"], 30), *(figure(at, 20) for at in player["warriors"])]
        pieces.append(f'<g class="k{player["number"] - 1}">{"".join([*owned, *figures])}</g>')
    return framed("".join(pieces))


def framed(pieces: str) -> Markup:
    """Something on the empty map."""
    land = ground()
    green = outline(place for place in HEXES if TERRAIN[place] == "fertile")
    paths = {"land": land["edge"], "green": green, "sea": land["coast"], "nile": land["nile"]}
    drawn = "".join(f'<path class="{name}" d="{path}"/>' for name, path in paths.items())
    return Markup(f'<svg class="sample map" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{drawn}{pieces}</svg>')


def unknown(x: int, y: int, size: int) -> str:
    """What chance will decide."""
    return f'<text class="unknown" x="{x}" y="{y}" font-size="{size}" text-anchor="middle">?</text>'


def figure(at: Place, radius: int) -> str:
    """A god or a warrior."""
    x, y = centre((at[0], at[1]))
    return f'<circle class="figure" cx="{x}" cy="{y}" r="{radius}"/>'


def monument(one: dict[str, Any]) -> str:
    """An obelisk, a temple or a pyramid, as a shape of its own."""
    x, y = centre((one["hex"][0], one["hex"][1]))
    return f'<path class="stone" d="M{x} {y}{SHAPES[one["type"]]}"/>'


def line(camels: list[tuple[list[int], list[int]]]) -> str:
    """A row of camels between two regions."""
    ends = [side((one[0], one[1]), (other[0], other[1])) for one, other in camels]
    return f'<path class="camels" d="{"".join(f"M{a} {b}L{c} {d}" for (a, b), (c, d) in ends)}"/>'
