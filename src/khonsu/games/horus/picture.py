"""Where everything lies on the drawn table: fills `board.svg` from a view. No secrets: only the view is read.

The Kingdom is drawn in units of 50 for a half side, so that a tile is 100 x 100, and scaled as a whole to its area.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from khonsu.games.horus import pieces as p
from khonsu.text import Text

MARKS = ("circle", "square", "triangle", "diamond")
NAME = dict(zip(p.KINDS, p.NAMES))
RIVER_CLASS = ("river", "start", "end")
UNIT = 50
LARGEST = 1.0  # scale of the Kingdom: a tile is never drawn larger than 100

Dict = dict[str, Any]
View = Mapping[str, Any]
Cell = tuple[int, int]


class Area(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    w: float
    h: float


class Layout(NamedTuple):
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
    seats: list[Area]


def wide(players: int, hand: bool) -> Layout:
    """The Kingdom with hand and reserve below it, the seats in a column on the right; made for 960 px and more."""
    height = (952 - 16 * (players - 1)) / players
    return Layout(
        width=1600,
        height=1000,
        text=20,
        kingdom=Area(24, 24, 1148, 764),
        floor=Area(36, 92, 1124, 684),
        hand=Area(604, 804, 568, 172),
        card=1.0,
        reserve=Area(24, 804, 564 if hand else 1148, 172),
        pile=64,
        seats=[Area(1192, round(24 + i * (height + 16)), 384, round(height)) for i in range(players)],
    )


def narrow(players: int, hand: bool) -> Layout:
    """Everything below the Kingdom, for a phone held upright; legible down to a width of 400 px."""
    reserve = Area(12, 1058 if hand else 844, 776, 170)
    top = reserve.y + 182
    seats = [Area(12 + 394 * (i % 2), top + 262 * (i // 2), 382, 250) for i in range(players)]
    if players == 3:
        seats[2] = seats[2]._replace(w=776)
    return Layout(
        width=800,
        height=round(max(area.y + area.h for area in seats)) + 12,
        text=24,
        kingdom=Area(12, 12, 776, 820),
        floor=Area(22, 80, 756, 742),
        hand=Area(12, 844, 776, 202),
        card=1.38,
        reserve=reserve,
        pile=76,
        seats=seats,
    )


def picture(
    view: View, names: list[str], t: Text, seat: int, choices: Mapping[str, int], upright: bool = False
) -> Dict:
    """The context of `board.svg`."""
    layout = (narrow if upright else wide)(view["players"], seat >= 0)
    order = [(max(seat, 0) + i) % view["players"] for i in range(view["players"])]
    best = winners(view)
    paint = Painter(view, names, t, seat, choices, layout)
    return {
        "layout": layout,
        "summary": summary(view, names, t, best),
        "status": shorten(status(view, names, t, best), 30 if upright else 40),
        "turn": turn_words(view, t),
        "last": view["last_turn"] and not view["over"],
        "kingdom": paint.kingdom(),
        "preview": view["chosen"].get("tile") if choices else None,
        "about": paint.about(),
        "buttons": list(paint.buttons()),
        "piles": list(paint.piles()),
        "cards": list(paint.cards()),
        "seats": [paint.seat(owner, area, best) for owner, area in zip(order, layout.seats)],
        "interactive": bool(choices),
        "terrains": list(p.TERRAINS),
    }


# -- shapes ----------------------------------------------------------------------------------------------------------


def cells_of(tiles: Iterable[View]) -> set[Cell]:
    """The cells of half a side that tiles cover."""
    return {(tile["x"] + dx, tile["y"] + dy) for tile in tiles for dx in (0, 1) for dy in (0, 1)}


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


def stream(tiles: list[View]) -> str:
    """Lines from the middle of each River tile to that of the next: the river's current, also around half offsets."""
    places = {(tile["x"], tile["y"]) for tile in tiles}
    path = ""
    for x, y in sorted(places, key=lambda place: (place[1], place[0])):
        for dx, dy in ((2, -1), (2, 0), (2, 1), (-1, 2), (0, 2), (1, 2)):
            if (x + dx, y + dy) in places:
                path += f"M{(x + 1) * UNIT} {(y + 1) * UNIT}l{dx * UNIT} {dy * UNIT}"
    return path


# -- pieces ----------------------------------------------------------------------------------------------------------


