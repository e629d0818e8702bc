"""Which lines of camels are legal (AK-65), told from their ends and their course without walking over the land.

A line leads from one anchor to another through the inside of a region. It parts the region exactly if both anchors lie
on the same *loop* of its border: a lake or a river that touches no other border is a loop of its own, and a line that
ends there can be walked around. How large a part is follows as with a surveyor who walks around a field: every step
west adds the land north of it in its column, every step east takes it away again, and a closed round gives the land
inside. So a survey walks once along the borders of a region and notes at each anchor its loop and the sum so far. The
sum along a line, less what the border has between the same two ends, is the land on one side of the line.

A survey holds until camels come or go: `surveyed` says for which regions it does. It is made when a caravan asks.
"""

import numpy as np

from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import (
    HEX_CORNER,
    LAND_SET,
    N_SIDES,
    NEIGHBOUR,
    SHORE,
    SIDE_CORNER,
    SIDE_HEX,
    WAY_ON,
    WAY_TO,
    WAY_WEST,
)
from khonsu.games.ankh.rules.regions import bit, has, part_in
from khonsu.games.ankh.rules.sets import holds, next_hex, words
from khonsu.kernel.compile import rule

NORTH, SOUTH = 0, 3
ALL_REGIONS = (1 << p.ORDER_TOKENS) - 1
SMALLEST = 2 * p.REGION_MIN  # AK-65e: no smaller region can be parted


@rule
def longest_line(s):
    """AK-65: six camels, or what the supply has."""
    return min(p.LINE, np.int64(s.camels))


@rule
def survey(s):
    """Make the survey hold for all regions: loops and sums of anchors, and the sides with which legal lines begin."""
    most = longest_line(s)
    stale, large = ALL_REGIONS if most != s.most else ALL_REGIONS & ~np.int64(s.surveyed), np.int64(0)
    if stale == 0:
        return
    forget_survey(s, stale)
    for r in range(p.ORDER_TOKENS):
        if has(stale, r) and s.land[r] >= SMALLEST:
            walk_borders(s, part_in(s, words(LAND_SET), r))
            large |= bit(r)
    if most > 0 and large != 0:
        find_first_sides(s, large, most)
    s.surveyed = ALL_REGIONS
    s.most = most


@rule
def forget_survey(s, regions):
    """Open sides of these regions begin no line, and their corners are no anchors until they are found to be."""
    for side in range(N_SIDES):
        if np.int64(s.region[SIDE_HEX[side, 0]]) & regions != 0 and s.camel[side] == 0:
            s.begins[side] = 0
            s.loop[SIDE_CORNER[side, 0]] = 0
            s.loop[SIDE_CORNER[side, 1]] = 0


@rule
def walk_borders(s, land):
    """Note loop and sum of every anchor of a region; inner corners have loop 0."""
    h = next_hex(land, -1)
    while h >= 0:
        s.scratch[h] = closed_sides(s, h)  # not walked along yet
        s.above[h] = land_above(s, land, h) + 1
        h = next_hex(land, h)
    loop = 0
    h = next_hex(land, -1)
    while h >= 0:
        if s.scratch[h] == 0:
            h = next_hex(land, h)
        else:
            loop += 1
            walk_border(s, h, loop)


@rule
def land_above(s, land, h):
    """How many hexes of its region lie north of a hex in its column; they have been counted already."""
    g = np.int64(NEIGHBOUR[h, NORTH])
    while g >= 0 and not holds(land, g):
        g = np.int64(NEIGHBOUR[g, NORTH])
    return np.int64(s.above[g]) if g >= 0 else np.int64(0)


