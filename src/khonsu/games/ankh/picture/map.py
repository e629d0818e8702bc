"""The map of the drawn table: hexes, Nile, regions, caravans, and what stands on them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from khonsu.draw.easel import Late
from khonsu.draw.labels import Dict, View, capital
from khonsu.draw.marks import MARKS
from khonsu.games.ankh.picture.labels import Named
from khonsu.games.ankh.rules.board import DATA, HEX, HEXES, SIDE, beside
from khonsu.games.ankh.view.state import district
from khonsu.games.ankh.words.log import directions
from khonsu.games.ankh.words.notices import camel_words, region_name
from khonsu.games.ankh.words.places import BESIDE, alike, piece_words, place_words
from khonsu.games.ankh.words.steps import DIRECTIONS

# From the middle of a hex to its corners, and its height: whole numbers, within half a percent of regular
R, H = 46, 80
WIDTH, HEIGHT = 17 * R, 10 * H

Point = tuple[int, int]
Place = tuple[int, int]
TERRAIN: dict[Place, str] = {(h["row"], h["col"]): h["terrain"] for h in DATA["hexes"]}
NILE: list[tuple[Place, Place]] = [(tuple(one), tuple(other)) for one, other in DATA["nile_edges"]]
CORNERS = ((R // 2, -H // 2), (R, 0), (R // 2, H // 2), (-R // 2, H // 2), (-R, 0), (-R // 2, -H // 2))
HEXAGON = f"M{R} 0l{-R // 2} {H // 2}h{-R}l{-R // 2}{-H // 2} {R // 2}{-H // 2}h{R}z"  # around (0,0)
DONE = {  # what is done on a hex; where it goes without saying, its place is enough
    "figure": "Move your {figure}.",
    "to": "",
    "pyramid": "Summon next to your pyramid.",
    "control": "Take the neutral {monument}.",
    "keep": "Keep the {figure}.",
    "tile": "Move the tile.",
    "push": "",
}


# -- geometry --------------------------------------------------------------------------------------------------------


def centre(place: Place) -> Point:
    """The middle of a hex: flat tops, odd columns shifted down by half a hex."""
    row, col = place
    return R + 3 * R // 2 * col, H // 2 * (1 + 2 * row + col % 2)


def corner(place: Place, i: int) -> Point:
    """Corner i, between the sides i and i + 1; counted clockwise from the upper right."""
    x, y = centre(place)
    dx, dy = CORNERS[i % 6]
    return x + dx, y + dy


def direction(one: Place, other: Place) -> int:
    """The side of the first hex that faces the second."""
    return next(d for d in range(6) if beside(one, d) == other)


def side(one: Place, other: Place) -> tuple[Point, Point]:
    """The ends of the side between two hexes."""
    d = direction(one, other)
    return corner(one, d + 5), corner(one, d)


def outline(places: Iterable[Place]) -> str:
    """The borders of a set of hexes, as one path."""
    inside = set(places)
    follow: dict[Point, list[Point]] = defaultdict(list)
    for place in inside:
        for d in range(6):
            if beside(place, d) not in inside:
                follow[corner(place, d + 5)].append(corner(place, d))
    path = []
    while follow:
        start = at = next(iter(follow))
        points = []
        while at in follow:
            point = follow[at].pop()
            if not follow[at]:
                del follow[at]
            points.append(point)
            at = point
            if at == start:
                break
        path.append("M" + " ".join(f"{x} {y}" for x, y in points) + "z")
    return "".join(path)


def _nile() -> str:
    """The river: along the sides, rounded at every corner, in branches between its mouths and the fork."""
    links: dict[Point, list[Point]] = defaultdict(list)
    for one, other in NILE:
        a, b = side(one, other)
        links[a].append(b)
        links[b].append(a)
    path = []
    for end in [point for point, near in links.items() if len(near) == 1]:
        chain = [end]
        while len(chain) == 1 or len(links[chain[-1]]) == 2:
            chain.append(next(point for point in links[chain[-1]] if point not in chain[-2:]))
        path.append(_bends(chain))
    return "".join(path)


def _bends(line: list[Point]) -> str:
    """A line through the middles of its parts, rounded at the corners."""
    middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(line)]
    text = f"M{line[0][0]} {line[0][1]}L{middles[0][0]:g} {middles[0][1]:g}"
    for (x, y), (mx, my) in zip(line[1:], middles[1:]):
        text += f"Q{x} {y} {mx:g} {my:g}"
    return text + f"L{line[-1][0]} {line[-1][1]}"


@cache
def ground() -> Dict:
    """The fixed part of the map as paths."""
    found: Dict = {}
    for terrain in DATA["terrain_values"]:
        places = [place for place in HEXES if TERRAIN[place] == terrain]
        found[terrain] = "".join(_hex_path(place) for place in places)
    found["coast"] = outline(place for place in HEXES if TERRAIN[place] == "water")
    found["edge"] = outline(HEXES)
    found["nile"] = _nile()
    found["spots"] = [{"at": f"{row},{col}", "x": x, "y": y} for row, col in HEXES for x, y in [centre((row, col))]]
    return found


def _hex_path(place: Place) -> str:
    x, y = centre(place)
    return f"M{x + R} {y}" + HEXAGON[len(f"M{R} 0") :]


@cache
def region(places: frozenset[Place]) -> tuple[str, Point]:
    """The outline of a region, and the corner inside it where its order token lies: the one nearest to the middle."""
    x = sum(centre(place)[0] for place in places) / len(places)
    y = sum(centre(place)[1] for place in places) / len(places)
    inner = [
        corner(place, d)
        for place in places
        for d in range(6)
        if beside(place, d) in places and beside(place, (d + 1) % 6) in places
    ]
    spot = min(inner or [centre(min(places))], key=lambda point: (math.dist(point, (x, y)), point))
    return outline(places), spot


# -- what changes ------------------------------------------------------------------------------------------------------


class Cartographer(Named):
    """Places everything on the map."""

    from_choices = ("at",)
    VERBS = ("figure", "to", "pyramid", "control", "keep", "tile", "push")

    @cached_property
    def at(self) -> dict[str, str]:
        """The choices that name a hex, by that hex."""
        return {text.split()[1]: text for text in self.beginning(*self.VERBS) if "," in text}

    @property
    def chosen(self) -> Dict:
        """What has been chosen so far."""
        found: Dict = self.view["chosen"]
        return found

    def shown(self) -> Dict:
        """What the template draws, one above the other, each part from its own share of the view."""
        view = self.view
        keeps = view["question"] == "keep_token"  # a region keeps its token: it is chosen, not what is in it
        land = [h["regions"] for h in view["hexes"]]
        ground = {
            **self.only("regions"),
            "keeps": keeps,
            "land": land,
            "token": view["conflict"] and view["conflict"]["token"],
        }
        places = {key: place for key, place in view["chosen"].items() if key in ("hex", "to")}
        shared = {"chosen": places, "gods": self.who(), "around": {} if keeps else self.around()}
        lying = [h for h in view["hexes"] if h["tile"] or h["monument"]]
        standing = [h for h in view["hexes"] if h["figure"]]
        free = self.free()
        on_lying, on_standing, on_free = ({} if keeps else self.naming(hexes) for hexes in (lying, standing, free))
        edges = self.beginning("side", "facing")
        sides = {**self.only("camels", "line"), "chosen": places, "supply": view["supply"]["camels"]} if edges else {}
        return {
            "ground": self.late("ground", ground, steps=self.beginning(*self.VERBS) if keeps else {}),
            "lying": self.late("lying", {**shared, **self.only("camels", "line"), "hexes": lying}, steps=on_lying),
            "ghosts": self.late("ghosts", {**shared, "hexes": free}, bool(self.preview()), steps=on_free),
            "figures": self.late("figures", {**shared, "hexes": standing}, steps=on_standing),
            "orders": self.late("orders", ground),
            "sides": self.late("edges", sides, steps=edges),
        }

    def naming(self, hexes: list[View]) -> dict[str, int]:
        """The choices that name one of these hexes."""
        found = (self.at.get(f"{h['row']},{h['col']}") for h in hexes) if self.at else ()
        return {notation: self.choices[notation] for notation in found if notation}

    def around(self) -> dict[str, str]:
        """Of each hex that may be chosen where it lies, in words: its region, and what stands beside it."""
        hexes, found = self.view["hexes"], {}
        places = alike([h["regions"] for h in hexes]) if self.at else {}
        for text in self.at:
            h = HEX[_place(text.split(","))]
            tokens = tuple(hexes[h]["regions"])
            near = (hexes[g][what] for g in BESIDE[h] for what in ("figure", "monument") if hexes[g][what])
            found[text] = place_words(h, tokens, places[tokens], tuple(map(self.named, near)), self.t)
        return found

    def named(self, piece: View) -> str:
        """A piece in words, however it stands."""
        kind = "" if piece["kind"] == "god" else self.word(piece["kind"])
        return piece_words(kind, "" if piece["god"] is None else self.god(piece["god"]), self.t)

    def free(self) -> list[View]:
        """Hexes that may be chosen with no figure or monument on them."""
        if not self.at or self.view["question"] == "keep_token":
            return []
        hexes = (self.view["hexes"][at] for at in sorted(HEX[_place(text.split(","))] for text in self.at))
        return [h for h in hexes if not (h["figure"] or h["monument"] or h["tile"])]

    def ground(self) -> Dict:
        """The regions, tinted."""
        return {"regions": list(self.regions())}

    orders = ground

    def lying(self) -> Dict:
        """Underworld tiles, monuments and camels."""
        hexes = [self.hex(h) for h in self.view["hexes"]]
        return {
            "underworld": [h for h in hexes if h["tile"]],
            "monuments": [h for h in hexes if h["monument"]],
            "camels": self.camels(),
        }

    def ghosts(self, preview: bool) -> Dict:
        """Free hexes that may be chosen."""
        return {"ghosts": [self.hex(h) for h in self.view["hexes"]], "preview": preview}

    def figures(self) -> Dict:
        """The figures, those that may be chosen above the others; each is worked out if it was not drawn before."""
        hexes = sorted(self.view["hexes"], key=lambda h: f"{h['row']},{h['col']}" in self.at)
        return {"figures": [self.standing(h) for h in hexes]}

    def standing(self, h: View) -> Late:
        """A figure on its hex."""
        text = f"{h['row']},{h['col']}"
        notation = self.at.get(text)
        steps = {notation: self.choices[notation]} if notation else {}
        here = {key: place for key, place in self.chosen.items() if place == [h["row"], h["col"]]}
        around = {text: self.view["around"][text]} if notation else {}
        return self.late("hex", {"chosen": here, "gods": self.view["gods"], "around": around}, h, steps=steps)

    def edges(self) -> Dict:
        """Sides for camels, and facings of a scorpion."""
        if not self.choices:
            return {"sides": [], "facings": []}
        return {"sides": list(self.sides()), "facings": list(self.facings())}

    # -- hexes ---------------------------------------------------------------------------------------------------------

    def hex(self, h: View) -> Dict:
        """One hex with its pieces, and its step on the topmost of them."""
        place = h["row"], h["col"]
        text = f"{h['row']},{h['col']}"
        x, y = centre(place)
        figure, monument = h["figure"], h["monument"]
        what = self.figure_name(figure) if figure else self.monument_name(monument) if monument else ""
        return {
            "x": x,
            "y": y,
            "key": text.replace(",", "-"),
            "figure": figure and self.figure(figure, text),
            "monument": monument and self.monument(monument),
            "tile": h["tile"],
            "label": f"{capital(what)}, {text}" if what else text,
            "step": self.hex_step(h, text),
            "ghost": not what and text in self.at,
            "chosen": list(place) in (self.chosen.get("hex"), self.chosen.get("to")),
        }

    def figure(self, figure: View, text: str) -> Dict:
        """A figure: shape and colour of its seat, head or silhouette, and how large it is."""
        kind, god = figure["kind"], figure["god"]
        sign = self.view["gods"][god]["god"] if kind == "god" else kind
        size = {"god": 1.42, "warrior": 0.98}.get(kind, 1.2)
        return {
            "id": f"god-{god}" if kind == "god" else f"figure-{god}-{kind}-{text.replace(',', '-')}",
            "kind": kind,
            "seat": god,
            "sign": f"ankh-{sign}",
            "size": size,
            "glyph": round(24.5 * size, 1),
            "drop": {2: 4}.get(god, 0),
            "turn": figure["facing"] * 60 + 30 if figure["facing"] is not None else None,
            "sun": figure["sun"],
            "moved": figure.get("moved", False),
            "badge": badge(figure),
        }

    def monument(self, monument: View) -> Dict:
        """A monument: its silhouette, and colour and mark of the god that controls it."""
        god = monument["god"]
        return {"kind": monument["kind"], "seat": god, "mark": MARKS[god] if god is not None else None}

    def figure_name(self, figure: View) -> str:
        """A figure in words."""
        god = self.god(figure["god"])
        if figure["kind"] == "god":
            return god
        words = "{figure} of {god}, radiant" if figure["sun"] else "{figure} of {god}"
        return self.t(words, figure=self.word(figure["kind"]), god=god)

    def monument_name(self, monument: View) -> str:
        """A monument in words."""
        kind = self.word(monument["kind"])
        if monument["god"] is None:
            return self.t("{monument}, neutral", monument=kind)
        return self.t("{monument} of {god}", monument=kind, god=self.god(monument["god"]))

    def hex_step(self, h: View, text: str) -> Markup | None:
        """What may be done on a hex."""
        notation = self.at.get(text)
        if notation is None:
            return None
        verb, kind, god = notation.split()[0], "", ""
        if piece := h["figure"] or h["monument"]:
            kind, god = self.word(piece["kind"]), "" if piece["god"] is None else self.god(piece["god"])
        words = DONE[verb]
        if verb == "control" and god:
            words = "Take the {monument} from {god}."
        elif verb == "to" and god and self.chosen.get("hex") != [h["row"], h["col"]]:
            words = "Push the {figure} of {god} away."
        done = self.t(words, figure=kind, monument=kind, god=god) if words else ""
        return self.button(notation, f"{done} {self.view['around'][text]}".lstrip())

    def preview(self) -> Dict | None:
        """The piece that is about to be placed: shown over a free hex under the pointer."""
        question, seat = self.view["question"], self.view["current"]
        if question in ("move_to", "obelisk_to", "tile_to") and "hex" in self.chosen:
            found = self.view["hexes"][HEX[tuple(self.chosen["hex"])]]["figure"]
            return {"figure": self.figure(found, "preview")} if found and question != "tile_to" else None
        if question == "summon_hex" and seat is not None and self.view["seats"][seat] is not None:
            kind = self.chosen.get("figure", "warrior").replace("ransom", "warrior")
            piece = {"kind": kind, "god": self.view["seats"][seat], "facing": None, "sun": False}
            return {"figure": self.figure(piece, "preview")}
        if question == "build_hex":
            return {"figure": None, "monument": {"kind": self.chosen["monument"], "seat": None, "mark": None}}
        return None

    # -- borders -------------------------------------------------------------------------------------------------------

    def regions(self) -> Iterator[Dict]:
        """The regions with their order tokens: resolved, resolved now, next."""
        parts: dict[int, list[Place]] = defaultdict(list)
        for place, tokens in zip(HEXES, self.view["land"]):
            if tokens and TERRAIN[place] != "water":
                parts[tokens[0]].append(place)
        conflict = self.view["token"] is not None
        now = self.view["token"] or 0
        following = min((token for token in parts if token > now), default=0)
        for token, places in sorted(parts.items()):
            path, (x, y) = region(frozenset(places))
            state = ""
            if conflict:
                state = "done" if token < now else "now" if token == now else "next" if token == following else ""
            yield {
                "token": token,
                "path": path,
                "x": x,
                "y": y,
                "tint": token % 6,
                "state": state,
                "label": self.region_words(token, len(places), state),
                "step": self.part(places) if self.view["keeps"] else None,
            }

    def region_words(self, token: int, land: int, state: str) -> str:
        """A region in words."""
        name = self.t("Region {n}, {land} land hexes", n=token or "?", land=land)
        where = next((each for each in self.view["regions"] if each["token"] == token), None)
        name += f" ({region_name(where, self.t)})" if where else ""
        words = {"done": "resolved", "now": "being resolved", "next": "next"}.get(state)
        return f"{name}, {self.t(words)}" if words else name

    def part(self, places: list[Place]) -> Markup | None:
        """The step that lets this part of a divided region keep the token."""
        for row, col in places:
            notation = self.at.get(f"{row},{col}")
            if notation:
                name = region_name(district(tuple(sorted(HEX[place] for place in places))), self.t)
                words = "{part} ({n} land hexes) keeps the token."
                return self.button(notation, self.t(words, part=name, n=len(places)))
        return None

    def camels(self) -> Dict:
        """Camels on their sides, and their tracks as paths; an unfinished line has a path of its own."""
        line = [(_place(one), _place(other)) for one, other in self.view["line"]]
        lying = [(_place(one), _place(other)) for one, other in self.view["camels"]]
        found = []
        paths = {True: "", False: ""}
        for pair in dict.fromkeys((*lying, *line)):
            (x1, y1), (x2, y2) = side(*pair)
            paths[pair in line] += f"M{x1} {y1}L{x2} {y2}"
            found.append({"key": "-".join(f"{row}-{col}" for row, col in pair), "x": (x1 + x2) / 2, "y": (y1 + y2) / 2})
        return {"herd": found, "tracks": paths[False], "fresh": paths[True]}

    def sides(self) -> Iterator[Dict]:
        """Sides on which the next camel may be put, with what they lead to."""
        camels, laid = (
            tuple(SIDE[HEX[_place(one)], HEX[_place(other)]] for one, other in self.view[name])
            for name in ("camels", "line")
        )
        for notation in self.choices:
            if not notation.startswith("side "):
                continue
            one, other = notation[5:].split("-")
            (x1, y1), (x2, y2) = side(_place(one.split(",")), _place(other.split(",")))
            line = (*laid, SIDE[HEX[_place(one.split(","))], HEX[_place(other.split(","))]])
            label = camel_words(line, frozenset(camels), self.view["supply"], self.t)
            yield {
                "x": (x1 + x2) / 2,
                "y": (y1 + y2) / 2,
                "turn": round(math.degrees(math.atan2(y2 - y1, x2 - x1))),
                "step": self.button(notation, label),
            }

    def facings(self) -> Iterator[Dict]:
        """The six facings of a scorpion, around its hex."""
        if "hex" not in self.chosen:
            return
        x, y = centre(tuple(self.chosen["hex"]))
        for d, first in enumerate(DIRECTIONS):
            notation = f"facing {first} {DIRECTIONS[(d + 1) % 6]}"
            if notation in self.choices:
                words = self.t("Point to {directions}.", directions=directions(d, self.t))
                yield {"x": x, "y": y, "turn": d * 60 + 30, "label": words, "step": self.button(notation, words)}


def badge(figure: View) -> tuple[str, str] | None:
    """A mark on a figure in battle: about to die, or shielded by Flood."""
    if figure.get("doomed"):
        return "fate", "ankh-forgotten"
    return ("flood", "ankh-flood") if figure.get("flooded") else None


def _place(parts: Sequence[Any]) -> Place:
    row, col = parts
    return int(row), int(col)
