"""The seats of the drawn table: name and points, hand, and the domain scaled to its area."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from khonsu.draw.labels import Dict, View, capital, shorten
from khonsu.draw.layout import Area
from khonsu.draw.marks import MARKS
from khonsu.games.ankhor.picture.labels import doing
from khonsu.games.ankhor.picture.layout import Panel, narrow_panels, wide_panels
from khonsu.games.ankhor.picture.tiles import CORNERS, TilesAndTokens
from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.words.places import cell_words
from khonsu.games.ankhor.words.steps import cell_text

PARTS = {"colours": "families", "animals": "jackal", "numbers": "two", "bonus": "bonus", "tokens": "tokens"}
PREVIEW = "preview"  # the tile that is about to be laid
UPPER = 0.68  # side of an upper tile, in base tiles: the four supports stay recognisable


class Domains(TilesAndTokens):
    """Everything that belongs to a seat."""

    def panel(self, place: int, players: int) -> Panel:
        """Where the parts of a seat lie; the viewer's place is the first."""
        return (narrow_panels if self.narrow else wide_panels)(players)[place]

    def shown(self, owner: int, place: int) -> Dict:
        """What the template draws of a seat, each part from its own share of the view."""
        view, own, players = self.view, owner == self.viewer, self.view["players"]
        domain, given = view["domains"][owner], (owner, place, players)
        chosen = view["chosen"] if own and self.choices else {}
        turn = view["current"] == owner or owner in view["winners"]
        tiles = {"chosen": chosen, "tiles": domain["tiles"], "bonus": domain["bonus"]}
        head = {**self.only("first", "winners"), "score": domain["score"], "turn": turn}
        if turn:
            head["current"] = view["current"]
        coming = chosen and self.coming(owner) is not None
        cells = {notation: step for notation, step in self.choices.items() if notation[0] in "(["} if own else {}
        return {
            "seat": owner,
            "turn": turn,
            "head": self.late("head", head, len(domain["tiles"]), *given),
            "hand": self.late("hand", domain["hand"], *given, steps=self.beginning("return") if own else None),
            "domain": self.late(
                "domain",
                tiles,
                *given,
                bool(coming),
                steps=cells | self.beginning("store") if own else None,
                seat=self.viewer,
            ),
        }

    def head(self, tiles: int, owner: int, place: int, players: int) -> Dict:
        """Name and points."""
        name, t, view, panel = self.names[owner], self.t, self.view, self.panel(place, players)
        room = int((panel.name.w - (104 if owner in (view["first"], *view["winners"]) else 74)) / (self.text * 0.66))
        points = {part: round(view["score"][part]) for part in PARTS}
        parts = [(part, PARTS[part], capital(t.term(part)), n) for part, n in points.items()]
        parts.append(("tiles", "tiles", capital(t("tiles")), f"{tiles}/{p.LAST_TILE}"))
        return {
            "seat": owner,
            "text": self.text,
            "area": panel.area,
            "cartouche": panel.name,
            "mark": MARKS[owner],
            "name": shorten(name, room),
            "full": name,
            "status": doing(view, self.names, t, self.narrow) if view.get("current") == owner else "",
            "turn": view["turn"],
            "first": view["first"] == owner,
            "winner": owner in view["winners"],
            "points": capital(t("points")),
            "score": panel.score,
            "size": panel.size,
            "total": round(view["score"]["total"]),
            "labels": panel.labels,
            "grid": panel.parts,
            "parts": [(*part, *panel.parts.at(i)) for i, part in enumerate(parts)],
        }

    def hand(self, owner: int, place: int, players: int) -> Markup:
        """A seat's tokens."""
        panel, piles = self.panel(place, players), []
        for i, kind in enumerate(p.TOKENS):
            step = self.step(f"return {kind}", "Return {token}.", token=self.token[kind])
            key = f"hand-{owner}-{kind}"
            piles.append(self.pile(key, kind, self.view[kind], panel.hand.at(i), panel.token, True, step))
        return Markup("".join(piles))

    def domain(self, owner: int, place: int, players: int, coming: bool) -> Dict:
        """Tiles and free cells of a domain, scaled to its area; supports first, so that upper tiles lie on them."""
        tiles, area = self.view["tiles"], self.panel(place, players).domain
        cells = free_cells(self.choices, tiles) if owner == self.viewer else []
        scale = Scale.fit(area, tiles, 1 if owner == self.viewer else 0.2)
        upper = {(tile["x"], tile["y"]) for tile in tiles if tile["level"]}
        placed = [self.placed(owner, i, tile, scale, upper) for i, tile in enumerate(tiles)]
        base = {(tile["x"], tile["y"]): self.named(tile) for tile in tiles if not tile["level"]} if cells else {}
        ghosts = [
            self.ghost(notation, scale.place(*cell), cell_words(cell, base, self.t), coming) for notation, cell in cells
        ]
        cell = self.chosen.get("cell") if coming else None
        placed.sort(key=lambda tile: tile["level"])
        return {
            "seat": owner,
            "area": area,
            "draft": draft(scale, area),
            "ground": ground(scale) if owner == self.viewer else "",
            "tiles": placed,
            "bonus": bonus_places(area, scale, tiles, self.view["bonus"]),
            "ghosts": Markup("".join(ghosts)),
            "landing": scale.place(cell["x"], cell["y"], cell["level"]) if cell else None,
        }

    def placed(self, owner: int, i: int, tile: View, scale: Scale, upper: set[tuple[int, int]]) -> Dict:
        """A tile of a domain."""
        x, y, level = tile["x"], tile["y"], tile["level"]
        own = owner == self.viewer
        hidden = [(dx, dy) for dx, dy, *_ in CORNERS if not level and (x + dx, y + dy) in upper]
        face = self.tile(tile, frozenset(hidden))
        step = self.step(cell_text(x, y, level), "Move {tile}.", tile=face["label"]) if own else None
        if own and tile["kind"] == "depot" and not tile["covered"] and not tile["token"]:
            colour = tile["colour"]
            step = step or self.step(f"store {colour}", "Store {token} on its depot.", token=self.token[colour])
        origin = {"x": x, "y": y, "level": level} == self.chosen.get("from")
        left, top, size = scale.place(x, y, level)
        where = {"i": i, "x": left, "y": top, "scale": size, "level": level, "token": tile["token"]}
        return {**face, **where, "cell": cell_text(x, y, level), "step": step, "chosen": own and origin}

    def ghost(self, notation: str, place: tuple[float, float, float], label: str, coming: bool) -> str:
        """A free cell that may be chosen. There are many, and they are plain numbers: written here, not by Jinja."""
        x, y, scale = place
        high = notation[0] == "["
        step = self.button(notation, label)
        kind, about = (" high", "upper") if high else ("", "cell")
        preview = f'<use class="{PREVIEW}" href="#k-{PREVIEW}"/>' if coming else ""
        return (
            f'<g transform="translate({x} {y}) scale({scale})" class="choice ghost{kind}" data-about="{about}" {step}>'
            f'{preview}<rect class="ring" x="6" y="6" width="88" height="88" rx="9"/></g>\n'
        )


