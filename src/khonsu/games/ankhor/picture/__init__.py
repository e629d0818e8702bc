"""Where everything lies on the drawn table: fills `board.svg` from a view. No secrets: only the view is read."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.words.steps import cell_text
from khonsu.text import Text

GLYPHS = {"blue": "fish", "white": "tusk", "black": "log", "green": "reed", "red": "cloth", "ankh": "ankh"}
MARKS = ("circle", "square", "triangle", "diamond", "hexagon")
PARTS = {"colours": "families", "animals": "jackal", "numbers": "two", "bonus": "bonus", "tokens": "tokens"}
UPPER = 0.68  # side of an upper tile, in base tiles: the four supports stay recognisable
CORNERS = (
    (-1, -1, 11, 11),
    (0, -1, 68, 11),
    (-1, 0, 11, 68),
    (0, 0, 68, 68),
)  # upper cell that hides a corner, its place

Dict = dict[str, Any]
View = Mapping[str, Any]


class Area(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    w: float
    h: float


class Grid(NamedTuple):
    """Places row by row: the first, the steps between columns and rows, and how many columns."""

    x: float
    y: float
    dx: float
    dy: float
    columns: int

    def at(self, i: int) -> tuple[float, float]:
        """The i-th place."""
        row, column = divmod(i, self.columns)
        return round(self.x + column * self.dx, 1), round(self.y + row * self.dy, 1)


class Panel(NamedTuple):
    """Where the parts of one seat lie."""

    area: Area
    name: Area  # the cartouche
    score: tuple[float, float]  # end of the number, on its base line
    size: int  # of the score's figures
    parts: Grid
    labels: float  # width of the labels of the parts, 0 without
    hand: Grid
    token: float  # radius
    domain: Area


class Middle(NamedTuple):
    """Where the common things lie."""

    area: Area
    title: tuple[float, float, int]
    status: tuple[float, float]
    round: tuple[float, float]
    temple: Area  # the price board
    slots: Grid
    tile: float
    marker: float  # radius
    stacks: Grid
    stack: float  # side of a stack's tiles
    piles: Grid
    token: float
    beside: bool  # counts stand beside the piles, not below
    bonus: tuple[float, float]
    discards: tuple[float, float]


WIDE = Middle(
    area=Area(24, 24, 1048, 396),
    title=(48, 76, 34),
    status=(673, 74),
    round=(1048, 74),
    temple=Area(292, 94, 764, 212),
    slots=Grid(299, 94, 125, 0, 6),
    tile=108,
    marker=17,
    stacks=Grid(50, 164, 116, 0, 2),
    stack=94,
    piles=Grid(82, 368, 121, 0, 6),
    token=27,
    beside=True,
    bonus=(812, 366),
    discards=(936, 366),
)
NARROW = Middle(
    area=Area(12, 12, 776, 424),
    title=(30, 64, 36),
    status=(400, 62),
    round=(770, 62),
    temple=Area(18, 80, 764, 218),
    slots=Grid(25, 80, 125, 0, 6),
    tile=112,
    marker=18.5,
    stacks=Grid(30, 318, 98, 0, 2),
    stack=76,
    piles=Grid(258, 372, 76, 0, 6),
    token=29,
    beside=False,
    bonus=(710, 346),
    discards=(710, 404),
)


def picture(view: View, names: list[str], t: Text, seat: int, choices: Mapping[str, int], narrow: bool = False) -> Dict:
    """The context of `board.svg`. Wide is made for 960 px and more; narrow is legible down to a width of 400 px."""
    order = [(max(seat, 0) + i) % view["players"] for i in range(view["players"])]
    middle, text = (NARROW, 24) if narrow else (WIDE, 20)
    panels = narrow_panels(len(order)) if narrow else wide_panels(len(order))
    best = winners(view)
    areas = [panel.area for panel in panels]
    doing = shorten(status(view, names, t, best), 34 if narrow else 48)
    paint = Painter(view, t, seat, choices, text, doing)
    return {
        "width": 800 if narrow else 1600,
        "height": round(max(area.y + area.h for area in areas)) + (12 if narrow else 24),
        "text": text,
        "middle": middle,
        "rounds": rounds(view, t),
        "summary": summary(view, names, t, best),
        "status": doing,
        "slots": list(paint.slots(middle)),
        "stacks": list(paint.stacks(middle)),
        "piles": list(paint.piles(middle)),
        "seats": [paint.seat(owner, names[owner], panel, best) for owner, panel in zip(order, panels)],
        "view": view,
        "preview": paint.preview(),
    }


# -- places ----------------------------------------------------------------------------------------------------------


@cache
def wide_panels(seats: int) -> list[Panel]:
    """The viewer below the middle, the others in a column on the right."""
    own = Panel(
        area=Area(24, 440, 1048, 536),
        name=Area(46, 462, 266, 50),
        score=(310, 576),
        size=64,
        parts=Grid(48, 618, 0, 32, 1),
        labels=262,
        hand=Grid(76, 850, 92, 86, 3),
        token=25,
        domain=Area(332, 456, 724, 504),
    )
    others = seats - 1
    height = (952 - 20 * (others - 1)) / others
    areas = [Area(1092, round(24 + i * (height + 20)), 484, round(height)) for i in range(others)]
    return [own, *((column_panel if others == 3 else rows_panel)(area, 20) for area in areas)]


@cache
def narrow_panels(seats: int) -> list[Panel]:
    """The viewer below the middle, the others below that, two in a line; a single one takes the whole line."""
    own = column_panel(Area(12, 448, 776, 590), 24)
    line = Area(12, 1050, 776, 400)
    pair = [Area(12, 1050, 382, 440), Area(406, 1050, 382, 440)]
    if seats == 2:
        return [own, column_panel(line, 24)]
    return [own, *(rows_panel(area, 24) for area in pair), column_panel(line._replace(y=1502), 24)][:seats]


def rows_panel(area: Area, text: int) -> Panel:
    """Name and score, hand, domain and parts of the score, one below the other."""
    x, y, w, h = area
    dx = (w - 28) / 6
    low = 86 if text > 20 else 52  # room for the parts of the score
    return Panel(
        area=area,
        name=Area(x + 14, y + 14, w * 0.7, 48),
        score=(x + w - 18, y + 56),
        size=48,
        parts=Grid(x + 18, y + h - low + 36, 2 * dx, 34, 3) if text > 20 else Grid(x + 18, y + h - 16, dx - 4, 0, 6),
        labels=0,
        hand=Grid(x + 36, y + 105, dx, 0, 6),
        token=18,
        domain=Area(x + 14, y + 132, w - 28, h - 132 - low),
    )


def column_panel(area: Area, text: int) -> Panel:
    """Hand and parts of the score in a column left of the domain."""
    x, y, w, h = area
    dx, dy, part = (72, (h - 144) / 4, 33) if text == 20 else (94, (h - 150) / 4, 40)
    token = min(17 if text == 20 else 27, dy * 0.42)
    return Panel(
        area=area,
        name=Area(x + 14, y + 14, min(w * 0.7, 440), 48),
        score=(x + w - 18, y + 56),
        size=48,
        parts=Grid(x + 16, y + h - 16 - 2 * part, dx, part, 2),
        labels=0,
        hand=Grid(x + 17 + token, y + 72 + text / 4 + dy / 2, dx, dy, 2),
        token=token,
        domain=Area(x + 2.5 * dx, y + 74, w - 2.5 * dx - 14, h - 88),
    )


# -- pieces ----------------------------------------------------------------------------------------------------------


class Painter:
    """Places the things of one view; each thing that stands for a legal step gets it as `step`."""

    def __init__(self, view: View, t: Text, seat: int, choices: Mapping[str, int], text: int, status: str) -> None:
        self.view, self.t, self.viewer, self.choices, self.text, self.status = view, t, seat, choices, text, status
        self.points = capital(t("points"))
        self.chosen = view["chosen"] if choices else {}
        self.term = {word: t.term(word) for word in (*p.TOKENS, *p.KINDS)}
        self.token = {name: f"{t.term(p.RESOURCES[name])} ({self.term[name]})" for name in p.COLOURS}
        self.token["ankh"] = self.term["ankh"]

    def step(self, notation: str, words: str, **places: Any) -> Dict | None:
        """What makes a thing clickable, if that step is legal: its id, its notation, and what it does in words."""
        if notation not in self.choices:
            return None
        return {"id": self.choices[notation], "text": notation, "label": self.t(words, **places)}

    def tile(self, tile: View, hidden: frozenset[tuple[int, int]] = frozenset()) -> Dict:
        """What a tile shows; the mark of its colour goes to the first corner that no upper tile hides."""
        colour, kind = tile["colour"], tile["kind"]
        free = [place for dx, dy, *place in CORNERS if (dx, dy) not in hidden] or [[39, 74]]
        return {
            "colour": colour,
            "kind": kind,
            "glyph": GLYPHS[colour],
            "corner": free[0],
            "label": f"{self.term[kind]} ({self.term[colour]})",
        }

    def slots(self, m: Middle) -> Iterator[Dict]:
        """The six slots with their prices."""
        buying = any(notation.startswith("slot ") for notation in self.choices)
        for number, slot in enumerate(self.view["slots"], 1):
            x, y = m.slots.at(number - 1)
            tile = slot["tile"] and self.tile(slot["tile"])
            price = ", ".join(self.token[colour] for colour in slot["price"])
            what = tile["label"] if tile else self.t("empty")
            step = self.step(f"slot {number}", "Buy {tile} for {price}.", tile=what, price=price)
            chosen = self.chosen.get("slot") == number
            yield {
                "number": number,
                "x": x,
                "centre": x + m.slots.dx / 2,
                "left": x + (m.slots.dx - m.tile) / 2,
                "top": y + 72,
                "tile": tile,
                "label": self.t("Slot {slot}: {tile}; price: {price}", slot=number, tile=what, price=price),
                "step": step,
                "chosen": chosen,
                "impossible": buying and tile is not None and step is None,
                "markers": list(self.markers(slot["price"], x + m.slots.dx / 2, y + 43, m.marker, chosen)),
            }

    def markers(self, price: list[str], x: float, y: float, r: float, chosen: bool) -> Iterator[Dict]:
        """Price markers side by side; while one may be saved, the first of each colour stands for that step."""
        seen: set[str] = set()
        for i, colour in enumerate(price):
            first, token = chosen and colour not in seen, self.token[colour]
            seen.add(colour)
            yield {
                "colour": colour,
                "x": round(x + (i - (len(price) - 1) / 2) * (2 * r + 4), 1),
                "y": y,
                "step": self.step(f"save {colour}", "Do not pay {token}.", token=token) if first else None,
            }

    def stacks(self, m: Middle) -> Iterator[Dict]:
        """The two stacks: back of the top tile, thickness, size."""
        for i, stack in enumerate(self.view["stacks"]):
            x, y = m.stacks.at(i)
            top, name = stack["top"] and self.term[stack["top"]], stack["name"]
            label = self.t.count("Stack {name}: {n} tile", "Stack {name}: {n} tiles", stack["size"], name=name)
            draw = "Draw from stack {stack}; its top tile is {colour}."
            yield {
                **stack,
                "x": x,
                "y": y,
                "edges": [5 * k for k in range(-(-stack["size"] // 10), 0, -1)],
                "glyph": GLYPHS.get(stack["top"]),
                "label": f"{label} ({top})" if top else label,
                "step": self.step(f"stack {name}", draw, stack=name, colour=top),
            }

    def piles(self, m: Middle) -> Iterator[Dict]:
        """The supply."""
        for i, kind in enumerate(p.TOKENS):
            n = self.view["supply"][kind]
            step = self.step(kind, "Take {token}.", token=self.token[kind])
            yield self.pile(f"supply-{kind}", kind, n, m.piles.at(i), m.token, m.beside, step)

    def pile(
        self, key: str, kind: str, n: int, place: tuple[float, float], r: float, beside: bool, step: Dict | None
    ) -> Dict:
        """Tokens of one kind on top of each other, with their number."""
        x, y = place
        return {
            "key": key,
            "kind": kind,
            "n": n,
            "x": x,
            "y": y,
            "scale": round(r / 12, 2),
            "count": (round(x + r * (1.36 if r > 20 else 1.22), 1), round(y + self.text * 0.4, 1))
            if beside
            else (x, y + r + self.text + 6),
            "beside": beside,
            "label": f"{self.token[kind]}: {n}",
            "step": step,
        }

    def seat(self, owner: int, name: str, panel: Panel, best: list[int]) -> Dict:
        """Everything of one seat."""
        domain, t, view = self.view["domains"][owner], self.t, self.view
        room = int((panel.name.w - (104 if owner in (view["first"], *best) else 74)) / (self.text * 0.66))
        points = {part: round(domain["score"][part]) for part in PARTS}
        parts = [(PARTS[part], capital(t.term(part)), n) for part, n in points.items()]
        parts.append(("tiles", capital(t("tiles")), f"{len(domain['tiles'])}/{p.LAST_TILE}"))
        turn = view["current"] == owner
        head = {
            "area": panel.area,
            "cartouche": panel.name,
            "mark": MARKS[owner],
            "name": shorten(name, room),
            "full": name,
            "status": self.status if turn else "",
            "turn": turn or owner in best,
            "first": view["first"] == owner,
            "winner": owner in best,
            "points": self.points,
            "score": panel.score,
            "size": panel.size,
            "total": round(domain["score"]["total"]),
            "labels": panel.labels,
            "grid": panel.parts,
            "parts": [(icon, label, n, *panel.parts.at(i)) for i, (icon, label, n) in enumerate(parts)],
        }
        hand = list(self.hand(owner, panel))
        return {"seat": owner, "turn": head["turn"], "head": head, "hand": hand, **self.domain(owner, panel.domain)}

    def hand(self, owner: int, panel: Panel) -> Iterator[Dict]:
        """A seat's tokens."""
        for i, kind in enumerate(p.TOKENS):
            n = self.view["domains"][owner]["hand"][kind]
            notation = f"return {kind}" if owner == self.viewer else ""
            step = self.step(notation, "Return {token}.", token=self.token[kind])
            yield self.pile(f"hand-{owner}-{kind}", kind, n, panel.hand.at(i), panel.token, True, step)

    def domain(self, owner: int, area: Area) -> Dict:
        """Tiles and free cells of a domain, scaled to its area; supports first, so that upper tiles lie on them."""
        tiles = self.view["domains"][owner]["tiles"]
        cells = free_cells(self.choices, tiles) if owner == self.viewer else []
        scale = Scale.fit(area, tiles, 1 if owner == self.viewer else 0.2)
        upper = {(tile["x"], tile["y"]) for tile in tiles if tile["level"]}
        placed = [self.placed(owner, i, tile, scale, upper) for i, tile in enumerate(tiles)]
        ghosts = [self.ghost(notation, scale.place(*cell)) for notation, cell in cells]
        cell = self.chosen.get("cell") if owner == self.viewer else None
        placed.sort(key=lambda tile: tile["level"])
        return {
            "domain": {"seat": owner, "area": area, "draft": draft(scale, area), "tiles": placed},
            "bonus": bonus_places(area, scale, tiles, self.view["domains"][owner]["bonus"]),
            "ghosts": ghosts,
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
        return {**face, **where, "step": step, "chosen": own and origin}

    def ghost(self, notation: str, place: tuple[float, float, float]) -> Dict:
        """A free cell that may be chosen."""
        x, y, scale = place
        words = "Upper cell {cell}" if notation[0] == "[" else "Base cell {cell}"
        step = self.step(notation, words, cell=notation)
        return {"x": x, "y": y, "scale": scale, "upper": notation[0] == "[", "step": step}

    def preview(self) -> Dict | None:
        """The tile that is about to be placed: shown over a free cell under the pointer."""
        if "slot" in self.chosen:
            tile = self.view["slots"][self.chosen["slot"] - 1]["tile"]
            return self.tile(tile) if tile else None
        if "from" in self.chosen:
            tiles = self.view["domains"][self.viewer]["tiles"]
            cell = self.chosen["from"]
            return next((self.tile(tile) for tile in tiles if {key: tile[key] for key in cell} == cell), None)
        return None


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


# -- words -----------------------------------------------------------------------------------------------------------


def free_cells(choices: Mapping[str, int], tiles: list[Dict]) -> list[tuple[str, tuple[int, int, int]]]:
    """The choices that are cells without a tile, with their coordinates and level."""
    taken = {cell_text(tile["x"], tile["y"], tile["level"]) for tile in tiles}
    found = []
    for notation in choices:
        if notation[0] in "([" and notation not in taken:
            x, y = notation[1:-1].split(",")
            found.append((notation, (int(x), int(y), int(notation[0] == "["))))
    return found


def capital(words: str) -> str:
    """The words with a capital letter at their beginning."""
    return words[:1].upper() + words[1:]


def shorten(words: str, room: int) -> str:
    """The words, cut to so many characters."""
    return words if len(words) <= room else words[: room - 1].rstrip() + "…"


def winners(view: View) -> list[int]:
    """AO-101 to AO-104: who has won, once the game is over."""
    if not view["over"]:
        return []
    sign = 1 if view["options"]["tiebreak_tokens"] == "most" else -1
    ranks = [
        (
            domain["score"]["total"],
            -len(domain["tiles"]),
            sign * (sum(domain["hand"].values()) + sum(tile["token"] for tile in domain["tiles"])),
        )
        for domain in view["domains"]
    ]
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def status(view: View, names: list[str], t: Text, best: list[int]) -> str:
    """What is going on, in a few words."""
    if len(best) > 1:
        return t("{who} share the victory", who=t.items([names[seat] for seat in best]))
    if best:
        return t("{who} wins", who=names[best[0]])
    return t("{who}'s turn", who=names[view["current"]])


def rounds(view: View, t: Text) -> str:
    """The number of the round, or that it is the last one."""
    if view["last_round"] and not view["over"]:
        return capital(t("last round"))
    return t("Round {round}", round=view["round"])


def summary(view: View, names: list[str], t: Text, best: list[int]) -> str:
    """The picture in words, for those who do not see it."""
    seats = [
        f"{name}: {t.count('{n} point', '{n} points', round(domain['score']['total']))}, "
        + t.count("{n} tile", "{n} tiles", len(domain["tiles"]))
        for name, domain in zip(names, view["domains"])
    ]
    return ". ".join([rounds(view, t), status(view, names, t, best), *seats]) + "."