@rule
def walk_border(s, h, loop):
    """Once around a border with the land to the right, from a closed side of the hex; all corners get the loop.

    At the end of a side come the hex's next side, the one after it on the neighbour behind that, or the back of the
    side itself. A corner has only one place where open sides meet the border: it is not noted twice.
    """
    swept, d = 0, 0
    while (np.int64(s.scratch[h]) >> d) & 1 == 0:
        d += 1
    while (np.int64(s.scratch[h]) >> d) & 1 == 1:
        s.scratch[h] = np.int64(s.scratch[h]) & ~bit(d)
        if d == SOUTH:
            swept += np.int64(s.above[h])
        elif d == NORTH:
            swept -= np.int64(s.above[h]) - 1
        corner, turns = np.int64(HEX_CORNER[h, d]), 0
        d = (d + 1) % 6
        while (closed_sides(s, h) >> d) & 1 == 0:
            h = np.int64(NEIGHBOUR[h, d])
            d = (d + 4) % 6
            turns += 1
        if turns > 0:
            s.loop[corner] = loop
            s.swept[corner] = swept


@rule
def closed_sides(s, h):
    """The directions in which land ends at a land hex: water, the edge, the Nile or a camel."""
    return np.int64(s.wall[h]) | np.int64(SHORE[h])


@rule
def find_first_sides(s, regions, most):
    """D-14: the sides at an anchor with which a legal line begins; whatever ends one begins the same line reversed."""
    for side in range(N_SIDES):
        if np.int64(s.region[SIDE_HEX[side, 0]]) & regions != 0 and s.camel[side] == 0 and s.begins[side] == 0:
            last = line_from(s, 2 * side, most)
            if last < 0:
                last = line_from(s, 2 * side + 1, most)
            if last >= 0:
                s.begins[side] = 1
                s.begins[last >> 1] = 1


@rule
def line_from(s, way, most):
    """The last way of a legal line of at most so many sides that begins with this one at an anchor, or -1."""
    anchor = np.int64(WAY_TO[way ^ 1])
    if s.loop[anchor] == 0:
        return np.int64(-1)
    return line_along(s, way, 0, most, anchor)


@rule
def line_along(s, way, total, more, anchor):
    """The last way of a legal line that goes along this one and at most so many sides in all, or -1.

    It began at the anchor; `total` is the sum from there to the beginning of the way.
    """
    corner, loop = np.int64(WAY_TO[way]), np.int64(s.loop[anchor])
    most_land = land_around(s, np.int64(SIDE_HEX[way >> 1, 0])) - p.REGION_MIN
    total += np.int64(s.swept[anchor]) + sum_along(s, way)
    if s.loop[corner] != 0:
        return way if is_end(s, corner, total, loop, most_land) else np.int64(-1)
    return last_way(s, way, total, more - 1, loop, most_land)


@rule
def last_way(s, way, total, more, loop, most_land):
    """The last way of a legal line that has come along this one to an inner corner, or -1: a search in depth.

    `total` is the sum up to here, `more` how many sides may follow, `loop` where the line began. Six sides can meet no
    corner twice (AK-65a) but the first one, around a single hex, and that is too small a part.
    """
    if more == 0:
        return np.int64(-1)
    for k in range(2):
        on = np.int64(WAY_ON[way, k])
        corner, beyond = np.int64(WAY_TO[on]), total + sum_along(s, on)
        if s.loop[corner] != 0:
            if is_end(s, corner, beyond, loop, most_land):
                return on
        elif more > 1:
            last = last_way(s, on, beyond, more - 1, loop, most_land)
            if last >= 0:
                return last
    return np.int64(-1)


@rule
def is_end(s, corner, total, loop, most_land):
    """AK-65d, AK-65e: whether the line may end at this anchor, two parts with land enough."""
    land = abs(total - np.int64(s.swept[corner]))
    return s.loop[corner] == loop and p.REGION_MIN <= land <= most_land


@rule
def sum_along(s, way):
    """What the surveyor adds on this way."""
    return np.int64(WAY_WEST[way]) * np.int64(s.above[SIDE_HEX[way >> 1, 0]])


@rule
def land_around(s, h):
    """How many land hexes the region of a land hex has."""
    for r in range(p.ORDER_TOKENS):
        if s.region[h] == bit(r):
            return np.int64(s.land[r])
    return np.int64(0)


@rule
def way_to(side, corner):
    """The way along a side that ends at this corner."""
    return 2 * side + (1 if WAY_TO[2 * side] != corner else 0)
