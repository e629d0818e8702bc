"""The drawn Kingdom of Horus: tiles, river, regions, markers and what each legal position would lead to.

It is drawn in units of 50 for a half side, so that a tile is 100 x 100, and scaled as a whole to its area. Kingdoms
grow longer along the river than across it: a wide table is turned by a quarter, an upright one grows with it. Numbers
are scaled against the Kingdom, so that they never become smaller than the layout's text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from khonsu.draw.easel import Late
from khonsu.draw.labels import Dict, View
from khonsu.draw.layout import Area
from khonsu.draw.marks import MARKS, Brush
from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.words.places import beside_words, touched, touched_at
from khonsu.text import Text

NAME = dict(zip(p.KINDS, p.NAMES))
RIVER_CLASS = ("river", "start", "end")
UNIT = 50
MARKED = ("DP-9", "DP-11")  # the questions where a marker goes
LARGEST = 1.6  # scale of the Kingdom: a tile is never drawn larger than 160
COMFORT = 1.2  # scale for which an upright table makes itself high
MARGIN = 2.2  # half sides around the Kingdom: room for one more tile
TALL = (560, 1120)  # least and greatest height of the floor on an upright table
CHOSEN = {  # what is done at a place, by the tile that comes there
    "river": "Extend the river.",
    "end": "Move the River End.",
    "temple": "Lay the Temple; regions that touch it count double.",
    "necropolis": "Lay the Necropolis.",
}
FIGURE = 29  # size of the numbers on plaques, in the Kingdom's units

Cell = tuple[int, int]
Anchored = tuple[int, int, int | None]  # a tile's anchor and the seat whose marker lies on it


class Places(NamedTuple):
    """Where the parts of the table lie."""

    width: int
    height: int
    text: int
    kingdom: Area
    floor: Area
    hand: Area
    card: float  # scale of a card of 84 x 132
    reserve: Area
    pile: float  # side of a reserve tile
    bag: Area  # what is left in it
    seats: list[Area]


def extent(anchors: Iterable[Cell]) -> tuple[float, float, float, float]:
    """Left, right, top and bottom of the Kingdom with room around it, in half sides; whole tiles, so that it rests."""
    xs, ys = zip(*anchors)
    left, right, top, bottom = min(xs) // 2 * 2, -(-max(xs) // 2) * 2, min(ys) // 2 * 2, -(-max(ys) // 2) * 2
    return left - MARGIN, right + 2 + MARGIN, top - MARGIN, bottom + 2 + MARGIN


def box(left: float, right: float, top: float, bottom: float) -> Area:
    """The same as an area in the Kingdom's units."""
    return Area(round(left * UNIT), round(top * UNIT), round((right - left) * UNIT), round((bottom - top) * UNIT))


