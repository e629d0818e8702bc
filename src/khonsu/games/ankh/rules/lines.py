"""Which lines of camels are legal (AK-65), told from their ends and their course without walking over the land.

A line leads from one anchor to another through the inside of a region. It parts the region exactly if both anchors lie
on the same *loop* of its border: a lake or a river that touches no other border is a loop of its own, and a line that
ends there can be walked around. How large a part is follows as with a surveyor who walks around a field: every step
west adds the land north of it in its column, every step east takes it away again, and a closed round gives the land
inside. So a survey walks once along all borders and notes at each anchor its loop and the sum so far. The sum along a
line, less what the border has between the same two ends, is the land on one side of the line.
"""

import numpy as np

from khonsu.games.ankh import pieces as p
from khonsu.games.ankh.board import (
    COLUMN,
    HEX_CORNER,
    LAND,
    N_COLUMNS,
    N_HEXES,
    NEIGHBOUR,
    SHORE,
    SIDE_HEX,
    WAY_ON,
    WAY_TO,
    WAY_WEST,
)
from khonsu.games.ankh.rules.regions import bit
from khonsu.kernel.compile import rule

NORTH, SOUTH = 0, 3
SMALLEST = 2 * p.REGION_MIN  # AK-65e: no smaller region can be parted


@rule
def survey(s):
    """Note loop and sum of every anchor in regions that are large enough; other corners have loop 0."""
    count_above(s)
    s.loop[:] = 0
    for h in range(N_HEXES):  # what is closed on each hex and not walked along yet
        s.scratch[h] = 0
        if LAND[h] == 1 and land_around(s, h) >= SMALLEST:
            s.scratch[h] = np.int64(s.wall[h]) | np.int64(SHORE[h])
    loop = 0
    for h in range(N_HEXES):
        for d in range(6):
            if (np.int64(s.scratch[h]) >> d) & 1 == 1:
                loop += 1
                walk_border(s, h, d, loop)


@rule
def land_around(s, h):
    """How many land hexes the region of a land hex has."""
    for r in range(p.ORDER_TOKENS):
        if s.region[h] == bit(r):
            return np.int64(s.land[r])
    return np.int64(0)


@rule
def count_above(s):
    """For each land hex: how many hexes of its region its column has down to this one."""
    for i in range(N_COLUMNS * p.ORDER_TOKENS):
        s.scratch[i] = 0
    for h in range(N_HEXES):
        if LAND[h] == 1:
            region, i = np.int64(s.region[h]), np.int64(COLUMN[h]) * p.ORDER_TOKENS
            while region > 1:
                region >>= 1
                i += 1
            s.scratch[i] += 1
            s.above[h] = s.scratch[i]


@rule
def walk_border(s, h, d, loop):
    """Once around a border with the land to the right, from the side of h in direction d; all corners get the loop.

    At the end of a side come the hex's next side, the one after it on the neighbour behind that, or the back of the
    side itself. A corner has only one place where open sides meet the border: it is not noted twice.
    """
    swept = 0
    while (np.int64(s.scratch[h]) >> d) & 1 == 1:
        s.scratch[h] = np.int64(s.scratch[h]) & ~(np.int64(1) << d)
        if d == SOUTH:
            swept += np.int64(s.above[h])
        elif d == NORTH:
            swept -= np.int64(s.above[h]) - 1
        corner, turns = np.int64(HEX_CORNER[h, d]), 0
        d = (d + 1) % 6
        while not is_closed(s, h, d):
            h = np.int64(NEIGHBOUR[h, d])
            d = (d + 4) % 6
            turns += 1
        if turns > 0:
            s.loop[corner] = loop
            s.swept[corner] = swept


@rule
def is_closed(s, h, d):
    """Whether land ends at this side of a land hex: water, the edge, the Nile or a camel."""
    return ((np.int64(s.wall[h]) | np.int64(SHORE[h])) >> d) & 1 == 1


@rule
def sum_along(s, way):
    """What the surveyor adds on this way."""
    return np.int64(WAY_WEST[way]) * np.int64(s.above[SIDE_HEX[way >> 1, 0]])


@rule
def last_way(s, way, total, more, loop, most_land):
    """The last way of a legal line that goes on along this one, with at most so many more sides; -1 if there is none.

    `total` is the sum up to here, `loop` where the line began, `most_land` how much a part may have. Six sides can
    meet no corner twice (AK-65a) but the first one, around a single hex, and that is too small a part.
    """
    corner = np.int64(WAY_TO[way])
    total += sum_along(s, way)
    if s.loop[corner] != 0:
        land = abs(total - np.int64(s.swept[corner]))
        return way if s.loop[corner] == loop and p.REGION_MIN <= land <= most_land else np.int64(-1)
    if more == 0:
        return np.int64(-1)
    found = last_way(s, np.int64(WAY_ON[way, 0]), total, more - 1, loop, most_land)
    if found < 0:
        found = last_way(s, np.int64(WAY_ON[way, 1]), total, more - 1, loop, most_land)
    return found


@rule
def line_on(s, anchor, total, way, most):
    """The last way of a legal line that goes on along this one, or -1: it began at the anchor and measures so far."""
    if s.loop[anchor] == 0:
        return np.int64(-1)
    most_land = land_around(s, np.int64(SIDE_HEX[way >> 1, 0])) - p.REGION_MIN
    return last_way(s, way, np.int64(s.swept[anchor]) + total, most - 1, np.int64(s.loop[anchor]), most_land)


@rule
def line_from(s, way, most):
    """The last way of a legal line of at most so many sides that begins with this one at an anchor, or -1."""
    return line_on(s, np.int64(WAY_TO[way ^ 1]), 0, way, most)


@rule
def way_to(side, corner):
    """The way along a side that ends at this corner."""
    return 2 * side + (1 if WAY_TO[2 * side] != corner else 0)
