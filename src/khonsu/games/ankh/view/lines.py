"""Lines of camels in plain Python: the soonest split that a side can lead to. The rules themselves are in `caravan`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import (
    CORNER_SIDES,
    FIXED_ANCHOR,
    HEXES,
    LAND,
    NEIGHBOUR,
    NILE,
    SIDE_AT,
    SIDE_CORNER,
    SIDE_HEX,
)

CORNERS: list[list[int]] = [[side for side in row if side >= 0] for row in CORNER_SIDES.tolist()]
ENDS: list[list[int]] = SIDE_CORNER.tolist()
BETWEEN: list[list[int]] = SIDE_HEX.tolist()
OPEN: list[list[tuple[int, int]]] = [  # the land beside a land hex, with the side in between; the Nile closes
    [
        (int(g), int(SIDE_AT[h, d]))
        for d, g in enumerate(NEIGHBOUR[h])
        if g >= 0 and LAND[h] and LAND[g] and not NILE[h] >> d & 1
    ]
    for h in range(len(HEXES))
]
Line = tuple[int, ...]
Part = frozenset[int]


class Split(NamedTuple):
    """A line of camels, and the two parts it makes: the one with the first hex comes first."""

    line: Line
    one: Part
    other: Part


def connected(h: int, walls: Part) -> Part:
    """AK-13: the land connected with a hex, where camels stand on these sides."""
    found, edge = {h}, [h]
    while edge:
        for g, between in OPEN[edge.pop()]:
            if g not in found and between not in walls:
                found.add(g)
                edge.append(g)
    return frozenset(found)


def split(line: Line, camels: Part) -> Split | None:
    """AK-65d, e: what a complete line makes of its region; None if it does not divide it as it must."""
    here, there = BETWEEN[line[0]]
    walls = camels.union(line)
    one = connected(here, walls)
    if there in one or len(one) < p.REGION_MIN:
        return None
    other = connected(there, walls)
    return Split(line, *sorted((one, other), key=min)) if len(other) >= p.REGION_MIN else None


@lru_cache(maxsize=1024)
def soonest(chain: Line, camels: Part, most: int) -> Split | None:
    """The shortest legal line that begins with this chain (AK-65, AK-66)."""

    def anchor(corner: int) -> bool:
        return bool(FIXED_ANCHOR[corner]) or any(each in camels for each in CORNERS[corner])

    lines = [(chain, corners) for corners in walks(chain) if anchor(corners[0])]
    while lines:
        longer = []
        for line, corners in lines:
            end = corners[-1]
            if anchor(end):
                found = split(line, camels)
                if found:
                    return found
            elif len(line) < most:
                for each in CORNERS[end]:
                    beyond = sum(ENDS[each]) - end
                    if each not in camels and beyond not in corners:
                        longer.append(((*line, each), (*corners, beyond)))
        lines = longer
    return None


def walks(chain: Line) -> Iterator[tuple[int, ...]]:
    """The corners that a chain passes, from either end where it is a single side."""
    for start in ENDS[chain[0]]:
        corners = [start]
        for each in chain:
            if corners[-1] not in ENDS[each]:
                break
            corners.append(sum(ENDS[each]) - corners[-1])
        else:
            yield tuple(corners)