def upright_height(anchors: Iterable[Cell]) -> float:
    """How high the floor of an upright table should be, in steps of 80."""
    left, right, top, bottom = extent(anchors)
    wanted = min(756 * (bottom - top) / (right - left), (bottom - top) * UNIT * COMFORT)
    return float(min(TALL[1], max(TALL[0], -(-wanted // 80) * 80)))


# -- shapes ----------------------------------------------------------------------------------------------------------


def cells_of(anchors: Iterable[Cell]) -> set[Cell]:
    """The cells of half a side that tiles cover."""
    return {(x + dx, y + dy) for x, y in anchors for dx in (0, 1) for dy in (0, 1)}


@lru_cache(maxsize=2048)
def border(anchors: tuple[Cell, ...]) -> str:
    """The border around tiles; from one drawing to the next only a region or two change."""
    return outline(cells_of(anchors))


def outline(cells: set[Cell]) -> str:
    """The border of a set of cells as a path of closed loops; cells that share only a corner keep apart."""
    edges: dict[Cell, list[Cell]] = {}
    for x, y in sorted(cells):
        for beside, start, goal in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if beside not in cells:
                edges.setdefault(start, []).append(goal)
    path = ""
    while edges:
        path += loop_path(take_loop(edges))
    return path


def take_loop(edges: dict[Cell, list[Cell]]) -> list[Cell]:
    """Follow edges from one corner back to it, always turning right where there is a choice; they are used up."""
    start = next(iter(edges))
    loop, at, came = [start], start, (0, 0)
    while True:
        goals = edges[at]
        right = (at[0] - came[1], at[1] + came[0])
        goal = right if right in goals else goals[0]
        goals.remove(goal)
        if not goals:
            del edges[at]
        came, at = (goal[0] - at[0], goal[1] - at[1]), goal
        if at == start:
            return loop
        loop.append(at)


def loop_path(loop: list[Cell]) -> str:
    """A closed loop as a path, with one command for each straight run."""
    corners = [
        here
        for before, here, after in zip([loop[-1], *loop], loop, [*loop[1:], loop[0]])
        if (before[0] == here[0]) != (here[0] == after[0])
    ]
    x, y = corners[0]
    path = f"M{x * UNIT} {y * UNIT}"
    for to_x, to_y in corners[1:]:
        path += f"H{to_x * UNIT}" if to_y == y else f"V{to_y * UNIT}"
        x, y = to_x, to_y
    return path + "Z"


@lru_cache(maxsize=512)
def stream(anchors: tuple[Cell, ...]) -> str:
    """Lines from the middle of each River tile to that of the next: the river's current, also around half offsets."""
    places = set(anchors)
    path = ""
    for x, y in sorted(places, key=lambda place: (place[1], place[0])):
        for dx, dy in ((2, -1), (2, 0), (2, 1), (-1, 2), (0, 2), (1, 2)):
            if (x + dx, y + dy) in places:
                path += f"M{(x + 1) * UNIT} {(y + 1) * UNIT}l{dx * UNIT} {dy * UNIT}"
    return path


# -- pieces -----------------------------------------------------------------------------------------------------------


@lru_cache(16)
def terms(t: Text) -> dict[str, str]:
    """The kinds of tiles in words."""
    return {kind: t.term(name) for kind, name in NAME.items()}


class Regions(Brush):
    """What the Kingdom and the seats share: the layout, and the words for kinds and regions."""

    def __init__(
        self,
        view: View,
        names: list[str],
        t: Text,
        seat: int,
        choices: Mapping[str, int],
        layout: Places,
        shape: tuple[float, ...],
    ) -> None:
        super().__init__(view, names, t, seat, choices)
        self.layout, self.shape, self.term = layout, shape, terms(t)

    def doubles(self, region: View, sign: str) -> bool:
        """HO-74, HO-75: whether the Temple or an island doubles the region."""
        return bool(region[sign]) and (sign == "temple" or self.view["options"])

    def region_label(self, region: View) -> str:
        """A region in words: kind, size, value, why, and whose markers."""
        t = self.t
        words = [t.count("{n} tile", "{n} tiles", region["size"]), t.count("{n} point", "{n} points", region["value"])]
        words += [t(word) for word in ("Temple", "island") if self.doubles(region, word.lower())]
        words += [f"{self.names[seat]} {n}" for seat, n in enumerate(region["markers"]) if n]
        return f"{self.term[region['kind']]}: {', '.join(words)}"


class Kingdom(Regions):
    """The Kingdom: tiles, river, regions, markers and legal positions."""

    def at(self, x: int, y: int) -> Cell:
        """Where a tile's anchor lies in the drawing: a wide table is turned by a quarter."""
        return (x, y) if self.shape[0] else (y, -x - 2)

    @property
    def scale(self) -> float:
        """How large the Kingdom is drawn."""
        return self.shape[-1]

    def shown(self) -> Dict:
        """What the template draws, one above the other, each part from its own share of the view."""
        view, tiles, chosen = self.view, self.view["tiles"], self.view["chosen"]
        double = view["options"]["islands_double"]
        regions = self.grouped()
        whatever_scale = {
            "land": self.late("land", {}, [(tile["kind"], tile["x"], tile["y"]) for tile in tiles]),
            "borders": self.late("borders", {"options": double}, regions),
        }
        around = extent([self.at(tile["x"], tile["y"]) for tile in tiles])
        fit, scale = self.fit(*around)
        self.shape = (*self.shape, scale)
        pick = self.beginning("replace", "tile", "region")
        marked = [(each["x"], each["y"]) for each in (chosen.get("end"), chosen.get("source")) if each]
        picks = {"regions": regions, "tiles": tiles, "options": double} if pick or marked else {}
        ghosts = {"positions": view["positions"], "kind": chosen.get("tile")} if self.choices else {"positions": []}
        places = {**ghosts, "tiles": tiles} if ghosts["positions"] else ghosts
        return {
            **whatever_scale,
            "fit": fit,
            "box": box(*around),
            "ground": "kingdom" if self.shape[0] else "turned",
            "markers": self.late("markers", {}, [tile for tile in tiles if tile["marker"] is not None]),
            "plaques": self.late("plaques", {"options": double}, [each for each in regions if each[0]["value"] > 1]),
            "picks": self.late("picks", picks, marked, steps=pick, seat=self.coming()),
            "ghosts": self.late("ghosts", places, steps=self.beginning("place", "end")),
            "outcomes": self.late("bubbles", ghosts),
        }

    def coming(self) -> int:
        """Whose marker is about to be placed, by the choices that are shown; -1 if none is."""
        return self.view["current"] if self.choices and self.view["asked"] in MARKED else -1

    def grouped(self) -> list[tuple[View, list[Anchored]]]:
        """Every region that has tiles with the places of them and whose markers lie there, in the order of regions."""
        groups: dict[int, list[Anchored]] = {}
        for tile in self.view["tiles"]:
            if tile["region"] is not None:
                groups.setdefault(tile["region"], []).append((tile["x"], tile["y"], tile["marker"]))
        return [(self.view["regions"][i], group) for i, group in sorted(groups.items())]

    def land(self, laid: list[tuple[str, int, int]]) -> Dict:
        """Tiles and river, in units of 50 for half a side."""
        river = tuple(self.at(x, y) for kind, x, y in laid if kind in RIVER_CLASS)
        ends = [(kind, *self.at(x, y)) for kind, x, y in laid if kind in ("start", "end")]
        return {
            "laid": Markup("\n".join(self.laid(i, *tile) for i, tile in enumerate(laid))),
            "river": border(river),
            "stream": stream(river),
            "tiles": [{"kind": kind, "x": x * UNIT, "y": y * UNIT} for kind, x, y in ends],
        }

    def borders(self, regions: list[tuple[View, list[Anchored]]]) -> list[Late]:
        """The borders of regions, each worked out if it was not drawn before."""
        return [self.late("border", self.view, region, [(x, y) for x, y, _ in tiles]) for region, tiles in regions]

    def plaques(self, regions: list[tuple[View, list[Anchored]]]) -> list[Late]:
        """Their values likewise."""
        return [self.late("plaque", self.view, *each) for each in regions]

    def markers(self, tiles: list[View]) -> Dict:
        """The markers on their tiles."""
        return {
            "scale": self.marker_scale,
            "markers": [self.marker(tile) for tile in tiles],
        }

    @property
    def marker_scale(self) -> float:
        """How much larger markers are drawn than tiles, so that they can be told apart on a small Kingdom."""
        return round(min(1.4, max(1.0, 14 / 25 / self.scale)), 3)

    def picks(self, marked: list[Cell]) -> Dict:
        """Tiles that have been chosen; regions and tiles that may be, with the marker that would stand there."""
        if not self.view:
            return {"tiles": [], "regions": [], "mark": None}
        regions = []
        for region, held in self.view["regions"]:
            if (notation := f"region {region['x']},{region['y']}") in self.choices:
                step, path = self.button(notation, self.region_label(region)), [self.at(x, y) for x, y, _ in held]
                regions.append({"step": step, "path": border(tuple(path)), **self.spot(held)})
        tiles = [self.tile(tile, (tile["x"], tile["y"]) in marked) for tile in self.view["tiles"]]
        return {
            "tiles": [tile for tile in tiles if tile],
            "regions": regions,
            "mark": MARKS[self.viewer] if self.viewer >= 0 else None,
            "seat": self.viewer,
            "scale": self.marker_scale,
        }

    def spot(self, tiles: list[Anchored]) -> Dict:
        """Where a marker would stand in a region: on its earliest empty tile, as the rules choose it."""
        free = [(x, y) for x, y, marker in tiles if marker is None]
        x, y = self.at(*free[0]) if free else (0, 0)
        return {"x": x * UNIT + 50, "y": y * UNIT + 42}

    def ghosts(self) -> Markup:
        """The legal positions."""
        self.outcomes: dict[Any, Dict] = {}  # what they lead to, each worked out once
        if not self.view["positions"]:
            return Markup("")
        self.touched = touched(self.kinds())
        kind, figure = self.view["kind"], round(max(26, self.layout.text / self.scale), 1)
        size = (
            f'y="{50 + 0.35 * figure:.1f}" font-size="{figure}"' if figure <= 34 else ""
        )  # what the disc has room for
        return Markup("\n".join(self.ghost(place, kind, size) for place in self.view["positions"]))

    def bubbles(self) -> Dict:
        """What the legal positions lead to, each drawn once."""
        self.outcomes = {}
        for place in self.view["positions"]:
            if place["size"]:
                self.outcome(place)
        return {
            "outcomes": list(self.outcomes.values()),
            "scale": round(self.layout.text / 20 / self.scale, 3),
            "preview": self.view.get("kind"),
        }

    def fit(self, left: float, right: float, top: float, bottom: float) -> tuple[str, float]:
        """The transform that puts the Kingdom with room for one more tile around it into its area, and its scale."""
        area = self.layout.floor
        scale = min(LARGEST, area.w / (right - left) / UNIT, area.h / (bottom - top) / UNIT)
        x = area.x + area.w / 2 - (left + right) / 2 * UNIT * scale
        y = area.y + area.h / 2 - (top + bottom) / 2 * UNIT * scale
        return f"translate({x:.1f} {y:.1f}) scale({scale:.4f})", scale

    def laid(self, i: int, kind: str, x: int, y: int) -> str:
        """A tile where it lies."""
        left, top = self.at(x, y)
        place = f'x="{left * UNIT}" y="{top * UNIT}" data-at="{x},{y}"'
        return f'<use id="tile-{i}" data-piece="{kind}" href="#t-{kind}" {place}/>'

    def tile(self, tile: View, chosen: bool) -> Dict | None:
        """What can be done with a tile: an End that may be replaced, or the very tile for a marker, can be chosen.

        None where there is nothing to show.
        """
        x, y = tile["x"], tile["y"]
        step = None
        if tile["kind"] == "end":
            step = self.replacing(x, y)
        elif tile["region"] is not None and (notation := f"tile {x},{y}") in self.choices:
            step = self.button(notation, self.region_label(self.view["regions"][tile["region"]][0]))
        if step is None and not chosen:
            return None
        left, top = self.at(x, y)
        return {"x": left * UNIT, "y": top * UNIT, "kind": tile["kind"], "step": step, "chosen": chosen}

    def border(self, region: View, tiles: list[Cell]) -> Dict:
        """A region's border."""
        return {
            "path": border(tuple(self.at(x, y) for x, y in tiles)),
            "label": self.region_label(region),
            "island": region["island"],
            "kind": region["kind"],
            "at": f"{region['x']},{region['y']}",
        }

    def plaque(self, region: View, tiles: list[Anchored]) -> Dict:
        """The value of a region where it is not plain to see, on a tile without a marker close to its middle."""
        x, y = sum(x for x, _, _ in tiles) / len(tiles), sum(y for _, y, _ in tiles) / len(tiles)
        left, top, marker = min(tiles, key=lambda one: (one[2] is not None, abs(one[0] - x) + abs(one[1] - y)))
        # signs need room that a tile has not when numbers are as large as tiles
        roomy = self.layout.text < FIGURE * 1.6 * self.scale
        signs = [sign for sign in ("temple", "island") if self.doubles(region, sign)]
        figures = 46 if region["value"] > 9 else 34
        left, top = self.at(left, top)
        return {
            "scale": round(max(1.0, self.layout.text / FIGURE / self.scale), 3),
            "x": left * UNIT + 50,
            "y": top * UNIT + (50 if marker is None else 82),
            "w": figures + (30 * len(signs) if roomy else 0),
            "value": region["value"],
            "middle": figures / 2,
            "signs": [(sign, figures - 4 + 30 * k) for k, sign in enumerate(signs)] if roomy else [],
            "doubled": bool(signs),
            "at": f"{region['x']},{region['y']}",
            "holder": holder(region["scores"]),
        }

    def marker(self, tile: View) -> Dict:
        """A marker on its tile; the plaque of the region may lie below it."""
        owner, (x, y) = tile["marker"], self.at(tile["x"], tile["y"])
        at = f"{tile['x']},{tile['y']}"
        return {"seat": owner, "mark": MARKS[owner], "at": at, "x": x * UNIT + 50, "y": y * UNIT + 42}

    def ghost(self, place: View, kind: str, size: str) -> str:
        """A legal position: a small disc in its middle, so that positions half a side apart do not cover each other.

        There are many of them and they are plain numbers, so they are written here rather than in the template.
        """
        step = self.button(
            f"{'end' if kind == 'end' else 'place'} {place['x']},{place['y']}", self.promise(place, kind)
        )
        x, y = self.at(place["x"], place["y"])
        number = outcome = ""
        if place["size"]:
            outcome = f'<use class="outcome" href="#{self.outcome(place)["name"]}"/>'
            number = f'<text class="mid" x="50" {size}>{place["size"]}</text>' if size else ""
        return (
            f'<g class="choice ghost" {step} transform="translate({x * UNIT} {y * UNIT})">'
            f'<use class="preview" href="#t-{kind}"/><circle class="ring" cx="50" cy="50" r="21"/>{number}{outcome}</g>'
        )

    def kinds(self) -> list[tuple[int, int, int]]:
        """All tiles as numbers: anchor and kind."""
        return [(tile["x"], tile["y"], p.KINDS.index(tile["kind"])) for tile in self.view["tiles"]]

    def replacing(self, x: int, y: int) -> Markup | None:
        """What lets an End be replaced, if it may be."""
        if (notation := f"replace {x},{y}") not in self.choices:
            return None
        words = self.t("Replace this River End with a River tile.")
        return self.button(notation, f"{words} {beside_words(touched_at(self.kinds(), x, y), self.t)}")

    def promise(self, place: View, kind: str) -> str:
        """What a legal position leads to: how large the region becomes, what it is worth, who controls it."""
        t, size = self.t, place["size"]
        if size > 1:
            return str(self.outcome(place)["growth"])
        near = beside_words(self.touched.get((place["x"], place["y"]), 0), t)
        if not size:
            return f"{t(CHOSEN[kind])} {near}"
        made = t("A new {tile} region of 1 tile.", tile=self.term[kind])
        return f"{made} {near} {self.outcome(place)['words']}"

    def outcome(self, place: View) -> Dict:
        """The label beside a legal position: size, value where it differs, marks of those who would control it."""
        key = (place["size"], place["value"], *place["scores"])
        if key not in self.outcomes:
            worth = f"= {place['value']}" if place["value"] != place["size"] else ""
            marks = 52 + (24 + 12 * len(str(place["value"])) if worth else 0)
            width = marks + 30 * max(1, len(place["scores"]))
            words, kind = self.outcome_words(place), self.term[self.view["kind"]]
            grown = self.t("The {tile} region grows to {size} tiles.", tile=kind, size=place["size"])
            self.outcomes[key] = {
                "name": "outcome-" + "-".join(map(str, key)),
                "size": place["size"],
                "worth": worth,
                "marks": [(seat, MARKS[seat], marks + 30 * i) for i, seat in enumerate(place["scores"])],
                "nobody": marks,
                "w": width + 6,
                "words": words,
                "growth": f"{grown} {words}",
            }
        return self.outcomes[key]

    def outcome_words(self, place: View) -> str:
        """Worth and control in words."""
        t, who = self.t, [self.names[seat] for seat in place["scores"]]
        worth = t.count("It is worth {n} point.", "It is worth {n} points.", place["value"])
        if not who:
            return f"{worth} {t('Nobody controls it.')}"
        words = "{who} controls it." if len(who) == 1 else "{who} share control of it."
        return f"{worth} {t(words, who=t.items(who))}"


def holder(seats: list[int]) -> str:
    """How the plaque of a region shows who controls it: one, several together, nobody."""
    return "shared" if len(seats) > 1 else f"held k-seat{seats[0]}" if seats else "open"
