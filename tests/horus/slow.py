"""The rules of Horus about the Kingdom once more: plain sets and loops, written from the rules text and nothing else.

A Kingdom is a list of tiles `(letter, x, y)` with the letters of the rules text; markers are a mapping from an anchor
to a seat. Nothing here is kept from one question to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

Anchor = tuple[int, int]
Tile = tuple[str, int, int]

TERRAIN = "DHFM"
RIVER_CLASS = "SRE"


def overlap(p: Anchor, q: Anchor) -> bool:
    """3.2"""
    return abs(p[0] - q[0]) < 2 and abs(p[1] - q[1]) < 2


def adjacent(p: Anchor, q: Anchor) -> bool:
    """3.2: a full or a half side; not a corner."""
    dx, dy = abs(p[0] - q[0]), abs(p[1] - q[1])
    return (dx == 2 and dy <= 1) or (dy == 2 and dx <= 1)


AROUND = [q for q in product(range(-2, 3), repeat=2) if adjacent((0, 0), q)]


def n12(p: Anchor) -> list[Anchor]:
    """3.2: the anchors adjacent to p."""
    return [(p[0] + dx, p[1] + dy) for dx, dy in AROUND]


def cells(p: Anchor) -> set[Anchor]:
    """3.1: the four cells that a tile covers."""
    return {(p[0], p[1]), (p[0] + 1, p[1]), (p[0], p[1] + 1), (p[0] + 1, p[1] + 1)}


class Kingdom:
    """The tiles in play, and every question of section 3 about them."""

    def __init__(
        self, tiles: Iterable[Tile], markers: Mapping[Anchor, int] | None = None, *, full_side: bool = False
    ) -> None:
        self.tiles = list(tiles)
        self.markers = dict(markers or {})
        self.full_side = full_side
        self.kind = {(x, y): letter for letter, x, y in self.tiles}
        self.covered: set[Anchor] = set()
        for anchor in self.kind:
            self.covered |= cells(anchor)
        self.ends = [anchor for anchor, letter in self.kind.items() if letter == "E"]

    # -- 3.5, 3.6: where tiles may go --------------------------------------------------------------------------------

    def free(self, p: Anchor) -> bool:
        """No tile in play overlaps p."""
        x, y = p
        taken = self.covered
        return not ((x, y) in taken or (x + 1, y) in taken or (x, y + 1) in taken or (x + 1, y + 1) in taken)

    def neighbours(self, p: Anchor) -> list[Anchor]:
        """Tiles in play adjacent to p."""
        return [q for q in n12(p) if q in self.kind]

    def exits(self, e: Anchor) -> list[Anchor]:
        """Free anchors beside e."""
        return [f for f in n12(e) if self.free(f)]

    def has_free_side(self, e: Anchor, extra: Anchor | None = None) -> bool:
        """HO-15: an End at e is not blocked, with one more tile laid at `extra`."""
        taken = cells(extra) if extra else set()
        if self.full_side:
            x, y = e
            sides = [
                {(x, y - 1), (x + 1, y - 1)},
                {(x, y + 2), (x + 1, y + 2)},
                {(x - 1, y), (x - 1, y + 1)},
                {(x + 2, y), (x + 2, y + 1)},
            ]
            return any(not side & self.covered and not side & taken for side in sides)
        return any(not extra or not overlap(f, extra) for f in self.exits(e))

    def slots(self) -> set[Anchor]:
        """Free anchors adjacent to a tile in play."""
        return {q for q in {q for p in self.kind for q in n12(p)} if self.free(q)}

    def any(self) -> set[Anchor]:
        """P_any: slots that block no End."""
        return {
            q
            for q in self.slots()
            if all(max(abs(q[0] - e[0]), abs(q[1] - e[1])) > 3 or self.has_free_side(e, q) for e in self.ends)
        }

    def touching(self, places: set[Anchor], letters: str) -> set[Anchor]:
        """Those adjacent to a tile with one of these letters."""
        return {q for q in places if any(self.kind[t] in letters for t in self.neighbours(q))}

    def river(self) -> set[Anchor]:
        """P_river."""
        return self.touching(self.any(), RIVER_CLASS)

    def temple(self) -> set[Anchor]:
        """P_temple."""
        places = self.river()
        return places - self.touching(places, TERRAIN)

    def moves(self, e: Anchor, near: bool) -> set[Anchor]:
        """Near(e) or Far(e): where an End may go that a River tile replaces."""
        (other,) = [end for end in self.ends if end != e]
        beside = [e] if near else [anchor for anchor, letter in self.kind.items() if letter in RIVER_CLASS]
        return {
            q
            for q in {q for tile in beside for q in n12(tile)}
            if self.free(q) and self.has_free_side(other, q) and self.has_free_side(q)
        }

    # -- 3.3, 3.7: regions and islands -------------------------------------------------------------------------------

    def regions(self) -> list[list[Anchor]]:
        """The tiles of each region; regions and tiles in the order of the list of tiles."""
        order = {(x, y): i for i, (_, x, y) in enumerate(self.tiles)}
        found, seen = [], set()
        for letter, x, y in self.tiles:
            if letter in TERRAIN and (x, y) not in seen:
                group, todo = {(x, y)}, [(x, y)]
                while todo:
                    for q in self.neighbours(todo.pop()):
                        if self.kind[q] == letter and q not in group:
                            group.add(q)
                            todo.append(q)
                seen |= group
                found.append(sorted(group, key=order.__getitem__))
        return found

    def touches(self, region: list[Anchor], letters: str) -> bool:
        """Whether a tile of the region is adjacent to such a tile."""
        return any(self.kind[q] in letters for p in region for q in self.neighbours(p))

    def outside(self, corners_seal: bool = True) -> set[Anchor]:
        """O of 3.7: cells reachable from a corner of the box without crossing the river."""
        water = {cell for anchor, letter in self.kind.items() if letter in RIVER_CLASS for cell in cells(anchor)}
        xs, ys = {x for x, _ in self.covered}, {y for _, y in self.covered}
        left, right, top, bottom = min(xs) - 1, max(xs) + 1, min(ys) - 1, max(ys) + 1
        land = {(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)} - water
        steps = [(1, 0), (-1, 0), (0, 1), (0, -1)]
        if not corners_seal:
            steps += [(1, 1), (1, -1), (-1, 1), (-1, -1)]
        todo = [(left, top)]
        land.discard((left, top))
        reached = {(left, top)}
        while todo:
            x, y = todo.pop()
            for dx, dy in steps:
                cell = (x + dx, y + dy)
                if cell in land:
                    land.discard(cell)
                    reached.add(cell)
                    todo.append(cell)
        return reached

    # -- 4.15: points ------------------------------------------------------------------------------------------------

    def values(self, corners_seal: bool = True, islands_double: bool = True) -> list[int]:
        """HO-73 to HO-76: the value of each region."""
        outside = self.outside(corners_seal) if islands_double else None
        found = []
        for region in self.regions():
            value = len(region)
            if self.touches(region, "T"):
                value *= 2
            if outside is not None and region[0] not in outside:
                value *= 2
            found.append(min(10, value))
        return found

    def scores(self, players: int, corners_seal: bool = True, islands_double: bool = True) -> list[int]:
        """HO-72, HO-77: the points of each player."""
        points = [0] * players
        for region, value in zip(self.regions(), self.values(corners_seal, islands_double)):
            held = [sum(self.markers.get(p) == seat for p in region) for seat in range(players)]
            for seat in range(players):
                if held[seat] and held[seat] == max(held):
                    points[seat] += value
        return points
