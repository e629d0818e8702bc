"""What a seat sees (section 6): everything but the other hands and the order of what is drawn from bag and deck."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules import state as st
from khonsu.games.horus.words.steps import card_text, operands, question
from khonsu.games.horus.words.steps import positions as offered

# 3.2: the twelve anchors adjacent to a tile
ADJACENT = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if max(abs(dx), abs(dy)) == 2 and abs(dx) != abs(dy)]


def breakdown(s: Any, seat: int) -> dict[str, float]:
    """HO-77: a seat's points by terrain."""
    return parts_of(regions(s), seat)


def parts_of(found: list[dict[str, Any]], seat: int) -> dict[str, float]:
    """The same from the list of regions."""
    parts = dict.fromkeys(p.TERRAINS, 0.0)
    for region in found:
        if seat in region["scores"]:
            parts[region["kind"]] += region["value"]
    return parts


def winners(s: Any) -> list[int]:
    """HO-78: the seats that have won, as the rules count."""
    from khonsu.games.horus.rules.scoring import result

    shares = np.zeros(int(s.players))
    result(s, shares)
    return np.flatnonzero(shares).tolist()


def control(held: list[int]) -> list[int]:
    """HO-72: the seats that control a region with these markers."""
    most = max(held)
    return [seat for seat, n in enumerate(held) if n and n == most]


def regions(s: Any) -> list[dict[str, Any]]:
    """All regions in the order of their earliest tiles, with everything their value depends on (HO-72 to HO-77)."""
    players, plain = int(s.players), bool(s.islands_plain)
    xs, ys, kinds, sizes, touches, insides, markers = (
        getattr(s, name).tolist() for name in ("x", "y", "kind", "area", "touch", "inside", "held")
    )
    found = []
    for root in s.roots[: int(s.regions)].tolist():
        held = markers[root][:players]
        temple, island = bool(touches[root] & st.TOUCHES_TEMPLE), bool(insides[root])
        worth = sizes[root] << (temple + (island and not plain))
        found.append(
            {
                "x": xs[root],
                "y": ys[root],
                "kind": p.KINDS[kinds[root]],
                "size": sizes[root],
                "temple": temple,
                "island": island,
                "river": bool(touches[root] & st.TOUCHES_RIVER),
                "capped": worth > p.LIMIT,
                "value": min(p.LIMIT, worth),
                "markers": held,
                "room": sizes[root] - sum(held),
                "scores": control(held),
            }
        )
    return found


def tiles(s: Any) -> list[dict[str, Any]]:
    """The Kingdom in the order of placement; `region` is the place in the list of regions."""
    count = int(s.tiles)
    place = {root: i for i, root in enumerate(s.roots[: int(s.regions)].tolist())}
    rows = zip(*(getattr(s, name)[:count].tolist() for name in ("x", "y", "kind", "owner", "region", "inside")))
    return [
        {
            "x": x,
            "y": y,
            "kind": p.KINDS[kind],
            "marker": owner if owner >= 0 else None,
            "region": place.get(region),
            "island": bool(inside),
        }
        for x, y, kind, owner, region, inside in rows
    ]


def cards(s: Any, numbers: Any) -> list[str]:
    """Cards as text, in canonical order."""
    faces = s.face.tolist()
    return [card_text(face) for face in sorted(faces[card] for card in numbers)]


def player(s: Any, owner: int, seat: int, found: list[dict[str, Any]]) -> dict[str, Any]:
    """What the seat sees of a player; the hand only if it is its own."""
    size = int(s.hand_size[owner])
    parts = parts_of(found, owner)
    return {
        "colour": p.COLOURS[owner],
        "markers": int(s.supply[owner]),
        "transport": bool(s.transport[owner]),
        "cards": size,
        "hand": cards(s, s.hand[owner, :size].tolist()) if owner == seat else None,
        "score": {**parts, "total": sum(parts.values())},
    }