class Painter:
    """Places the things of one view; each thing that stands for a legal step gets it as `step`."""

    def __init__(
        self, view: View, names: list[str], t: Text, seat: int, choices: Mapping[str, int], layout: Layout
    ) -> None:
        self.view, self.names, self.t, self.viewer, self.choices = view, names, t, seat, choices
        self.layout = layout
        self.term = {kind: t.term(name) for kind, name in NAME.items()}

    def step(self, notation: str, label: str) -> Dict | None:
        """What makes a thing clickable, if that step is legal: its id, its notation, and what it does in words."""
        if notation not in self.choices:
            return None
        return {"id": self.choices[notation], "text": notation, "label": label}

    # the Kingdom

    def kingdom(self) -> Dict:
        """Tiles, river, regions, markers and legal positions, in units of 50 for half a side."""
        tiles = self.view["tiles"]
        river = [tile for tile in tiles if tile["kind"] in RIVER_CLASS]
        groups: dict[int, list[View]] = {}
        for tile in tiles:
            if tile["region"] is not None:
                groups.setdefault(tile["region"], []).append(tile)
        return {
            "fit": self.fit(tiles),
            "tiles": [self.tile(i, tile) for i, tile in enumerate(tiles)],
            "river": outline(cells_of(river)),
            "stream": stream(river),
            "regions": [self.region(self.view["regions"][i], group) for i, group in sorted(groups.items())],
            "markers": [self.marker(tile) for tile in tiles if tile["marker"] is not None],
            "ghosts": [ghost for place in self.view["positions"] if (ghost := self.ghost(place))],
        }

    def fit(self, tiles: list[View]) -> str:
        """The transform that puts the Kingdom with room for one more tile around it into its area."""
        margin = 2.2 if self.choices else 1
        left, right = min(tile["x"] for tile in tiles) - margin, max(tile["x"] for tile in tiles) + 2 + margin
        top, bottom = min(tile["y"] for tile in tiles) - margin, max(tile["y"] for tile in tiles) + 2 + margin
        area = self.layout.floor
        scale = min(LARGEST, area.w / (right - left) / UNIT, area.h / (bottom - top) / UNIT)
        x = area.x + area.w / 2 - (left + right) / 2 * UNIT * scale
        y = area.y + area.h / 2 - (top + bottom) / 2 * UNIT * scale
        return f"translate({x:.1f} {y:.1f}) scale({scale:.4f})"

    def tile(self, i: int, tile: View) -> Dict:
        """A tile; an End that may be replaced, or the very tile for a marker, can be chosen."""
        x, y = tile["x"], tile["y"]
        step = None
        if tile["kind"] == "end":
            words = "A River tile takes the place of the River End at {place}."
            step = self.step(f"replace {x},{y}", self.t(words, place=f"({x},{y})"))
        elif tile["region"] is not None:
            step = self.step(f"tile {x},{y}", self.region_label(self.view["regions"][tile["region"]]))
        chosen = {"x": x, "y": y} in (self.view["chosen"].get("end"), self.view["chosen"].get("source"))
        return {"i": i, "kind": tile["kind"], "x": x * UNIT, "y": y * UNIT, "step": step, "chosen": chosen}

    def region(self, region: View, tiles: list[View]) -> Dict:
        """A region's border, and a plaque with its value where there is something to tell."""
        bare = next((tile for tile in tiles if tile["marker"] is None), tiles[0])
        signs = [sign for sign in ("temple", "island") if self.doubles(region, sign)]
        told = region["size"] > 1 or signs or sum(region["markers"])
        label = self.region_label(region)
        figures = 58 if region["value"] > 9 else 46
        width = figures + 30 * len(signs)
        return {
            "path": outline(cells_of(tiles)),
            "label": label,
            "step": self.step(f"region {region['x']},{region['y']}", label),
            "island": region["island"],
            "plaque": {
                "x": bare["x"] * UNIT + 50 - width / 2,
                "y": bare["y"] * UNIT + 60,
                "w": width,
                "value": region["value"],
                "middle": figures / 2,
                "signs": [(sign, figures - 2 + 30 * k) for k, sign in enumerate(signs)],
                "seat": region["scores"][0] if len(region["scores"]) == 1 else None,
                "shared": len(region["scores"]) > 1,
            }
            if told
            else None,
        }

    def doubles(self, region: View, sign: str) -> bool:
        """HO-74, HO-75: whether the Temple or an island doubles the region."""
        return bool(region[sign]) and (sign == "temple" or self.view["options"]["islands_double"])

    def region_label(self, region: View) -> str:
        """A region in words: kind, size, value, why, and whose markers."""
        t = self.t
        words = [t.count("{n} tile", "{n} tiles", region["size"]), t.count("{n} point", "{n} points", region["value"])]
        words += [t(word) for word in ("Temple", "island") if self.doubles(region, word.lower())]
        words += [f"{self.names[seat]} {n}" for seat, n in enumerate(region["markers"]) if n]
        return f"{self.term[region['kind']]}: {', '.join(words)}"

    def marker(self, tile: View) -> Dict:
        """A marker on its tile; the plaque of the region may lie below it."""
        owner = tile["marker"]
        return {"seat": owner, "mark": MARKS[owner], "x": tile["x"] * UNIT + 50, "y": tile["y"] * UNIT + 36}

    def ghost(self, place: View) -> Dict | None:
        """A legal position: a small disc in its middle, so that positions half a side apart do not cover each other."""
        x, y, size = place["x"], place["y"], place["size"]
        kind, t = self.view["chosen"]["tile"], self.t
        where = f"({x},{y})"
        if size > 1:
            label = t("The {tile} region grows to {size} tiles.", tile=self.term[kind], size=size)
        elif size == 1:
            label = t("A new {tile} region at {place}.", tile=self.term[kind], place=where)
        else:
            label = f"{self.term[kind]} {where}"
        step = self.step(f"{'end' if kind == 'end' else 'place'} {x},{y}", label)
        return step and {"x": x * UNIT, "y": y * UNIT, "size": size or "", "step": step}

    # around the Kingdom

    def about(self) -> Dict | None:
        """The tile that is to be laid and the card that was played."""
        tile, card = self.view["chosen"].get("tile"), self.view["card"]
        if self.view["over"] or not (tile or card):
            return None
        return {"tile": tile, "label": self.term[tile] if tile else "", "card": self.face(card) if card else None}

    def buttons(self) -> Iterator[Dict]:
        """Steps that have no place on the table."""
        t = self.t
        words = {
            "extend": (self.term["river"], t("Lay it as a River tile, anywhere along the river.")),
            "necropolis": (self.term["necropolis"], t("Turn it over and lay it as a Necropolis, anywhere.")),
            "none": ("–", t("Move no marker.")),
            "pass": ("–", t("Place no marker.")),
        }
        left = 0
        for notation, (name, label) in words.items():
            step = self.step(notation, label)
            if step:
                tile = {"extend": "river", "necropolis": "necropolis"}.get(notation)
                width = round(60 + len(name) * self.layout.text * 0.58) if tile else 84
                yield {"step": step, "name": name, "tile": tile, "w": width, "x": left}
                left += width + 14

    def piles(self) -> Iterator[Dict]:
        """The five reserve piles, the bag, the deck and the discards."""
        area, side, view = self.layout.reserve, self.layout.pile, self.view
        stocks = [(kind, self.term[kind], n) for kind, n in view["piles"].items()]
        stocks.append(("bag", self.t("Bag"), sum(view["bag"].values())))
        stocks.append(("deck", self.t("Deck"), view["deck"]))
        pitch = (area.w - 24) / len(stocks)
        for i, (kind, name, n) in enumerate(stocks):
            contents = ", ".join(f"{self.term[of]} {count}" for of, count in view["bag"].items())
            label = f"{name}: {contents}" if kind == "bag" else f"{name}: {n}"
            yield {
                "kind": kind,
                "n": n,
                "x": round(area.x + 12 + (i + 0.5) * pitch - side / 2, 1),
                "y": round(area.y + area.h / 2 - side / 2 - self.layout.text * 0.6, 1),
                "edges": [4 * k for k in range(min(3, -(-n // 5)), 0, -1)],
                "label": label,
                "step": self.step(f"pile {kind}", label),
                "exhausted": n == 0,
            }

    def cards(self) -> Iterator[Dict]:
        """The viewer's hand and River Transport."""
        if self.viewer < 0:
            return
        area, scale = self.layout.hand, self.layout.card
        player = self.view["seats"][self.viewer]
        shown = [*player["hand"], *(["transport"] if player["transport"] else [])]
        playing = any(notation.startswith("card ") for notation in self.choices)
        seen: set[str] = set()
        pitch = min((area.w - 24) / 6, 84 * scale + 14)
        left = area.x + area.w / 2 - pitch * len(shown) / 2 + (pitch - 84 * scale) / 2
        for i, card in enumerate(shown):
            face = self.face(card)
            step = (
                self.step(card if card == "transport" else f"card {card}", face["label"]) if card not in seen else None
            )
            yield {
                **face,
                "i": i,
                "x": round(left + i * pitch, 1),
                "y": round(area.y + area.h / 2 - 66 * scale, 1),
                "step": step,
                "impossible": playing and step is None and card not in seen,
            }
            seen.add(card)

    def face(self, card: str) -> Dict:
        """What a card shows: its tile, its numbers, and what it brings in words."""
        t = self.t
        if card == "transport":
            label = t("Once per game: play two River tiles, then you may move one of your markers.")
            return {"tile": "transport", "numbers": "", "label": f"{t('River Transport')}. {label}"}
        letter, numbers = card.split()
        sizes = "1" if self.view["first_turn"] else numbers
        if letter == "?":
            words = "Lay any tile of the reserve, then place a marker in a region of size {sizes}."
            return {"tile": "any", "numbers": numbers, "label": t(words, sizes=sizes)}
        kind = p.TERRAINS[p.CARD_LETTERS.index(letter)]
        words = "Lay a {tile} tile, then place a marker in a region of size {sizes}."
        return {"tile": kind, "numbers": numbers, "label": t(words, tile=self.term[kind], sizes=sizes)}

    # the seats

    def seat(self, owner: int, area: Area, best: list[int]) -> Dict:
        """Name, points by terrain, supplies, and the regions that score for the seat."""
        player, view, t = self.view["seats"][owner], self.view, self.t
        text = self.layout.text
        name = Area(area.x + 14, area.y + 14, area.w * 0.66, 48)
        room = int((name.w - (100 if owner in (view["first"], *best) else 66)) / (text * 0.66))
        pitch = (area.w - 32) / 4
        parts = [
            (kind, self.term[kind], round(player["score"][kind]), round(area.x + 16 + i * pitch, 1))
            for i, kind in enumerate(p.TERRAINS)
        ]
        supplies = [
            ("marker", t.count("{n} marker left", "{n} markers left", player["markers"]), player["markers"]),
            ("cards", t.count("{n} card", "{n} cards", player["cards"]), player["cards"]),
        ]
        if player["transport"]:
            supplies.append(("barge", t("River Transport"), ""))
        return {
            "seat": owner,
            "mark": MARKS[owner],
            "name": shorten(self.names[owner], room),
            "full": self.names[owner],
            "area": area,
            "plate": name,
            "current": view["current"] == owner,
            "first": view["first"] == owner,
            "winner": owner in best,
            "total": round(player["score"]["total"]),
            "parts": parts,
            "supplies": [(*it, round(area.x + 16 + i * pitch * 1.25, 1)) for i, it in enumerate(supplies)],
            **self.holdings(owner, area),
        }

    def holdings(self, owner: int, area: Area) -> Dict:
        """The regions that score for a seat, the most valuable first, as many as there is room for."""
        mine = sorted(
            (region for region in self.view["regions"] if owner in region["scores"]), key=lambda r: -r["value"]
        )
        side, top = 44, area.y + 130 + self.layout.text
        columns, rows = int((area.w - 20) // (side + 6)), max(0, int((area.y + area.h - 8 - top) // (side + 6)))
        room = columns * rows
        shown = mine if len(mine) <= room else mine[: max(0, room - 1)]
        places = [
            (area.x + 16 + (side + 6) * (i % columns), top + (side + 6) * (i // columns)) for i in range(len(shown) + 1)
        ]
        return {
            "holdings": [
                {"kind": r["kind"], "value": r["value"], "label": self.region_label(r), "x": x, "y": y}
                for r, (x, y) in zip(shown, places)
            ],
            "more": len(mine) - len(shown) if room else 0,
            "more_at": places[-1],
        }


# -- words -----------------------------------------------------------------------------------------------------------


def shorten(words: str, room: int) -> str:
    """The words, cut to so many characters."""
    return words if len(words) <= room else words[: room - 1].rstrip() + "…"


def winners(view: View) -> list[int]:
    """HO-78: who has won, once the game is over."""
    if not view["over"]:
        return []
    totals = [player["score"]["total"] for player in view["seats"]]
    return [seat for seat, total in enumerate(totals) if total == max(totals)]


def status(view: View, names: list[str], t: Text, best: list[int]) -> str:
    """What is going on, in a few words."""
    if len(best) > 1:
        return t("{who} share the victory", who=t.items([names[seat] for seat in best]))
    if best:
        return t("{who} wins", who=names[best[0]])
    return t("{who}'s turn", who=names[view["current"]])


def turn_words(view: View, t: Text) -> str:
    """The number of the turn, or that it is the last one."""
    if view["last_turn"] and not view["over"]:
        words = t("last turn")
        return words[:1].upper() + words[1:]
    return t("Turn {number}", number=view["turn"])


def summary(view: View, names: list[str], t: Text, best: list[int]) -> str:
    """The picture in words, for those who do not see it."""
    seats = [
        f"{name}: {t.count('{n} point', '{n} points', round(player['score']['total']))}, "
        + t.count("{n} marker left", "{n} markers left", player["markers"])
        for name, player in zip(names, view["seats"])
    ]
    tiles = t.count("{n} tile", "{n} tiles", len(view["tiles"]))
    return ". ".join([turn_words(view, t), status(view, names, t, best), tiles, *seats]) + "."