class Scale(NamedTuple):
    """From cells to the drawing: the corner of cell (0,0) and the side of a cell."""

    x: float
    y: float
    side: float

    @classmethod
    def fit(cls, area: Area, tiles: list[Dict], margin: float) -> Scale:
        """The largest scale, not beyond 104, at which all tiles and a margin around them fit."""
        base = [(tile["x"], tile["y"]) for tile in tiles if not tile["level"]] or [(0, 0)]
        left, top = min(x for x, _ in base), min(y for _, y in base)
        w, h = max(x for x, _ in base) + 1 - left, max(y for _, y in base) + 1 - top
        side = min(104, (area.w - 8) / (w + 2 * margin), (area.h - 8) / (h + 2 * margin))
        x, y = area.x + (area.w - w * side) / 2 - left * side, area.y + (area.h - h * side) / 2 - top * side
        return cls(round(x, 1), round(y, 1), round(side, 2))

    def place(self, x: int, y: int, level: int) -> tuple[float, float, float]:
        """Left, top and scale of a tile of 100 x 100 units; an upper tile lies over the corner its supports share."""
        shift = 1 - UPPER / 2 if level else 0
        size = self.side / 100 * (UPPER if level else 1)
        return round(self.x + (x + shift) * self.side, 1), round(self.y + (y + shift) * self.side, 1), round(size, 4)


def ground(scale: Scale) -> str:
    """Where cell (0,0) of a domain lies and how large a cell is, so that a click tells its cell."""
    return f"cells {scale.x:g} {scale.y:g} {scale.side:g}"


@lru_cache(1024)
def draft(scale: Scale, area: Area) -> str:
    """The painter's squared grid of thin lines, as a path."""
    right, bottom = area.x + area.w, area.y + area.h
    columns = steps(scale.x, scale.side, area.x, right)
    rows = steps(scale.y, scale.side, area.y, bottom)
    upright = "".join(f"M{x} {area.y:g}V{bottom:g}" for x in columns)
    return upright + "".join(f"M{area.x:g} {y}H{right:g}" for y in rows)


def steps(origin: float, step: float, least: float, most: float) -> list[float]:
    """The numbers origin + k * step between two bounds."""
    first = origin + math.ceil((least - origin) / step) * step
    return [round(first + k * step, 1) for k in range(int((most - first) / step) + 1)]


def bonus_places(area: Area, scale: Scale, tiles: list[Dict], n: int) -> list[tuple[float, float]]:
    """Bonus tokens lie in a corner of the domain's area, if possible in one without tiles."""
    if not n:
        return []
    left, right, top, bottom = area.x + 26, area.x + area.w - 26, area.y + 26, area.y + area.h - 26
    corners = [(right, top, -44), (left, top, 44), (right, bottom, -44), (left, bottom, 44)]
    middles = [(scale.x + (t["x"] + 0.5) * scale.side, scale.y + (t["y"] + 0.5) * scale.side) for t in tiles]
    reach = scale.side / 2 + 22
    for x, y, dx in corners:
        places = [(round(x + dx * k, 1), y) for k in range(n)]
        if not any(abs(x - a) < reach and abs(y - b) < reach for x, y in places for a, b in middles):
            return places
    return [(round(right - 44 * k, 1), top) for k in range(n)]


def free_cells(choices: Mapping[str, int], tiles: list[Dict]) -> list[tuple[str, tuple[int, int, int]]]:
    """The choices that are cells without a tile, with their coordinates and level."""
    taken = {cell_text(tile["x"], tile["y"], tile["level"]) for tile in tiles}
    found = []
    for notation in choices:
        if notation[0] in "([" and notation not in taken:
            x, y = notation[1:-1].split(",")
            found.append((notation, (int(x), int(y), int(notation[0] == "["))))
    return found