def options(s: Any) -> dict[str, Any]:
    """The options that a reader of the table must know."""
    return {
        "end_exit_rule": "full_side" if s.full_side else "any_slot",
        "pile_tile_contact": "region_tile" if s.region_tile else "any_tile",
        "marker_optional": bool(s.marker_optional),
        "island_corner_seals": not s.corner_leaks,
        "islands_double": not s.islands_plain,
        "temple_redraw": bool(s.temple_redraw),
        "transport_first_turn": not s.late_transport,
        "exhausted_draw": "keep" if s.keep_exhausted else "replace",
        "marker_choice": "tile" if s.by_tile else "region",
    }


def view(s: Any, seat: int) -> dict[str, Any]:
    """The table as plain data."""
    over = bool(s.over)
    found = regions(s)
    return {
        "game": "horus",
        "players": int(s.players),
        "options": options(s),
        "turn": int(s.turn),
        "first": int(s.first),
        "current": None if over else int(s.current),
        "asked": None if over else st.DECISIONS[question(s)],
        "chosen": chosen(s),
        "over": over,
        "winners": winners(s) if over else [],
        "first_turn": int(s.turn) <= int(s.players),
        "last_turn": int(s.empty_piles) >= p.PILES_TO_END,
        "drawn": p.KINDS[int(s.drawn)] if s.drawn >= 0 else None,
        "card": None if s.card < 0 else "transport" if s.card == p.TRANSPORT else card_text(int(s.card)),
        "piles": dict(zip(p.PILES, s.pile.tolist())),
        "exhausted": p.KINDS[int(s.exhausted)] if s.exhausted >= 0 else None,
        "bag": dict(zip((*p.TERRAINS, "river", "temple"), s.bag.tolist())),
        "out_tiles": dict(zip(("river", "temple"), s.out.tolist())),
        "deck": int(s.deck_size),
        "discards": cards(s, s.discard[: int(s.discards)].tolist()),
        "out_cards": cards(s, s.removed[: int(s.removed_size)].tolist()),
        "tiles": tiles(s),
        "regions": found,
        "positions": [] if over else positions(s),
        "seats": [player(s, owner, seat, found) for owner in range(int(s.players))],
    }


def statistics(states: Any) -> dict[str, Any]:
    """What `khonsu simulate` counts besides points, one entry per match."""
    roots, seats = states["roots"].astype(np.int64), states["players"].astype(np.int64)
    there = np.arange(roots.shape[1]) < states["regions"][:, None]
    sizes = np.take_along_axis(states["area"], roots, 1) * there
    empty = states["pile"] == 0
    names = np.array([" + ".join(np.array(p.PILES)[row]) or "none" for row in empty])
    return {
        "tiles in play": states["tiles"].astype(float),
        "regions": states["regions"].astype(float),
        "largest region": sizes.max(axis=1).astype(float),
        "regions on islands": (np.take_along_axis(states["inside"], roots, 1) * there).sum(axis=1).astype(float),
        "markers in play": (p.MARKERS * seats - states["supply"].sum(axis=1)).astype(float),
        "River Transports played": (seats - states["transport"].sum(axis=1)).astype(float),
        "exhausted piles": names,
        "temple": np.where(states["bag"][:, 5] > 0, "in the bag", np.where(states["out"][:, 1] > 0, "out", "in play")),
    }


def chosen(s: Any) -> dict[str, Any]:
    """What the decision that is asked is about: the tile to be placed, the End to be moved, the marker's region."""
    if s.over:
        return {}
    asked, (a, b, _) = question(s), operands(s)
    if asked == st.PLACE:
        return {"tile": p.KINDS[a], "from": "reserve" if b == st.FROM_RESERVE else "bag"}
    if asked == st.PLACE_TEMPLE:
        return {"tile": "temple", "from": "bag"}
    if asked == st.CHOOSE_END:
        return {"tile": "river", "from": "bag"}
    if asked == st.RELOCATE:
        return {"tile": "end", "from": "bag", "end": anchor(s, 1 + a)}
    if asked == st.USE:
        return {"tile": "river", "from": "reserve", "then": int(s.rivers_left)}
    if asked == st.LAY and a == st.REPLACE_IT:
        return {"tile": "end", "from": "reserve", "end": anchor(s, 1 + b)}
    if asked == st.LAY:
        return {"tile": "river" if a == st.EXTEND_IT else "necropolis", "from": "reserve"}
    if asked == st.TARGET:
        return {"source": anchor(s, a)}
    return {}


