"""Borders in plain Python, for files and generators: regions that camels make, and every legal line of camels."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from khonsu.games.ankh import pieces as p
from khonsu.games.ankh.board import (
    CORNER_SIDES,
    FIXED_ANCHOR,
    LAND,
    N_HEXES,
    NEIGHBOUR,
    NILE,
    SIDE_AT,
    SIDE_CORNER,
    SIDE_HEX,
)

Sides = frozenset[int]


def adjacent(h: int, camels: Sides) -> Iterator[int]:
    """AK-5, AK-6: the hexes adjacent to a hex."""
    for d in range(6):
        g = int(NEIGHBOUR[h, d])
        if g >= 0 and not NILE[h] >> d & 1 and SIDE_AT[h, d] not in camels:
            yield g


def region_of(h: int, camels: Sides) -> frozenset[int]:
    """AK-13: the land connected with a land hex."""
    found, edge = {h}, [h]
    while edge:
        for g in adjacent(edge.pop(), camels):
            if LAND[g] and g not in found:
                found.add(g)
                edge.append(g)
    return frozenset(found)


def regions(camels: Sides) -> list[frozenset[int]]:
    """All regions, by their first hex."""
    found: list[frozenset[int]] = []
    for h in range(N_HEXES):
        if LAND[h] and not any(h in region for region in found):
            found.append(region_of(h, camels))
    return found


def is_anchor(corner: int, camels: Sides) -> bool:
    """AK-66."""
    return bool(FIXED_ANCHOR[corner]) or any(int(side) in camels for side in CORNER_SIDES[corner] if side >= 0)


@lru_cache(maxsize=16)
def legal_lines(camels: Sides) -> list[tuple[int, ...]]:
    """AK-65: every legal line, once each, its sides in order."""
    most = min(p.LINE, p.CAMELS - len(camels))
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for corner in range(len(FIXED_ANCHOR)):
        if is_anchor(corner, camels):
            for line in _continued((), (corner,), camels, most):
                if frozenset(line) not in found and divides(line, camels):
                    found[frozenset(line)] = line
    return list(found.values())


def _continued(line: tuple[int, ...], corners: tuple[int, ...], camels: Sides, most: int) -> Iterator[tuple[int, ...]]:
    """All chains from one anchor to another that begin like this one and meet no corner twice."""
    for side in map(int, CORNER_SIDES[corners[-1]]):
        if side < 0 or side in camels or side in line or len(line) == most:
            continue
        end = int(SIDE_CORNER[side].sum()) - corners[-1]
        if end in corners:
            continue
        if is_anchor(end, camels):
            yield (*line, side)
        else:
            yield from _continued((*line, side), (*corners, end), camels, most)


def divides(line: tuple[int, ...], camels: Sides) -> bool:
    """AK-65b, d, e: the line parts one region into two of at least six land hexes."""
    here, there = map(int, SIDE_HEX[line[0]])
    after = camels | frozenset(line)
    one, other = region_of(here, after), region_of(there, after)
    return one != other and min(len(one), len(other)) >= p.REGION_MIN
