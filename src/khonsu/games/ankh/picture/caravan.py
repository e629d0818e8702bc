"""The caravan in the arena: the regions now, and side by side the two that a line of camels would make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from khonsu.draw.easel import Late
from khonsu.draw.labels import Dict, capital
from khonsu.draw.marks import MARKS
from khonsu.games.ankh.picture.beside import BesideMap
from khonsu.games.ankh.picture.map import HEIGHT, WIDTH, centre, side
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import HEX, HEXES, LAKE_MOUTH, LAKE_SHORE, LAND, SIDE, SIDES
from khonsu.games.ankh.scenarios.land import Sides, adjacent
from khonsu.games.ankh.view.lines import Chain, Hexes, Split, soonest
from khonsu.games.ankh.view.state import district
from khonsu.games.ankh.words.notices import region_name

CARAVAN = ("camel", "keep_token", "exchange", "join", "move_token")
SMALL = {20: 0.24, 24: 0.33}  # the size of the small maps against the map, by the size of letters
SHORES: list[list[int]] = [[g for g in adjacent(h, frozenset()) if LAND[g] and not LAND[h]] for h in range(len(HEXES))]


class Caravan(BesideMap):
    """Two small maps side by side, and below them what lies in each of the new regions."""

    def shown(self) -> Late:
        """The whole panel from its share of the view."""
        share = self.only("camels", "line", "question", "parts", "regions", "hexes", "supply", "options")
        return self.late("caravan", {**share, "gods": self.who()}, steps=self.beginning("side"))

    def caravan(self) -> Dict:
        """The panel; what each side would bring is shown while it is pointed at or has the focus."""
        area, view = self.table.arena, self.view
        assert area is not None
        self.k = SMALL[self.text]
        w = round(self.k * WIDTH)
        gap = (area.w - 2 * w) / 3
        self.top = area.y + 54 + 2 * self.text
        self.left, self.right = round(area.x + gap), round(area.x + area.w - gap - w)
        self.camels: Sides = frozenset(number(pair) for pair in view["camels"])
        self.line: Chain = tuple(number(pair) for pair in view["line"])
        self.occupied = list(self.stand_there())
        found: Dict = {
            "title": self.word("caravan"),
            "note": self.note(),
            "land": land_dots(self.k),
            "water": water_dots(self.k),
            "dot": round(71 * self.k),
            "middle": w // 2,
            "regions": self.regions(),
            "left": self.left,
            "right": self.right,
            "top": self.top,
            "before": self.t("Now"),
            "after": self.t("Then"),
            "splits": [],
            "standing": camel_path(sorted(self.camels), self.k),
        }
        if view["question"] == "camel":
            found["splits"] = list(self.previews())
        elif view["parts"]:
            found["splits"] = [self.preview(self.made(), None)]
        if found["splits"] and (self.line or view["parts"]):
            found["splits"][0]["shown"] = True
        return found

    def note(self) -> str:
        """How far the caravan is."""
        if self.view["question"] != "camel":
            return self.t("The region is split.") if self.view["parts"] else self.t("Regions are joined.")
        if not self.line:
            return self.t("Point at a side to see the regions it would make.")
        most = min(p.LINE, self.view["supply"]["camels"])
        return self.t("{n} of at most {most} camels", n=len(self.line), most=most)

    def regions(self) -> list[Dict]:
        """The regions as they are, on the first small map."""
        found = []
        for region in self.view["regions"]:
            places = [at for at, h in enumerate(self.view["hexes"]) if h["regions"] == [region["token"]] and LAND[at]]
            x, y = spot(places, self.k)
            found.append(
                {"token": region["token"], "tint": region["token"] % 6, "dots": dots(places, self.k), "x": x, "y": y}
            )
        return found

    def previews(self) -> Iterator[Dict]:
        """For each side that may come next: the soonest regions it can make."""
        most = min(p.LINE, self.view["supply"]["camels"])
        for notation, step in self.choices.items():
            if notation.startswith("side "):
                chain = (*self.line, number([place.split(",") for place in notation[5:].split("-")]))
                found = soonest(chain, self.camels, most)
                if found:
                    yield self.preview(found, step, len(found.line) - len(chain))

    def made(self) -> Split:
        """The split that has been made."""
        parts = [
            frozenset(at for at, h in enumerate(self.view["hexes"]) if h["regions"] == [token] and LAND[at])
            for token in self.view["parts"]
        ]
        return Split((), *sorted(parts, key=min))

    def preview(self, found: Split, step: int | None, more: int = 0) -> Dict:
        """A split: both parts with their names, land, figures and monuments."""
        said = self.t("This camel completes the line.") if step is not None and not more else ""
        if more:
            said = self.t.count("with at least {n} more camel", "with at least {n} more camels", more)
        lines = [self.part("AB"[i], places, i) for i, places in enumerate((found.one, found.other))]
        return {
            "step": step,
            "shown": False,
            "said": capital(said),
            "whole": self.view["parts"] or self.view["hexes"][min(found.one)]["regions"],
            "one": dots(found.one, self.k),
            "line": camel_path(found.line, self.k),
            "parts": lines,
        }

    def part(self, letter: str, places: Hexes, i: int) -> Dict:
        """One of the new regions in words and signs."""
        name = region_name(district(tuple(sorted(places))), self.t)
        words = self.t("{letter}: {region}, {n} land hexes", letter=letter, region=name, n=len(places))
        x, y = spot(places, self.k)
        top = round(self.top + self.k * HEIGHT + 10 + i * (2 * self.text + 26))
        things = self.things(places)
        starts = ((thing["x"] + (42 if thing["mark"] else 27), len(str(thing["n"]))) for thing in things)
        at = [x + 11 * k for x, digits in starts for k in range(digits)]
        return {
            "letter": letter,
            "x": x,
            "y": y,
            "words": words,
            "top": top,
            "things": things,
            "counts": "".join(str(thing["n"]) for thing in things),
            "at": " ".join(map(str, at)),
        }

    def stand_there(self) -> Iterator[tuple[list[int], Dict]]:
        """Every hex on which something stands, with the hexes whose region it counts for."""
        closed = not self.view["options"]["lake_mouth_6_4_touches_east"]
        for at, h in enumerate(self.view["hexes"]):
            if h["figure"] or h["monument"]:
                yield [at, *(g for g in SHORES[at] if not (closed and at == LAKE_MOUTH and g == LAKE_SHORE))], h

    def things(self, places: Hexes) -> list[Dict]:
        """Figures by god, monuments by kind and owner: what fights and counts there."""
        figures: Counter[int] = Counter()
        monuments: Counter[tuple[str, int]] = Counter()
        for counts_for, h in self.occupied:
            if not places.isdisjoint(counts_for):
                if h["figure"]:
                    figures[h["figure"]["god"]] += 1
                else:
                    god = h["monument"]["god"]
                    monuments[h["monument"]["kind"], -1 if god is None else god] += 1
        found: list[Dict] = [
            {"god": god, "sign": MARKS[god], "n": n, "mark": None} for god, n in sorted(figures.items())
        ]
        for (kind, god), n in sorted(monuments.items()):
            found.append({"god": god, "sign": f"ankh-{kind}", "n": n, "mark": MARKS[god] if god >= 0 else None})
        assert self.table.arena is not None
        step = min(62.0, (self.table.arena.w - 40) / max(len(found), 1))
        for i, thing in enumerate(found):
            thing["x"] = round(self.table.arena.x + 20 + i * step)
        return found


def number(pair: Sequence[Sequence[Any]]) -> int:
    """The camel side between two hexes."""
    one, other = (HEX[int(row), int(col)] for row, col in pair)
    return SIDE[one, other]


@cache
def middles(k: float) -> list[tuple[int, int]]:
    """The middles of all hexes on a small map."""
    return [(round(x * k), round(y * k)) for x, y in map(centre, HEXES)]


@cache
def ends(k: float) -> list[list[tuple[int, int]]]:
    """The ends of all sides on a small map."""
    return [[(round(x * k), round(y * k)) for x, y in side(HEXES[one], HEXES[other])] for one, other in SIDES]


def dots(places: Iterable[int], k: float) -> str:
    """Hexes of a small map as one path of points."""
    middle = middles(k)
    return "".join([f"M{middle[h][0]} {middle[h][1]}z" for h in sorted(places)])


def spot(places: Iterable[int], k: float) -> tuple[int, int]:
    """The hex nearest to the middle of some, on a small map."""
    middle = middles(k)
    points = [middle[h] for h in places]
    x, y = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    return min(points, key=lambda point: ((point[0] - x) ** 2 + (point[1] - y) ** 2, point))


def camel_path(line: Iterable[int], k: float) -> str:
    """Camels on a small map; sides that follow each other are one stroke."""
    strokes: list[list[tuple[int, int]]] = []
    for each in line:
        here = ends(k)[each]
        last = strokes[-1] if strokes else []
        if len(last) == 2 and last[0] in here:
            last.reverse()
        if last and last[-1] in here:
            last.append(here[1 - here.index(last[-1])])
        else:
            strokes.append(here[:])
    return "".join("M" + " ".join(f"{x} {y}" for x, y in stroke) for stroke in strokes)


@cache
def land_dots(k: float) -> str:
    """All land of a small map."""
    return dots((h for h in range(len(HEXES)) if LAND[h]), k)


@cache
def water_dots(k: float) -> str:
    """All water of a small map."""
    return dots((h for h in range(len(HEXES)) if not LAND[h]), k)