def anchor(s: Any, tile: int) -> dict[str, int]:
    """A tile's anchor."""
    return {"x": int(s.x[tile]), "y": int(s.y[tile])}


def positions(s: Any) -> list[dict[str, Any]]:
    """The legal positions of the decision that is asked, with the region a terrain tile would make there."""
    about = chosen(s)
    if "tile" not in about or question(s) in (st.USE, st.CHOOSE_END):
        return []
    places = zip(*offered(s))
    kind = p.KINDS.index(about["tile"])
    if kind > p.MARSH:
        return [{"x": x, "y": y, "size": 0, "value": 0, "scores": []} for x, y in places]
    ground = Ground(s, kind)
    return [{"x": x, "y": y, **ground.after(x, y)} for x, y in places]


class Ground:
    """The Kingdom as a new tile of one terrain would find it."""

    def __init__(self, s: Any, kind: int) -> None:
        count = int(s.tiles)
        rows = list(zip(*(getattr(s, name)[:count].tolist() for name in ("x", "y", "kind", "region", "inside"))))
        self.players, self.leaks = int(s.players), bool(s.corner_leaks)
        self.root = {(x, y): root for x, y, of, root, _ in rows if of == kind}
        self.by_temple = {(x + dx, y + dy) for x, y, of, _, _ in rows if of == p.TEMPLE for dx, dy in ADJACENT}
        self.inside = {(x, y): inside for x, y, of, _, inside in rows if not p.RIVER <= of <= p.END}
        self.river = [(x, y) for x, y, of, _, _ in rows if p.RIVER <= of <= p.END]
        self.area, self.touch, self.held = s.area.tolist(), s.touch.tolist(), s.held.tolist()
        self.enclosed, self.doubles = bool(s.enclosed), not s.islands_plain

    def joined(self, x: int, y: int) -> list[int]:
        """The roots of the regions that a tile at (x, y) would join."""
        return sorted({self.root[x + dx, y + dy] for dx, dy in ADJACENT if (x + dx, y + dy) in self.root})

    def after(self, x: int, y: int) -> dict[str, Any]:
        """HO-20, HO-72 to HO-76: size and value of the region that a tile at (x, y) makes, and who controls it then."""
        roots = self.joined(x, y)
        size = 1 + sum(self.area[root] for root in roots)
        held = [sum(self.held[root][seat] for root in roots) for seat in range(self.players)]
        temple = (x, y) in self.by_temple or any(self.touch[root] & st.TOUCHES_TEMPLE for root in roots)
        island = self.enclosed and self.doubles and self.lies_inside(x, y)
        return {
            "size": size,
            "value": min(p.LIMIT, size << (temple + island)),
            "scores": control(held),
        }

    def lies_inside(self, x: int, y: int) -> bool:
        """3.7: land lies where the land beside it lies; a place with river alone around it is looked for on the map."""
        for dx, dy in ADJACENT:
            if (x + dx, y + dy) in self.inside:
                return bool(self.inside[x + dx, y + dy])
        return (x, y) in self.islands

    @cached_property
    def islands(self) -> set[tuple[int, int]]:
        """The free cells that a flood from outside does not reach, as `rules.islands` lets it in."""
        water = {(x + dx, y + dy) for x, y in self.river for dx in (0, 1) for dy in (0, 1)}
        xs, ys = zip(*water)
        left, right, top, bottom = min(xs) - 1, max(xs) + 1, min(ys) - 1, max(ys) + 1
        dry = {(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)} - water
        ways = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (self.leaks if dx and dy else dx or dy)]
        todo = [(left, top)]
        dry.remove((left, top))
        while todo:
            x, y = todo.pop()
            for dx, dy in ways:
                cell = (x + dx, y + dy)
                if cell in dry:
                    dry.remove(cell)
                    todo.append(cell)
        return dry
