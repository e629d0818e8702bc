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
ONE, TOP, ALL = np.uint64(1), np.uint64(63), np.uint64(2**64 - 1)


@rule
def may_enclose(s, x, y, water):
    """Whether a River tile at (x, y) parts the land around it; `water` are the cells that tiles beside it cover."""
    for k in range(12, 16):
        tile = tile_at(s, x + OFFSET_X[k], y + OFFSET_Y[k])
        if tile >= 0 and is_river(s.kind[tile]):
            water |= COVERED[k]
    land = ~water & RING
    beginnings = land & ~((land << 1) | (land >> 11))
    return beginnings & (beginnings - 1) != 0


@rule
def settle_island(s, tile, land, water):
    """A tile was laid beside `land` (-1: none) and the cells `water`: keep the notes about islands true."""
    s.inside[tile] = 0
    if is_river(s.kind[tile]):
        if may_enclose(s, np.int64(s.x[tile]), np.int64(s.y[tile]), water):
            flood(s)
    elif s.enclosed == 1:
        if land >= 0:
            s.inside[tile] = s.inside[land]
        else:
            flood(s)


@rule
def flood(s):
    """3.7: let the flood in at a corner of the box; land that it does not reach is enclosed.

    The box is one cell wider than the Kingdom on every side. A row of it is as many words of 64 cells as are needed.
    """
    width, height = np.int64(s.right) - s.left + 4, np.int64(s.bottom) - s.top + 4
    words = (width + 63) >> 6
    land = np.empty((height, words), np.uint64)
    reached = np.zeros((height, words), np.uint64)
    survey(s, land, width)
    for word in range(words):
        reached[0, word] = land[0, word]
    while spread(land, reached, s.corner_leaks == 1):
        pass
    s.enclosed = 0
    for row in range(height):
        for word in range(words):
            if land[row, word] != reached[row, word]:
                s.enclosed = 1
    for tile in range(s.tiles):
        row, column = np.int64(s.y[tile]) - s.top + 1, np.int64(s.x[tile]) - s.left + 1
        dry = land[row, column >> 6] & ~reached[row, column >> 6]
        s.inside[tile] = np.int64(dry >> np.uint64(column & 63)) & 1


@rule
def survey(s, land, width):
    """Mark every cell of the box that is no river."""
    for row in range(land.shape[0]):
        for word in range(land.shape[1]):
            land[row, word] = ALL >> np.uint64(max(0, 64 * (word + 1) - width))
    for tile in range(s.tiles):
        if is_river(s.kind[tile]):
            row, column = np.int64(s.y[tile]) - s.top + 1, np.int64(s.x[tile]) - s.left + 1
            for cell in range(column, column + 2):
                gone = ~(ONE << np.uint64(cell & 63))
                land[row, cell >> 6] &= gone
                land[row + 1, cell >> 6] &= gone


@rule
def spread(land, reached, corners):
    """Let the flood run down all rows and up again; returns whether it reached any new land."""
    height = land.shape[0]
    more = False
    for k in range(1, 2 * height - 1):
        row, beside = (k, k - 1) if k < height else (2 * height - 2 - k, 2 * height - 1 - k)
        for word in range(land.shape[1]):
            wet = inflow(reached, row, beside, word, corners) & land[row, word]
            if wet & ~reached[row, word] != 0:
                reached[row, word] = run_along(wet | reached[row, word], land[row, word])
                more = True
    return more


@rule
def inflow(reached, row, beside, word, corners):
    """The cells of a word next to flooded ones: of the row beside it, and of the words before and after it."""
    last = reached.shape[1] - 1
    wet = reached[beside, word]
    if corners:
        wet |= (wet << ONE) | (wet >> ONE)
    if word > 0:
        wet |= reached[row, word - 1] >> TOP
        if corners:
            wet |= reached[beside, word - 1] >> TOP
    if word < last:
        wet |= reached[row, word + 1] << TOP
        if corners:
            wet |= reached[beside, word + 1] << TOP
    return wet


@rule
def run_along(wet, land):
    """The flood runs along a row in both directions, as far as there is land."""
    back = land
    for k in range(6):  # by 1, 2, 4, ... 32 cells
        step = ONE << np.uint64(k)
        wet |= (land & (wet << step)) | (back & (wet >> step))
        land &= land << step
        back &= back >> step
    return wet
