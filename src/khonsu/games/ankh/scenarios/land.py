"""Borders in plain Python, for files, views and generators: regions that camels make, and every legal line of camels.

A set of hexes is a whole number with one bit for each of them, so that layouts are drawn and checked in milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import (
    CORNER_SIDES,
    DISTANCE,
    FIXED_ANCHOR,
    LAND,
    MOVE_RANGE,
    N_HEXES,
    NEIGHBOUR,
    NILE,
    SIDE_AT,
    SIDE_CORNER,
    SIDES,
)

Sides = frozenset[int]


def hex_set(hexes: Iterable[int]) -> int:
    """Some hexes as a set."""
    found = 0
    for h in hexes:
        found |= 1 << h
    return found


def members(found: int) -> Iterator[int]:
    """The hexes of a set in order."""
    while found:
        yield (found & -found).bit_length() - 1
        found &= found - 1


ALL_LAND = hex_set(h for h in range(N_HEXES) if LAND[h])
# AK-5: the adjacent hexes while there are no camels, each with the side where a camel would part them, or -1
_WAYS = [
    [(int(NEIGHBOUR[h, d]), int(SIDE_AT[h, d])) for d in range(6) if NEIGHBOUR[h, d] >= 0 and not NILE[h] >> d & 1]
    for h in range(N_HEXES)
]
_NEAR = [hex_set(g for g, _ in ways) & ALL_LAND for ways in _WAYS]
# AK-40, AK-42: where a move from a hex may end on an empty board
REACH = [hex_set(h for h in range(N_HEXES) if DISTANCE[f, h] <= MOVE_RANGE) & ALL_LAND for f in range(N_HEXES)]
CORNER_WAYS = [  # the sides at a corner, each with the corner at its other end
    [(int(side), int(SIDE_CORNER[side].sum()) - corner) for side in sides if side >= 0]
    for corner, sides in enumerate(CORNER_SIDES)
]


def adjacent(h: int, camels: Sides) -> list[int]:
    """AK-5, AK-6: the hexes adjacent to a hex."""
    return [g for g, side in _WAYS[h] if side not in camels]


def near_land(camels: Sides) -> list[int]:
    """AK-5, AK-6: for each hex the set of land hexes adjacent to it."""
    near = _NEAR.copy()
    for side in camels:
        one, other = SIDES[side]
        near[one] &= ~(1 << other)
        near[other] &= ~(1 << one)
    return near


def summon_hexes(pieces: Iterable[int], taken: int, near: list[int]) -> int:
    """AK-46: the empty land adjacent to figures and monuments of one player."""
    found = 0
    for h in pieces:
        found |= near[h]
    return found & ~taken


def _connected(h: int, near: list[int]) -> int:
    """AK-13: the set of land hexes connected with a land hex."""
    found = edge = 1 << h
    while edge:
        last = edge.bit_length() - 1
        new = near[last] & ~found
        found |= new
        edge = edge ^ 1 << last | new
    return found


def region_of(h: int, camels: Sides) -> frozenset[int]:
    """AK-13: the land connected with a land hex."""
    return frozenset(members(_connected(h, near_land(camels))))


def regions(camels: Sides) -> list[frozenset[int]]:
    """All regions, by their first hex."""
    near, rest = near_land(camels), ALL_LAND
    found = []
    while rest:
        region = _connected(next(members(rest)), near)
        rest &= ~region
        found.append(frozenset(members(region)))
    return found


@lru_cache(maxsize=128)
def anchors(camels: Sides) -> tuple[bool, ...]:
    """AK-66: for each corner whether a line may begin and end there."""
    found = [bool(fixed) for fixed in FIXED_ANCHOR]
    for side in camels:
        for corner in SIDE_CORNER[side]:
            found[corner] = True
    return tuple(found)


@lru_cache(maxsize=128)
def legal_lines(camels: Sides, least: int = p.REGION_MIN) -> list[tuple[int, ...]]:
    """AK-65: every legal line, once each, its sides in order; both parts have at least so many land hexes."""
    most = min(p.LINE, p.CAMELS - len(camels))
    ends = anchors(camels)
    return [
        line
        for corner, anchor in enumerate(ends)
        if anchor
        for line in _continued((), (corner,), camels, ends, most)
        if divides(line, camels, least)
    ]


def _continued(
    line: tuple[int, ...], corners: tuple[int, ...], camels: Sides, anchors: tuple[bool, ...], most: int
) -> Iterator[tuple[int, ...]]:
    """All chains that begin like this one, meet no corner twice and end at a later anchor than they began."""
    if len(line) == most:
        return
    for side, end in CORNER_WAYS[corners[-1]]:
        if side in camels or end in corners:
            continue
        if not anchors[end]:
            yield from _continued((*line, side), (*corners, end), camels, anchors, most)
        elif end > corners[0]:
            yield (*line, side)


def parts(line: tuple[int, ...], camels: Sides, least: int = p.REGION_MIN) -> tuple[int, int] | None:
    """AK-65b, d, e: the sets of hexes that a line makes of its region; None if they are not two of such a size."""
    here, there = SIDES[line[0]]
    near = near_land(camels | frozenset(line))
    one = _connected(here, near)
    if one >> there & 1 or one.bit_count() < least:
        return None
    other = _connected(there, near)
    return (one, other) if other.bit_count() >= least else None


def divides(line: tuple[int, ...], camels: Sides, least: int = p.REGION_MIN) -> bool:
    """Whether the line parts one region into two of at least so many land hexes."""
    return parts(line, camels, least) is not None
