"""Islands: zones that the river encloses (3.7, HO-75).

A new River tile can enclose something only if the cells around it that are not river fall into two or more parts; only
then the flood is let in from outside. A tile laid later lies where the land beside it lies.
"""

import numpy as np

from khonsu.games.horus.rules.lattice import NEAR_X, NEAR_Y, tile_at
from khonsu.games.horus.rules.regions import is_river
from khonsu.kernel.compile import rule

# The twelve cells around a tile in a ring, and which of them a tile at each of 16 offsets covers
AROUND = [(-1, -1), (0, -1), (1, -1), (2, -1), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (-1, 2), (-1, 1), (-1, 0)]
OFFSETS = [*zip(NEAR_X.tolist(), NEAR_Y.tolist()), (-2, -2), (2, -2), (-2, 2), (2, 2)]
OFFSET_X = np.array([x for x, _ in OFFSETS], np.int64)
OFFSET_Y = np.array([y for _, y in OFFSETS], np.int64)
COVERED = np.array(
    [sum(1 << i for i, (cx, cy) in enumerate(AROUND) if 0 <= cx - x <= 1 and 0 <= cy - y <= 1) for x, y in OFFSETS],
    np.int64,
)
RING = (1 << 12) - 1
LAND, WATER, OUTSIDE = 0, 1, 2


@rule
def may_enclose(s, x, y):
    """Whether a River tile at (x, y) parts the land around it."""
    water = 0
    for k in range(16):
        tile = tile_at(s, x + OFFSET_X[k], y + OFFSET_Y[k])
        if tile >= 0 and is_river(s.kind[tile]):
            water |= COVERED[k]
    land = ~water & RING
    beginnings = land & ~((land << 1) | (land >> 11))
    return beginnings & (beginnings - 1) != 0


@rule
def settle_island(s, tile):
    """A tile was laid: keep the notes about islands true."""
    x, y = np.int64(s.x[tile]), np.int64(s.y[tile])
    s.inside[tile] = 0
    if is_river(s.kind[tile]):
        if may_enclose(s, x, y):
            flood(s)
    elif s.enclosed == 1:
        for k in range(12):
            other = tile_at(s, x + NEAR_X[k], y + NEAR_Y[k])
            if other >= 0 and not is_river(s.kind[other]):
                s.inside[tile] = s.inside[other]
                return
        flood(s)


@rule
def flood(s):
    """3.7: let the flood in at a corner of the box; land that it does not reach is enclosed."""
    width, height = np.int64(s.right) - s.left + 4, np.int64(s.bottom) - s.top + 4
    cells = np.zeros(width * height, np.uint8)
    for tile in range(s.tiles):
        if is_river(s.kind[tile]):
            cell = cell_of(s, tile, width)
            cells[cell] = WATER
            cells[cell + 1] = WATER
            cells[cell + width] = WATER
            cells[cell + width + 1] = WATER
    reached = spread(cells, width, s.corner_leaks == 1)
    s.enclosed = reached
    for tile in range(s.tiles):
        s.inside[tile] = cells[cell_of(s, tile, width)] == LAND


@rule
def cell_of(s, tile, width):
    """The place of a tile's first cell in the box, which is one cell wider than the Kingdom on every side."""
    return (np.int64(s.y[tile]) - s.top + 1) * width + np.int64(s.x[tile]) - s.left + 1


@rule
def spread(cells, width, corners):
    """Mark what can be reached from the first cell; returns whether any land was not reached."""
    stack = np.empty(len(cells), np.int32)
    stack[0] = 0
    cells[0] = OUTSIDE
    depth, reached, water = 1, 1, 0
    while depth > 0:
        depth -= 1
        cell = np.int64(stack[depth])
        column = cell % width
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                if (corners or dx == 0 or dy == 0) and 0 <= column + dx < width:
                    beside = cell + dy * width + dx
                    if 0 <= beside < len(cells) and cells[beside] == LAND:
                        cells[beside] = OUTSIDE
                        stack[depth] = beside
                        depth += 1
                        reached += 1
    for cell in range(len(cells)):
        water += cells[cell] == WATER
    return reached + water < len(cells)
