"""The fixed board as tables (AK-1, AK-4): hexes, neighbours, sides for camels, corners. No compiler in here.

Hexes are numbered by row, then column. Directions 0-5 are N, NE, SE, S, SW, NW. A camel side lies between two land
hexes and is not part of the Nile (AK-64); only such sides have a number.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

DATA: dict[str, Any] = json.loads((Path(__file__).parent / "board.json").read_text("utf-8"))

HEXES: list[tuple[int, int]] = sorted((h["row"], h["col"]) for h in DATA["hexes"])
HEX: dict[tuple[int, int], int] = {place: number for number, place in enumerate(HEXES)}
N_HEXES = len(HEXES)
_DELTAS = (DATA["neighbour_rule"]["even_col_deltas"], DATA["neighbour_rule"]["odd_col_deltas"])
_TERRAIN = {(h["row"], h["col"]): h["terrain"] for h in DATA["hexes"]}

FERTILE, DESERT, WATER = range(3)
TERRAIN = np.array([DATA["terrain_values"].index(_TERRAIN[place]) for place in HEXES], np.int8)
LAND = np.array([TERRAIN[h] != WATER for h in range(N_HEXES)], np.int8)
N_LAND = int(LAND.sum())
WATERS = np.flatnonzero(LAND == 0).astype(np.int16)


def beside(place: tuple[int, int], direction: int) -> tuple[int, int]:
    """The cell in that direction, on the board or not."""
    dr, dc = _DELTAS[place[1] % 2][direction]
    return place[0] + dr, place[1] + dc


NEIGHBOUR = np.array([[HEX.get(beside(place, d), -1) for d in range(6)] for place in HEXES], np.int16)


def _distances() -> Any:
    """AK-42: geometric distances over all 101 hexes, by repeated widening."""
    far = np.full((N_HEXES, N_HEXES), 99, np.int8)
    for origin in range(N_HEXES):
        far[origin, origin] = 0
        edge, steps = [origin], 0
        while edge:
            steps += 1
            found = []
            for h in edge:
                for g in NEIGHBOUR[h]:
                    if g >= 0 and far[origin, g] == 99:
                        far[origin, g] = steps
                        found.append(int(g))
            edge = found
    return far


DISTANCE = _distances()
MOVE_RANGE = 3
_REACH = [[h for h in range(N_HEXES) if 1 <= DISTANCE[origin, h] <= MOVE_RANGE] for origin in range(N_HEXES)]
REACH = np.full((N_HEXES, max(map(len, _REACH))), -1, np.int16)  # the hexes within three steps, in order, then -1
for _h, _near in enumerate(_REACH):
    REACH[_h, : len(_near)] = _near

# Sets of hexes as two words of bits
HALF = (N_HEXES + 1) // 2


def _set(hexes: Any) -> list[int]:
    """A set of hexes."""
    return [sum(1 << int(h) for h in hexes if 0 <= h < HALF), sum(1 << int(h) - HALF for h in hexes if h >= HALF)]


HEX_SET = np.array([_set([h]) for h in range(N_HEXES)], np.int64)
LAND_SET = np.array(_set(np.flatnonzero(LAND)), np.int64)
WATER_SET = np.array(_set(WATERS), np.int64)
NEIGHBOUR_SET = np.array([_set(near) for near in NEIGHBOUR], np.int64)
REACH_SET = np.array([_set(near) for near in _REACH], np.int64)

# The Nile: directions that it closes, as bits
_NILE = {frozenset(map(tuple, pair)) for pair in DATA["nile_edges"]}
NILE = np.zeros(N_HEXES, np.int8)
for _h, _place in enumerate(HEXES):
    for _d in range(6):
        if frozenset((_place, beside(_place, _d))) in _NILE:
            NILE[_h] |= 1 << _d

# Sides where a camel may stand, by their two hexes
SIDES: list[tuple[int, int]] = sorted(
    (h, int(g))
    for h in range(N_HEXES)
    for d in range(6)
    if (g := NEIGHBOUR[h, d]) > h and LAND[h] and LAND[g] and not NILE[h] >> d & 1
)
SIDE: dict[tuple[int, int], int] = {pair: number for number, pair in enumerate(SIDES)}
N_SIDES = len(SIDES)
SIDE_HEX = np.array(SIDES, np.int16)
SIDE_DIRECTION = np.array([list(NEIGHBOUR[h]).index(g) for h, g in SIDES], np.int8)  # from the first hex
SIDE_AT = np.full((N_HEXES, 6), -1, np.int16)  # the camel side in a direction of a hex
for _n, (_h, _g) in enumerate(SIDES):
    SIDE_AT[_h, SIDE_DIRECTION[_n]] = _n
    SIDE_AT[_g, (SIDE_DIRECTION[_n] + 3) % 6] = _n


def _corner(place: tuple[int, int], i: int) -> frozenset[tuple[int, int]]:
    """Corner i of a hex: where it, its neighbour i and its neighbour i+1 meet."""
    return frozenset((place, beside(place, i), beside(place, (i + 1) % 6)))


_SIDE_CORNERS = [
    (_corner(HEXES[h], (int(SIDE_DIRECTION[n]) + 5) % 6), _corner(HEXES[h], int(SIDE_DIRECTION[n])))
    for n, (h, _) in enumerate(SIDES)
]
_CORNERS = sorted({corner for pair in _SIDE_CORNERS for corner in pair}, key=sorted)
N_CORNERS = len(_CORNERS)
SIDE_CORNER = np.array([[_CORNERS.index(corner) for corner in pair] for pair in _SIDE_CORNERS], np.int16)
CORNER_SIDES = np.full((N_CORNERS, 3), -1, np.int16)  # the camel sides that meet at a corner
for _n in range(N_SIDES):
    for _c in SIDE_CORNER[_n]:
        CORNER_SIDES[_c, list(CORNER_SIDES[_c]).index(-1)] = _n

# Ways along the sides: way 2n goes along side n from its first corner to its second one, way 2n+1 back
WAY_TO = SIDE_CORNER[:, ::-1].reshape(-1).copy()  # the corner where it ends
WAY_ON = np.full((2 * N_SIDES, 2), -1, np.int16)  # the ways that go on from there
for _w in range(2 * N_SIDES):
    _on = [int(_n) for _n in CORNER_SIDES[WAY_TO[_w]] if _n not in (-1, _w // 2)]
    WAY_ON[_w, : len(_on)] = [2 * _n + (SIDE_CORNER[_n, 0] != WAY_TO[_w]) for _n in _on]
# A way under or above a hex is one column west (1) or east (-1), others stay in their column (0)
WAY_WEST = np.array([(1 - 2 * (w % 2)) * (SIDE_DIRECTION[w // 2] == 3) for w in range(2 * N_SIDES)], np.int8)
SHORE = np.zeros(N_HEXES, np.int8)  # directions that lead to water or off the board, as bits
for _h in range(N_HEXES):
    for _d in range(6):
        if NEIGHBOUR[_h, _d] < 0 or not LAND[NEIGHBOUR[_h, _d]]:
            SHORE[_h] |= 1 << _d
HEX_CORNER = np.full((N_HEXES, 6), -1, np.int16)  # corner i lies between directions i and i+1; -1: no camel goes there
for _h in range(N_HEXES):
    for _d in range(6):
        if _corner(HEXES[_h], _d) in _CORNERS:
            HEX_CORNER[_h, _d] = _CORNERS.index(_corner(HEXES[_h], _d))


def _fixed_anchor(corner: frozenset[tuple[int, int]]) -> bool:
    """AK-66, the part that never changes: water, the edge of the map or the Nile meet there."""
    if any(place not in HEX or not LAND[HEX[place]] for place in corner):
        return True
    return any(frozenset(pair) in _NILE for pair in ((a, b) for a in corner for b in corner if a != b))


FIXED_ANCHOR = np.array([_fixed_anchor(corner) for corner in _CORNERS], np.int8)

LAKE_MOUTH, LAKE_SHORE = HEX[6, 4], HEX[6, 5]  # AK-18
