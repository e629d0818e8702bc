"""What a tile would make of the Kingdom: the region it makes or joins, its size, its value and who controls it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from khonsu.games.horus.fields import HorusPosition
from khonsu.games.horus.rules import pieces as p
from khonsu.games.horus.rules import state as st

# 3.2: the twelve anchors adjacent to a tile
ADJACENT = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if max(abs(dx), abs(dy)) == 2 and abs(dx) != abs(dy)]


def control(held: list[int]) -> list[int]:
    """HO-72: the seats that control a region with these markers."""
    most = max(held)
    return [seat for seat, n in enumerate(held) if n == most] if most else []


class Ground:
    """The Kingdom as a new tile of one terrain would find it."""

    def __init__(self, s: Any, kind: int) -> None:
        count = int(s.tiles)
        rows = list(zip(*(getattr(s, name)[:count].tolist() for name in ("x", "y", "kind", "region"))))
        self.players, self.leaks = int(s.players), bool(s.corner_leaks)
        self.beside: dict[tuple[int, int], int] = {}  # anchor -> the roots of this terrain beside it, as bits
        for x, y, of, root in rows:
            if of == kind:
                for dx, dy in ADJACENT:
                    place = (x + dx, y + dy)
                    self.beside[place] = self.beside.get(place, 0) | 1 << root
        self.by_temple = {(x + dx, y + dy) for x, y, of, _ in rows if of == p.TEMPLE for dx, dy in ADJACENT}
        self.river = [(x, y) for x, y, of, _ in rows if p.RIVER <= of <= p.END]
        self.area, self.touch, self.held = s.area.tolist(), s.touch.tolist(), s.held.tolist()
        self.doubling = bool(s.enclosed) and not s.islands_plain  # whether there are islands, and they count double

    def joined(self, x: int, y: int) -> list[int]:
        """The roots of the regions that a tile at (x, y) would join."""
        return _members(self.beside.get((x, y), 0))

    def after(self, x: int, y: int) -> HorusPosition:
        """HO-20, HO-72 to HO-76: size and value of the region that a tile at (x, y) makes, and who controls it then."""
        (found,) = self.all_after([(x, y)])
        return found

    def all_after(self, places: Iterable[tuple[int, int]]) -> list[HorusPosition]:
        """The same for many places; many of them are alike in all that counts."""
        beside, by_temple, islands = self.beside, self.by_temple, self.islands
        known: dict[tuple[int, bool, bool], tuple[int, int, list[int]]] = {}
        found: list[HorusPosition] = []
        for place in places:
            key = beside.get(place, 0), place in by_temple, place in islands
            if key not in known:
                known[key] = self._made(*key)
            size, value, scores = known[key]
            found.append({"x": place[0], "y": place[1], "size": size, "value": value, "scores": scores})
        return found

    def _made(self, beside: int, temple: bool, island: bool) -> tuple[int, int, list[int]]:
        """Size, value and control of the region that a tile makes which joins these regions."""
        if not beside:
            return 1, 1 << (temple + island), []
        roots = _members(beside)
        size = 1 + sum(self.area[root] for root in roots)
        held = [sum(self.held[root][seat] for root in roots) for seat in range(self.players)]
        temple = temple or any(self.touch[root] & st.TOUCHES_TEMPLE for root in roots)
        return size, min(p.LIMIT, size << (temple + island)), control(held)

    @cached_property
    def islands(self) -> set[tuple[int, int]]:
        """3.7: the cells that a flood from outside does not reach, as `rules.islands` lets it in; none if none count.

        Cells of a box around the river are bits, row after row. The river keeps off the box's edge, so what runs over
        the end of a row comes from outside and gets to the outside.
        """
        if not self.doubling:
            return set()
        xs, ys = zip(*self.river)
        left, top, width, height = min(xs) - 1, min(ys) - 1, max(xs) - min(xs) + 4, max(ys) - min(ys) + 4
        water = 0
        for x, y in self.river:
            water |= (3 | 3 << width) << ((y - top) * width + x - left)
        dry = (1 << width * height) - 1 & ~water
        flood, before = (1 << width) - 1, 0
        while flood != before:
            before = flood
            beside = flood | flood << 1 | flood >> 1
            far = beside if self.leaks else flood
            flood = (beside | far << width | far >> width) & dry
        return {(left + cell % width, top + cell // width) for cell in _members(dry & ~flood)}


def _members(bits: int) -> list[int]:
    """The numbers in a bit set."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found
